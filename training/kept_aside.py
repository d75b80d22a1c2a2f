"""Writes the labelled statements that calibration fits on: sources that no training pair comes from.

    python -m training.kept_aside FOLDER --out build/kept_aside

Claims meet their sources in every size: as they are, among a few and among many sentences of other sources.
A combiner that saw short sources only would trust the model on pages where it is lost.
"""

from __future__ import annotations

import argparse
import json
import random
from collections.abc import Iterator, Sequence
from pathlib import Path

from ascribe import split_sentences
from training.hard_pairs import hard_pairs
from training.pairs import DATA_SETS, ENTAILED, Pair, is_kept_aside, read

OTHERS = (0, 0, 8, 40, 100)
"""Sentences of other sources that are put around a source, one number drawn for each statement."""

MOST = 500
"""Statements of one data set."""

LEFT_OUT = ("synthetic_fever", "synthetic_fm2", "synthetic_wikitext", "dnc_factive", "help_nli")
"""Rule-made or stilted claims, which no reader would meet; generated pairs stand for their kind."""

_HARD = "hard"


def statements(folder: Path, seed: int) -> dict[str, list[Pair]]:
    """Data set → its kept-aside pairs, in an order drawn by chance."""
    chance = random.Random(seed)
    known = _claims_of_training(folder)
    found: dict[str, list[Pair]] = {}
    for data_set in DATA_SETS:
        if data_set.file in LEFT_OUT:
            continue
        aside = (pair for pair in read(folder, data_set) if is_kept_aside(pair.group))
        pairs = [pair for pair in aside if pair.claim not in known]
        chance.shuffle(pairs)
        found.setdefault(data_set.file.rpartition("/")[2], []).extend(pairs)
    found[_HARD] = _hard([pair for pairs in found.values() for pair in pairs], seed)
    chance.shuffle(found[_HARD])
    return {name: _evenly(pairs) for name, pairs in found.items() if len({p.label for p in pairs}) > 1}


def _claims_of_training(folder: Path) -> set[str]:
    """Claims that stand beside another source as well, which is not kept aside: FEVER's come mixed too."""
    every = (pair for data_set in DATA_SETS for pair in read(folder, data_set))
    return {pair.claim for pair in every if not is_kept_aside(pair.group)}


def _evenly(pairs: Sequence[Pair]) -> list[Pair]:
    """As many supported statements as others, as far as there are, and at most ``MOST``."""
    true = [pair for pair in pairs if pair.label == ENTAILED]
    false = [pair for pair in pairs if pair.label != ENTAILED]
    return true[: MOST // 2] + false[: MOST // 2]


def _hard(pairs: Sequence[Pair], seed: int) -> list[Pair]:
    """Generated pairs from the sources of kept-aside pairs."""
    sources = list({pair.source: None for pair in pairs})
    passages = [[text[a:b] for a, b in split_sentences(text, "en")] for text in sources]
    made = hard_pairs(passages, seed)
    return [
        Pair(
            pair.claim,
            "\n".join(pair.source),
            ENTAILED if pair.label == "entailed" else -1,
            _HARD,
            pair.group,
        )
        for pair in made
    ]


def among_others(pairs: Sequence[Pair], pool: Sequence[str], seed: int) -> Iterator[dict[str, object]]:
    """Records whose source stands somewhere among sentences of other sources."""
    chance = random.Random(seed)
    for number, pair in enumerate(pairs):
        count = chance.choice(OTHERS)
        before = chance.randint(0, count)
        others = chance.sample(pool, count) if count else []
        texts = [*others[:before], pair.source, *others[before:]]
        label = "supported" if pair.label == ENTAILED else "unsupported"
        yield {
            "id": f"{pair.dataset}-{number}",
            "claim": pair.claim,
            "source": "\n\n".join(text for text in texts if text),
            "label": label,
            "lang": "en",
        }


def main() -> None:
    """Writes one file per data set."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--out", type=Path, default=Path("build/kept_aside"))
    parser.add_argument("--seed", type=int, default=13)
    chosen = parser.parse_args()
    found = statements(chosen.folder, chosen.seed)
    sources = sorted({pair.source for pairs in found.values() for pair in pairs})
    pool = [text[a:b] for text in sources for a, b in split_sentences(text, "en")]
    chosen.out.mkdir(parents=True, exist_ok=True)
    for name, pairs in found.items():
        lines = [json.dumps(record) for record in among_others(pairs, pool, chosen.seed)]
        (chosen.out / f"{name}.jsonl").write_text("\n".join(lines) + "\n", encoding="utf-8")
        print(f"{name}: {len(lines)}")


if __name__ == "__main__":
    main()

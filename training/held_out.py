"""Write the labelled statements for calibration, from sources that no training pair comes from.

    python -m training.held_out FOLDER --out build/kept_aside

Sources have different sizes: unchanged, among a few and among many sentences of other sources. A combiner
fitted on short sources only would be overconfident on long pages.
"""

from __future__ import annotations

import argparse
import json
import random
from collections import defaultdict
from collections.abc import Iterator, Sequence
from pathlib import Path

from ascribe import split_sentences
from training.claims import SourceSet, read_sets
from training.hard_negatives import HardPair, build_hard_pairs
from training.pages import build_page_pairs, pages
from training.pairs import (
    DATA_SETS,
    ENTAILED,
    NEITHER,
    NOT_ENTAILED,
    Pair,
    compute_group,
    is_held_out,
    read,
)
from training.scenes import SCENES, is_scene_held_out, scene_pairs

OTHERS = (0, 0, 8, 40, 100)
"""Numbers of sentences from other sources around a source; one number is drawn per statement."""

MOST = 500
"""Maximum statements of one data set."""

LEFT_OUT = ("synthetic_fever", "synthetic_fm2", "synthetic_wikitext", "dnc_factive", "help_nli")
"""Data sets of generated or stilted claims, unlike real replies; generated pairs represent their kind."""

FOREIGN_EACH = 4
"""Claims per written set that are paired with another set."""

SCENES_EACH = 40
"""Passages of each held-out invented scene."""

_CLASSES = {
    "supported": ENTAILED,
    "partial": NOT_ENTAILED,
    "contradicted": NOT_ENTAILED,
    "unsupported": NOT_ENTAILED,
}

_HARD, _PAGE, _SCENE, _WRITTEN, _FOREIGN = "hard", "page", "scene", "written", "foreign"


def load_statements(folder: Path, seed: int) -> dict[str, list[Pair]]:
    """Load the held-out pairs of each data set, in random order."""
    chance = random.Random(seed)
    met = _index_training_sentences(folder)
    found: dict[str, list[Pair]] = {}
    for data_set in DATA_SETS:
        if data_set.file in LEFT_OUT:
            continue
        aside = (pair for pair in read(folder, data_set) if is_held_out(pair.group))
        pairs = [pair for pair in aside if met[pair.claim].isdisjoint(_sentences(pair.source))]
        chance.shuffle(pairs)
        found.setdefault(data_set.file.rpartition("/")[2], []).extend(pairs)
    found[_HARD] = _build_hard([pair for pairs in found.values() for pair in pairs], seed)
    found[_PAGE] = _build_page(folder, seed)
    found[_SCENE] = _build_scene(seed)
    found[_WRITTEN] = _build_written(read_calibration_sets())
    for name in (_HARD, _PAGE, _SCENE, _WRITTEN):
        chance.shuffle(found[name])
    kept = {
        name: _balance_labels(pairs) for name, pairs in found.items() if len({p.label for p in pairs}) > 1
    }
    return kept | {_FOREIGN: build_foreign(read_calibration_sets(), chance)}


def read_calibration_sets() -> list[SourceSet]:
    """Read the written sets for calibration."""
    return [source for source in read_sets() if source.part == "calibration" and source.lang == "en"]


def _build_written(found: Sequence[SourceSet]) -> list[Pair]:
    """Build pairs of written claims and all documents of their set."""
    return [
        Pair(claim.text, _text(source), _CLASSES[claim.label], _WRITTEN, source.id)
        for source in found
        for claim in source.claims
        if not claim.is_disputed
    ]


def build_foreign(found: Sequence[SourceSet], chance: random.Random) -> list[Pair]:
    """Build pairs of written claims and documents of another domain, which support none of them."""
    pairs = []
    for source in found:
        other = chance.choice([one for one in found if one.domain != source.domain])
        some = chance.sample(source.claims, min(FOREIGN_EACH, len(source.claims)))
        pairs += [Pair(claim.text, _text(other), NEITHER, _FOREIGN, other.id) for claim in some]
    return pairs[: MOST // 2]


def _text(source: SourceSet) -> str:
    return "\n\n".join(f"{document.title}\n\n{document.text}" for document in source.documents)


def _index_training_sentences(folder: Path) -> dict[str, set[str]]:
    """Return claim → its source sentences in training. FEVER's pairs occur alone and mixed with others."""
    found: dict[str, set[str]] = defaultdict(set)
    for data_set in DATA_SETS:
        for pair in read(folder, data_set):
            if not is_held_out(pair.group):
                found[pair.claim].update(_sentences(pair.source))
    return found


def _sentences(text: str) -> list[str]:
    """Split a source into sentences with a fast, deterministic rule."""
    parts = (part.strip(" .") for line in text.split("\n") for part in line.split(". "))
    return [part for part in parts if part]


def _balance_labels(pairs: Sequence[Pair]) -> list[Pair]:
    """Return equal numbers of supported and other statements where possible, at most ``MOST`` in all."""
    true = [pair for pair in pairs if pair.label == ENTAILED]
    false = [pair for pair in pairs if pair.label != ENTAILED]
    return true[: MOST // 2] + false[: MOST // 2]


def _build_hard(pairs: Sequence[Pair], seed: int) -> list[Pair]:
    """Generate pairs from the sources of held-out pairs."""
    sources = list({pair.source: None for pair in pairs})
    passages = [[text[a:b] for a, b in split_sentences(text, "en")] for text in sources]
    return [_rename_pair(pair, _HARD, "\n") for pair in build_hard_pairs(passages, seed)]


def _build_page(folder: Path, seed: int) -> list[Pair]:
    """Build claims about whole pages that no training claim is about."""
    aside = [page for page in pages(folder) if is_held_out(compute_group("\n".join(page)))]
    return [
        Pair(pair.claim, pair.source, pair.label, _PAGE, pair.group)
        for page in aside
        for pair in build_page_pairs(page, seed)
    ]


def _build_scene(seed: int) -> list[Pair]:
    """Build claims about invented passages from templates that no training claim comes from."""
    made = scene_pairs(SCENES_EACH * len(SCENES), seed)
    return [_rename_pair(pair, _SCENE, " ") for pair in made if is_scene_held_out(pair.group)]


def _rename_pair(pair: HardPair, name: str, between: str) -> Pair:
    """Convert a generated pair to a pair of that data set, with its sentences joined."""
    label = ENTAILED if pair.label == "entailed" else NOT_ENTAILED
    return Pair(pair.claim, between.join(pair.source), label, name, pair.group)


def mix_with_others(pairs: Sequence[Pair], pool: Sequence[str], seed: int) -> Iterator[dict[str, object]]:
    """Yield records whose source is at a random position among sentences of other sources."""
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
    """Write one file per data set."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--out", type=Path, default=Path("build/kept_aside"))
    parser.add_argument("--seed", type=int, default=13)
    chosen = parser.parse_args()
    found = load_statements(chosen.folder, chosen.seed)
    sources = sorted({pair.source for pairs in found.values() for pair in pairs})
    pool = [text[a:b] for text in sources for a, b in split_sentences(text, "en")]
    chosen.out.mkdir(parents=True, exist_ok=True)
    for name, pairs in found.items():
        lines = [json.dumps(record) for record in mix_with_others(pairs, pool, chosen.seed)]
        (chosen.out / f"{name}.jsonl").write_text("\n".join(lines) + "\n", encoding="utf-8")
        print(f"{name}: {len(lines)}")


if __name__ == "__main__":
    main()

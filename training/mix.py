"""Writes what the verifier is trained on: examples of claim and evidence, windows cut, one per line.

    python -m training.mix FOLDER broad --out build/broad.jsonl.gz
    python -m training.mix FOLDER even --out build/even.jsonl.gz
    python -m training.mix FOLDER close --out build/close.jsonl.gz

``broad`` holds everything once or more. ``even`` is for a second, shorter run: of the rule-made pairs it
keeps as many true as false claims at each share of words in common with the source, so that nothing can be
learnt from that share, and of the labelled ones fewer of the many easy kinds. ``close`` is for a third: close
reading, with invented passages above all, claims about whole pages, and of a labelled file at most two false
claims for each true one. ``nli``, ``large`` and ``fine`` are the three runs of the large verifier.
"""

from __future__ import annotations

import argparse
import gzip
import json
import random
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

import numpy as np

from ascribe import split_sentences
from ascribe.score.lexical import LexicalScorer
from ascribe.verify.evidence.passages import select_joint_window
from training.claims import read_sets
from training.hard_negatives import build_hard_pairs
from training.pages import build_page_pairs, pages
from training.pairs import (
    CONTRADICTED,
    DATA_SETS,
    ENTAILED,
    NEITHER,
    DataSet,
    Pair,
    compute_group,
    is_held_out,
    read,
)
from training.scenes import SCENES, is_scene_held_out, scene_pairs
from training.tokens import tokenize_texts
from training.written import build_written_pairs

SEED = 13

LONGEST = 224
"""Tokens of claim and evidence together. Nine in ten pairs are shorter."""

BUDGETS = (100, 140, 190)
"""Tokens of evidence, one drawn by chance for each long source: a window at run time may be of any size."""

MOST_SENTENCES = 8

HARD_WEIGHT = 0.8
HARD_FROM = ("fever", "fool_me_twice", "wiki_split", "synthetic_wikitext", "wiki_nli", "mnli_sample")
HARD_SOURCES = 6000
"""Distinct sources of one file that hard pairs are made from."""

BROAD_HARD = 42_000
"""Hard pairs of the broad mix; no kind has more than a twelfth of that."""

EVEN_TIMES = {"fool_me_twice": 2, "factcheck_gpt": 2, "begin": 2, "q2_wow": 2, "wice": 2}
EVEN_MOST = {"wiki_nli": 5000, "cad_nli": 4000, "fever_mixed": 4000, "fever": 6500}
EVEN_SCENES = 3000
"""Invented passages of the even mix, with about five claims each."""

RULE_MADE = {"wiki_split": 5000, "synthetic_fever": 500, "synthetic_fm2": 500, "synthetic_wikitext": 500}
"""Pairs of each rule-made file in the even mix, at most."""

CLOSE_MOST = {"fever": 6500, "fever_mixed": 4000, "wiki_nli": 4000, "cad_nli": 3000, "wiki_split": 4000}
CLOSE_HARD = 16_000
CLOSE_SCENES = 32
"""Passages of each template in the close mix."""

NLI_MOST = {"wiki_nli": 5500, "cad_nli": 3500, "mnli_sample": 2700, "fever": 2300, "fool_me_twice": 1000}
"""Pairs that people labelled, 15,000 in all: what a backbone learns first, and what two are compared by."""

PLAIN_NLI = ("wiki_nli", "cad_nli", "mnli_sample")
"""Files of those with three classes, of which no ratio is asked."""

WRITTEN_MOST = {
    "fever": 600,
    "fool_me_twice": 400,
    "factcheck_gpt": 400,
    "begin": 500,
    "q2_wow": 500,
    "expertqa": 142,
    "wice": 150,
    "long/bump": 200,
    "wiki_nli": 500,
    "mnli_sample": 500,
    "fever_mixed": 500,
}
WRITTEN_HARD, WRITTEN_SCENES = 1500, 400
"""What the small verifier sees beside the written claims, so that it forgets nothing."""

LARGE_MOST = {
    "fever": 1000,
    "fool_me_twice": 1100,
    "factcheck_gpt": 2100,
    "begin": 1400,
    "q2_wow": 1000,
    "expertqa": 142,
    "wice": 340,
    "bump": 130,
    "long/bump": 530,
    "wiki_nli": 500,
    "mnli_sample": 500,
    "fever_mixed": 500,
}
LARGE_HARD, LARGE_SCENES = 3500, 900
"""What the large verifier sees beside them: it has learnt nothing but plain inference before."""

FINE_MOST = {
    "fever": 4000,
    "fool_me_twice": 1100,
    "factcheck_gpt": 1400,
    "begin": 1200,
    "q2_wow": 1000,
    "expertqa": 142,
    "bump": 130,
    "long/bump": 300,
    "wiki_nli": 8000,
    "mnli_sample": 2700,
    "cad_nli": 7500,
}
FINE_HARD, FINE_SCENES = 7000, 1100
FINE_IRRELEVANT = 2500
"""Written claims beside evidence that is irrelevant; after ``large`` it needs little of it."""

_DECIDING = ("alone", "among near", "among any", "half", "nothing decides")
"""Ways in which a written claim is read beside what decides it, or what seems to."""

EVEN_LEFT_OUT = ("dnc_factive", "help_nli", "long/fever", "long/fever_mixed")
_CLASSES = {"entailed": ENTAILED, "contradicted": CONTRADICTED, "neither": NEITHER}

Weighted = list[tuple[Pair, float]]


def broad(folder: Path, permissive_only: bool) -> Weighted:
    """Return every labelled file as ``DATA_SETS`` says, and hard pairs."""
    found = [
        (pair, data_set.weight)
        for data_set in _used(permissive_only)
        for pair in _for_training(folder, data_set)[: data_set.most] * data_set.times
    ]
    made = _limit_kinds(hard(folder, permissive_only), BROAD_HARD)
    return found + [(pair, HARD_WEIGHT) for pair in made]


def even(folder: Path, permissive_only: bool) -> Weighted:
    """Return labelled files at most as ``EVEN_MOST`` says, and rule-made pairs evened by words in common."""
    found: Weighted = []
    for data_set in _used(permissive_only):
        name = data_set.file
        pairs = _for_training(folder, data_set)
        if name in RULE_MADE:
            found += [(pair, HARD_WEIGHT) for pair in balance_by_overlap(pairs)[: RULE_MADE[name]]]
        elif name not in EVEN_LEFT_OUT:
            found += [(pair, 1.0) for pair in pairs[: EVEN_MOST.get(name)] * EVEN_TIMES.get(name, 1)]
    found += [(pair, 1.0) for pair in balance_by_overlap(hard(folder, permissive_only))]
    return found + [(pair, 1.0) for pair in scenes()]


def close(folder: Path, permissive_only: bool) -> Weighted:
    """Return scenes, pages, new hard pairs, and labelled files, two false claims to a true one at most."""
    found: list[Pair] = []
    for data_set in _used(permissive_only):
        if data_set.file in EVEN_LEFT_OUT or data_set.file.startswith("synthetic"):
            continue
        pairs = _for_training(folder, data_set)
        if data_set.file in RULE_MADE:
            pairs = balance_by_overlap(pairs)
        times = EVEN_TIMES.get(data_set.file, 1)
        found += _limit_ratio(pairs)[: CLOSE_MOST.get(data_set.file)] * times
    found += balance_by_overlap(hard(folder, permissive_only, SEED + 1))[:CLOSE_HARD]
    if not permissive_only:
        found += [
            pair
            for page in pages(folder)
            if not is_held_out(compute_group("\n".join(page)))
            for pair in build_page_pairs(page, SEED)
        ]
    return [(pair, 1.0) for pair in [*found, *scenes(CLOSE_SCENES * len(SCENES), SEED + 1)]]


def nli(folder: Path, permissive_only: bool) -> Weighted:
    """Return pairs of plain inference, labelled by people."""
    return [
        (pair, 1.0)
        for data_set in _used(permissive_only)
        for pair in _for_training(folder, data_set)[: NLI_MOST.get(data_set.file, 0)]
    ]


def written(folder: Path, permissive_only: bool) -> Weighted:
    """Return written claims above all, with some of everything else."""
    return _with_claims(folder, permissive_only, WRITTEN_MOST, WRITTEN_HARD, WRITTEN_SCENES)


def large(folder: Path, permissive_only: bool) -> Weighted:
    """Return the same with more of everything else."""
    return _with_claims(folder, permissive_only, LARGE_MOST, LARGE_HARD, LARGE_SCENES)


def fine(folder: Path, permissive_only: bool) -> Weighted:
    """Return claims beside the evidence that decides them above all, and more plain inference."""
    sets = [source for source in read_sets() if source.part == "train" and source.lang == "en"]
    made = list(build_written_pairs(sets, SEED + 3))
    found = [pair for pair in made if _get_kind(pair) in _DECIDING]
    others = [pair for pair in made if _get_kind(pair) not in _DECIDING]
    random.Random(SEED).shuffle(others)
    found += others[:FINE_IRRELEVANT]
    for data_set in _used(permissive_only):
        pairs = _for_training(folder, data_set)
        kept = pairs if data_set.file in PLAIN_NLI else _limit_ratio(pairs)
        found += kept[: FINE_MOST.get(data_set.file, 0)]
    found += balance_by_overlap(hard(folder, permissive_only, SEED + 3))[:FINE_HARD]
    return [(pair, 1.0) for pair in [*found, *scenes(FINE_SCENES, SEED + 3)]]


def _get_kind(pair: Pair) -> str:
    """Return the way in which a pair was made: of "written/among near" the latter."""
    return pair.dataset.split("/")[1]


def _with_claims(
    folder: Path, permissive_only: bool, most: Mapping[str, int], hard_pairs: int, passages: int
) -> Weighted:
    sets = [source for source in read_sets() if source.part == "train" and source.lang == "en"]
    found = list(build_written_pairs(sets, SEED))
    for data_set in _used(permissive_only):
        found += _limit_ratio(_for_training(folder, data_set))[: most.get(data_set.file, 0)]
    found += balance_by_overlap(hard(folder, permissive_only, SEED + 2))[:hard_pairs]
    return [(pair, 1.0) for pair in [*found, *scenes(passages, SEED + 2)]]


def _limit_ratio(pairs: Sequence[Pair]) -> list[Pair]:
    """Return the pairs without the last of the label that has more than twice as many as the other."""
    true = [pair for pair in pairs if pair.label == ENTAILED]
    false = [pair for pair in pairs if pair.label != ENTAILED]
    kept = true[: 2 * len(false)] + false[: 2 * len(true)]
    random.Random(SEED).shuffle(kept)
    return kept


def _used(permissive_only: bool) -> list[DataSet]:
    return [data_set for data_set in DATA_SETS if data_set.permissive or not permissive_only]


def _for_training(folder: Path, data_set: DataSet) -> list[Pair]:
    """Return the training pairs of a file in random order."""
    found = [pair for pair in read(folder, data_set) if not is_held_out(pair.group)]
    random.Random(SEED).shuffle(found)
    return found


def hard(folder: Path, permissive_only: bool, seed: int = SEED) -> list[Pair]:
    """Return pairs generated from the sources of the labelled files, in random order."""
    passages: dict[str, list[str]] = {}
    for data_set in _used(permissive_only):
        if data_set.file in HARD_FROM:
            some = list({pair.source: None for pair in read(folder, data_set)})
            random.Random(SEED).shuffle(some)
            passages.update({source: _sentences(source) for source in some[:HARD_SOURCES]})
    order = [texts for source, texts in passages.items() if not is_held_out(compute_group(source))]
    random.Random(SEED).shuffle(order)
    made = [
        Pair(pair.claim, "\n".join(pair.source), _CLASSES[pair.label], f"hard/{pair.kind}", pair.group)
        for pair in build_hard_pairs(order, seed)
    ]
    random.Random(seed).shuffle(made)
    return made


def scenes(count: int = EVEN_SCENES, seed: int = SEED) -> list[Pair]:
    """Return invented passages with claims, without the templates that are kept aside."""
    return [
        Pair(pair.claim, "\n".join(pair.source), _CLASSES[pair.label], f"scene/{pair.kind}", pair.group)
        for pair in scene_pairs(count, seed)
        if not is_scene_held_out(pair.group)
    ]


def _limit_kinds(made: Sequence[Pair], most: int) -> list[Pair]:
    """Return at most so many pairs, with no kind above a twelfth of them."""
    counts: Counter[str] = Counter()
    kept = []
    for pair in made:
        counts[pair.dataset] += 1
        if counts[pair.dataset] <= most // 12:
            kept.append(pair)
    return kept[:most]


def balance_by_overlap(pairs: Sequence[Pair]) -> list[Pair]:
    """Return as many true as false claims at each share of their words that the source has, in twentieths."""
    shelves: dict[int, tuple[list[Pair], list[Pair]]] = defaultdict(lambda: ([], []))
    for pair in pairs:
        shelves[_compute_overlap(pair)][pair.label == ENTAILED].append(pair)
    kept = []
    for false, true in shelves.values():
        count = min(len(false), len(true))
        kept += false[:count] + true[:count]
    random.Random(SEED).shuffle(kept)
    return kept


def _compute_overlap(pair: Pair) -> int:
    claim = set(pair.claim.lower().rstrip(".").replace(",", "").split())
    source = set(pair.source.lower().replace(".", " ").replace(",", "").split())
    return round(20 * len(claim & source) / max(1, len(claim)))


def build_examples(weighted: Weighted) -> Iterator[dict[str, object]]:
    """Yield claim, evidence, label and weight; a long source becomes the window that fits the claim."""
    chance = random.Random(SEED)
    claims = tokenize_texts([pair.claim for pair, _ in weighted])
    sources = tokenize_texts([pair.source for pair, _ in weighted])
    for (pair, weight), claim, source in zip(weighted, claims, sources, strict=True):
        budget = min(chance.choice(BUDGETS), max(60, LONGEST - 3 - len(claim)))
        evidence = pair.source if pair.is_window or len(source) <= budget else select_window(pair, budget)
        yield {
            "claim": pair.claim,
            "evidence": evidence,
            "label": pair.label,
            "weight": weight,
            "dataset": pair.dataset,
        }


def select_window(pair: Pair, budget: int) -> str:
    """Return the sentences of the source that fit the claim best, in their order, as at run time."""
    sentences = _sentences(pair.source)
    row = LexicalScorer("en").score([pair.claim], sentences).matrix[0]
    ranked = np.argsort(-row, kind="stable").tolist()
    lengths = [len(ids) for ids in tokenize_texts(sentences)]
    return "\n".join(sentences[i] for i in select_joint_window(ranked, lengths, budget, MOST_SENTENCES))


def _sentences(text: str) -> list[str]:
    return [text[start:end] for start, end in split_sentences(text, "en")]


MIXES = {
    "nli": nli,
    "broad": broad,
    "even": even,
    "close": close,
    "written": written,
    "large": large,
    "fine": fine,
}


def main() -> None:
    """Write the file."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("folder", type=Path)
    parser.add_argument("mix", choices=tuple(MIXES))
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--limit", type=int, default=None, help="keep so many examples only, for a trial")
    parser.add_argument(
        "--permissive-only", action="store_true", help="use data with permissive licences only"
    )
    chosen = parser.parse_args()
    weighted = MIXES[chosen.mix](chosen.folder, chosen.permissive_only)
    random.Random(SEED).shuffle(weighted)
    chosen.out.parent.mkdir(parents=True, exist_ok=True)
    with gzip.open(chosen.out, "wt", encoding="utf-8") as lines:
        for example in build_examples(weighted[: chosen.limit]):
            lines.write(json.dumps(example) + "\n")
    print(f"{chosen.out}: {len(weighted[: chosen.limit])} examples")


if __name__ == "__main__":
    main()

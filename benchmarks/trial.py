"""Whole replies over documents that were written for this: right, wrong, undecided, and what the ticks show.

``python -m benchmarks.trial [--tier rules builtin large] [--folder FOLDER]``. Each case is a folder with one
or two documents, ``reply.md``, ``question.txt`` and ``labels.jsonl``: the text of each sentence, its label
(true, false, partial, invented, not_checkable), and the quotes that decide it. The labels were written before
the first run, by authors who had not seen the code.

Right is: true called supported; false called contradicted or unsupported; partial called partial,
contradicted or unsupported; invented called unsupported or contradicted. Wrong is a true sentence called
contradicted, unsupported or partial, and any other sentence called supported. The rest is undecided. The
words of a tick suffice if its references, with the context that is printed beside them, hold every quote of
the label.

Each reply is also checked beside the documents of the next case, which support nothing of it.
"""

from __future__ import annotations

import argparse
import json
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import ascribe
from ascribe.records import CitedSentence
from benchmarks.attribution import build_table

FOLDER = Path(__file__).parent / "trial" / "kept"
RIGHT = {
    "true": {"supported"},
    "false": {"contradicted", "unsupported"},
    "partial": {"partial", "contradicted", "unsupported"},
    "invented": {"unsupported", "contradicted"},
    "not_checkable": {"not_checkable"},
}
WRONG = {
    "true": {"contradicted", "unsupported", "partial"},
    "false": {"supported"},
    "partial": {"supported"},
    "invented": {"supported"},
    "not_checkable": {"supported", "contradicted", "unsupported", "partial"},
}
STATUSES = ("supported", "partial", "contradicted", "unsupported", "unknown", "not_checkable")


@dataclass(frozen=True)
class Judged:
    """A labelled sentence and what came of it."""

    case: str
    label: dict[str, Any]
    sentence: CitedSentence

    @property
    def status(self) -> str:
        """Return the status of the verdict."""
        return self.sentence.verdict.status if self.sentence.verdict else "unknown"

    @property
    def is_right(self) -> bool:
        """Return True if the verdict is right, as the module says."""
        return self.status in RIGHT[self.label["label"]]

    @property
    def is_wrong(self) -> bool:
        """Return True if the verdict is wrong, as the module says."""
        return self.status in WRONG[self.label["label"]]

    @property
    def suffices(self) -> bool:
        """Return True if the printed words hold every sentence of every quote of the label."""
        printed = _fold(" ".join(_list_printed(self.sentence)))
        quoted = (part for quote in self.label["evidence"] for part in re.split(r"(?<=[.!?])\s+", quote))
        return all(_fold(part) in printed for part in quoted)


def _list_printed(sentence: CitedSentence) -> Iterator[str]:
    for reference in sentence.references:
        if reference.label == "supports":
            yield from (one.text for one in getattr(reference, "context", ()))
            yield reference.quote


def _fold(text: str) -> str:
    return re.sub(r"[\W_]+", " ", text.casefold()).strip()


def check_reply(folder: Path, beside: Path, tier: str) -> tuple[str, ascribe.Answer]:
    """Check the reply of a case beside the documents of a case, and return both."""
    sources = sorted(
        p for p in beside.iterdir() if p.name not in ("reply.md", "labels.jsonl", "question.txt")
    )
    reply, question = ((folder / name).read_text(encoding="utf-8") for name in ("reply.md", "question.txt"))
    return reply, ascribe.check(reply, sources, question, tier=tier)


def judge_case(folder: Path, tier: str) -> Iterator[Judged]:
    """Check the reply of a case and yield each labelled sentence with its verdict."""
    reply, answer = check_reply(folder, folder, tier)
    place = 0
    for line in (folder / "labels.jsonl").read_text(encoding="utf-8").splitlines():
        label = json.loads(line)
        found = reply.find(label["text"], place)
        start = found if found >= 0 else reply.index(label["text"])
        place = start + 1
        yield Judged(folder.name, label, _find_sentence(answer, start, start + len(label["text"])))


def _find_sentence(answer: ascribe.Answer, start: int, end: int) -> CitedSentence:
    """Return the sentence of the answer that shares the most characters with the range."""

    def count_shared(sentence: CitedSentence) -> int:
        return min(end, sentence.char_end or 0) - max(start, sentence.char_start or 0)

    return max(answer.sentences, key=count_shared)


def print_judged(name: str, judged: list[Judged]) -> None:
    """Print the tables of one tier."""
    checkable = [one for one in judged if one.label["label"] != "not_checkable"]
    labels = [label for label in RIGHT if any(one.label["label"] == label for one in judged)]
    counts = Counter((one.label["label"], one.status) for one in judged)
    rows = [[label, *(str(counts[label, status]) for status in STATUSES)] for label in labels]
    print(f"### Tier {name}\n")
    print(build_table(["label \\ status", *STATUSES], rows), "\n")
    ticks = [one for one in checkable if one.status == "supported"]
    true = [one for one in ticks if one.label["label"] == "true"]
    crosses = [one for one in checkable if one.status == "contradicted"]
    figures = {
        "checkable": len(checkable),
        "right": _share(sum(one.is_right for one in checkable), len(checkable)),
        "wrong": _share(sum(one.is_wrong for one in checkable), len(checkable)),
        "undecided": _share(sum(not one.is_right and not one.is_wrong for one in checkable), len(checkable)),
        "✓ true": _share(len(true), len(ticks)),
        "✓ true, words suffice": _share(sum(one.suffices for one in true), len(ticks)),
        "✗ false": _share(sum(one.label["label"] != "true" for one in crosses), len(crosses)),
    }
    print(build_table(list(figures), [[str(v) for v in figures.values()]]), "\n")


def count_foreign(cases: Sequence[Path], tier: str) -> Counter[str]:
    """Count the statuses of checkable sentences, each reply beside the documents of the next case."""
    pairs = zip(cases, [*cases[1:], *cases[:1]], strict=True)
    answers = [check_reply(case, other, tier)[1] for case, other in pairs]
    statuses = [one.verdict.status for answer in answers for one in answer.sentences if one.verdict]
    return Counter(status for status in statuses if status != "not_checkable")


def _share(part: int, whole: int) -> str:
    return f"{part} ({part / whole:.0%})" if whole else "0"


def main() -> None:
    """Print the tables of each tier; with ``--list`` also each sentence that is not right."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tier", nargs="+", default=["rules", "builtin"])
    parser.add_argument("--folder", type=Path, nargs="+", default=[FOLDER])
    parser.add_argument("--list", action="store_true", dest="listed")
    given = parser.parse_args()
    cases = [case for folder in given.folder for case in sorted(folder.iterdir()) if case.is_dir()]
    for tier in given.tier:
        judged = [one for case in cases for one in judge_case(case, tier)]
        print_judged(tier, judged)
        away = count_foreign(cases, tier)
        supported = _share(away["supported"], away.total())
        print(f"Beside the documents of the next case: {supported} of {away.total()} supported\n")
        for one in judged if given.listed else ():
            if not one.is_right or (one.status == "supported" and not one.suffices):
                reason = one.sentence.verdict.reason if one.sentence.verdict else ""
                print(f"{one.case} {one.label['label']} → {one.status} {reason}: {one.label['text']}")


if __name__ == "__main__":
    main()

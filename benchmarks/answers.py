"""Compare the status of each sentence with gold, for replies over real documents; print Markdown tables.

Usage: ``python benchmarks/answers.py FOLDER``, where the folder contains ``answers.jsonl`` and the documents
that it names. A line has ``doc``, ``answer`` and ``sentences``, each with ``start``, ``end``, ``status``,
``planted`` and ``quotes``. ``--list`` prints every sentence whose status differs from gold.
"""

from __future__ import annotations

import argparse
import json
import unicodedata
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from ascribe import Answer, CitedSentence, check
from ascribe.records.outcomes import STATUSES

ROWS = ("supported", "contradicted", "unsupported", "not_checkable")


@dataclass
class Tally:
    """Counts over all replies."""

    pairs: Counter[tuple[str, str]] = field(default_factory=Counter)
    planted: Counter[tuple[str, str]] = field(default_factory=Counter)
    cited: int = 0
    on_page: int = 0
    quoted: int = 0
    lines: list[str] = field(default_factory=list)


def main() -> None:
    """Check every reply and print the tables."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--strictness", default="balanced")
    parser.add_argument("--tier", default="rules")
    parser.add_argument("--list", action="store_true")
    options = parser.parse_args()
    tally = Tally()
    for line in (options.folder / "answers.jsonl").read_text("utf-8").splitlines():
        row = json.loads(line)
        answer = check(
            row["answer"],
            options.folder / row["doc"],
            row["question"],
            tier=options.tier,
            strictness=options.strictness,
        )
        count_sentences(row, answer, tally)
    print_report(tally, lines=options.list)


def count_sentences(row: dict[str, Any], answer: Answer, tally: Tally) -> None:
    """Count the sentences of one reply."""
    for gold in row["sentences"]:
        sentence = find_overlapping_sentence(gold, answer)
        status = sentence.verdict.status if sentence and sentence.verdict else "missing"
        tally.pairs[gold["status"], status] += 1
        if gold["planted"]:
            tally.planted[gold["planted"], status] += 1
        if sentence and status == "supported" == gold["status"]:
            count_evidence(gold, sentence, tally)
        if status != gold["status"] and sentence and sentence.verdict:
            nearest = sentence.references[0].quote if sentence.references else "–"
            tally.lines.append(
                f"- {row['id']}: gold {gold['status']}, got {status} ({sentence.verdict.reason})\n"
                f"    {gold['text']}\n    nearest: {nearest[:200]}\n    {sentence.verdict.details}"
            )


def find_overlapping_sentence(gold: dict[str, Any], answer: Answer) -> CitedSentence | None:
    """Return the sentence of the answer that shares most characters with the gold sentence."""

    def shared(sentence: CitedSentence) -> int:
        start, end = sentence.char_start or 0, sentence.char_end or 0
        return min(end, int(gold["end"])) - max(start, int(gold["start"]))

    best = max(answer.sentences, key=shared, default=None)
    return best if best and shared(best) > 0 else None


def count_evidence(gold: dict[str, Any], sentence: CitedSentence, tally: Tally) -> None:
    """Count first references on the page of a gold quote, and references that share its words."""
    tally.cited += 1
    first = sentence.references[0]
    pages = {quote["page_index"] for quote in gold["quotes"]}
    tally.on_page += pages == {None} or bool(pages & set(first.pages))
    tally.quoted += any(
        has_same_words(quote["text"], r.quote) for quote in gold["quotes"] for r in sentence.references
    )


def has_same_words(gold: str, quote: str) -> bool:
    """Return True if one text contains at least half of the other's words."""
    a, b = (set(unicodedata.normalize("NFKC", text).casefold().split()) for text in (gold, quote))
    return 2 * len(a & b) >= min(len(a), len(b))


def print_report(tally: Tally, *, lines: bool) -> None:
    """Print the tables."""
    columns = [s for s in (*STATUSES, "missing") if any(got == s for _, got in tally.pairs)]
    print("| gold \\ status | " + " | ".join(columns) + " | all |")
    print("|---" * (len(columns) + 2) + "|")
    for gold in ROWS:
        cells = [tally.pairs[gold, status] for status in columns]
        print(f"| {gold} | " + " | ".join(map(str, cells)) + f" | {sum(cells)} |")
    print()
    kinds = sorted({kind for kind, _ in tally.planted})
    print("| planted | not called supported | called contradicted or unsupported | all |\n|---|---|---|---|")
    for kind in kinds:
        n = sum(count for (k, _), count in tally.planted.items() if k == kind)
        caught = n - tally.planted[kind, "supported"]
        named = tally.planted[kind, "contradicted"] + tally.planted[kind, "unsupported"]
        print(f"| {kind} | {caught} | {named} | {n} |")
    print()
    print(
        f"Of {tally.cited} sentences rightly called supported, the first reference is on the gold page in "
        f"{tally.on_page}, and the references hold a gold quote in {tally.quoted}."
    )
    if lines:
        print("\n" + "\n".join(tally.lines))


if __name__ == "__main__":
    main()

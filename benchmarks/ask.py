"""Measure ``ask`` over one library: passages found, answers, refusals; print Markdown tables.

Usage: ``python -m benchmarks.ask FOLDER [--list] [--strictness LEVEL]``. The folder contains
``questions.jsonl`` and the documents that it names, which may be in a subfolder ``documents``. A line has
``doc``, ``question``, ``answerable`` and ``quotes``, which are texts, or dicts with ``text`` and
``page_index``. An answer counts as right by the rule of ``ascribe calibrate --questions``.
"""

from __future__ import annotations

import argparse
import statistics
import tempfile
import time
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ascribe import Answer
from ascribe.evaluation.calibration.answer_threshold import (
    Question,
    is_right,
    read_questions,
)
from ascribe.evaluation.datasets import read_records
from ascribe.library import Library
from ascribe.library.answering.candidates import find_candidates
from ascribe.protocols import Draft, RetrievedPassage
from ascribe.records import RetrievedChunk
from benchmarks.original import print_table as print_original

COLUMNS = ("answerable", "found", "answered", "on the page", "the quote", "unanswerable", "refused")
"""Columns of the table."""

TOP = 5


@dataclass(frozen=True, slots=True)
class Gold:
    """A question, and the pages that contain its answer."""

    question: Question
    pages: frozenset[int]

    @property
    def doc(self) -> str:
        """Return the id of the document with the answer."""
        return self.question.doc

    @property
    def answerable(self) -> bool:
        """Return True if the document answers the question."""
        return bool(self.question.quotes)


def read_gold(folder: Path) -> list[Gold]:
    """Read the questions."""
    path = folder / "questions.jsonl"
    rows = zip(read_questions(path), read_records(path), strict=True)
    return [Gold(question, list_pages(record["quotes"])) for question, (_, record) in rows]


def list_pages(quotes: list[Any]) -> frozenset[int]:
    """Return the pages of the quotes that name one."""
    found = (quote.get("page_index") for quote in quotes if isinstance(quote, dict))
    return frozenset(int(page) for page in found if page is not None)


def is_found(one: Gold, passages: Iterable[RetrievedChunk]) -> bool:
    """Return True if a passage is on a gold page, or contains a gold quote if the document has no pages."""
    for passage in passages:
        chunk = passage.chunk
        if chunk.doc_id != one.doc:
            continue
        first, last = chunk.metadata.get("pages", (0, -1))
        if any(first <= page <= last for page in one.pages) or (
            not one.pages and one.question.is_answered_by(chunk.text)
        ):
            return True
    return False


def check_citations(one: Gold, answer: Answer) -> tuple[bool, bool]:
    """Return whether a citation is on a gold page, and whether one overlaps a gold quote."""
    cited = [r for s in answer.supported_sentences for r in s.references if r.label == "supports"]
    on_page = any(one.pages & set(r.pages) for r in cited if r.document_id == one.doc)
    quoted = is_right(one.question, answer)
    return on_page or (not one.pages and quoted), quoted


def main() -> None:
    """Ask all questions and print the tables."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--strictness", default="balanced")
    parser.add_argument("--list", action="store_true", help="print every wrong answer")
    options = parser.parse_args()
    questions = read_gold(options.folder)
    inside = options.folder / "documents"
    home = inside if inside.is_dir() else options.folder
    names = sorted({one.doc for one in questions})
    with tempfile.TemporaryDirectory() as folder, Library(Path(folder) / "library") as library:
        started = time.perf_counter()
        library.add([home / name for name in names])
        seconds = time.perf_counter() - started
        counts, latencies, lines = ask_all(library, questions, options.strictness)
        floor, _, _ = ask_all(library, questions, options.strictness, FirstSentenceGenerator())
        pages = library.info()["pages"]
        sentences = library.info()["sentences"]
    print_table(names, counts)
    print(build_row("the floor: always the first sentence by words and meaning", names, floor))
    rate = f"{pages / seconds:.1f} pages a second, " if pages else ""
    print(f"\nTaken in with vectors: {rate}{sentences / seconds:,.0f} sentences a second.")
    print(f"An answer: median {statistics.median(latencies) * 1000:.0f} ms, worst {max(latencies):.1f} s.")
    print("\nOn invented documents, beside the original:\n")
    print_original()
    if options.list:
        print("\n" + "\n".join(lines))


class FirstSentenceGenerator:
    """A baseline generator that quotes the first sentence and never refuses."""

    def generate(self, question: str, offered: Sequence[RetrievedPassage], language: str | None) -> Draft:
        """Return the first sentence for any question."""
        del question, language
        found = find_candidates(offered)
        return Draft(found[0].sentence.text) if found else Draft(outcome="no_evidence")


def ask_all(
    library: Library, questions: list[Gold], strictness: Any, generator: Any = "extractive"
) -> tuple[Counter[tuple[str, str]], list[float], list[str]]:
    """Ask the questions; return counts by document and column, seconds per question, and errors."""
    counts: Counter[tuple[str, str]] = Counter()
    latencies, lines = [], []
    for one in questions:
        started = time.perf_counter()
        answer = library.ask(one.question.text, top=TOP, strictness=strictness, generator=generator)
        latencies.append(time.perf_counter() - started)
        counts.update((one.doc, column) for column in list_columns(one, answer))
        if one.answerable == answer.was_refused or (one.answerable and not any(check_citations(one, answer))):
            said = answer.refusal_reason or " ".join((answer.reply or "").split())[:160]
            lines.append(f"- {one.doc} ({answer.confidence or 0.0:.2f}) {one.question.text} → {said}")
    return counts, latencies, lines


def list_columns(one: Gold, answer: Answer) -> list[str]:
    """Return the columns in which this question counts."""
    if not one.answerable:
        return ["unanswerable", *(["refused"] if answer.was_refused else [])]
    on_page, quoted = check_citations(one, answer)
    counted = {
        "answerable": True,
        "found": is_found(one, answer.retrieved_chunks),
        "answered": not answer.was_refused,
        "on the page": on_page,
        "the quote": quoted,
    }
    return [column for column, holds in counted.items() if holds]


def print_table(names: list[str], counts: Counter[tuple[str, str]]) -> None:
    """Print a row for each document, and their sum."""
    print(f"| document | {' | '.join(COLUMNS)} |")
    print("|---" * (len(COLUMNS) + 1) + "|")
    for name in names:
        print(f"| {name} | {' | '.join(str(counts[name, column]) for column in COLUMNS)} |")
    print(build_row("all", names, counts))


def build_row(title: str, names: list[str], counts: Counter[tuple[str, str]]) -> str:
    """Build a row with the sums over the documents."""
    sums = [sum(counts[name, column] for name in names) for column in COLUMNS]
    return f"| {title} | {' | '.join(map(str, sums))} |"


if __name__ == "__main__":
    main()

"""Questions over documents, all of them in one library: found, answered, refused; prints Markdown tables.

Usage: ``python -m benchmarks.ask FOLDER [--list] [--strictness LEVEL]``. The folder holds ``questions.jsonl``
and the documents that it names, or has them in ``documents``. A line has ``doc``, ``question``,
``answerable`` and ``quotes``, which are texts, or dicts with ``text`` and ``page_index``.
"""

from __future__ import annotations

import argparse
import json
import statistics
import tempfile
import time
import unicodedata
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ascribe import Answer
from ascribe.library import Library
from ascribe.library.answering.candidates import candidates
from ascribe.records import RetrievedChunk
from ascribe.stages import Draft, Offered

COLUMNS = ("answerable", "found", "answered", "on the page", "the quote", "unanswerable", "refused")
"""What is counted for each document."""

TOP = 5


@dataclass(frozen=True, slots=True)
class Gold:
    """A question and where its answer stands."""

    doc: str
    question: str
    answerable: bool
    quotes: tuple[str, ...]
    pages: frozenset[int]

    def holds(self, text: str) -> bool:
        """True if the text has a gold quote, or is a part of one."""
        held = folded(text)
        return any(quote in held or (len(held) > 20 and held in quote) for quote in map(folded, self.quotes))


def folded(text: str) -> str:
    """Letters and digits only: line ends, hyphens and quotation marks differ between readers."""
    return "".join(c for c in unicodedata.normalize("NFKC", text).casefold() if c.isalnum())


def read(folder: Path) -> list[Gold]:
    """The questions."""
    rows = [json.loads(line) for line in (folder / "questions.jsonl").read_text("utf-8").splitlines()]
    return [gold(row) for row in rows]


def gold(row: dict[str, Any]) -> Gold:
    """One question; a quote is a text, or a dict with its page."""
    quotes = [{"text": q} if isinstance(q, str) else q for q in row["quotes"]]
    pages = {int(q["page_index"]) for q in quotes if q.get("page_index") is not None}
    texts = tuple(q["text"] for q in quotes)
    return Gold(row["doc"], row["question"], row["answerable"], texts, frozenset(pages))


def is_found(one: Gold, passages: Iterable[RetrievedChunk]) -> bool:
    """True if a passage lies on a gold page; of a document without pages, if it holds a gold quote."""
    for passage in passages:
        chunk = passage.chunk
        if chunk.doc_id != one.doc:
            continue
        first, last = chunk.metadata.get("pages", (0, -1))
        if any(first <= page <= last for page in one.pages) or (not one.pages and one.holds(chunk.text)):
            return True
    return False


def citations(one: Gold, answer: Answer) -> tuple[bool, bool]:
    """Whether a citation lies on a gold page, and whether one has a gold quote."""
    cited = [r for s in answer.supported_sentences for r in s.references if r.label == "supports"]
    mine = [r for r in cited if r.document_id == one.doc]
    quoted = any(one.holds(r.quote) for r in mine)
    return any(one.pages & set(r.pages) for r in mine) or (not one.pages and quoted), quoted


def main() -> None:
    """Ask everything and print the tables."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--strictness", default="balanced")
    parser.add_argument("--list", action="store_true", help="print what went wrong")
    options = parser.parse_args()
    questions = read(options.folder)
    inside = options.folder / "documents"
    home = inside if inside.is_dir() else options.folder
    names = sorted({one.doc for one in questions})
    with tempfile.TemporaryDirectory() as folder, Library(Path(folder) / "library") as library:
        started = time.perf_counter()
        library.add([home / name for name in names])
        seconds = time.perf_counter() - started
        counts, latencies, lines = run(library, questions, options.strictness)
        floor, _, _ = run(library, questions, options.strictness, First())
        pages = library.info()["pages"]
        sentences = library.info()["sentences"]
    print_table(names, counts)
    print(row("the floor: always the first sentence by words and meaning", names, floor))
    rate = f"{pages / seconds:.1f} pages a second, " if pages else ""
    print(f"\nTaken in with vectors: {rate}{sentences / seconds:,.0f} sentences a second.")
    print(f"An answer: median {statistics.median(latencies) * 1000:.0f} ms, worst {max(latencies):.1f} s.")
    if options.list:
        print("\n" + "\n".join(lines))


class First:
    """A generator that quotes the first sentence and never refuses."""

    def generate(self, question: str, offered: Sequence[Offered], language: str | None) -> Draft:
        """That sentence, whatever is asked."""
        del question, language
        found = candidates(offered)
        return Draft(found[0].sentence.text) if found else Draft(outcome="no_evidence")


def run(
    library: Library, questions: list[Gold], strictness: Any, generator: Any = "extractive"
) -> tuple[Counter[tuple[str, str]], list[float], list[str]]:
    """Counts by document and column, seconds of each question, and what went wrong."""
    counts: Counter[tuple[str, str]] = Counter()
    latencies, lines = [], []
    for one in questions:
        started = time.perf_counter()
        answer = library.ask(one.question, top=TOP, strictness=strictness, generator=generator)
        latencies.append(time.perf_counter() - started)
        counts.update((one.doc, column) for column in columns(one, answer))
        if one.answerable == answer.was_refused or (one.answerable and not any(citations(one, answer))):
            said = answer.refusal_reason or " ".join((answer.reply or "").split())[:160]
            lines.append(f"- {one.doc} ({answer.confidence or 0.0:.2f}) {one.question} → {said}")
    return counts, latencies, lines


def columns(one: Gold, answer: Answer) -> list[str]:
    """The columns that this question counts in."""
    if not one.answerable:
        return ["unanswerable", *(["refused"] if answer.was_refused else [])]
    on_page, quoted = citations(one, answer)
    counted = {
        "answerable": True,
        "found": is_found(one, answer.retrieved_chunks),
        "answered": not answer.was_refused,
        "on the page": on_page,
        "the quote": quoted,
    }
    return [column for column, holds in counted.items() if holds]


def print_table(names: list[str], counts: Counter[tuple[str, str]]) -> None:
    """A row for each document, and their sum."""
    print(f"| document | {' | '.join(COLUMNS)} |")
    print("|---" * (len(COLUMNS) + 1) + "|")
    for name in names:
        print(f"| {name} | {' | '.join(str(counts[name, column]) for column in COLUMNS)} |")
    print(row("all", names, counts))


def row(title: str, names: list[str], counts: Counter[tuple[str, str]]) -> str:
    """The sums over all documents."""
    sums = [sum(counts[name, column] for name in names) for column in COLUMNS]
    return f"| {title} | {' | '.join(map(str, sums))} |"


if __name__ == "__main__":
    main()

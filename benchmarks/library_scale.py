"""Measure the speed of a library at 5,000 and 50,000 sentences; print one Markdown table.

Usage: ``python -m benchmarks.library_scale [--sentences 5000 50000]``. The documents are invented and have 50
sentences each; a stand-in for the encoder makes the vectors, so that only the library is measured. Times are
wall-clock: the mean in the first line, the best and the median over several questions in the others.
"""

from __future__ import annotations

import argparse
import statistics
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from ascribe.library import Library
from ascribe.library.retrieval import POOL_SIZE, Query, Retriever
from benchmarks.library_stand_in import StandIn, generate_document

SENTENCES = 50
"""Sentences of a document."""

QUESTIONS = 20
OFFERED = 10
"""Passages whose sentences are listed."""


def main() -> None:
    """Measure the library and print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sentences", type=int, nargs="+", default=(5_000, 50_000))
    sizes = parser.parse_args().sentences
    columns = [measure_library(size) for size in sizes]
    columns.append(measure_library(sizes[-1], in_one=True))
    heads = [*(f"{size:,} sentences" for size in sizes), f"{sizes[-1]:,} in one document"]
    print("| what | " + " | ".join(heads) + " |")
    print("|---" + "|--:" * len(heads) + "|")
    for what in columns[0]:
        print(f"| {what} | " + " | ".join(column[what] for column in columns) + " |")


def measure_library(sentences: int, *, in_one: bool = False) -> dict[str, str]:
    """Measure a library of that many sentences; return measure → figure."""
    each = sentences if in_one else SENTENCES
    sources = [generate_document(number, each) for number in range(sentences // each)]
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "library.ascribe"
        with Library(file, encoder=StandIn()) as library:
            began = time.perf_counter()
            library.add(sources)
            adding = (time.perf_counter() - began) / len(sources)
            began = time.perf_counter()
            library.add(sources)
            again = (time.perf_counter() - began) / len(sources)
        with Library(file, encoder=StandIn()) as library:
            return {
                "file": f"{file.stat().st_size / 2**20:.0f} MB",
                "add, per document": format_times(adding),
                "add again what is there, per document": format_times(again),
                **time_question_steps(
                    library, [build_question(source["text"]) for source in choose_sources(sources)]
                ),
            }


def choose_sources(sources: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Choose documents to ask about, evenly spaced."""
    return [sources[n * len(sources) // QUESTIONS] for n in range(QUESTIONS)]


def build_question(text: str) -> str:
    """Return eight words from the middle of a text."""
    words = text.split()
    return " ".join(words[len(words) // 2 :][:8])


def time_question_steps(library: Library, questions: list[str]) -> dict[str, str]:
    """Measure every step of a question."""
    store, encoder = library._store, StandIn()
    finder = Retriever(store, encoder)
    vectors = encoder.embed(questions)
    first = time_calls(lambda _: library.search(questions[0]), [0])
    made = [
        Query(finder._build_terms(text, None), vector)
        for text, vector in zip(questions, vectors, strict=True)
    ]
    rows = [[found.row for found in finder.find_hits(text, OFFERED)] for text in questions]
    return {
        "first search, which reads the vectors": format_times(*first),
        "search": format_times(*time_calls(library.search, questions)),
        "by words alone": format_times(
            *time_calls(lambda one: store.rank_by_words(one.stems, POOL_SIZE, None), made)
        ),
        "by vectors alone": format_times(
            *time_calls(lambda one: store.rank_by_vectors(one.vector, encoder.digest, POOL_SIZE, None), made)
        ),
        "search in a tenth of the documents": format_times(
            *time_calls(lambda text: library.search(text, where={"shelf": 0}), questions)
        ),
        f"list the sentences of {OFFERED} passages": format_times(
            *time_calls(lambda found: [p.sentences for p in store.load_passages(found).values()], rows)
        ),
        "their documents, with these sentences": format_times(*time_calls(store.load_parts, rows)),
    }


def time_calls(call: Callable[[Any], object], items: list[Any]) -> list[float]:
    """Return the seconds of the call for each item."""
    times = []
    for item in items:
        began = time.perf_counter()
        call(item)
        times.append(time.perf_counter() - began)
    return times


def format_times(*seconds: float) -> str:
    """Format milliseconds: the best and the median, or a single value."""
    best, median = (f"{1000 * s:.1f}" for s in (min(seconds), statistics.median(seconds)))
    return f"{best} ms" if len(seconds) == 1 else f"{best} / {median} ms"


if __name__ == "__main__":
    main()

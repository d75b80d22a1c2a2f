"""Compare the speed of adding documents and answering with verifiable-rag 0.5.2; print one Markdown table.

Usage: ``python -m benchmarks.original``; ``benchmarks.ask`` ends with it. The figures of the original were
measured on two cores: its bundled document of 84 sentences with MiniLM, a stub for the language model, and
its list of sources over invented documents. Those of Ascribe are measured on invented documents too, with the
built-in models and no stub.
"""

from __future__ import annotations

import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from ascribe.library import Library
from benchmarks.library_scale import OFFERED, build_question, choose_sources, time_calls
from benchmarks.library_stand_in import StandIn, generate_document

SENTENCES = 84
MANY, EACH = 50_000, 50

ROWS = (
    ("a new process takes in 84 sentences, with vectors", "6.6 s"),
    ("a question about them, answered or refused", "0.5 s"),
    (f"list the sentences of {OFFERED} passages, of 50,000 in all", "2.8 s"),
)
"""What is measured, and the time of the original."""


def print_table() -> None:
    """Measure Ascribe and print the table."""
    print("| what | verifiable-rag 0.5.2 | here |\n|---|--:|--:|")
    for (what, theirs), ours in zip(ROWS, measure_rows(), strict=True):
        print(f"| {what} | {theirs} | {ours} |", flush=True)


def measure_rows() -> Iterator[str]:
    """Yield the figures of ``ROWS``, in order."""
    with tempfile.TemporaryDirectory() as folder:
        file, source = Path(folder) / "library.ascribe", Path(folder) / "invented.md"
        text = generate_document(1, SENTENCES)["text"]
        source.write_text(text, "utf-8")
        began = time.perf_counter()
        command = [sys.executable, "-m", "ascribe", "add", str(source), "--library", str(file)]
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL)  # noqa: S603 - our own command
        yield f"{time.perf_counter() - began:.1f} s"
        yield time_question(file, text)
        yield time_listing(Path(folder) / "large.ascribe")


def time_question(file: Path, text: str) -> str:
    """Return the median time of a question after the models are loaded."""
    words = text.split()
    questions = [
        f"What is {' '.join(words[start : start + 4])}?" for start in range(0, len(words), len(words) // 20)
    ]
    with Library(file) as library:
        library.ask(questions[0])
        return format_median(time_calls(library.ask, questions[1:]))


def time_listing(file: Path) -> str:
    """Return the median time to list sources, in a library of many documents."""
    sources = [generate_document(number, EACH) for number in range(MANY // EACH)]
    with Library(file, encoder=StandIn()) as library:
        library.add(sources)
        store, finder = library._store, library._search
        found = [
            finder.find_hits(build_question(source["text"]), OFFERED) for source in choose_sources(sources)
        ]
        rows = [[one.row for one in each] for each in found]
        return format_median(
            time_calls(lambda each: [p.sentences for p in store.load_passages(each).values()], rows)
        )


def format_median(seconds: list[float]) -> str:
    """Format the median in milliseconds."""
    return f"{1000 * statistics.median(seconds):.1f} ms"


if __name__ == "__main__":
    print_table()

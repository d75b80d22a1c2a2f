"""Measure a check against a library beside one that reads the PDF files each time; print a Markdown table.

Usage: ``python -m benchmarks.library_check FOLDER [--copies 4] [--tier rules]``. The English PDF files of the
folder are copied, so that each copy is a file of its own. The two ways alternate in one process; a figure is
the best of the repetitions. *Found passages* is the way of a library that is too large to be checked as a
whole; here the limit is lowered so that it applies.
"""

from __future__ import annotations

import argparse
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import ascribe
from ascribe import Library
from ascribe.errors import AscribeError
from ascribe.library import sources
from ascribe.read.sources import read_sources
from ascribe.records import Answer

MOST_PAGES = 60
STATEMENTS = 6


def main() -> None:
    """Measure and print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--copies", type=int, default=4)
    parser.add_argument("--repetitions", type=int, default=2)
    parser.add_argument("--tier", default="rules")
    chosen = parser.parse_args()
    with tempfile.TemporaryDirectory() as made:
        folder = Path(made) / "pdf"
        folder.mkdir()
        reply = copy_files(chosen.folder, folder, chosen.copies)
        with Library(Path(made) / "l", encode=False) as library:
            began = time.perf_counter()
            library.add(folder)
            adding = time.perf_counter() - began
            figures = library.info()
            ways: dict[str, Callable[[], Answer]] = {
                "reading the files": lambda: ascribe.check(reply, folder, tier=chosen.tier),
                "library, as a whole": lambda: ascribe.check(reply, library, tier=chosen.tier),
                "library, found passages": lambda: check_found(reply, library, chosen.tier),
            }
            best = dict.fromkeys(ways, float("inf"))
            answers = {}
            for _ in range(chosen.repetitions):
                for name, way in ways.items():
                    began = time.perf_counter()
                    answers[name] = way()
                    best[name] = min(best[name], time.perf_counter() - began)
    print(
        f"{figures['documents']} files, {figures['pages']} pages, {figures['sentences']:,} sentences; ",
        end="",
    )
    print(f"adding them once takes {adding:.1f} s; tier {chosen.tier}")
    print("| check of a reply with six statements | time | beside reading | supported |")
    print("|---|--:|--:|--:|")
    for name, seconds in best.items():
        ratio = best["reading the files"] / seconds
        supported = answers[name].status_counts().get("supported", 0)
        print(f"| {name} | {seconds:.2f} s | {ratio:.1f} × faster | {supported} |")


def copy_files(given: Path, folder: Path, copies: int) -> str:
    """Copy the readable PDF files, each with other bytes; return a reply of sentences from them."""
    statements = []
    for path in sorted(given.glob("*.pdf")):
        try:
            (document,) = read_sources([path])
        except (AscribeError, ValueError):
            continue
        if not document.sentences or document.num_pages > MOST_PAGES or document.language != "en":
            continue
        long = [sentence.text for sentence in document.sentences if 80 < len(sentence.text) < 200]
        statements += long[len(long) // 2 :][:2]
        for number in range(copies):
            target = folder / f"{path.stem}-{number}.pdf"
            target.write_bytes(path.read_bytes() + f"\n% copy {number}\n".encode())
    return " ".join(statements[:STATEMENTS])


def check_found(reply: str, library: Library, tier: str) -> Answer:
    """Check the reply as if the library were too large to be checked as a whole."""
    whole, sources.MAX_WHOLE_SENTENCES = sources.MAX_WHOLE_SENTENCES, 0
    try:
        return ascribe.check(reply, library, tier=tier)
    finally:
        sources.MAX_WHOLE_SENTENCES = whole


if __name__ == "__main__":
    main()

"""List which files of a folder can be read, and the errors of the others; print one Markdown table.

Usage: ``python benchmarks/files.py FOLDER``.
"""

from __future__ import annotations

import argparse
import time
from pathlib import Path

from ascribe import InputError, read_sources

SUFFIXES = {".txt", ".md", ".html", ".pdf", ".docx"}


def main() -> None:
    """Read every file separately and print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    folder = parser.parse_args().folder
    print("| file | pages | sentences | characters | seconds | or refused with |\n|---|---|---|---|---|---|")
    for path in sorted(folder.iterdir()):
        if path.suffix in SUFFIXES and path.name != "README.md":
            print(build_row(path))


def build_row(path: Path) -> str:
    """Build the table row of one file."""
    began = time.perf_counter()
    try:
        (document,) = read_sources(path)
    except InputError as error:
        return f"| {path.name} | | | | | {error} |"
    seconds = time.perf_counter() - began
    text = document.full_text or ""
    for sentence in document.sentences:
        assert text[sentence.span.char_start : sentence.span.char_end] == sentence.text
    pages = document.num_pages or "–"
    return f"| {path.name} | {pages} | {len(document.sentences)} | {len(text)} | {seconds:.2f} | |"


if __name__ == "__main__":
    main()

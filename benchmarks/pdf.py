"""Measure the quality and speed of reading PDF files; print one Markdown table.

Usage: ``python benchmarks/pdf.py FOLDER``, where the folder contains PDF files and, with the quotes to find,
``questions.jsonl`` and ``answers.jsonl``: objects with ``doc`` and, at any depth, ``quotes``, each with
``text``, ``page_index``, ``also_on`` and ``match`` (``exact``, ``dehyphenated`` or ``squashed``).
``--missed`` lists the quotes that were not found, ``--open`` the prose sentences without an end mark.
"""

from __future__ import annotations

import argparse
import bisect
import json
import re
import time
import unicodedata
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from ascribe.errors import SourceError
from ascribe.protocols import Extract, Limits
from ascribe.read.document import build_document
from ascribe.read.pdf import PdfReader

_QUOTES = str.maketrans({"“": '"', "”": '"', "„": '"', "‘": "'", "’": "'"})
_END = re.compile(r"[.!?:;…。؟][\"'”’)\]»]*(?:\[\d+\])*[\d⁰¹²³⁴-⁹⁾*∗†‡]{0,3}$")


@dataclass
class Score:
    """Counts for one file."""

    pages: int = 0
    seconds: float = 0.0
    quotes: int = 0
    found: int = 0
    on_page: int = 0
    sentences: int = 0
    unended: list[str] = field(default_factory=list)
    missed: list[str] = field(default_factory=list)

    def row(self, name: str) -> str:
        """Build one line of the table."""
        share = f"{100 * len(self.unended) / self.sentences:.1f} %" if self.sentences else "–"
        quotes = f"{self.found}/{self.quotes}" if self.quotes else "–"
        on_page = f"{self.on_page}/{self.found}" if self.found else "–"
        speed = self.pages / self.seconds if self.seconds else 0.0
        return f"| {name} | {self.pages} | {quotes} | {on_page} | {share} of {self.sentences} | {speed:.0f} |"


def normalize_text(text: str) -> tuple[str, list[int]]:
    """Normalize to NFKC, straight quotation marks and single spaces; return text and original offsets."""
    chars: list[str] = []
    offsets: list[int] = []
    for offset, char in enumerate(text):
        for part in unicodedata.normalize("NFKC", char.translate(_QUOTES)):
            if part.isspace() and (not chars or chars[-1] == " "):
                continue
            chars.append(" " if part.isspace() else part)
            offsets.append(offset)
    return "".join(chars), offsets


def find_quotes(value: Any) -> Iterator[dict[str, Any]]:
    """Yield every quote with a page in a nested JSON value."""
    if isinstance(value, dict):
        for quote in value.get("quotes", []):
            if quote["page_index"] is not None:
                yield quote
        for inner in value.values():
            yield from find_quotes(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from find_quotes(inner)


def load_quotes(folder: Path) -> dict[str, list[dict[str, Any]]]:
    """Load the quotes of each file, each text once."""
    found: dict[str, dict[str, dict[str, Any]]] = defaultdict(dict)
    for name in ("questions.jsonl", "answers.jsonl"):
        path = folder / name
        for line in path.read_text("utf-8").splitlines() if path.exists() else []:
            row = json.loads(line)
            for quote in find_quotes(row):
                found[row["doc"]][quote["text"]] = quote
    return {doc: list(quotes.values()) for doc, quotes in found.items()}


def count_quotes(quotes: list[dict[str, Any]], extract: Extract, score: Score) -> None:
    """Count the quotes that the text contains, and those of them on the right page."""
    text, offsets = normalize_text(extract.text)
    for quote in quotes:
        score.quotes += 1
        needle = re.escape(normalize_text(quote["text"])[0].strip())
        places = [offsets[match.start()] for match in re.finditer(needle, text)]
        if not places:
            score.missed.append(f"{quote['match']}: {quote['text']}")
            continue
        score.found += 1
        pages = {bisect.bisect_right(extract.page_breaks, place) - 1 for place in places}
        score.on_page += not pages.isdisjoint({quote["page_index"], *quote.get("also_on", [])})


def measure_file(path: Path, quotes: list[dict[str, Any]]) -> Score:
    """Read one file and count."""
    data = path.read_bytes()
    start = time.process_time()
    extract = PdfReader().read(data, path.name, Limits())
    score = Score(pages=extract.metadata["pages"], seconds=time.process_time() - start)
    count_quotes(quotes, extract, score)
    document = build_document(extract, doc_id=path.name, source_path=path, parser_name="pdf", digest="")
    prose = [(block.start, block.end) for block in extract.blocks if block.kind == "prose"]
    starts = {start for start, _ in prose}
    units = [
        s for s in document.sentences if s.span.char_start in starts or _inside(s.span.char_start, prose)
    ]
    score.sentences = len(units)
    score.unended = [unit.text for unit in units if not _END.search(unit.text)]
    return score


def _inside(offset: int, spans: list[tuple[int, int]]) -> bool:
    return any(start <= offset < end for start, end in spans)


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--missed", action="store_true")
    parser.add_argument("--open", action="store_true")
    parser.add_argument("--only", default="", help="read only files whose name contains this")
    options = parser.parse_args()
    quotes = load_quotes(options.folder)
    print("| file | pages | quotes found | on their page | prose sentences without an end mark | pages/s |")
    print("|---|---|---|---|---|---|")
    details: list[str] = []
    for path in sorted(options.folder.glob("*.pdf")):
        if options.only not in path.name:
            continue
        try:
            score = measure_file(path, quotes.get(path.name, []))
        except SourceError as error:
            print(f"| {path.name} | refused: {error.reason} | | | | |")
            continue
        print(score.row(path.name))
        details += [f"missed in {path.name}: {text}" for text in score.missed if options.missed]
        details += [f"open in {path.name}: {text!r}" for text in score.unended if options.open]
    print("\n".join(["", *details]))


if __name__ == "__main__":
    main()

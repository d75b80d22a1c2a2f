"""Titled tables of text, rendered as Markdown or for a terminal."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from ascribe.errors import InputError

FORMATS = ("table", "md", "json")

_SUFFIXES = {".json": "json", ".md": "md", ".markdown": "md", ".txt": "table", ".text": "table"}
"""Suffix of the output file → format."""


@dataclass(frozen=True, slots=True)
class Listing:
    """A table with its title and explanatory notes.

    Args:
        title: one line.
        head: a heading per column; empty if there is no table.
        rows: rows of cells, one cell per heading.
        notes: sentences below the table.
    """

    title: str
    head: tuple[str, ...] = ()
    rows: tuple[tuple[str, ...], ...] = ()
    notes: tuple[str, ...] = ()


def render_listings(listings: Sequence[Listing], name: str, output: Path | None) -> str:
    """Render the listings as ``table`` or ``md``."""
    if name == "md":
        return render_markdown(listings)
    from shutil import get_terminal_size

    from ascribe.apps.terminal import wants_color

    width = get_terminal_size((100, 24)).columns
    return render_terminal(listings, width, color=output is None and wants_color())


def choose_table_format(name: str | None, output: Path | None) -> str:
    """Return ``table``, ``md`` or ``json``: as named, else by the file's suffix, else by the output."""
    if name is None and output is not None:
        name = _SUFFIXES.get(output.suffix.lower())
        if name is None:
            raise InputError(f"{output}: this suffix has no format; choose one with --format.")
    if name is None:
        name = choose_screen_format()
    if name not in FORMATS:
        raise InputError(f"--format must be one of {', '.join(FORMATS)}, got {name!r}.")
    own = None if output is None else _SUFFIXES.get(output.suffix.lower())
    if own not in (None, "table", name):  # a text file may hold any text
        raise InputError(
            f"{output}: this suffix is for {own}, not {name}; give another name, or leave --format out."
        )
    return name


def check_output(output: Path | None, files: list[Path]) -> None:
    """Raise ``InputError`` if the output file cannot be written, or is one of the input files."""
    if output is None:
        return
    if output.is_dir() or not output.parent.is_dir():
        raise InputError(f"{output}: cannot be written; give a file in a folder that exists as -o.")
    if any(file.is_file() and output.exists() and output.samefile(file) for file in files):
        raise InputError(f"{output}: -o would overwrite a labelled file; give another -o.")


def choose_screen_format() -> str:
    """Return ``table`` if standard output is a terminal, else ``md``."""
    return "table" if sys.stdout is not None and sys.stdout.isatty() else "md"


def render_markdown(listings: Sequence[Listing]) -> str:
    """Render headings, tables and notes as Markdown."""
    parts = []
    for listing in listings:
        parts.append(f"## {listing.title}")
        if listing.rows:
            lines = [listing.head, ("---",) * len(listing.head), *listing.rows]
            parts.append("\n".join(f"| {' | '.join(map(_escape_cell, line))} |" for line in lines))
        parts += listing.notes
    return "\n\n".join(parts) + "\n"


def _escape_cell(text: str) -> str:
    """Put the text on one line and escape the separator of cells."""
    return " ".join(text.split()).replace("|", "\\|")


def render_terminal(listings: Sequence[Listing], width: int, color: bool) -> str:
    """Render titles, tables and notes for a terminal of that width."""
    from io import StringIO

    from rich import box
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    file = StringIO()
    console = Console(file=file, width=width, force_terminal=color, no_color=not color)
    for number, listing in enumerate(listings):
        console.print(Text(("\n" if number else "") + listing.title, style="bold"))
        if listing.rows:
            grid = Table(box=box.SIMPLE_HEAD, pad_edge=False)
            for name in listing.head:
                grid.add_column(Text(name), overflow="fold")
            for row in listing.rows:
                grid.add_row(*map(Text, row))
            console.print(grid)
        for note in listing.notes:
            console.print(Text(note))
    return "\n".join(line.rstrip() for line in file.getvalue().splitlines()) + "\n"

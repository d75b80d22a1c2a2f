"""Splits a text at Ascribe's boundaries, for the splitters of frameworks."""

from __future__ import annotations

from typing import Literal, get_args

from ascribe.errors import InputError
from ascribe.read import read_sources
from ascribe.read.passages import split_passages

Unit = Literal["passage", "sentence"]


def check_unit(unit: str) -> None:
    """Raise ``InputError`` if a text cannot be split into these units."""
    if unit not in get_args(Unit):
        raise InputError(f"unit must be one of {', '.join(get_args(Unit))}, got {unit!r}.")


def split_spans(text: str, unit: str, language: str | None = None) -> list[tuple[int, int]]:
    """Return start and end of the passages or sentences of a text; a blank text has none.

    Raises:
        InputError: the text cannot be read.
    """
    if not text.strip():
        return []
    (read,) = read_sources({"text": text}, language=language)
    pieces = read.sentences if unit == "sentence" else split_passages(read)
    return [(piece.span.char_start, piece.span.char_end) for piece in pieces]

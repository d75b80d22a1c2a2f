"""Pieces of a rendering, the reply's own and added ones, put together with their spans."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from ascribe.records import Reference
from ascribe.stages import Insertion, Rendered


@dataclass(frozen=True, slots=True)
class Piece:
    """A stretch of a rendering. An empty ``kind`` means that it is the reply's own."""

    text: str
    kind: str = ""
    references: tuple[Reference, ...] = ()


def assemble(pieces: Iterable[Piece]) -> Rendered:
    """The pieces as one text, with an insertion for every added piece that is not empty."""
    texts: list[str] = []
    insertions: list[Insertion] = []
    position = 0
    for piece in pieces:
        end = position + len(piece.text)
        if piece.kind and piece.text:
            insertions.append(Insertion(position, end, piece.kind, piece.references))
        texts.append(piece.text)
        position = end
    return Rendered("".join(texts), tuple(insertions))

"""Rows of links before the text of a page and behind it: menus, paths, jumps, buttons to share it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from ascribe.stages import Block, BlockKind

_TEXT = 40
"""Characters outside links from which a block with a stop is text."""

_LABEL = 30
"""Characters of the label of a link in a menu, on average, at most."""

_LINKED = 0.6
"""Share of the characters in links, from which two links are a menu."""

_STOPS = frozenset(".!?。！？؟।…")


@dataclass(frozen=True, slots=True)
class Piece:
    """A block before it gets its place. ``linked`` counts characters in links; ``blocks`` are of its text."""

    kind: BlockKind
    text: str
    level: int = 0
    continues: bool = False
    links: int = 0
    linked: int = 0
    blocks: tuple[Block, ...] = ()

    @property
    def is_text(self) -> bool:
        """True for a sentence, a row of a table, or code."""
        if self.kind not in ("prose", "list_item"):
            return self.kind != "heading"
        return len(self.text) - self.linked >= _TEXT and not _STOPS.isdisjoint(self.text)

    @property
    def is_menu(self) -> bool:
        """True for one link, or several short ones with little between them."""
        if self.kind not in ("prose", "list_item") or not self.links:
            return False
        share = 1.0 if self.links == 1 else _LINKED
        return self.linked >= share * len(self.text) and self.linked <= _LABEL * self.links


def without_menus(pieces: Sequence[Piece]) -> list[Piece]:
    """The pieces without menus before the first text and behind the last; all of them where none is text.

    A list of links right below a heading is what the heading says.
    """
    texts = [index for index, piece in enumerate(pieces) if piece.is_text]
    if not texts:
        return list(pieces)
    kept: list[Piece] = []
    headed = dropped = False
    for index, piece in enumerate(pieces):
        headed = piece.kind == "heading" or (headed and piece.kind == "list_item")
        outside = not texts[0] <= index <= texts[-1]
        if outside and piece.is_menu and not (headed and piece.kind == "list_item"):
            dropped = True
            continue
        kept.append(replace(piece, continues=piece.continues and not dropped))
        dropped = False
    return kept

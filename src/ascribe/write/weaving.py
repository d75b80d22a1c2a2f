"""The reply and what belongs at certain places of it, part by part."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Iterator, Sequence

from ascribe.write.markdown_zones import Gap
from ascribe.write.pieces import Piece

Woven = Generator[list[Piece], None, list[Piece]]
"""For each place the reply up to it and what belongs there; returns the rest of the reply."""


def weave(
    reply: str,
    placed: Iterable[tuple[Gap, Sequence[Piece]]],
    stretch: Callable[[int, int], Iterable[Piece]],
    closing: str = "",
) -> Woven:
    """The whole reply with the pieces at their gaps; what belongs behind code that never ends comes last.

    Args:
        reply: the untouched reply.
        placed: pieces by gap, in reading order.
        stretch: start and end → that stretch of the reply as pieces.
        closing: what closes code or a comment that the reply leaves open.
    """
    position = 0
    late: list[Piece] = []
    for gap, pieces in placed:
        if gap.own_paragraph and gap.position == len(reply):
            late += pieces
            yield []
            continue
        cut = max(position, gap.position)
        yield [*stretch(position, cut), *(_in_own_paragraph(pieces) if gap.own_paragraph else pieces)]
        position = cut
    rest = [*stretch(position, len(reply)), Piece(closing, "style")]
    return [*rest, *_in_own_paragraph(late)] if late else rest


def woven(parts: Woven) -> list[Piece]:
    """All of it as one row."""
    row: list[Piece] = []
    while True:
        try:
            row += next(parts)
        except StopIteration as end:
            return [*row, *end.value]


def _in_own_paragraph(pieces: Sequence[Piece]) -> Iterator[Piece]:
    yield Piece("\n\n", "style")
    yield Piece(pieces[0].text.lstrip(), pieces[0].kind, pieces[0].references)
    yield from pieces[1:]
    yield Piece("\n", "style")

"""The reply and what belongs at certain places of it, as one row of pieces."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence

from ascribe.write.markdown_zones import Gap
from ascribe.write.pieces import Piece


def weave(
    reply: str,
    placed: Iterable[tuple[Gap, Sequence[Piece]]],
    stretch: Callable[[int, int], Iterable[Piece]],
    closing: str = "",
) -> Iterator[Piece]:
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
        elif pieces:
            cut = max(position, gap.position)
            yield from stretch(position, cut)
            yield from _in_own_paragraph(pieces) if gap.own_paragraph else pieces
            position = cut
    yield from stretch(position, len(reply))
    yield Piece(closing, "style")
    if late:
        yield from _in_own_paragraph(late)


def _in_own_paragraph(pieces: Sequence[Piece]) -> Iterator[Piece]:
    yield Piece("\n\n", "style")
    yield Piece(pieces[0].text.lstrip(), pieces[0].kind, pieces[0].references)
    yield from pieces[1:]
    yield Piece("\n", "style")

"""Segments of a rendering, of the reply and inserted ones, and their assembly into one text."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from dataclasses import dataclass

from ascribe.protocols import Insertion, Rendered
from ascribe.records import Reference
from ascribe.write.markdown_syntax import InsertionPoint


@dataclass(frozen=True, slots=True)
class Segment:
    """A part of a rendering. An empty ``kind`` means that it is text of the reply."""

    text: str
    kind: str = ""
    references: tuple[Reference, ...] = ()


def assemble_segments(pieces: Iterable[Segment]) -> Rendered:
    """Join the segments to one text, with an insertion for every added segment that is not empty."""
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


SegmentGroups = Generator[list[Segment], None, list[Segment]]
"""Yields for each place the reply up to it and what is inserted there; returns the rest of the reply."""


def insert_segments(
    reply: str,
    placed: Iterable[tuple[InsertionPoint | None, Sequence[Segment]]],
    stretch: Callable[[int, int], Iterable[Segment]],
    closing: str = "",
) -> SegmentGroups:
    """Yield the reply with segments inserted; those that belong after unclosed code come last.

    Args:
        reply: the untouched reply.
        placed: positions and their segments, in reading order; without a position, nothing is inserted.
        stretch: start and end → that part of the reply as segments.
        closing: what closes code or a comment that the reply leaves open.
    """
    position = 0
    late: list[Segment] = []
    for gap, pieces in placed:
        if gap is None:
            yield []
            continue
        if gap.own_paragraph and gap.position == len(reply):
            late += pieces
            yield []
            continue
        cut = max(position, gap.position)
        yield [*stretch(position, cut), *(_wrap_in_paragraph(pieces) if gap.own_paragraph else pieces)]
        position = cut
    rest = [*stretch(position, len(reply)), Segment(closing, "style")]
    return [*rest, *_wrap_in_paragraph(late)] if late else rest


def collect_segments(parts: SegmentGroups) -> list[Segment]:
    """Collect all segments in one list."""
    row: list[Segment] = []
    while True:
        try:
            row += next(parts)
        except StopIteration as end:
            return [*row, *end.value]


def _wrap_in_paragraph(pieces: Sequence[Segment]) -> Iterator[Segment]:
    yield Segment("\n\n", "style")
    yield Segment(pieces[0].text.lstrip(), pieces[0].kind, pieces[0].references)
    yield from pieces[1:]
    yield Segment("\n", "style")

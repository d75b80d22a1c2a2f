"""Which sentence a marker belongs to, and which sentences before it, by where it stands.

The conventions, as ``docs/repair.md`` states them: a marker belongs to the sentence in which it stands or
that it follows, before or after the full stop. One that closes a paragraph may belong as well to the
sentences before it that have none, back to the next marker. One with words of the sentence after it stands
at the words before it; a tag stands at the words inside it. A paragraph of nothing but markers belongs to
the paragraph above.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise, takewhile

from ascribe.read.blocks import split_blocks
from ascribe.read.markers import Marker, match_marker
from ascribe.stages import Block, Claim

_BLANKS = " \t"


@dataclass(frozen=True, slots=True)
class Group:
    """Markers with nothing but blanks between them.

    Args:
        markers: in order, one at least.
        claim: index of the sentence they belong to.
        closing: True if no words of that sentence follow.
        stretch: the words they stand at, if these are not the whole sentence: start and end in the reply.
        covers: indices of the sentences before that they may belong to as well.
        wraps: True for a tag round words.
    """

    markers: tuple[Marker, ...]
    claim: int
    closing: bool = True
    stretch: tuple[int, int] | None = None
    covers: tuple[int, ...] = ()
    wraps: bool = False

    @property
    def start(self) -> int:
        """The first character of the first marker."""
        return self.markers[0].start

    @property
    def end(self) -> int:
        """One past the last character of the last marker."""
        return self.markers[-1].end


def find_groups(text: str, claims: Sequence[Claim], markers: Sequence[Marker]) -> list[Group]:
    """The markers of the reply in groups, each with its sentence; empty without claims."""
    if not claims:
        return []
    blocks = split_blocks(text)
    starts = [block.start for block in blocks]
    block_of = [bisect_right(starts, claim.start) - 1 for claim in claims]
    groups = [_placed(run, claims, blocks, block_of) for run in _runs(text, markers)]
    groups = [
        _with_stretch(group, before, text, claims) for before, group in pairwise([None, *groups]) if group
    ]
    return _with_paragraphs(groups, claims, block_of)


def wrapping(run: tuple[Marker, ...], start: int, end: int, claims: Sequence[Claim]) -> Group | None:
    """Markers that stand for the words from ``start`` to ``end``; None if these are in no sentence."""
    inside = [i for i, claim in enumerate(claims) if start < claim.end and claim.start < end]
    if not inside:
        return None
    # Signs of Markdown before the first sentence or behind the last belong to none.
    start, end = max(start, claims[inside[0]].start), min(end, claims[inside[-1]].end)
    return _with_wrapped(Group(run, inside[0], wraps=True), start, end, claims)


def _runs(text: str, markers: Sequence[Marker]) -> list[tuple[Marker, ...]]:
    runs: list[list[Marker]] = []
    for marker in markers:
        touching = runs and not text[runs[-1][-1].end : marker.start].strip(_BLANKS)
        # A tag has words of its own inside it, so what stands beside it says nothing of the same words.
        if touching and not _wraps(text, marker) and not _wraps(text, runs[-1][-1]):
            runs[-1].append(marker)
        else:
            runs.append([marker])
    return [tuple(run) for run in runs]


def _wraps(text: str, marker: Marker) -> bool:
    return marker.style == "tag" and match_marker(text, marker)[0].wraps


def _placed(
    run: tuple[Marker, ...],
    claims: Sequence[Claim],
    blocks: Sequence[Block],
    block_of: Sequence[int],
) -> Group:
    """The group at its sentence: the last one that begins before it; the first one if none does."""
    index = max(0, bisect_right([claim.start for claim in claims], run[0].start) - 1)
    claim = claims[index]
    if index and not _has_words(claim.content) and block_of[index - 1] != block_of[index]:
        above = block_of[index - 1]
        if blocks[above].kind in ("prose", "list_item"):
            return Group(run, index - 1)
    after = claim.content[max(0, run[-1].end - claim.start) :]
    return Group(run, index, closing=not _has_words(after))


def _with_stretch(group: Group, before: Group | None, text: str, claims: Sequence[Claim]) -> Group:
    """The group with the words that it stands at, where these are less than its sentence."""
    claim = claims[group.claim]
    last = group.markers[-1]
    if _wraps(text, last):
        _, match = match_marker(text, last)
        return _with_wrapped(replace(group, wraps=True), match.end(1), match.start(2), claims)
    start = claim.start
    if before is not None and before.claim == group.claim:
        start = max(start, before.end)
    whole = start == claim.start and group.closing
    content = claim.content[start - claim.start : max(0, group.start - claim.start)]
    if whole or not _has_words(content):
        return group
    return replace(group, stretch=(start, group.start))


def _with_wrapped(group: Group, start: int, end: int, claims: Sequence[Claim]) -> Group:
    """A tag stands at the words inside it; round several sentences, it belongs to all of them."""
    claim = claims[group.claim]
    if claim.start <= start and end <= claim.end:
        content = claim.content[start - claim.start : end - claim.start]
        return replace(group, stretch=(start, end)) if _has_words(content) else group
    inside = (i for i, other in enumerate(claims) if start < other.end and other.start < end)
    return replace(group, covers=tuple(i for i in inside if i != group.claim))


def _with_paragraphs(groups: list[Group], claims: Sequence[Claim], block_of: Sequence[int]) -> list[Group]:
    """The last markers of a paragraph with the sentences before them that have none."""
    marked = {group.claim for group in groups}
    return [
        replace(group, covers=tuple(_unmarked_before(group.claim, marked, claims, block_of)))
        if group.closing and not group.covers and not group.wraps and _is_last(group.claim, claims, block_of)
        else group
        for group in groups
    ]


def _is_last(index: int, claims: Sequence[Claim], block_of: Sequence[int]) -> bool:
    """True if no words follow the sentence in its block."""
    following = range(index + 1, len(claims))
    rest = takewhile(lambda i: block_of[i] == block_of[index], following)
    return not any(_has_words(claims[i].content) for i in rest)


def _unmarked_before(
    index: int, marked: set[int], claims: Sequence[Claim], block_of: Sequence[int]
) -> list[int]:
    before = takewhile(lambda i: block_of[i] == block_of[index] and i not in marked, range(index - 1, -1, -1))
    return [i for i in before if _has_words(claims[i].content)][::-1]


def _has_words(text: str) -> bool:
    return any(char.isalnum() for char in text)

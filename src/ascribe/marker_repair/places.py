"""Which sentence a marker belongs to, and which sentences before it, by where it stands.

The conventions, as ``docs/repair.md`` states them: a marker belongs to the sentence in which it stands or
that it follows, before or after the full stop. One that closes a paragraph in which no other sentence has a
marker may belong to all of its sentences. One with words of the sentence after it stands at the words before
it. A paragraph of nothing but markers belongs to the paragraph above.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

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
    """

    markers: tuple[Marker, ...]
    claim: int
    closing: bool = True
    stretch: tuple[int, int] | None = None
    covers: tuple[int, ...] = ()

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
        return _with_wrapped(group, match.end(1), match.start(2), claims)
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
    """Groups that close a paragraph in which no other sentence has a marker, with what they cover."""
    marked: dict[int, set[int]] = {}
    for group in groups:
        marked.setdefault(block_of[group.claim], set()).add(group.claim)
    return [
        replace(group, covers=(*group.covers, *_before(group.claim, claims, block_of)))
        if group.closing and not group.covers and _closes(group.claim, marked, claims, block_of)
        else group
        for group in groups
    ]


def _closes(
    index: int, marked: dict[int, set[int]], claims: Sequence[Claim], block_of: Sequence[int]
) -> bool:
    block = block_of[index]
    following = index + 1
    while following < len(claims) and block_of[following] == block:
        if _has_words(claims[following].content):
            return False
        following += 1
    return marked[block] == {index}


def _before(index: int, claims: Sequence[Claim], block_of: Sequence[int]) -> tuple[int, ...]:
    return tuple(i for i in range(index) if block_of[i] == block_of[index] and _has_words(claims[i].content))


def _has_words(text: str) -> bool:
    return any(char.isalnum() for char in text)

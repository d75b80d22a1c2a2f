"""Find the words of markers with citing words beside them: "According to [1], …, and according to [2], …".

Such a marker refers to the words after it, up to the citing words of the next one. One that is alone in its
sentence refers to all of it.
"""

from __future__ import annotations

import re
import sys
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import TYPE_CHECKING

from ascribe.protocols import Claim

if TYPE_CHECKING:
    from ascribe.reply_citations.marked_reply import MarkerGroup

_WORD = re.compile(r"[^\W_]+")
Place = tuple[int, int]


def find_following_words(
    text: str, claims: Sequence[Claim], groups: Sequence[MarkerGroup]
) -> Iterator[Place | None]:
    """Yield for each group the place of the words after it; None for one without citing words beside it.

    Args:
        text: the reply.
        claims: its sentences.
        groups: the groups of markers, in order.
    """
    for index, of_claim in groupby(groups, key=lambda group: group.claim):
        together = list(of_claim)
        if len(together) == 1:
            yield None
        else:
            yield from _find_in_claim(text, claims[index], together)


def _find_in_claim(text: str, claim: Claim, groups: Sequence[MarkerGroup]) -> Iterator[Place | None]:
    read = [
        (claim.start + match.start(), claim.start + match.end()) for match in _WORD.finditer(claim.content)
    ]
    opens = _find_openings(text, claim, groups, [start for start, _ in read])
    end = claim.end
    found: list[Place | None] = []
    for group, opening in zip(reversed(groups), reversed(opens), strict=True):
        first, last = (bisect_left(read, (at, 0)) for at in (group.end, end))
        is_wanted = opening is not None and not group.closing and first < last
        found.append((read[first][0], read[last - 1][1]) if is_wanted else None)
        end = end if opening is None else opening
    return reversed(found)


def _find_openings(
    text: str, claim: Claim, groups: Sequence[MarkerGroup], read: Sequence[int]
) -> list[int | None]:
    """Return where each group begins with the citing words before it; None without such words beside it.

    Citing words are words of the reply and no words of the claim.
    """
    markers = [marker for group in groups for marker in group.markers]
    starts = [marker.start for marker in markers]
    known = set(read)

    def is_citing(start: int) -> bool:
        inside = bisect_right(starts, start) - 1
        return start not in known and (inside < 0 or markers[inside].end <= start)

    citing = [
        match.start() for match in _WORD.finditer(text, claim.start, claim.end) if is_citing(match.start())
    ]
    if not citing:
        return [None] * len(groups)
    others = sorted([*read, *starts])
    return [_find_opening(group, citing, others) for group in groups]


def _find_opening(group: MarkerGroup, citing: Sequence[int], others: Sequence[int]) -> int | None:
    """Return the first of the citing words right before the group, or its start if they are behind it."""
    place = bisect_left(others, group.start)
    least = others[place - 1] if place else -1
    first, last = bisect_right(citing, least), bisect_left(citing, group.start)
    if first < last:
        return citing[first]
    most = others[place + 1] if place + 1 < len(others) else sys.maxsize
    return group.start if bisect_left(citing, group.end) < bisect_left(citing, most) else None

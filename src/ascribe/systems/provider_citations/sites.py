"""A provider's citations as the markers of a reply: which sentences, words and documents each stands for."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass, replace

from ascribe.marker_repair.keys import Keys
from ascribe.marker_repair.places import Group, find_groups, wrapping
from ascribe.marker_repair.site import Pointer, Site
from ascribe.read.markers import Marker
from ascribe.read.replies import Reply, read_reply
from ascribe.records import Answer
from ascribe.stages import Claim, Limits
from ascribe.systems.provider_citations.quotes import trimmed
from ascribe.systems.provider_citations.records import CitedReply, NativeCitation


@dataclass(frozen=True, slots=True)
class Cited:
    """The reply with its citations in the place of markers.

    Args:
        site: as for a repair.
        members: for each group of the site the indices of its citations, one for each of its pointers.
    """

    site: Site
    members: tuple[tuple[int, ...], ...]


def read_cited(reply: CitedReply, language: str | None, limits: Limits | None) -> Reply:
    """The reply as ``check`` reads it, but marks of citations, such as links, are no words of it."""
    text = masked(reply)
    read = read_reply(text, language, limits)
    claims = [replace(claim, text=reply.text[claim.start : claim.end]) for claim in read.claims]
    return replace(read, text=reply.text, claims=claims)


def masked(reply: CitedReply) -> str:
    """The text of the same length with every mark blanked by spaces."""
    text = reply.text
    for citation in reply.citations:
        if citation.is_mark:
            blank = " " * (citation.end - citation.start)
            text = text[: citation.start] + blank + text[citation.end :]
    return text


def cited_site(reply: CitedReply, claims: Sequence[Claim], answer: Answer) -> Cited:
    """The citations in groups, each at its words; one that stands at no sentence is left out."""
    text = masked(reply)
    groups = [*_of_marks(reply, text, claims), *_of_words(reply, text, claims)]
    groups.sort(key=lambda group: (group.start, group.end))
    members = tuple(tuple(_number(marker) for marker in group.markers) for group in groups)
    keys = Keys(answer.documents)
    pointers = [
        [_pointer(keys, marker, reply.citations[_number(marker)]) for marker in group.markers]
        for group in groups
    ]
    return Cited(Site(claims, answer.sentences, groups, pointers), members)


def _of_marks(reply: CitedReply, text: str, claims: Sequence[Claim]) -> list[Group]:
    starts = [claim.start for claim in claims]
    markers = [
        Marker(*_behind_words(citation, text, starts), (number,), "native")
        for number, citation in enumerate(reply.citations)
        if citation.is_mark
    ]
    groups = find_groups(text, claims, sorted(markers, key=lambda m: (m.start, m.end)))
    return [_within(group, claims) for group in groups]


def _within(group: Group, claims: Sequence[Claim]) -> Group:
    """The group, its words no further than their sentence: a mark may stand far behind it."""
    if group.stretch is None:
        return group
    start, end = group.stretch
    return replace(group, stretch=(start, min(end, claims[group.claim].end)))


def _behind_words(citation: NativeCitation, text: str, starts: Sequence[int]) -> tuple[int, int]:
    """The mark, right behind the words before it; never at the very first character of the next sentence."""
    start = len(text[: citation.start].rstrip())
    place = bisect_left(starts, start)
    if start and place < len(starts) and starts[place] == start:
        return start - 1, max(start, citation.end)
    return start, max(start, citation.end)


def _of_words(reply: CitedReply, text: str, claims: Sequence[Claim]) -> list[Group]:
    by_span: dict[tuple[int, int], list[Marker]] = {}
    for number, citation in enumerate(reply.citations):
        if not citation.is_mark:
            span = trimmed(text, citation.start, citation.end)
            by_span.setdefault(span, []).append(Marker(*span, (number,), "native"))
    found = (wrapping(tuple(run), *span, claims) for span, run in by_span.items())
    return [group for group in found if group is not None]


def _number(marker: Marker) -> int:
    return int(marker.documents[0])


def _pointer(keys: Keys, marker: Marker, citation: NativeCitation) -> Pointer:
    """By the first name that a document has; a name that none has may be that of one not given."""
    found = ((key, keys.position(key, marker, "")) for key in citation.keys)
    key, position = next((pair for pair in found if pair[1] is not None), ((*citation.keys, "")[0], None))
    return Pointer(marker, key, position, position is None and not _is_position(citation))


def _is_position(citation: NativeCitation) -> bool:
    return bool(citation.keys) and all(isinstance(key, int) for key in citation.keys)

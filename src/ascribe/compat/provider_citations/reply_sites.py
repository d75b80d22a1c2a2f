"""A provider's citations in the role of markers: the sentences, words and documents of each."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass, replace

from ascribe.compat.provider_citations.quote_lookup import trim_range
from ascribe.compat.provider_citations.records import CitedReply, NativeCitation
from ascribe.protocols import Claim, Limits
from ascribe.read.markers import Marker
from ascribe.read.replies import Reply, read_reply
from ascribe.records import Answer
from ascribe.reply_citations.document_keys import DocumentKeys
from ascribe.reply_citations.marked_reply import (
    MarkedReply,
    MarkerGroup,
    Pointer,
    build_wrapping_group,
    find_groups,
)


@dataclass(frozen=True, slots=True)
class CitedSite:
    """A reply whose citations take the role of markers.

    Args:
        site: the marked reply, as in a citation repair.
        members: for each group of ``site``, the indices of its citations, one per pointer.
    """

    site: MarkedReply
    members: tuple[tuple[int, ...], ...]


def read_cited_reply(reply: CitedReply, language: str | None, limits: Limits | None) -> Reply:
    """Read the reply as ``check`` does, but exclude citation marks, such as links, from its words."""
    text = mask_marks(reply)
    read = read_reply(text, language, limits)
    claims = [replace(claim, text=reply.text[claim.start : claim.end]) for claim in read.claims]
    return replace(read, text=reply.text, claims=claims)


def mask_marks(reply: CitedReply) -> str:
    """Replace every mark in the text by spaces; the length does not change."""
    text = reply.text
    for citation in reply.citations:
        if citation.is_mark:
            blank = " " * (citation.end - citation.start)
            text = text[: citation.start] + blank + text[citation.end :]
    return text


def build_cited_site(reply: CitedReply, claims: Sequence[Claim], answer: Answer) -> CitedSite:
    """Group the citations by the words they cover; citations that belong to no sentence are left out."""
    text = mask_marks(reply)
    groups = [*_group_marks(reply, text, claims), *_group_spans(reply, text, claims)]
    groups.sort(key=lambda group: (group.start, group.end))
    members = tuple(tuple(_get_number(marker) for marker in group.markers) for group in groups)
    keys = DocumentKeys(answer.documents)
    pointers = [
        [_build_pointer(keys, marker, reply.citations[_get_number(marker)]) for marker in group.markers]
        for group in groups
    ]
    return CitedSite(MarkedReply(claims, answer.sentences, groups, pointers), members)


def _group_marks(reply: CitedReply, text: str, claims: Sequence[Claim]) -> list[MarkerGroup]:
    starts = [claim.start for claim in claims]
    markers = [
        Marker(*_move_behind_words(citation, text, starts), (number,), "native")
        for number, citation in enumerate(reply.citations)
        if _is_mark(citation, text)
    ]
    groups = find_groups(text, claims, sorted(markers, key=lambda m: (m.start, m.end)))
    return [_clip_to_claim(group, claims) for group in groups]


def _is_mark(citation: NativeCitation, text: str) -> bool:
    """Return True for a mark, and for a range without words behind others: it can only be a mark's place."""
    start, end = citation.start, citation.end
    is_empty = start <= len(text) and not text[start:end].strip()
    return citation.is_mark or (is_empty and bool(text[:start].strip()))


def _clip_to_claim(group: MarkerGroup, claims: Sequence[Claim]) -> MarkerGroup:
    """Limit the words of a group to their sentence, because a mark may follow much later."""
    if group.stretch is None:
        return group
    start, end = group.stretch
    return replace(group, stretch=(start, min(end, claims[group.claim].end)))


def _move_behind_words(citation: NativeCitation, text: str, starts: Sequence[int]) -> tuple[int, int]:
    """Move a mark directly after the preceding words, but not to the first character of a sentence."""
    start = len(text[: citation.start].rstrip())
    place = bisect_left(starts, start)
    if start and place < len(starts) and starts[place] == start:
        return start - 1, max(start, citation.end)
    return start, max(start, citation.end)


def _group_spans(reply: CitedReply, text: str, claims: Sequence[Claim]) -> list[MarkerGroup]:
    by_span: dict[tuple[int, int], list[Marker]] = {}
    for number, citation in enumerate(reply.citations):
        if not _is_mark(citation, text):
            span = trim_range(text, citation.start, citation.end)
            by_span.setdefault(span, []).append(Marker(*span, (number,), "native"))
    found = (build_wrapping_group(tuple(run), *span, claims) for span, run in by_span.items())
    return [group for group in found if group is not None]


def _get_number(marker: Marker) -> int:
    return int(marker.documents[0])


def _build_pointer(keys: DocumentKeys, marker: Marker, citation: NativeCitation) -> Pointer:
    """Resolve a citation by the first key that matches a document; without a match, it may be missing."""
    found = ((key, keys.position(key, marker, "")) for key in citation.keys)
    key, position = next((pair for pair in found if pair[1] is not None), ((*citation.keys, "")[0], None))
    return Pointer(marker, key, position, position is None and not _is_position(citation))


def _is_position(citation: NativeCitation) -> bool:
    return bool(citation.keys) and all(isinstance(key, int) for key in citation.keys)

"""A reply with its sentences, its groups of markers, and the documents that they name.

The conventions, as in ``docs/repair.md``: a marker belongs to the sentence that it is in or that it follows,
before or after the full stop. One that closes a paragraph may also belong to the unmarked sentences before
it, back to the previous marker. One that closes the lead of a list or table belongs to its unmarked items or
rows, and so does one in a paragraph of its own behind them. One with words of the sentence after it refers to
the words before it, or after it if citing words stand beside it; a tag refers to the words inside it.
A paragraph of nothing but markers belongs to the paragraph above.
"""

from __future__ import annotations

import re
import sys
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from itertools import pairwise, takewhile

from ascribe.protocols import Block, Claim
from ascribe.read.blocks import split_blocks
from ascribe.read.markers import Marker, match_marker, parse_markers
from ascribe.read.replies import Reply
from ascribe.read.source_entries import find_notes, find_source_entries
from ascribe.records import Answer, CitedSentence, Verdict
from ascribe.reply_citations.citing_clauses import find_following_words
from ascribe.reply_citations.document_keys import DocumentKeys, is_foreign
from ascribe.reply_citations.evidence import EvidenceQuery, Positions, find_supporting_documents


@dataclass(frozen=True, slots=True)
class Pointer:
    """One document that a marker names.

    Args:
        marker: the marker.
        key: the document as the marker names it.
        position: its 1-based position; None if no source has that key.
        foreign: True if the key may belong to another system.
    """

    marker: Marker
    key: int | str
    position: int | None
    foreign: bool = False


@dataclass(frozen=True)
class MarkedReply:
    """A reply with its sentences and its markers.

    Args:
        claims: the sentences.
        sentences: the same with their verdicts over all sources.
        groups: the groups of markers.
        pointers: for each group, the documents that it names.
        numbers: position of a document → its number in the reply; None if they are the same.
        notes: indices of the sentences of notes, which are what a citation rests on and need none themselves.
    """

    claims: Sequence[Claim]
    sentences: Sequence[CitedSentence]
    groups: Sequence[MarkerGroup]
    pointers: Sequence[Sequence[Pointer]]
    numbers: Mapping[int, int] | None = None
    notes: frozenset[int] = frozenset()
    _of_claim: dict[int, list[int]] = field(init=False, repr=False)
    _places: dict[int, Positions] = field(init=False, repr=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "_of_claim", {})
        object.__setattr__(self, "_places", {})
        for index, group in enumerate(self.groups):
            self._of_claim.setdefault(group.claim, []).append(index)

    def groups_of(self, claim: int) -> list[int]:
        """Return the indices of the groups that belong to that sentence."""
        return self._of_claim.get(claim, [])

    def places_of(self, claim: int) -> Positions:
        """Return all documents that the sentence's markers name."""
        if claim not in self._places:  # a sentence may have thousands of markers, and each asks for all
            pointers = (p for index in self.groups_of(claim) for p in self.pointers[index])
            found = {p.position for p in pointers if p.position is not None}
            self._places[claim] = tuple(sorted(found))
        return self._places[claim]

    def verdict(self, claim: int) -> Verdict:
        """Return the verdict of the sentence over all sources."""
        verdict = self.sentences[claim].verdict
        if verdict is None:  # cannot happen: check gives every sentence a verdict
            raise ValueError(f"sentence {claim} has no verdict")
        return verdict

    def bounds(self, claim: int) -> tuple[int, int]:
        """Return start and end of the sentence in the reply."""
        return self.claims[claim].start, self.claims[claim].end

    def iterate_queries(self) -> Iterator[EvidenceQuery]:
        """Yield all queries whose verdicts the plan needs."""
        for group in self.groups:
            places = self.places_of(group.claim)
            if len(places) > 1:
                yield (*self.bounds(group.claim), places)
            for place in places:
                yield from ((*self.bounds(i), (place,)) for i in (group.claim, *group.covers))
                if group.stretch:
                    yield (*group.stretch, (place,))
            if group.stretch:
                yield (*group.stretch, ())


def mark_reply(read: Reply, answer: Answer) -> MarkedReply:
    """Find the markers of a reply that was checked, their sentences, and the documents that they name."""
    groups = find_groups(read.text, read.claims, parse_markers(read.text, len(answer.documents), read.known))
    blocks = split_blocks(read.text)
    notes = [
        (note.label, [i for i, claim in enumerate(read.claims) if note.start <= claim.start < note.end])
        for note in find_notes(read.text, blocks)
    ]
    quoted = {label: _find_quoted_documents(answer, claims) for label, claims in notes}
    keys = DocumentKeys(answer.documents, find_source_entries(read.text, blocks), quoted)
    pointers = [
        [p for marker in group.markers for p in _build_pointers(keys, marker, read.text)] for group in groups
    ]
    of_notes = frozenset(claim for _, claims in notes for claim in claims)
    return MarkedReply(read.claims, answer.sentences, groups, pointers, keys.numbers, of_notes)


def _find_quoted_documents(answer: Answer, claims: Sequence[int]) -> Positions:
    """Return the documents that say what a note says, best first."""
    verdicts = (answer.sentences[claim].verdict for claim in claims)
    found = (find_supporting_documents(verdict) for verdict in verdicts if verdict is not None)
    return tuple(dict.fromkeys(place for places in found for place in places))


def _build_pointers(keys: DocumentKeys, marker: Marker, text: str) -> list[Pointer]:
    written = text[marker.start : marker.end]
    found = [(key, keys.position(key, marker, written)) for key in marker.documents]
    return [Pointer(marker, key, place, place is None and is_foreign(key, marker)) for key, place in found]


_BLANKS = " \t"


@dataclass(frozen=True, slots=True)
class MarkerGroup:
    """Markers with nothing but blanks between them.

    Args:
        markers: in order, at least one.
        claim: index of the sentence they belong to.
        closing: True if no words of that sentence follow.
        stretch: the words they refer to, if these are not the whole sentence: start and end in the reply.
        covers: indices of other sentences that they may belong to as well.
        wraps: True for a tag around words.
        of_list: True if ``covers`` are the items of a list or the rows of a table, each for itself.
    """

    markers: tuple[Marker, ...]
    claim: int
    closing: bool = True
    stretch: tuple[int, int] | None = None
    covers: tuple[int, ...] = ()
    wraps: bool = False
    of_list: bool = False

    @property
    def start(self) -> int:
        """The first character of the first marker."""
        return self.markers[0].start

    @property
    def end(self) -> int:
        """One past the last character of the last marker."""
        return self.markers[-1].end


def find_groups(text: str, claims: Sequence[Claim], markers: Sequence[Marker]) -> list[MarkerGroup]:
    """Group the markers of the reply, each group with its sentence; empty without claims."""
    if not claims:
        return []
    blocks = split_blocks(text)
    starts = [block.start for block in blocks]
    block_of = [bisect_right(starts, claim.start) - 1 for claim in claims]
    groups = [_place_group(run, claims, blocks, block_of) for run in _split_runs(text, markers)]
    groups = [
        _add_stretch(group, before, text, claims) for before, group in pairwise([None, *groups]) if group
    ]
    groups = [
        replace(group, stretch=words) if words else group
        for group, words in zip(groups, find_following_words(text, claims, groups), strict=True)
    ]
    groups = _add_covered_sentences(groups, claims, block_of)
    return _add_covered_items(groups, claims, [blocks[place].level for place in block_of])


def build_wrapping_group(
    run: tuple[Marker, ...], start: int, end: int, claims: Sequence[Claim]
) -> MarkerGroup | None:
    """Build the group of markers for the words from ``start`` to ``end``; None if no sentence has them."""
    inside = [i for i, claim in enumerate(claims) if start < claim.end and claim.start < end]
    if not inside:
        return None
    # Markdown signs before the first sentence or after the last belong to no sentence.
    start, end = max(start, claims[inside[0]].start), min(end, claims[inside[-1]].end)
    return _add_wrapped_words(MarkerGroup(run, inside[0], wraps=True), start, end, claims)


def _split_runs(text: str, markers: Sequence[Marker]) -> list[tuple[Marker, ...]]:
    runs: list[list[Marker]] = []
    for marker in markers:
        touching = runs and not text[runs[-1][-1].end : marker.start].strip(_BLANKS)
        # A tag refers to the words inside it, so a marker beside it does not refer to the same words.
        if touching and not _is_wrapping(text, marker) and not _is_wrapping(text, runs[-1][-1]):
            runs[-1].append(marker)
        else:
            runs.append([marker])
    return [tuple(run) for run in runs]


def _is_wrapping(text: str, marker: Marker) -> bool:
    return marker.style == "tag" and match_marker(text, marker)[0].wraps


def _place_group(
    run: tuple[Marker, ...],
    claims: Sequence[Claim],
    blocks: Sequence[Block],
    block_of: Sequence[int],
) -> MarkerGroup:
    """Build the group at its sentence: the last one that begins before it, or the first one."""
    index = max(0, bisect_right(claims, run[0].start, key=lambda claim: claim.start) - 1)
    claim = claims[index]
    if index and not _has_words(claim.content) and block_of[index - 1] != block_of[index]:
        above = block_of[index - 1]
        if blocks[above].kind in ("prose", "list_item"):
            return MarkerGroup(run, index - 1)
    after = max(0, run[-1].end - claim.start)
    return MarkerGroup(run, index, closing=not _has_words(claim.content, after))


def _add_stretch(
    group: MarkerGroup, before: MarkerGroup | None, text: str, claims: Sequence[Claim]
) -> MarkerGroup:
    """Return the group with the words that it refers to, if these are less than its sentence."""
    claim = claims[group.claim]
    last = group.markers[-1]
    if _is_wrapping(text, last):
        _, match = match_marker(text, last)
        return _add_wrapped_words(replace(group, wraps=True), match.end(1), match.start(2), claims)
    start = claim.start
    if before is not None and before.claim == group.claim:
        start = max(start, before.end)
    whole = start == claim.start and group.closing
    if whole or not _has_words(claim.content, start - claim.start, group.start - claim.start):
        return group
    return replace(group, stretch=(start, min(group.start, claim.end)))  # it may stand in a later paragraph


def _add_wrapped_words(group: MarkerGroup, start: int, end: int, claims: Sequence[Claim]) -> MarkerGroup:
    """Return the group with the words inside its tag; around several sentences, it covers all of them."""
    claim = claims[group.claim]
    if claim.start <= start and end <= claim.end:
        has_words = _has_words(claim.content, start - claim.start, end - claim.start)
        return replace(group, stretch=(start, end)) if has_words else group
    inside = (i for i, other in enumerate(claims) if start < other.end and other.start < end)
    return replace(group, covers=tuple(i for i in inside if i != group.claim))


def _add_covered_sentences(
    groups: list[MarkerGroup], claims: Sequence[Claim], block_of: Sequence[int]
) -> list[MarkerGroup]:
    """Return the groups, with the last one of a paragraph covering the unmarked sentences before it."""
    marked = {group.claim for group in groups}
    return [
        replace(group, covers=tuple(_find_unmarked_before(group.claim, marked, claims, block_of)))
        if group.closing
        and not group.covers
        and not group.wraps
        and _is_last_in_block(group.claim, claims, block_of)
        else group
        for group in groups
    ]


_ITEMS = ("list_item", "table_row", "table_header")


def _add_covered_items(
    groups: list[MarkerGroup], claims: Sequence[Claim], levels: Sequence[int]
) -> list[MarkerGroup]:
    """Return the groups, those of a lead or behind a list covering its unmarked items."""
    marked = {group.claim for group in groups}
    found = []
    for group in groups:
        items = [i for i in _find_items(group, claims, levels) if i not in marked]
        found.append(replace(group, covers=tuple(items), of_list=True) if items else group)
    return found


def _find_items(group: MarkerGroup, claims: Sequence[Claim], levels: Sequence[int]) -> list[int]:
    """Return the items or rows of the list that the group stands behind, or before, in its lead."""
    claim = claims[group.claim]
    if group.wraps or not group.closing:
        return []
    found: Iterator[int] = iter(())
    if claim.kind in _ITEMS and group.start >= claim.end:
        before = range(group.claim - 1, -1, -1)
        found = takewhile(lambda i: claims[i].kind in _ITEMS, before)
    elif claim.content.rstrip(_AFTER_COLON).endswith((":", "：")):
        least = levels[group.claim] + (claim.kind == "list_item")
        following = range(group.claim + 1, len(claims))
        found = takewhile(lambda i: claims[i].kind in _ITEMS and levels[i] >= least, following)
    return sorted(i for i in found if _has_words(claims[i].content))


_AFTER_COLON = " \t\n*_"


def _is_last_in_block(index: int, claims: Sequence[Claim], block_of: Sequence[int]) -> bool:
    """Return True if no words follow the sentence in its block."""
    following = range(index + 1, len(claims))
    rest = takewhile(lambda i: block_of[i] == block_of[index], following)
    return not any(_has_words(claims[i].content) for i in rest)


def _find_unmarked_before(
    index: int, marked: set[int], claims: Sequence[Claim], block_of: Sequence[int]
) -> list[int]:
    before = takewhile(lambda i: block_of[i] == block_of[index] and i not in marked, range(index - 1, -1, -1))
    return [i for i in before if _has_words(claims[i].content)][::-1]


_LETTER_OR_DIGIT = re.compile(r"[^\W_]")


def _has_words(text: str, start: int = 0, end: int = sys.maxsize) -> bool:
    """Return True if a letter or digit is in that part of the text."""
    places = _list_letters(text)
    index = bisect_left(places, start)
    return index < len(places) and places[index] < end


@lru_cache(maxsize=256)
def _list_letters(text: str) -> tuple[int, ...]:
    """Return the places of letters and digits: a sentence may have thousands of markers, and each asks."""
    return tuple(match.start() for match in _LETTER_OR_DIGIT.finditer(text))

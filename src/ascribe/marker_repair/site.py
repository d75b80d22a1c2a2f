"""A reply with its sentences and markers, and what has to be asked about them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from ascribe.marker_repair.evidence import Places, Question
from ascribe.marker_repair.places import Group
from ascribe.read.markers import Marker
from ascribe.records import CitedSentence, Verdict
from ascribe.stages import Claim


@dataclass(frozen=True, slots=True)
class Pointer:
    """One document that a marker names.

    Args:
        marker: the marker.
        key: the document as the marker has it.
        position: its 1-based position; None if no source goes by the key.
        foreign: True if the key may belong to another system.
    """

    marker: Marker
    key: int | str
    position: int | None
    foreign: bool = False


@dataclass(frozen=True)
class Site:
    """The reply, its sentences and its markers.

    Args:
        claims: the sentences.
        sentences: the same with their verdicts over all sources.
        groups: its markers.
        pointers: for each group, what it points to.
    """

    claims: Sequence[Claim]
    sentences: Sequence[CitedSentence]
    groups: Sequence[Group]
    pointers: Sequence[Sequence[Pointer]]
    _of_claim: dict[int, list[int]] = field(init=False, repr=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "_of_claim", {})
        for index, group in enumerate(self.groups):
            self._of_claim.setdefault(group.claim, []).append(index)

    def groups_of(self, claim: int) -> list[int]:
        """Indices of the groups that belong to that sentence."""
        return self._of_claim.get(claim, [])

    def places_of(self, claim: int) -> Places:
        """All documents that the sentence's markers name."""
        pointers = (p for index in self.groups_of(claim) for p in self.pointers[index])
        return tuple(sorted({p.position for p in pointers if p.position is not None}))

    def verdict(self, claim: int) -> Verdict:
        """The verdict over all sources."""
        verdict = self.sentences[claim].verdict
        if verdict is None:  # a check gives every sentence one
            raise ValueError(f"sentence {claim} has no verdict")
        return verdict

    def bounds(self, claim: int) -> tuple[int, int]:
        """Start and end of the sentence in the reply."""
        return self.claims[claim].start, self.claims[claim].end

    def questions(self) -> Iterator[Question]:
        """All that has to be asked before anything is decided."""
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

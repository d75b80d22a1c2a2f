"""What to do about each pointer of each marker, and which markers are missing.

Every pointed document is judged by itself, and those of a sentence together: a second source that supports
the sentence too is right, whether or not the check cites it. A pointer is only taken away where its document
has nothing of the sentence, or where another one is confirmed and this one is not. That a document has next
to nothing of a sentence is not enough: on replies that people judged, the rules said so of right markers as
often as of wrong ones, for it may be said there in other words.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import takewhile

from ascribe.marker_repair.additions import additions
from ascribe.marker_repair.evidence import Places, Verdicts, denies, supporting
from ascribe.marker_repair.places import Group
from ascribe.marker_repair.plan import Decision, Plan, first_passage, passage_in
from ascribe.marker_repair.site import Pointer, Site
from ascribe.records import Verdict


def settle(site: Site, verdicts: Verdicts) -> Site:
    """The site with every group covering only sentences that it may stand for.

    A sentence before that other sources support, and none of the group's, gets a marker of its own; the
    group covers what follows that sentence.
    """
    return replace(site, groups=[_settled(site, verdicts, group) for group in site.groups])


def _settled(site: Site, verdicts: Verdicts, group: Group) -> Group:
    if group.wraps:
        return group
    places = site.places_of(group.claim)

    def covered(claim: int) -> bool:
        held = any(verdicts.of(site.bounds(claim), [p]).status == "supported" for p in places)
        return held or site.verdict(claim).status != "supported"

    return replace(group, covers=tuple(takewhile(covered, reversed(group.covers)))[::-1])


def decide(site: Site, verdicts: Verdicts) -> Plan:
    """The plan for the whole reply."""
    decisions = tuple(tuple(_without_repeats(of_group)) for of_group in judge(site, verdicts))
    return Plan(decisions, tuple(additions(site, verdicts, decisions)))


def judge(site: Site, verdicts: Verdicts) -> list[list[Decision]]:
    """For each group one decision for each of its pointers, each by itself: none is a repetition yet."""
    groups = zip(site.groups, site.pointers, strict=True)
    return [_Seen(site, verdicts, group, pointers).decide() for group, pointers in groups]


class _Seen:
    """One group of markers with the verdicts that bear on it."""

    def __init__(self, site: Site, verdicts: Verdicts, group: Group, pointers: Sequence[Pointer]) -> None:
        self.site, self.verdicts, self.group, self.pointers = site, verdicts, group, pointers
        self.whole = site.verdict(group.claim)
        self.bounds = site.bounds(group.claim)
        self.places = site.places_of(group.claim)

    def decide(self) -> list[Decision]:
        """One decision for each pointer of the group."""
        return [self._decide(pointer) for pointer in self.pointers]

    def _decide(self, pointer: Pointer) -> Decision:
        if self.whole.reason == "source_list":
            return Decision(pointer, "source_list", (pointer.key,))
        if pointer.position is None:
            return self._nowhere(pointer)
        alone = self.verdicts.of(self.bounds, [pointer.position])
        kept = self._why_kept(pointer.position, alone)
        if kept is not None:
            reason, verdict = kept
            return Decision(pointer, reason, (pointer.key,), passage_in(verdict, pointer.position))
        if self.group.stretch is not None and self._says_stretch() is None:
            return self._undecided(pointer, alone)
        if targets := self._targets():
            return self._replaced(pointer, alone, targets)
        return self._unsupported(pointer, alone)

    def _nowhere(self, pointer: Pointer) -> Decision:
        """A pointer to no source."""
        if pointer.foreign:
            return Decision(pointer, "unknown_key", (pointer.key,))
        targets = self._targets()
        if targets and not self._is_beside(targets):
            return Decision(pointer, "no_such_source", targets, first_passage(self._verdict_of_targets()))
        if self.whole.status in ("unknown", "partial"):
            return Decision(pointer, "nowhere_not_decided", (pointer.key,))
        return Decision(pointer, "points_nowhere", ())

    def _why_kept(self, place: int, alone: Verdict) -> tuple[str, Verdict] | None:
        """Why the document is right, and the verdict that says so; None if nothing says so."""
        if self.whole.status == "not_checkable" and not self.group.covers:
            return "nothing_to_check", self.whole
        if alone.status == "supported":
            return "supports", alone
        if self.group.stretch is not None:
            part = self.verdicts.of(self.group.stretch, [place])
            if part.status == "supported":
                return "supports_part", part
        for index in self.group.covers:
            before = self.verdicts.of(self.site.bounds(index), [place])
            if before.status == "supported":
                return "supports_paragraph", before
        words = self._of_words()
        if words:
            return ("supports_jointly", self._verdict_of_targets()) if place in words else None
        joint = self.whole if len(self.places) == 1 else self.verdicts.of(self.bounds, self.places)
        if any(place in supporting(verdict) for verdict in (joint, self.whole)):
            return "supports_jointly", joint if place in supporting(joint) else self.whole
        return ("nothing_to_check", self.whole) if self.whole.status == "not_checkable" else None

    def _of_words(self) -> Places:
        """The documents that support the words the group stands at, if these are not the whole sentence."""
        return supporting(self.verdicts.of(self.group.stretch)) if self.group.stretch is not None else ()

    def _targets(self) -> Places:
        """The documents that support the words the group stands at."""
        return supporting(self._verdict_of_targets())

    def _verdict_of_targets(self) -> Verdict:
        part = self._says_stretch()
        return self.whole if part is None or not supporting(part) else part

    def _says_stretch(self) -> Verdict | None:
        """The verdict over all sources for the words the group stands at.

        None if they alone say too little, unless the sentence as a whole is supported: then they are read
        with it.
        """
        if self.group.stretch is None:
            return self.whole
        part = self.verdicts.of(self.group.stretch)
        if part.status in ("supported", "unsupported", "contradicted"):
            return part
        return self.whole if self.whole.status == "supported" else None

    def _held(self) -> bool:
        """True if some marker of the sentence holds it, or all of them together."""
        if any(self.verdicts.of(self.bounds, [place]).status == "supported" for place in self.places):
            return True
        return len(self.places) > 1 and bool(supporting(self.verdicts.of(self.bounds, self.places)))

    def _replaced(self, pointer: Pointer, alone: Verdict, targets: Places) -> Decision:
        """A pointer to a document that is not among those that support the words."""
        if self._is_beside(targets):
            if not self._denied(pointer):
                return Decision(pointer, "beside_support", (pointer.key,), first_passage(alone))
            return Decision(pointer, "beside_the_point", (), first_passage(alone))
        if self.group.covers and not self._denied(pointer):
            return self._undecided(pointer, alone)
        return Decision(pointer, "wrong_source", targets, first_passage(self._verdict_of_targets()))

    def _is_beside(self, targets: Places) -> bool:
        """True if the words have their right marker already, beside this one."""
        if self._verdict_of_targets() is self.whole:
            return self._held() or set(targets) <= set(self.places)
        return set(targets) <= {pointer.position for pointer in self.pointers}

    def _unsupported(self, pointer: Pointer, alone: Verdict) -> Decision:
        """A pointer at words that nothing supports."""
        if alone.status == "contradicted":
            return Decision(pointer, "sentence_wrong", (pointer.key,), first_passage(alone))
        if not (denies(self.whole) and self._denied(pointer)):
            return self._undecided(pointer, alone)
        if any(verdict.references for verdict in self._said(pointer)):
            return Decision(pointer, "nothing_supports", (pointer.key,), first_passage(alone))
        return Decision(pointer, "unsupported", ())

    def _undecided(self, pointer: Pointer, alone: Verdict) -> Decision:
        return Decision(pointer, "not_decided", (pointer.key,), first_passage(alone))

    def _denied(self, pointer: Pointer) -> bool:
        """True if the document says nothing of all that the pointer may stand for."""
        said = self._said(pointer)
        return all(denies(v) for v in said if v.status != "not_checkable" and v.reason != "too_short")

    def _said(self, pointer: Pointer) -> list[Verdict]:
        """What the document says of each stretch that the pointer may stand for."""
        stretches = [self.bounds, *(self.site.bounds(i) for i in self.group.covers)]
        if self.group.stretch is not None:
            stretches.append(self.group.stretch)
        place = [] if pointer.position is None else [pointer.position]
        return [self.verdicts.of(stretch, place) for stretch in stretches]


def _without_repeats(decisions: Sequence[Decision]) -> Iterator[Decision]:
    """The decisions about one group, with no document named twice; a pointer that stays goes first."""
    taken = {d.pointer.position or d.pointer.key: d for d in reversed(decisions) if d.stays}
    for decision in decisions:
        if decision.stays:
            first = taken[decision.pointer.position or decision.pointer.key]
            yield decision if first is decision else Decision(decision.pointer, "repeated", ())
            continue
        left = tuple(place for place in decision.after if place not in taken)
        taken.update(dict.fromkeys(left, decision))
        if decision.after and not left:
            yield Decision(decision.pointer, "repeated", ())
        else:
            yield Decision(decision.pointer, decision.reason, left, decision.evidence)

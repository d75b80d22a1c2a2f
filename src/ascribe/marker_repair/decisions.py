"""What to do about each pointer of each marker, and which markers are missing.

Every pointed document is judged by itself, and those of a sentence together: a second source that supports
the sentence too is right, whether or not the check cites it. A pointer is only taken away where its document
has next to nothing of the sentence, or where another one is confirmed and this one is not.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from ascribe.marker_repair.evidence import Places, Question, Verdicts, denies, supporting
from ascribe.marker_repair.places import Group
from ascribe.read.markers import Marker
from ascribe.records import CitedSentence, Reference, Verdict
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


@dataclass(frozen=True, slots=True)
class Decision:
    """What becomes of a pointer: its reason, the documents it names from now on, and the evidence."""

    pointer: Pointer
    reason: str
    after: tuple[int | str, ...]
    evidence: Reference | None = None


@dataclass(frozen=True, slots=True)
class Addition:
    """Documents that a sentence lacks: in a new marker at its end, or beside the group that it has."""

    claim: int
    reason: str
    places: Places
    group: Group | None = None
    evidence: Reference | None = None


@dataclass(frozen=True, slots=True)
class Plan:
    """All decisions: one list per group, in the order of ``Site.groups``, and the additions."""

    decisions: tuple[tuple[Decision, ...], ...]
    additions: tuple[Addition, ...]


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


def decide(site: Site, verdicts: Verdicts) -> Plan:
    """The plan for the whole reply."""
    decisions = tuple(
        tuple(_without_repeats(_Seen(site, verdicts, group, pointers).decide()))
        for group, pointers in zip(site.groups, site.pointers, strict=True)
    )
    return Plan(decisions, tuple(_additions(site, verdicts, decisions)))


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
            return Decision(pointer, reason, (pointer.key,), _passage(verdict, pointer.position))
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
            return Decision(pointer, "no_such_source", targets, _first(self._verdict_of_targets()))
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
        if self._is_elsewhere(place):
            return None
        joint = self.whole if len(self.places) == 1 else self.verdicts.of(self.bounds, self.places)
        if any(place in supporting(verdict) for verdict in (joint, self.whole)):
            return "supports_jointly", joint if place in supporting(joint) else self.whole
        return ("nothing_to_check", self.whole) if self.whole.status == "not_checkable" else None

    def _is_elsewhere(self, place: int) -> bool:
        """True if other documents support the words the group stands at, and this one says none of it."""
        if self.group.stretch is None or not supporting(self.verdicts.of(self.group.stretch)):
            return False
        return denies(self.verdicts.of(self.group.stretch, [place]))

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
                return Decision(pointer, "beside_support", (pointer.key,), _first(alone))
            return Decision(pointer, "beside_the_point", (), _first(alone))
        if self.group.covers and not self._denied(pointer):
            return self._undecided(pointer, alone)
        return Decision(pointer, "wrong_source", targets, _first(self._verdict_of_targets()))

    def _is_beside(self, targets: Places) -> bool:
        """True if the words have their right marker already, beside this one."""
        if self._verdict_of_targets() is self.whole:
            return self._held() or set(targets) <= set(self.places)
        return set(targets) <= {pointer.position for pointer in self.pointers}

    def _unsupported(self, pointer: Pointer, alone: Verdict) -> Decision:
        """A pointer at words that nothing supports."""
        if alone.status == "contradicted":
            return Decision(pointer, "sentence_wrong", (pointer.key,), _first(alone))
        if denies(self.whole) and self._denied(pointer):
            return Decision(pointer, "unsupported", (), _first(alone))
        return self._undecided(pointer, alone)

    def _undecided(self, pointer: Pointer, alone: Verdict) -> Decision:
        return Decision(pointer, "not_decided", (pointer.key,), _first(alone))

    def _denied(self, pointer: Pointer) -> bool:
        """True if the document says nothing of all that the pointer may stand for."""
        stretches = [self.bounds, *(self.site.bounds(i) for i in self.group.covers)]
        if self.group.stretch is not None:
            stretches.append(self.group.stretch)
        place = [] if pointer.position is None else [pointer.position]
        said = [self.verdicts.of(stretch, place) for stretch in stretches]
        return all(denies(v) for v in said if v.status != "not_checkable" and v.reason != "too_short")


def _without_repeats(decisions: Sequence[Decision]) -> Iterator[Decision]:
    """The decisions about one group, with no document named twice; a pointer that stays goes first."""
    taken = {d.pointer.position or d.pointer.key: d for d in reversed(decisions) if _stays(d)}
    for decision in decisions:
        if _stays(decision):
            first = taken[decision.pointer.position or decision.pointer.key]
            yield decision if first is decision else Decision(decision.pointer, "repeated", ())
            continue
        left = tuple(place for place in decision.after if place not in taken)
        taken.update(dict.fromkeys(left, decision))
        if decision.after and not left:
            yield Decision(decision.pointer, "repeated", ())
        else:
            yield Decision(decision.pointer, decision.reason, left, decision.evidence)


def _stays(decision: Decision) -> bool:
    return decision.after == (decision.pointer.key,) and decision.reason not in (
        "wrong_source",
        "no_such_source",
    )


def _additions(site: Site, verdicts: Verdicts, decisions: Sequence[Sequence[Decision]]) -> Iterator[Addition]:
    """What the supported sentences lack, in order."""
    named = [_named(of_group) for of_group in decisions]
    covering = {i: index for index, group in enumerate(site.groups) for i in group.covers}
    for claim in range(len(site.claims)):
        verdict = site.verdict(claim)
        places = supporting(verdict)
        if not places:
            continue
        own = site.groups_of(claim)
        own = [*own, covering[claim]] if claim in covering else own
        there = {place for index in own for place in named[index]}
        if not there and any(_keeps_foreign(decisions[index]) for index in own):
            continue
        lacking = tuple(place for place in places if place not in there)
        if lacking and not _suffices(site, verdicts, claim, there):
            group = next((site.groups[i] for i in reversed(site.groups_of(claim)) if named[i]), None)
            reason = "second_source" if group is not None else "unmarked"
            yield Addition(claim, reason, lacking if group else places, group, _passage(verdict, lacking[0]))


def _keeps_foreign(decisions: Iterable[Decision]) -> bool:
    """True if the group has a marker of another system: the sentence is not without one."""
    return any(d.reason in ("unknown_key", "source_list") for d in decisions)


def _named(decisions: Iterable[Decision]) -> set[int]:
    """The documents that a group names from now on."""
    found: set[int] = set()
    for decision in decisions:
        if _stays(decision):
            found |= {decision.pointer.position} - {None}  # type: ignore[arg-type]
        else:
            found |= {place for place in decision.after if isinstance(place, int)}
    return found


def _suffices(site: Site, verdicts: Verdicts, claim: int, there: set[int]) -> bool:
    """True if the documents named already support the sentence, alone or together."""
    asked = [(place,) for place in there] + [site.places_of(claim)]
    bounds = site.bounds(claim)
    found = [verdicts.found.get((*bounds, places)) for places in asked if set(places) <= there and places]
    return any(verdict is not None and verdict.status == "supported" for verdict in found)


def _first(verdict: Verdict) -> Reference | None:
    return verdict.references[0] if verdict.references else None


def _passage(verdict: Verdict, place: int) -> Reference | None:
    """The best reference of the verdict to that document."""
    return next((r for r in verdict.references if r.document_position == place), None)

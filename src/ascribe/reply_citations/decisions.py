"""Plan of a citation repair: what happens to each pointer of each marker, and which markers are missing.

Every document that a marker names is verified by itself, and those of a sentence together: a second source
that also supports the sentence is correct, whether or not the check cites it. A pointer is removed only if
its document contains nothing of the sentence, or if another document is confirmed and this one is not. Low
overlap is not enough: on replies with human labels, the rules found it at correct markers as often as at
wrong ones, because of paraphrase.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import takewhile

from ascribe.records import Reference, Verdict
from ascribe.records.repair import REPAIR_REASONS
from ascribe.reply_citations.evidence import Positions, Verdicts, find_supporting_documents, is_denial
from ascribe.reply_citations.marked_reply import MarkedReply, MarkerGroup, Pointer


def narrow_groups(marked: MarkedReply, verdicts: Verdicts) -> MarkedReply:
    """Return the reply with every group covering only sentences that it may belong to.

    An earlier sentence that other sources support, and none of the group's, gets a marker of its own; the
    group covers what follows that sentence. Each item of a list counts for itself; if other sources support
    all of them, the group is wrong.
    """
    return replace(marked, groups=[_narrow_group(marked, verdicts, group) for group in marked.groups])


def _narrow_group(marked: MarkedReply, verdicts: Verdicts, group: MarkerGroup) -> MarkerGroup:
    if group.wraps:
        return group
    places = marked.places_of(group.claim)

    def is_covered(claim: int) -> bool:
        held = any(verdicts.of(marked.bounds(claim), [p]).status == "supported" for p in places)
        return held or marked.verdict(claim).status != "supported"

    if group.of_list:
        return replace(group, covers=tuple(filter(is_covered, group.covers)) or group.covers)
    return replace(group, covers=tuple(takewhile(is_covered, reversed(group.covers)))[::-1])


def build_plan(marked: MarkedReply, verdicts: Verdicts) -> Plan:
    """Build the plan for the whole reply."""
    decisions = tuple(tuple(_mark_repeats(of_group)) for of_group in decide_pointers(marked, verdicts))
    return Plan(decisions, tuple(find_additions(marked, verdicts, decisions)))


def decide_pointers(marked: MarkedReply, verdicts: Verdicts) -> list[list[Decision]]:
    """Decide each pointer of each group by itself; repetitions are not marked yet."""
    groups = zip(marked.groups, marked.pointers, strict=True)
    return [_GroupDecider(marked, verdicts, group, pointers).decide() for group, pointers in groups]


class _GroupDecider:
    """Decides the pointers of one group of markers by the verdicts that concern it."""

    def __init__(
        self, marked: MarkedReply, verdicts: Verdicts, group: MarkerGroup, pointers: Sequence[Pointer]
    ) -> None:
        self.marked, self.verdicts, self.group, self.pointers = marked, verdicts, group, pointers
        self.whole = marked.verdict(group.claim)
        self.bounds = marked.bounds(group.claim)
        self.places = marked.places_of(group.claim)

    def decide(self) -> list[Decision]:
        """Return one decision for each pointer of the group."""
        return [self._decide(pointer) for pointer in self.pointers]

    def _decide(self, pointer: Pointer) -> Decision:
        if self.whole.reason == "source_list":
            return Decision(pointer, "source_list", (pointer.key,))
        if pointer.position is None:
            return self._decide_nowhere(pointer)
        alone = self.verdicts.of(self.bounds, [pointer.position])
        kept = self._find_reason_to_keep(pointer.position, alone)
        if kept is not None:
            reason, verdict = kept
            return Decision(pointer, reason, (pointer.key,), find_passage_in(verdict, pointer.position))
        if self.group.stretch is not None and self._get_stretch_verdict() is None:
            return self._keep_undecided(pointer, alone)
        if targets := self._find_targets():
            return self._decide_replaced(pointer, alone, targets)
        return self._decide_unsupported(pointer, alone)

    def _decide_nowhere(self, pointer: Pointer) -> Decision:
        """Decide a pointer that names no source."""
        if pointer.foreign:
            return Decision(pointer, "unknown_key", (pointer.key,))
        targets = self._find_targets()
        if targets and not self._is_beside(targets):
            return Decision(
                pointer, "no_such_source", targets, find_first_passage(self._get_target_verdict())
            )
        if self.whole.status in ("unknown", "partial"):
            return Decision(pointer, "nowhere_not_decided", (pointer.key,))
        return Decision(pointer, "points_nowhere", ())

    def _find_reason_to_keep(self, place: int, alone: Verdict) -> tuple[str, Verdict] | None:
        """Return why the document is correct, with the verdict that confirms it; None if none does."""
        if self.whole.status == "not_checkable" and not self.group.covers:
            return "nothing_to_check", self.whole
        if alone.status == "supported":
            return "supports", alone
        if self.group.stretch is not None:
            part = self.verdicts.of(self.group.stretch, [place])
            if part.status == "supported":
                return "supports_part", part
        for index in self.group.covers:
            before = self.verdicts.of(self.marked.bounds(index), [place])
            if before.status == "supported":
                return "supports_paragraph", before
        words = self._find_word_documents()
        if words:
            return ("supports_jointly", self._get_target_verdict()) if place in words else None
        joint = self.whole if len(self.places) == 1 else self.verdicts.of(self.bounds, self.places)
        if any(place in find_supporting_documents(verdict) for verdict in (joint, self.whole)):
            return "supports_jointly", joint if place in find_supporting_documents(joint) else self.whole
        states_nothing = self.whole.status == "not_checkable" and not self._is_of_items()
        return ("nothing_to_check", self.whole) if states_nothing else None

    def _find_word_documents(self) -> Positions:
        """Find the documents that support the words of the group, if these are not the whole sentence."""
        return (
            find_supporting_documents(self.verdicts.of(self.group.stretch))
            if self.group.stretch is not None
            else ()
        )

    def _find_targets(self) -> Positions:
        """Find the documents that support the words of the group, or its items if they state nothing."""
        if self._is_of_items():
            items = (find_supporting_documents(self.marked.verdict(i)) for i in self.group.covers)
            return tuple(dict.fromkeys(place for places in items for place in places))
        return find_supporting_documents(self._get_target_verdict())

    def _is_of_items(self) -> bool:
        return self.group.of_list and self.whole.status == "not_checkable"

    def _get_target_verdict(self) -> Verdict:
        if self._is_of_items():
            verdicts = [self.marked.verdict(i) for i in self.group.covers]
            return next((one for one in verdicts if find_supporting_documents(one)), self.whole)
        part = self._get_stretch_verdict()
        return self.whole if part is None or not find_supporting_documents(part) else part

    def _get_stretch_verdict(self) -> Verdict | None:
        """Return the verdict over all sources for the words of the group.

        If these words alone say too little, return the verdict of the whole sentence if that is supported,
        otherwise None.
        """
        if self.group.stretch is None:
            return self.whole
        part = self.verdicts.of(self.group.stretch)
        if part.status in ("supported", "unsupported", "contradicted"):
            return part
        return self.whole if self.whole.status == "supported" else None

    def _is_confirmed(self) -> bool:
        """Return True if one marker of the sentence, or all of them together, support it."""
        if any(self.verdicts.of(self.bounds, [place]).status == "supported" for place in self.places):
            return True
        return len(self.places) > 1 and bool(
            find_supporting_documents(self.verdicts.of(self.bounds, self.places))
        )

    def _decide_replaced(self, pointer: Pointer, alone: Verdict, targets: Positions) -> Decision:
        """Decide a pointer to a document that is not among those that support the words."""
        if self._is_beside(targets):
            if not self._is_denied(pointer):
                return Decision(pointer, "beside_support", (pointer.key,), find_first_passage(alone))
            return Decision(pointer, "beside_the_point", (), find_first_passage(alone))
        if self.group.covers and not self._is_denied(pointer):
            return self._keep_undecided(pointer, alone)
        return Decision(pointer, "wrong_source", targets, find_first_passage(self._get_target_verdict()))

    def _is_beside(self, targets: Positions) -> bool:
        """Return True if the words already have a correct marker beside this one."""
        if self._get_target_verdict() is self.whole:
            return self._is_confirmed() or set(targets) <= set(self.places)
        return set(targets) <= {pointer.position for pointer in self.pointers}

    def _decide_unsupported(self, pointer: Pointer, alone: Verdict) -> Decision:
        """Decide a pointer at words that nothing supports."""
        if alone.status == "contradicted":
            return Decision(pointer, "sentence_wrong", (pointer.key,), find_first_passage(alone))
        if not (is_denial(self.whole) and self._is_denied(pointer)):
            return self._keep_undecided(pointer, alone)
        if any(verdict.references for verdict in self._get_verdicts(pointer)):
            return Decision(pointer, "nothing_supports", (pointer.key,), find_first_passage(alone))
        return Decision(pointer, "unsupported", ())

    def _keep_undecided(self, pointer: Pointer, alone: Verdict) -> Decision:
        return Decision(pointer, "not_decided", (pointer.key,), find_first_passage(alone))

    def _is_denied(self, pointer: Pointer) -> bool:
        """Return True if the document supports nothing of all that the pointer may refer to."""
        verdicts = self._get_verdicts(pointer)
        return all(is_denial(v) for v in verdicts if v.status != "not_checkable" and v.reason != "too_short")

    def _get_verdicts(self, pointer: Pointer) -> list[Verdict]:
        """Return the document's verdict for each stretch that the pointer may refer to."""
        stretches = [self.bounds, *(self.marked.bounds(i) for i in self.group.covers)]
        if self.group.stretch is not None:
            stretches.append(self.group.stretch)
        place = [] if pointer.position is None else [pointer.position]
        return [self.verdicts.of(stretch, place) for stretch in stretches]


def _mark_repeats(decisions: Sequence[Decision]) -> Iterator[Decision]:
    """Yield the decisions of one group, naming no document twice; a pointer that stays takes precedence."""
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


def find_additions(
    marked: MarkedReply, verdicts: Verdicts, decisions: Sequence[Sequence[Decision]]
) -> Iterator[Addition]:
    """Find the markers that the supported sentences lack, in order."""
    named = [_find_named_documents(of_group) for of_group in decisions]
    covering = {i: index for index, group in enumerate(marked.groups) for i in group.covers}
    for claim in range(len(marked.claims)):
        verdict = marked.verdict(claim)
        places = find_supporting_documents(verdict)
        if not places or claim in marked.notes:
            continue
        own = marked.groups_of(claim)
        own = [*own, covering[claim]] if claim in covering else own
        there = {place for index in own for place in named[index]}
        if not there and any(_has_foreign_marker(decisions[index]) for index in own):
            continue
        lacking = tuple(place for place in places if place not in there)
        if lacking and not _is_sufficient(marked, verdicts, claim, there):
            named_here = [marked.groups[i] for i in marked.groups_of(claim) if named[i]]
            group = next((group for group in reversed(named_here) if group.closing), None)
            reason, wanted = ("second_source", lacking) if named_here else ("unmarked", places)
            yield Addition(claim, reason, wanted, group, find_passage_in(verdict, lacking[0]))


def _has_foreign_marker(decisions: Iterable[Decision]) -> bool:
    """Return True if the group has a marker of another system: then the sentence is not unmarked."""
    return any(d.reason in ("unknown_key", "source_list") for d in decisions)


def _find_named_documents(decisions: Iterable[Decision]) -> set[int]:
    """Return the documents that a group names after the repair."""
    found: set[int] = set()
    for decision in decisions:
        if decision.stays:
            found |= {decision.pointer.position} - {None}  # type: ignore[arg-type]
        else:
            found |= {place for place in decision.after if isinstance(place, int)}
    return found


def _is_sufficient(marked: MarkedReply, verdicts: Verdicts, claim: int, there: set[int]) -> bool:
    """Return True if the documents already named support the sentence, alone or together."""
    asked = [(place,) for place in there] + [marked.places_of(claim)]
    bounds = marked.bounds(claim)
    found = [verdicts.found.get((*bounds, places)) for places in asked if set(places) <= there and places]
    return any(verdict is not None and verdict.status == "supported" for verdict in found)


@dataclass(frozen=True, slots=True)
class Decision:
    """Decision on a pointer: its reason, the documents it names after the repair, and the evidence."""

    pointer: Pointer
    reason: str
    after: tuple[int | str, ...]
    evidence: Reference | None = None

    @property
    def stays(self) -> bool:
        """Whether the pointer keeps its document."""
        return REPAIR_REASONS[self.reason].kind == "keep"


@dataclass(frozen=True, slots=True)
class Addition:
    """Documents that a sentence lacks, for a new marker at its end or beside its group of markers."""

    claim: int
    reason: str
    places: Positions
    group: MarkerGroup | None = None
    evidence: Reference | None = None


@dataclass(frozen=True, slots=True)
class Plan:
    """All decisions, one list per group in the order of ``MarkedReply.groups``, and the additions."""

    decisions: tuple[tuple[Decision, ...], ...]
    additions: tuple[Addition, ...]


def find_first_passage(verdict: Verdict) -> Reference | None:
    """Return the best reference of the verdict."""
    return verdict.references[0] if verdict.references else None


def find_passage_in(verdict: Verdict, place: int) -> Reference | None:
    """Return the best reference of the verdict to that document."""
    return next((r for r in verdict.references if r.document_position == place), None)

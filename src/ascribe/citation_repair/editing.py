"""``repair``: check a reply, plan its markers, and apply the edits that leave the prose unchanged.

The contract: the reply and the repaired text are equal once all markers are stripped. An edit that would
break it, such as brackets that Markdown takes for a link, is not made.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import chain, pairwise
from typing import Any
from unicodedata import east_asian_width

from ascribe.citation_repair.marker_forms import MarkerForms, Name, collect_forms
from ascribe.option_names import explain_unknown_options
from ascribe.pipeline import CheckOptions, prepare_engine
from ascribe.protocols import Claim, Limits, TierChoice
from ascribe.read.markers import Marker, match_marker, strip_markers
from ascribe.read.sources import Progress
from ascribe.records import Document, Repair, Strictness
from ascribe.records.repair import REPAIR_REASONS, Edit, MarkerAction, apply_edits
from ascribe.reply_citations.decisions import Addition, Decision, Plan, build_plan, narrow_groups
from ascribe.reply_citations.evidence import verify_queries
from ascribe.reply_citations.judgement import judge_citations
from ascribe.reply_citations.marked_reply import MarkedReply, MarkerGroup, mark_reply
from ascribe.telemetry import trace_operation
from ascribe.text.cuts import find_gap
from ascribe.write.markdown_syntax import MarkdownZones


@explain_unknown_options()
def repair(
    reply: Any,
    sources: Any,
    question: str | None = None,
    *,
    tier: TierChoice | None = None,
    strictness: Strictness = "balanced",
    language: str | None = None,
    limits: Limits | None = None,
    progress: Progress | None = None,
) -> Repair:
    """Repair the citation markers of a reply: keep, re-point, add or drop them, each with a reason.

    The prose stays the same, byte for byte. A number names the source at that position, from 1; a key names
    a source by its id, file name or title. Every source that a marker names is verified by itself, so that a
    second correct source is never called wrong. Markers that cannot be decided are kept and reported.

    Args:
        reply: the generated text, or a chat message that contains it.
        sources: the sources of the reply, in the order in which its markers count; as for ``check``.
        question: the question; kept in the answer.
        tier: as for ``check``.
        strictness: as for ``check``; a stricter level keeps more markers undecided.
        language: ISO 639-1 code of reply and sources; None detects it.
        limits: sizes above which an input is refused.
        progress: called with (file name, files done, files in all) while files are read.

    Raises:
        InputError: an input that cannot be used; the message names it and the way out.
        UnknownComponentError: a tier that is not installed.

    Example:
        >>> sources = ["The mill has 12 sails.", "The bridge was built in 1871."]
        >>> fixed = repair("The bridge was built in 1871 [1].", sources, tier="rules")
        >>> fixed.repaired
        'The bridge was built in 1871 [2].'
        >>> fixed.actions[0].kind, fixed.actions[0].reason
        ('re-point', 'wrong_source')
    """
    options = CheckOptions(
        tier=tier, strictness=strictness, language=language, limits=limits, progress=progress
    )
    with trace_operation("ascribe.repair") as report:
        engine = prepare_engine(reply, sources, question, options)
        answer = judge_citations(engine, engine.answer())
        report(answer)
    text, documents = engine.read.text, engine.sources.documents
    marked = mark_reply(engine.read, answer)
    verdicts = verify_queries(engine, marked.iterate_queries())
    marked = narrow_groups(marked, verdicts)
    plan = build_plan(marked, verdicts)
    named: dict[Marker, list[int | None]] = {}
    for pointer in chain.from_iterable(marked.pointers):
        named.setdefault(pointer.marker, []).append(pointer.position)
    forms = collect_forms(text, _list_ids(documents), named, engine.read.known)
    edits, actions = build_edits(text, marked, plan, forms)
    return Repair(text, apply_edits(text, edits), tuple(actions), tuple(edits), answer)


def _list_ids(documents: list[Document]) -> list[str]:
    return [document.doc_id for document in documents]


# --- Edits ---

_MERGING_STYLES = ("superscript", "tag", "pandoc")
"""Styles whose marker can take one more document."""


@dataclass(frozen=True, slots=True)
class _Step:
    """Edits that belong together, with their actions, and the actions if the edits cannot be made."""

    edits: tuple[Edit, ...]
    actions: tuple[MarkerAction, ...]
    undone: tuple[MarkerAction, ...] = ()


def build_edits(
    text: str, marked: MarkedReply, plan: Plan, forms: MarkerForms
) -> tuple[list[Edit], list[MarkerAction]]:
    """Return the edits in order, not overlapping, and all actions in the order of the reply."""
    editor = _Editor(text, marked, plan, forms)
    steps = editor.select_lawful([*editor.groups(), *editor.additions()])
    edits = sorted((e for step in steps for e in step.edits), key=lambda e: (e.start, e.end))
    actions = sorted((a for step in steps for a in step.actions), key=lambda a: (a.start, a.end))
    return edits, actions


class _Editor:
    """Writer of the edits for one reply and its plan."""

    def __init__(self, text: str, marked: MarkedReply, plan: Plan, forms: MarkerForms) -> None:
        self.text, self.marked, self.forms = text, marked, forms
        self.plan = plan
        self.stripped = self._strip(text)
        self.beside = {id(a.group): a for a in map(self._in_place, plan.additions) if a.group is not None}
        self.fresh = [a for a in map(self._in_place, plan.additions) if a.group is None]

    def _strip(self, text: str) -> str:
        return strip_markers(text, len(self.forms.ids), self.forms.known)

    def _in_place(self, addition: Addition) -> Addition:
        """Put an addition in place of the markers at the end of its sentence if all of them go."""
        for index in self.marked.groups_of(addition.claim):
            gone = not any(decision.after for decision in self.plan.decisions[index])
            if addition.group is None and gone and self.marked.groups[index].closing:
                return replace(addition, group=self.marked.groups[index])
        return addition

    def select_lawful(self, steps: list[_Step]) -> list[_Step]:
        """Return the steps, without the edits of those that would change the prose."""
        if self._keeps_prose([e for step in steps for e in step.edits]):
            return steps
        kept: list[_Step] = []
        for step in steps:
            made = [e for other in kept for e in other.edits]
            lawful = not step.edits or self._keeps_prose([*made, *step.edits])
            kept.append(step if lawful else _Step((), step.undone))
        return kept

    def _keeps_prose(self, edits: Sequence[Edit]) -> bool:
        ordered = sorted(edits, key=lambda e: (e.start, e.end))
        try:
            return self._strip(apply_edits(self.text, ordered)) == self.stripped
        except ValueError:  # overlapping edits
            return False

    def groups(self) -> Iterator[_Step]:
        """Yield one step for each group of markers."""
        for group, decisions in zip(self.marked.groups, self.plan.decisions, strict=True):
            addition = self.beside.get(id(group))
            actions = [_build_action(group, decision) for decision in decisions]
            kept = tuple(_build_action(group, _keep_undecided(decision)) for decision in decisions)
            if addition is not None:
                actions.append(_build_add_action(addition, group.end))
            added = addition.places if addition else ()
            if self._can_name([*added, *(one for d in decisions if not d.stays for one in d.after)]):
                edits = self._edit_group(group, decisions, self._number(added))
                yield _Step(tuple(edits), tuple(actions), kept)
            else:
                yield _Step((), kept)

    def _can_name(self, places: Sequence[Name]) -> bool:
        """Return False if the reply numbers its sources in a list of its own that lacks one of these."""
        numbers = self.marked.numbers
        return numbers is None or all(place in numbers for place in places)

    def _number(self, places: Sequence[int]) -> tuple[int, ...]:
        """Return the numbers that the reply has for these documents."""
        numbers = self.marked.numbers
        return tuple(places) if numbers is None else tuple(numbers[place] for place in places)

    def _list_names(self, decision: Decision) -> tuple[Name, ...]:
        if decision.stays:
            return decision.after
        return self._number([place for place in decision.after if isinstance(place, int)])

    def _edit_group(
        self, group: MarkerGroup, decisions: Sequence[Decision], added: tuple[int, ...]
    ) -> Iterator[Edit]:
        names: dict[Marker, list[Name]] = {marker: [] for marker in group.markers}
        for decision in decisions:
            names[decision.pointer.marker].extend(self._list_names(decision))
        if all(tuple(names[marker]) == marker.documents for marker in group.markers) and not added:
            return
        if group.wraps:
            tag = group.markers[0]
            yield from self._edit_tag(tag, [*names[tag], *added])
            return
        after = self._render_group(group, names, added)
        if after:
            yield self._edit(group.start, group.end, after)
        else:
            start, end, left = find_gap(self.text, group.start, group.end, parted=self._is_parted(group))
            yield self._edit(start, end, left)

    def _is_parted(self, group: MarkerGroup) -> bool:
        return any(a.end < b.start for a, b in pairwise(group.markers))

    def _render_group(
        self, group: MarkerGroup, names: dict[Marker, list[Name]], added: tuple[int, ...]
    ) -> str:
        """Return the group after the repair; empty if nothing is left."""
        staying = [marker for marker in group.markers if names[marker]]
        pieces: list[str] = []
        rest = added
        for marker in staying:
            wanted = names[marker]
            if rest and marker is staying[-1] and (marker.style in _MERGING_STYLES or len(wanted) > 1):
                wanted, rest = [*wanted, *rest], ()
            if pieces:
                before = group.markers[group.markers.index(marker) - 1]
                pieces.append(self.text[before.end : marker.start])
            pieces.append(self._render_marker(marker, wanted))
        if rest:
            pieces.append(self.forms.fresh((staying or group.markers)[-1], rest))
        return "".join(pieces)

    def _render_marker(self, marker: Marker, names: list[Name]) -> str:
        if tuple(names) == marker.documents:
            return self.text[marker.start : marker.end]
        return self.forms.rewrite(marker, names)

    def _edit_tag(self, marker: Marker, names: list[Name]) -> Iterator[Edit]:
        """Edit the keys of the opening tag; without any keys, both tags go and the words stay."""
        _, match = match_marker(self.text, marker)
        opening, closing = match.span(1), match.span(2)
        written = self.forms.rewrite(marker, names)
        yield self._edit(*opening, written)
        if not names:
            yield self._edit(*closing, "")
        elif written.startswith("<co:"):
            yield self._edit(*closing, f"</{written[1:]}")

    def additions(self) -> Iterator[_Step]:
        """Yield one step for each new marker of its own; none if it fits nowhere."""
        zones = MarkdownZones(self.text)
        for addition in filter(lambda one: self._can_name(one.places), self.fresh):
            changes = (
                change for change in self._iterate_attempts(addition, zones) if self._keeps_prose([change])
            )
            change = next(changes, None)
            if change is not None:
                yield _Step((change,), (_build_add_action(addition, change.start),))

    def _iterate_attempts(self, addition: Addition, zones: MarkdownZones) -> Iterator[Edit]:
        """Yield new markers to try, in the reply's form first: a superscript cannot follow a figure."""
        claim = self.marked.claims[addition.claim]
        placement = find_placement_style(claim, self.marked.groups, self.text)
        for pattern in dict.fromkeys((placement.pattern, None)):
            written = self.forms.fresh(pattern, self._number(addition.places))
            for spot in find_insertion_points(claim, placement, self.text, zones):
                yield self._edit(spot.position, spot.position, spot.blank + written)

    def _edit(self, start: int, end: int, after: str) -> Edit:
        return Edit(start, end, self.text[start:end], after)


def _build_action(group: MarkerGroup, decision: Decision) -> MarkerAction:
    marker = decision.pointer.marker
    return MarkerAction(
        kind=REPAIR_REASONS[decision.reason].kind,
        reason=decision.reason,
        start=marker.start,
        end=marker.end,
        sentence=group.claim,
        before=(decision.pointer.key,),
        after=decision.after,
        evidence=decision.evidence,
    )


def _keep_undecided(decision: Decision) -> Decision:
    """Return the decision to keep the pointer, for a person to review."""
    if REPAIR_REASONS[decision.reason].kind == "keep":
        return decision
    return replace(decision, reason="not_decided", after=(decision.pointer.key,))


def _build_add_action(addition: Addition, position: int) -> MarkerAction:
    return MarkerAction(
        kind="add",
        reason=addition.reason,
        start=position,
        end=position,
        sentence=addition.claim,
        before=(),
        after=addition.places,
        evidence=addition.evidence,
    )


# --- Positions of new markers ---

_STOPS = frozenset(".!?…。！？؟।")
_BLANKS = " \t"
_WRITABLE_STYLES = frozenset(
    ("bracket", "named", "id", "footnote", "superscript", "template", "pandoc", "name")
)
"""Styles in which a new marker can be written."""


@dataclass(frozen=True, slots=True)
class PlacementStyle:
    """How the nearest marker is placed: its form, before the stop or after it, and the blank before it."""

    pattern: Marker | None = None
    before_stop: bool = True
    blank: str | None = None


@dataclass(frozen=True, slots=True)
class InsertionPoint:
    """A position for a new marker, and the blank before it."""

    position: int
    blank: str


def find_placement_style(claim: Claim, groups: Sequence[MarkerGroup], text: str) -> PlacementStyle:
    """Return the placement of the nearest closing marker in a writable form; the default without one."""
    usable = [group for group in groups if group.closing and group.markers[-1].style in _WRITABLE_STYLES]
    nearest = min(usable, key=lambda group: (abs(group.start - claim.end), group.start), default=None)
    if nearest is None:
        return PlacementStyle()
    blank = " " if text[nearest.start - 1 : nearest.start].isspace() else ""
    after_stop = text[: nearest.start].rstrip(_BLANKS)[-1:] in _STOPS
    return PlacementStyle(nearest.markers[-1], not after_stop, blank if nearest.start else None)


def find_insertion_points(
    claim: Claim, placement: PlacementStyle, text: str, zones: MarkdownZones
) -> list[InsertionPoint]:
    """Return positions to try, the best first; none if a marker would break the Markdown."""
    gap = zones.gap(claim.start, claim.end)
    if gap.own_paragraph:
        return []
    position = gap.position
    if placement.before_stop:
        stop = len(text[claim.start : position].rstrip("".join(_STOPS))) + claim.start
        position = stop if stop > claim.start else position
    blank = placement.blank if placement.blank is not None else _choose_blank(text, position)
    other = "" if blank else " "
    return [
        InsertionPoint(place, gap_before)
        for place in (position, gap.position)
        for gap_before in (blank, other)
    ]


def _choose_blank(text: str, position: int) -> str:
    """Choose a space, or nothing in scripts without spaces between words."""
    return "" if east_asian_width(text[position - 1 : position] or " ") in "WF" else " "

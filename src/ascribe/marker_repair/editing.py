"""A plan → edits of the text and the actions that explain them; the prose is never touched.

The law: the reply and the repaired text are the same once all markers are stripped. An edit that would break
it, as brackets do that Markdown takes for a link, is not made.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from ascribe.marker_repair.insertion import manner_at, spots
from ascribe.marker_repair.places import Group
from ascribe.marker_repair.plan import Addition, Decision, Plan
from ascribe.marker_repair.site import Site
from ascribe.marker_repair.wording import Forms, Name
from ascribe.read.markers import Marker, gap_around, match_marker, strip_markers
from ascribe.records.repair import Edit, MarkerAction, apply_edits
from ascribe.records.repair_reasons import REPAIR_REASONS
from ascribe.write.markdown_zones import Zones

_MERGING = ("superscript", "tag", "pandoc")
"""Styles that take one more document into the marker itself."""


@dataclass(frozen=True, slots=True)
class _Step:
    """Edits that belong together, with their actions; ``undone`` are the actions if they cannot be made."""

    edits: tuple[Edit, ...]
    actions: tuple[MarkerAction, ...]
    undone: tuple[MarkerAction, ...] = ()


def edit(text: str, site: Site, plan: Plan, forms: Forms) -> tuple[list[Edit], list[MarkerAction]]:
    """The edits in order, not overlapping, and all actions in the order of the reply."""
    editor = _Editor(text, site, plan, forms)
    steps = editor.lawful([*editor.groups(), *editor.additions()])
    edits = sorted((e for step in steps for e in step.edits), key=lambda e: (e.start, e.end))
    actions = sorted((a for step in steps for a in step.actions), key=lambda a: (a.start, a.end))
    return edits, actions


class _Editor:
    """One reply with its plan."""

    def __init__(self, text: str, site: Site, plan: Plan, forms: Forms) -> None:
        self.text, self.site, self.forms = text, site, forms
        self.plan = plan
        self.stripped = self._strip(text)
        self.beside = {id(a.group): a for a in map(self._in_place, plan.additions) if a.group is not None}
        self.fresh = [a for a in map(self._in_place, plan.additions) if a.group is None]

    def _strip(self, text: str) -> str:
        return strip_markers(text, len(self.forms.ids))

    def _in_place(self, addition: Addition) -> Addition:
        """An addition takes the place of the markers at the end of its sentence if all of them go."""
        for index in self.site.groups_of(addition.claim):
            gone = not any(decision.after for decision in self.plan.decisions[index])
            if addition.group is None and gone and self.site.groups[index].closing:
                return replace(addition, group=self.site.groups[index])
        return addition

    def lawful(self, steps: list[_Step]) -> list[_Step]:
        """The steps, without the edits of those that would change the prose."""
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
        except ValueError:  # two that overlap
            return False

    def groups(self) -> Iterator[_Step]:
        """One step for each group of markers."""
        for group, decisions in zip(self.site.groups, self.plan.decisions, strict=True):
            addition = self.beside.get(id(group))
            actions = [_action(group, decision) for decision in decisions]
            kept = tuple(_action(group, _undecided(decision)) for decision in decisions)
            if addition is not None:
                actions.append(_added(addition, group.end))
            edits = self._of_group(group, decisions, addition.places if addition else ())
            yield _Step(tuple(edits), tuple(actions), kept)

    def _of_group(
        self, group: Group, decisions: Sequence[Decision], added: tuple[int, ...]
    ) -> Iterator[Edit]:
        names = {
            marker: [name for d in decisions if d.pointer.marker is marker for name in _names(d)]
            for marker in group.markers
        }
        if all(tuple(names[marker]) == marker.documents for marker in group.markers) and not added:
            return
        if group.wraps:
            tag = group.markers[0]
            yield from self._of_tag(tag, [*names[tag], *added])
            return
        after = self._regrouped(group, names, added)
        if after:
            yield self._edit(group.start, group.end, after)
        else:
            start, end, left = gap_around(self.text, group.start, group.end, parted=self._is_parted(group))
            yield self._edit(start, end, left)

    def _is_parted(self, group: Group) -> bool:
        return any(a.end < b.start for a, b in pairwise(group.markers))

    def _regrouped(self, group: Group, names: dict[Marker, list[Name]], added: tuple[int, ...]) -> str:
        """The group as it is from now on; empty if nothing is left."""
        staying = [marker for marker in group.markers if names[marker]]
        pieces: list[str] = []
        rest = added
        for marker in staying:
            wanted = names[marker]
            if rest and marker is staying[-1] and (marker.style in _MERGING or len(wanted) > 1):
                wanted, rest = [*wanted, *rest], ()
            if pieces:
                before = group.markers[group.markers.index(marker) - 1]
                pieces.append(self.text[before.end : marker.start])
            pieces.append(self._written(marker, wanted))
        if rest:
            pieces.append(self.forms.fresh((staying or group.markers)[-1], rest))
        return "".join(pieces)

    def _written(self, marker: Marker, names: list[Name]) -> str:
        if tuple(names) == marker.documents:
            return self.text[marker.start : marker.end]
        return self.forms.rewrite(marker, names)

    def _of_tag(self, marker: Marker, names: list[Name]) -> Iterator[Edit]:
        """The opening tag with other keys; without any, both tags go and the words stay."""
        _, match = match_marker(self.text, marker)
        opening, closing = match.span(1), match.span(2)
        written = self.forms.rewrite(marker, names)
        yield self._edit(*opening, written)
        if not names:
            yield self._edit(*closing, "")
        elif written.startswith("<co:"):
            yield self._edit(*closing, f"</{written[1:]}")

    def additions(self) -> Iterator[_Step]:
        """One step for each new marker that stands by itself; none where no place takes it."""
        zones = Zones(self.text)
        for addition in self.fresh:
            changes = (change for change in self._tries(addition, zones) if self._keeps_prose([change]))
            change = next(changes, None)
            if change is not None:
                yield _Step((change,), (_added(addition, change.start),))

    def _tries(self, addition: Addition, zones: Zones) -> Iterator[Edit]:
        """New markers to try, in the reply's form first: a raised number cannot follow a figure."""
        claim = self.site.claims[addition.claim]
        manner = manner_at(claim, self.site.groups, self.text)
        for pattern in dict.fromkeys((manner.pattern, None)):
            written = self.forms.fresh(pattern, addition.places)
            for spot in spots(claim, manner, self.text, zones):
                yield self._edit(spot.position, spot.position, spot.blank + written)

    def _edit(self, start: int, end: int, after: str) -> Edit:
        return Edit(start, end, self.text[start:end], after)


def _names(decision: Decision) -> tuple[Name, ...]:
    return decision.after


def _action(group: Group, decision: Decision) -> MarkerAction:
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


def _undecided(decision: Decision) -> Decision:
    """The pointer as it is, for a person to look at."""
    if REPAIR_REASONS[decision.reason].kind == "keep":
        return decision
    return replace(decision, reason="not_decided", after=(decision.pointer.key,))


def _added(addition: Addition, position: int) -> MarkerAction:
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

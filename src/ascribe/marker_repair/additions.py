"""What the supported sentences lack: a marker, or a second source beside the one they name."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from ascribe.marker_repair.evidence import Verdicts, supporting
from ascribe.marker_repair.plan import Addition, Decision, passage_in
from ascribe.marker_repair.site import Site


def additions(site: Site, verdicts: Verdicts, decisions: Sequence[Sequence[Decision]]) -> Iterator[Addition]:
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
            named_here = [site.groups[i] for i in site.groups_of(claim) if named[i]]
            group = next((group for group in reversed(named_here) if group.closing), None)
            reason, wanted = ("second_source", lacking) if named_here else ("unmarked", places)
            yield Addition(claim, reason, wanted, group, passage_in(verdict, lacking[0]))


def _keeps_foreign(decisions: Iterable[Decision]) -> bool:
    """True if the group has a marker of another system: the sentence is not without one."""
    return any(d.reason in ("unknown_key", "source_list") for d in decisions)


def _named(decisions: Iterable[Decision]) -> set[int]:
    """The documents that a group names from now on."""
    found: set[int] = set()
    for decision in decisions:
        if decision.stays:
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

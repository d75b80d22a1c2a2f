"""What is decided about the pointers of a reply, before any text is changed."""

from __future__ import annotations

from dataclasses import dataclass

from ascribe.marker_repair.evidence import Places
from ascribe.marker_repair.places import Group
from ascribe.marker_repair.site import Pointer
from ascribe.records import Reference, Verdict
from ascribe.records.repair_reasons import REPAIR_REASONS


@dataclass(frozen=True, slots=True)
class Decision:
    """What becomes of a pointer: its reason, the documents it names from now on, and the evidence."""

    pointer: Pointer
    reason: str
    after: tuple[int | str, ...]
    evidence: Reference | None = None

    @property
    def stays(self) -> bool:
        """True if the pointer keeps its document."""
        return REPAIR_REASONS[self.reason].kind == "keep"


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


def first_passage(verdict: Verdict) -> Reference | None:
    """The best reference of the verdict."""
    return verdict.references[0] if verdict.references else None


def passage_in(verdict: Verdict, place: int) -> Reference | None:
    """The best reference of the verdict to that document."""
    return next((r for r in verdict.references if r.document_position == place), None)

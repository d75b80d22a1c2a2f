"""Where a new marker goes: at the end of its sentence, on the side of the stop that the reply prefers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from unicodedata import east_asian_width

from ascribe.marker_repair.places import Group
from ascribe.read.markers import Marker
from ascribe.stages import Claim
from ascribe.write.markdown_zones import Zones

_STOPS = frozenset(".!?…。！？؟।")
_BLANKS = " \t"
_PATTERNS = frozenset(("bracket", "named", "id", "footnote", "superscript", "template", "pandoc"))
"""Styles in which a new marker can be written."""


@dataclass(frozen=True, slots=True)
class Manner:
    """How the nearest marker stands: its form, before the stop or after it, and the blank before it."""

    pattern: Marker | None = None
    before_stop: bool = True
    blank: str | None = None


@dataclass(frozen=True, slots=True)
class Spot:
    """A place for a new marker, and the blank before it."""

    position: int
    blank: str


def manner_at(claim: Claim, groups: Sequence[Group], text: str) -> Manner:
    """That of the nearest closing marker in a form that can be written anew; the default if there is none."""
    usable = [group for group in groups if group.closing and group.markers[-1].style in _PATTERNS]
    nearest = min(usable, key=lambda group: (abs(group.start - claim.end), group.start), default=None)
    if nearest is None:
        return Manner()
    blank = " " if text[nearest.start - 1 : nearest.start].isspace() else ""
    after_stop = text[: nearest.start].rstrip(_BLANKS)[-1:] in _STOPS
    return Manner(nearest.markers[-1], not after_stop, blank if nearest.start else None)


def spots(claim: Claim, manner: Manner, text: str, zones: Zones) -> list[Spot]:
    """Places to try, the one in the reply's manner first; none where a marker would break the Markdown."""
    gap = zones.gap(claim.start, claim.end)
    if gap.own_paragraph:
        return []
    position = gap.position
    if manner.before_stop:
        stop = len(text[claim.start : position].rstrip("".join(_STOPS))) + claim.start
        position = stop if stop > claim.start else position
    blank = manner.blank if manner.blank is not None else _usual_blank(text, position)
    other = "" if blank else " "
    return [Spot(place, gap_before) for place in (position, gap.position) for gap_before in (blank, other)]


def _usual_blank(text: str, position: int) -> str:
    """A space, but none in scripts that have none between words."""
    return "" if east_asian_width(text[position - 1 : position] or " ") in "WF" else " "

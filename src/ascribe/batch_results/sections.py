"""The sections of a report over many replies: each a chart, and the table of its numbers."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from ascribe.batch_results.charts import SHOWN, Chart, draw_changes, draw_groups, draw_sources, draw_times
from ascribe.batch_results.comparison import Comparison, describe_difference, format_change, format_value
from ascribe.batch_results.summary import Group, Grouping, Summary
from ascribe.batch_results.tally import Tally
from ascribe.records.outcomes import STATUS_WORDS, STATUSES
from ascribe.text.counts import format_count

MOST_GROUPS = 15
"""Maximum number of groups of a chart; the others are one group, "other"."""

_PLACE_NAME = re.compile(r"source-\d+")
"""The name that a source without an id has from its place."""


@dataclass(frozen=True, slots=True)
class Section:
    """A chart with the table of its numbers.

    Args:
        title: heading.
        head: headings of the columns.
        rows: cells, the first of which is the head of the row.
        chart: None if there is nothing to draw.
        notes: sentences below.
    """

    title: str
    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    chart: Chart | None
    notes: tuple[str, ...] = ()


def build_sections(summary: Summary) -> list[Section]:
    """Build the sections between the headline and the worst sentences."""
    sections = []
    if summary.times is not None:
        sections.append(_build_times(summary.times))
    of_files = [summary.by_file] if len(summary.files) > 1 else []
    sections += [_build_grouping(each) for each in (*summary.groupings, *of_files)]
    sections += _build_sources(summary)
    return sections


_HEAD = ("answers", "sentences", "supported", "95 % interval", "contradicted", "not in the sources")


def _build_row(group: Group) -> tuple[str, ...]:
    tally = group.tally
    counts = (tally.answers, tally.stating)
    failed = (tally.counts[STATUSES.index(status)] for status in ("contradicted", "unsupported"))
    return (
        group.name,
        *(f"{count:,}" for count in counts),
        format_percent(tally.rate),
        format_interval(tally.interval),
        *(f"{count:,}" for count in failed),
    )


def _build_times(times: Grouping) -> Section:
    groups = times.groups
    first, last = groups[0], groups[-1]
    text = (
        f"Share of sentences supported by {times.period}, from {format_percent(first.tally.rate)} in "
        f"{first.name} to {format_percent(last.tally.rate)} in {last.name}."
    )
    notes = [f"Answers without a usable time: {times.without:,}."] if times.without else []
    if times.period == "week":
        notes.append("A week has the date of its Monday.")
    return Section(
        f"Over time, by {times.period}",
        (times.period, *_HEAD),
        tuple(map(_build_row, groups)),
        draw_times(groups, text) if len(groups) > 1 else None,
        (*notes, "Times are in UTC."),
    )


def _build_grouping(grouping: Grouping) -> Section:
    title = f"By {grouping.title}"
    if grouping.left_out:
        return Section(title, (), (), None, ("Left out: it has too many different values.",))
    groups = join_others(grouping.groups)
    notes = [f"Answers without {grouping.title}: {grouping.without:,}."] if grouping.without else []
    text = "Share of sentences supported: " + _list_rates(groups) + "."
    rows = tuple(map(_build_row, groups))
    return Section(title, (grouping.title, *_HEAD), rows, draw_groups(groups, text), tuple(notes))


def _build_sources(summary: Summary) -> list[Section]:
    """Build the section of the sources that are used most, and that of those misused most."""
    grouping = summary.sources
    notes = ["A sentence belongs to the source of the reference that decides it, or of the nearest passage."]
    if grouping.without:
        notes.append(f"Sentences without a reference: {grouping.without:,}.")
    if any(_PLACE_NAME.fullmatch(group.name) for group in grouping.groups):
        notes.append("Sources named source-1 and so on had no id: there it is a place, not one document.")
    if grouping.left_out:
        return [Section("By source", (), (), None, ("Left out: there are too many sources.",))]
    if not grouping.groups:
        return []
    used = grouping.groups[:MOST_GROUPS]
    named = [group for group in summary.list_misused() if not _PLACE_NAME.fullmatch(group.name)]
    misused = named[:MOST_GROUPS]
    title = f"By source: the {len(used)} most used of {len(grouping.groups):,}"
    sections = [_build_source_section(title, used, tuple(notes))]
    if misused:
        about = ("Ranked by the number of failed sentences: contradicted, partly supported or not in it.",)
        sections.append(_build_source_section("Most misused sources", misused, about))
    return sections


def _build_source_section(title: str, groups: Sequence[Group], notes: tuple[str, ...]) -> Section:
    rows = tuple(
        (
            group.name,
            f"{group.tally.stating:,}",
            format_percent(group.tally.rate),
            *(f"{group.tally.counts[STATUSES.index(status)]:,}" for status in SHOWN),
        )
        for group in groups
    )
    head = ("source", "sentences", "share supported", *(STATUS_WORDS[status] for status in SHOWN))
    text = "Sentences by source: " + "; ".join(
        f"{group.name} {group.tally.stating}, of them {group.tally.failed} failed" for group in groups[:5]
    )
    return Section(title, head, rows, draw_sources(groups, text + "."), notes)


def join_others(groups: Sequence[Group]) -> list[Group]:
    """Return the first groups, and one for all others."""
    if len(groups) <= MOST_GROUPS:
        return list(groups)
    others = groups[MOST_GROUPS - 1 :]
    rest = Tally()
    for group in others:
        rest.merge(group.tally)
    return [*groups[: MOST_GROUPS - 1], Group(f"{len(others):,} others", rest)]


def build_drift(drift: Comparison | str) -> Section:
    """Build the section on the change from the first run to the second."""
    title = "Drift between the two runs"
    if isinstance(drift, str):
        return Section(title, (), (), None, (drift,))
    shares = [each for each in drift.differences if each.measure.percent and each.change.value is not None]
    decided = [each for each in shares if each.measure.decides]
    text = "Change from the first run to the second: " + "; ".join(
        f"{each.measure.words} {describe_difference(each)}" for each in decided
    )
    changes = drift.changes
    worse, better = (changes.count_moves(worse=worse) for worse in (True, False))
    runs = (
        f"A is {drift.before.name}, B is {drift.after.name}: {format_count(drift.paired, 'answer')} in both"
    )
    notes = [
        f"{runs}, paired by {drift.paired_by}. Changes in percentage points, intervals by paired bootstrap.",
        f"{format_count(changes.paired, 'sentence')} in both; {worse:,} got worse and {better:,} better.",
        f"{format_count(changes.answers_worse, 'answer')} got worse, {changes.answers_better:,} better.",
    ]
    lacking = len(drift.only_before), len(drift.only_after)
    if any(lacking):
        notes.append(
            f"Not compared: {format_count(lacking[0], 'answer')} only in A, {lacking[1]:,} only in B."
        )
    return Section(
        title,
        ("measure", "A", "B", "change [interval]", "B is"),
        tuple(
            (
                each.measure.words,
                *(format_value(each.measure, value) for value in (each.before, each.after)),
                format_change(each) or "–",
                each.verdict,
            )
            for each in drift.differences
        ),
        draw_changes(shares, f"{text}.") if shares else None,
        tuple(notes),
    )


# --- Figures ---


def format_percent(share: float | None) -> str:
    """Return a share in percent, with one digit; a dash without one."""
    return "–" if share is None else f"{100 * share:.1f} %"


def format_interval(interval: tuple[float, float] | None) -> str:
    """Return an interval in percent; a dash without one."""
    return "–" if interval is None else f"{100 * interval[0]:.1f}–{100 * interval[1]:.1f}"


def _list_rates(groups: Sequence[Group]) -> str:
    return "; ".join(f"{group.name} {format_percent(group.tally.rate)}" for group in groups)

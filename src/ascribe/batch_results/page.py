"""``render_page``: a summary of many replies as one HTML page that runs nothing and fetches nothing."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from importlib.resources import files
from typing import TYPE_CHECKING

from ascribe.batch_results.charts import SHOWN
from ascribe.batch_results.comparison import Comparison
from ascribe.batch_results.sections import build_drift, build_sections, format_interval, format_percent
from ascribe.batch_results.summary import Summary, name_files
from ascribe.batch_results.tally import Tally
from ascribe.records.outcomes import STATUS_WORDS, STATUSES, Status
from ascribe.text.counts import format_count
from ascribe.write.html_pages import build_environment
from ascribe.write.report.page import read_stylesheet

if TYPE_CHECKING:
    from jinja2 import Template

DEFAULT_TITLE = "Ascribe report over many replies"

MOST_OPEN_ROWS = 12
"""A table with more rows is folded."""

_IN_BAR: tuple[Status, ...] = (*SHOWN, "not_checkable")


def render_page(summary: Summary, drift: Comparison | str | None = None, title: str = DEFAULT_TITLE) -> str:
    """Render the page; the same summary gives the same bytes.

    Args:
        summary: what ``summarize`` returned.
        drift: the comparison of the two runs, or why they cannot be compared.
        title: heading of the page.

    Raises:
        MissingExtraError: Matplotlib is not installed.
    """
    names = name_files(summary.files)
    return _load_template().render(
        title=title,
        summary=summary,
        made=_describe_runs(summary),
        rate=_describe_all(summary),
        bar=list(_build_bar(summary.total)),
        legend=[(status, summary.total.counts[STATUSES.index(status)]) for status in _IN_BAR],
        facts=list(_list_facts(summary)),
        drift=None if drift is None else build_drift(drift),
        sections=build_sections(summary),
        worst=[
            (names[found.file], found.sentence, STATUSES[found.sentence.status]) for found in summary.worst
        ],
        words=STATUS_WORDS,
    )


def _list_facts(summary: Summary) -> Iterator[tuple[str, str]]:
    """Yield (what, figure) of the answers, then of the sentences by status."""
    total = summary.total
    stating = total.answers - summary.silent
    yield "answers", f"{total.answers:,}"
    yield "answers supported throughout", _describe_share(summary.supported_throughout, stating)
    yield "answers with a contradicted sentence", _describe_share(summary.with_contradiction, stating)
    yield "answers that state nothing", _describe_share(summary.silent, total.answers)
    checked = format_count(total.supported + total.failed, "checked sentence")
    yield f"mean faithfulness, over {checked}", format_percent(summary.faithfulness)
    if summary.rejects:
        yield "rows that could not be checked", f"{summary.rejects:,}"


def _describe_share(part: int, whole: int) -> str:
    return f"{part:,} ({format_percent(part / whole)})" if whole else f"{part:,}"


def describe_rate(tally: Tally) -> str:
    """Return the headline."""
    if not tally.stating:
        return "No sentence states anything that could be checked."
    interval = f" (95 % interval {format_interval(tally.interval)})" if tally.interval else ""
    return f"{format_percent(tally.rate)} of {format_count(tally.stating, 'sentence')} supported{interval}."


def _describe_all(summary: Summary) -> str:
    """Return the headline; that of several runs says that they are taken together, and gives the last."""
    rate = describe_rate(summary.total)
    if len(summary.files) == 1:
        return rate
    last = summary.by_file.groups[-1]
    alone = f"{last.name} alone: {format_percent(last.tally.rate)}."
    return f"All {len(summary.files)} runs together: {rate} {alone}"


def _describe_runs(summary: Summary) -> str:
    """Return what was counted: files, answers, tiers."""
    tiers = ", ".join(f"{tier or 'none'} ({n:,})" for tier, n in summary.tiers)
    tiers = summary.tiers[0][0] if len(summary.tiers) == 1 else tiers
    named = ", ".join(path.name for path in summary.files)
    return f"{named} · {format_count(summary.total.answers, 'answer')} · tier {tiers or 'none'}"


def _build_bar(tally: Tally) -> Iterator[tuple[Status, float, float]]:
    """Yield (status, start, width) of the parts of a bar of width 1000."""
    total = sum(tally.counts)
    start = 0
    for status in _IN_BAR:
        count = tally.counts[STATUSES.index(status)]
        if count:
            yield status, round(1000 * start / total, 2), round(1000 * count / total, 2)
        start += count


# --- Template ---


@lru_cache(maxsize=1)
def read_page_stylesheet() -> str:
    """Return the style sheet: that of the report of one answer, and what this page adds."""
    return read_stylesheet() + _read_file("fleet.css")


@lru_cache(maxsize=1)
def _load_template() -> Template:
    environment = build_environment(_read_file, read_page_stylesheet())
    environment.globals["most_open"] = MOST_OPEN_ROWS
    return environment.get_template("fleet.html.jinja")


def _read_file(name: str) -> str:
    return (files("ascribe.batch_results") / name).read_text(encoding="utf-8")

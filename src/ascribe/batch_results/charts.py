"""Charts of a report as SVG pictures, drawn by Matplotlib, in a light and a dark version.

A picture in an ``img`` element cannot fetch, run or style anything of the page. The same figures give the
same bytes. Each chart has a text that says what it shows, and stands beside a table with its numbers.
"""

from __future__ import annotations

import io
import re
import warnings
from base64 import b64encode
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from ascribe.errors import MissingExtraError
from ascribe.install_command import build_install_command
from ascribe.records.outcomes import STATUS_WORDS, STATUSES, Status

if TYPE_CHECKING:
    from ascribe.batch_results.comparison import Difference
    from ascribe.batch_results.summary import Group

SHOWN: tuple[Status, ...] = ("supported", "partial", "unknown", "unsupported", "contradicted")
"""Statuses of stating sentences, from left to right in a bar."""

MOST_LABEL_CHARS = 30

_WIDTH = 7.0
"""Width of a chart in inches of 72 points."""

_FONTS = re.compile(r"font-family: [^;\"]*")
_FONT = "font-family: system-ui, -apple-system, 'Segoe UI', Roboto, 'Noto Sans', sans-serif"


@dataclass(frozen=True, slots=True)
class Theme:
    """Colours of text, faint text, lines and each status, as the style sheet of the report has them."""

    ink: str
    soft: str
    line: str
    sheet: str
    statuses: dict[Status, str]


LIGHT = Theme(
    "#1c2128", "#57606a", "#d8dee4", "#ffffff",
    {"supported": "#2f9e58", "partial": "#d69e00", "contradicted": "#d4374c", "unsupported": "#e2722e",
     "unknown": "#4a7fd6", "not_checkable": "#aab3bd"},
)  # fmt: skip
DARK = Theme(
    "#e4e8ec", "#a3adb8", "#343c46", "#1a2027",
    {"supported": "#3fa865", "partial": "#c99a17", "contradicted": "#e0566a", "unsupported": "#dd7a3c",
     "unknown": "#5f8fe0", "not_checkable": "#5b6672"},
)  # fmt: skip

_COLORS = re.compile(r"#[0-9a-f]{6}")
_DARK_OF_LIGHT = {
    LIGHT.ink: DARK.ink,
    LIGHT.soft: DARK.soft,
    LIGHT.line: DARK.line,
    LIGHT.sheet: DARK.sheet,
    **{color: DARK.statuses[status] for status, color in LIGHT.statuses.items()},
}

_HATCHES: dict[Status, str] = {"contradicted": "////", "unsupported": "|||", "unknown": "\\\\\\"}
"""Patterns, so that a bar can be read without its colours."""


@dataclass(frozen=True, slots=True)
class Chart:
    """A picture in two versions, as ``data:`` addresses, and what it shows in words."""

    light: str
    dark: str
    text: str
    width: int
    height: int


Draw = Callable[[Any], None]


def draw_groups(groups: Sequence[Group], text: str) -> Chart:
    """Draw for each group its share supported with the interval, and its sentences by status."""

    def draw(figure: Any) -> None:
        rates, bars = figure.subplots(1, 2, sharey=True, width_ratios=(3, 4))
        places = range(len(groups))
        _draw_rates(rates, groups)
        _draw_statuses(bars, groups)
        rates.set_yticks(places, [_shorten(group.name) for group in groups])
        rates.set_ylim(len(groups) - 0.4, -0.6)
        for axes, title in ((rates, "supported, %"), (bars, "sentences by status, %")):
            axes.set_xlim(0, 100)
            _style(axes, title, "x")
        _add_legend(figure)

    return _build_chart(draw, text, 1.05 + 0.3 * len(groups))


def draw_sources(groups: Sequence[Group], text: str) -> Chart:
    """Draw for each source the number of its sentences by status."""

    def draw(figure: Any) -> None:
        axes = figure.subplots()
        _draw_statuses(axes, groups, share=False)
        axes.set_yticks(range(len(groups)), [_shorten(group.name) for group in groups])
        axes.set_ylim(len(groups) - 0.4, -0.6)
        axes.locator_params(axis="x", integer=True)
        _style(axes, "sentences by status", "x")
        _add_legend(figure)

    return _build_chart(draw, text, 1.05 + 0.3 * len(groups))


def draw_times(groups: Sequence[Group], text: str) -> Chart:
    """Draw the share supported over time with its interval, above the number of answers."""

    def draw(figure: Any) -> None:
        upper, lower = figure.subplots(2, 1, sharex=True, height_ratios=(3, 1))
        known = [group for group in groups if group.tally.rate is not None]
        starts = [group.start for group in known]
        rates = [100 * (group.tally.rate or 0) for group in known]
        bounds = [group.tally.interval or (group.tally.rate or 0,) * 2 for group in known]
        color = LIGHT.statuses["supported"]
        upper.vlines(
            starts, *([100 * b[side] for b in bounds] for side in (0, 1)), color=color, alpha=0.45, lw=3
        )
        upper.plot(starts, rates, color=color, marker="o", markersize=4, linewidth=1.5)
        upper.set_ylim(0, 103)
        lower.vlines([g.start for g in groups], 0, [g.tally.answers for g in groups], color=LIGHT.soft, lw=3)
        lower.set_ylim(bottom=0)
        lower.locator_params(axis="y", integer=True, nbins=3)
        _style(upper, "supported, %", "y")
        _style(lower, "answers", "y")
        _format_dates(lower)

    return _build_chart(draw, text, 3.4)


def draw_changes(differences: Sequence[Difference], text: str) -> Chart:
    """Draw the change of each measure in percentage points with its interval."""

    def draw(figure: Any) -> None:
        axes = figure.subplots()
        axes.axvline(0, color=LIGHT.soft, linewidth=1)
        for place, each in enumerate(differences):
            color = {"better": LIGHT.statuses["supported"], "worse": LIGHT.statuses["contradicted"]}.get(
                each.verdict, LIGHT.soft
            )
            value, low, high = each.change.value or 0.0, each.change.low, each.change.high
            if low is not None and high is not None:
                axes.hlines(place, 100 * low, 100 * high, color=color, linewidth=2)
            marker = {"better": "^", "worse": "v"}.get(each.verdict, "o")
            axes.plot([100 * value], [place], marker, color=color, markersize=6)
        axes.set_yticks(range(len(differences)), [each.measure.words for each in differences])
        axes.set_ylim(len(differences) - 0.4, -0.6)
        reach = max((abs(x) for x in axes.get_xlim()), default=1.0)
        axes.set_xlim(-max(reach, 1.0), max(reach, 1.0))
        _style(axes, "change in percentage points (▲ better, ▼ worse)", "x")

    return _build_chart(draw, text, 0.75 + 0.28 * len(differences))


# --- Parts ---


def _draw_rates(axes: Any, groups: Sequence[Group]) -> None:
    for place, group in enumerate(groups):
        if group.tally.rate is None:
            continue
        if group.tally.interval is not None:
            low, high = group.tally.interval
            axes.hlines(place, 100 * low, 100 * high, color=LIGHT.statuses["supported"], linewidth=2)
        axes.plot([100 * group.tally.rate], [place], "o", color=LIGHT.statuses["supported"], markersize=6)


def _draw_statuses(axes: Any, groups: Sequence[Group], share: bool = True) -> None:
    places = list(range(len(groups)))
    left = [0.0] * len(groups)
    for status in SHOWN:
        counts = [group.tally.counts[STATUSES.index(status)] for group in groups]
        widths = [
            100 * count / (group.tally.stating or 1) if share else float(count)
            for count, group in zip(counts, groups, strict=True)
        ]
        axes.barh(
            places,
            widths,
            left=left,
            height=0.62,
            color=LIGHT.statuses[status],
            edgecolor=LIGHT.sheet,
            linewidth=[0.6 if width else 0.0 for width in widths],
            hatch=_HATCHES.get(status),
            label=STATUS_WORDS[status],
        )
        left = [start + width for start, width in zip(left, widths, strict=True)]


def _add_legend(figure: Any) -> None:
    handles, labels = figure.axes[-1].get_legend_handles_labels()
    figure.legend(
        handles,
        labels,
        loc="outside lower left",
        ncols=len(labels),
        frameon=False,
        labelcolor=LIGHT.soft,
        handlelength=1.1,
        handletextpad=0.4,
        columnspacing=1.0,
    )


def _format_dates(axes: Any) -> None:
    from matplotlib.dates import AutoDateLocator, ConciseDateFormatter

    locator = AutoDateLocator(minticks=3, maxticks=9)
    axes.xaxis.set_major_locator(locator)
    axes.xaxis.set_major_formatter(ConciseDateFormatter(locator))


def _style(axes: Any, title: str, grid: str) -> None:
    axes.set_title(title, loc="left", color=LIGHT.soft, fontsize=9)
    axes.grid(visible=True, axis=grid, color=LIGHT.line, linewidth=0.6)
    axes.set_axisbelow(True)
    axes.tick_params(colors=LIGHT.ink, length=0)
    axes.xaxis.get_offset_text().set_color(LIGHT.soft)
    axes.set_facecolor("none")
    for side in axes.spines.values():
        side.set_visible(False)


def _shorten(name: str) -> str:
    """Return the label of a group: the end of a long name is left out."""
    line = " ".join(name.split()) or "(empty)"
    return line if len(line) <= MOST_LABEL_CHARS else line[: MOST_LABEL_CHARS - 1] + "…"


# --- Pictures ---


def _build_chart(draw: Draw, text: str, height: float) -> Chart:
    svg = _render(draw, height)
    dark = _COLORS.sub(lambda match: _DARK_OF_LIGHT.get(match[0], match[0]), svg)
    return Chart(_encode(svg), _encode(dark), text, round(_WIDTH * 96), round(height * 96))


def _encode(svg: str) -> str:
    """Return the picture as a ``data:`` address."""
    return f"data:image/svg+xml;base64,{b64encode(svg.encode()).decode('ascii')}"


def _render(draw: Draw, height: float) -> str:
    """Return the picture in light colours; the user's own settings of Matplotlib do not matter."""
    style, figure_class, canvas = _import_matplotlib()
    options = {
        "svg.fonttype": "none",
        "svg.hashsalt": "ascribe",
        "text.parse_math": False,
        "font.size": 9,
        "hatch.linewidth": 0.5,
    }
    written = io.StringIO()
    with style.context(options, after_reset=True), warnings.catch_warnings():
        # The reader's fonts have what the font that measures the labels may not have.
        warnings.filterwarnings("ignore", message="Glyph .* missing from", category=UserWarning)
        figure = figure_class(figsize=(_WIDTH, height), layout="constrained")
        canvas(figure)
        draw(figure)
        figure.savefig(written, format="svg", transparent=True, metadata={"Date": None, "Creator": None})
    return _FONTS.sub(_FONT, written.getvalue())


def _import_matplotlib() -> tuple[Any, Any, Any]:
    try:
        from matplotlib import style
        from matplotlib.backends.backend_svg import FigureCanvasSVG
        from matplotlib.figure import Figure
    except ModuleNotFoundError as error:
        raise MissingExtraError(
            f"The report needs matplotlib; run: {build_install_command('report')}"
        ) from error
    return style, Figure, FigureCanvasSVG

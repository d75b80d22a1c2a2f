"""The forms that our citation markers take: one row for each style.

``ascribe.read.markers`` reads back what stands here, but for a title and a year, and for a single author and
a year without a letter: these it takes for prose.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from ascribe.errors import InputError
from ascribe.records.work import CitedWork, Markup

Part = tuple[str, int | None]
"""Text of a marker, and the number of the source that it stands for; None for what stands between."""

_SHORTEST_RUN = 3
_RAISED = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")


@dataclass(frozen=True, slots=True)
class Style:
    """One form of marker.

    Args:
        opening: what stands before the numbers.
        between: what stands between two numbers.
        closing: what stands behind them.
        dash: what joins the ends of a run of three and more; empty where every number stands by itself.
        space: what stands before the whole marker.
        before_stop: whether it stands before the full stop of its sentence, or behind it.
        raised: True for superscript digits.
        by_name: True where authors and year stand for the number.
        is_note: True where the entries are notes that the markup itself ties to the markers.
        tag: in HTML, the element around it.
    """

    opening: str
    between: str
    closing: str
    dash: str = ""
    space: str = ""
    before_stop: bool = False
    raised: bool = False
    by_name: bool = False
    is_note: bool = False
    tag: str = ""

    def parts(self, works: Sequence[CitedWork]) -> Iterator[Part]:
        """The marker for these works, ascending and without the space before it.

        Works that have no name stand behind the others, as numbers in brackets.
        """
        named = [(work.label, work.number) for work in works if self.by_name and work.label]
        numbers = sorted(work.number for work in works if not (self.by_name and work.label))
        if named:
            yield from self._listed([[pair] for pair in named])
        if named and numbers:
            yield " ", None
        if numbers:
            style = STYLES["bracket"] if self.by_name else self
            yield from style._listed([[(style.shown(n), n) for n in run] for run in style._runs(numbers)])

    def shown(self, number: int) -> str:
        """The number in the digits of the style."""
        return str(number).translate(_RAISED) if self.raised else str(number)

    def entry_label(self, work: CitedWork) -> str:
        """What stands before the work in a list; empty where its name does."""
        if self.by_name:
            return "" if work.label else f"[{work.number}]"
        return f"{self.opening}{self.shown(work.number)}{self.closing}"

    def _runs(self, numbers: Sequence[int]) -> list[list[int]]:
        """First and last of every run that may be joined; each other number by itself."""
        runs: list[list[int]] = []
        for number in numbers:
            if self.dash and runs and runs[-1][-1] == number - 1:
                runs[-1].append(number)
            else:
                runs.append([number])
        short = ([[n] for n in run] if len(run) < _SHORTEST_RUN else [[run[0], run[-1]]] for run in runs)
        return [ends for run in short for ends in run]

    def _listed(self, runs: Sequence[Sequence[tuple[str, int]]]) -> Iterator[Part]:
        yield self.opening, None
        for place, ends in enumerate(runs):
            if place:
                yield self.between, None
            yield ends[0]
            if len(ends) > 1:
                yield self.dash, None
                yield ends[1]
        yield self.closing, None


STYLES: dict[str, Style] = {
    "bracket": Style("[", ", ", "]", dash="–", space=" ", before_stop=True),
    "superscript": Style("", ",", "", dash="⁻", raised=True, tag="sup"),
    "footnote": Style("[^", "][^", "]", is_note=True, tag="sup"),
    "author_year": Style("(", "; ", ")", space=" ", before_stop=True, by_name=True),
}
"""``[1–3]``, ``¹⁻³``, ``[^1][^2]``, ``(Kohl & Ray, 2019)``."""


def style_of(name: str, markup: Markup) -> Style:
    """The style as the markup has it: HTML raises its digits by an element.

    Raises:
        InputError: no such style.
    """
    style = STYLES.get(name.replace("-", "_"))
    if style is None:
        raise InputError(f"No citation style is called {name!r}; known: {', '.join(STYLES)}.")
    if markup != "html" or not style.tag:
        return style
    return replace(style, opening="", between=", ", closing="", dash="–", raised=False)


def guarded(style: Style) -> Style:
    """The style where a bare superscript would read as an exponent: ``30 m⁽¹⁾``."""
    return replace(style, opening="⁽", closing="⁾") if style.raised else style

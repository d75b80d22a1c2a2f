"""The forms of citation markers, one row for each style, and the rules for where a marker goes."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from ascribe.errors import InputError
from ascribe.records.work import CitedWork, Markup
from ascribe.write.evidence import Place
from ascribe.write.markdown_syntax import InsertionPoint

MarkerPart = tuple[str, int | None]
"""Text of a marker, and the number of the source that it stands for; None for what stands between."""

_MIN_RUN = 3
_SUPERSCRIPT_DIGITS = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")


@dataclass(frozen=True, slots=True)
class CitationStyle:
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

    def parts(self, works: Sequence[CitedWork]) -> Iterator[MarkerPart]:
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
            style = CITATION_STYLES["bracket"] if self.by_name else self
            yield from style._listed([[(style.shown(n), n) for n in run] for run in style._runs(numbers)])

    def shown(self, number: int) -> str:
        """The number in the digits of the style."""
        return str(number).translate(_SUPERSCRIPT_DIGITS) if self.raised else str(number)

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
        short = ([[n] for n in run] if len(run) < _MIN_RUN else [[run[0], run[-1]]] for run in runs)
        return [ends for run in short for ends in run]

    def _listed(self, runs: Sequence[Sequence[tuple[str, int]]]) -> Iterator[MarkerPart]:
        yield self.opening, None
        for place, ends in enumerate(runs):
            if place:
                yield self.between, None
            yield ends[0]
            if len(ends) > 1:
                yield self.dash, None
                yield ends[1]
        yield self.closing, None


CITATION_STYLES: dict[str, CitationStyle] = {
    "bracket": CitationStyle("[", ", ", "]", dash="–", space=" ", before_stop=True),
    "superscript": CitationStyle("", ",", "", dash="⁻", raised=True, tag="sup"),
    "footnote": CitationStyle("[^", "][^", "]", is_note=True, tag="sup"),
    "author_year": CitationStyle("(", "; ", ")", space=" ", before_stop=True, by_name=True),
}
"""``[1–3]``, ``¹⁻³``, ``[^1][^2]``, ``(Kohl & Ray, 2019)``."""


def find_style(name: str, markup: Markup) -> CitationStyle:
    """The style as the markup has it: HTML raises its digits by an element.

    Raises:
        InputError: no such style.
    """
    style = CITATION_STYLES.get(name.replace("-", "_"))
    if style is None:
        raise InputError(f"No citation style is called {name!r}; known: {', '.join(CITATION_STYLES)}.")
    if markup != "html" or not style.tag:
        return style
    return replace(style, opening="", between=", ", closing="", dash="–", raised=False)


def guard_exponent(style: CitationStyle) -> CitationStyle:
    """The style where a bare superscript would read as an exponent: ``30 m⁽¹⁾``."""
    return replace(style, opening="⁽", closing="⁾") if style.raised else style


MarkerNumbers = tuple[int, ...]

_STOPS = ".!?。！？"
_CLOSERS = "%)]”’»"
_ABBREVIATION = re.compile(r"(?:\b[^\W\d]{1,3}\.)+[^\W\d]{1,3}\Z")
_WORD_OR_STOP = re.compile(r"(?:[^\W\d_]{3}|[.,;:!?”’»。，！？」])\Z")
"""What a bare superscript may follow without reading as an exponent."""

_ITEM_MARK = re.compile(r"[\s>]*(?:(?:\d{1,9}[.)]|[-+*])\s*)+")


def move_before_stop(reply: str, start: int, gap: InsertionPoint) -> InsertionPoint:
    """The gap before the full stop of the sentence, where it ends in a plain one; else the gap as it is.

    A stop that belongs to a shortened word with stops in it (``U.S.``), to an ellipsis or to the number of a
    list item (``1.``) stays with it.
    """
    stop = gap.position - 1
    if gap.own_paragraph or stop <= start or reply[stop] not in _STOPS:
        return gap
    line = reply[max(start, reply.rfind("\n", start, stop) + 1) : stop]
    is_plain = line[-1:].isalnum() or line[-1:] in _CLOSERS
    if is_plain and any(map(str.isalpha, line)) and not _ABBREVIATION.search(line[-20:]):
        return replace(gap, position=stop)
    return gap


def is_read_as_exponent(reply: str, gap: InsertionPoint) -> bool:
    """True if raised digits at the gap would be an exponent: after a digit, a short unit, or nothing."""
    return gap.own_paragraph or not _WORD_OR_STOP.search(reply[max(0, gap.position - 3) : gap.position])


def follows_item_mark(reply: str, gap: InsertionPoint) -> bool:
    """True if only marks of list items stand before the gap on its line: without a space none would be."""
    line = reply[reply.rfind("\n", 0, gap.position) + 1 : gap.position]
    return _ITEM_MARK.fullmatch(line) is not None


def drop_repeated_numbers(
    reply: str, places: Sequence[Place | None], numbers: Sequence[MarkerNumbers]
) -> list[MarkerNumbers]:
    """The numbers that each sentence shows where a run of sentences with the same ones shows them once.

    A run stands on one line. The last of the run shows them: a marker covers what stands before it.
    """
    shown = list(numbers)
    placed = sorted((place, index) for index, place in enumerate(places) if place is not None)
    for (first, one), (second, two) in pairwise(placed):
        same_line = "\n" not in reply[first[0] : second[1]]
        if same_line and numbers[one] and set(numbers[one]) == set(numbers[two]):
            shown[one] = ()
    return shown

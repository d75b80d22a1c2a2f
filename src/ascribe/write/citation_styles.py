"""The styles of citation markers, one row for each, and the rules for where a marker goes."""

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
"""Text of a part of a marker, and the number of its source; None for punctuation between sources."""

_MIN_RUN = 3
_SUPERSCRIPT_DIGITS = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")


@dataclass(frozen=True, slots=True)
class CitationStyle:
    """The form of one style of marker.

    Args:
        opening: text before the numbers.
        between: text between two numbers.
        closing: text after the numbers.
        dash: text that joins the ends of a run of three or more; empty if runs are not shortened.
        space: text before the whole marker.
        before_stop: whether the marker goes before the full stop of its sentence, or after it.
        raised: True for superscript digits.
        by_name: True if authors and year replace the number.
        is_note: True if the entries are notes that the markup itself links to the markers.
        tag: in HTML, the element around the marker.
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
        """Yield the parts of the marker for these works, ascending and without the space before it.

        Works that have no label come after the others, as numbers in brackets.
        """
        named = [(work.label, work.number) for work in works if self.by_name and work.label]
        numbers = sorted(work.number for work in works if not (self.by_name and work.label))
        if named:
            yield from self._join_runs([[pair] for pair in named])
        if named and numbers:
            yield " ", None
        if numbers:
            style = CITATION_STYLES["bracket"] if self.by_name else self
            yield from style._join_runs(
                [[(style.format_number(n), n) for n in run] for run in style._find_runs(numbers)]
            )

    def format_number(self, number: int) -> str:
        """Return the number in the digits of the style."""
        return str(number).translate(_SUPERSCRIPT_DIGITS) if self.raised else str(number)

    def entry_label(self, work: CitedWork) -> str:
        """Return the label before the work in a list; empty where the list shows its name."""
        if self.by_name:
            return "" if work.label else f"[{work.number}]"
        return f"{self.opening}{self.format_number(work.number)}{self.closing}"

    def _find_runs(self, numbers: Sequence[int]) -> list[list[int]]:
        """Return first and last of every run that may be joined; every other number by itself."""
        runs: list[list[int]] = []
        for number in numbers:
            if self.dash and runs and runs[-1][-1] == number - 1:
                runs[-1].append(number)
            else:
                runs.append([number])
        short = ([[n] for n in run] if len(run) < _MIN_RUN else [[run[0], run[-1]]] for run in runs)
        return [ends for run in short for ends in run]

    def _join_runs(self, runs: Sequence[Sequence[tuple[str, int]]]) -> Iterator[MarkerPart]:
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
    """Return the style for the markup: in HTML, an element raises the digits.

    Raises:
        InputError: no style has that name.
    """
    style = CITATION_STYLES.get(name.replace("-", "_"))
    if style is None:
        raise InputError(f"Unknown citation style {name!r}; choose one of {', '.join(CITATION_STYLES)}.")
    if markup != "html" or not style.tag:
        return style
    return replace(style, opening="", between=", ", closing="", dash="–", raised=False)


def guard_exponent(style: CitationStyle) -> CitationStyle:
    """Return the style with brackets, for where a bare superscript would be an exponent: ``30 m⁽¹⁾``."""
    return replace(style, opening="⁽", closing="⁾") if style.raised else style


# --- Where a marker goes ---

MarkerNumbers = tuple[int, ...]

_STOPS = ".!?。！？"
_CLOSERS = "%)]”’»"
_ABBREVIATION = re.compile(r"(?:\b[^\W\d]{1,3}\.)+[^\W\d]{1,3}\Z")
_WORD_OR_STOP = re.compile(r"(?:[^\W\d_]{3}|[.,;:!?”’»。，！？」])\Z")
"""What a bare superscript may follow without being read as an exponent."""

_ITEM_MARK = re.compile(r"[\s>]*(?:(?:\d{1,9}[.)]|[-+*])\s*)+")


def move_before_stop(reply: str, start: int, gap: InsertionPoint) -> InsertionPoint:
    """Move the insertion point before the full stop of the sentence, if it ends in a plain one.

    A stop that belongs to an abbreviation (``U.S.``), to an ellipsis or to the number of a list item (``1.``)
    is not plain.
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
    """Return True if a superscript there would look like an exponent: after a digit, unit or nothing."""
    return gap.own_paragraph or not _WORD_OR_STOP.search(reply[max(0, gap.position - 3) : gap.position])


def follows_item_mark(reply: str, gap: InsertionPoint) -> bool:
    """Return True if the line has only list item marks before the gap; they need a space after them."""
    line = reply[reply.rfind("\n", 0, gap.position) + 1 : gap.position]
    return _ITEM_MARK.fullmatch(line) is not None


def drop_repeated_numbers(
    reply: str, places: Sequence[Place | None], numbers: Sequence[MarkerNumbers]
) -> list[MarkerNumbers]:
    """Keep the numbers of consecutive sentences with the same ones only on the last of them.

    They must be on one line. The last one keeps the numbers, because a marker covers what is before it.
    """
    shown = list(numbers)
    placed = sorted((place, index) for index, place in enumerate(places) if place is not None)
    for (first, one), (second, two) in pairwise(placed):
        same_line = "\n" not in reply[first[0] : second[1]]
        if same_line and numbers[one] and set(numbers[one]) == set(numbers[two]):
            shown[one] = ()
    return shown

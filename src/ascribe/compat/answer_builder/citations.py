"""Citations in a reply, found by the user's pattern or by Ascribe's grammar of markers.

An invalid pattern is rejected; a pattern that takes too long is stopped.
"""

from __future__ import annotations

import math
import re
import warnings
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Literal

import regex

from ascribe.errors import InputError, PatternTimeout
from ascribe.read.markers import Marker, parse_markers

_PATTERN_ERRORS = (re.error, regex.error, OverflowError, RecursionError, MemoryError)
"""Exceptions of ``re`` and ``regex`` for a pattern that they cannot compile."""


@dataclass(frozen=True, slots=True)
class PatternMatch:
    """One match of a pattern.

    Args:
        start: index of its first code point.
        end: index one past its last code point.
        text: the text of the group; the whole match if there is no group or it did not participate.
        text_start: start of ``text``.
        group: the text of the group, "" if it did not participate; the whole match if there is no group.
            This is what ``re.findall`` returns.
    """

    start: int
    end: int
    text: str
    text_start: int
    group: str


@dataclass(frozen=True, slots=True)
class TimedPattern:
    """A valid pattern with at most one group, applied with a time limit.

    Args:
        expression: the pattern as the user wrote it, in the syntax of ``re``.
        name: the parameter that it was given for.
    """

    expression: str
    name: str
    _compiled: Any

    def search(self, text: str, seconds: float) -> PatternMatch | None:
        """Return the first match, like ``re.search``.

        Raises:
            PatternTimeout: the search took longer than ``seconds``.
        """
        return next(self.hits(text, seconds), None)

    def hits(self, text: str, seconds: float) -> Iterator[PatternMatch]:
        """Yield all matches, like ``re.finditer``.

        Raises:
            PatternTimeout: all searches together took longer than ``seconds``.
        """
        try:
            for match in self._compiled.finditer(text, timeout=seconds):
                yield _build_match(match, match.re.groups)
        except (TimeoutError, MemoryError) as error:
            raise PatternTimeout(
                f"{self.name} {self.expression!r} was stopped after {seconds:g} s on a reply of "
                f"{len(text):,} characters; make it simpler, for example without nested quantifiers."
            ) from error


def _build_match(match: Any, groups: int) -> PatternMatch:
    taken = groups if groups and match.group(1) is not None else 0
    start, end = match.span()
    return PatternMatch(start, end, match.group(taken), match.start(taken), match.group(groups) or "")


MAX_REPEATS = 20_000
"""Most characters that the counted repeats of a pattern may stand for."""

_COUNTED_REPEAT = re.compile(r"\{(\d+)(?:,\d*)?\}")


@lru_cache(maxsize=256)
def compile_pattern(expression: str, name: str) -> TimedPattern:
    """Compile a pattern with ``regex``, which reads those of ``re`` and can stop after a time.

    Raises:
        InputError: it is not a regular expression of ``re``, or has more than one group.
    """
    if not isinstance(expression, str):
        raise InputError(f"{name} must be text, got {type(expression).__name__}.")
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # FutureWarning for syntax that may change
            groups = re.compile(expression).groups
            _check_repeats(expression)
            compiled = regex.compile(expression, regex.VERSION0) if groups <= 1 else None
    except _PATTERN_ERRORS as error:
        raise InputError(
            f"{name} {_shorten(expression)} cannot be used as a regular expression: {error}."
        ) from error
    if groups > 1:
        raise InputError(
            f"{name} {_shorten(expression)} has {groups} groups, and at most one is allowed; write (?:…) "
            "for groups that need not be captured."
        )
    return TimedPattern(expression, name, compiled)


def _check_repeats(expression: str) -> None:
    """Refuse counted repeats that may expand to more than ``MAX_REPEATS`` characters.

    ``regex`` needs memory for each; the product is an upper bound, reached where repeats are nested.
    """
    least = math.prod(max(1, int(count)) for count in _COUNTED_REPEAT.findall(expression))
    if least > MAX_REPEATS:
        raise OverflowError(f"its counted repeats expand to more than {MAX_REPEATS:,} characters")


def _shorten(expression: str) -> str:
    return repr(expression if len(expression) <= 200 else expression[:199] + "…")


PLAIN = r"\[(\d+)\]"
"""The pattern in Haystack's documentation: one number in brackets."""

LISTS = r"\[([^\S\n]*\d+(?:[^\S\n]*[,;\-–—‑−][^\S\n]*\d+)*[^\S\n]*)\]"
"""The replacement for ``PLAIN`` if ranges are expanded: numbers in brackets with commas and dashes."""

ACM = r"\[([^\S\n]*\d+(?:[^\S\n]*,[^\S\n]*\d+)*[^\S\n]*)\]"
"""The pattern for ``reference_pattern="acm"``, as in deepset's builder; all numbers count."""

_DASH = re.compile(r"\s*[-–—‑−]\s*")
_FRAME = re.compile(r"\A[^\w+-]+|\W+\Z")

WarningCode = Literal["out_of_range", "backwards", "cut_off", "unreadable"]


@dataclass(frozen=True, slots=True)
class ReferenceWarning:
    """A problem with one marker.

    Args:
        code: ``out_of_range``: the document does not exist; ``backwards``: a range such as ``[5-3]``, which
            cites nothing; ``cut_off``: a range that extends past the last document; ``unreadable``: the
            marker contains no number.
        message: one sentence.
        number: the cited document, from 1; None if the marker has no number.
        start: index of the marker's first code point in the reply.
        end: index one past its last code point.
    """

    code: WarningCode
    message: str
    number: int | None
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Citations:
    """The citations of a reply: its markers in order, and warnings about them."""

    markers: tuple[Marker, ...] = ()
    warnings: tuple[ReferenceWarning, ...] = ()


_Item = int | tuple[WarningCode, str, int | None]
_Reader = Callable[[PatternMatch, int], Iterator[_Item]]


def find_citations(
    reply: str, pattern: TimedPattern | None, n_documents: int, *, ranges: bool, seconds: float
) -> Citations:
    """Find the markers of a reply with the pattern, or, without one, with Ascribe's grammar.

    Raises:
        PatternTimeout: the pattern took longer than ``seconds``.
    """
    if pattern is None:
        markers = parse_markers(reply, n_documents)
        return Citations(tuple(markers), tuple(_find_out_of_range(markers, n_documents)))
    lists = ranges or pattern.expression == "acm"
    return _find_by_pattern(
        reply,
        _interpret_pattern(pattern, ranges),
        n_documents,
        _parse_items if lists else _parse_number,
        seconds,
    )


def _interpret_pattern(pattern: TimedPattern, ranges: bool) -> TimedPattern:
    if pattern.expression == "acm":
        return compile_pattern(LISTS if ranges else ACM, pattern.name)
    return compile_pattern(LISTS, pattern.name) if ranges and pattern.expression == PLAIN else pattern


def _find_by_pattern(
    reply: str, pattern: TimedPattern, count: int, read: _Reader, seconds: float
) -> Citations:
    markers: list[Marker] = []
    warnings: list[ReferenceWarning] = []
    for hit in pattern.hits(reply, seconds):
        if hit.start == hit.end:
            continue
        found = list(read(hit, count))
        numbers = tuple(each for each in found if isinstance(each, int))
        odd = [ReferenceWarning(*each, hit.start, hit.end) for each in found if not isinstance(each, int)]
        marker = Marker(hit.start, hit.end, numbers, "pattern")
        warnings += odd
        if not numbers and any(warning.code == "unreadable" for warning in odd):
            continue  # the match is not a citation
        markers.append(marker)
        warnings += _find_out_of_range([marker], count)
    return Citations(tuple(markers), tuple(warnings))


def _parse_number(hit: PatternMatch, _: int) -> Iterator[_Item]:
    """Yield the number in the group as ``int`` parses it; surrounding brackets are ignored."""
    number = _parse_int(hit.group)
    number = _parse_int(_FRAME.sub("", hit.group)) if number is None else number
    yield number if number is not None else _build_unreadable(hit.group)


def _parse_items(hit: PatternMatch, count: int) -> Iterator[_Item]:
    """Yield the numbers of a list of numbers and ranges."""
    for part in filter(None, map(str.strip, hit.group.split(","))):
        for piece in filter(None, map(str.strip, part.split(";"))):
            yield from _parse_item(piece, count)


def _parse_item(piece: str, count: int) -> Iterator[_Item]:
    ends = [_parse_int(end) for end in _DASH.split(piece)]
    first, last = (ends[0], ends[-1]) if len(ends) <= 2 else (None, None)
    if first is None or last is None:
        framed = _FRAME.sub("", piece)
        yield from _parse_item(framed, count) if framed != piece else [_build_unreadable(piece)]
    elif len(ends) == 1:
        yield first
    elif first > last:
        yield "backwards", f"The range {piece} runs backwards and cites nothing.", None
    else:
        yield from range(first, min(last, count) + 1)
        if last > count:
            yield "cut_off", f"The range {piece} extends past the last document, {count}.", last


def _parse_int(text: str) -> int | None:
    try:
        return int(text)
    except ValueError:
        return None


def _build_unreadable(text: str) -> tuple[WarningCode, str, None]:
    shown = text if len(text) <= 80 else text[:79] + "…"
    return "unreadable", f"The reference pattern found {shown!r}, which is not a number.", None


def _find_out_of_range(markers: Sequence[Marker], count: int) -> Iterator[ReferenceWarning]:
    for marker in markers:
        for number in dict.fromkeys(marker.documents):
            if isinstance(number, int) and not 1 <= number <= count:
                message = f"The reply cites document {number}, but {_describe_offered(count)}."
                yield ReferenceWarning("out_of_range", message, number, marker.start, marker.end)


def _describe_offered(count: int) -> str:
    return f"there {'is' if count == 1 else 'are'} {count or 'no'} document{'s' * (count != 1)}"

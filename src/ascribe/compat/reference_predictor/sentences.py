"""Sentences with exact offsets, optionally joined by split rules and grouped into windows."""

from __future__ import annotations

import logging
import re
from collections.abc import Sequence
from dataclasses import dataclass

from ascribe.protocols import Claim
from ascribe.read.blocks import split_blocks
from ascribe.read.markdown import blank_markup
from ascribe.read.markers import mask_markers
from ascribe.read.sentences import split_block
from ascribe.read.sentences.boundaries import Enclosures, find_enclosures
from ascribe.text.word_lists import list_curated_languages, list_known_languages

_LOG = logging.getLogger(__name__)

LANGUAGES = frozenset({*list_known_languages(), "da", "et", "fi", "ml", "no", "pt", "sl"})
"""Languages with word lists here, and those of deepset's component that only sentencex supports."""


@dataclass(frozen=True, slots=True)
class SentenceSplitter:
    """Splits answers and documents into sentences.

    Args:
        language: ISO 639-1 code; for an unknown language, English rules are used, with a warning.
        use_split_rules: join sentences of answers that belong together.
        extend_abbreviations: use the curated abbreviations of the language, if there are any.
    """

    language: str
    use_split_rules: bool
    extend_abbreviations: bool

    def warn(self) -> None:
        """Log a warning for options that are not available for the language."""
        if self.language not in LANGUAGES:
            _LOG.warning("language %r is not known; sentences are split by English rules.", self.language)
        elif self.extend_abbreviations and self.language not in list_curated_languages():
            _LOG.warning("There are no curated abbreviations for language %r; none are added.", self.language)

    def claims(self, text: str) -> list[Claim]:
        """Split an answer into claims, in order."""
        blocks = split_blocks(text)
        content = blank_markup(mask_markers(text, blocks), blocks)
        found = []
        for block in blocks:
            units = split_block(text, block, self._rules, curated=self.extend_abbreviations)
            joined = join_units(text, units) if self.use_split_rules else units
            found += [Claim(text[a:b], a, b, block.kind, content[a:b]) for a, b in joined]
        return found

    def units(self, text: str) -> list[tuple[int, int]]:
        """Return ``[start, end)`` of the sentences of a document, in order."""
        return [
            unit
            for block in split_blocks(text)
            for unit in split_block(text, block, self._rules, curated=self.extend_abbreviations)
        ]

    @property
    def _rules(self) -> str:
        return self.language if self.language in LANGUAGES else "en"


Unit = tuple[int, int]

_ITEM_NUMBER = re.compile(r"(?:^|\n)[ \t]*\d{1,2}\.\Z")
_LOOKBACK = 20
"""Number of characters searched backwards for a list number at the start of a line."""


def join_units(text: str, units: Sequence[Unit]) -> list[Unit]:
    """Join adjacent units of one block if one of these conditions is met.

    - The boundary is within a quotation.
    - The first unit ends with a quoted question.
    - The first unit ends with the number of a list item.
    - The second unit begins with a bracket.
    """
    pairs = find_enclosures(text, units[0][0], units[-1][1])
    joined = [units[0]]
    for unit in units[1:]:
        first = joined[-1]
        if _belongs_together(text, first, unit, pairs):
            joined[-1] = (first[0], unit[1])
        else:
            joined.append(unit)
    return joined


def _belongs_together(text: str, first: Unit, second: Unit, pairs: Enclosures) -> bool:
    end = first[1]
    within, closed = pairs.around(end), pairs.ending_at(end - 1)
    if within is not None and within.is_speech:
        return True
    if closed is not None and closed.is_speech and text[end - 2] == "?":
        return True
    tail = text[max(first[0], end - _LOOKBACK) : end]
    return text[second[0]] in "([" or _ITEM_NUMBER.search(tail) is not None


def build_windows(count: int, size: int, stride: int) -> list[tuple[int, int]]:
    """Return ``[first, last)`` of each window over ``count`` units, in order.

    A window starts every ``stride`` units. The first one that reaches the end is the last; it may be shorter.
    """
    found = []
    for first in range(0, count, stride):
        found.append((first, min(first + size, count)))
        if first + size >= count:
            break
    return found


def build_window_spans(units: Sequence[tuple[int, int]], size: int, stride: int) -> list[tuple[int, int]]:
    """Return the text range of each window: from its first unit's start to its last unit's end."""
    return [(units[first][0], units[last - 1][1]) for first, last in build_windows(len(units), size, stride)]

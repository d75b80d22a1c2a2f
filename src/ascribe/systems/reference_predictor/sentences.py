"""Answers and documents → their sentences, with exact offsets."""

from __future__ import annotations

import logging
from dataclasses import dataclass

from ascribe.language.abbreviations import curated_languages, known_languages
from ascribe.read.blocks import split_blocks
from ascribe.read.markers import mask_markers
from ascribe.read.markup import blank_markup
from ascribe.read.sentences import split_block
from ascribe.stages import Claim
from ascribe.systems.reference_predictor.split_rules import join_units

_LOG = logging.getLogger(__name__)

LANGUAGES = frozenset({*known_languages(), "da", "et", "fi", "ml", "no", "pt", "sl"})
"""Those of our lists, and those of the seed for which sentencex alone tells where sentences end."""


@dataclass(frozen=True, slots=True)
class Splitting:
    """How texts are split.

    Args:
        language: ISO 639-1 code; English rules hold for one that is not known, with a warning.
        use_split_rules: join sentences of answers that belong together.
        extend_abbreviations: with the curated abbreviations of the language, where there are any.
    """

    language: str
    use_split_rules: bool
    extend_abbreviations: bool

    def warn(self) -> None:
        """Log what was asked for and cannot be had."""
        if self.language not in LANGUAGES:
            _LOG.warning("language %r is not known; sentences are split by English rules.", self.language)
        elif self.extend_abbreviations and self.language not in curated_languages():
            _LOG.warning("There are no curated abbreviations for language %r; none are added.", self.language)

    def claims(self, text: str) -> list[Claim]:
        """The sentences of an answer and what they are, in order."""
        blocks = split_blocks(text)
        content = blank_markup(mask_markers(text, blocks), blocks)
        found = []
        for block in blocks:
            units = split_block(text, block, self._rules, curated=self.extend_abbreviations)
            joined = join_units(text, units) if self.use_split_rules else units
            found += [Claim(text[a:b], a, b, block.kind, content[a:b]) for a, b in joined]
        return found

    def units(self, text: str) -> list[tuple[int, int]]:
        """``[start, end)`` of the sentences of a document, in order."""
        return [
            unit
            for block in split_blocks(text)
            for unit in split_block(text, block, self._rules, curated=self.extend_abbreviations)
        ]

    @property
    def _rules(self) -> str:
        return self.language if self.language in LANGUAGES else "en"

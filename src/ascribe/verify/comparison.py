"""The records of the rules: the text that a rule reads and the comparison that it returns.

A rule is a function ``compare(claim: Text, evidence: Text) -> list[Comparison]`` in a file of its own. It
returns an empty list where its kind of thing does not occur. Rules never see a score or a model.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property
from operator import attrgetter
from typing import Any, Literal

from ascribe.text.normalize import NormalizedText, normalize
from ascribe.text.words import Word, find_stems, is_content_word, split_words

Finding = Literal["agree", "clash", "missing"]
"""``agree``: the evidence says the same. ``clash``: it says another thing in the same place.
``missing``: it says nothing comparable."""

_TOKEN = re.compile(r"\w+|[^\w\s]")

_start, _end = attrgetter("start"), attrgetter("end")


@dataclass(frozen=True)
class Text:
    """A text as the rules see it.

    Args:
        text: without noise; all offsets of words and comparisons count in it.
        language: ISO 639-1 code, or None for English rules.
        folded: the way back to the untouched text; None where ``text`` is that.
        untouched: the text as it was given.
    """

    text: str
    language: str | None = None
    folded: NormalizedText | None = field(default=None, compare=False, repr=False)
    untouched: str | None = field(default=None, compare=False, repr=False)

    @classmethod
    def read(cls, untouched: str, language: str | None = None) -> Text:
        """The text as the rules see it, without noise."""
        folded = normalize(untouched, language)
        return cls(folded.text, language, folded, untouched)

    def original(self, start: int, end: int) -> tuple[int, int]:
        """Where that stretch stands in the untouched text."""
        return self.folded.original(start, end) if self.folded else (start, end)

    def quote(self, start: int, end: int) -> str:
        """That stretch as it was written."""
        written = self.text if self.untouched is None else self.untouched
        return written[slice(*self.original(start, end))]

    def __hash__(self) -> int:
        """That of the characters, which they remember: texts are looked up hundreds of times a pair."""
        return hash(self.text)

    @cached_property
    def words(self) -> list[Word]:
        """All words, with offsets into ``text``."""
        return split_words(self.text, self.language)

    @cached_property
    def lowered(self) -> str:
        """The text in small letters, at the same offsets: a letter that would become two stays."""
        lowered = self.text.lower()
        if len(lowered) == len(self.text):
            return lowered
        return "".join(low if len(low := char.lower()) == 1 else char for char in self.text)

    @cached_property
    def tokens(self) -> frozenset[str]:
        """Runs of letters and figures in small letters, and signs: by them a rule is known to be silent."""
        return frozenset(_TOKEN.findall(self.lowered))

    @cached_property
    def memory(self) -> dict[str, Any]:
        """What was found in the text already, by group of cues."""
        return {}

    @cached_property
    def content(self) -> list[Word]:
        """The words that carry content: no stop words."""
        return [word for word in self.words if is_content_word(word, self.language)]

    def find_counted_stem(self, end: int) -> str:
        """The stem of the word right after that place: what a figure counts; empty if there is none."""
        after = self.words_after(end, 1)
        return after[0].stem if after and not self.text[end : after[0].start].strip(" \u00a0\u202f-°") else ""

    def words_after(self, end: int, most: int) -> list[Word]:
        """The next words from that place on, at most so many."""
        first = bisect_left(self.words, end, key=_start)
        return self.words[first : first + most]

    def within(self, start: int, end: int) -> list[Word]:
        """The content words that begin in that stretch, in order."""
        return self.content[slice(*(bisect_left(self.content, at, key=_start) for at in (start, end)))]

    def around(self, start: int, end: int) -> frozenset[str]:
        """Stems of the two nearest content words on each side of that stretch."""
        first = bisect_right(self.content, start, key=_end)
        last = bisect_left(self.content, end, key=_start)
        near = [*self.content[max(0, first - 2) : first], *self.content[last : last + 2]]
        return frozenset(word.stem for word in near)

    @cached_property
    def stems(self) -> frozenset[str]:
        """Stems of all words; those of a text that is read no further need no places."""
        if "words" in self.__dict__:
            return frozenset(word.stem for word in self.words)
        return find_stems(self.text, self.language)


@dataclass(frozen=True, slots=True)
class Comparison:
    """One thing of the claim, compared with the evidence.

    Args:
        rule: the rule that compared.
        finding: what it found.
        reason: the reason code if it did not agree, else empty.
        claim: the span compared in the claim's text.
        evidence: the span compared in the evidence; None where nothing is comparable.
        formula: how the claim's figure follows from those of the evidence, where they are not the same:
            "40 → 50 is +25 %", "12 km = 12,000 m"; empty otherwise.
    """

    rule: str
    finding: Finding
    reason: str
    claim: tuple[int, int]
    evidence: tuple[int, int] | None = None
    formula: str = ""

    def describe(self, claim: Text, evidence: Text) -> dict[str, Any]:
        """JSON for ``Verdict.details``: the rule, the finding, the words as written, the formula if any."""
        described = {
            "rule": self.rule,
            "finding": self.finding,
            "claim": claim.quote(*self.claim),
            "evidence": evidence.quote(*self.evidence) if self.evidence else None,
        }
        return {**described, "formula": self.formula} if self.formula else described


Rule = Callable[[Text, Text], list[Comparison]]

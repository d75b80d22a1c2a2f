"""The records of the rules: the text that a rule reads and the comparison that it returns.

A rule is a function of ``(claim: Text, evidence: Text)`` that returns a list of comparisons, empty if the
claim has nothing of its kind. Rules use no score and no model.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property, wraps
from itertools import takewhile
from operator import attrgetter
from typing import Any, Concatenate, Literal, ParamSpec, TypeVar

from ascribe.text.normalize import NormalizedText, normalize
from ascribe.text.words import Word, find_stems, is_content_word, split_words

Finding = Literal["agree", "clash", "missing"]
"""``agree``: the evidence says the same. ``clash``: it says something else in the same place. ``missing``: it
says nothing comparable."""

_TOKEN = re.compile(r"\w+|[^\w\s]")

_BEHIND_MAY = re.compile(r"\s+(?:\d|(?:is|was|has|had|saw|brought|and|to)\b)|[,)]")

_P = ParamSpec("_P")
_Found = TypeVar("_Found")

_start, _end = attrgetter("start"), attrgetter("end")


@dataclass(frozen=True)
class Text:
    """A normalized text, with the words, stems and offsets that the rules use.

    Args:
        text: the text without noise; all offsets of words and comparisons refer to it.
        language: ISO 639-1 code, or None for English rules.
        folded: maps offsets back to the untouched text; None if ``text`` is that text.
        untouched: the text as it was given.
    """

    text: str
    language: str | None = None
    folded: NormalizedText | None = field(default=None, compare=False, repr=False)
    untouched: str | None = field(default=None, compare=False, repr=False)

    @classmethod
    def read(cls, untouched: str, language: str | None = None) -> Text:
        """Normalize a text and return it as the rules read it."""
        folded = normalize(untouched, language)
        return cls(folded.text, language, folded, untouched)

    def original(self, start: int, end: int) -> tuple[int, int]:
        """Return the span of the untouched text that the stretch comes from.

        The last clause of a text ends one character behind it, and so may a stretch.
        """
        end = min(end, len(self.text))
        return self.folded.original(start, end) if self.folded else (start, end)

    def quote(self, start: int, end: int) -> str:
        """Return the stretch as it was written."""
        written = self.text if self.untouched is None else self.untouched
        return written[slice(*self.original(start, end))]

    def quote_clause(self, span: tuple[int, int]) -> str:
        """Return the stretch as the rules read it, without the signs at its ends."""
        return self.text[slice(*span)].strip(" \n,.;")

    def __hash__(self) -> int:
        """Return the hash of the characters; strings cache it, and a pair needs hundreds of look-ups."""
        return hash(self.text)

    @property
    def code(self) -> str:
        """Return the ISO 639-1 code by which the rules read the text: English where none is known."""
        return self.language or "en"

    @property
    def is_english(self) -> bool:
        """Return True if the rules read the text as English."""
        return self.code == "en"

    @cached_property
    def words(self) -> list[Word]:
        """Return all words, with offsets into ``text``."""
        return split_words(self.text, self.language)

    @cached_property
    def lowered(self) -> str:
        """Return the text in lower case at the same offsets; a letter that would become two is kept."""
        lowered = self.text.lower()
        if len(lowered) == len(self.text):
            return lowered
        return "".join(low if len(low := char.lower()) == 1 else char for char in self.text)

    @cached_property
    def tokens(self) -> frozenset[str]:
        """Return the lower-case words and the signs; they show which rules cannot apply."""
        return frozenset(_TOKEN.findall(self.lowered))

    @cached_property
    def found(self) -> dict[Any, Any]:
        """Return what was found in the text so far, by the function that found it: ``find_once`` fills it."""
        return {}

    @cached_property
    def content(self) -> list[Word]:
        """Return the content words: all words but stop words."""
        return [word for word in self.words if is_content_word(word, self.language)]

    def is_month_of_may(self, start: int, end: int) -> bool:
        """Return True for "May" as a month: with a capital, within a sentence or before what follows no verb.

        At the start of a sentence or a title "May" may be the verb: "May contain nuts".
        """
        if self.text[start:end] != "May" or not self.is_english:
            return False
        before = self.text[max(0, start - 4) : start].rstrip()[-1:]
        return before.isalnum() or before in (",", "-") or _BEHIND_MAY.match(self.text, end) is not None

    def find_counted_stem(self, end: int) -> str:
        """Return the stem of the word right after that offset, which a figure counts; empty if none."""
        after = self.words_after(end, 1)
        return after[0].stem if after and not self.text[end : after[0].start].strip(" \u00a0\u202f-°") else ""

    def words_after(self, end: int, most: int) -> list[Word]:
        """Return the next words from that offset on, at most ``most``."""
        first = bisect_left(self.words, end, key=_start)
        return self.words[first : first + most]

    def words_before(self, start: int, most: int) -> list[Word]:
        """Return the last words before that offset, in order, at most ``most``."""
        last = bisect_left(self.words, start, key=_start)
        return self.words[max(0, last - most) : last]

    def within(self, start: int, end: int) -> list[Word]:
        """Return the content words that begin in that stretch, in order."""
        return self.content[slice(*(bisect_left(self.content, at, key=_start) for at in (start, end)))]

    def iterate_within(self, start: int, end: int) -> Iterator[Word]:
        """Yield the words of ``within`` one after the other, for a caller that needs only the first few."""
        first = bisect_left(self.content, start, key=_start)
        return takewhile(
            lambda word: word.start < end, map(self.content.__getitem__, range(first, len(self.content)))
        )

    def around(self, start: int, end: int) -> frozenset[str]:
        """Return the stems of the two nearest content words on each side of that stretch."""
        first = bisect_right(self.content, start, key=_end)
        last = bisect_left(self.content, end, key=_start)
        near = [*self.content[max(0, first - 2) : first], *self.content[last : last + 2]]
        return frozenset(word.stem for word in near)

    @cached_property
    def stems(self) -> frozenset[str]:
        """Return the stems of all words, without computing offsets if the words are not needed otherwise."""
        if "words" in self.__dict__:
            return frozenset(word.stem for word in self.words)
        return find_stems(self.text, self.language)


def find_once(find: Callable[Concatenate[Text, _P], _Found]) -> Callable[Concatenate[Text, _P], _Found]:
    """Keep what a function finds in a text on that text, so that it lives no longer than the text."""

    @wraps(find)
    def look_up(text: Text, /, *args: _P.args, **kwargs: _P.kwargs) -> _Found:
        key = (find, *args, *kwargs.items()) if args or kwargs else find
        found: dict[Any, _Found] = text.found
        if key not in found:
            found[key] = find(text, *args, **kwargs)
        return found[key]

    return look_up


@dataclass(frozen=True, slots=True)
class Comparison:
    """One element of the claim, compared with the evidence.

    Args:
        rule: name of the rule.
        finding: what the rule found.
        reason: the reason code if the two do not agree, else empty.
        claim: the compared span of the claim's text.
        evidence: the compared span of the evidence; None if nothing is comparable.
        formula: how the claim's figure follows from those of the evidence, if they differ: "40 → 50 is +25
            %", "12 km = 12,000 m"; empty otherwise.
    """

    rule: str
    finding: Finding
    reason: str
    claim: tuple[int, int]
    evidence: tuple[int, int] | None = None
    formula: str = ""

    def describe(self, claim: Text, evidence: Text) -> dict[str, Any]:
        """Return JSON for ``Verdict.details``: rule, finding, the words as written, the formula if any."""
        described = {
            "rule": self.rule,
            "finding": self.finding,
            "claim": claim.quote(*self.claim),
            "evidence": evidence.quote(*self.evidence) if self.evidence else None,
        }
        return {**described, "formula": self.formula} if self.formula else described


@dataclass(frozen=True, slots=True)
class Rule:
    """One row of the table of rules: how it compares, and what each tier makes of what it finds.

    Args:
        name: the name in findings; a comparison of the rule has it too.
        compare: returns what of the claim was compared with the evidence, and how it was found.
        kind: the kind of difference that it finds, one of ``records.outcomes.KINDS``; empty if a finding
            explains no verdict.
        exact: reason code of a thing that must be exact and is not found. No probability outweighs it.
        vetoes: further reason codes that no probability outweighs.
        objections: reason codes with which a claim needs the threshold of the level above.
        unclear: reason code of a clash → the code where the rest of the passage does not match well enough.
        binds: whether one sentence must confirm all that the claim has of this: a figure, a date, a name.
        sure: whether a finding is sure even if the passage has nothing in that place.
        opposes: which findings outweigh any probability: every ``clash``, or also what has something else in
            its ``place`` in the evidence: "some" beside "all".
        denies: how a clash denies another passage: by another ``value`` or by the ``contrary``.
        context: what may be found around the passage too: a ``name``, the ``figure`` of a name, a ``date``.
        paraphrases: whether the rule recognises paraphrases, so that their words count as covered.
        supersedes: rules whose findings do not count where they overlap what this one explains by a formula;
            None if it explains figures, where no finding counts but that of ``binding``.
        withholds: whether a finding only keeps a passage from confirming a claim, and a figure from
            contradicting it; of any other clash it tells nothing.
        reconciles: whether a finding shows that claim and passage may both be true, so that neither a clash
            nor a model contradicts the claim.
        threshold: which threshold of tier ``rules`` a passage needs for a clash to contradict.
    """

    name: str
    compare: Callable[[Text, Text], list[Comparison]]
    kind: str = ""
    exact: str = ""
    vetoes: tuple[str, ...] = ()
    objections: tuple[str, ...] = ()
    unclear: Mapping[str, str] = field(default_factory=dict)
    binds: bool = False
    sure: bool = False
    opposes: Literal["", "clash", "place"] = ""
    denies: Literal["", "value", "contrary"] = ""
    context: Literal["", "name", "figure", "date"] = ""
    paraphrases: bool = False
    supersedes: tuple[str, ...] | None = None
    threshold: Literal["clashing", "negated"] = "clashing"
    withholds: bool = False
    reconciles: bool = False

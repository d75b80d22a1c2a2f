"""Words that change what the words after them mean: negations and qualifiers, and how far they reach.

A cue reaches the content words that follow it in its clause, at most ``REACH``. A negation reaches no further
than the next one, but all words of its clause in a language of ``_BOTH_WAYS``.

Cues and clause ends come from ``cues.json``, by language and group; a language that is not listed has none,
and its clauses end at punctuation.
"""

from __future__ import annotations

import json
import re
from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from importlib.resources import files
from itertools import pairwise

from ascribe.language.words import Word
from ascribe.verify.rules.comparison import Text
from ascribe.verify.rules.page_lines import page_lines
from ascribe.verify.rules.triggers import Triggers

_SIGNS = (r"[.!?](?=\s+[^\W\d_a-zа-я]|\s*$)", r"[;:](?=\s)", r"[()|\t\n。；：！？،؛।，、]", r",(?=\s)")
_ENDS = frozenset(("ends",))
_SIGN = re.compile("|".join(_SIGNS))
"""What ends a clause in any language. A full stop before a small letter or a figure ends none."""

REACH = 3
"""Content words a cue reaches: "did not improve the results" negates the verb and its object."""

_BOTH_WAYS = ("ar", "de", "hi", "ja", "nl", "ru", "zh")
"""Languages where the word that is negated may stand before the cue, or far behind it."""

_CONCORD = ("es", "fr", "it", "pt")
"""Languages where two cues in a row negate once."""

_WIDEST = 40
"""Content words on each side that a negation reaches at most there: more than a clause has."""

Span = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Scope:
    """A cue of a group, where it stands, and the words it reaches, the nearest first."""

    group: str
    start: int
    end: int
    words: tuple[Word, ...]

    @property
    def place(self) -> tuple[int, int]:
        """From the cue to the first word it reaches."""
        return self.start, self.words[0].end if self.words else self.end

    @property
    def stems(self) -> frozenset[str]:
        """Stems of the words it reaches."""
        return frozenset(word.stem for word in self.words)


def find_scopes(text: Text, group: str) -> tuple[Scope, ...]:
    """The cues of that group in the text, in order."""
    memory: dict[str, tuple[Scope, ...] | None] = text.memory or _begin(text)
    found = memory.get(group, ())
    if found is None:
        found = memory[group] = _find(text, group)
    return found


def may_have(groups: frozenset[str], *texts: Text) -> bool:
    """False if the words of the texts tell that none of them has a cue of one of these groups."""
    return not all(groups.isdisjoint(text.memory or _begin(text)) for text in texts)


def _begin(text: Text) -> dict[str, tuple[Scope, ...] | None]:
    """Group that the text may have cues of, by its words → those cues, None until they are looked for."""
    text.memory.update({"": (), **dict.fromkeys(_triggers(text.language or "en").groups(text.tokens))})
    return text.memory


@cache
def _triggers(language: str) -> Triggers:
    return Triggers(cues_of(language))


def _find(text: Text, group: str) -> tuple[Scope, ...]:
    pattern = _cues(text.language or "en", group)
    if pattern is None:
        return ()
    found = list(pattern.finditer(text.lowered))
    if group == "negation" and text.language in _CONCORD:
        found = [cue for cue, behind in pairwise([*found, None]) if cue and not _goes_with(text, cue, behind)]
    if group == "negation" and text.language in _BOTH_WAYS:
        return tuple(Scope(group, *cue.span(), _whole_clause(text, *cue.span())) for cue in found)
    stops = [cue.start() for cue in found[1:] if group == "negation" and cue[0] != "nor"]
    return tuple(_scope(text, group, *cue.span(), stops) for cue in found)


def _goes_with(text: Text, cue: re.Match[str], behind: re.Match[str] | None) -> bool:
    """True if the next cue is part of the same negation: "n'a jamais", "non ha mai"."""
    return behind is not None and not text.within(cue.end(), behind.start())


def _scope(text: Text, group: str, start: int, end: int, stops: list[int]) -> Scope:
    """The words after the cue, up to the end of its clause or the next of those stops."""
    stop = min(_first_from(places, end, len(text.text)) for places in (stops, _cuts(text)))
    lines = page_lines(text)
    reached = [word for word in text.within(end, stop) if not _is_in(word.start, lines)]
    return Scope(group, start, end, tuple(reached[:REACH]))


def _is_in(place: int, spans: Sequence[Span]) -> bool:
    return any(start <= place < end for start, end in spans)


def _first_from(places: Sequence[int], start: int, otherwise: int) -> int:
    place = bisect_left(places, start)
    return places[place] if place < len(places) else otherwise


def _whole_clause(text: Text, start: int, end: int) -> tuple[Word, ...]:
    """The content words of the clause that the cue stands in, the nearest first, at most ``_WIDEST``."""
    first, last = clause_at(text, start)
    inside = [*text.within(first, start)[-_WIDEST:], *text.within(end, last)[:_WIDEST]]
    return tuple(sorted(inside, key=lambda word: max(start - word.end, word.start - end)))


def cues_of(language: str) -> dict[str, list[str]]:
    """Group → its cues as patterns in small letters."""
    return _data().get(language, {})


def has_cues(language: str, group: str) -> bool:
    """True if ``cues.json`` knows the group in that language."""
    return bool(cues_of(language).get(group))


@lru_cache(maxsize=8192)
def clauses(text: Text) -> tuple[Span, ...]:
    """Stretches between clause ends, in order; together they are the whole text."""
    edges = sorted({0, *_cuts(text), len(text.text) + 1})
    return tuple(pairwise(edges))


@lru_cache(maxsize=8192)
def _cuts(text: Text) -> tuple[int, ...]:
    """Where clauses end, in order."""
    ends = _clause_ends(text.language or "en") if may_have(_ENDS, text) else _SIGN
    lines = page_lines(text)
    places = (end.start() for end in ends.finditer(text.text))
    return tuple(place for place in places if not _is_in(place, lines))


def clause_at(text: Text, position: int) -> Span:
    """The clause that holds that character."""
    spans = clauses(text)
    return spans[bisect_right(spans, (position, len(text.text) + 1)) - 1]


@cache
def _cues(language: str, group: str) -> re.Pattern[str] | None:
    cues = cues_of(language).get(group)
    return re.compile("|".join(sorted(cues, key=len, reverse=True))) if cues else None


@cache
def _clause_ends(language: str) -> re.Pattern[str]:
    ends = cues_of(language).get("ends", [])
    return re.compile("|".join([*_SIGNS, *(f"(?i:{end})" for end in ends)]))


@cache
def _data() -> dict[str, dict[str, list[str]]]:
    text = files("ascribe.verify.rules").joinpath("cues.json").read_text(encoding="utf-8")
    data: dict[str, dict[str, list[str]]] = json.loads(text)
    return data

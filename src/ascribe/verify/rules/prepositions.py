"""Prepositions: what is paid by somebody is not paid to somebody, and a letter to Ben is not one from Ben.

A claim must not have another preposition between the same two words than its evidence, if the two point in
opposite directions. Neither must it give a thing the preposition of another thing of the same sentence: of
"under the railway and over the canal" nothing is under the canal. If a thing has two prepositions, each has
its own clause: "before lunch it met the press, and after lunch the auditors". Only English is covered. This
rule never returns a clash.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise, takewhile

from ascribe.text.words import Word, is_content_word
from ascribe.verify.comparison import Comparison, Rule, Text, find_once
from ascribe.verify.cues import Span, find_whole_clause_at
from ascribe.verify.grammar.noun_phrases import ARTICLE
from ascribe.verify.grammar.relations import find_stretch_at
from ascribe.verify.grammar.verb_forms import is_verb
from ascribe.verify.lexicon import is_calendar_name

_OPPOSED = (
    {"by", "to"},
    {"from", "to"},
    {"for", "against"},
    {"by", "from"},
    {"with", "without"},
    {"with", "against"},
    {"over", "under"},
    {"above", "below"},
)

_PREPOSITION = re.compile(
    r"\b(?P<word>by|to|from|for|against|with|without|over|under|above|below)\s+"
    rf"(?:(?:about|{ARTICLE})\s+)?(?=[$€£]?\w)"
)


@dataclass(frozen=True, slots=True)
class _Link:
    """A preposition with the stems of the content word before it and of the word behind it."""

    before: str
    word: str
    behind: str
    place: Span


def compare_prepositions(claim: Text, evidence: Text) -> list[Comparison]:
    """Return one comparison for each preposition of the claim that the evidence has turned round."""
    if not (claim.is_english and evidence.is_english):
        return []
    said = _get_links(evidence)
    found = [
        Comparison("prepositions", "missing", "roles_unclear", asked.place, turned.place)
        for asked in (_get_links(claim) if said else ())
        if (turned := _find_turned(asked, said)) is not None
    ]
    there = _get_phrases(evidence)
    return found or [
        Comparison("prepositions", "missing", "roles_unclear", asked.place, other.place)
        for asked in (_get_phrases(claim) if len(there) > 1 else ())
        if (other := _find_exchanged(asked, there, claim, evidence)) is not None
    ]


def _find_turned(asked: _Link, said: tuple[_Link, ...]) -> _Link | None:
    alike = [
        one for one in said if one.before == asked.before and one.behind in (asked.behind, *_STANDING_FOR_IT)
    ]
    if any(one.word == asked.word for one in alike):
        return None
    return next((one for one in alike if {one.word, asked.word} in _OPPOSED), None)


_STANDING_FOR_IT = ("it", "them")
"""Pronouns that may stand for the thing of the claim: "the rice under the fish and the sauce over it"."""


@find_once
def _get_links(text: Text) -> tuple[_Link, ...]:
    return tuple(_read_links(text))


def _read_links(text: Text) -> Iterator[_Link]:
    for match in _PREPOSITION.finditer(text.lowered):
        before = text.within(max(0, match.start() - _REACH), match.start())[-1:]
        behind = text.words_after(match.end(), 1)
        if before and behind and before[0].end <= match.start():
            yield _Link(before[0].stem, match["word"], behind[0].stem, (match.start(), behind[0].end))


_REACH = 40
"""Characters before a preposition in which the word is that it belongs to."""


# --- The preposition of another thing ---

_ALIKE = (
    {"to", "into", "onto", "towards", "toward"},
    {"over", "above", "on", "onto", "on top of"},
    {"under", "below", "beneath", "underneath"},
    {"near", "next to", "beside", "by", "between", "on"},
    {"opposite", "across from"},
    {"against", "from"},
    {"off", "out of", "from", "away from"},
    {"along", "through", "across", "via"},
)
"""Prepositions that may be told for one another."""

_GOVERNING = re.compile(
    r"\b(?P<word>out\s+of|away\s+from|next\s+to|on\s+top\s+of|in\s+front\s+of|across\s+from|to|from|into|onto|off"
    r"|over|under|above|below|beneath|underneath|through|across|past|along|around|behind|beyond|before|after|for"
    r"|against|with|without|towards?|near|beside|inside|outside|opposite|between|on|via)\s+"
    rf"(?P<article>{ARTICLE}\s+)?(?=[^\W\d_])"
)

_MOST_OBJECT_WORDS = 3


@dataclass(frozen=True, slots=True)
class _Phrase:
    """A preposition, the stems of the content words right behind it, and where they are."""

    word: str
    stems: frozenset[str]
    place: Span

    def is_about(self, other: _Phrase) -> bool:
        """Return True if one of the two has all words of the other."""
        return self.stems <= other.stems or other.stems <= self.stems


def _find_exchanged(asked: _Phrase, said: tuple[_Phrase, ...], claim: Text, evidence: Text) -> _Phrase | None:
    """Return the phrase of the evidence that has the thing with another preposition; None if all is well."""
    homes = [one for one in said if one.is_about(asked)]
    if any(_are_alike(one.word, asked.word) for one in homes):
        return _find_other_clause(asked, homes, claim, evidence)
    stretches = {find_stretch_at(evidence, one.place[0]) for one in homes}
    same = (one for one in said if one.word == asked.word)
    taken = any(find_stretch_at(evidence, one.place[0]) in stretches for one in same)
    times = sum(word.stem in asked.stems for word in evidence.content)
    inside = sum(word.stem in asked.stems for one in homes for word in evidence.within(*one.place))
    return homes[0] if homes and taken and times == inside else None


def _find_other_clause(asked: _Phrase, homes: list[_Phrase], claim: Text, evidence: Text) -> _Phrase | None:
    """Return the phrase of the clause that fits the claim, if it has another preposition than the claim."""
    own = [one for one in homes if _are_alike(one.word, asked.word)]
    others = [one for one in homes if one not in own]
    if not others:
        return None
    wanted = {word.stem for word in claim.content}
    fits = {one: _compute_fit(one, wanted, evidence) for one in homes}
    best = max(others, key=fits.__getitem__)
    return best if fits[best] > max(fits[one] for one in own) else None


def _compute_fit(one: _Phrase, wanted: set[str], evidence: Text) -> tuple[bool, int]:
    """Return whether the clause of a phrase has no other words than wanted, and how many it has of these."""
    inside = {word.stem for word in evidence.within(*find_whole_clause_at(evidence, one.place[0]))}
    return inside <= wanted, len(inside & wanted)


def _are_alike(one: str, other: str) -> bool:
    return one == other or any({one, other} <= group for group in _ALIKE)


@find_once
def _get_phrases(text: Text) -> tuple[_Phrase, ...]:
    return tuple(_read_phrases(text))


def _read_phrases(text: Text) -> Iterator[_Phrase]:
    """Yield the prepositions before a thing; none before a figure or a day, which other rules compare."""
    for match in _GOVERNING.finditer(text.lowered):
        run = _list_thing(match.end(), text)
        is_infinitive = match["word"] == "to" and not match["article"] and bool(run) and is_verb(run[0], text)
        if run and run[0].start == match.end() and not is_infinitive:
            yield _build_phrase(match, run)
            second = _SECOND.match(text.lowered, run[-1].end) if match["word"] == "between" else None
            if second and (other := _list_thing(second.end(), text)):
                yield _build_phrase(match, other)


_SECOND = re.compile(rf"\s+and\s+(?:{ARTICLE}\s+)?(?=[^\W\d_])")
"""What stands before the second thing of "between the school and the chapel"."""


def _build_phrase(match: re.Match[str], run: list[Word]) -> _Phrase:
    stems = frozenset(word.stem for word in run)
    return _Phrase(" ".join(match["word"].split()), stems, (match.start(), run[-1].end))


def _list_thing(start: int, text: Text) -> list[Word]:
    """Return the run of content words there, up to a verb: "the old mill"; empty if it has a value."""
    run = list(
        takewhile(lambda word: is_content_word(word, "en"), text.words_after(start, _MOST_OBJECT_WORDS))
    )
    parted = (
        place
        for place, pair in enumerate(pairwise(run), 1)
        if is_verb(pair[1], text) or text.text[pair[0].end : pair[1].start].strip(" -")
    )
    run = run[: next(parted, None)]
    return [] if any(_is_value(word, text) for word in run) else run


def _is_value(word: Word, text: Text) -> bool:
    return word.form[0].isdigit() or is_calendar_name(word.form, text.language)


PREPOSITIONS = Rule("prepositions", compare_prepositions, kind="roles", exact="roles_unclear", supersedes=())

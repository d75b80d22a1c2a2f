"""Offices: who is what. "Acme's CEO Jane Roe met John Doe" does not say that John Doe is the CEO.

A claim joins a name to a word: "Ben Hall is the mayor", "the mayor, Ben Hall". If the evidence joins the word
to other names only, or has it do something without a name ("the mayor thanked Ben Hall"), the claim may be
about somebody else. Only English is covered. This rule never returns a clash.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import chain, islice, takewhile

from ascribe.text.table_cells import CELL_SEPARATOR
from ascribe.text.word_lists import load_homographs
from ascribe.text.words import Word, is_content_word
from ascribe.verify.comparison import Comparison, Rule, Text, find_once
from ascribe.verify.grammar.noun_phrases import ARTICLES, PREPOSITIONS, is_behind_preposition
from ascribe.verify.grammar.verb_forms import BE, FINITE_VERB, is_verbal_form
from ascribe.verify.rules.names import find_names

_IS = BE | {"be", "been", "become", "becomes", "became", "remain", "remains", "remained"}
"""Words of which one stands between a name and what it is."""

_SERVES = frozenset(("serves", "served", "serving", "acts", "acted", "acting", "works", "worked"))
"""Words that stand there with "as" instead."""

_BESIDE_IS = _SERVES | frozenset((
    "has", "have", "had", "will", "elected", "named", "appointed", "made", "chosen", "called", "who", "now",
    "then", "also", "not", "as",
))  # fmt: skip
"""Words that may stand there too: "has been elected"."""

_PLACES = frozenset(("of", "for", "at", "in"))
"""What an office is of stands behind these: "the mayor of Arle, Ben Hall"."""

_LONGEST_DESCRIPTION = 4
"""Most words between a name, or "is", and the word that it is joined to: "the largest city and capital"."""

_LONGEST_PLACE = 6
"""Most words of what an office is of."""

_APPOSING = (",", "(", ":")
"""Signs between a word and a name behind it that is joined to it."""

_CLOSING = (",", ")", ".", ";", ",”", ".”")
"""Signs behind a word, or a name, that is set between commas or brackets."""

_LONGEST_ABBREVIATION = 4
"""Letters of a part of a name that may end in a full stop: "Jos. Tandy"."""

_STOPPING = frozenset(("whom", "which", "that", "whose")) | PREPOSITIONS
"""Words that no description has."""

_APOSTROPHES = ("'", "’")

_BEHIND_NOUNS = _PLACES | _IS | _BESIDE_IS | frozenset(("since", "until", "from", "when", "and", "by", "to"))
"""Small words behind a noun: "the mayor of". A content word behind it is what it describes."""

_Name = frozenset[str]
"""The stems of the parts of a name."""

_FINITE_VERB = re.compile(FINITE_VERB)


def compare_offices(claim: Text, evidence: Text) -> list[Comparison]:
    """Return one comparison for a word that the claim joins to a name, and the evidence only to others."""
    if not (claim.is_english and evidence.is_english) or CELL_SEPARATOR in evidence.text:
        return []
    found = (_compare_office(word, names, evidence) for word, names in _find_claimed_offices(claim))
    return list(islice((one for one in found if one is not None), 1))


def _compare_office(asked: Word, mine: Sequence[_Name], evidence: Text) -> Comparison | None:
    said = [place for place, word in enumerate(evidence.words) if word.stem == asked.stem]
    held = [list(_find_names(evidence, place)) for place in said]
    if not said or not all(names or _acts(evidence, at) for at, names in zip(said, held, strict=True)):
        return None
    if any(one <= other or other <= one for one in mine for other in chain.from_iterable(held)):
        return None
    there = evidence.words[said[0]]
    place = asked.start, asked.end
    return Comparison("offices", "missing", "subject_unclear", place, (there.start, there.end))


@find_once
def _find_claimed_offices(claim: Text) -> tuple[tuple[Word, tuple[_Name, ...]], ...]:
    """Return the nouns that a claim joins to names, and the names."""
    if not _list_name_starts(claim):
        return ()
    nouns = (place for place in range(len(claim.words)) if _is_noun(claim, place))
    joined = ((claim.words[place], tuple(_find_names(claim, place, is_sure=True))) for place in nouns)
    return tuple((word, names) for word, names in joined if names)


def _is_noun(text: Text, place: int) -> bool:
    """Return True for a content word that is no participle, owns nothing, and describes no word behind it."""
    word = text.words[place]
    if not is_content_word(word, text.language) or _is_name(text, place) or word.form[0].isdigit():
        return False
    if is_verbal_form(word, text) or _is_particle(word):
        return False
    gap = _get_gap(text, place)
    is_last = bool(gap) and gap[0] not in _APOSTROPHES
    return is_last or (not gap and _is_name(text, place + 1)) or _get_form(text, place + 1) in _BEHIND_NOUNS


# --- Names that are joined to a word ---


def _find_names(text: Text, place: int, *, is_sure: bool = False) -> Iterator[_Name]:
    """Yield the names that are joined to a word.

    In a claim it must be sure: what stands between commas has one on both sides, and the noun before a name
    has an article or an owner.
    """
    end = _find_end_of_place(text, place)
    yield from _find_names_before(text, place, is_closed=not is_sure or _get_gap(text, end) in _CLOSING)
    gap, behind = _get_gap(text, end), end + 1
    if gap == "" and _get_form(text, behind) in _IS | _BESIDE_IS:
        verb = list(
            takewhile(lambda i: _get_form(text, i) in _IS | _BESIDE_IS, range(behind, len(text.words)))
        )
        if _is_copula(text, verb):
            yield from _read_names(text, range(verb[-1] + 1, len(text.words)))
    elif gap in _APPOSING or (gap == "" and end == place):
        names = list(_read_names(text, range(behind, len(text.words))))
        after = behind + sum(len(name) for name in names) - 1
        if not is_sure or (_get_gap(text, after) in _CLOSING if gap else _has_determiner(text, place)):
            yield from names


def _find_end_of_place(text: Text, place: int) -> int:
    """Return the last word of what an office is of, "Arle" in "the mayor of Arle"; else the word itself."""
    if _get_gap(text, place) or _get_form(text, place + 1) not in _PLACES:
        return place
    inside = range(place + 2, min(place + 2 + _LONGEST_PLACE, len(text.words)))
    return next((i for i in inside if _get_gap(text, i) or _get_form(text, i + 1) in _IS), place)


def _find_names_before(text: Text, place: int, *, is_closed: bool) -> Iterator[_Name]:
    """Yield the names before a word and its description: "Ben Hall was the mayor", "Ben Hall, the mayor"."""
    for here in range(place - 1, max(-1, place - 2 - _LONGEST_DESCRIPTION), -1):
        form, gap = text.words[here].form, _get_gap(text, here)
        if gap in (",", "("):
            yield from _read_names(text, range(here, -1, -1)) if is_closed else ()
            return
        if form in _IS | _BESIDE_IS and not gap:
            verb = list(takewhile(lambda i: text.words[i].form in _IS | _BESIDE_IS, range(here, -1, -1)))
            if _is_copula(text, verb) and not _is_behind_preposition(text, verb[-1] - 1):
                yield from _read_names(text, range(verb[-1] - 1, -1, -1))
            return
        if form in _STOPPING or _FINITE_VERB.fullmatch(form) or (gap and gap[0] not in _APOSTROPHES):
            return


def _is_copula(text: Text, verb: Sequence[int]) -> bool:
    """Return True for words of which one is a form of "be", or "serves" with "as"."""
    forms = {text.words[place].form for place in verb}
    return not forms.isdisjoint(_IS) or ("as" in forms and not forms.isdisjoint(_SERVES))


def _is_behind_preposition(text: Text, place: int) -> bool:
    """Return True for a name that is no subject: "the lake near Arle"."""
    while place > 0 and _is_name(text, place - 1):
        place -= 1
    return place >= 0 and is_behind_preposition(text.words[place], text)


def _read_names(text: Text, places: range) -> Iterator[_Name]:
    """Yield the names at these places, from the first on: one, or several with commas and "and" between."""
    parts: set[str] = set()
    for place in places:
        word = text.words[place]
        if _is_name(text, place):
            parts.add(word.stem)
        elif word.form == "and" and parts:
            yield frozenset(parts)
            parts = set()
        elif not (parts and _is_particle(word)):
            break
        before = place if places.step > 0 else place - 1
        gap = _get_gap(text, before)
        if gap == "," and parts:
            yield frozenset(parts)
            parts = set()
        elif gap and not (gap == "." and len(_get_form(text, before)) <= _LONGEST_ABBREVIATION):
            break
    if parts:
        yield frozenset(parts)


# --- Words ---


def _acts(text: Text, place: int) -> bool:
    """Return True for a word with a verb behind it that is not "is": "the mayor thanked Ben Hall"."""
    form = _get_form(text, place + 1)
    is_verb = _FINITE_VERB.fullmatch(form) is not None and form not in _IS | _BESIDE_IS
    return is_verb and not _get_gap(text, place) and _has_determiner(text, place)


def _has_determiner(text: Text, place: int) -> bool:
    """Return True for a word behind an article or an owner: "the mayor", "Arle's mayor"."""
    before = text.words[place - 1].form if place else ""
    return before in ARTICLES or _get_gap(text, place - 1)[:1] in _APOSTROPHES


def _is_name(text: Text, place: int) -> bool:
    """Return True for a word with a capital that is no abbreviation of an office, such as "CEO"."""
    if place >= len(text.words):
        return False
    word = text.words[place]
    written = text.text[word.start : word.end]
    return word.start in _list_name_starts(text) and not (written.isupper() and len(written) > 1)


@find_once
def _list_name_starts(text: Text) -> frozenset[int]:
    return frozenset(word.start for word in find_names(text) if not word.form[0].isdigit())


def _is_particle(word: Word) -> bool:
    return word.form in load_homographs("en").particles


def _get_form(text: Text, place: int) -> str:
    return text.words[place].form if place < len(text.words) else ""


def _get_gap(text: Text, place: int) -> str:
    """Return the signs between a word and the next one, and line breaks; a full stop at the ends."""
    if not 0 <= place < len(text.words) - 1:
        return "."
    return text.text[text.words[place].end : text.words[place + 1].start].strip(" ")


OFFICES = Rule("offices", compare_offices, kind="subject", vetoes=("subject_unclear",), opposes="place")

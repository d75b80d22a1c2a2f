"""Former states: what "was once" or "stopped being" so is not so now.

A claim in the present says more than a passage that puts the same in the past, with a word or a time by which
it has ended: "was formerly the chair", "had a school until 1974", "the busiest in the 1930s". Without such a
word a passage in the past may tell of what still holds. Only English is covered. This rule never returns a
clash: what has ended may have begun again.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from itertools import chain, islice

from ascribe.text.words import Word
from ascribe.verify.comparison import Comparison, Rule, Text, find_once
from ascribe.verify.cues import (
    Scope,
    Span,
    find_clause_at,
    find_scopes,
    find_whole_clause_at,
    may_have_cues,
    split_clauses,
)
from ascribe.verify.grammar.verb_forms import is_behind_noun, is_past_form, read_tense
from ascribe.verify.grammar.word_groups import is_adverb
from ascribe.verify.lexicon import get_meaning, get_meanings
from ascribe.verify.quantities.operations import find_sentence_at

_ENDED, _DATED, _STOPPING = "ended", "dated", "stopping"
_CUES = frozenset((_ENDED, _DATED, _STOPPING))

_EXEMPTING = (_ENDED, _DATED, _STOPPING, "removed", "negation")
"""Groups of the claim that say as well that something has ended."""

_REASON = "qualifier_mismatch"


def compare_former_states(claim: Text, evidence: Text) -> list[Comparison]:
    """Return one comparison for the first verb of the claim that says of the present what has ended."""
    if not (claim.is_english and evidence.is_english) or not may_have_cues(_CUES, evidence):
        return []
    exempting = [group for group in _EXEMPTING if find_scopes(claim, group)]
    found = list(_find_stopped(claim, evidence)) if set(exempting) <= {_DATED} else []
    if not found and exempting:
        return _find_present_things(claim, evidence)
    if not exempting:
        found += [*_find_former_predicates(claim, evidence), *_find_former_verbs(claim, evidence)]
    return [
        Comparison("former_states", "missing", _REASON, (word.start, word.end), place)
        for word, place in found
        if not _is_told_too(place, claim, evidence)
    ][:1]


def _is_told_too(place: Span, claim: Text, evidence: Text) -> bool:
    """Return True if the claim has the date as well: "the bell is from 1802"."""
    dates = [word for word in evidence.within(*place) if word.form[0].isdigit()]
    return bool(dates) and all(word.stem in claim.stems for word in dates)


def _find_stopped(claim: Text, evidence: Text) -> Iterator[tuple[Word, Span]]:
    """Yield each verb of the claim that the evidence ends: "stopped using".

    It is in the present, behind "to" ("told to use"), or as old as its end: "used it in 2019".
    """
    cues = [cue for cue in find_scopes(evidence, _STOPPING) if cue.words]
    times = Counter(get_meaning(word, evidence.language) for word in evidence.content) if cues else {}
    for cue in cues:
        ended = cue.words[0]
        meant = get_meaning(ended, evidence.language)
        is_only_ended = times[meant] == 1
        is_dated = is_only_ended and _has_date_of(cue, claim, evidence)
        for word in claim.content:
            if word.stem == ended.stem or get_meaning(word, claim.language) == meant:
                is_to_be = is_only_ended and _is_infinitive(word, claim)
                if is_dated or is_to_be or read_tense(word, claim) == "present":
                    yield word, cue.place


def _has_date_of(cue: Scope, claim: Text, evidence: Text) -> bool:
    """Return True if the claim has a figure of the clause in which the evidence ends something."""
    inside = evidence.within(*find_whole_clause_at(evidence, cue.start))
    return any(word.stem in claim.stems for word in inside if word.form[0].isdigit())


def _is_infinitive(word: Word, text: Text) -> bool:
    return [before.form for before in text.words_before(word.start, 1)] == ["to"]


def _find_present_things(claim: Text, evidence: Text) -> list[Comparison]:
    """Return a comparison for what the claim says was so, and the evidence only says is so "now"."""
    former = [cue for group in (_ENDED, _STOPPING) for cue in find_scopes(claim, group)]
    for now in find_scopes(evidence, "now") if former else ():
        first, last = find_clause_at(evidence, now.start)
        here = {word.stem for word in evidence.within(first, last)}
        elsewhere = {
            word.stem for word in (*evidence.within(0, first), *evidence.within(last, len(evidence.text)))
        }
        place = find_clause_at(claim, former[0].start)
        for word in claim.within(*place):
            if word.stem in here - elsewhere:
                return [Comparison("former_states", "missing", _REASON, (word.start, word.end), now.place)]
    return []


# --- To be and to have ---

_PRESENT = re.compile(r"\b(?:is|are|has|have)\b")
_PAST = re.compile(r"\b(?:was|were|had)\b|\bused\s+to\s+(?:be|have)\b")


def _find_former_predicates(claim: Text, evidence: Text) -> Iterator[tuple[Word, Span]]:
    """Yield what the claim says is so, or that something has, where the evidence has it in the past only."""
    asked = _list_present_predicates(claim)
    now = {get_meaning(words[0], evidence.language) for words in _list_present_predicates(evidence)}
    for cue in _list_cues(evidence) if asked else ():
        place = _find_clause_of(cue, evidence)
        said = _list_predicates(evidence, place, _PAST) or _list_apposition(cue, evidence)
        held = {get_meaning(word, evidence.language) for words in said for word in words}
        for words in asked:
            meant = get_meaning(words[0], claim.language)
            if meant in held and meant not in now:
                yield words[0], cue.place


@find_once
def _list_present_predicates(text: Text) -> list[list[Word]]:
    """Return the content words behind each "is" and "has"; none for "has closed"."""
    found = chain.from_iterable(_list_predicates(text, clause, _PRESENT) for clause in split_clauses(text))
    return [words for words in found if not _is_perfect(words[0], text)]


def _is_perfect(word: Word, text: Text) -> bool:
    return read_tense(word, text) == "perfect" and is_past_form(word.form, text)


_MOST_WORDS = 20
"""Content words of a predicate that are compared."""


def _list_predicates(text: Text, place: Span, verbs: re.Pattern[str]) -> list[list[Word]]:
    """Return the content words from each such verb to the end of the stretch, without adverbs."""
    ends = (verb.end() for verb in verbs.finditer(text.lowered, *place))
    found = (list(islice(text.iterate_within(end, place[1]), _MOST_WORDS)) for end in ends)
    named = ([word for word in words if not is_adverb(word.form, text.language)] for words in found)
    return [words for words in named if words]


def _list_apposition(cue: Scope, text: Text) -> list[list[Word]]:
    """Return the words of what a cue behind a comma says of the subject: "the hall, once a stable,"."""
    first, last = find_clause_at(text, cue.start)
    return [] if text.text[first : cue.start].strip(" ,(") else [text.within(cue.end, last)]


def _list_cues(text: Text) -> list[Scope]:
    return [cue for group in (_ENDED, _DATED) for cue in find_scopes(text, group)]


def _find_clause_of(cue: Scope, text: Text) -> Span:
    """Return what a cue puts in the past: of a date the clause with its opening, of others the sentence.

    A clause that begins with the cue has the verb before it: "was then the editor".
    """
    if cue.group == _ENDED:
        return find_sentence_at(text, cue.start)
    _, last = find_whole_clause_at(text, cue.start)
    return find_whole_clause_at(text, max(0, cue.start - 2))[0], last


# --- Other verbs ---


def _find_former_verbs(claim: Text, evidence: Text) -> Iterator[tuple[Word, Span]]:
    """Yield each verb of the claim in the present that the evidence has in the past only."""
    verbs = [word for word in claim.content if _is_in_present(word, claim)]
    for cue in _list_cues(evidence) if verbs else ():
        for verb in verbs:
            meant = get_meaning(verb, claim.language)
            if meant in get_meanings(evidence) and _is_in_past_only(meant, cue, evidence):
                yield verb, cue.place


def _is_in_present(word: Word, text: Text) -> bool:
    if not is_behind_noun(word, text):
        return False
    return read_tense(word, text) == "present" and not word.form.endswith("ing")


def _is_in_past_only(meant: str, cue: Scope, evidence: Text) -> bool:
    """Return True if the clause of the cue has the verb, and the evidence has it in the past alone."""
    first, last = _find_clause_of(cue, evidence)
    same = [word for word in evidence.content if get_meaning(word, evidence.language) == meant]
    here = any(first <= word.start < last for word in same)
    return here and all(is_past_form(word.form, evidence) for word in same)


FORMER_STATES = Rule("former_states", compare_former_states, kind="qualifier", opposes="place")

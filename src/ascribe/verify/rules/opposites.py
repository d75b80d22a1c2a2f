"""Opposites: in the same place, and exchanged between two clauses.

Opposites: a claim must not say "rose" or "first" where its evidence says "fell" or "last".

Opposites and synonyms are data: see ``ascribe.verify.lexicon``.

Exchanged opposites: "sales fell and costs rose" against "sales rose and costs fell".

Both texts have the same words. If a word and its opposite are in different clauses of the evidence, the claim
must have the word with those of its own clause, not with those of its opposite. This rule never returns a
clash, and it needs the language in ``opposites.json``.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache

from ascribe.text.words import Word, is_content_word
from ascribe.verify.comparison import Comparison, Rule, Text, find_once
from ascribe.verify.cues import Span, find_clause_at, find_scopes, split_clauses
from ascribe.verify.grammar.earlier_times import is_of_earlier_time
from ascribe.verify.grammar.verb_forms import BE
from ascribe.verify.lexicon import (
    Entry,
    are_opposed,
    find_entries,
    find_listed_words,
    find_phrases,
    get_entries,
    get_meaning,
    pair_entries,
)
from ascribe.verify.quantities.extract import find_figures
from ascribe.verify.quantities.number import Number
from ascribe.verify.quantities.time_spans import find_time_spans, is_time_covered
from ascribe.verify.rules.order import get_time_relations

_NEGATIVE_PREFIXES = {"en": ("un", "in", "im", "ir", "il", "dis", "non")}
"""Prefixes that turn a word into its opposite, by language."""

_CONVERSE_PAIRS = (
    ("buy", "sell"), ("lend", "borrow"), ("teach", "learn"), ("send", "receive"), ("win", "lose"),
    ("employer", "employee"), ("landlord", "tenant"), ("parent", "child"), ("teacher", "pupil"),
    ("prey", "predator"), ("host", "guest"), ("lender", "borrower"), ("supplier", "customer"),
    ("husband", "wife"), ("doctor", "patient"), ("buyer", "seller"), ("give", "take"),
)  # fmt: skip
"""Words that never clash: what one sells, another buys. They agree if the two parties change sides."""

_BOUND_GAP = 2
"""Most characters between a bound and its figure: a space and a currency sign."""

_LEAST_ROOT_LETTERS = 4
"""Letters that a word must have without such a prefix: "un" reverses "paid" but not "til"."""


def compare_opposites(claim: Text, evidence: Text) -> list[Comparison]:
    """Return one comparison for each word of the claim with a synonym or opposite in the evidence."""
    negated = bool(find_scopes(claim, "negation") or find_scopes(evidence, "negation"))
    said = find_phrases(claim)
    new = [w for w in claim.words if w.stem not in evidence.stems and w.form not in _index_forms(evidence)]
    alone = (word for word in new if not any(a <= word.start < b for (a, b), _ in said))
    found = [_compare_opposite(word, claim, evidence, negated) for word in alone]
    found += [_look_up(place, of, claim, evidence, negated) for place, of in said]
    kept = [_soften_earlier(one, claim, evidence) for one in found if one is not None]
    return [
        *kept,
        *(one for other in kept if other.formula for one in _find_converse_particles(other, claim, evidence)),
    ]


def _find_converse_particles(converse: Comparison, claim: Text, evidence: Text) -> Iterator[Comparison]:
    """Yield agreements of the function words that change too: "lent it to" and "borrowed it from"."""
    there = converse.evidence or (0, 0)
    if not are_converse(converse.claim, there, claim, evidence):
        return
    theirs = {word.form: word for word in _get_small_words_after(evidence, there)}
    for word in _get_small_words_after(claim, converse.claim):
        other = next((o for form, o in theirs.items() if are_opposed(word.form, form, claim.language)), None)
        if other is not None:
            places = (word.start, word.end), (other.start, other.end)
            yield Comparison("opposites", "agree", "", *places, f"{other.form} = {word.form}")


def _get_small_words_after(text: Text, place: Span) -> list[Word]:
    last = find_clause_at(text, place[0])[1]
    return [
        word
        for word in text.words
        if place[1] <= word.start < last and not is_content_word(word, text.language)
    ]


def _compare_opposite(word: Word, claim: Text, evidence: Text, negated: bool) -> Comparison | None:
    """Compare a word that the evidence lacks; None if it has no synonym and no opposite there."""
    place = (word.start, word.end)
    prefixed = _find_prefixed(word, evidence)
    if prefixed is not None:
        found = _compare_opposed(place, (prefixed.start, prefixed.end), claim, evidence, negated)
        is_other_use = _has_helper_before(word, claim) != _has_helper_before(prefixed, evidence)
        return replace(found, finding="missing") if found.finding == "clash" and is_other_use else found
    mine = get_entries(word.form, word.stem, claim.language)
    return _look_up(place, mine, claim, evidence, negated) if mine else None


def _has_helper_before(word: Word, text: Text) -> bool:
    """Return True for "must be used", False for "used days": only one is the opposite of "unused days"."""
    before = text.lowered[max(0, word.start - _HELPER_REACH) : word.start].split()[-1:]
    return bool(before) and before[0] in _BE_FORMS


_BE_FORMS = BE | {"be", "been", "being"}
_HELPER_REACH = 12


def _look_up(
    place: Span, mine: tuple[Entry, ...], claim: Text, evidence: Text, negated: bool
) -> Comparison | None:
    """Return an agreement with a word or phrase of the same entry, or compare an opposite; else None."""
    there = find_entries(evidence)
    for entry in mine:
        if entry in there:
            formula = _format_synonym(place, there[entry], claim, evidence)
            return Comparison("opposites", "agree", "", place, there[entry], formula)
    for group, side in mine:
        for (other_group, other_side), other in there.items():
            if (
                other_group == group
                and other_side != side
                and not _has_entry(claim, (group, other_side), other, evidence)
                and _are_alike_bounds(place, claim, other, evidence)
                and _are_alike_particles(place, claim, other, evidence)
                and not _is_in_idiom(place, claim)
                and not _is_in_idiom(other, evidence)
                and not is_time_covered(claim, place, evidence)
            ):
                found = _compare_opposed(place, other, claim, evidence, negated)
                return _soften_edge(_soften_order(found, place, claim), place, claim, other, evidence)
    return None


def _soften_edge(found: Comparison, place: Span, claim: Text, other: Span, evidence: Text) -> Comparison:
    """Return a clash as missing for what closes beside hours in which it is open: see ``spans``."""
    closes = any(cue.start <= place[0] < cue.end for cue in find_scopes(claim, "closes"))
    is_open = any(cue.start == other[0] for cue in find_scopes(evidence, "is_open"))
    if found.finding != "clash" or not (closes and is_open and find_time_spans(evidence)):
        return found
    return replace(found, finding="missing", reason="polarity_unclear")


def _soften_order(found: Comparison, place: Span, claim: Text) -> Comparison:
    """Return a clash of "before" and "after" as missing if the claim has both sides, which may be turned."""
    if found.finding != "clash" or all(one.place != place for one in get_time_relations(claim)):
        return found
    return Comparison("opposites", "missing", "polarity_unclear", found.claim, found.evidence)


def _soften_earlier(found: Comparison, claim: Text, evidence: Text) -> Comparison:
    """Return what was so before as missing: "used to make losses", "had been open" beside "reopened"."""
    there = found.evidence
    if there is None or not is_of_earlier_time(claim, found.claim[0], evidence, there[0]):
        return found
    comes_again = _AGAIN.match(evidence.lowered, there[0]) and not _AGAIN.match(claim.lowered, found.claim[0])
    if found.finding != "clash" and not (found.finding == "agree" and comes_again):
        return found
    return Comparison("opposites", "missing", "polarity_unclear", found.claim, there)


_AGAIN = re.compile(r"re[a-z]{3,}ed\b")


def _are_alike_particles(place: Span, claim: Text, other: Span, evidence: Text) -> bool:
    """Return True unless only one of "for" and "against" belongs to the verb that the other one belongs to.

    "Campaigned for it" is the opposite of "campaigned against it", but "covered for 24 months" is not that of
    "a guarantee against defects".
    """
    if {claim.lowered[slice(*place)], evidence.lowered[slice(*other)]} != {"for", "against"}:
        return True
    before = (_find_word_before(place[0], claim), _find_word_before(other[0], evidence))
    return before[0] == before[1]


def _find_word_before(position: int, text: Text) -> str:
    word = next((word for word in reversed(text.words) if word.end <= position), None)
    return get_meaning(word, text.language) if word is not None else ""


def _is_in_idiom(place: Span, text: Text) -> bool:
    """Return True in a phrase in which a word has no opposite: "in front of 300 people", "came back"."""
    return any(cue.start <= place[0] < cue.end for cue in find_scopes(text, "idiom"))


_BOUND_WORDS = frozenset(("above", "over", "below", "under", "beneath"))


def _are_alike_bounds(place: Span, claim: Text, other: Span, evidence: Text) -> bool:
    """Return True unless one of two words is a bound, and the other is none or that of another figure.

    "Over 25" is no opposite of "under the Reform Act", nor of "under 12".
    """
    mine, theirs = _find_bounded(place, claim), _find_bounded(other, evidence)
    if mine is None or theirs is None:
        return mine is theirs
    return mine.agrees_with(theirs)


def _find_bounded(place: Span, text: Text) -> Number | None:
    """Return the figure right after a word that is a bound before one: "over 25"; None if there is none."""
    if text.lowered[slice(*place)] not in _BOUND_WORDS:
        return None
    near = (number for number in find_figures(text) if 0 < number.start - place[1] <= _BOUND_GAP)
    return next(near, None)


def _format_synonym(place: Span, other: Span, claim: Text, evidence: Text) -> str:
    """Return a formula with the two words if they are not forms of one word.

    "Turned down = rejected" is one; "rise" and "rose" have none.
    """
    mine, theirs = claim.lowered[slice(*place)], evidence.lowered[slice(*other)]
    return "" if mine[0] == theirs[0] else f"{theirs} = {mine}"


def _has_entry(claim: Text, entry: Entry, place: Span, evidence: Text) -> bool:
    """Return True if the claim too has that word of the evidence, or another one of its entry."""
    stems = {word.stem for word in evidence.words if word.start == place[0]}
    return entry in find_entries(claim) or bool(stems & claim.stems)


def _compare_opposed(place: Span, other: Span, claim: Text, evidence: Text, negated: bool) -> Comparison:
    """Return a clash if both opposites share words around them, else missing.

    It is missing too if a negation or a comparison may reverse the meaning. Converse words may agree.
    """
    converse = are_converse(place, other, claim, evidence)
    if converse and _is_sides_swapped(place, other, claim, evidence):
        formula = f"{evidence.text[slice(*other)]} = {claim.text[slice(*place)]}"
        return Comparison("opposites", "agree", "", place, other, formula)
    near = claim.around(*place) & evidence.around(*other)
    compared = find_scopes(claim, "than") and find_scopes(evidence, "than")
    if near and not negated and not compared and not converse:
        return Comparison("opposites", "clash", "polarity_mismatch", place, other)
    return Comparison("opposites", "missing", "polarity_unclear", place, other)


def are_converse(place: Span, other: Span, claim: Text, evidence: Text) -> bool:
    """Return True for two words that describe one thing from two sides: "sell" and "buy"."""
    mine, theirs = claim.lowered[slice(*place)], evidence.lowered[slice(*other)]
    here, there = set(get_entries(mine)), set(get_entries(theirs))
    return any(
        (one in here and two in there) or (two in here and one in there)
        for one, two in pair_entries(_CONVERSE_PAIRS)
    )


def _is_sides_swapped(place: Span, other: Span, claim: Text, evidence: Text) -> bool:
    """Return True if what is before one word is after the other, and the other way round."""
    before, behind = (frozenset(w.stem for w in text) for text in _split_around(claim, place))
    early, late = (frozenset(w.stem for w in text) for text in _split_around(evidence, other))
    return bool(before & late) and bool(behind & early) and not before & early


def _split_around(text: Text, place: Span) -> tuple[list[Word], list[Word]]:
    first, last = find_clause_at(text, place[0])
    return text.within(first, place[0]), text.within(place[1], last)


def _find_prefixed(word: Word, evidence: Text) -> Word | None:
    """Return the word of the evidence that is this one with or without a negative prefix."""
    there = _index_forms(evidence)
    turned = _build_prefixed_forms(word.form, evidence.code)
    return next((there[form] for form in turned if form in there), None)


@lru_cache(maxsize=1 << 16)
def _build_prefixed_forms(form: str, language: str) -> tuple[str, ...]:
    """Return the word with each of the prefixes, and without it."""
    found = []
    for prefix in _NEGATIVE_PREFIXES.get(language, ()):
        root = form.removeprefix(prefix)
        if root != form and len(root) >= _LEAST_ROOT_LETTERS:
            found.append(root)
        if len(form) >= _LEAST_ROOT_LETTERS:
            found.append(prefix + form)
    return tuple(found)


@find_once
def _index_forms(text: Text) -> dict[str, Word]:
    """Return form → the last word that has it."""
    return {word.form: word for word in text.words}


OPPOSITES = Rule(
    "opposites",
    compare_opposites,
    kind="polarity",
    objections=("polarity_unclear",),
    unclear={"polarity_mismatch": "polarity_unclear"},
    opposes="place",
    denies="contrary",
    paraphrases=True,
    supersedes=("replaced",),
)


def compare_exchanged_opposites(claim: Text, evidence: Text) -> list[Comparison]:
    """Return one comparison for each word of the claim that occurs with the words of its opposite."""
    if len(split_clauses(evidence)) < 2 or not find_listed_words(evidence):
        return []
    asked = ((word, mine) for word, mine in find_listed_words(claim) if is_content_word(word, claim.language))
    return [
        one for word, mine in asked if (one := _compare_exchanged(word, mine, claim, evidence)) is not None
    ]


def _compare_exchanged(word: Word, mine: tuple[Entry, ...], claim: Text, evidence: Text) -> Comparison | None:
    groups = {group for group, _ in mine}
    near = [
        (other, there)
        for other, there in find_listed_words(evidence)
        if not groups.isdisjoint(g for g, _ in there)
    ]
    own = [other for other, there in near if not set(mine).isdisjoint(there)]
    opposed = [other for other, there in near if set(mine).isdisjoint(there)]
    with_it = (
        _get_meanings_in(claim, find_clause_at(claim, word.start), word) if own and opposed else frozenset()
    )
    if not with_it:
        return None
    rival = max(opposed, key=lambda other: _count_shared(other, with_it, evidence))
    if _count_shared(rival, with_it, evidence) <= max(
        _count_shared(other, with_it, evidence) for other in own
    ):
        return None
    places = (word.start, word.end), (rival.start, rival.end)
    return Comparison("exchanged", "missing", "misplaced", *places)


def _count_shared(word: Word, wanted: frozenset[str], text: Text) -> int:
    """Count the wanted meanings in the clause of the word."""
    return len(wanted & _get_meanings_in(text, find_clause_at(text, word.start), word))


def _get_meanings_in(text: Text, span: Span, but: Word) -> frozenset[str]:
    return frozenset(get_meaning(w, text.language) for w in text.within(*span) if w.start != but.start)


EXCHANGED = Rule("exchanged", compare_exchanged_opposites, kind="polarity")

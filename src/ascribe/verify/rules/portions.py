"""Portions: half have no library, so half have one, and not all do; four of five years are most of them.

A quantifier gives the least and the greatest share of a group for which something holds, and a denial gives
the share for which it does not. Where the portions of the evidence all lie in those of the claim, and the
evidence gives a share in figures, the claim follows. Where only some do, as with "most" and "not all", both
may be true, and nothing contradicts the claim. Both clauses must be about the same. Only English is covered.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from operator import attrgetter

from ascribe.text.words import Word
from ascribe.verify.comparison import Comparison, Rule, Text, find_once
from ascribe.verify.cues import Scope, Span, do_overlap, find_scopes, split_clauses
from ascribe.verify.lexicon import contains_all, get_meaning
from ascribe.verify.quantities.calendar_dates import find_dates
from ascribe.verify.quantities.extract import find_figures
from ascribe.verify.quantities.number import find_limit, find_mark
from ascribe.verify.rules.complements import find_complement_side

_start = attrgetter("start")

_NONE, _ALL, _ABOVE_NONE, _BELOW_ALL = Fraction(0), Fraction(1), Fraction(1, 1000), Fraction(999, 1000)
_BELOW_HALF, _ABOVE_HALF = Fraction(499, 1000), Fraction(501, 1000)

_Share = tuple[Fraction, Fraction]
"""The least and the greatest share, both included."""

_SHARES: dict[str, _Share] = {
    "some_or_all": (_ABOVE_NONE, _ALL),
    "not_all": (_NONE, _BELOW_ALL),
    "most": (_ABOVE_HALF, _ALL),
    "few": (_NONE, _BELOW_HALF),
    "all": (_ALL, _ALL),
    "none": (_NONE, _NONE),
    "some": (_ABOVE_NONE, _ALL),
}
"""Quantifiers, each with its share; the groups "portion_…" of ``cues.json`` have their words."""

_NO = re.compile(r"\s*(?P<no>no)\s+(?=[a-z])")
"""A "no" that denies of the whole subject of a clause."""

_OF_FIGURE = re.compile(
    r"\s+(?:out\s+)?of\s+(?:(?:the|its|their|these|those)\s+)?(?:(?:last|previous|past|first)\s+)?"
)
_OF_GROUP = re.compile(r"\s+(?:of|the|its|their)\b")

_DENIED_VERB = re.compile(
    r"(?:\b(?:do|does|did|have|has|had|is|are|was|were|can|could|will|would|may|might|must|should)\s+not\b"
    r"|n['’]t\b|\bcannot\b|\b(?:have|has|had|got|get|gets|is|are|was|were)\s+no\b)"
)
"""A denial of what the clause says of its subject, not of which things the subject is."""

_RELATIVE = re.compile(r"\b(?:who|whose|whom|which|that|where)\b")


@dataclass(frozen=True, slots=True)
class _Statement:
    """A clause with one quantifier.

    Args:
        quantifier: a key of ``_SHARES``, or "share".
        share: the portion for which the clause holds, without its denial.
        is_denied: whether it has a "not" or a complement, such as "failed" beside "passed".
        place: the quantifier.
        span: the clause.
        words: the content words without quantifier, negation and complement, figures excluded.
        groups: the complements that it has a word of.
    """

    quantifier: str
    share: _Share
    is_denied: bool
    place: Span
    span: Span
    words: tuple[Word, ...]
    groups: frozenset[int]


def compare_portions(claim: Text, evidence: Text) -> list[Comparison]:
    """Return one comparison for each clause of the claim that follows from a portion, or may be true too."""
    if not (claim.is_english and evidence.is_english):
        return []
    asked = _find_statements(claim)
    said = _find_statements(evidence) if asked else ()
    found = (_compare(one, other, claim, evidence) for one in asked for other in said)
    return [one for one in found if one is not None]


def _compare(asked: _Statement, said: _Statement, claim: Text, evidence: Text) -> Comparison | None:
    is_turned = asked.is_denied != said.is_denied
    if (asked.quantifier == said.quantifier != "share" and not is_turned) or asked.groups != said.groups:
        return None
    if not asked.words or not contains_all(asked.words, evidence, said.words):
        return None
    if said.quantifier == "some_or_all" and asked.quantifier in ("all", "most") and not is_turned:
        return Comparison("portions", "missing", "quantifier_widened", asked.span, said.span)
    low, high = _turn(said.share) if is_turned else said.share
    least, greatest = asked.share
    if not (least <= low and high <= greatest):
        is_part = asked.quantifier not in ("all", "none")
        may_hold = (
            is_part and low <= greatest and least <= high and (is_turned or asked.quantifier == "not_all")
        )
        reason = "quantifier_unclear"
        return Comparison("portions", "missing", reason, asked.span, said.span) if may_hold else None
    if said.quantifier not in ("share", "some_or_all") or (asked.quantifier == "share" and not is_turned):
        return None
    if not _says_the_same(asked, said, claim, evidence):
        return None
    parts = ((evidence, said), (claim, asked))
    formula = " → ".join(text.quote_clause(one.span) for text, one in parts)
    return Comparison("portions", "agree", "", asked.span, said.span, formula)


def _says_the_same(asked: _Statement, said: _Statement, claim: Text, evidence: Text) -> bool:
    """Return True if both clauses have the same words in the same order, the same dates, and no other figure.

    One word alone, as in "most of the patients", says nothing of them.
    """
    here, there = ([get_meaning(word, "en") for word in one.words] for one in (asked, said))
    if here != there or len(here) < _LEAST_WORDS or _list_names(asked, claim) != _list_names(said, evidence):
        return False
    figures = [one for one in find_figures(evidence) if said.span[0] <= one.start < said.span[1]]
    own = (one for one in find_figures(claim) if asked.span[0] <= one.start < asked.span[1])
    return all(any(one.agrees_with(other) for other in figures) for one in own if one.start != asked.place[0])


_LEAST_WORDS = 2


def _list_names(one: _Statement, text: Text) -> list[str]:
    """Return the dates of a clause, and its words with a capital, of which "May" is no content word."""
    start, end = one.place[1], one.span[1]
    words = (text.text[word.start : word.end] for word in text.words if start <= word.start < end)
    dates = (date for date in find_dates(text.text, text.language) if start <= date.start < end)
    return [*(word for word in words if word[0].isupper()), *("date" for _ in dates)]


def _turn(share: _Share) -> _Share:
    """Return the portion for which something does not hold."""
    return _ALL - share[1], _ALL - share[0]


@find_once
def _find_statements(text: Text) -> tuple[_Statement, ...]:
    quantifiers = _find_quantifiers(text)
    negations = find_scopes(text, "negation") if quantifiers else ()
    found = (_read_statement(clause, quantifiers, negations, text) for clause in _join_relatives(text))
    return tuple(one for one in found if one is not None)


def _join_relatives(text: Text) -> Iterator[Span]:
    """Yield the clauses, each with the relative clauses behind it that no comma parts: "patients who"."""
    first = 0
    for _, last in split_clauses(text):
        if _OPENS_RELATIVE.match(text.lowered, last) is None:
            yield first, last
            first = last


_OPENS_RELATIVE = re.compile(r"\s*(?:who|whose|whom|which|that|where)\b")


@dataclass(frozen=True, slots=True)
class _Quantifier:
    """A quantifier, a key of ``_SHARES`` or "share", with its share and its place."""

    name: str
    share: _Share
    place: Span


def _read_statement(
    clause: Span, quantifiers: Sequence[_Quantifier], negations: Sequence[Scope], text: Text
) -> _Statement | None:
    """Return the clause as a statement; None without exactly one quantifier, or with two denials."""
    first, last = clause
    low, high = (bisect_left(quantifiers, at, key=_get_start) for at in clause)
    subject = _NO.match(text.lowered, first, last)
    found = [*quantifiers[low:high]]
    if subject is not None:
        found.append(_Quantifier("none", (_NONE, _NONE), subject.span("no")))
    if len(found) != 1:
        return None
    quantifier = found[0]
    low, high = (bisect_left(negations, at, key=_start) for at in clause)
    denials = [one for one in negations[low:high] if not do_overlap((one.start, one.end), quantifier.place)]
    figures = [(one.start, one.end) for one in find_figures(text) if first <= one.start < last]
    taken = [quantifier.place, *figures, *((one.start, one.end) for one in denials)]
    content = [
        word
        for word in text.within(first, last)
        if not word.form[0].isdigit() and not any(start <= word.start < end for start, end in taken)
    ]
    sides = {word.start: side for word in content if (side := find_complement_side(word)) is not None}
    turns = len(denials) + sum(side for _, side in sides.values())
    if len(denials) > 1 or (denials and not _denies_verb(clause, quantifier, text)):
        return None
    words = tuple(word for word in content if word.start not in sides)
    groups = frozenset(group for group, _ in sides.values())
    return _Statement(
        quantifier.name, quantifier.share, turns % 2 == 1, quantifier.place, clause, words, groups
    )


def _denies_verb(clause: Span, quantifier: _Quantifier, text: Text) -> bool:
    """Return True if the clause denies its verb of the group that the quantifier is of."""
    first, last = clause
    opens = not text.within(first, quantifier.place[0])
    is_plain = _RELATIVE.search(text.lowered, first, last) is None
    return opens and is_plain and _DENIED_VERB.search(text.lowered, quantifier.place[1], last) is not None


def _find_quantifiers(text: Text) -> tuple[_Quantifier, ...]:
    """Return the quantifiers in order; words in a share, as in "a third of all", are none of their own."""
    shares = tuple(_find_shares(text))
    starts = [one.place[0] for one in shares]
    kept = (
        one
        for one in _find_words(text)
        if not (at := bisect_left(starts, one.place[1])) or shares[at - 1].place[1] <= one.place[0]
    )
    return tuple(sorted((*shares, *kept), key=_get_start))


def _get_start(one: _Quantifier) -> int:
    return one.place[0]


def _find_words(text: Text) -> Iterator[_Quantifier]:
    """Yield the words for portions; of those that begin at one place, the longest: "some or all"."""
    cues = [(cue.start, -cue.end, name) for name in _SHARES for cue in find_scopes(text, f"portion_{name}")]
    end = 0
    for start, last, name in sorted(cues):
        if start >= end:
            end = -last
            yield _Quantifier(name, _SHARES[name], (start, end))


def _find_shares(text: Text) -> Iterator[_Quantifier]:
    """Yield the exact shares of a group: "40 percent of", "half the", "four of the last five"."""
    figures = [*find_figures(text), None]
    for number, behind in pairwise(figures):
        if number is None or find_mark(text, number)[0] or find_limit(text, number)[0]:
            continue
        whole = _OF_FIGURE.fullmatch(text.lowered, number.end, behind.start) if behind is not None else None
        if behind is not None and whole is not None and not number.kind and not behind.kind:
            if 0 < number.value <= behind.value:
                share = Fraction(number.value) / Fraction(behind.value)
                yield _Quantifier("share", (share, share), (number.start, number.end))
        elif number.kind in ("part", "percent") and _OF_GROUP.match(text.lowered, number.end):
            share = Fraction(number.value) / (100 if number.kind == "percent" else 1)
            if 0 < share <= 1:
                yield _Quantifier("share", (share, share), (number.start, number.end))


PORTIONS = Rule(
    "portions",
    compare_portions,
    kind="quantifier",
    vetoes=("quantifier_widened",),
    objections=("quantifier_unclear",),
    unclear={"quantifier_widened": "quantifier_unclear"},
    paraphrases=True,
    reconciles=True,
    supersedes=(
        "quantifiers", "quantified_parts", "negation", "complements", "duals", "numbers", "derived", "shares",
        "share_groups", "replaced", "qualifiers", "opposites", "arrangement", "restrictors", "wholes",
    ),
)  # fmt: skip

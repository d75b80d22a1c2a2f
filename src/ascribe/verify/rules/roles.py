"""Roles: who does something to whom. Two words may not change sides around a third one.

"Orvane bought Pelling" and "Pelling bought Orvane" have the same words. Where voice is the same on both
sides, words that stand before and after another one must not be exchanged; where one side is passive, they
must be. Only languages with a group ``agent`` in ``cues.json``, whose word order tells roles, are compared.
This rule never names a clash: "X met Y" may be turned round.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from functools import lru_cache

from ascribe.language.words import Word, is_content
from ascribe.verify.rules.comparison import Comparison, Text
from ascribe.verify.rules.opposites import meaning
from ascribe.verify.rules.scope import Span, clauses, find_scopes

_LEAST = 3
"""Two words that change sides, and the one between them."""

_Clause = dict[str, Word]


def compare(claim: Text, evidence: Text) -> list[Comparison]:
    """One comparison, for the first words found exchanged; none if nothing is."""
    if not has_roles(claim.language) or not has_roles(evidence.language):
        return []
    for asked in _clauses(claim):
        for said in _clauses(evidence):
            shared = asked.keys() & said.keys()
            if len(shared) >= _LEAST and (pair := _exchanged(asked, said, shared, claim, evidence)):
                place = pair[0].start, pair[1].end
                return [Comparison("roles", "missing", "roles_exchanged", place)]
    return []


def has_roles(language: str | None) -> bool:
    """True if the word order of the language tells roles, and its passive is known."""
    return (language or "en") in ("en", "fr")


def _exchanged(
    asked: _Clause, said: _Clause, shared: set[str], claim: Text, evidence: Text
) -> tuple[Word, Word] | None:
    """Two words of the claim on the wrong sides of a third one."""
    order = sorted(shared, key=lambda key: asked[key].start)
    there = sorted(shared, key=lambda key: said[key].start)
    if order == there and not any(find_scopes(text, "agent") for text in (claim, evidence)):
        return None
    for place, pivot in enumerate(order):
        sides = (claim, asked[pivot]), (evidence, said[pivot])
        agents = [_has_agent(*side) for side in sides]
        if not any(agents) and _is_passive(*sides[0]) != _is_passive(*sides[1]):
            continue
        then_before, then_after = there[: there.index(pivot)], there[there.index(pivot) + 1 :]
        if agents[0] != agents[1] and not _is_passive(*sides[agents.index(False)]):
            then_before, then_after = then_after, then_before
        early = [key for key in order[:place] if key in then_after]
        late = [key for key in order[place + 1 :] if key in then_before]
        if early and late:
            return asked[early[-1]], asked[late[0]]
    return None


def _has_agent(text: Text, pivot: Word) -> bool:
    """True if the word is the participle of a passive, right before its agent; "rose by 8 %" names none."""
    cue = next((cue for cue in find_scopes(text, "agent") if cue.start >= pivot.end), None)
    if cue is None or text.within(pivot.end, cue.start):
        return False
    return not text.text[cue.end : cue.end + 2].strip()[:1].isdigit()


def _is_passive(text: Text, pivot: Word) -> bool:
    """True if a form of "be" stands right before the word, or one word before that."""
    place = bisect_left(text.words, pivot.start, key=lambda word: word.start)
    start = text.words[max(0, place - 2)].start
    return any(start <= cue.start < pivot.start for cue in find_scopes(text, "be"))


@lru_cache(maxsize=8192)
def _clauses(text: Text) -> tuple[_Clause, ...]:
    return tuple(clause for span in clauses(text) if (clause := _words(text, span)))


def _words(text: Text, span: Span) -> _Clause:
    """Meaning → word, of the content words and lone capitals that occur once in the clause; no figures."""
    first, last = (bisect_left(text.words, at, key=lambda word: word.start) for at in span)
    inside = [word for word in text.words[first:last] if _counts(text, word)]
    keys = [meaning(word, text.language) for word in inside]
    times = Counter(keys)
    return {key: word for key, word in zip(keys, inside, strict=True) if times[key] == 1}


def _counts(text: Text, word: Word) -> bool:
    written = text.text[word.start : word.end]
    if written[0].isdigit():
        return False
    return is_content(word, text.language) or (len(written) == 1 and written.isupper() and word.start > 0)

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
from ascribe.verify.rules.scope import Scope, Span, clauses, find_scopes

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
                first, second = sorted(pair, key=lambda word: word.start)
                return [Comparison("roles", "missing", "roles_exchanged", (first.start, second.end))]
    return []


def has_roles(language: str | None) -> bool:
    """True if the word order of the language tells roles, and its passive is known."""
    return (language or "en") in ("en", "fr")


def _exchanged(
    asked: _Clause, said: _Clause, shared: set[str], claim: Text, evidence: Text
) -> tuple[Word, Word] | None:
    """Two words of the claim on the wrong sides of a third one."""
    orders = [sorted(shared, key=lambda key: words[key].start) for words in (asked, said)]
    if orders[0] == orders[1] and not any(find_scopes(text, "agent") for text in (claim, evidence)):
        return None
    for pivot in shared:
        here, there = asked[pivot], said[pivot]
        agent, other_agent = _agent(claim, here), _agent(evidence, there)
        before = [key for key in shared if asked[key].end <= here.start]
        after = [key for key in shared if asked[key].start >= here.end]
        then_before = {key for key in shared if said[key].end <= there.start}
        then_after = {key for key in shared if said[key].start >= there.end}
        if agent is None and other_agent is None and _is_passive(claim, here) != _is_passive(evidence, there):
            continue
        if (agent is None) == (other_agent is None):
            wrong = [key for key in before if key in then_after], [key for key in after if key in then_before]
        else:
            wrong = [key for key in before if key in then_before], [key for key in after if key in then_after]
            wrong = _agents(wrong, agent, other_agent, asked, said)
        if wrong[0] and wrong[1]:
            return asked[wrong[0][-1]], asked[wrong[1][0]]
    return None


def _agents(
    wrong: tuple[list[str], list[str]], agent: int | None, other: int | None, asked: _Clause, said: _Clause
) -> tuple[list[str], list[str]]:
    """Keeps of the later words only the first one behind the agent's mark on the passive side."""
    before, after = wrong
    place, clause = (agent, asked) if agent is not None else (other, said)
    behind = [key for key, word in clause.items() if place is not None and word.start >= place]
    first = min(behind, key=lambda key: clause[key].start, default=None)
    return before, [key for key in after if key == first]


def _agent(text: Text, pivot: Word) -> int | None:
    """Where the agent of a passive begins if the word is the participle right before it, else None."""
    for cue in find_scopes(text, "agent"):
        if cue.start >= pivot.end and not text.within(pivot.end, cue.start):
            return cue.end if _is_agent(text, cue) else None
    return None


def _is_agent(text: Text, cue: Scope) -> bool:
    """False before a figure: "rose by 8 %"."""
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

"""Roles: who does something to whom. Two words may not change sides around a third one.

"Orvane bought Pelling" and "Pelling bought Orvane" have the same words. Where voice is the same on both
sides, words that stand before and after another one must not be exchanged; where one side is passive, they
must be. Only languages with a group ``agent`` in ``cues.json``, whose word order tells roles, are compared.
This rule never names a clash: "X met Y" may be turned round.
"""

from __future__ import annotations

import re
from collections import Counter
from functools import lru_cache

from ascribe.language.words import Word, is_content
from ascribe.verify.rules.comparison import Comparison, Text
from ascribe.verify.rules.opposites import meaning
from ascribe.verify.rules.scope import Scope, Span, clauses, find_scopes

_AGENT = 4
"""Words between a participle and its agent at most: "was sued last year by"."""

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
    for pivot in shared:
        here, there = asked[pivot], said[pivot]
        agent, other_agent = _agent(claim, here), _agent(evidence, there)
        before = [key for key in shared if asked[key].end <= here.start]
        after = [key for key in shared if asked[key].start >= here.end]
        then_before = {key for key in shared if said[key].end <= there.start}
        then_after = {key for key in shared if said[key].start >= there.end}
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
    """Keeps what stands behind the agent's mark on the passive side."""
    before, after = wrong
    place, clause = (agent, asked) if agent is not None else (other, said)
    return before, [key for key in after if place is not None and clause[key].start >= place]


def _agent(text: Text, pivot: Word) -> int | None:
    """Where the agent of a passive begins that the word is the participle of, else None."""
    for cue in find_scopes(text, "agent"):
        between = text.text[pivot.end : cue.start]
        if cue.start >= pivot.end and len(between.split()) <= _AGENT and not re.search(r"[,;.]", between):
            return cue.end if _is_agent(text, cue) else None
    return None


def _is_agent(text: Text, cue: Scope) -> bool:
    """False before a figure: "rose by 8 %"."""
    return not text.text[cue.end : cue.end + 2].strip()[:1].isdigit()


@lru_cache(maxsize=8192)
def _clauses(text: Text) -> tuple[_Clause, ...]:
    return tuple(clause for span in clauses(text) if (clause := _words(text, span)))


def _words(text: Text, span: Span) -> _Clause:
    """Meaning → word, of the content words and lone capitals that occur once in the clause."""
    inside = [word for word in text.words if span[0] <= word.start < span[1] and _counts(text, word)]
    keys = [meaning(word, text.language) for word in inside]
    times = Counter(keys)
    return {key: word for key, word in zip(keys, inside, strict=True) if times[key] == 1}


def _counts(text: Text, word: Word) -> bool:
    written = text.text[word.start : word.end]
    return is_content(word, text.language) or (len(written) == 1 and written.isupper() and word.start > 0)

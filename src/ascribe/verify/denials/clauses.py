"""Clauses that are denied in one text and asserted in the other, though both deny something somewhere.

"Rents rose in Bonn but did not rise in Köln" has every word of "rents did not rise in Bonn", and its "not".
So each clause of the claim is compared with the clauses of the evidence that have most of its words: one of
them must be denied as often as it is. Two negations of one clause are none: "never leaves without saying
goodbye" does not deny that he says it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise

from ascribe.text.table_cells import CELL_SEPARATOR
from ascribe.verify.comparison import Text, find_once
from ascribe.verify.cues import Scope, Span, find_clause_at, find_scopes, split_clauses
from ascribe.verify.lexicon import get_meaning
from ascribe.verify.quantities.extract import find_figures

_LEAST_WORDS, _LEAST_OF_PART = 2, 3
"""Words of a clause without a negation that are compared, if it is all of the claim or a contrast, and else:
fewer may stand anywhere."""

_CONTRAST = re.compile(r"\s*(?:but|mais|pero|aber|sondern|ma|mas|maar|ale|lecz|но|а)\b|\s*但")

_TAKEN_SHARE = 0.9
"""Weight of a word that a clause takes from those before it, such as the verb of "but not in the rooms". It
is below 1, so that what is said of the garden fits the clause that names the garden."""

_CONCORD = ("es", "fr", "it", "pt", "pl", "ru")
"""Languages in which several negations of one clause deny once."""

_FURTHER = frozenset(("nor", "ni", "né", "noch", "ни", "nem", "ani"))
"""Negations that only go on with one before them in their clause."""

_OF_PHRASE = frozenset(("ohne", "sans", "sin", "senza", "sem", "zonder", "без", "bez"))
"""Negations of the next thing alone, in other languages than English."""

_EITHER_WAY = re.compile(r"\bor not\b|\bob oder ob nicht\b|\bou non\b|\bo no\b")


@dataclass(frozen=True, slots=True)
class _Clause:
    """A clause: its span, the meanings of its content words and of those before it, and its negations."""

    span: Span
    words: frozenset[str]
    before: frozenset[str]
    denials: tuple[Scope, ...]

    def compute_share(self, asked: frozenset[str]) -> float:
        """Return how many of these words it has; those that it takes from before count a little less."""
        taken = asked & self.before - self.words
        return len(asked & self.words) + _TAKEN_SHARE * len(taken)


def find_turned_clauses(claim: Text, evidence: Text) -> Iterator[tuple[Span, Span]]:
    """Yield the spans of each clause of the claim, and of the clause of the evidence that it turns."""
    is_open = claim.code != evidence.code or _EITHER_WAY.search(evidence.lowered) is not None
    is_open = is_open or any(find_scopes(text, "unless") for text in (claim, evidence))
    if is_open or not find_scopes(evidence, "negation"):
        return
    if CELL_SEPARATOR in evidence.text or any(_denies_items(text) for text in (claim, evidence)):
        return  # other clauses are denied than that of the negation
    said, asked = _read_clauses(evidence), _read_clauses(claim)
    for clause in asked:
        is_own = len(asked) == 1 or _CONTRAST.match(claim.lowered, clause.span[0]) is not None
        least = 1 if clause.denials else _LEAST_WORDS if is_own else _LEAST_OF_PART
        shares = [other.compute_share(clause.words) for other in said]
        most = max(shares, default=0.0)
        best = [other for other, share in zip(said, shares, strict=True) if share == most]
        if max((len(clause.words & other.words) for other in best), default=0) < least:
            continue
        own = _is_denied(clause, clause.words, claim)
        if all(_is_denied(other, clause.words, evidence) != own for other in best):
            yield _trim(clause.span, claim), _trim(best[0].span, evidence)


def _trim(span: Span, text: Text) -> Span:
    """Return the span without the signs and blanks around its words."""
    inside = text.text[slice(*span)]
    start = span[0] + len(inside) - len(inside.lstrip(_AROUND))
    return start, start + len(inside.strip(_AROUND))


_AROUND = " \t\n.,;:!?()—–"


def _denies_items(text: Text) -> bool:
    """Return True if a negation stands in the lead of a list: "never do the following: oil the chain"."""
    ends = (find_clause_at(text, cue.start)[1] for cue in find_scopes(text, "negation"))
    return any(text.text.startswith(":", end) for end in ends)


_PLAIN = re.compile(
    r"not|never|no|nobody|nothing|none|cannot|no one|no longer|none of|neither|nor|[a-z]+n['’]t"
)


def _denies_clause(cue: str, is_english: bool) -> bool:
    """Return True for a negation of its whole clause; "prevent … from" and "without" deny the next words."""
    return _PLAIN.fullmatch(cue) is not None if is_english else cue not in _OF_PHRASE


def _has_noun(asked: frozenset[str], cue: Scope, text: Text) -> bool:
    """Return True if these meanings have the first word of the noun behind a cue, its figure, or most of it.

    "Instead of the usual six" denies "six", but "instead of river sand" denies nothing of "sea sand".
    """
    ends = (n for n, (a, b) in enumerate(pairwise(cue.words), 1) if not text.text[a.end : b.start].isspace())
    noun = cue.words[: next(ends, len(cue.words))]
    figures = {figure.start for figure in find_figures(text)}
    shared = [word for word in noun if get_meaning(word, text.language) in asked]
    is_figure = any(word.start in figures for word in shared)
    return bool(shared) and (shared[0] == noun[0] or is_figure or 2 * len(shared) > len(noun))


def _is_denied(clause: _Clause, asked: frozenset[str], text: Text) -> bool:
    """Return True if the clause is denied, as far as a claim with these words goes."""
    counted = [
        cue
        for cue in clause.denials
        if _denies_clause(text.lowered[cue.start : cue.end].strip(), text.is_english)
        or _has_noun(asked, cue, text)
    ]
    return bool(counted) if text.code in _CONCORD else len(counted) % 2 == 1


def _join_over_insertions(text: Text) -> list[Span]:
    """Return the clauses; one that goes on behind words such as "however" between commas is one."""
    joined: list[Span] = []
    is_open = False
    for start, end in split_clauses(text):
        inside = text.text[start:end].strip(" ,;")
        is_empty = bool(inside) and not text.within(start, end)
        if joined and (is_open or is_empty) and "\n" not in text.text[joined[-1][1] : start + 1]:
            joined[-1] = joined[-1][0], end
        else:
            joined.append((start, end))
        is_open = is_empty
    return joined


@find_once
def _read_clauses(text: Text) -> tuple[_Clause, ...]:
    cues = find_scopes(text, "negation")
    denying = {place for cue in cues for place in range(cue.start, cue.end)}
    found: list[_Clause] = []
    before = frozenset[str]()
    for start, end in _join_over_insertions(text):
        inside = [cue for cue in cues if start <= cue.start < end]
        own = tuple(
            cue for cue in inside if cue is inside[0] or text.lowered[cue.start : cue.end] not in _FURTHER
        )
        words = frozenset(
            get_meaning(word, text.language)
            for word in text.within(start, end)
            if denying.isdisjoint(range(word.start, word.end))
        )
        found.append(_Clause((start, min(end, len(text.text))), words, before, own))
        before = frozenset() if "\n" in text.text[start : end + 1] else before | words
    return tuple(found)

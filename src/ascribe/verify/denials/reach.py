"""What a text denies: its negations, with the subject, the cell or the items that each reaches."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from dataclasses import replace

from ascribe.text.table_cells import CELL_SEPARATOR
from ascribe.text.words import Word
from ascribe.verify.comparison import Text, find_once
from ascribe.verify.cues import Scope, Span, find_clause_at, find_scopes, may_have_cues
from ascribe.verify.denials.unmet import find_failed_attempts, find_unmet
from ascribe.verify.quantities.operations import find_sentence_at

_DENYING = ("negation", "gratis")
"""Groups that deny in the evidence. "Free of charge" is none in the claim, which may follow from "free"."""


def may_deny(*texts: Text) -> bool:
    """Return False if the words of the texts rule out every negation."""
    return may_have_cues(frozenset(_DENYING), *texts) or any(find_unmet(text) for text in texts)


def find_claim_denials(claim: Text) -> tuple[Scope, ...]:
    """Return what a claim denies, with the items that each negation reaches."""
    said = (_extend_to_items(cue, claim) for cue in find_scopes(claim, "negation"))
    return (*said, *find_failed_attempts(claim))


@find_once
def find_denials(text: Text) -> tuple[Scope, ...]:
    """Return what denies something in the evidence, with the subject or the items that it reaches."""
    said = tuple(
        _extend_to_items(_extend_to_subject(cue, text), text)
        for group in _DENYING
        for cue in find_scopes(text, group)
    )
    return (*said, *find_unmet(text))


def _extend_to_subject(cue: Scope, text: Text) -> Scope:
    """Extend a cue at the end of its clause to the subject: "breakfast is included; parking is not"."""
    row = _find_row_words(cue, text)
    if row:
        return replace(cue, words=row)
    first, last = find_clause_at(text, cue.start)
    if cue.words or text.text[cue.end : last].strip(" .!?\"”’'"):
        return cue
    return replace(cue, words=tuple(text.within(first, cue.start)[-_MOST_SUBJECT_WORDS:]))


_MOST_SUBJECT_WORDS = 3
_SENTENCE_SIGNS = (".", "!", "?")
_MOST_ITEM_WORDS = 40
"""Most content words of an item that a negation in its lead affects."""

_CELL_END = re.compile(rf"[^\S\n]*(?:{re.escape(CELL_SEPARATOR)}|\n|\Z)")


def _find_row_words(cue: Scope, text: Text) -> tuple[Word, ...]:
    """Return what a cell that only denies is about: of "Wifi | Basic: no" the row's name and the head."""
    if _CELL_END.match(text.text, cue.end) is None:
        return ()
    start = text.text.rfind("\n", 0, cue.start) + 1
    cell = text.text.rfind(CELL_SEPARATOR, start, cue.start)
    if cell < 0:
        return ()
    name_end = text.text.find(CELL_SEPARATOR, start)
    return (*text.within(start, name_end), *text.within(cell, cue.start))


_CONDITIONS = ("if", "when", "unless")
_PREDICATES = ("can", "may", "must", "should")


def _extend_to_items(cue: Scope, text: Text) -> Scope:
    """Extend a cue in the lead of a list to the items: "Never do the following: run it dry".

    A sentence behind a colon is not denied by one before it, as in "He did not come: he was ill." Nor are
    items by a condition, "If it does not start:", or by what their lead says of a subject, "Guests without a
    ticket may:".
    """
    first, last = find_clause_at(text, cue.start)
    if not text.text.startswith(":", last):
        return cue
    end = find_sentence_at(text, last + 1)[1]
    is_sentence = text.text[:end].rstrip().endswith(_SENTENCE_SIGNS)
    if is_sentence and not _has_any(("ahead",), text, first, last):
        return cue
    if _has_any(_CONDITIONS, text, first, cue.start) or _has_any(_PREDICATES, text, cue.end, last):
        return cue
    return replace(cue, words=(*cue.words, *text.within(last, end)[:_MOST_ITEM_WORDS]))


def _has_any(groups: tuple[str, ...], text: Text, start: int, end: int) -> bool:
    """Return True if a cue of these groups begins in that stretch."""
    return any(start <= one.start < end for group in groups for one in find_scopes(text, group))


_DENYING_WORDS = (*_DENYING, "denying_word", "removed", "ban", "except", "few", "none")
_DENYING_AFFIX = re.compile(
    r"\b(?:un(?!an|cle|der|es|i|less|til)|non-)\w{3}"
    r"|\b(?!(?:never|none?)theless|regardless|unless)\w{3,30}less\b"
)


@find_once
def has_denying_word(text: Text) -> bool:
    """Return True if some word of a text denies something: "not", "excludes", "harmless", "was abolished"."""
    return bool(_find_denying_places(text))


def may_deny_likewise(cue: Scope, claim: Text, evidence: Text) -> bool:
    """Return True if the evidence may deny in other words what a cue of the claim denies.

    "No damage" may be told by "harmless". Of its clauses, one with the most words of the claim's clause must
    have a word that denies: where it has none, as "still accepted" beside "no longer works", it may say the
    opposite.
    """
    places = _find_denying_places(evidence)
    if not places:
        return False
    clause = find_clause_at(claim, cue.start)
    stems = {word.stem for word in claim.within(*clause)}
    shares = Counter(at for stem in stems for at in _index_clauses(evidence).get(stem, ()))
    most = max(shares.values(), default=0)
    return any(shares[find_clause_at(evidence, place)] == most for place in places)


@find_once
def _index_clauses(text: Text) -> dict[str, frozenset[Span]]:
    """Return the stem of each content word → the clauses that have it."""
    found: defaultdict[str, set[Span]] = defaultdict(set)
    for word in text.content:
        found[word.stem].add(find_clause_at(text, word.start))
    return {stem: frozenset(clauses) for stem, clauses in found.items()}


@find_once
def _find_denying_places(text: Text) -> tuple[int, ...]:
    """Return the offsets of the words that deny something, in no order."""
    groups = _DENYING_WORDS if may_have_cues(frozenset(_DENYING_WORDS), text) else ()
    cues = [cue.start for group in groups for cue in find_scopes(text, group)]
    affixes = _DENYING_AFFIX.finditer(text.lowered) if text.is_english else ()
    return (*cues, *(match.start() for match in affixes))

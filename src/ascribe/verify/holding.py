"""Does a reading hold what the claim says: its words, its subject, each of its clauses?"""

from __future__ import annotations

from ascribe.language.words import Word
from ascribe.verify.passages import up_to
from ascribe.verify.readings import Case, Reading
from ascribe.verify.rules.scope import clauses, find_scopes
from ascribe.verify.rules.vocabulary import meaning, meanings
from ascribe.verify.settling import said_otherwise
from ascribe.verify.subjects import heads

_HALF = 0.5
"""Share of each clause that its evidence must have, so that no clause is invented as a whole."""

_ROOT = 4
"""Letters that forms of one word share at their start: "weighs" and "weight"."""


def matches(case: Case, reading: Reading) -> float:
    """Share of the claim's content words, outside what clashes, that the passage holds."""
    clashing = [c.claim for c in reading.comparisons if c.finding == "clash" and c.rule != "negation"]
    others = [w for w in case.text.content if not any(a < w.end and w.start < b for a, b in clashing)]
    found = sum(word.stem in reading.text.stems for word in others)
    return found / len(others) if others else 0.0


def holds_clauses(case: Case, reading: Reading) -> bool:
    """True if each clause of the claim has at least half of its content in the reading.

    A first clause of one word is exempt: "This applies while", "It follows that".
    """
    said = said_otherwise(reading.comparisons)
    for start, end in clauses(case.text):
        inside = case.text.within(start, end)
        new = [word for word in inside if not is_found(case, word, reading)]
        unsaid = sum(not any(a <= word.start < b for a, b in said) for word in new)
        if unsaid > _HALF * len(inside) and not (start == 0 and unsaid == 1):
            return False
    return True


def holds_subject(case: Case, reading: Reading) -> bool:
    """True if the claim's first content word, most often its subject, is in the reading or before it.

    "The dose is safe in pregnancy" shares all but that with "Rest is safe in pregnancy".
    """
    said = [c.claim for c in reading.comparisons if c.finding == "agree"]
    first = next(iter(case.text.content), None)
    if first is None or any(a <= first.start < b for a, b in said) or is_found(case, first, reading):
        return True
    if _is_said_of_all(case, reading):
        return True
    if not find_scopes(reading.text, "anaphor"):
        return False
    return any(first.stem in up_to(case.evidence, member).stems for member in reading.members)


def is_found(case: Case, word: Word, reading: Reading) -> bool:
    """True if the reading has the claim's word, another form of it, or one of the same meaning."""
    if word.stem in reading.text.stems or meaning(word, case.text.language) in meanings(reading.text):
        return True
    root = word.stem[:_ROOT]
    return len(root) == _ROOT and any(stem.startswith(root) for stem in reading.text.stems)


def _is_said_of_all(case: Case, reading: Reading) -> bool:
    """True if it is said of all of the claim's kind: of "all trials", so of "all field trials"."""
    kinds = (cue.words[0].stem for cue in find_scopes(reading.text, "all") if cue.words)
    return not heads(case.text).isdisjoint(kinds)

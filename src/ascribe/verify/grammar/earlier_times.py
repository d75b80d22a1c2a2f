"""Earlier times: what used to be so, or had not been so for 30 years, is no opposite of what came after.

"The firm used to make losses" does not deny "the firm has made a profit since 2010", nor does "the lake had
not frozen for 30 years" deny that it froze then. Only English is covered.

The words are groups of ``cues.json``: "formerly", "had_before" for what was so up to a time in the past, and
"turning" for what became so at such a time.
"""

from __future__ import annotations

from ascribe.verify.comparison import Text
from ascribe.verify.cues import Span, find_clause_at, find_scopes


def is_of_earlier_time(claim: Text, place: int, evidence: Text, there: int) -> bool:
    """Return True if the clause of the claim tells of a time before that of the evidence's clause."""
    if not (claim.is_english and evidence.is_english):
        return False
    mine = find_clause_at(claim, place)
    if not _has_cue(claim, mine, "formerly", "had_before"):
        return False
    theirs = find_clause_at(evidence, there)
    if _has_cue(evidence, theirs, "formerly", "had_before"):
        return False
    return _has_cue(claim, mine, "formerly") or _has_cue(evidence, theirs, "turning")


def _has_cue(text: Text, clause: Span, *groups: str) -> bool:
    cues = (cue for group in groups for cue in find_scopes(text, group))
    return any(clause[0] <= cue.start and cue.end <= clause[1] for cue in cues)

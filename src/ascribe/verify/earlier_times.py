"""Earlier times: what used to be so, or had not been so for 30 years, is no opposite of what came after.

"The firm used to make losses" does not deny "the firm has made a profit since 2010", nor does "the lake had
not frozen for 30 years" deny that it froze then. Only English is covered.
"""

from __future__ import annotations

import re

from ascribe.verify.comparison import Text
from ascribe.verify.cues import find_clause_at

_FORMER = re.compile(
    r"(?<!is )(?<!are )(?<!was )(?<!were )(?<!be )(?<!been )(?<!get )(?<!got )"
    r"\bused\s+to\s+(?!the\b|an?\b)[a-z]"
    r"|\b(?:formerly|previously|in\s+the\s+past)\b"
)
_HAD = re.compile(r"\b(?:had\s+(?:not|never|been)|hadn['’]t)\b[^.;]{0,80}\b(?:for|since|until|till|before)\b")
"""What was so up to a time in the past."""

_TURN = re.compile(r"\bfor\s+the\s+first\s+time\b|\bre[a-z]{3,}ed\b|\bagain\b|\bafter\b|\bsince\b")
"""What tells that something became so at a time in the past."""


def is_of_earlier_time(claim: Text, place: int, evidence: Text, there: int) -> bool:
    """Return True if the clause of the claim tells of a time before that of the evidence's clause."""
    if not (claim.is_english and evidence.is_english):
        return False
    mine = find_clause_at(claim, place)
    if not _tells_of_before(claim, mine):
        return False
    theirs = find_clause_at(evidence, there)
    if _tells_of_before(evidence, theirs):
        return False
    is_former = _FORMER.search(claim.lowered, *mine) is not None
    return is_former or _TURN.search(evidence.lowered, *theirs) is not None


def _tells_of_before(text: Text, clause: tuple[int, int]) -> bool:
    return any(pattern.search(text.lowered, *clause) for pattern in (_FORMER, _HAD))

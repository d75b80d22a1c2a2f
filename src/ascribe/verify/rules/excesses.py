"""Excesses: soup that is too hot to eat is not soup that is not too hot to eat.

"Too hot to eat" denies that it can be eaten, so a rule that counts negations takes "not too hot" and "too
hot" for the same. Only English is covered. This rule never returns a clash.
"""

from __future__ import annotations

import re

from ascribe.verify.comparison import Comparison, Rule, Text, find_once
from ascribe.verify.cues import Span

_EXCESS = re.compile(
    r"(?P<not>\b(?:not|never|hardly|no longer)\s+(?:at\s+all\s+|really\s+)?|n['’]t\s+)?"
    r"\btoo\s+(?P<word>[a-z-]{2,})"
    r"(?=\s+(?:for\s+(?:[\w'’-]+\s+){1,3})?to\s)"
)


def compare_excesses(claim: Text, evidence: Text) -> list[Comparison]:
    """Return a comparison if one text alone denies that something is too much of a kind."""
    if not (claim.is_english and evidence.is_english):
        return []
    said = _find_excesses(evidence)
    return [
        Comparison("excesses", "missing", "negation_unclear", place, there)
        for (word, is_denied), place in _find_excesses(claim).items()
        if (word, is_denied) not in said and (there := said.get((word, not is_denied))) is not None
    ]


@find_once
def _find_excesses(text: Text) -> dict[tuple[str, bool], Span]:
    """Return each adjective behind "too", with whether it is denied, and its place."""
    found = _EXCESS.finditer(text.lowered) if "too" in text.tokens else ()
    return {(match["word"], match["not"] is not None): match.span() for match in found}


EXCESSES = Rule("excesses", compare_excesses, kind="negation", opposes="place")

"""What a text denies without "not": attempts that failed, and what would have been.

"The bid to save the pier failed" denies that it was saved, and "had the alarm worked, the crew would have
survived" that it worked and that they survived. English only.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from ascribe.text.words import Word
from ascribe.verify.comparison import Text, find_once
from ascribe.verify.cues import REACH, Scope, Span, find_scopes
from ascribe.verify.grammar.verb_forms import is_past_form
from ascribe.verify.quantities.operations import find_sentence_at

_FAILED = re.compile(
    r"\b(?:attempts?|efforts?|bids?|plans?|campaigns?|moves?|fights?|battles?|struggles?|missions?|operations?)\s+to\s+"
    r"(?P<aim>(?:[\w'’-]+\s+){1,12}?)(?:(?:has|have|had|finally|eventually|ultimately|all|both)\s+)*"
    r"(?:failed(?!\s+to\b)|came\s+to\s+nothing|(?:(?:is|are|was|were|been|proved|remained)\s+)+"
    r"(?:unsuccessful|in\s+vain|fruitless|futile|a\s+failure))\b"
)
_WOULD = r"[^.;!?]{0,120}?\b(?P<then>would\s+have\s+(?!not\b)[^.;!?,]{1,120})"
_HAD = re.compile(rf"(?:\A|(?<=[.;!?]\s))\W*(?P<if>had\s+[^.;!?,]{{1,120}}),\s{_WOULD}")
_IF = re.compile(rf"(?<!even\s)\bif\s+[^.;!?,]{{1,80}}?\b(?P<if>had\s+[^.;!?,]{{1,120}}),\s{_WOULD}")
_WITHOUT = re.compile(rf"\bwithout\s+[^.;!?,]{{1,120}},\s{_WOULD}")
_DENIAL = re.compile(r"\b(?:not|never|no|nobody|nothing)\b|n['’]t\b")

_MARKS = frozenset(("failed", "unsuccessful", "vain", "nothing", "fruitless", "futile", "failure", "would"))
"""Words of which a text has one if it denies something in this way."""


@find_once
def find_unmet(text: Text) -> tuple[Scope, ...]:
    """Return what failed or only would have been, each as a negation of its verb and what follows."""
    if not text.is_english or text.tokens.isdisjoint(_MARKS):
        return ()
    found = (*find_failed_attempts(text), *_find_unreal(text))
    return tuple(sorted(found, key=lambda scope: scope.start))


def is_denied_likewise(claim: Text, evidence: Text, place: Span) -> bool:
    """Return True if the claim denies with "not" what failed, or would have been, in that sentence."""
    if not find_unmet(evidence):
        return False
    first, last = find_sentence_at(evidence, place[0])
    unmet = [one for one in find_unmet(evidence) if first <= one.start < last]
    denied = {word.stem for cue in find_scopes(claim, "negation") for word in cue.words}
    return any(one.words[0].stem in denied for one in unmet)


def is_only_tried(unmet: Scope, claim: Text) -> bool:
    """Return True if the claim itself says that it was only tried, or names a condition.

    Examples are "tried to save the pier", and "would have left if it had rained".
    """
    if find_scopes(claim, "if"):
        return True
    tried = {cue.words[0].stem for cue in find_scopes(claim, "plan") if cue.words}
    return unmet.words[0].stem in tried


@find_once
def find_failed_attempts(text: Text) -> tuple[Scope, ...]:
    """Return each attempt that failed, as a negation of what was attempted."""
    if not text.is_english or text.tokens.isdisjoint(_MARKS):
        return ()
    found = ((match, text.within(*match.span("aim"))) for match in _FAILED.finditer(text.lowered))
    return tuple(Scope("negation", *match.span(), tuple(words[:REACH])) for match, words in found if words)


def _find_unreal(text: Text) -> Iterator[Scope]:
    """Yield the condition and the consequence of each sentence about what would have been."""
    for pattern in (_HAD, _IF, _WITHOUT):
        for match in pattern.finditer(text.lowered):
            for name in match.groupdict():
                scope = _deny_verb(text, match.span(name), is_bare=name == "if" and pattern is _HAD)
                if scope is not None:
                    yield scope


def _deny_verb(text: Text, place: Span, *, is_bare: bool) -> Scope | None:
    """Return the negation of the verb in the stretch; None if the stretch denies it itself.

    Behind "had" alone the subject comes before the verb.
    """
    if _DENIAL.search(text.lowered, *place):
        return None
    words = text.within(*place)
    verb = next((at for at, word in enumerate(words) if _is_verb(word, text)), None) if is_bare else 0
    if verb is None or not words[verb:]:
        return None
    return Scope("negation", place[0], words[verb].end, tuple(words[verb : verb + REACH]))


def _is_verb(word: Word, text: Text) -> bool:
    return is_past_form(word.form, text)

"""Exceptions: what holds of all but one holds neither of that one nor of all.

"Every state except Malta ratified" denies that Malta ratified, and is not "every state ratified". A claim
that denies of the exception what holds of all others is confirmed, and the other way round. This rule never
returns a clash: what is excepted may be left open.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from ascribe.text.words import Word, is_content_word
from ascribe.verify.comparison import Comparison, Rule, Text
from ascribe.verify.cues import Scope, Span, find_clause_at, find_scopes, may_have_cues
from ascribe.verify.grammar.subjects import find_subject_stems, is_in_opening
from ascribe.verify.lexicon import contains_all
from ascribe.verify.quantities.extract import find_figures

_EXCEPT = "except"
_CUES = frozenset((_EXCEPT,))

_EXEMPTING = (_EXCEPT, "only", "most", "some", "share_nearly", "not_every")
"""Groups of a claim that make an exception too, or do not speak of all."""

_REASON = "qualifier_mismatch"


def compare_exceptions(claim: Text, evidence: Text) -> list[Comparison]:
    """Return one comparison for each thing that the evidence excepts, or for each exception dropped."""
    if not may_have_cues(_CUES, evidence) or find_scopes(claim, _EXCEPT):
        return []
    cues = [cue for cue in find_scopes(evidence, _EXCEPT) if not _is_verb(cue, evidence)]
    opposed = [found for cue in cues if (found := _find_opposed(cue, claim, evidence)) is not None]
    if opposed:
        return opposed[:1]
    alike = [cue for cue in cues if _is_denied(cue, evidence) == bool(find_scopes(claim, "negation"))]
    return [*_find_excepted(alike, claim, evidence), *_find_dropped(alike, claim, evidence)]


_VERB = re.compile(r"exclude[sd]?\b")


def _is_verb(cue: Scope, text: Text) -> bool:
    return _VERB.match(text.lowered, cue.start) is not None


def _find_excepted(cues: list[Scope], claim: Text, evidence: Text) -> Iterator[Comparison]:
    """Yield a comparison for each word of the claim that is what the evidence leaves out."""
    for cue in cues:
        excepted = _get_exception(cue) | _list_further(cue, evidence)
        for word in claim.content:
            if word.stem in excepted:
                yield Comparison("exceptions", "missing", _REASON, (word.start, word.end), cue.place)


def _get_exception(cue: Scope) -> frozenset[str]:
    """Return the stem of the first word of what is excepted; none where the cue ends its clause."""
    return frozenset(word.stem for word in cue.words[:1])


_EXAMPLES = re.compile(
    r"[^.;:()\n]*?\b(?:such\s+as|including|namely|for\s+example|for\s+instance|notably|especially)\b"
)
"""What stands between an exception and examples of it: "all but a few birds, such as hawks and owls"."""

_JOINTS = frozenset(("and", "or", "nor"))
_MOST_WORDS = 24
"""Words of a list of exceptions that are read."""


def _list_further(cue: Scope, text: Text) -> frozenset[str]:
    """Return the stem of the first word of each further thing that is excepted: "except Malta and Spain"."""
    examples = _EXAMPLES.match(text.lowered, cue.end)
    place = examples.end() if examples else cue.end
    items: list[str] = []
    begins, is_joined = True, False
    for word in text.words_after(place, _MOST_WORDS):
        between = text.text[place : word.start].strip()
        place = word.end
        if between not in ("", ",", "'", "’", "-") or (is_joined and between):
            break
        is_joint = word.form in _JOINTS
        begins = begins or is_joint or between == ","
        if begins and is_content_word(word, text.language):
            items.append(word.stem)
            begins = False
            if is_joined:
                break
        is_joined = is_joined or is_joint
    return frozenset(items) if is_joined or examples else frozenset()


# --- What is said of all ---

_LEAST_SHARE = 0.65
"""Share of the claim's words that a statement must have for its exception to restrict the claim."""

_DEDUCTION = re.compile(r"(?:excluding|not\s+(?:including|counting)|,\s+(?:less|minus))\b")
"""What is taken from a figure is no exception to it: "120 euros, excluding tax"."""


def _find_dropped(cues: list[Scope], claim: Text, evidence: Text) -> Iterator[Comparison]:
    """Yield a comparison for each exception of a statement that the claim makes without it."""
    if any(find_scopes(claim, group) for group in _EXEMPTING):
        return
    for cue in cues:
        if _DEDUCTION.match(evidence.lowered, cue.start) and find_figures(claim):
            continue
        said = {word.stem for word in evidence.within(*_find_statement(cue, evidence))}
        shared = [word for word in claim.content if word.stem in said]
        is_about_same = shared[:1] == claim.content[:1] and _get_exception(cue).isdisjoint(claim.stems)
        if shared and is_about_same and len(shared) >= _LEAST_SHARE * len(claim.content):
            place = shared[0].start, shared[-1].end
            yield Comparison("exceptions", "missing", _REASON, place, (cue.start, cue.end))


def _find_statement(cue: Scope, text: Text) -> Span:
    """Return the span of the statement with an exception, which may stand before, inside or behind it."""
    first, last = find_clause_at(text, cue.start)[0], find_clause_at(text, cue.end)[1]
    is_apart = not text.within(first, cue.start)
    while first and not text.within(first, cue.start):
        first = find_clause_at(text, first - 1)[0]
    if is_apart and text.text[last : last + 1] == ",":
        last = find_clause_at(text, last)[1]
    return first, last


# --- What is said of the exception ---

_UNIVERSAL = re.compile(
    r"\b(?:all|every\w*|each|any\w*|whole|entire|always|throughout|no|nobody|nothing|none|never)\b"
)


_NONE = re.compile(r"\b(?:none|nobody|nothing)\b")


def _is_denied(cue: Scope, text: Text) -> bool:
    """Return True if the statement with the exception is negated: "no state except Malta"."""
    first, last = _find_statement(cue, text)
    if _NONE.search(text.lowered, first, last):
        return True
    denials = (one for one in find_scopes(text, "negation") if first <= one.start < last)
    return any(not _DEDUCTION.match(text.lowered, one.start) for one in denials)


def _find_opposed(cue: Scope, claim: Text, evidence: Text) -> Comparison | None:
    """Return an agreement if the claim denies of the exception what holds of all others, or the other way."""
    place = _find_statement(cue, evidence)
    denials = find_scopes(claim, "negation")
    quantifier = _UNIVERSAL.search(evidence.lowered, *place)
    if quantifier is None or len(denials) != (not _is_denied(cue, evidence)):
        return None
    told = [word for word in claim.content if not any(one.start <= word.start < one.end for one in denials)]
    named = next((word for word in told if word.stem in _get_exception(cue)), None)
    is_same = contains_all(told, evidence, evidence.within(*place)) and _has_predicate(
        told, cue, evidence.within(quantifier.end(), place[1])[:1]
    )
    if named is None or not is_same or find_scopes(claim, "partial_negation"):
        return None
    if _is_subject(quantifier.start(), cue, place, evidence) != _stands_before(named, denials, claim):
        return None
    whole = 0, len(claim.text.rstrip(" ."))
    formula = f"{evidence.text[slice(*cue.place)].strip(' ,')} = {claim.text[slice(*whole)]}"
    return Comparison("exceptions", "agree", "", whole, cue.place, formula)


def _has_predicate(told: list[Word], cue: Scope, kind: list[Word]) -> bool:
    """Return True if the claim has more than the exception and its kind: "no room has an attic"."""
    named = _get_exception(cue).union(word.stem for word in kind)
    return any(word.stem not in named for word in told)


def _is_subject(quantifier: int, cue: Scope, place: Span, text: Text) -> bool:
    """Return True if "all" and its noun begin the statement, but for an exception before them."""
    opening = find_clause_at(text, cue.end)[1] if cue.end < quantifier else place[0]
    return not text.within(opening, quantifier)


def _stands_before(named: Word, denials: tuple[Scope, ...], claim: Text) -> bool:
    """Return True if the exception is the subject of the claim, or part of it: "rooms on the first floor"."""
    if named.stem in find_subject_stems(claim):
        return True
    is_before = bool(denials) and named.start < denials[0].start
    return is_before and not is_in_opening(claim, named.start)


EXCEPTIONS = Rule(
    "exceptions",
    compare_exceptions,
    kind="qualifier",
    opposes="place",
    paraphrases=True,
    supersedes=("negation", "qualifiers", "quantifiers"),
)

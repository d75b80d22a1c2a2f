"""Qualifiers, particles and dropped things: small words that a claim must keep.

Qualifiers: "only", "former", "the latter", and words that no other rule covers in the claim's language. A
claim that adds a cue of ``_ADDED_QUALIFIERS`` says more than its evidence; so does one that drops a cue of
``_DROPPED_QUALIFIERS``.

Particles: "is off" and "was against it" say something that no other word of the sentence expresses. A claim
with such a predicate needs the same word, or one of its meaning, in its evidence; "switched on" needs no
"switched off" there.

Dropped things: "version 4 drops support" does not say that version 4 has support. A claim says something else
if it has what such a verb of the evidence ends, and neither negates nor ends it.

None of these rules returns a clash: the claim may be about another time, or say the same in other words.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from ascribe.verify.comparison import Comparison, Rule, Text, find_once
from ascribe.verify.cues import Span, find_clause_at, find_scopes, may_have_cues
from ascribe.verify.lexicon import get_meaning, is_expressed
from ascribe.verify.rules.cue_groups import CueGroup, compare_claim_cues, compare_dropped_cues

_QUALIFIER_REASON = "qualifier_mismatch"

_ADDED_QUALIFIERS = (CueGroup("only"), CueGroup("more"), CueGroup("less"))
_DROPPED_QUALIFIERS = (CueGroup("only"), CueGroup("not_whole"))

_ADDED_OUTSIDE_ENGLISH = (CueGroup("before"), CueGroup("after"), CueGroup("cause"))
"""Groups that other rules cover in English; in other languages the evidence must have them."""

_SENTENCE_WIDE = ("respective",)
"""Groups that the claim must have if a sentence of the evidence that shares its words has them: what "the
former" refers to may be anywhere in the sentence."""

_QUALIFIER_CUES = frozenset(
    (
        *(group.name for group in (*_ADDED_QUALIFIERS, *_DROPPED_QUALIFIERS, *_ADDED_OUTSIDE_ENGLISH)),
        *_SENTENCE_WIDE,
    )
)

_LEAST_SHARED_WORDS = 2
"""Content words that a sentence of the evidence about the same thing shares with the claim at least; half of
the claim's words are required as well."""


def compare_qualifiers(claim: Text, evidence: Text) -> list[Comparison]:
    """Return one comparison for each qualifier of the claim, and one for each that it drops."""
    if not may_have_cues(_QUALIFIER_CUES, claim, evidence):
        return []
    groups = _ADDED_QUALIFIERS if claim.is_english else (*_ADDED_QUALIFIERS, *_ADDED_OUTSIDE_ENGLISH)
    kept = [
        one
        for group in groups
        for one in compare_claim_cues(group, claim, evidence, "qualifiers", _QUALIFIER_REASON)
    ]
    lost = [
        one
        for group in _DROPPED_QUALIFIERS
        for one in compare_dropped_cues(group, claim, evidence, "qualifiers", _QUALIFIER_REASON)
    ]
    if not find_scopes(claim, "only"):
        lost += _find_dropped_exceptions(claim, evidence)
    wide = [
        found for group in _SENTENCE_WIDE if (found := find_omitted_cue(group, claim, evidence)) is not None
    ]
    return [*kept, *lost, *wide]


_LEAST_RESTRICTED_SHARE = 0.65
"""Share of a claim's words that a clause must have for its "only" or "except" to restrict the claim."""


def _find_dropped_exceptions(claim: Text, evidence: Text) -> Iterator[Comparison]:
    """Yield a comparison for each "only" or "except" that the claim drops with what it is about.

    "Leave is granted only in exceptional cases" is not "leave is granted", nor is "all but Norway signed"
    "all signed".
    """
    for cue in find_scopes(evidence, "only"):
        first, last = find_clause_at(evidence, cue.start)
        if not evidence.within(first, cue.start) and first:
            first = find_clause_at(evidence, first - 1)[0]
        rest = {word.stem for word in evidence.within(first, last)} - cue.stems
        shared = [word for word in claim.content if word.stem in rest]
        apart = not any(word.stem in claim.stems for word in cue.words)
        if apart and len(shared) >= max(_LEAST_SHARED_WORDS, _LEAST_RESTRICTED_SHARE * len(claim.content)):
            place = shared[0].start, shared[0].end
            yield Comparison("qualifiers", "missing", _QUALIFIER_REASON, place, cue.place)


def find_omitted_cue(
    group: str, claim: Text, evidence: Text, rule: str = "qualifiers", reason: str = _QUALIFIER_REASON
) -> Comparison | None:
    """Return missing if a sentence of the evidence has a cue of the group and the claim has none.

    The sentence must be about the same thing; return None if there is no such sentence.
    """
    said = find_scopes(evidence, group)
    if not said or find_scopes(claim, group):
        return None
    for cue in said:
        start = evidence.text.rfind("\n", 0, cue.start) + 1
        end = evidence.text.find("\n", cue.start) % (len(evidence.text) + 1)
        there = {get_meaning(word, evidence.language) for word in evidence.within(start, end)}
        shared = [word for word in claim.content if get_meaning(word, claim.language) in there]
        if len(shared) >= max(_LEAST_SHARED_WORDS, len(claim.content) / 2):
            return Comparison(rule, "missing", reason, (shared[0].start, shared[0].end), cue.place)
    return None


QUALIFIERS = Rule("qualifiers", compare_qualifiers, kind="qualifier")


def compare_near_things(claim: Text, evidence: Text) -> list[Comparison]:
    """Return one comparison for each "almost" or "alleged" that the claim drops."""
    return compare_dropped_cues(CueGroup("not_quite"), claim, evidence, "near_things", _QUALIFIER_REASON)


NEAR_THINGS = Rule("near_things", compare_near_things, kind="qualifier", opposes="place")


def compare_particles(claim: Text, evidence: Text) -> list[Comparison]:
    """Return one comparison for each such word of the claim that the evidence lacks."""
    cues = find_scopes(claim, "particle")
    forms = {word.form for word in evidence.words} if cues else set()
    found = []
    for cue in cues:
        word = next(w for w in reversed(claim.words) if w.start < cue.end)
        if word.form not in forms and not is_expressed(word, claim, evidence):
            found.append(Comparison("particles", "missing", "word_replaced", (word.start, word.end)))
    return [*found, *_find_turned_particles(claim, evidence), *_find_other_sides(claim, evidence)]


_SIDE = re.compile(
    r"\b(?P<verb>(?:vot|argu|rul|decid|campaign|lobb(?:i|y)|advis|testif(?:i|y))(?:e[sd]?|ing|s)?"
    r"|spe(?:ak|aks|aking)|spoke|spoken)\s+(?:[^\W\d_]+\s+)?against\b"
)
_WITHOUT_SIDE = ("negation", "ban", "removed")


def _find_other_sides(claim: Text, evidence: Text) -> list[Comparison]:
    """Return a comparison if one text alone has somebody vote or speak against what both are about."""
    if not (claim.is_english and evidence.is_english):
        return []
    mine, theirs = (_SIDE.search(text.lowered) for text in (claim, evidence))
    if bool(mine) == bool(theirs) or any(find_scopes(claim, group) for group in _WITHOUT_SIDE):
        return []
    if mine and not any(find_scopes(evidence, group) for group in _WITHOUT_SIDE):
        return [Comparison("particles", "missing", "polarity_unclear", mine.span())]
    verb = theirs["verb"][:_VERB_START] if theirs else ""
    here = next((word for word in claim.words if verb and word.form.startswith(verb)), None)
    if theirs is None or here is None:
        return []
    return [Comparison("particles", "missing", "polarity_unclear", (here.start, here.end), theirs.span())]


_VERB_START = 3


_OPPOSED_PARTICLES = (("on", "off"), ("up", "down"), ("in", "out"))
_VERB_WITH_PARTICLE = re.compile(r"\b([a-z]{3,})\s+(on|off|up|down|in|out)\b(?!\s+(?:of|to|the|a|an)\b)")


def _find_turned_particles(claim: Text, evidence: Text) -> list[Comparison]:
    """Return a comparison for "switched on" in the claim where the evidence has only "switched off"."""
    if not (claim.is_english and evidence.is_english):
        return []
    said = _find_particles(evidence)
    return [
        Comparison("particles", "missing", "polarity_unclear", place, said[verb, other])
        for (verb, particle), place in _find_particles(claim).items()
        for pair in _OPPOSED_PARTICLES
        for other in pair
        if particle in pair and other != particle and (verb, other) in said and (verb, particle) not in said
    ][:1]


@find_once
def _find_particles(text: Text) -> dict[tuple[str, str], Span]:
    """Return the stem of each verb with the particle behind it → the span of both."""
    stems = {word.start: word.stem for word in text.content}
    found = {}
    for match in _VERB_WITH_PARTICLE.finditer(text.lowered):
        if match.start() in stems:
            found[stems[match.start()], match[2]] = match.span()
    return found


PARTICLES = Rule("particles", compare_particles, kind="polarity", opposes="place")


_EXEMPTING_CUES = ("negation", "removed", "dropped", "before")
"""Groups of cues that exempt a claim from this rule."""


def compare_dropped_things(claim: Text, evidence: Text) -> list[Comparison]:
    """Return one comparison for each thing that the evidence drops and the claim has."""
    cues = find_scopes(evidence, "dropped")
    if not cues or any(find_scopes(claim, group) for group in _EXEMPTING_CUES):
        return []
    named = (
        cue
        for cue in cues
        if not any(word.stem in claim.stems for word in evidence.within(cue.start, cue.end))
    )
    reached = {cue.words[0].stem: cue for cue in named if cue.words}
    return [
        Comparison("dropped", "missing", "polarity_unclear", (word.start, word.end), reached[word.stem].place)
        for word in claim.content
        if word.stem in reached
    ]


DROPPED = Rule("dropped", compare_dropped_things, opposes="place")

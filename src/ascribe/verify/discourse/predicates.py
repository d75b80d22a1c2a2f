"""Predicates: whether a claim says of one thing what its passages say of another.

"A male is called a drake and the female is called a duck" has every word of "a male is called a duck", and
"the board approved the budget and rejected the merger" every word of "the board approved the merger". A claim
that has words of two segments must name the subject, or the verb, of each: see ``segments``.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache
from itertools import pairwise, permutations

from ascribe.text.words import is_content_word
from ascribe.verify.comparison import Text
from ascribe.verify.grammar.segments import Segment, list_clauses, read_segments
from ascribe.verify.grammar.subjects import find_leading_pronoun, find_subject_stems
from ascribe.verify.grammar.word_groups import get_word_group
from ascribe.verify.lexicon import get_meanings
from ascribe.verify.rules.names import find_names

_COPULAS = frozenset(("is", "are", "was", "were"))


def takes_other_predicate(claim: Text, passages: Sequence[Text]) -> bool:
    """Return True if the claim joins words of two segments that the passages do not join.

    Or if it says of a thing what the passages say of all but that thing. False in other languages than
    English.
    """
    if not claim.is_english:
        return False
    if _names_excluded_thing(claim, passages):
        return True
    sentences = [list(read_segments(passage, place > 0)) for place, passage in enumerate(passages)]
    return any(
        _takes_from_other_subject(clause, sentences)
        or any(_takes_from_other_verb(clause, claim, sentence) for sentence in sentences)
        for clause in list_clauses(claim)
    )


# --- Another subject ---


def credits_other_name(claim: Text, passages: Sequence[Text], least: int = 1) -> bool:
    """Return True if a clause says of one name only what the passages say of another name.

    "Berlin, the capital of Germany, lies on the Spree. Hamburg lies on the Elbe" does not say that Hamburg is
    the capital. False in other languages than English.

    Args:
        claim: the claim.
        passages: sentences of the sources.
        least: fewest words of the clause that must be said of the other name alone.
    """
    if not claim.is_english:
        return False
    segments = [one for place, passage in enumerate(passages) for one in read_segments(passage, place > 0)]
    names = _NONE.union(*(_list_name_stems(passage) for passage in passages))
    said = frozenset(word.stem for word in claim.content)
    named = [one for one in segments if one.subject & names and not one.subject & said]
    return any(
        _is_credited_elsewhere(clause, names, segments, named, least) for clause in list_clauses(claim)
    )


_NONE: frozenset[str] = frozenset()


def _list_name_stems(text: Text) -> frozenset[str]:
    return frozenset(word.stem for word in find_names(text) if not word.form[0].isdigit())


def _is_credited_elsewhere(
    clause: Text,
    names: frozenset[str],
    segments: Sequence[Segment],
    named: Sequence[Segment],
    least: int,
) -> bool:
    """Return True if what a clause says of its name is all in a segment about another one.

    Args:
        clause: the clause of the claim.
        names: stems of the names in the passages.
        segments: all segments of the passages.
        named: those about a name that the claim does not have.
        least: fewest words that are said of the other name alone.
    """
    subject = find_subject_stems(clause)
    name = subject & names
    homes = [one for one in segments if name & one.stems]
    if not homes or len(homes) == len(segments) or find_leading_pronoun(clause) is not None:
        return False
    predicate = frozenset(word.stem for word in clause.content) - subject
    kept = _NONE.union(*(home.stems for home in homes))
    others = (one for one in named if one not in homes)
    return any(
        len((predicate & one.stems) - kept) >= least and not (predicate & kept) - one.stems for one in others
    )


def _takes_from_other_subject(clause: Text, sentences: Sequence[Sequence[Segment]]) -> bool:
    """Return True if a clause of the claim says of one subject what a segment says of another one."""
    if find_leading_pronoun(clause) is not None:
        return False
    asked = {word.stem for word in clause.content}
    subject = frozenset(stem for stem in find_subject_stems(clause) if not stem[0].isdigit())
    segments = [one for sentence in sentences for one in sentence]
    homes = [one for one in segments if subject & one.stems]
    if len(homes) in (0, len(segments)):  # the subject of the claim tells no segments apart
        pairs = (pair for sentence in sentences for pair in permutations(sentence, 2))
        return any(_mixes_subjects(asked, subject, one, other) for one, other in pairs)
    predicate = asked - subject
    kept = frozenset().union(*(home.stems for home in homes))
    others = (one for one in segments if one not in homes and one.subject)
    return any(
        len((predicate & one.stems) - kept) > len((predicate & kept) - one.stems)
        for one in others
        if one.subject - asked or _equates(clause, one.subject) or _is_oblique(clause, one.subject)
    )


def _mixes_subjects(asked: set[str], subject: frozenset[str], one: Segment, other: Segment) -> bool:
    """Return True if the claim has words of two segments, and not all of the subject of the first.

    What it has of the first must not be in its own subject only: "a male duck" takes nothing of "the female
    is called a duck".
    """
    lacks_subject = bool(one.subject - asked) and bool(other.subject)
    taken = (asked & one.stems) - other.stems - subject
    return lacks_subject and bool(taken) and bool(asked & other.stems - one.stems)


def _equates(clause: Text, subject: frozenset[str]) -> bool:
    """Return True if the claim says that its subject is that other one: "headache is a rare effect"."""
    words = [w for w in clause.words if is_content_word(w, clause.language) or w.form in _COPULAS]
    return any(one.form in _COPULAS and two.stem in subject for one, two in pairwise(words))


def _is_oblique(clause: Text, subject: frozenset[str]) -> bool:
    """Return True if the claim has that subject behind a preposition: "confirms it to the Institute"."""
    prepositions = get_word_group(clause.language, "prepositions") - {"of", "by"}
    articles = get_word_group(clause.language, "articles")
    before = ""
    for word in clause.words:
        if word.stem in subject:
            return before in prepositions
        before = before if word.form in articles else word.form
    return False


# --- Another verb ---


def _takes_from_other_verb(clause: Text, claim: Text, segments: Sequence[Segment]) -> bool:
    """Return True if a clause has words of a segment, but not its verb, beside words and verb of another one.

    The verb may be anywhere in the claim. A word that a third segment has too is not taken from that one.
    """
    asked = {word.stem for word in clause.content}
    said = get_meanings(claim)
    for one, other in permutations(segments, 2):
        if not one.verb or one.verb not in said or one.kind == other.kind == "clause":
            continue  # with a verb of its own, a claim may sum up both
        if not other.verb or other.verb in said or not asked & (one.stems - other.stems):
            continue
        elsewhere = one.stems.union(*(_get_held(segment) for segment in segments if segment is not other))
        taken = asked & (other.own - elsewhere)
        if taken and not _is_of_year(taken, clause, other, segments):
            return True
    return False


_OF_YEAR = re.compile(r"(?P<thing>[^\W\d_]+) of (?P<year>\d{4})\b")


def _is_of_year(taken: set[str], clause: Text, other: Segment, segments: Sequence[Segment]) -> bool:
    """Return True for "the bridge of 1936", where the segment tells when the bridge before it was built."""
    before = [one for one in segments if one.start < other.start][-1:]
    match = _OF_YEAR.search(clause.text)
    if match is None or not before or taken != {match["year"]} or other.verb not in _get_making_verbs():
        return False
    return any(word.stem in before[0].own for word in clause.within(*match.span("thing")))


@cache
def _get_making_verbs() -> frozenset[str]:
    """Return the meanings of the verbs that tell when a thing came to be."""
    return get_meanings(Text("built made founded opened erected constructed painted written", "en"))


def _get_held(segment: Segment) -> frozenset[str]:
    """Return the stems of a segment; a relative one is also about the noun before it."""
    return segment.stems if segment.kind == "relative" else segment.own


# --- Excluded things ---

_EXCLUSION = re.compile(
    r"\b(?:unlike|ahead of|as opposed to|in contrast to|contrary to)\s+(?P<thing>[^,;.()]+)", re.IGNORECASE
)
"""A thing for which a sentence does not hold: "Lisbon, unlike Madrid, lies on the coast"."""

_DENIALS = frozenset(("not", "no", "never", "unlike", "contrast", "ahead", "without", "nor", "neither"))
"""Words with which a claim may rightly name such a thing."""


def _names_excluded_thing(claim: Text, passages: Sequence[Text]) -> bool:
    """Return True if the claim has a word that the passages have only as what their statement leaves out."""
    found = [(passage, match) for passage in passages for match in _EXCLUSION.finditer(passage.text)]
    if not found or any(word.form in _DENIALS for word in claim.words):
        return False
    excluded = {word.stem for passage, match in found for word in passage.within(*match.span("thing"))}
    outside = {
        word.stem
        for passage in passages
        for word in passage.content
        if not any(one is passage and match.start() <= word.start < match.end() for one, match in found)
    }
    return bool((excluded - outside) & claim.stems)

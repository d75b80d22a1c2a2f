"""Homes of clauses: sentences that are read together must not give each a part of one statement.

"The ferry was built in Gdansk. Eva Moor has commanded it for nine years" has every word of "Eva Moor built
the ferry". Of several sentences, one must have the verb of each clause of the claim and its subject, or a
word for it; what that sentence lacks of the clause must be what such a word in it may stand for. Only
English is read; a clause whose verb no sentence has is left to the other tests.
"""

from __future__ import annotations

from collections.abc import Sequence

from ascribe.verify.comparison import Text
from ascribe.verify.evidence.sets import ClaimContext
from ascribe.verify.grammar.segments import Segment, find_segments
from ascribe.verify.grammar.subjects import find_leading_pronoun, find_subject_heads, may_refer_back
from ascribe.verify.lexicon import get_meaning, get_meanings


def has_homes(case: ClaimContext, members: Sequence[int]) -> bool:
    """Return True if each clause of the claim is told by one of these sentences.

    Items and leads of lists and rows of tables are no statements of their own: nothing is asked of them.
    """
    sentences = _list_statements(case, members)
    if not sentences:
        return True
    segments = find_segments(case.text)
    if len(segments) == 1 and " and " in case.text.lowered:
        return _has_home_of_each_side(segments[0], case.text, sentences)
    return all(_has_home(segment, segments[0], case.text, sentences) for segment in segments)


def _list_statements(case: ClaimContext, members: Sequence[int]) -> list[Text]:
    """Return the sentences if there are several, all are whole English statements, and so is the claim."""
    context = (one.kind for i in members for one in case.evidence[i].sentence.context)
    if len(members) < _SEVERAL or not case.text.is_english or not _LISTED.isdisjoint(context):
        return []
    sentences = case.list_sentences(members)
    return sentences if all(one.is_english and one.text.rstrip().endswith(_ENDS) for one in sentences) else []


_SEVERAL = 2
_LISTED = frozenset(("lead", "columns", "group", "cell", "number"))
"""Kinds of context of what is no statement of its own."""

_ENDS = (".", "!", "?", '."', ".”", ".)", ".’", ".'")
"""What a whole sentence ends with."""


def joins_homes(case: ClaimContext, members: Sequence[int]) -> bool:
    """Return True if the claim joins by "and" what these sentences tell one by one: "Anna and Ben won"."""
    segments = find_segments(case.text) if case.text.is_english else ()
    is_joined = len(segments) == 1 and " and " in case.text.lowered
    return is_joined and _has_home_of_each_side(segments[0], case.text, case.list_sentences(members))


def _has_home_of_each_side(segment: Segment, claim: Text, sentences: Sequence[Text]) -> bool:
    """Return True if one sentence has each side of "and"; two subjects both need what is said of them."""
    place = claim.lowered.index(" and ")
    known = frozenset[str]().union(*(one.stems for one in sentences))
    first, second = claim.within(0, place), claim.within(place, len(claim.text))
    if segment.verb not in {get_meaning(word, claim.language) for word in first}:
        first = [*first, *second[1:]]
    sides = [frozenset(word.stem for word in side) & known for side in (first, second)]
    return all(any(side <= one.stems for one in sentences) for side in sides)


def _has_home(segment: Segment, first: Segment, claim: Text, sentences: Sequence[Text]) -> bool:
    """Return True if a sentence tells the clause, or none has its verb.

    Args:
        segment: the clause.
        first: the first clause, whose subject a further verb has.
        claim: the claim.
        sentences: those that are read together.
    """
    telling = [one for one in sentences if segment.verb and segment.verb in get_meanings(one)]
    subject = segment.subject or first.subject
    if not telling or not subject:
        return True
    known = frozenset().union(*(one.stems for one in sentences))
    return any(_tells(one, segment.own & known, subject, claim) for one in telling)


def _tells(sentence: Text, own: frozenset[str], subject: frozenset[str], claim: Text) -> bool:
    """Return True if the sentence has the words of a clause, or one that stands for those that it lacks."""
    lacking = own - sentence.stems
    leads = find_leading_pronoun(sentence) is not None or not find_subject_heads(sentence)
    if not lacking or leads:
        return True
    if not may_refer_back(sentence):
        return False
    heads = subject & find_subject_heads(claim) or subject
    return not heads.isdisjoint(sentence.stems) or lacking <= subject

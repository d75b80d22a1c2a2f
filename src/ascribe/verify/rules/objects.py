"""Objects: a name behind a verb must be behind that verb in the evidence too.

"The ministry thanked the Courier and sued the Sentinel" does not say that it thanked the Sentinel. If the
evidence has the verb of the claim with names behind it, and that of the claim only elsewhere, the claim has
exchanged the two. Only English is covered. This rule never returns a clash.
"""

from __future__ import annotations

from dataclasses import dataclass

from ascribe.text.words import Word
from ascribe.verify.comparison import Comparison, Rule, Text, find_once
from ascribe.verify.cues import Span
from ascribe.verify.grammar.segments import place_segments
from ascribe.verify.lexicon import get_meaning
from ascribe.verify.rules.names import find_names


@dataclass(frozen=True, slots=True)
class _Segment:
    """A segment with a verb and a name.

    Args:
        verb: meaning of its verb.
        objects: stems of the names behind the verb.
        names: stems of all names; in a passive the subject is what the verb is about.
        place: from the first name to the last.
    """

    verb: str
    objects: frozenset[str]
    names: frozenset[str]
    place: Span


def compare_objects(claim: Text, evidence: Text) -> list[Comparison]:
    """Return one comparison for each verb of the claim whose object the evidence has with another verb."""
    if not (claim.is_english and evidence.is_english):
        return []
    found = []
    for mine in _list_segments(claim):
        same = [other for other in _list_segments(evidence) if other.verb == mine.verb]
        held = frozenset[str]().union(*(other.names for other in same))
        is_elsewhere = bool(mine.objects) and mine.objects <= evidence.stems and mine.objects.isdisjoint(held)
        if is_elsewhere and same and all(other.objects for other in same):
            found.append(Comparison("objects", "missing", "misplaced", mine.place, same[0].place))
    return found


@find_once
def _list_segments(text: Text) -> tuple[_Segment, ...]:
    """Return the segments whose verb is known and that have a name."""
    named = [word for word in find_names(text) if not word.form[0].isdigit()]
    found = []
    for segment, start, end in place_segments(text):
        inside = [word for word in named if start <= word.start < end]
        verb = next((one for one in text.within(start, end) if _has_meaning(one, segment.verb, text)), None)
        if verb is not None and inside:
            objects = frozenset(word.stem for word in inside if word.start > verb.start)
            names = frozenset(word.stem for word in inside)
            place = inside[0].start, inside[-1].end
            found.append(_Segment(segment.verb, objects - segment.subject, names, place))
    return tuple(found)


def _has_meaning(word: Word, meaning: str, text: Text) -> bool:
    return bool(meaning) and get_meaning(word, text.language) == meaning


OBJECTS = Rule("objects", compare_objects, kind="name", vetoes=("misplaced",))

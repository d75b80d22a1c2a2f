"""Arrangement: the words of a claim must stand to one another as they do in a sentence of the evidence.

"Ben is older than Anna" has every word of "Anna is older than Ben", and "Paul built the roof and Maria
painted the wall" every word of "Paul painted the wall". Four arrangements are told apart, in any language
with an entry in ``arrangement.json``; none is a clash, since the claim may still be a paraphrase.

1. Exchanged leads: two words exchange the small words before them ("than", "of", "from" and "to").
2. Turned around: two words without small words before them exchange their sides of a third.
3. Joined parts: words of two parts of a sentence, which a comma or "and" separates, are one part in the
   claim. A further verb of one subject is no such joint: "the mill was sold and has 12 sails". A figure
   or the verb of a pronoun that a claim takes from an earlier part, and a later part without its "not", are
   rearranged, which no model outweighs; the other joints are as often paraphrases.
4. Another lead: a figure or a day has the small word of another one, as in "rose from 300 to 400" and "rose
   to 300".
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import combinations, pairwise

from ascribe.verify.comparison import Comparison, Rule, Text
from ascribe.verify.cues import Span
from ascribe.verify.lexicon import get_entries
from ascribe.verify.rules.placed_words import (
    Alignment,
    ArrangementWords,
    align_words,
    list_forms,
    list_lines,
    load_arrangement_words,
    read_sentence,
    split_parts,
)

_Fault = tuple[str, int, int]
"""The reason code, and the numbers of the first and the last word that are arranged otherwise."""


def compare_arrangement(claim: Text, evidence: Text) -> list[Comparison]:
    """Return one comparison, for the first words that are arranged otherwise; none if there are none."""
    language = claim.code
    words = load_arrangement_words().get(language)
    if words is None or language != evidence.code or "|" in claim.text:
        return []
    if _has_other_connection(claim, evidence, words):
        return []
    sentences = [read_sentence(evidence, *span) for span in list_lines(evidence)]
    for part in split_parts(claim):
        fault = _find_fault([align_words(part, sentence, words) for sentence in sentences], claim, evidence)
        if fault is not None:
            reason, first, last = fault
            return [Comparison("arrangement", "missing", reason, (part[first].start, part[last].end))]
    return []


def _has_other_connection(claim: Text, evidence: Text, words: ArrangementWords) -> bool:
    """Return True if the claim has a word such as "because" or "than" that the evidence lacks.

    Such a word may turn the order of what it connects; other rules compare it.
    """
    return bool((words["connecting"] & list_forms(claim)) - list_forms(evidence))


def _find_fault(aligned: Sequence[Alignment], claim: Text, evidence: Text) -> _Fault | None:
    """Return the first fault of a part of the claim that no other sentence of the evidence makes good."""
    found = [list(_list_faults(one, claim, evidence)) for one in aligned]
    for own, faults in zip(aligned, found, strict=True):
        for fault in faults:
            others = [
                theirs
                for other, theirs in zip(aligned, found, strict=True)
                if other is not own and {*fault[1:]} <= other.places.keys()
            ]
            if all(fault in theirs for theirs in others):
                return fault
    return None


def _list_faults(one: Alignment, claim: Text, evidence: Text) -> Iterator[_Fault]:
    if len(one.places) < 2 or _has_opposite(one, claim, evidence):
        return
    yield from _find_exchanged_leads(one)
    yield from _find_turned(one)
    yield from _find_joined(one, claim, evidence)
    yield from _find_other_leads(one, claim)


def _has_opposite(one: Alignment, claim: Text, evidence: Text) -> bool:
    """Return True if the claim has an opposite of a word of the evidence, so that an exchange may be right.

    "York is smaller than Leeds" says the same as "Leeds is larger than York".
    """
    language = claim.code
    used = {one.sentence.words[place].start for place in one.places.values()}
    asked = [word for number, word in enumerate(one.part) if number not in one.places]
    entries = {
        entry
        for placed in asked
        for word in claim.words_after(placed.start, 1)
        for entry in get_entries(word.form, word.stem, language)
    }
    return bool(entries) and any(
        group == other and entry != another
        for word in evidence.content
        if word.start not in used
        for other, another in get_entries(word.form, word.stem, language)
        for group, entry in entries
    )


def _find_exchanged_leads(one: Alignment) -> Iterator[_Fault]:
    """Yield a fault for each two words that exchange the small words before them.

    A small word before two neighbours belongs to both: "before starting the pump", "before the pump starts".
    A figure may stand on either side: "three months of age", "an age of three months".
    """
    for first, second in combinations(one.places, 2):
        mine = one.part[first].phrase, one.part[second].phrase
        theirs = one.get_there(first).phrase, one.get_there(second).phrase
        if mine[0] == mine[1] or mine != theirs[::-1]:
            continue
        is_shared = second == first + 1 and one.places[first] == one.places[second] + 1 and not mine[1]
        is_measure = "figure" in (one.part[first].kind, one.part[second].kind) and ("of",) in mine
        directed = all(mine) or not one.words["directed"].isdisjoint(mine[0] + mine[1])
        if directed and not is_shared and not is_measure:
            yield "rearranged", first, second


def _find_turned(one: Alignment) -> Iterator[_Fault]:
    """Yield a fault for each two words that exchange their sides of a third one, in the same voice."""
    plain = [
        number
        for number in one.places
        if not one.part[number].phrase and not one.get_there(number).phrase and not one.part[number].kind
    ]
    for first, second in combinations(plain, 2):
        start, end = one.places[second], one.places[first]
        if start > end or one.get_there(first).part != one.get_there(second).part:
            continue
        pivots = [n for n in one.places if first < n < second and start < one.places[n] < end]
        if any(_is_turning(one, n) for n in pivots) and not (
            _keeps_case(one, first) or _keeps_case(one, second)
        ):
            yield "rearranged", first, second


def _is_turning(one: Alignment, pivot: int) -> bool:
    """Return True unless the word means the same both ways, or is passive in only one of the two texts."""
    passive = one.words["passive"]
    voices = {one.part[pivot].before in passive, one.get_there(pivot).before in passive}
    return len(voices) == 1 and one.part[pivot].form not in one.words["symmetric"]


def _keeps_case(one: Alignment, number: int) -> bool:
    """Return True if an article shows the case of the word, and is the same in both texts: "den Antrag"."""
    before = one.part[number].before
    return before in one.words["case"] and before == one.get_there(number).before


def _find_joined(one: Alignment, claim: Text, evidence: Text) -> Iterator[_Fault]:
    """Yield a fault for each two neighbouring words of the claim that two parts of the sentence have."""
    for first, second in pairwise(one.places):
        before, after = one.get_there(first), one.get_there(second)
        if before.part > after.part:
            near, far = (_get_owning_part(one, number) for number in (first, second))
            is_figure = after.kind == "figure"  # the rest of its part is about what it belongs to
            dropped = (is_figure or _is_part_dropped(one, near)) and _is_part_dropped(one, far)
            if near > far and dropped and not _may_refer(one, first, second):
                is_sure = is_figure or after.part in one.sentence.led
                yield "rearranged" if is_sure else "joined", first, second
        elif (
            before.part < after.part
            and not _is_opening(one, before.part)
            and (denied := _drops_denial(one, second, claim, evidence))
            | _skips_joint(one, first, second, evidence)
        ):
            yield "rearranged" if denied else "joined", first, second


def _may_refer(one: Alignment, first: int, second: int) -> bool:
    """Return True if a pronoun may stand for the word, if all parts share it, or if it is used otherwise.

    No pronoun stands for a figure: "its profit" is not "a profit of 4 billion". A figure that is a part of
    its own belongs to the part before it, with whatever small word.
    """
    mine, there = one.part[second], one.get_there(second)
    if there.part < one.sentence.shared:
        return True
    if _is_lone_value(one, there.part):
        return False
    refers = one.get_there(first).part in one.sentence.referring and there.kind != "figure"
    if refers or (one.places[second] == 0 and mine.lead):
        return True
    return bool(mine.lead) and mine.lead != there.lead


_MOST_OPENING_WORDS = 2
"""Content words of the longest opening: "In 2007,", "After the war,"."""


def _is_opening(one: Alignment, part: int) -> bool:
    """Return True if the sentence begins with that part, and it is short and begins with a small word."""
    words = [word for word in one.sentence.words if word.part == part]
    return part == 0 and bool(words[0].lead) and len(words) <= _MOST_OPENING_WORDS


def _is_part_dropped(one: Alignment, part: int) -> bool:
    """Return True if the claim leaves out a word of that part, or the pronoun that leads it."""
    used = one.used
    dropped = any(word.part == part and place not in used for place, word in enumerate(one.sentence.words))
    return dropped or part in one.sentence.led


def _get_owning_part(one: Alignment, number: int) -> int:
    """Return the part of a word of the claim; for a figure that is a part of its own, the one before it."""
    place, part = one.places[number], one.get_there(number).part
    return one.sentence.words[place - 1].part if _is_lone_value(one, part) else part


def _is_lone_value(one: Alignment, part: int) -> bool:
    """Return True for a part but the first of which the only content word is a figure: ", up 6 percent"."""
    inside = [place for place, word in enumerate(one.sentence.words) if word.part == part]
    return len(inside) == 1 and inside[0] > 0 and one.sentence.words[inside[0]].kind == "figure"


def _drops_denial(one: Alignment, second: int, claim: Text, evidence: Text) -> bool:
    """Return True if a "not" stands between the joint and the second word, and the claim has none."""
    there, negating = one.get_there(second), one.words["negating"]
    joint = one.sentence.starts[there.part - 1]
    denied = any(joint <= word.start < there.start and word.form in negating for word in evidence.words)
    return denied and not list_forms(claim) & negating


def _skips_joint(one: Alignment, first: int, second: int, evidence: Text) -> bool:
    """Return True if the claim leaves out words on both sides of the joint before its second word.

    Words on the near side are enough behind a figure.
    """
    start, end = one.places[first], one.places[second]
    used = one.used
    dropped = [one.sentence.words[place] for place in range(start + 1, end) if place not in used]
    part = one.get_there(second).part
    closed = _find_brackets(one.get_there(first).end, one.get_there(second).start, evidence)
    near = [word for word in dropped if word.part < part and not any(a <= word.start < b for a, b in closed)]
    far = [word for word in dropped if word.part == part and word.kind != "date"]
    far = far[second - first - 1 :]  # the claim may have other words for some of them
    lead = one.get_there(first).lead
    if far and (near or (lead and any(word.lead == lead for word in far))):
        return True
    kept = (number for number in one.places if number <= first and one.get_there(number).part < part)
    return bool(near) and any(one.part[number].kind for number in kept)


_BRACKETS = re.compile(r"\([^()]*\)|\[[^\[\]]*\]")


def _find_brackets(start: int, end: int, text: Text) -> list[Span]:
    """Return the brackets that open and close in that stretch, whose words a claim may leave out."""
    return [match.span() for match in _BRACKETS.finditer(text.text, start, end)]


def _find_other_leads(one: Alignment, claim: Text) -> Iterator[_Fault]:
    """Yield a fault for each value that has the small words of another one of its kind in the sentence.

    Outside English, where no other rule compares them, it must have the very same ones.
    """
    strict = not claim.is_english
    for number, place in one.places.items():
        mine, there = one.part[number], one.sentence.words[place]
        if not mine.kind or not mine.lead or not there.lead or mine.lead == there.lead:
            continue
        rivals = (
            word for other, word in enumerate(one.sentence.words) if other != place and word.kind == mine.kind
        )
        if strict or any(word.lead == mine.lead for word in rivals):
            yield "joined", number, number


ARRANGEMENT = Rule("arrangement", compare_arrangement, kind="roles", objections=("rearranged",))

"""Frames: in languages whose grammar no other rule reads, a claim must keep each word as its source has it.

"Veld hat Tarn übernommen" has every word of "Tarn hat Veld übernommen", and "Tarn wurde von Veld übernommen"
but for "von". Only English has rules on who does what, what came first and what caused what. In the languages
of ``frames.json`` a claim is confirmed only if each of its words that a sentence of the evidence has

1. has the same small words there ("von", "weil", "vor", "alle"), and in German the same case of its article;
2. has the same ending, where endings alone show case and time (Polish, Russian);
3. belongs to the same word, if a genitive joins it to one ("the daughter of Marie");
4. stands in the same order with the others; what has a preposition may move, and so may a verb.

None is a clash, since the claim may still be a paraphrase.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

from ascribe.verify.comparison import Comparison, Rule, Text
from ascribe.verify.cues import Span
from ascribe.verify.rules.framed_words import (
    FramedWord,
    FrameWords,
    are_alike,
    load_frame_words,
    read_framed_lines,
)

_MOST_PLACES = 6
"""Most places of one word that are tried in a sentence of the evidence."""

_MOST_WORDS = 60
"""Most words of a sentence of the claim that are compared."""

Line = Sequence[FramedWord]


@dataclass(frozen=True, slots=True)
class _Match:
    """A word of the claim, the same word in the evidence, and its place there."""

    mine: FramedWord
    there: FramedWord
    place: int
    is_alone: tuple[bool, bool] = (False, False)
    """Whether the other text lacks the word right before it, in the claim and in the evidence."""

    @property
    def has_frame(self) -> bool:
        """Return True if the word, or the one right before it, has the same frame in both texts."""
        return bool(self.mine.phrase) and self.mine.phrase == self.there.phrase


_Fault = tuple[Span, Span | None]
"""The word of the claim, and the same word in the evidence if that has it."""


def compare_frames(claim: Text, evidence: Text) -> list[Comparison]:
    """Return one comparison, for the first word that the evidence has otherwise; none if there is none."""
    words = load_frame_words(claim.code)
    if words is None or claim.code != evidence.code or "|" in claim.text:
        return []
    lines = read_framed_lines(evidence)
    for sentence in read_framed_lines(claim):
        fault = _find_fault(sentence[:_MOST_WORDS], lines, words)
        if fault is not None:
            return [Comparison("frames", "missing", "wording_unclear", *fault)]
    return []


def _find_fault(sentence: Line, lines: Sequence[Line], words: FrameWords) -> _Fault | None:
    """Return the first fault of a sentence of the claim beside the sentences that have most of each part."""
    chosen: dict[int, list[_Match]] = {}
    for part in dict.fromkeys(word.part for word in sentence):
        own = [word for word in sentence if word.part == part]
        matched = [_align(own, line) for line in lines]
        most = max(map(len, matched), default=0)
        tried = [(number, found) for number, found in enumerate(matched) if most and len(found) == most]
        faults = [next(_list_faults(found, lines[number], words), None) for number, found in tried]
        if tried and all(faults):
            return faults[0]
        for (number, found), fault in zip(tried, faults, strict=True):
            if fault is None:
                chosen.setdefault(number, []).extend(found)
                break
    moved = (fault for found in chosen.values() for fault in _list_moved(found, words))
    return next(moved, None)


def _align(part: Line, line: Line) -> list[_Match]:
    """Return the words of a part of the claim that the line has, with the places that change least."""
    index: dict[str, list[int]] = {}
    for place, there in enumerate(line):
        for root in {there.key, there.root}:
            index.setdefault(root, []).append(place)
    places = [_list_places(word, line, index) for word in part]
    known = [number for number, found in enumerate(places) if found]
    paths: list[tuple[float, tuple[int, ...]]] = [(0.0, ())]
    for number in known:
        word = part[number]
        paths = [
            min((cost + _compute_cost(word, line, path, place), (*path, place)) for cost, path in paths)
            for place in places[number]
        ]
    best = min(paths)[1]
    mine, theirs = set(known), set(best)
    return [
        _Match(part[n], line[p], p, (n - 1 not in mine, p - 1 not in theirs))
        for n, p in zip(known, best, strict=True)
    ]


def _list_places(word: FramedWord, line: Line, index: Mapping[str, Sequence[int]]) -> list[int]:
    """Return where the line has the word, at most ``_MOST_PLACES`` places."""
    near = sorted({*index.get(word.key, ()), *(index.get(word.root, ()) if word.root else ())})
    return [place for place in near if are_alike(word, line[place])][:_MOST_PLACES]


def _compute_cost(word: FramedWord, line: Line, path: tuple[int, ...], place: int) -> float:
    there = line[place]
    cost = 1.0 * (word.frame != there.frame) + 0.5 * (word.form != there.form)
    if not path:
        return cost
    changes = line[path[-1]].part != there.part
    return cost + 4.0 * changes + 2.0 * (place < path[-1]) + 8.0 * (place in path) + (place != path[-1] + 1)


def _list_faults(found: Sequence[_Match], line: Line, words: FrameWords) -> Iterator[_Fault]:
    """Yield what the words of a part of the claim have otherwise in a sentence of the evidence."""
    for number, one in enumerate(found):
        if _has_other_frame(one, found, words) or _has_other_case(one, words):
            yield _build_fault(one)
        head = found[number + 1 : number + 2] if words.follows else found[max(0, number - 1) : number]
        if head and _has_other_head(one, head[0], line, words):
            yield _build_fault(one)


def _has_other_frame(one: _Match, found: Sequence[_Match], words: FrameWords) -> bool:
    """Return True if the word has other small words in the evidence than in the claim."""
    mine, there = one.mine, one.there
    own = (mine.frame, mine.phrase)[: 1 + one.is_alone[0]]
    theirs = (there.frame, there.phrase)[: 1 + one.is_alone[1]]
    if not set(own).isdisjoint(theirs):
        return False
    differing = mine.frame ^ there.frame
    if differing <= words.subject or (differing <= words.infinitive and _may_be_verb(one, words)):
        return False
    return not (_is_agent(one, words) and _acts_in_both(one, found, words))


def _is_agent(one: _Match, words: FrameWords) -> bool:
    """Return True if a small word says in one of the texts alone that the word is who acts: "by Tarn"."""
    differing = one.mine.phrase ^ one.there.phrase
    return bool(differing) and differing <= words.agent


def _acts_in_both(one: _Match, found: Sequence[_Match], words: FrameWords) -> bool:
    """Return True if the word is the first noun of the text that lacks that small word, and so its subject.

    "Tarn took over Veld" is "Veld was taken over by Tarn". Beside a goal the small word may mean "from".
    """
    active = [(other, other.there if one.mine.phrase else other.mine) for other in found]
    passive = [other.mine if one.mine.phrase else other.there for other in found]
    if any(not other.frame.isdisjoint(words.goal) for other in passive):
        return False
    own = next(word.start for other, word in active if other is one)
    before = [other for other, word in active if word.start < own and not _is_agent(other, words)]
    return all(other.has_frame or other.mine.kind for other in before)


def _has_other_case(one: _Match, words: FrameWords) -> bool:
    """Return True if the article or the ending of a word shows another case, or another time."""
    if _is_agent(one, words):
        return False
    mine, there = one.mine, one.there
    cases = words.cases.get(mine.article), words.cases.get(there.article)
    if not (mine.frame and there.frame) and cases[0] and cases[1] and cases[0].isdisjoint(cases[1]):
        return True
    if words.verbal is None or (mine.frame and there.frame) or mine.kind or mine.form == there.form:
        return False
    if not (words.verbal.search(mine.form) and words.verbal.search(there.form)):
        return True
    past = {bool(words.past.search(word.form)) for word in (mine, there)} if words.past else set()
    return len(past) > 1


def _has_other_head(one: _Match, head: _Match, line: Line, words: FrameWords) -> bool:
    """Return True if a genitive joins the word to another one than in the evidence.

    In Hindi and Japanese it joins the word to the next one.
    """
    if words.genitive.isdisjoint(one.mine.frame) or one.mine.kind:
        return False
    step = 1 if words.follows else -1
    near = one.place + step
    while 0 <= near < len(line) and line[near].key != head.mine.key and not line[near].frame:
        near += step  # past what the claim leaves out
    return not 0 <= near < len(line) or line[near].key != head.mine.key


def _list_moved(found: Sequence[_Match], words: FrameWords) -> Iterator[_Fault]:
    """Yield a fault for each two words of one sentence that stand in another order than in the evidence."""
    leads = {one.mine.part: one for one in reversed(found)}
    whole = {part for part in leads if _is_whole(part, found)}
    for first, second in combinations(found, 2):
        if first.place <= second.place or first.mine.key == second.mine.key:
            continue
        parts = {first.mine.part, second.mine.part}
        is_apart = len(parts) == 2 and first.there.part != second.there.part
        if is_apart and (parts <= whole or any(leads[part].mine.frame for part in parts)):
            continue
        if not _may_move(first, second, found, words):
            yield _build_fault(second)


def _is_whole(part: int, found: Sequence[_Match]) -> bool:
    """Return True if all words of a part of the claim are in one part of the evidence, and no others are."""
    there = {one.there.part for one in found if one.mine.part == part}
    return len(there) == 1 and all(one.mine.part == part for one in found if one.there.part in there)


def _may_move(first: _Match, second: _Match, found: Sequence[_Match], words: FrameWords) -> bool:
    """Return True if two words may stand in either order."""
    if first.has_frame and second.has_frame and first.mine.phrase == second.mine.phrase:
        return bool(first.mine.kind or second.mine.kind)
    if any(one.has_frame or one.mine.kind for one in (first, second)):
        return True
    if any(_is_agent(one, words) or _keeps_case(one, words) or _keeps_figure(one) for one in (first, second)):
        return True
    if words.verbs in ("none", "free"):
        return words.verbs == "free"
    if words.verbs == "first":
        return _are_first(first, second, found)
    if words.verbs != "lower" and _turn_around(first, second, found):
        return False
    return any(_may_be_verb(one, words) for one in (first, second))


def _keeps_case(one: _Match, words: FrameWords) -> bool:
    """Return True if an article shows that the word is the subject in both texts, or that it is not."""
    cases = words.cases.get(one.mine.article, frozenset())
    is_clear = not {case[0] for case in cases} >= {"n", "a"}
    return bool(cases) and is_clear and one.mine.article == one.there.article


def _keeps_figure(one: _Match) -> bool:
    return bool(one.mine.counted) and one.mine.counted == one.there.counted


def _may_be_verb(one: _Match, words: FrameWords) -> bool:
    if words.verbs == "lower":
        return one.mine.is_lower or one.there.is_lower
    if one.mine.is_name or one.there.is_name or words.verbs in ("first", "none"):
        return False
    return words.verbs == "any" or not (one.mine.article or one.there.article)


def _are_first(first: _Match, second: _Match, found: Sequence[_Match]) -> bool:
    """Return True if the two are the first of the sentence in both texts: verb and subject."""
    places = sorted(one.place for one in found)[:2]
    return found[0] is first and found[1] is second and {first.place, second.place} == set(places)


def _turn_around(first: _Match, second: _Match, found: Sequence[_Match]) -> bool:
    """Return True if the two exchange their sides of a third word without a frame."""
    return any(
        first.mine.start < one.mine.start < second.mine.start
        and second.place < one.place < first.place
        and not one.has_frame
        for one in found
    )


def _build_fault(one: _Match) -> _Fault:
    return (one.mine.start, one.mine.end), (one.there.start, one.there.end)


FRAMES = Rule("frames", compare_frames, withholds=True)

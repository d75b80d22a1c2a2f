"""Segments of a sentence: what each is about, its verb, and what it takes from the segments before it.

A segment is a clause with a subject of its own, a further verb of the same subject, or a relative clause:
"the board approved the budget | rejected the merger | which the owners wanted". What a segment takes from
those before counts as its own: the subject of a further verb, what "which" refers to, what "it" stands for.
The words here are English; callers leave sentences in other languages out.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Literal

from ascribe.text.words import Word, is_content_word
from ascribe.verify.comparison import Text, find_once
from ascribe.verify.grammar.subjects import TITLES, find_leading_pronoun
from ascribe.verify.grammar.verb_forms import is_before_object, is_helper, is_predicate, is_verb
from ascribe.verify.grammar.word_groups import get_word_group, is_adverb
from ascribe.verify.lexicon import get_meaning

Kind = Literal["clause", "verb", "relative"]

_NONE: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Segment:
    """A segment: its kind, its own subject and verb, its own words, and those that it may be about.

    Args:
        kind: ``clause``, ``verb`` (a further verb of a subject), or ``relative``.
        start: where it begins in its text; it ends where the next one begins.
        subject: stems of its own subject; empty if it has none, or one that refers to something before.
        verb: meaning of its verb; empty for a helping verb, and if there is none.
        own: stems of its content words.
        stems: the same, and those of what it takes from the segments before.
    """

    kind: Kind
    start: int
    subject: frozenset[str]
    verb: str
    own: frozenset[str]
    stems: frozenset[str]


def list_clauses(text: Text) -> tuple[Text, ...]:
    """Return the segments with a subject of their own; a sentence without any joint is one."""
    return tuple(segment for kind, _, segment in split_segments(text) if kind == "clause")


def find_segment_at(text: Text, position: int) -> tuple[Segment, int]:
    """Return the segment of a sentence that contains that character, and where it ends."""
    segments = find_segments(text)
    place = bisect_right(segments, position, key=lambda segment: segment.start)
    end = segments[place].start if place < len(segments) else len(text.text)
    return segments[place - 1], end


@find_once
def find_segments(text: Text) -> tuple[Segment, ...]:
    """Return the segments of a sentence that is read alone."""
    return tuple(read_segments(text, follows=False))


_LINE = re.compile(r"[^\n]+")


@find_once
def place_segments(text: Text) -> tuple[tuple[Segment, int, int], ...]:
    """Return the segments of each sentence of a passage, which are its lines, with start and end there."""
    found: list[tuple[Segment, int, int]] = []
    for line in _LINE.finditer(text.text):
        segments = find_segments(Text(line[0], text.language))
        starts = [line.start() + segment.start for segment in segments]
        found += zip(segments, starts, [*starts[1:], line.end()], strict=True)
    return tuple(found)


# --- What a segment takes ---

_THINGS = frozenset(
    ("it", "its", "they", "them", "their", "this", "these", "those", "both", "one", "ones", "whom")
)
"""Words that stand for a thing of the segment before."""

_PERSONS = frozenset(("he", "his", "him", "she", "her"))
"""Words that stand for the subject before."""

_ELLIPSES = frozenset(
    ("first", "second", "third", "latter", "former", "other", "others", "rest", "last", "remain")
)
"""Stems of subjects that stand for a noun of the segment before."""


@dataclass(frozen=True, slots=True)
class _Referents:
    """What a segment can take from those before it.

    Args:
        subject: stems of the last subject, which a further verb has.
        stems: stems of the segment before, and what it took: "it" may be any of them.
        noun: stems of the noun at its end, to which "which" refers.
    """

    subject: frozenset[str] = _NONE
    stems: frozenset[str] = _NONE
    noun: frozenset[str] = _NONE


def read_segments(passage: Text, follows: bool) -> Iterator[Segment]:
    """Yield the segments of a sentence; ``follows`` says whether another sentence is read with it.

    A sentence that begins with a pronoun, or with "the" behind another sentence, has no subject of its own:
    "The company" may be what an earlier sentence names.
    """
    before = _Referents()
    for place, (kind, start, text) in enumerate(split_segments(passage)):
        own = frozenset(word.stem for word in text.content if word.form not in TITLES)
        subject = find_subject(text) if kind == "clause" else _NONE
        stands = _stands_for_thing(text, subject)
        refers = stands or _has_form(text, _PERSONS) if place else _refers_back(text, follows)
        stems = own | _find_taken(kind, text, stands, refers, before)
        yield Segment(kind, start, _NONE if refers else subject, _find_verb_meaning(text, kind), own, stems)
        before = _Referents(subject or before.subject, stems, _find_last_noun(text))


def _find_taken(kind: Kind, text: Text, stands: bool, refers: bool, before: _Referents) -> frozenset[str]:
    """Return the stems that a segment takes from those before; a participle also takes the noun before it.

    Args:
        kind: the kind of the segment.
        text: its text.
        stands: whether it stands for a thing of the segment before.
        refers: whether its subject is one from before.
        before: what it can take.
    """
    noun = before.noun if kind == "verb" and _is_participle(text) else _NONE
    if stands:
        return before.stems | noun
    if kind == "relative":
        return before.noun
    return before.subject | noun if kind == "verb" or refers else _NONE


def _stands_for_thing(text: Text, subject: frozenset[str]) -> bool:
    """Return True for a segment with "it" or the like, or with a subject without its noun: "the first"."""
    is_elliptical = bool(subject) and all(stem in _ELLIPSES or stem.isdigit() for stem in subject)
    return is_elliptical or _has_form(text, _THINGS)


def _has_form(text: Text, forms: frozenset[str]) -> bool:
    return any(word.form in forms for word in text.words)


def _is_participle(text: Text) -> bool:
    """Return True for a segment such as "drawn by her"."""
    return any(word.form == "by" for word in text.words[1:3])


def _refers_back(text: Text, follows: bool) -> bool:
    """Return True if a sentence begins with a pronoun, or with "the" or "its" behind another sentence."""
    definite = get_word_group(text.language, "articles") - {"a", "an"}
    is_definite = bool(text.words) and text.words[0].form in definite
    return find_leading_pronoun(text) is not None or (follows and is_definite)


def _find_last_noun(text: Text) -> frozenset[str]:
    """Return the stems of the run of content words that ends a segment: "a masonry dam", "the day on"."""
    found: list[str] = []
    for word in reversed(text.words):
        if not is_content_word(word, text.language):
            if not found and word.form in get_word_group(text.language, "prepositions"):
                continue  # that of "which" behind it
            break
        found.append(word.stem)
    return frozenset(found)


# --- Subjects and verbs ---

_MOST_WORDS = 9
"""Words at the start of a segment among which its verb stands."""

_MOST_NOUN_WORDS = 6
"""Words up to which a segment without a verb is all subject: "Anders Haugen"."""

APPOSITION = re.compile(r"[^,;.]*(?P<comma>),\s(?:an?|the|its|our|their|his|her)\s[^,;.]*(?:,|$)")
"""What tells more of the subject: "Aspirin, a painkiller, was introduced in 1899"."""

_SKIPPED = frozenset(("then", "also", "not", "never", "later", "finally", "now", "still", "soon"))
"""Words that may stand between a joint and the verb or subject behind it."""


def find_subject(text: Text) -> frozenset[str]:
    """Return the stems of the content words before the verb of a segment, an adverb or an apposition.

    Without a verb, a short segment is all subject, and of a longer one the first content word is.
    """
    found: list[str] = []
    apposition = APPOSITION.match(text.lowered)
    end = apposition.start("comma") if apposition else len(text.text)
    articles, before = get_word_group(text.language, "articles"), ""
    for word in text.words[:_MOST_WORDS]:
        if word.start > end or is_helper(word, text) or (found and is_predicate(word, text)):
            return frozenset(found)
        if found and is_adverb(word.form, text.language) and before not in articles:
            return frozenset(found)  # "patients usually wheeze", not "the first officer"
        before = word.form
        is_named = is_content_word(word, text.language) and word.form not in TITLES
        found += [word.stem] if is_named else []
    return frozenset(found if len(text.words) <= _MOST_NOUN_WORDS else found[:1])


def _find_verb_meaning(text: Text, kind: Kind) -> str:
    """Return the meaning of the verb; empty for a helping verb, and if there is none.

    "Turned out to be" and "proved to be" help as "was" does, but in a relative clause they part it from what
    precedes.
    """
    verb = _find_verb(text, kind)
    if verb is None or not is_content_word(verb, text.language):
        return ""
    if kind != "relative" and _TO_BE.match(text.lowered, verb.end):
        return ""
    return get_meaning(verb, text.language)


def _find_verb(text: Text, kind: Kind) -> Word | None:
    """Return the first verb that is a content word, or None.

    Without one, the first word is the verb of a segment of kind ``verb``, or where an object follows it.
    """
    helped = False
    for word in text.words[:_MOST_WORDS]:
        if is_content_word(word, text.language) and (helped or is_predicate(word, text)):
            return word
        helped = is_helper(word, text)
    first = next((word for word in text.words if word.form not in _SKIPPED), None)
    is_verb = first is not None and (kind == "verb" or is_before_object(first, text))
    return first if is_verb else None


_TO_BE = re.compile(r"(?:\s+out)?\s+to\s+(?:be|have\s+been)\b")


# --- Splitting ---

_COORDINATORS = frozenset(("and", "but", "or", "while", "whereas", "although", "though"))
_RELATIVES = frozenset(("which", "who", "that", "whose", "where", "when"))
_SUBORDINATORS = frozenset(("if", "unless", "since", "after", "before", "once", "because", "until", "when"))
_JOINT = re.compile(rf"[;,(—–]|\b(?:{'|'.join(sorted(_COORDINATORS | _RELATIVES | _SUBORDINATORS))})\b")
"""Signs and words behind which a segment may begin."""

_PARENTHESIS = re.compile(r"\([^()]*\)")

_LISTING = frozenset((",", "and", "or", "("))
"""Joints that also join the things of a list."""

_PRONOUNS = _THINGS | _PERSONS | {"you", "we", "i"}
"""Words without content that may be a subject."""

_BETWEEN_WORDS = re.compile(rf"(?:\b(?:{'|'.join(sorted(TITLES))})\.|[\s\w'’()%€$£-])*", re.IGNORECASE)
"""What stands between a subject and its verb, the full stop of "Dr." among it."""

_MOST_SEGMENTS = 24
"""Segments of a sentence that are told apart; they are compared in pairs."""

_LEAST_WORDS = 3
"""Content words from which on a stretch without a known verb has one that is not known: "lacks"."""

_REACH_CHARS = 40
"""Characters in which the word before a "that" lies."""


@find_once
def split_segments(text: Text) -> tuple[tuple[Kind, int, Text], ...]:
    """Return the segments of a sentence in order, each after its kind and where it begins."""
    joints = tuple(islice(_find_joints(text), _MOST_SEGMENTS - 1))
    if not joints:
        return (("clause", 0, text),)
    kinds: list[Kind] = ["clause", *(kind for kind, _, _ in joints)]
    starts = [0, *(end for _, _, end in joints)]
    ends = [*(start for _, start, _ in joints), len(text.text)]
    parts = (text.text[start:end].strip(" ,;)—–") for start, end in zip(starts, ends, strict=True))
    return tuple(
        (kind, start, Text(part, text.language))
        for kind, start, part in zip(kinds, starts, parts, strict=True)
    )


def _find_joints(text: Text) -> Iterator[tuple[Kind, int, int]]:
    """Yield the spans of the joints behind which a segment begins, each after the kind of that segment.

    Inside a parenthesis no further clause begins: "(such as the smew, the spot-billed duck and the teal)".
    """
    begin = inside = 0
    for joint in _JOINT.finditer(text.lowered):
        kind = _classify_joint(joint[0], joint.end(), text)
        if kind == "clause" and joint.start() < inside:
            continue
        if joint[0] == "(":
            closed = _PARENTHESIS.match(text.text, joint.start())
            inside = closed.end() if closed else inside
        if kind == "clause" and joint[0] in _LISTING and not _has_verb(text, begin, joint.start()):
            continue  # "Texas and Oklahoma were"
        if kind is not None:
            yield kind, *joint.span()
            begin = joint.end()


def _classify_joint(sign: str, position: int, text: Text) -> Kind | None:
    """Return the kind of the segment that begins at the position, behind that sign; None if none does."""
    if sign == ";":
        return "clause"
    words = [word for word in text.words_after(position, _MOST_WORDS) if word.form not in _SKIPPED]
    if not words or not text.text[position : words[0].start].isspace() or _JOINT.fullmatch(words[0].form):
        return None
    if sign == "that" and _follows_verb(position, text):
        return None  # "said that"
    if sign in _SUBORDINATORS and _has_subject_and_verb(words, text):
        return "clause"
    if sign in _RELATIVES:
        return "relative" if any(is_verb(word, text) for word in words) else None
    if is_verb(words[0], text) or (is_before_object(words[0], text) and sign in (",", "and", "or", "but")):
        return "verb"
    return "clause" if _has_subject_and_verb(words, text) else None


def _follows_verb(position: int, text: Text) -> bool:
    """Return True for a "that" that ends there, right behind a verb: "said that", "showed that"."""
    before = _list_words(text, max(0, position - _REACH_CHARS), position)[-2:-1]
    return bool(before) and is_verb(before[0], text)


def _has_subject_and_verb(words: Sequence[Word], text: Text) -> bool:
    """Return True if a verb stands behind a subject, with nothing but words between them."""
    has_subject = False
    for place, word in enumerate(words):
        if place and not _BETWEEN_WORDS.fullmatch(text.text, words[0].start, word.start):
            return False
        if has_subject and is_predicate(word, text):
            return True
        has_subject = has_subject or is_content_word(word, text.language) or word.form in _PRONOUNS
    return False


def _has_verb(text: Text, start: int, end: int) -> bool:
    """Return True if a stretch has a verb, or enough words for one in the present: "the dam lacks a gate"."""
    inside = _list_words(text, start, end)
    content = [word for word in inside if is_content_word(word, text.language)]
    return any(is_verb(word, text) for word in inside) or (
        len(content) >= _LEAST_WORDS and any(word.form.endswith("s") for word in content[1:-1])
    )


def _list_words(text: Text, start: int, end: int) -> list[Word]:
    """Return the words that begin in a stretch."""
    first, last = (bisect_left(text.words, at, key=lambda word: word.start) for at in (start, end))
    return text.words[first:last]

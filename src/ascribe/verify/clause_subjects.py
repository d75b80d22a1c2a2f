"""Segments of sentences: whether a claim joins words of two of them that the source does not join.

"A male is called a drake and the female is called a duck" has every word of "a male is called a duck", and
"the board approved the budget and rejected the merger" every word of "the board approved the merger". A
segment is a clause with a subject of its own, a further verb of the same subject, or a relative clause. What
a segment takes from those before counts as its own: the subject, what "which" or "it" refers to. A claim that
has words of two segments must then name the subject, or the verb, of each.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import pairwise, permutations
from typing import Literal

from ascribe.text.words import Word, is_content_word
from ascribe.verify.comparison import Text, find_once
from ascribe.verify.coreference import find_leading_pronoun, find_subject_stems
from ascribe.verify.lexicon import get_entries, get_meaning, get_meanings
from ascribe.verify.word_groups import get_word_group

_Kind = Literal["clause", "verb", "relative"]

_JOINT = re.compile(
    r"[;,(—–]|\b(?P<word>and|but|or|while|whereas|although|though|because|when|where|until|which|who|that|whose|if|unless"
    r"|since|after|before|once)\b"
)
_RELATIVES = frozenset(("which", "who", "that", "whose", "where", "when"))
_SUBORDINATES = frozenset(("if", "unless", "since", "after", "before", "once", "because", "until", "when"))
_THINGS = frozenset(
    ("it", "its", "they", "them", "their", "this", "these", "those", "both", "one", "ones", "whom")
)
_PERSONS = frozenset(("he", "his", "him", "she", "her"))
_PRONOUNS = _THINGS | _PERSONS | {"you", "we", "i"}
_ELLIPSES = frozenset(
    ("first", "second", "third", "latter", "former", "other", "others", "rest", "last", "remain")
)
"""Words that stand for a noun of the segment before."""

_COPULAS = frozenset(("is", "are", "was", "were"))

_SKIPPED = frozenset(("then", "also", "not", "never", "later", "finally", "now", "still", "soon"))

_MOST_WORDS = 9
"""Words behind a joint among which the verb of a new segment stands."""

_MOST_SEGMENTS = 24
"""Segments of a sentence that are told apart; they are compared in pairs."""

_MOST_NOUN_WORDS = 6
"""Words up to which a segment without a verb is all subject: "Anders Haugen"."""

_NO_VERBS = frozenset(("of", "be", "do"))
"""Words of the group "helpers" that end a subject, and are no finite verb of a statement."""


@dataclass(frozen=True, slots=True)
class _Segment:
    """A segment: its kind, its own subject and verb, its own words, and those that it may be about.

    Args:
        kind: ``clause``, ``verb`` (a further verb of a subject), or ``relative``.
        subject: stems of its own subject; empty if it has none, or one that refers to something before.
        verb: meaning of its verb; empty for a helping verb, and if there is none.
        own: stems of its content words.
        stems: the same, and those of what it takes from the segments before.
    """

    kind: _Kind
    subject: frozenset[str]
    verb: str
    own: frozenset[str]
    stems: frozenset[str]


def takes_other_predicate(claim: Text, passages: Sequence[Text]) -> bool:
    """Return True if the claim joins words of two segments that the passages do not join."""
    if (claim.language or "en") != "en":
        return False
    sentences = [list(_read_segments(passage, place > 0)) for place, passage in enumerate(passages)]
    if _names_excluded_thing(claim, passages):
        return True
    return any(
        _takes_from_other_subject(part, sentences)
        or any(_joins_other_verb(part, claim, sentence) for sentence in sentences)
        for part in _split_parts(claim)
    )


def _takes_from_other_subject(part: Text, sentences: Sequence[Sequence[_Segment]]) -> bool:
    """Return True if the claim says of one subject what a segment says of another one."""
    asked = {word.stem for word in part.content}
    subject = frozenset(stem for stem in find_subject_stems(part) if not stem[0].isdigit())
    segments = [one for sentence in sentences for one in sentence]
    homes = [one for one in segments if subject & one.stems]
    if find_leading_pronoun(part) is not None:
        return False
    if len(homes) in (0, len(segments)):
        pairs = (pair for sentence in sentences for pair in permutations(sentence, 2))
        return any(_is_mixed(one, other, asked) for one, other in pairs)
    rest = asked - subject
    kept = frozenset().union(*(home.stems for home in homes))
    others = (one for one in segments if one not in homes and one.subject)
    return any(
        len((rest & one.stems) - kept) > len((rest & kept) - one.stems)
        for one in others
        if one.subject - asked or _equates(part, one.subject) or _is_oblique(part, one.subject)
    )


def _is_oblique(part: Text, subject: frozenset[str]) -> bool:
    """Return True if the claim has that subject behind a preposition: "confirms it to the Institute"."""
    prepositions = get_word_group(part.language, "prepositions") - {"of", "by"}
    articles = get_word_group(part.language, "articles")
    before = ""
    for word in part.words:
        if word.stem in subject:
            return before in prepositions
        before = before if word.form in articles else word.form
    return False


def _equates(part: Text, subject: frozenset[str]) -> bool:
    """Return True if the claim says that its subject is that other one: "headache is a rare effect"."""
    forms = [word for word in part.words if is_content_word(word, part.language) or word.form in _COPULAS]
    pairs = pairwise(forms)
    return any(one.form in _COPULAS and two.stem in subject for one, two in pairs)


def _is_mixed(one: _Segment, other: _Segment, asked: set[str]) -> bool:
    """Return True if the claim has words of two clauses, and not all of the subject of the first."""
    lacks_subject = bool(one.subject - asked) and bool(other.subject)
    return lacks_subject and bool(asked & one.stems - other.stems) and bool(asked & other.stems - one.stems)


def _joins_other_verb(part: Text, claim: Text, segments: Sequence[_Segment]) -> bool:
    """Return True if the claim has words of a segment without its verb, beside words of another one."""
    asked = {word.stem for word in part.content}
    said = get_meanings(claim)
    for one, other in permutations(segments, 2):
        if not one.verb or one.verb not in said or one.kind == other.kind == "clause":
            continue  # with a verb of its own, a claim may sum up both
        lacks_verb = bool(other.verb) and other.verb not in said
        if lacks_verb and asked & (one.stems - other.stems) and asked & (other.own - one.stems):
            return True
    return False


_EXCLUSION = re.compile(
    r"\b(?:unlike|ahead of|as opposed to|in contrast to|contrary to)\s+(?P<thing>[^,;.()]+)", re.IGNORECASE
)
"""A thing for which a sentence does not hold: "Lisbon, unlike Madrid, lies on the coast"."""

_DENIALS = frozenset(("not", "no", "never", "unlike", "contrast", "ahead", "without", "nor", "neither"))


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


# --- Reading segments ---


def _read_segments(passage: Text, follows: bool) -> Iterator[_Segment]:
    """Yield the segments of a sentence.

    A sentence that begins with a pronoun, or with "the" behind another sentence, has no subject of its own:
    "The company" may be what an earlier sentence names.
    """
    now: frozenset[str] = frozenset()  # the subject that a further verb has
    before: frozenset[str] = frozenset()
    last: frozenset[str] = frozenset()  # what "which" refers to
    for place, (kind, text) in enumerate(_split_segments(passage)):
        stems = frozenset(word.stem for word in text.content)
        subject = _find_opening_stems(text) if kind == "clause" else frozenset()
        forms = {word.form for word in text.words}
        stands = bool(forms & _THINGS) or _is_elliptical(subject)
        refers = stands or bool(forms & _PERSONS) if place else _refers_back(text, follows)
        taken = (
            before if stands else last if kind == "relative" else now if kind == "verb" or refers else _NONE
        )
        if kind == "verb" and _is_participle(text):
            taken |= last  # "a chart, drawn by her"
        verb = _find_verb(text, kind)
        yield _Segment(
            kind, _NONE if refers else subject, _get_verb_meaning(verb, text), stems, stems | taken
        )
        now = subject or now
        before = stems | taken
        last = _find_last_noun(text)


_NONE: frozenset[str] = frozenset()


def _is_elliptical(subject: frozenset[str]) -> bool:
    """Return True for a subject without its noun: "the first", "the remaining three"."""
    return bool(subject) and all(stem in _ELLIPSES or stem.isdigit() for stem in subject)


def _is_participle(text: Text) -> bool:
    """Return True for a segment such as "drawn by her"."""
    return any(word.form == "by" for word in text.words[1:3])


def _refers_back(text: Text, follows: bool) -> bool:
    """Return True if a sentence begins with a pronoun, or with "the" behind another sentence."""
    return find_leading_pronoun(text) is not None or (follows and _is_definite(text))


def _find_last_noun(text: Text) -> frozenset[str]:
    """Return the stems of the run of content words that ends a segment: "a masonry dam"."""
    found: list[str] = []
    for word in reversed(text.words):
        if not is_content_word(word, text.language):
            break
        found.append(word.stem)
    return frozenset(found)


def _get_verb_meaning(verb: Word | None, text: Text) -> str:
    if verb is None or not is_content_word(verb, text.language):
        return ""
    return get_meaning(verb, text.language)


def _find_opening_stems(text: Text) -> frozenset[str]:
    """Return the stems of the content words up to the verb; of all if there is none, or of the first."""
    found: list[str] = []
    for word in text.words[:_MOST_WORDS]:
        if _is_helper(word, text) or (found and _is_verb(word, text)):
            return frozenset(found)
        found += [word.stem] if is_content_word(word, text.language) else []
    return frozenset(found if len(text.words) <= _MOST_NOUN_WORDS else found[:1])


def _is_definite(text: Text) -> bool:
    """Return True for a text that begins with "the", "this" or "its"."""
    definite = get_word_group(text.language, "articles") - {"a", "an"}
    return bool(text.words) and text.words[0].form in definite


def _is_helper(word: Word, text: Text) -> bool:
    return word.form in get_word_group(text.language, "helpers") - _NO_VERBS


def _is_verb(word: Word, text: Text) -> bool:
    """Return True for a helping verb, a verb in the past, and one that the lexicon has."""
    past = word.form.endswith("ed") or word.form in get_word_group(text.language, "verbs")
    return past or _is_helper(word, text) or _is_listed_verb(word.form)


@cache
def _is_listed_verb(form: str) -> bool:
    """Return True for a word that the lexicon lists beside its own past: "includes" and "included"."""
    roots = (form, form.removesuffix("s"), form.removesuffix("es"))
    pasts = {root + ending for root in roots for ending in ("d", "ed")} | get_word_group("en", "verbs")
    return any(entry in get_entries(form) for past in pasts for entry in get_entries(past))


def _find_verb(text: Text, kind: _Kind) -> Word | None:
    """Return the first verb with a meaning; of a further verb, or before an object, the first word."""
    helped = False
    for word in text.words[:_MOST_WORDS]:
        if is_content_word(word, text.language) and (helped or _is_verb(word, text)):
            return word
        helped = _is_helper(word, text)
    first = next((word for word in text.words if word.form not in _SKIPPED), None)
    is_verb = first is not None and (kind == "verb" or _is_before_object(first, text))
    return first if is_verb else None


def _is_before_object(word: Word, text: Text) -> bool:
    """Return True for a content word before an article or a figure: "peel the carrots"."""
    behind = text.words_after(word.end, 1)
    if not behind or not is_content_word(word, text.language):
        return False
    articles = get_word_group(text.language, "articles")
    return text.text[word.end : behind[0].start] == " " and behind[0].form in articles


def _split_parts(claim: Text) -> tuple[Text, ...]:
    """Return the clauses of a claim, each to be found on its own."""
    return tuple(text for kind, text in _split_segments(claim) if kind == "clause")


@find_once
def _split_segments(text: Text) -> tuple[tuple[_Kind, Text], ...]:
    """Return the segments of a sentence with their kinds, in order."""
    kinds: list[_Kind] = ["clause"]
    starts, ends = [0], []
    for joint in _JOINT.finditer(text.lowered):
        if len(starts) == _MOST_SEGMENTS:
            break
        kind = _classify_joint(joint[0], joint.end(), text)
        if kind == "clause" and joint[0] in _LISTING and not _has_verb(text, starts[-1], joint.start()):
            continue  # "Texas and Oklahoma were"
        if kind is not None and joint.start() >= starts[-1]:
            kinds.append(kind)
            ends.append(joint.start())
            starts.append(joint.end())
    spans = zip(kinds, starts, [*ends, len(text.text)], strict=True)
    parts = ((kind, text.text[start:end].strip(" ,;)—–")) for kind, start, end in spans)
    return tuple((kind, Text(part, text.language)) for kind, part in parts) if ends else (("clause", text),)


_LISTING = frozenset((",", "and", "or", "("))
_LEAST_WORDS = 3
"""Content words from which on a stretch without a known verb has one that is not known: "lacks"."""


def _has_verb(text: Text, start: int, end: int) -> bool:
    """Return True if a stretch has a verb, or enough words for one in the present: "the dam lacks a gate"."""
    inside = _list_words(text, start, end)
    content = [word for word in inside if is_content_word(word, text.language)]
    return any(_is_verb(word, text) for word in inside) or (
        len(content) >= _LEAST_WORDS and any(word.form.endswith("s") for word in content[1:-1])
    )


def _classify_joint(sign: str, position: int, text: Text) -> _Kind | None:
    """Return the kind of the segment that begins there; None if none does."""
    if sign == ";":
        return "clause"
    words = [word for word in text.words_after(position, _MOST_WORDS) if word.form not in _SKIPPED]
    if not words or not text.text[position : words[0].start].isspace() or _JOINT.fullmatch(words[0].form):
        return None
    if sign == "that" and _follows_verb(position, text):
        return None  # "said that"
    if sign in _SUBORDINATES and _has_subject_and_verb(words, text):
        return "clause"
    if sign in _RELATIVES:
        return "relative" if any(_is_verb(word, text) for word in words) else None
    if _is_verb(words[0], text) or (_is_before_object(words[0], text) and sign in (",", "and", "or", "but")):
        return "verb"
    return "clause" if _has_subject_and_verb(words, text) else None


def _follows_verb(position: int, text: Text) -> bool:
    """Return True for a "that" right behind a verb: "said that", "showed that"."""
    before = _list_words(text, max(0, position - _REACH), position)[-2:-1]
    return bool(before) and _is_verb(before[0], text)


_REACH = 40
"""Characters in which the word before a "that" lies."""


def _list_words(text: Text, start: int, end: int) -> list[Word]:
    """Return the words that begin in a stretch."""
    return text.words[
        slice(*(bisect_left(text.words, at, key=lambda word: word.start) for at in (start, end)))
    ]


def _has_subject_and_verb(words: Sequence[Word], text: Text) -> bool:
    """Return True if a verb stands behind a subject, with nothing but words between them."""
    has_subject = False
    for place, word in enumerate(words):
        if place and not re.fullmatch(r"[\s\w'’()%€$£-]*", text.text[words[0].start : word.start]):
            return False
        if has_subject and _is_verb(word, text):
            return True
        has_subject = has_subject or is_content_word(word, text.language) or word.form in _PRONOUNS
    return False

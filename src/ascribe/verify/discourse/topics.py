"""Topics: what each segment of a passage is about, also where it names that only by a word such as "it".

"Her daughter Kari studied chemistry, and it was she who introduced the inks": all of this is about Kari. The
topic of a segment (see ``segments``) is its subject, with the phrase that opens its sentence: "at Linden Park
there is no uniform". A pronoun has the topic before it; "the latter" has the last one named. The words here
are English; callers leave texts in other languages out.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import takewhile

from ascribe.text.words import Word, is_content_word
from ascribe.verify.comparison import Text
from ascribe.verify.grammar.segments import APPOSITION, Kind, find_subject, split_segments
from ascribe.verify.grammar.verb_forms import is_verb
from ascribe.verify.grammar.word_groups import get_word_group

_NONE: frozenset[str] = frozenset()

_SUBJECT_PRONOUNS = frozenset(("it", "they", "he", "she", "this", "these", "those", "there"))
_PLACED_PRONOUNS = frozenset(("there", "it", "them", "him"))
"""Words inside a segment that make it one about the topic before: "a cellar goes with it"."""

_REFERRING = _PLACED_PRONOUNS | {"her", "its", "their", "his", "one", "ones", "this", "these", "those", "so"}
_OWNERS = frozenset(("its", "his", "her", "their"))
_OTHERS = frozenset(("first", "second", "third", "other", "others", "rest", "last", "one"))
"""Stems of a subject without its noun: "the second" is another one than the topic before."""

_FIRST_WORDS = 3
_MOST_SUBJECT_WORDS = 9

_RELATIVE = re.compile(r",\s(?:(?:of|in|to|for|with)\s)?(?:which|who|whose|whom)\s")
"""Where a relative clause begins whose verb is not known: "the 07.42, which calls at all stations"."""


@dataclass(frozen=True, slots=True)
class Telling:
    """A segment with its topic.

    Args:
        topic: keys of what it is about; empty if that is not known.
        contrasts: whether its topic was named as another one than the topic before, as in "the other".
        own: keys of its words.
        reach: the same, and those of the segment that it refers to.
        text: its text.
    """

    topic: frozenset[str]
    contrasts: bool
    own: frozenset[str]
    reach: frozenset[str]
    text: str


def read_tellings(sentences: Sequence[Text], *, is_claim: bool = False) -> list[Telling]:
    """Return the segments of neighbouring sentences with their topics, in order.

    Args:
        sentences: the sentences of a passage, or the claim.
        is_claim: whether all is about the first topic where no other one is named.
    """
    reader = _Reader(is_claim)
    return [telling for sentence in sentences for telling in reader.read(sentence)]


def list_keys(text: Text, words: Sequence[Word]) -> frozenset[str]:
    """Return the stems of the content words and figures, and single capitals as they are: "Plot A"."""
    return frozenset(_get_key(text, word) for word in words if _counts(text, word))


def _get_key(text: Text, word: Word) -> str:
    written = text.text[word.start : word.end]
    return written if len(written) == 1 and written.isupper() else word.stem


def _counts(text: Text, word: Word) -> bool:
    written = text.text[word.start : word.end]
    is_letter = len(written) == 1 and written.isupper() and written != "I" and word.start > 0
    return is_letter or word.form[0].isdigit() or is_content_word(word, text.language)


class _Reader:
    """What is known of the topics so far, while the segments of a passage are read in order."""

    def __init__(self, is_claim: bool) -> None:
        self._is_claim = is_claim
        self._first = self._last = self._reached = _NONE
        self._named: list[frozenset[str]] = []
        self._others = _NONE
        self._sentence_topic = self._opening = _NONE
        self._before: Text | None = None

    def read(self, sentence: Text) -> Iterator[Telling]:
        """Yield the segments of the next sentence with their topics."""
        self._sentence_topic, self._opening, self._before = _NONE, _NONE, None
        for place, (kind, text) in enumerate(_split(sentence)):
            if text.words:
                yield self._read_segment(kind, text, is_first=place == 0)
                self._before = text
        self._last = self._sentence_topic or self._last

    def _read_segment(self, kind: Kind, text: Text, *, is_first: bool) -> Telling:
        before = self._sentence_topic or self._last
        contrasts = refers = False
        if kind == "verb":
            topic = before
        elif kind == "relative":
            topic, refers = self._find_relative_topic(text, before), True
        else:
            topic, contrasts, refers = self._find_clause_topic(text, before, is_first)
            self._sentence_topic = topic or self._sentence_topic
        self._first = self._first or topic
        own = list_keys(text, text.words)
        refers = refers or (kind == "verb" and any(word.form in _REFERRING for word in text.words))
        self._reached = own | (self._reached if refers else _NONE)
        self._others |= topic if contrasts else _NONE
        return Telling(topic, bool(topic & self._others), own, self._reached, text.text)

    def _find_relative_topic(self, text: Text, before: frozenset[str]) -> frozenset[str]:
        """Return the noun before a relative clause, with the subject of its own: "whose second mate".

        With an article that subject is another one: "nests, of which the female chooses one".
        """
        noun = _find_last_noun(self._before) if self._before else _NONE
        subject = _NONE if is_verb(text.words[0], text) else _find_topic_words(text, text.words)
        if subject and text.words[0].form in get_word_group(text.language, "articles") - _OWNERS:
            return subject
        return (noun or before) | subject

    def _find_clause_topic(
        self, text: Text, before: frozenset[str], is_first: bool
    ) -> tuple[frozenset[str], bool, bool]:
        """Return the topic of a clause, whether it is another than the one before, and whether it refers."""
        opening, rest = _split_opening(text)
        if is_first:
            self._opening = opening
        if opening and not is_first and text.words[0] not in rest:
            return before, False, True
        subject = _find_topic_words(text, rest)
        topic, contrasts = self._resolve(text, rest, subject, before)
        if rest and rest[0].form in _SUBJECT_PRONOUNS:
            return topic | opening, contrasts, True
        if subject and "both" not in text.tokens:
            self._named.append(topic)
        inherited = self._find_inherited(text, subject, before, is_first)
        return (inherited or topic) | opening, contrasts, not subject

    def _resolve(
        self, text: Text, rest: Sequence[Word], subject: frozenset[str], before: frozenset[str]
    ) -> tuple[frozenset[str], bool]:
        """Return the topic that a subject stands for, and whether it contrasts with the one before."""
        forms = [word.form for word in rest[:_FIRST_WORDS]]
        if not forms or forms[0] in _SUBJECT_PRONOUNS:
            return before, False
        if forms[0] in _OWNERS:
            relatives = get_word_group(text.language, "relatives of somebody")
            is_other = _has_capital(text, rest[1 : 1 + _FIRST_WORDS]) or not relatives.isdisjoint(forms[1:])
            return (subject, True) if is_other else (before, False)
        if "latter" in forms and self._named:
            return self._named[-1], False
        if "former" in forms and len(self._named) > 1:
            return self._named[-2], False
        if subject <= _OTHERS:
            return subject, bool(subject)
        return (before if subject <= get_word_group(text.language, "common words") else subject), False

    def _find_inherited(
        self, text: Text, subject: frozenset[str], before: frozenset[str], is_first: bool
    ) -> frozenset[str]:
        """Return what a clause that names no one has from those before it."""
        topic = _NONE
        if not is_first and any(word.form in _PLACED_PRONOUNS for word in text.words):
            topic |= before
        if _has_capital(text, [word for word in text.words[is_first:] if word.stem in subject]):
            return topic
        return topic | (_NONE if is_first else self._opening) | (self._first if self._is_claim else _NONE)


def _split(sentence: Text) -> Iterator[tuple[Kind, Text]]:
    """Yield the segments of a sentence; a relative clause also begins where its verb is not known."""
    for kind, _, text in split_segments(sentence):
        found = _RELATIVE.search(text.text) if kind != "relative" else None
        if found is None:
            yield kind, text
        else:
            yield kind, Text(text.text[: found.start()], text.language)
            yield "relative", Text(text.text[found.end() :], text.language)


def _split_opening(text: Text) -> tuple[frozenset[str], Sequence[Word]]:
    """Return the keys of a phrase that opens a clause ("at Linden Park"), and the words behind it."""
    words = text.words
    if words[0].form not in get_word_group(text.language, "prepositions"):
        return _NONE, words
    ends = get_word_group(text.language, "articles") | _SUBJECT_PRONOUNS
    held: list[Word] = []
    for place, word in enumerate(words[1:], 1):
        is_behind_comma = text.text[words[place - 1].end : word.start].strip() == ","
        if held and (word.form in ends or is_behind_comma):
            return list_keys(text, held), words[place:]
        held += [word] if _counts(text, word) else []
    return list_keys(text, held), ()


def _find_topic_words(text: Text, words: Sequence[Word]) -> frozenset[str]:
    """Return the keys of the subject among the words, with those of an apposition: "Anna, a baker, sold".

    Where no verb ends it, the subject is that of ``find_subject``, which may be its first word alone.
    """
    apposition = APPOSITION.match(text.lowered)
    stop = apposition.start("comma") if apposition else len(text.text)
    helpers = get_word_group(text.language, "helpers") - {"of"}
    found: list[Word] = []
    ended = False
    for word in words[:_MOST_SUBJECT_WORDS]:
        ended = word.start > stop or (is_verb(word, text) and (bool(found) or word.form in helpers))
        ended = ended or (bool(found) and _may_be_verb(word, found[-1], text))
        if ended:
            break
        found += [word] if _counts(text, word) else []
    keys = list_keys(text, found)
    if not ended:
        named = find_subject(text)
        keys = frozenset(key for key in keys if key in named or not key.islower())
    if apposition:
        keys |= list_keys(text, [w for w in text.words if stop < w.start < apposition.end()])
    return keys


def _may_be_verb(word: Word, before: Word, text: Text) -> bool:
    """Return True for a word in -s right behind one without: "the mill grinds", but not "the mills"."""
    is_next = text.text[before.end : word.start] == " " and text.text[word.start : word.end].islower()
    return is_next and word.form.endswith("s") and not before.form.endswith("s")


def _find_last_noun(text: Text) -> frozenset[str]:
    """Return the keys of the words that end a segment, to which "which" refers."""
    prepositions = get_word_group(text.language, "prepositions")
    behind = len(list(takewhile(lambda word: word.form in prepositions, reversed(text.words))))
    ahead = text.words[: len(text.words) - behind]
    return list_keys(text, list(takewhile(lambda word: _counts(text, word), reversed(ahead))))


def _has_capital(text: Text, words: Sequence[Word]) -> bool:
    return any(text.text[word.start].isupper() for word in words)

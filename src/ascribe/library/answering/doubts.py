"""Make candidates unlikely that tell of something else than the question asks about. English only."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from difflib import get_close_matches

from ascribe.library.answering.answer_types import has_answer_type, tells_of_other_year
from ascribe.library.answering.candidates import ScoredCandidate
from ascribe.library.answering.identifiers import find_identifiers
from ascribe.library.answering.question_parts import split_question
from ascribe.protocols import RetrievedPassage
from ascribe.records import Sentence
from ascribe.text.words import is_content_word, split_words

MAX_OTHER_PROBABILITY = 0.1
"""Largest probability that a sentence answers whose document lacks a name of the question, or that tells of
another year: a sentence on the office in Porto does not answer what is asked about the office in Lisbon,
though the reader says so."""

_MIN_LIKENESS = 0.8
"""Likeness of two spellings of a name, by ``difflib``: "Leonrado" is "Leonardo"."""


def doubt_others(
    read: Sequence[ScoredCandidate],
    question: str,
    offered: Sequence[RetrievedPassage],
    language: str | None,
) -> list[ScoredCandidate]:
    """Return the candidates, the likeliest first, with those unlikely that tell of something else.

    Their document lacks a name of the question, or their sentence tells of another year or of another thing
    of a kind ("AAL1" for "AAL2"). Of a document the passages that were offered count, and its title. A
    sentence that follows the answer exchanges its probability with it, and so does one about another thing
    with one in the same words. In other languages than English, where more words have capitals, nothing
    changes.
    """
    if language != "en":
        return list(read)
    read = _prefer_asked(_prefer_answer_type(read, question), question)
    lacking = _find_lacking_documents(question, offered, language)
    doubted = [
        replace(one, probability=min(one.probability, MAX_OTHER_PROBABILITY))
        if offered[one.candidate.passage].chunk.doc_id in lacking
        or tells_of_other_year(question, one.candidate.window, one.candidate.sentence.text)
        or one.candidate.is_about is False
        else one
        for one in read
    ]
    return sorted(doubted, key=lambda one: -one.probability)


def _prefer_answer_type(read: Sequence[ScoredCandidate], question: str) -> list[ScoredCandidate]:
    """Exchange the probabilities of a sentence and of the one before it if only that one may answer.

    The reader sees both: after "Anna Kohl owned it." it takes "The mill was sold." for an answer to "Who
    owned the mill?". The one before has something of the type that is asked for and a word of the question;
    the sentence itself lacks both. After "Are dogs allowed?" it is enough that it has no word of the question
    and refers to nothing before it: "Flash is not allowed."
    """
    places = {(one.candidate.passage, one.candidate.place): one for one in read}
    asked = _find_content_stems(question)
    odds = {one.candidate: one.probability for one in read}
    for one in read:
        before = places.get((one.candidate.passage, one.candidate.place - 1))
        if before is None or before.probability >= one.probability:
            continue
        text, earlier = one.candidate.sentence.text, before.candidate.sentence.text
        has_word = asked & (_find_content_stems(earlier) - _find_content_stems(text))
        is_beside = not has_answer_type(question, text) or _is_about_other(question, text)
        if has_word and is_beside and has_answer_type(question, earlier):
            odds[before.candidate], odds[one.candidate] = one.probability, before.probability
    return [replace(one, probability=odds[one.candidate]) for one in read]


_YES_NO = re.compile(
    r"(?:am|is|are|was|were|do|does|did|has|have|had|can|could|may|might|must|shall|should|will|would)\b",
    re.IGNORECASE,
)
_REFERS_BACK = re.compile(
    r"\b(?:he|she|it|its|they|them|their|this|that|these|those|such|so|neither|both|none|others?|yes|no)\b",
    re.IGNORECASE,
)


def _is_about_other(question: str, text: str) -> bool:
    """Return True if a sentence can hardly answer "yes" or "no": it shares no word, and refers to nothing."""
    if not _YES_NO.match(question.lstrip()) or _REFERS_BACK.search(text):
        return False
    return not _find_content_stems(question) & _find_content_stems(text)


def _prefer_asked(read: Sequence[ScoredCandidate], question: str) -> list[ScoredCandidate]:
    """Give the probability of a sentence about another thing to one in the same words about what is asked.

    The reader hardly tells identifiers apart: for "When does LX204 leave?" it may prefer "LX206 leaves at
    9:45." to "LX204 leaves at 6:10.". The one that gets it has all words of the question that the other has.
    """
    asked = _find_content_stems(_blank_identifiers(question))
    odds = {one.candidate: one.probability for one in read}
    for other in (one for one in read if one.candidate.is_about is False):
        words = asked & _find_content_stems(_read_row(other.candidate.sentence))
        alike = [
            one.candidate
            for one in read
            if one.candidate.is_about
            and words
            and words <= _find_content_stems(_read_row(one.candidate.sentence))
            and has_answer_type(question, one.candidate.sentence.text)
        ]
        if alike:
            best = max(alike, key=lambda one: odds[one])
            odds[best] = max(odds[best], other.probability)
    return [replace(one, probability=odds[one.candidate]) for one in read]


def _blank_identifiers(text: str) -> str:
    for one in find_identifiers(text):
        text = text[: one.start] + " " * (one.end - one.start) + text[one.end :]
    return text


def _read_row(sentence: Sentence) -> str:
    """Return the sentence with the heads of its columns."""
    return " ".join([sentence.text, *(one.text for one in sentence.context if one.kind == "columns")])


def _find_content_stems(text: str) -> set[str]:
    return {word.stem for word in split_words(text, "en") if is_content_word(word, "en")}


def _find_lacking_documents(question: str, offered: Sequence[RetrievedPassage], language: str) -> set[str]:
    """Return the ids of the documents that lack a name of the question."""
    names = _find_names(question)
    words: dict[str, set[str]] = {}
    for one in offered:
        title = " ".join(str(one.chunk.metadata.get(key) or "") for key in ("title", "section", "source"))
        texts = (one.chunk.doc_id, title, one.chunk.text)
        words.setdefault(one.chunk.doc_id, set()).update(w.stem for text in texts for w in split_words(text))
    if split_question(question, language):  # its parts may be answered by different documents
        words = dict.fromkeys(words, set().union(*words.values()))
    return {key for key, known in words.items() if not all(_is_named(name, known) for name in names)}


def _find_names(question: str) -> list[str]:
    """Return the stems of the words with a capital that do not begin the question."""
    words = split_words(question, "en")[1:]
    return [word.stem for word in words if question[word.start].isupper() and is_content_word(word, "en")]


def _is_named(name: str, known: set[str]) -> bool:
    return name in known or bool(get_close_matches(name, known, 1, _MIN_LIKENESS))

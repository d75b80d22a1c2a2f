"""Sentences of the passages that may answer a question."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from ascribe.inline_markup import blank_inline_markup
from ascribe.library.answering.identifiers import Identifier
from ascribe.library.answering.other_identifiers import find_asked, tells_of_asked
from ascribe.library.reranking import FIRST_SCORE
from ascribe.protocols import RetrievedPassage
from ascribe.records import Sentence
from ascribe.text.words import is_content_word, split_words
from ascribe.verify.checkable import is_question

MIN_WORDS = 2
"""Fewest words of a sentence that can answer."""


@dataclass(frozen=True, slots=True)
class Candidate:
    """A sentence that may answer.

    Args:
        passage: index of its passage among those offered.
        place: its index in the passage.
        sentence: the sentence.
        window: the headings above its section that name what the question asks about, the title of its
            section, the previous sentence, and the sentence. A previous sentence about another thing than the
            question is left out. A row of a table has its column heads in its place.
        share: share of the question's words that it contains, plus half of what the previous one adds, in
            [0, 1].
        likeness: similarity in meaning of the sentence to the question, in [0, 1]; 0 if unknown.
        fit: how well the sentence and its passage fit the question by words and meaning, in [0, 1]; it does
            not depend on the reranker, because the odds were fitted on candidates chosen without one.
        is_about: True if it tells of what the question names by an identifier, False if of another thing of
            that kind, None if it does not tell.
    """

    passage: int
    place: int
    sentence: Sentence
    window: str
    share: float
    likeness: float
    fit: float
    is_about: bool | None = None


@dataclass(frozen=True, slots=True)
class ScoredCandidate:
    """A candidate, and the probability that it answers."""

    candidate: Candidate
    probability: float


def find_candidates(
    offered: Sequence[RetrievedPassage],
    question: str = "",
    language: str | None = None,
    *,
    alone: bool = False,
) -> list[Candidate]:
    """Find all sentences but headings, questions and bare signs, the best first; each text once.

    Those about another thing than the question, of the same kind, come last ("AAL1" for "AAL2"). With
    ``alone``, a previous sentence that has no word of the question is not in the window of one that has.
    """
    asked = find_asked(question) if language == "en" else []
    stems = {word.stem for word in split_words(question, language) if is_content_word(word, language)}
    found = [
        one
        for passage, each in enumerate(offered)
        for one in _find_in_passage(passage, each, asked, _Asked(stems, language), alone=alone)
    ]
    distinct: dict[str, Candidate] = {}
    for one in sorted(found, key=lambda one: (one.is_about is False, -one.fit)):
        distinct.setdefault(one.sentence.text, one)
    return list(distinct.values())


@dataclass(frozen=True, slots=True)
class _Asked:
    """The content words of a question, as stems, and the language in which they are read."""

    stems: set[str]
    language: str | None

    def find_words(self, text: str) -> set[str]:
        """Return the words of the question that the text has."""
        return self.stems & {word.stem for word in split_words(text, self.language)}


def _find_in_passage(
    number: int,
    offered: RetrievedPassage,
    identifiers: Sequence[Identifier],
    asked: _Asked,
    *,
    alone: bool,
) -> Iterator[Candidate]:
    title = offered.chunk.metadata.get("section") or ""
    score = offered.chunk.metadata.get(FIRST_SCORE, offered.score)
    about = _judge_sentences(offered, identifiers)
    heads = {one.char_start for each in offered.sentences for one in each.context if one.kind == "columns"}
    for place, sentence in enumerate(offered.sentences):
        if _is_heading(sentence, title) or is_question(sentence.text) or _count_words(sentence) < MIN_WORDS:
            continue
        if sentence.span.char_start in heads:  # the head of a table says nothing without a row
            continue
        before = _find_before(offered.sentences, place, title)
        if place and about[place - 1] is False and about[place] is not False:
            before = ""
        if alone and not asked.find_words(before) and asked.find_words(sentence.text):
            before = ""
        before = next((one.text for one in sentence.context if one.kind == "columns"), before)
        parts = (f"{title}." if title else "", before, sentence.text)
        window = " ".join(
            part for part in (*_find_headings_above(sentence, parts, title, asked), *parts) if part
        )
        share, likeness = offered.shares[place], offered.likeness[place]
        fit = (share + likeness + score) / 3.0
        yield Candidate(number, place, sentence, window, share, likeness, fit, about[place])


def _judge_sentences(offered: RetrievedPassage, asked: Sequence[Identifier]) -> list[bool | None]:
    """Return for each sentence whether it tells of what is asked about."""
    if not asked:
        return [None] * len(offered.sentences)
    name = str(offered.chunk.metadata.get("title") or offered.chunk.doc_id)
    before = ["", *(one.text for one in offered.sentences)]
    return [
        tells_of_asked(asked, one, earlier, name)
        for one, earlier in zip(offered.sentences, before, strict=False)
    ]


def _find_headings_above(
    sentence: Sentence, parts: Sequence[str], title: str, asked: _Asked
) -> Iterator[str]:
    """Yield the headings above the section that have a word of the question which the window lacks.

    A page on a museum says "the museum" in its title only, and the reader does not know what its sentences
    are about without it.
    """
    lacking = asked.stems - asked.find_words(" ".join(parts))
    for one in sentence.context:
        if one.kind == "heading" and one.text != title and lacking & asked.find_words(one.text):
            yield f"{one.text}."


def _find_before(sentences: Sequence[Sentence], place: int, title: str) -> str:
    """Return the sentence before that place; empty for a heading."""
    return sentences[place - 1].text if place and not _is_heading(sentences[place - 1], title) else ""


def _count_words(sentence: Sentence) -> int:
    return len(split_words(blank_inline_markup(sentence.text)))


def _is_heading(sentence: Sentence, title: str) -> bool:
    return bool(title) and sentence.text.lstrip("#").strip() == title

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
from ascribe.text.words import split_words
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
        window: the title of its section, the previous sentence, and the sentence. A previous sentence about
            another thing than the question is left out.
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
    offered: Sequence[RetrievedPassage], question: str = "", language: str | None = None
) -> list[Candidate]:
    """Find all sentences but headings, questions and bare signs, the best first; each text once.

    Those about another thing than the question, of the same kind, come last ("AAL1" for "AAL2").
    """
    asked = find_asked(question) if language == "en" else []
    found = [one for passage, each in enumerate(offered) for one in _find_in_passage(passage, each, asked)]
    distinct: dict[str, Candidate] = {}
    for one in sorted(found, key=lambda one: (one.is_about is False, -one.fit)):
        distinct.setdefault(one.sentence.text, one)
    return list(distinct.values())


def _find_in_passage(
    number: int, offered: RetrievedPassage, asked: Sequence[Identifier]
) -> Iterator[Candidate]:
    title = offered.chunk.metadata.get("section") or ""
    score = offered.chunk.metadata.get(FIRST_SCORE, offered.score)
    about = _judge_sentences(offered, asked)
    for place, sentence in enumerate(offered.sentences):
        if _is_heading(sentence, title) or is_question(sentence.text) or _count_words(sentence) < MIN_WORDS:
            continue
        before = _find_before(offered.sentences, place, title)
        if place and about[place - 1] is False and about[place] is not False:
            before = ""
        window = " ".join(part for part in (f"{title}." if title else "", before, sentence.text) if part)
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


def _find_before(sentences: Sequence[Sentence], place: int, title: str) -> str:
    """Return the sentence before that place; empty for a heading."""
    return sentences[place - 1].text if place and not _is_heading(sentences[place - 1], title) else ""


def _count_words(sentence: Sentence) -> int:
    return len(split_words(blank_inline_markup(sentence.text)))


def _is_heading(sentence: Sentence, title: str) -> bool:
    return bool(title) and sentence.text.lstrip("#").strip() == title

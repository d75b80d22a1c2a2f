"""The sentences of the offered passages that may answer, each with what a reader needs to understand it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from ascribe.language.words import words
from ascribe.library.found import FIRST_SCORE
from ascribe.records import Sentence
from ascribe.stages import Offered

LEAST = 2
"""Words that a sentence must have to say something."""


@dataclass(frozen=True, slots=True)
class Candidate:
    """A sentence that may answer.

    Args:
        passage: place of its passage among those offered.
        place: its own in the passage.
        sentence: itself.
        window: the title of its section, the sentence before it and itself.
        share: of the question's words that it has, with half of what the one before adds, in [0, 1].
        likeness: of the sentence to the question in meaning, in [0, 1]; 0 where that is not known.
        fit: how well it and its passage fit the question by words and meaning, in [0, 1]; a reranker
            changes nothing of it, as those that are read were chosen without when the odds were fitted.
    """

    passage: int
    place: int
    sentence: Sentence
    window: str
    share: float
    likeness: float
    fit: float


def candidates(offered: Sequence[Offered]) -> list[Candidate]:
    """All sentences but headings, questions and bare signs, the best first; each text once."""
    found = [one for passage, each in enumerate(offered) for one in _of_passage(passage, each)]
    distinct: dict[str, Candidate] = {}
    for one in sorted(found, key=lambda one: -one.fit):
        distinct.setdefault(one.sentence.text, one)
    return list(distinct.values())


def _of_passage(number: int, offered: Offered) -> Iterator[Candidate]:
    title = offered.chunk.metadata.get("section") or ""
    score = offered.chunk.metadata.get(FIRST_SCORE, offered.score)
    for place, sentence in enumerate(offered.sentences):
        if _is_heading(sentence, title) or _asks(sentence) or len(words(sentence.text)) < LEAST:
            continue
        before = (
            offered.sentences[place - 1].text
            if place and not _is_heading(offered.sentences[place - 1], title)
            else ""
        )
        window = " ".join(part for part in (f"{title}." if title else "", before, sentence.text) if part)
        share, likeness = offered.shares[place], offered.likeness[place]
        fit = (share + likeness + score) / 3.0
        yield Candidate(number, place, sentence, window, share, likeness, fit)


def _asks(sentence: Sentence) -> bool:
    """True for a question: it answers none."""
    return sentence.text.rstrip("\"'”’»)] ").endswith(("?", "？", "؟"))


def _is_heading(sentence: Sentence, title: str) -> bool:
    return bool(title) and sentence.text.lstrip("#").strip() == title

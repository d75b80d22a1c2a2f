"""Extractive generator: score the candidate sentences of the passages and quote the fewest that answer."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import TYPE_CHECKING, ClassVar, Self

import numpy as np

from ascribe.inference.encoder import Encoder
from ascribe.inference.model_files import ModelName
from ascribe.inference.nli import ENTAILED, EntailmentModel
from ascribe.library.reranking import FIRST_SCORE
from ascribe.protocols import Draft, RetrievedPassage
from ascribe.records import Sentence, Strictness
from ascribe.score.hybrid import ENCODER_LANGUAGES
from ascribe.text.words import is_content_word, split_words

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Matrix = NDArray[np.float64]


MAX_QUOTED = 3
"""Sentences that are quoted at most; items of a list that one of them announces are not counted."""

NEAR_BEST_SHARE = 0.9
"""Share of the best sentence's probability that a further one must reach to be quoted as well."""

THRESHOLDS: dict[Strictness, float] = {"loose": 0.04, "balanced": 0.14, "strict": 0.33, "paranoid": 0.64}
"""Level → probability from which the best sentence is taken for an answer.

With them a third, two thirds, 85 and 95 % of hard questions without an answer are refused: questions
about documents that the reader did not learn from, in their words (``python -m training.answer_odds``).
``ascribe calibrate`` finds a bar for a bound on the errors.
"""


class ExtractiveGenerator:
    """Quotes the sentences that answer, the best passage first; says so if none does.

    Args:
        bar: probability that the best sentence answers, from which it is quoted.
        reader: another one than the built-in.
    """

    def __init__(self, bar: float = THRESHOLDS["balanced"], *, reader: AnswerScorer | None = None) -> None:
        self.bar = bar
        self._reader = reader or AnswerScorer()

    @classmethod
    def at(cls, strictness: Strictness) -> Self:
        """With the bar of that level."""
        return cls(THRESHOLDS[strictness])

    def generate(self, question: str, offered: Sequence[RetrievedPassage], language: str | None) -> Draft:
        """The quotation; ``no_evidence`` where the best sentence is below the bar."""
        found = find_candidates(offered)
        read = self._reader.read(question, found, language)
        best = read[0].probability if read else 0.0
        if best < self.bar or not read:
            return Draft(outcome="no_evidence", confidence=best)
        places = [
            place
            for one in [*select_quoted(read), *self._score_parts(question, found, language)]
            for place in add_context(offered, (one.candidate.passage, one.candidate.place))
        ]
        return Draft(compose_quotes(offered, places), confidence=best, quoted=True)

    def _score_parts(
        self, question: str, found: Sequence[Candidate], language: str | None
    ) -> list[ScoredCandidate]:
        """The best sentence for each thing that is asked, where there are several."""
        parts = split_question(question, language)
        best = [self._reader.score_part(part, found, language)[0] for part in parts]
        return [one for one in best if one.probability >= self.bar]


def select_quoted(read: Sequence[ScoredCandidate]) -> list[ScoredCandidate]:
    """The best, and those nearly as likely."""
    least = NEAR_BEST_SHARE * read[0].probability
    return [one for one in read[:MAX_QUOTED] if one.probability >= least]


MIN_WORDS = 2
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


def find_candidates(offered: Sequence[RetrievedPassage]) -> list[Candidate]:
    """All sentences but headings, questions and bare signs, the best first; each text once."""
    found = [one for passage, each in enumerate(offered) for one in _find_in_passage(passage, each)]
    distinct: dict[str, Candidate] = {}
    for one in sorted(found, key=lambda one: -one.fit):
        distinct.setdefault(one.sentence.text, one)
    return list(distinct.values())


def _find_in_passage(number: int, offered: RetrievedPassage) -> Iterator[Candidate]:
    title = offered.chunk.metadata.get("section") or ""
    score = offered.chunk.metadata.get(FIRST_SCORE, offered.score)
    for place, sentence in enumerate(offered.sentences):
        if (
            _is_heading(sentence, title)
            or _is_question(sentence)
            or len(split_words(sentence.text)) < MIN_WORDS
        ):
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


def _is_question(sentence: Sentence) -> bool:
    """True for a question: it answers none."""
    return sentence.text.rstrip("\"'”’»)] ").endswith(("?", "？", "؟"))


def _is_heading(sentence: Sentence, title: str) -> bool:
    return bool(title) and sentence.text.lstrip("#").strip() == title


MAX_CANDIDATES = 12
"""Candidates that are read: the best by words and meaning. Each costs about 20 ms."""

WEIGHTS, BIAS = (0.61, 3.96, 3.91), -4.30
"""Log odds that a candidate answers: what each of its ``features`` counts, and the constant.

Fitted on questions about documents that the model did not learn from, all candidates of a question against
one another and against no answer; ``python -m training.answer_odds`` prints them.
"""

SHARE_WEIGHT, SHARE_BIAS = 6.28, -4.03
"""The same in a language that no model reads: of the share of the question's words, and the constant."""

PROBABILITY_MARGIN = 1e-4
"""As near to 0 and 1 as the model's probability is believed."""


class AnswerModel(EntailmentModel):
    """The built-in reader. Its classes are those of the verifier: entailed stands for "answers"."""

    name: ClassVar[ModelName] = "reader"


@dataclass(frozen=True, slots=True)
class ScoredCandidate:
    """A candidate, and the probability that it answers."""

    candidate: Candidate
    probability: float


class AnswerScorer:
    """Reads candidates beside a question.

    Args:
        model: another one than the built-in.
        encoder: another one than the built-in.
    """

    def __init__(self, model: EntailmentModel | None = None, encoder: Encoder | None = None) -> None:
        self._model = model or AnswerModel()
        self._encoder = encoder or Encoder()

    def read(
        self, question: str, candidates: Sequence[Candidate], language: str | None
    ) -> list[ScoredCandidate]:
        """The best of the candidates with their probabilities, the likeliest first.

        In a language that no model reads, the share of the question's words stands for the probability.
        """
        tried = candidates[:MAX_CANDIDATES]
        if not tried:
            return []
        if language in ENCODER_LANGUAGES:
            odds = self.features(question, tried) @ np.array(WEIGHTS) + BIAS
        else:
            odds = np.array([SHARE_WEIGHT * one.share + SHARE_BIAS for one in tried])
        probabilities = 1.0 / (1.0 + np.exp(-odds))
        read = [ScoredCandidate(one, float(value)) for one, value in zip(tried, probabilities, strict=True)]
        return sorted(read, key=lambda one: -one.probability)

    def score_part(
        self, part: str, candidates: Sequence[Candidate], language: str | None
    ) -> list[ScoredCandidate]:
        """The same for one of the questions in a question; likeness is that to this part."""
        tried = candidates[:MAX_CANDIDATES]
        vectors = self._encoder.embed([part, *(one.sentence.text for one in tried)])
        likeness = (vectors[1:] @ vectors[0]).clip(0.0, 1.0)
        alike = [replace(one, likeness=float(value)) for one, value in zip(tried, likeness, strict=True)]
        return self.read(part, alike, language)

    def features(self, question: str, candidates: Sequence[Candidate]) -> Matrix:
        """What the models make of each candidate, shape (candidates, 3).

        The model's log odds that its window answers, and the likeness in meaning of its sentence and of its
        window to the question.
        """
        found = self._model.probabilities([(one.window, question) for one in candidates])
        answers = np.clip(np.array(found, float)[:, ENTAILED], PROBABILITY_MARGIN, 1.0 - PROBABILITY_MARGIN)
        vectors = self._encoder.embed([question, *(one.window for one in candidates)])
        likeness = [one.likeness for one in candidates]
        return np.column_stack([np.log(answers / (1.0 - answers)), likeness, vectors[1:] @ vectors[0]])


_QUESTION_JOINT = re.compile(
    r",?\s+and\s+(?=(?:(?:at|by|for|from|in|of|on|to|under|with)\s+)?"
    r"(?:how|what|when|where|which|who|whom|whose|why)\b)",
    re.IGNORECASE,
)
"""What stands between two questions in one; only English is looked at."""


def split_question(question: str, language: str | None) -> list[str]:
    """The questions that are asked in one; none if it asks one thing."""
    if language != "en":
        return []
    found = [part.strip() for part in _QUESTION_JOINT.split(question)]
    whole = len(found) > 1 and all(_has_content(part, language) for part in found)
    return found if whole else []


def _has_content(part: str, language: str) -> bool:
    """True if it can be found by itself; there is nothing to find in "and when?"."""
    return any(is_content_word(word, language) for word in split_words(part, language))


MAX_LIST_ITEMS = 12
"""Items of a list that are quoted with the sentence that announces it."""

_LIST_ITEM = re.compile(r"\s*(?:[-*+•–]|\(?(?:\d{1,3}|[a-z]|[ivx]{1,4})[.)])\s")
_TABLE_ROW = re.compile(r"\s*\|")

SentencePlace = tuple[int, int]
"""Of a sentence: its passage among those offered, and its place in it."""


def add_context(offered: Sequence[RetrievedPassage], place: SentencePlace) -> list[SentencePlace]:
    """The sentence with what it cannot be read without.

    That is the list that it announces by a colon, or the names of the columns above a row of a table.
    """
    passage, first = place
    sentences = offered[passage].sentences
    if _TABLE_ROW.match(sentences[first].text):
        return sorted({(passage, _find_table_head(sentences, first)), place})
    found = [place]
    if not sentences[first].text.rstrip("*_ ").endswith((":", "：")):
        return found
    for later in range(first + 1, min(len(sentences), first + 1 + MAX_LIST_ITEMS)):
        if not _is_list_item(sentences[later].text):
            break
        found.append((passage, later))
    return found


def compose_quotes(offered: Sequence[RetrievedPassage], places: Iterable[SentencePlace]) -> str:
    """The sentences as one Markdown text: by passage, in their order, neighbours together."""
    chosen = sorted(set(places))
    texts = [offered[passage].sentences[place].text for passage, place in chosen]
    parts = texts[:1]
    for (before, after), (above, text) in zip(pairwise(chosen), pairwise(texts), strict=True):
        follows = before[0] == after[0] and before[1] + 1 == after[1]
        heads = before[0] == after[0] and _find_table_head(offered[after[0]].sentences, after[1]) == before[1]
        parts.append(
            _build_table_rule(above)
            if heads and _TABLE_ROW.match(text)
            else _choose_separator(above, text, follows=follows)
        )
        parts.append(text)
    return "".join(parts)


def _build_table_rule(head: str) -> str:
    """The line below the names of the columns, without which Markdown shows no table."""
    columns = head.strip().strip("|").count("|") + 1
    return f"\n|{'---|' * columns}\n"


def _choose_separator(before: str, after: str, *, follows: bool) -> str:
    if not follows:
        return "\n\n"
    apart = any(pattern.match(text) for pattern in (_LIST_ITEM, _TABLE_ROW) for text in (before, after))
    return "\n" if apart else " "


def _find_table_head(sentences: Sequence[Sentence], row: int) -> int:
    """The first row of the table."""
    while row and _TABLE_ROW.match(sentences[row - 1].text):
        row -= 1
    return row


def _is_list_item(text: str) -> bool:
    return _LIST_ITEM.match(text) is not None

"""Extractive generator: score the candidate sentences of the passages and quote the fewest that answer."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from difflib import get_close_matches
from typing import TYPE_CHECKING, ClassVar, Self

import numpy as np

from ascribe.inference.encoder import Encoder
from ascribe.inference.model_files import ModelName
from ascribe.inference.nli import ENTAILED, EntailmentModel
from ascribe.inference.probabilities import compute_sigmoid
from ascribe.library.answering.answer_types import has_answer_type, tells_of_other_year
from ascribe.library.answering.question_parts import complete_parts, split_question
from ascribe.library.answering.quotation import add_list, compose_quotes
from ascribe.library.reranking import FIRST_SCORE
from ascribe.protocols import Draft, RetrievedPassage
from ascribe.records import Sentence, Strictness
from ascribe.score.hybrid import ENCODER_LANGUAGES
from ascribe.text.words import is_content_word, split_words
from ascribe.verify.checkable import is_question

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Matrix = NDArray[np.float64]


MAX_QUOTED = 3
"""Most sentences that are quoted, not counting the items of a list that one of them introduces."""

NEAR_BEST_SHARE = 0.9
"""Share of the best sentence's probability that another sentence must reach to be quoted as well."""

THRESHOLDS: dict[Strictness, float] = {"loose": 0.04, "balanced": 0.15, "strict": 0.34, "paranoid": 0.62}
"""Level → least probability of the best sentence at which it is taken for an answer.

At these thresholds, one third, two thirds, 85 % and 95 % of hard questions without an answer are refused:
questions about documents outside the reader's training data, in their words (``python -m
training.answer_odds``). ``ascribe calibrate`` finds a threshold for a bound on the error rate.
"""


class ExtractiveGenerator:
    """Quotes the sentences that answer, the best passage first, and abstains if none does.

    Args:
        threshold: least probability that the best sentence answers.
        reader: a scorer other than the built-in one.
    """

    def __init__(
        self, threshold: float = THRESHOLDS["balanced"], *, reader: AnswerScorer | None = None
    ) -> None:
        self.threshold = threshold
        self._reader = reader or AnswerScorer()

    @classmethod
    def at(cls, strictness: Strictness) -> Self:
        """Build the generator with the threshold of that level."""
        return cls(THRESHOLDS[strictness])

    def generate(self, question: str, offered: Sequence[RetrievedPassage], language: str | None) -> Draft:
        """Return the quotation; ``no_evidence`` if the best sentence is below the threshold.

        If the question asks several things, the best sentence for each is quoted, the confidence is that of
        the least likely one, and the draft names the parts that have no answer.
        """
        found = find_candidates(offered)
        parts = split_question(question, language) if found else []
        best = dict(zip(parts, self._find_best(parts, found, offered, language), strict=True))
        answers = [one for one in best.values() if one.probability >= self.threshold]
        if answers:
            unanswered = tuple(part for part, one in best.items() if one.probability < self.threshold)
            return self._quote(answers, offered, language, unanswered)
        read = doubt_others(self._reader.read(question, found, language), question, offered, language)
        if not read or read[0].probability < self.threshold:
            return Draft(outcome="no_evidence", confidence=read[0].probability if read else 0.0)
        quoted = select_quoted(read)
        return replace(self._quote(quoted, offered, language), confidence=read[0].probability)

    def _find_best(
        self,
        parts: Sequence[str],
        found: Sequence[Candidate],
        offered: Sequence[RetrievedPassage],
        language: str | None,
    ) -> list[ScoredCandidate]:
        """Return the best sentence for each part of the question."""
        whole = complete_parts(parts)
        scored = ((part, self._reader.score_part(part, found, language)) for part in whole)
        return [doubt_others(read, part, offered, language)[0] for part, read in scored]

    def _quote(
        self,
        quoted: Sequence[ScoredCandidate],
        offered: Sequence[RetrievedPassage],
        language: str | None,
        unanswered: tuple[str, ...] = (),
    ) -> Draft:
        """Return the quotation of these sentences, as likely as the least likely of them."""
        places = [
            place
            for one in quoted
            for place in add_list(offered, (one.candidate.passage, one.candidate.place))
        ]
        return Draft(
            compose_quotes(offered, places, language),
            confidence=min(one.probability for one in quoted),
            quoted=True,
            unanswered=unanswered,
        )


def select_quoted(read: Sequence[ScoredCandidate]) -> list[ScoredCandidate]:
    """Select the best sentence, and those that are nearly as likely."""
    least = NEAR_BEST_SHARE * read[0].probability
    return [one for one in read[:MAX_QUOTED] if one.probability >= least]


# --- Candidates ---

MIN_WORDS = 2
"""Fewest words of a sentence that can answer."""


@dataclass(frozen=True, slots=True)
class Candidate:
    """A sentence that may answer.

    Args:
        passage: index of its passage among those offered.
        place: its index in the passage.
        sentence: the sentence.
        window: the title of its section, the previous sentence, and the sentence.
        share: share of the question's words that it contains, plus half of what the previous one adds, in
            [0, 1].
        likeness: similarity in meaning of the sentence to the question, in [0, 1]; 0 if unknown.
        fit: how well the sentence and its passage fit the question by words and meaning, in [0, 1]; it does
            not depend on the reranker, because the odds were fitted on candidates chosen without one.
    """

    passage: int
    place: int
    sentence: Sentence
    window: str
    share: float
    likeness: float
    fit: float


def find_candidates(offered: Sequence[RetrievedPassage]) -> list[Candidate]:
    """Find all sentences but headings, questions and bare signs, the best first; each text once."""
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
            or is_question(sentence.text)
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


def _is_heading(sentence: Sentence, title: str) -> bool:
    return bool(title) and sentence.text.lstrip("#").strip() == title


# --- Scoring ---

MAX_CANDIDATES = 12
"""Candidates that the model reads: the best by words and meaning. Each takes about 20 ms."""

WEIGHTS, BIAS = (0.53, 3.79, 3.95, 1.28), -5.98
"""Log odds that a candidate answers: the weights of its ``features``, and the constant.

Fitted on questions about documents outside the model's training data, with all candidates of a question
against one another and against no answer; ``python -m training.answer_odds`` prints them.
"""

SHARE_WEIGHT, SHARE_BIAS = 6.28, -4.03
"""The same in a language that the model does not read: weight of the share of the question's words, and the
constant."""

PROBABILITY_MARGIN = 1e-4
"""The model's probability is clipped to this distance from 0 and 1."""


class AnswerModel(EntailmentModel):
    """The built-in reader. It has the classes of the verifier; "entailed" means "answers"."""

    name: ClassVar[ModelName] = "reader"


@dataclass(frozen=True, slots=True)
class ScoredCandidate:
    """A candidate, and the probability that it answers."""

    candidate: Candidate
    probability: float


class AnswerScorer:
    """Scores candidates together with a question.

    Args:
        model: a model other than the built-in one.
        encoder: an encoder other than the built-in one.
    """

    def __init__(self, model: EntailmentModel | None = None, encoder: Encoder | None = None) -> None:
        self._model = model or AnswerModel()
        self._encoder = encoder or Encoder()

    def read(
        self, question: str, candidates: Sequence[Candidate], language: str | None
    ) -> list[ScoredCandidate]:
        """Return the best of the candidates with their probabilities, the likeliest first.

        In a language that the model does not read, the probability comes from the share of the question's
        words.
        """
        tried = candidates[:MAX_CANDIDATES]
        if not tried:
            return []
        if language in ENCODER_LANGUAGES:
            odds = self.features(question, tried) @ np.array(WEIGHTS) + BIAS
        else:
            odds = np.array([SHARE_WEIGHT * one.share + SHARE_BIAS for one in tried])
        probabilities = compute_sigmoid(odds)
        read = [ScoredCandidate(one, float(value)) for one, value in zip(tried, probabilities, strict=True)]
        return sorted(read, key=lambda one: -one.probability)

    def score_part(
        self, part: str, candidates: Sequence[Candidate], language: str | None
    ) -> list[ScoredCandidate]:
        """Score the candidates for one part of the question; likeness is computed for this part."""
        tried = candidates[:MAX_CANDIDATES]
        vectors = self._encoder.embed([part, *(one.sentence.text for one in tried)])
        likeness = (vectors[1:] @ vectors[0]).clip(0.0, 1.0)
        alike = [replace(one, likeness=float(value)) for one, value in zip(tried, likeness, strict=True)]
        return self.read(part, alike, language)

    def features(self, question: str, candidates: Sequence[Candidate]) -> Matrix:
        """Compute the features of each candidate, shape (candidates, 4).

        They are the model's log odds that its window answers, the similarity in meaning of its sentence and
        of its window to the question, and whether its sentence has anything of the type that is asked for.
        """
        found = self._model.probabilities([(one.window, question) for one in candidates])
        answers = np.clip(np.array(found, float)[:, ENTAILED], PROBABILITY_MARGIN, 1.0 - PROBABILITY_MARGIN)
        vectors = self._encoder.embed([question, *(one.window for one in candidates)])
        likeness = [one.likeness for one in candidates]
        typed = [float(has_answer_type(question, one.sentence.text)) for one in candidates]
        return np.column_stack([np.log(answers / (1.0 - answers)), likeness, vectors[1:] @ vectors[0], typed])


# --- Names and years that the question asks about ---

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

    Their document lacks a name of the question, or their sentence tells of another year. Of a document the
    passages that were offered count, and its title. A sentence that follows the answer exchanges its
    probability with it. In other languages than English, where more words have capitals, nothing changes.
    """
    if language != "en":
        return list(read)
    read = _prefer_answer_type(read, question)
    lacking = _find_lacking_documents(question, offered, language)
    doubted = [
        replace(one, probability=min(one.probability, MAX_OTHER_PROBABILITY))
        if offered[one.candidate.passage].chunk.doc_id in lacking
        or tells_of_other_year(question, one.candidate.window, one.candidate.sentence.text)
        else one
        for one in read
    ]
    return sorted(doubted, key=lambda one: -one.probability)


def _prefer_answer_type(read: Sequence[ScoredCandidate], question: str) -> list[ScoredCandidate]:
    """Exchange the probabilities of a sentence and of the one before it if only that one may answer.

    The reader sees both: after "Anna Kohl owned it." it takes "The mill was sold." for an answer to "Who
    owned the mill?". The one before has something of the type that is asked for and a word of the question;
    the sentence itself lacks both.
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
        if has_word and not has_answer_type(question, text) and has_answer_type(question, earlier):
            odds[before.candidate], odds[one.candidate] = one.probability, before.probability
    return [replace(one, probability=odds[one.candidate]) for one in read]


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

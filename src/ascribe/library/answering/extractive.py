"""Extractive generator: score the candidate sentences of the passages and quote the fewest that answer."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, ClassVar, Self

import numpy as np

from ascribe.inference.encoder import Encoder
from ascribe.inference.model_files import ModelName
from ascribe.inference.nli import ENTAILED, EntailmentModel
from ascribe.inference.probabilities import compute_sigmoid
from ascribe.library.answering.answer_types import has_answer_type
from ascribe.library.answering.candidates import Candidate, ScoredCandidate, find_candidates
from ascribe.library.answering.doubts import doubt_others
from ascribe.library.answering.question_parts import complete_parts, split_question
from ascribe.library.answering.quotation import add_list, compose_quotes
from ascribe.protocols import Draft, RetrievedPassage
from ascribe.records import Strictness
from ascribe.score.hybrid import ENCODER_LANGUAGES

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Matrix = NDArray[np.float64]


MAX_QUOTED = 3
"""Most sentences that are quoted, not counting the items of a list that one of them introduces."""

NEAR_BEST_SHARE = 0.9
"""Share of the best sentence's probability that another sentence must reach to be quoted as well."""

MAX_UNSURE_PROBABILITY = 0.49
"""Largest probability of a sentence that was read without the one before it: below every sure answer."""

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

        If the question asks several things, the best sentences for each are quoted, the confidence is that
        of the least likely one, and the draft names the parts that have no answer.
        """
        parts = split_question(question, language)
        best = dict(zip(parts, self._find_best(parts, offered, language), strict=True))
        answers = [one for found in best.values() for one in found]
        if answers:
            unanswered = tuple(part for part, found in best.items() if not found)
            return self._quote(answers, offered, language, unanswered)
        found = find_candidates(offered, question, language)
        read = self._read(question, found, offered, language)
        if (not read or read[0].probability < self.threshold) and language in ENCODER_LANGUAGES:
            alone = find_candidates(offered, question, language, alone=True)
            if [one.window for one in alone] != [one.window for one in found]:
                read = _take_as_unsure(self._read(question, alone, offered, language))
        if not read or read[0].probability < self.threshold:
            return Draft(outcome="no_evidence", confidence=read[0].probability if read else 0.0)
        quoted = select_quoted(read)
        return replace(self._quote(quoted, offered, language), confidence=read[0].probability)

    def _read(
        self,
        question: str,
        found: Sequence[Candidate],
        offered: Sequence[RetrievedPassage],
        language: str | None,
    ) -> list[ScoredCandidate]:
        """Return the candidates with their probabilities, the likeliest first."""
        return doubt_others(self._reader.read(question, found, language), question, offered, language)

    def _find_best(
        self, parts: Sequence[str], offered: Sequence[RetrievedPassage], language: str | None
    ) -> list[list[ScoredCandidate]]:
        """Return the best sentences for each part of the question; none if it has no answer."""
        found = []
        for part in complete_parts(parts):
            candidates = find_candidates(offered, part, language)
            scored = self._reader.score_part(part, candidates, language)
            read = doubt_others(scored, part, offered, language)
            found.append(select_quoted(read) if read and read[0].probability >= self.threshold else [])
        return found

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


def _take_as_unsure(read: Sequence[ScoredCandidate]) -> list[ScoredCandidate]:
    """Return the candidates with probabilities that say "low confidence" at most.

    A sentence before that is about something else can hide from the reader what a sentence says, so that it
    is read without, too. The odds were fitted on windows that have it, so the result is less sure.
    """
    return [replace(one, probability=min(one.probability, MAX_UNSURE_PROBABILITY)) for one in read]


def select_quoted(read: Sequence[ScoredCandidate]) -> list[ScoredCandidate]:
    """Select the best sentence, and those that are nearly as likely."""
    least = NEAR_BEST_SHARE * read[0].probability
    return [one for one in read[:MAX_QUOTED] if one.probability >= least]


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

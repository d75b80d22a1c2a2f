"""Systems under evaluation: ``check``, and the trivial baselines that it has to beat."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any, Protocol

import numpy as np

from ascribe import registry
from ascribe.errors import AscribeError
from ascribe.evaluation.items import AttributionItem, Statement
from ascribe.pipeline import check
from ascribe.protocols import Scorer, TierChoice
from ascribe.records import Answer, Strictness, Verdict
from ascribe.verify.decision import RULE_THRESHOLDS

NEUTRAL = 0.5
"""Probability of an undecided statement in the ranking; the verdict's threshold if that is lower.

So no undecided statement ranks above a supported one. Calibration figures leave undecided statements out.
"""


@dataclass(frozen=True, slots=True)
class Prediction:
    """A system's output for one statement.

    Args:
        probability: probability that it is supported, or any number that increases with it.
        supported: True if it was called supported at the shipped threshold; None without such a threshold.
        decided: False if the system could not decide; then ``supported`` is False.
    """

    probability: float
    supported: bool | None
    decided: bool = True


class Predictor(Protocol):
    """A system to measure.

    Contract: one prediction per statement, in order, and none depends on another statement.
    """

    @property
    def name(self) -> str:
        """Name of its row."""
        ...

    @property
    def is_probability(self) -> bool:
        """Whether its numbers are probabilities; only those get calibration figures."""
        ...

    def predict(self, statements: Sequence[Statement]) -> list[Prediction]:
        """Return the predictions."""
        ...


@dataclass
class CheckPredictor:
    """``ascribe.check`` at one tier and strictness. The weakest sentence decides a claim of several."""

    tier: TierChoice | None = None
    strictness: Strictness = "balanced"
    calibration: str | Path | None = None
    name: str = field(init=False)
    is_probability: bool = field(default=True, init=False)
    settings: dict[str, Any] = field(init=False)

    def __post_init__(self) -> None:
        tried = self.answer("The mill has 12 sails.", ["The mill has 12 sails."]).settings
        self.tier = self.tier or tried.tier
        self.name = f"check, tier {tried.tier}"
        self.settings = {
            "tier": tried.tier,
            "strictness": tried.strictness,
            "components": tried.components,
            "thresholds": tried.thresholds,
            "versions": tried.versions,
        }

    def predict(self, statements: Sequence[Statement]) -> list[Prediction]:
        """Return one prediction per statement."""
        return [self._one(statement) for statement in statements]

    def _one(self, statement: Statement) -> Prediction:
        answer = self.answer(statement.claim, statement.documents, statement.language)
        return combine_verdicts([s.verdict for s in answer.sentences if s.verdict is not None])

    def cite(self, item: AttributionItem) -> tuple[int, ...]:
        """Return the indices of the sentences that ``check`` references for the claim, in its order."""
        documents = item.documents()
        places = {
            (document.doc_id, sentence.span.char_start): int(sentence.id.rpartition("::s")[2])
            for document in documents
            for sentence in document.sentences
        }
        answer = self.answer(item.claim, documents, item.language)
        references = [reference for sentence in answer.sentences for reference in sentence.references]
        return tuple(dict.fromkeys(places[r.document_id, r.document_start_idx] for r in references))

    def answer(self, claim: str, sources: Sequence[Any], language: str | None = None) -> Answer:
        """Call ``check`` as a user would."""
        return check(
            claim,
            list(sources),
            tier=self.tier,
            strictness=self.strictness,
            language=language,
            calibration=self.calibration,
        )


def combine_verdicts(verdicts: Sequence[Verdict]) -> Prediction:
    """Combine the verdicts on the sentences of one claim into one prediction.

    The least supported sentence decides. Sentences that are not checkable are left out. The claim is
    supported if all others are, fails if one of them fails, and is undecided otherwise.
    """
    judged = [verdict for verdict in verdicts if verdict.status != "not_checkable"]
    if not judged:
        return Prediction(NEUTRAL, supported=False, decided=False)
    decided = [verdict for verdict in judged if verdict.status != "unknown"]
    failed = any(verdict.status != "supported" for verdict in decided)
    return Prediction(
        probability=min(map(_get_probability, judged)),
        supported=len(decided) == len(judged) and not failed,
        decided=failed or len(decided) == len(judged),
    )


def _get_probability(verdict: Verdict) -> float:
    if verdict.score is not None:
        return verdict.score
    return NEUTRAL if verdict.threshold is None else min(NEUTRAL, verdict.threshold)


@dataclass(frozen=True, slots=True)
class AlwaysSupportedPredictor:
    """The baseline that calls everything supported."""

    name: str = "always yes"
    is_probability: bool = True

    def predict(self, statements: Sequence[Statement]) -> list[Prediction]:
        """Return probability 1 for each statement."""
        return [Prediction(1.0, supported=True) for _ in statements]


ScorerFactory = Callable[[str | None], Scorer]
"""Language → scorer; raises ``AscribeError``, ``ImportError`` or ``OSError`` if it cannot be created."""


@dataclass(frozen=True, slots=True)
class SkippedRow:
    """A row that could not be measured, with the reason."""

    name: str
    reason: str


@dataclass(frozen=True)
class CoveragePredictor:
    """The baseline that takes the weighted share of the claim's words found in the sources.

    Args:
        strictness: a claim is supported if it reaches the ``covered`` threshold of tier ``rules`` here.
    """

    strictness: Strictness = "balanced"
    name: str = "coverage only"
    is_probability: bool = False

    def predict(self, statements: Sequence[Statement]) -> list[Prediction]:
        """Return the coverage of each statement."""
        return [self._one(statement) for statement in statements]

    def _one(self, statement: Statement) -> Prediction:
        sentences = statement.sentences
        scorer = find_scorer_factory("lexical")(statement.language)
        covered = scorer.score([statement.content], sentences).joint(0, range(len(sentences)))
        return Prediction(covered, supported=covered >= RULE_THRESHOLDS[self.strictness].covered)


@dataclass(frozen=True)
class SimilarityPredictor:
    """The baseline that takes the score of the most similar sentence; it has no shipped threshold."""

    make: ScorerFactory
    name: str = "cosine only"
    is_probability: bool = field(default=False, init=False)

    def predict(self, statements: Sequence[Statement]) -> list[Prediction]:
        """Return the highest score of each statement."""
        return [Prediction(self._one(statement), supported=None) for statement in statements]

    def _one(self, statement: Statement) -> float:
        scores = self.make(statement.language).score([statement.content], statement.sentences)
        return float(scores.matrix[0].max(initial=0.0))


@dataclass(frozen=True)
class ScorerRanking:
    """A ranking of sentences by falling score, ties by position."""

    make: ScorerFactory
    name: str

    def rank(self, item: AttributionItem) -> list[int]:
        """Return all indices into the item's sentences, best first."""
        row = self.make(item.language).score([item.claim], item.sentences).matrix[0]
        ranked: list[int] = np.argsort(-row, kind="stable").tolist()
        return ranked


@dataclass(frozen=True)
class SourceOrderRanking:
    """A ranking of sentences in the order of the source."""

    name: str = "first sentences"

    def rank(self, item: AttributionItem) -> list[int]:
        """Return all indices, in order."""
        return list(range(len(item.sentences)))


Ranking = ScorerRanking | SourceOrderRanking


def find_scorer_factory(name: str) -> ScorerFactory:
    """Return a cached factory of the registered scorer of that name.

    Raises:
        AscribeError: the scorer is not registered, or needs a missing package.
    """
    made = registry.load("score", name)
    return cache(lambda language: made(language=language))


def build_baseline_predictors(strictness: Strictness) -> list[Predictor | SkippedRow]:
    """Build the baselines: always yes, coverage only, cosine only."""
    floors: list[Predictor | SkippedRow] = [AlwaysSupportedPredictor(), CoveragePredictor(strictness)]
    cosine = _probe_scorer("embedding", "cosine only")
    return [*floors, cosine if isinstance(cosine, SkippedRow) else SimilarityPredictor(cosine)]


def build_baseline_rankings() -> list[Ranking | SkippedRow]:
    """Build the baseline rankings: first sentences, lexical, cosine."""
    lexical = ScorerRanking(find_scorer_factory("lexical"), "lexical ranking")
    cosine = _probe_scorer("embedding", "cosine ranking")
    last = cosine if isinstance(cosine, SkippedRow) else ScorerRanking(cosine, "cosine ranking")
    return [SourceOrderRanking(), lexical, last]


def _probe_scorer(scorer: str, row: str) -> ScorerFactory | SkippedRow:
    """Return the scorer's factory after one use, which reveals missing weights."""
    try:
        make = find_scorer_factory(scorer)
        make(None).score(["The mill has 12 sails."], ["The mill has 12 sails."])
    except (AscribeError, ImportError, OSError) as error:
        return SkippedRow(row, str(error))
    return make

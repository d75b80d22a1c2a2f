"""Trivial predictors and rankings: what a system has to beat before its figures mean anything."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cache

import numpy as np

from ascribe import registry
from ascribe.errors import AscribeError
from ascribe.evaluation.items import AttributionItem, Statement
from ascribe.evaluation.predictors import AlwaysYes, Prediction, Predictor
from ascribe.records import Strictness
from ascribe.stages import Scorer
from ascribe.verify.thresholds import LEVELS

MakeScorer = Callable[[str | None], Scorer]
"""Language → scorer; raises an ``AscribeError``, ``ImportError`` or ``OSError`` where it cannot be made."""


@dataclass(frozen=True, slots=True)
class NotRun:
    """A row that could not be measured, and why."""

    name: str
    reason: str


@dataclass(frozen=True)
class Coverage:
    """The weighted share of the claim's words that all sentences of the sources hold together.

    Args:
        strictness: supported is what reaches the ``covered`` bar of tier ``rules`` at this level.
    """

    strictness: Strictness = "balanced"
    name: str = "coverage only"
    is_probability: bool = False

    def predict(self, statements: Sequence[Statement]) -> list[Prediction]:
        """The coverage of each."""
        return [self._one(statement) for statement in statements]

    def _one(self, statement: Statement) -> Prediction:
        sentences = statement.sentences
        scorer = scorer_maker("lexical")(statement.language)
        covered = scorer.score([statement.content], sentences).joint(0, range(len(sentences)))
        return Prediction(covered, supported=covered >= LEVELS[self.strictness].covered)


@dataclass(frozen=True)
class Similarity:
    """The score of the one sentence that is most like the claim; no threshold ships for it."""

    make: MakeScorer
    name: str = "cosine only"
    is_probability: bool = field(default=False, init=False)

    def predict(self, statements: Sequence[Statement]) -> list[Prediction]:
        """The highest score of each."""
        return [Prediction(self._one(statement), supported=None) for statement in statements]

    def _one(self, statement: Statement) -> float:
        scores = self.make(statement.language).score([statement.content], statement.sentences)
        return float(scores.matrix[0].max(initial=0.0))


@dataclass(frozen=True)
class ScorerRanking:
    """Sentences by falling score, ties by position."""

    make: MakeScorer
    name: str

    def rank(self, item: AttributionItem) -> list[int]:
        """All indices into the item's sentences, best first."""
        row = self.make(item.language).score([item.claim], item.sentences).matrix[0]
        ranked: list[int] = np.argsort(-row, kind="stable").tolist()
        return ranked


@dataclass(frozen=True)
class SourceOrder:
    """Sentences as they stand."""

    name: str = "first sentences"

    def rank(self, item: AttributionItem) -> list[int]:
        """All indices, in order."""
        return list(range(len(item.sentences)))


Ranking = ScorerRanking | SourceOrder


def scorer_maker(name: str) -> MakeScorer:
    """How to make the registered scorer of that name, tried once.

    Raises:
        AscribeError: it is not registered, or lacks a package.
    """
    made = registry.load("score", name)
    return cache(lambda language: made(language=language))


def floor_predictors(strictness: Strictness) -> list[Predictor | NotRun]:
    """Always yes, coverage only, cosine only."""
    floors: list[Predictor | NotRun] = [AlwaysYes(), Coverage(strictness)]
    cosine = _tried("embedding", "cosine only")
    return [*floors, cosine if isinstance(cosine, NotRun) else Similarity(cosine)]


def floor_rankings() -> list[Ranking | NotRun]:
    """First sentences, lexical, cosine."""
    lexical = ScorerRanking(scorer_maker("lexical"), "lexical ranking")
    cosine = _tried("embedding", "cosine ranking")
    last = cosine if isinstance(cosine, NotRun) else ScorerRanking(cosine, "cosine ranking")
    return [SourceOrder(), lexical, last]


def _tried(scorer: str, row: str) -> MakeScorer | NotRun:
    """The scorer, made and used once, since weights may be missing only then."""
    try:
        make = scorer_maker(scorer)
        make(None).score(["The mill has 12 sails."], ["The mill has 12 sails."])
    except (AscribeError, ImportError, OSError) as error:
        return NotRun(row, str(error))
    return make

"""Which sentences of an answer take part."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from ascribe.errors import InputError
from ascribe.stages import Claim, SentenceClassifier
from ascribe.systems.reference_predictor.prediction import AnswerSentence


@dataclass(frozen=True)
class Verifiability:
    """Those of the wanted classes, or all of them without a classifier.

    Raises:
        InputError: the classifier does not know one of the classes.
    """

    classifier: SentenceClassifier | None
    wanted: tuple[str, ...]

    def __post_init__(self) -> None:
        strange = [] if self.classifier is None else [one for one in self.wanted if one not in self._names]
        if strange:
            known = ", ".join(self._names)
            raise InputError(
                f"needs_verification_classes: the model knows {known}, not {', '.join(strange)}."
            )

    def sentences(self, claims: Sequence[Sequence[Claim]]) -> list[list[AnswerSentence]]:
        """The sentences of each answer; those of all answers are classified together."""
        if self.classifier is None:
            return [[AnswerSentence(one.start, one.end) for one in of_answer] for of_answer in claims]
        every = [one for of_answer in claims for one in of_answer]
        rows = iter(self.classifier.probabilities(every))
        return [[self._sentence(one, next(rows)) for one in of_answer] for of_answer in claims]

    def warm_up(self) -> None:
        """Load the classifier, if there is one."""
        self.sentences([[Claim("a", 0, 1, "prose", "a")]])

    def _sentence(self, claim: Claim, row: Any) -> AnswerSentence:
        best = int(row.argmax())
        name = self._names[best]
        return AnswerSentence(claim.start, claim.end, name in self.wanted, name, float(row[best]))

    @cached_property
    def _names(self) -> tuple[str, ...]:
        return () if self.classifier is None else tuple(self.classifier.classes)

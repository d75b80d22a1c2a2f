"""Decide the exit code of a check: which failures count, and which are known from a baseline."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from ascribe.baseline import Baseline
from ascribe.errors import InputError
from ascribe.records import CitedSentence
from ascribe.records.outcomes import STATUSES

CITATION_FAILURES = {"miscited": "miscited_sentences", "uncited": "uncited_sentences"}
"""Word of ``--fail-on`` → the property of the answer that lists its sentences."""


@dataclass(frozen=True)
class FailureGate:
    """What makes a check fail.

    Args:
        failing: statuses and words of ``CITATION_FAILURES`` that count.
        fail_under: faithfulness below which a check fails.
        baseline: failures that are known and do not count.
    """

    failing: tuple[str, ...]
    fail_under: float | None = None
    baseline: Baseline = field(default_factory=Baseline)

    def list_failures(self, answer: Any) -> list[CitedSentence]:
        """Return the sentences that fail, known or not, in order."""
        wrong = {
            id(sentence)
            for word, name in CITATION_FAILURES.items()
            if word in self.failing
            for sentence in getattr(answer, name)
        }
        return [
            sentence
            for sentence in answer.sentences
            if id(sentence) in wrong or (sentence.verdict and sentence.verdict.status in self.failing)
        ]

    def is_failing(self, answer: Any) -> bool:
        """Return True if a failure is not in the baseline, or faithfulness is too low."""
        if any(sentence not in self.baseline for sentence in self.list_failures(answer)):
            return True
        if self.fail_under is None:
            return False
        return not answer.verification_ran or answer.faithfulness_score < self.fail_under


def parse_failing(text: str) -> tuple[str, ...]:
    """Parse the value of ``--fail-on``.

    Raises:
        InputError: it is empty, or names no status.
    """
    names = tuple(name for name in (part.strip() for part in text.split(",")) if name)
    if names == ("none",):
        return ()
    if not names:
        raise InputError("--fail-on is empty; give comma-separated statuses, or none.")
    for name in names:
        if name not in (*STATUSES, *CITATION_FAILURES):
            known = ", ".join((*STATUSES, *CITATION_FAILURES))
            raise InputError(f"--fail-on takes {known}, or none alone, got {name!r}.")
    return names

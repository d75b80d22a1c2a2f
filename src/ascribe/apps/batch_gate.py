"""Decide the exit code of ``ascribe batch``: which answers of the table fail."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from ascribe.apps.failure_gate import CITATION_FAILURES, check_fail_under, describe_low_share, parse_failing
from ascribe.errors import InputError
from ascribe.records.outcomes import STATUSES

_NAMED = 5
"""Maximum number of answers that are named."""


@dataclass(frozen=True)
class BatchGate:
    """What makes a run fail.

    Args:
        failing: statuses that no sentence may have.
        fail_under: least share of the statements of all answers that are supported; None for no bound.
    """

    failing: tuple[str, ...] = ()
    fail_under: float | None = None

    def find_failures(self, answers: Path) -> list[str]:
        """Return why the table of answers fails, one sentence each; empty if it does not.

        Answers of which nothing could be checked pass no gate, if there are no others.
        """
        from ascribe.batch_results.tables import iterate_answers

        if not self.failing and self.fail_under is None:
            return []
        places = [STATUSES.index(status) for status in STATUSES if status in self.failing]
        failed: list[str] = []
        count = stating = supported = 0
        for answer in iterate_answers(answers):
            stating += sum(answer.counts) - answer.counts[STATUSES.index("not_checkable")]
            supported += answer.counts[STATUSES.index("supported")]
            if any(answer.counts[place] for place in places):
                count += 1
                failed += [answer.name] if len(failed) < _NAMED else []
        found = [_describe_failed(self.failing, count, failed)] if count else []
        if self.failing and not stating and not found:
            found = ["no sentence of any answer could be checked"]
        if self.fail_under is not None:
            low = describe_low_share(supported, stating, self.fail_under)
            found += [low] if low else []
        return found


def _describe_failed(failing: tuple[str, ...], count: int, named: list[str]) -> str:
    more = f" and {count - len(named)} more" if count > len(named) else ""
    answers = "1 answer has" if count == 1 else f"{count} answers have"
    return f"{answers} a sentence that is {' or '.join(failing)}: {', '.join(named)}{more}"


def build_batch_gate(fail_on: str | None, fail_under: float | None) -> BatchGate:
    """Build the gate from the values of ``--fail-on`` and ``--fail-under``.

    Raises:
        InputError: a value cannot be used.
    """
    failing = () if fail_on is None else parse_failing(fail_on)
    wrong = next((name for name in failing if name in CITATION_FAILURES), None)
    if wrong is not None:
        raise InputError(
            f"--fail-on {wrong}: the tables of batch have no citations; use ascribe check for that, or give "
            f"{', '.join(STATUSES)}."
        )
    check_fail_under(fail_under)
    return BatchGate(failing, fail_under)

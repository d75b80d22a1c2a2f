"""Decide the exit code of a check: which failures count, and which are known from a baseline."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

import typer

from ascribe.baseline import Baseline, describe_kept, describe_stale, name_reply
from ascribe.errors import InputError
from ascribe.records import Answer, CitedSentence
from ascribe.records.outcomes import STATUSES
from ascribe.text.counts import format_count

CITATION_FAILURES = {"miscited": "miscited_sentences", "uncited": "uncited_sentences"}
"""Word of ``--fail-on`` → the property of the answer that lists its sentences."""


@dataclass(frozen=True)
class FailureGate:
    """What makes a check fail.

    Args:
        failing: statuses and words of ``CITATION_FAILURES`` that count.
        fail_under: share of the statements that must be supported; an undecided one is not.
        baseline: failures that are known and do not count.
    """

    failing: tuple[str, ...]
    fail_under: float | None = None
    baseline: Baseline = field(default_factory=Baseline)

    def list_failures(self, answer: Answer) -> list[CitedSentence]:
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

    def is_failing(self, answer: Answer, reply: str) -> bool:
        """Return True if a failure of the reply is not in the baseline, or too few statements are supported.

        A reply in which nothing could be checked passes no gate: it is not known to be good.
        """
        known = self.baseline.select(name_reply(reply))
        if any(sentence not in known for sentence in self.list_failures(answer)):
            return True
        return self.has_nothing_to_pass(answer) or bool(self.describe_low_share(answer))

    def describe_low_share(self, answer: Answer) -> str:
        """Say that too few statements are supported, or that there are none, or return ""."""
        supported, stating = len(answer.supported_sentences), len(answer.stating_sentences)
        return "" if self.fail_under is None else describe_low_share(supported, stating, self.fail_under)

    def has_nothing_to_pass(self, answer: Answer) -> bool:
        """Return True if something is asked of the reply, and none of its sentences states anything."""
        return bool(self.failing) and not answer.stating_sentences


@dataclass(frozen=True)
class BaselineRun:
    """What one run of the command does with baselines.

    Args:
        gate: what fails.
        read: file of the known failures; None without one.
        written: file to write the failures to; None without one.
        before: what ``written`` held.
    """

    gate: FailureGate
    read: Path | None = None
    written: Path | None = None
    before: Baseline = field(default_factory=Baseline)

    @classmethod
    def prepare(cls, gate: FailureGate, read: Path | None, written: Path | None) -> BaselineRun:
        """Read the file that is going to be written again, before any work is done.

        Raises:
            InputError: it is no baseline.
        """
        return cls(gate, read, written, Baseline.read_if_there(written) if written else Baseline())

    @property
    def writer_options(self) -> dict[str, Baseline]:
        """Options of the SARIF and JUnit writers: the known failures, if there is a baseline."""
        return {} if self.read is None else {"known": self.gate.baseline}

    def finish(self, answers: Sequence[tuple[str, Answer]]) -> None:
        """Write the failures, and report on standard error what is known, gone or kept."""
        failures = [
            (name_reply(reply), each) for reply, answer in answers for each in self.gate.list_failures(answer)
        ]
        found, checked = Baseline.build(failures), {name_reply(reply) for reply, _ in answers}
        if self.read is not None:
            known_of = {reply: self.gate.baseline.select(reply) for reply in checked}
            known = sum(each in known_of[reply] for reply, each in failures)
            typer.echo(f"{self.read}: {known} of {format_count(len(failures), 'failure')} known", err=True)
            if stale := self.gate.baseline.list_stale(found, checked):
                typer.echo(describe_stale(self.read, stale), err=True)
        if self.written is not None:
            after = self.before.update(found, checked)
            after.write(self.written)
            if kept := len(after.known) - len(found.known):
                typer.echo(describe_kept(self.written, kept, "replies that were not checked"), err=True)


def describe_low_share(supported: int, stating: int, bound: float) -> str:
    """Say that the supported share is below the bound, without a full stop; "" if it is not.

    The faithfulness score is no share: undecided sentences have no part in it, so a reply of which almost
    nothing was decided can have a high one.
    """
    if not stating:
        return "no sentence states anything that could be checked"
    if supported / stating >= bound:
        return ""
    return f"{supported:,} of {format_count(stating, 'statement')} supported, below the share {bound:g}"


def check_fail_under(value: float | None) -> None:
    """Check the value of ``--fail-under``.

    Raises:
        InputError: it is not from 0 to 1.
    """
    if value is not None and not 0.0 <= value <= 1.0:
        raise InputError(f"--fail-under must be from 0 to 1, got {value:g}.")


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

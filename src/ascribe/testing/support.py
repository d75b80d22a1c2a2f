"""``assert_supported``: the check of a reply as an assertion, for the tests of an application."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Unpack

from ascribe.baseline import Baseline
from ascribe.errors import InputError
from ascribe.pipeline import CheckArguments, check
from ascribe.records import Answer, CitedSentence
from ascribe.records.outcomes import FAILING, STATUSES
from ascribe.text.counts import format_count


def assert_supported(
    reply: Any,
    sources: Any,
    question: str | None = None,
    *,
    fail_on: Sequence[str] = FAILING,
    baseline: Baseline | None = None,
    **options: Unpack[CheckArguments],
) -> Answer:
    """Check a reply and return the answer.

    Args:
        reply: the reply, as ``ascribe.check`` takes it.
        sources: its sources, as ``ascribe.check`` takes them.
        question: the question that the reply answers.
        fail_on: statuses that fail.
        baseline: known failures, which do not fail: those of this reply (``Baseline.select``).
        options: the options of ``ascribe.check``.

    Raises:
        AssertionError: a sentence fails, or nothing was checked; the message lists the sentences with the
            reason and the words of the source.
        InputError: the reply or a source cannot be used.
    """
    __tracebackhide__ = True
    answer = check(reply, sources, question, **options)
    require_supported(answer, fail_on, baseline)
    return answer


def require_supported(
    answer: Answer, fail_on: Sequence[str] = FAILING, baseline: Baseline | None = None
) -> None:
    """Raise ``AssertionError`` if a sentence of a checked reply fails; see ``assert_supported``."""
    __tracebackhide__ = True
    failures = list_failures(answer, fail_on)
    fresh = [sentence for sentence in failures if baseline is None or sentence not in baseline]
    if fresh:
        raise AssertionError(describe_failures(answer, fresh))
    if fail_on and not answer.verification_ran and not failures:
        raise AssertionError("no sentence of the reply could be checked, so none is supported.")


def list_failures(answer: Answer, fail_on: Sequence[str]) -> list[CitedSentence]:
    """Return the sentences with one of these statuses, in order.

    Raises:
        InputError: one is no status.
    """
    if isinstance(fail_on, str) or not isinstance(fail_on, Iterable):
        raise InputError(f"fail_on must be a list of statuses, such as ['contradicted'], got {fail_on!r}.")
    if unknown := [status for status in fail_on if status not in STATUSES]:
        raise InputError(f"fail_on takes {', '.join(STATUSES)}, got {unknown[0]!r}.")
    return [s for s in answer.sentences if s.verdict and s.verdict.status in fail_on]


def describe_failures(answer: Answer, failures: Sequence[CitedSentence]) -> str:
    """Describe failing sentences: each with its status, the reason, and the words of the source."""
    lines = [f"{len(failures)} of {format_count(len(answer.sentences), 'sentence')} failed:"]
    for sentence in failures:
        verdict = sentence.verdict
        if verdict is not None:
            lines.append(f"  {verdict.status}: {' '.join(sentence.text.split())}")
            lines.append(f"    {verdict.message}")
        lines.extend(f"    {r.document_id}: {' '.join(r.quote.split())}" for r in sentence.references[:1])
    return "\n".join(lines)

"""OpenTelemetry for checks and questions: spans for the steps, and an evaluation event for each result.

Nothing here imports OpenTelemetry unless the application has imported it, ``enable`` was called, or
``ASCRIBE_TELEMETRY=1`` is set. Spans and events hold counts, codes and scores; texts only if the variable of
OpenTelemetry's conventions for generative AI allows it.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from functools import cache, partial
from inspect import signature
from typing import TYPE_CHECKING, Any

from ascribe.errors import MissingExtraError
from ascribe.install_command import build_install_command
from ascribe.records.outcomes import NOT_SUPPORTED, OUTCOMES
from ascribe.version import __version__

if TYPE_CHECKING:
    from ascribe.records import Answer, CitedSentence

SWITCH = "ASCRIBE_TELEMETRY"
"""Environment variable: 1 turns telemetry on, 0 off."""

CONTENT = "OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT"
"""Environment variable of the conventions: which signals may contain texts."""

_SPANS_WITH_TEXT = ("true", "span_only", "span_and_event")
_EVENTS_WITH_TEXT = ("true", "event_only", "span_and_event")

EVENT = "gen_ai.evaluation.result"
_SCOPE = "ascribe"

Report = Callable[["Answer"], None]
"""Adds the result to the span of its operation, and emits its events."""


@dataclass(slots=True)
class _State:
    """Whether ``enable`` or ``disable`` was called, and with which providers; None uses the global ones."""

    is_enabled: bool | None = None
    tracer_provider: Any = None
    logger_provider: Any = None


_state = _State()
_is_tracing: ContextVar[bool] = ContextVar("ascribe_is_tracing", default=False)


def enable(tracer_provider: Any = None, logger_provider: Any = None) -> None:
    """Turn telemetry on, whether or not OpenTelemetry is imported yet.

    Args:
        tracer_provider: makes the spans; None uses the global one.
        logger_provider: takes the events; None uses the global one.

    Raises:
        MissingExtraError: OpenTelemetry is not installed.
    """
    _import_api()
    _state.is_enabled, _state.tracer_provider, _state.logger_provider = True, tracer_provider, logger_provider


def disable() -> None:
    """Turn telemetry off, whatever the environment says."""
    _state.is_enabled, _state.tracer_provider, _state.logger_provider = False, None, None


def is_active() -> bool:
    """Return True if spans and events are made.

    Raises:
        MissingExtraError: the environment asks for telemetry, but OpenTelemetry is not installed.
    """
    if _state.is_enabled is not None:
        return _state.is_enabled
    asked = os.environ.get(SWITCH, "").strip().lower()
    if asked in ("0", "false", "off"):
        return False
    if asked:
        _import_api()
        return True
    return "opentelemetry.trace" in sys.modules and _has_named_events()


@cache
def _has_named_events() -> bool:
    """Return True if the application's OpenTelemetry has events with a name, which older releases lack.

    The application did not ask for telemetry of Ascribe, so an older release turns it off and is no error.
    """
    try:
        logs = _import_api().logs
    except MissingExtraError:
        return False
    return "event_name" in signature(logs.LogRecord.__init__).parameters


@contextmanager
def trace_operation(name: str) -> Iterator[Report]:
    """Trace one check or question: a span, and inside it a span for each step.

    Yield a function that takes the answer. An exception that leaves the block marks the span as failed, with
    the type of the error and without its message, which may quote a text.
    """
    if not is_active():
        yield _ignore
        return
    with _start_span(name) as span:
        token = _is_tracing.set(True)
        try:
            yield partial(_report, span)
        finally:
            _is_tracing.reset(token)


@contextmanager
def trace_step(name: str, *, is_leaf: bool = False, **counts: int) -> Iterator[None]:
    """Trace one step of the current operation; outside one, nothing is traced.

    Args:
        name: of the span.
        is_leaf: trace no steps inside this one, as there may be several for each sentence.
        counts: name → number, for the span.
    """
    if not _is_tracing.get():
        yield
        return
    with _start_span(name) as span:
        for key, number in counts.items():
            span.set_attribute(f"ascribe.{key}", number)
        token = _is_tracing.set(not is_leaf)
        try:
            yield
        finally:
            _is_tracing.reset(token)


def emit_evaluation(answer: Answer) -> None:
    """Emit the evaluation event of the answer, and one for each of its sentences that has a verdict.

    They belong to the current span.
    """
    if not is_active():
        return
    logs = _import_api().logs
    logger = logs.get_logger(_SCOPE, __version__, logger_provider=_state.logger_provider)
    with_text = _allows_text(_EVENTS_WITH_TEXT)
    emitted = [_describe_answer(answer)]
    emitted += [
        _describe_sentence(number, sentence, with_text=with_text)
        for number, sentence in enumerate(answer.sentences, 1)
        if sentence.verdict is not None
    ]
    for attributes in emitted:
        logger.emit(logs.LogRecord(event_name=EVENT, attributes=attributes))


# --- Spans ---


@dataclass(frozen=True, slots=True)
class _Api:
    """The two modules of OpenTelemetry's interface that are used."""

    trace: Any
    logs: Any


def _import_api() -> _Api:
    try:
        from opentelemetry import _logs as logs
        from opentelemetry import trace
    except ImportError as error:  # also if a release has no such part
        raise MissingExtraError(
            f"Telemetry needs {error.name}; run: {build_install_command('telemetry')}, or set {SWITCH}=0."
        ) from error
    return _Api(trace, logs)


@contextmanager
def _start_span(name: str) -> Iterator[Any]:
    trace = _import_api().trace
    tracer = trace.get_tracer(_SCOPE, __version__, tracer_provider=_state.tracer_provider)
    with tracer.start_as_current_span(name, record_exception=False, set_status_on_exception=False) as span:
        try:
            yield span
        except Exception as error:
            span.set_attribute("error.type", type(error).__qualname__)
            span.set_status(trace.StatusCode.ERROR)
            raise


def _ignore(answer: Answer) -> None:
    """Report nothing."""


def _report(span: Any, answer: Answer) -> None:
    if span.is_recording():
        span.set_attributes(_describe_operation(answer))
        if _allows_text(_SPANS_WITH_TEXT):
            span.set_attributes({"ascribe.question": answer.query, "ascribe.reply": answer.reply or ""})
    emit_evaluation(answer)


def _describe_operation(answer: Answer) -> dict[str, Any]:
    """Return the attributes of the span: settings and counts, no text."""
    settings = answer.settings
    described: dict[str, Any] = {
        "ascribe.tier": settings.tier or "none",
        "ascribe.strictness": answer.strictness,
        "ascribe.sources.count": len(answer.documents),
        "ascribe.sources.skipped": len(answer.skipped),
        "ascribe.sources.characters": sum(len(document.full_text or "") for document in answer.documents),
        "ascribe.reply.characters": len(answer.reply or ""),
        "ascribe.sentences.count": len(answer.sentences),
        "ascribe.sentences.removed": len(answer.removed),
    }
    described |= {f"ascribe.sentences.{status}": n for status, n in answer.status_counts().items()}
    if settings.language:
        described["ascribe.language"] = settings.language
    if answer.verification_ran:
        described["ascribe.faithfulness"] = answer.faithfulness_score
        described["ascribe.sentences.checked"] = len(answer.verification_results)
    if answer.supported_share is not None:
        described["ascribe.supported_share"] = answer.supported_share
    if answer.was_refused:
        described["ascribe.refusal"] = _get_code(answer.refusal_reason)
    return described


def _allows_text(values: tuple[str, ...]) -> bool:
    return os.environ.get(CONTENT, "").strip().lower() in values


# --- Evaluation events ---


def _describe_answer(answer: Answer) -> dict[str, Any]:
    """Return the attributes of the event of an answer; without a checked sentence it has no score."""
    counts = answer.status_counts()
    listed = ", ".join(f"{number} {status}" for status, number in sorted(counts.items()))
    described: dict[str, Any] = {
        "gen_ai.evaluation.name": "ascribe.faithfulness",
        "gen_ai.evaluation.score.label": _choose_label(answer),
        "gen_ai.evaluation.explanation": listed or "no sentence was checked",
    }
    if answer.verification_ran and not answer.was_refused:
        described["gen_ai.evaluation.score.value"] = answer.faithfulness_score
    return described


def _choose_label(answer: Answer) -> str:
    """Return ``refused``, ``not_checked``, ``fail``, ``undecided`` or ``pass``."""
    if answer.was_refused:
        return "refused"
    counts = answer.status_counts()
    if any(status in counts for status in NOT_SUPPORTED):
        return "fail"
    if "unknown" in counts:
        return "undecided"
    return "pass" if "supported" in counts else "not_checked"


def _describe_sentence(number: int, sentence: CitedSentence, *, with_text: bool) -> dict[str, Any]:
    """Return the attributes of the event of a sentence; its explanation quotes only with ``with_text``."""
    verdict = sentence.verdict
    if verdict is None:
        return {}
    outcome = OUTCOMES.get(verdict.reason)
    described: dict[str, Any] = {
        "gen_ai.evaluation.name": "ascribe.sentence",
        "gen_ai.evaluation.score.label": verdict.status,
        "gen_ai.evaluation.explanation": outcome.wording if outcome else verdict.status,
        "ascribe.sentence.number": number,
        "ascribe.sentence.reason": _get_code(verdict.reason),
        "ascribe.tier": verdict.tier,
    }
    if verdict.score is not None:
        described["gen_ai.evaluation.score.value"] = verdict.score
    if with_text:
        described |= {
            "gen_ai.evaluation.explanation": verdict.message,
            "ascribe.sentence.text": sentence.text,
        }
    return described


def _get_code(reason: str | None) -> str:
    """Return a reason if it is a code; one of another package may be a sentence with words of a text."""
    return reason if reason and reason.isidentifier() else "other"

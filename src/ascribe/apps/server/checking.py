"""Checks that can be stopped between sentences, and that say each sentence as soon as it is judged."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from ascribe.apps.server.failures import ServiceError
from ascribe.apps.server.settings import ServerSettings
from ascribe.apps.server.work import Ticket
from ascribe.engine import CheckEngine, ClaimResult
from ascribe.pipeline import CheckOptions, prepare_engine
from ascribe.records import Answer, FaithfulnessComponents, StreamEvent, Strictness
from ascribe.reply_citations.judgement import judge_citations
from ascribe.streaming.events import EventRenderer

_STEP = 8
"""Sentences that are judged together: enough for a good batch, few enough to stop soon."""


@dataclass(frozen=True, slots=True)
class CheckRequest:
    """A check with everything resolved: its answer depends on nothing else.

    Args:
        reply: the text to check.
        sources: dicts with text, and documents, in order.
        question: the question.
        tier: the tier; None is that of the library.
        strictness: the level.
        language: ISO 639-1 code; None detects it.
        policy: the citation policy.
    """

    reply: str
    sources: Sequence[Any]
    question: str | None = None
    tier: str | None = None
    strictness: Strictness = "balanced"
    language: str | None = None
    policy: str = "best_evidence"


def run_check(request: CheckRequest, settings: ServerSettings, ticket: Ticket) -> Answer:
    """Return the answer that ``ascribe.check`` returns.

    Raises:
        ServiceError: the reply has too many sentences.
        InputError: as ``ascribe.check``.
        WorkStoppedError: the work was stopped meanwhile.
    """
    engine = _prepare(request, settings)
    results: list[ClaimResult] = []
    for start in range(0, len(engine.read.claims), _STEP):
        ticket.check()
        results += engine.judge(engine.read.claims[start : start + _STEP])
    ticket.check()
    return judge_citations(engine, engine.build_answer(results))


def iterate_check(request: CheckRequest, settings: ServerSettings, ticket: Ticket) -> Iterator[StreamEvent]:
    """Yield the events of ``ascribe.stream`` for a reply that is complete: each sentence once it is judged.

    Raises:
        ServiceError: the reply has too many sentences.
        InputError: as ``ascribe.check``.
        WorkStoppedError: the work was stopped meanwhile.
    """
    engine = _prepare(request, settings)
    renderer = EventRenderer("md")
    results: list[ClaimResult] = []
    for claim in engine.read.claims:
        ticket.check()
        results += engine.judge([claim])
        yield from renderer.update(_build_partial(engine, results))
    ticket.check()
    yield from renderer.end(judge_citations(engine, engine.build_answer(results)))


def _prepare(request: CheckRequest, settings: ServerSettings) -> CheckEngine:
    options = CheckOptions(
        tier=request.tier or settings.tier,
        strictness=request.strictness,
        language=request.language,
        policy=request.policy,
        limits=settings.limits,
    )
    engine = prepare_engine(request.reply, list(request.sources), request.question, options)
    if len(engine.read.claims) > settings.max_sentences:
        raise ServiceError(
            422,
            "too_many_sentences",
            f"the reply has {len(engine.read.claims):,} sentences, more than the limit of "
            f"{settings.max_sentences:,}; send it in parts.",
            "reply",
        )
    return engine


def _build_partial(engine: CheckEngine, results: Sequence[ClaimResult]) -> Answer:
    """Build the answer so far; what only the end can tell is left empty."""
    return Answer(
        "",
        engine.build_sentences(results),
        1.0,
        FaithfulnessComponents(0.0, 1.0),
        [],
        [],
        [],
        engine.settings.strictness,
        reply=engine.read.text,
        documents=engine.sources.documents,
    )

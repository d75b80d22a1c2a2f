"""A question, the passages that were found and a generator → an answer or a refusal."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from ascribe.errors import InputError
from ascribe.library.answering.absence import only_refuses, without_refusals
from ascribe.library.answering.refusing import decided, refused
from ascribe.library.generators import drafted
from ascribe.pipeline import Choice
from ascribe.read.replies import Reply, read_reply
from ascribe.read.sources import SourceSet
from ascribe.records import (
    Answer,
    CitedSentence,
    Document,
    FaithfulnessComponents,
    RetrievedChunk,
    Settings,
    Strictness,
)
from ascribe.records.refusals import Refusal
from ascribe.stages import Draft, Generator, Offered
from ascribe.version import __version__

SHOWN_UNCHECKED: tuple[Strictness, ...] = ("loose", "balanced")
"""Levels that show a draft which nobody checked; the others want a verifier."""

_GONE = "what was found was taken out of the library, or replaced, while the answer was made"


def answered(
    question: str,
    offered: Sequence[Offered],
    documents: list[Document],
    generator: Generator,
    choice: Choice,
    *,
    read: Sequence[Offered] | None = None,
    verify: bool = True,
    language: str | None = None,
    still_there: Callable[[list[Document]], list[Document]] = list,
) -> Answer:
    """The answer at the level of the choice.

    A draft that took from a document which is gone by then is checked anew, against those that are left.

    Args:
        question: as it was asked.
        offered: the passages that were found, best first.
        documents: those they lie in.
        generator: drafts the answer.
        choice: who checks it.
        read: what the generator reads, where that is more than the passages.
        verify: False shows the draft unchecked, and says so.
        language: of the question.
        still_there: gives those of the documents that can be cited now.
    """
    nothing = _nothing(question, offered, documents, choice)
    if not offered:
        return refused(nothing, "no_evidence")
    draft = drafted(generator, question, offered if read is None else read, language)
    answer = _settled(nothing, generator, draft, choice, verify=verify, language=language)
    while len(left := still_there(documents)) < len(documents):
        documents, offered = left, _lying_in(left, offered)
        nothing = _nothing(question, offered, documents, choice)
        if not offered:
            return refused(_with(nothing, generator, draft), "no_evidence", _GONE)
        answer = _settled(nothing, generator, draft, choice, verify=verify, language=language)
    return answer


def _settled(
    nothing: Answer, generator: Generator, draft: Draft, choice: Choice, *, verify: bool, language: str | None
) -> Answer:
    """What is shown of the draft beside the documents of an answer that has nothing else yet."""
    nothing = _with(nothing, generator, draft)
    reason = _refusal(draft)
    if reason is not None:
        return refused(nothing, reason, draft.details)
    reply = read_reply(draft.text, language)
    if not verify:
        if only_refuses(reply.claims):
            return refused(nothing, "generator_refused")
        return replace(nothing, reply=draft.text, sentences=_unchecked(reply))
    prepared = choice.prepared(reply, SourceSet(nothing.documents))
    checked = without_refusals(prepared.answer(), reply.claims)
    parts = replace(
        checked.faithfulness_components,
        retrieval_score=nothing.faithfulness_components.retrieval_score,
    )
    checked = replace(checked, retrieved_chunks=nothing.retrieved_chunks, faithfulness_components=parts)
    return decided(_with(checked, generator, draft))


def _lying_in(documents: Sequence[Document], offered: Sequence[Offered]) -> list[Offered]:
    """The passages of these documents."""
    ids = {document.doc_id for document in documents}
    return [one for one in offered if one.chunk.doc_id in ids]


def check_verified(choice: Choice, *, verify: bool) -> None:
    """Refuse a level that wants a check where there is none.

    Raises:
        InputError: verification is off at ``strict`` or ``paranoid``.
    """
    if not verify and choice.strictness not in SHOWN_UNCHECKED:
        raise InputError(
            f"strictness {choice.strictness!r} wants every sentence checked; leave verification on, or "
            "ask for balanced or loose."
        )


def _nothing(question: str, offered: Sequence[Offered], documents: list[Document], choice: Choice) -> Answer:
    """An answer without a sentence, with what was offered."""
    scores = [one.score for one in offered]
    mean = sum(scores) / len(scores) if scores else 0.0
    return Answer(
        query=question,
        sentences=[],
        faithfulness_score=1.0,
        faithfulness_components=FaithfulnessComponents(mean, 1.0),
        unsupported_claims=[],
        retrieved_chunks=[RetrievedChunk(one.chunk, one.score, "reranked") for one in offered],
        verification_results=[],
        strictness=choice.strictness,
        reply="",
        documents=documents,
        settings=Settings(strictness=choice.strictness, versions={"ascribe": __version__}),
    )


def _with(answer: Answer, generator: Generator, draft: Draft) -> Answer:
    """The answer with what the generator said of itself."""
    settings, parts = answer.settings, answer.faithfulness_components
    components = {**settings.components, "generate": type(generator).__name__}
    return replace(
        answer,
        confidence=draft.confidence,
        settings=replace(settings, components=components),
        faithfulness_components=replace(parts, generation_logprob=draft.logprob),
    )


def _refusal(draft: Draft) -> Refusal | None:
    """Why the draft is no answer; a blank one is a failure."""
    if draft.outcome != "answer":
        return draft.outcome
    return None if draft.text.strip() else "generator_error"


def _unchecked(reply: Reply) -> list[CitedSentence]:
    """The sentences of a draft that nobody checked."""
    return [CitedSentence(claim.text, (), 0.0, claim.start, claim.end) for claim in reply.claims]

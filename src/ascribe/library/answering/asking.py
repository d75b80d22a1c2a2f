"""A question, the passages that were found and a generator → an answer or a refusal."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Self

from ascribe.errors import InputError
from ascribe.library.answering.absence import only_refuses, without_refusals
from ascribe.library.answering.refusing import decided, refused
from ascribe.library.generators import drafted
from ascribe.library.reranking import Reranker
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


@dataclass(frozen=True, slots=True)
class Asked:
    """A question with the passages that were found for it; nothing is drafted yet.

    A draft that took from a document which is gone by then is checked anew, against those that are left.

    Args:
        question: as it was asked.
        offered: the passages that were found, best first.
        sources: the documents they lie in.
        generator: drafts the answer.
        choice: who checks it, and the level.
        read: what the generator reads, where that is more than the passages.
        reranker: who ordered the passages, if not the search itself.
        verify: False shows the draft unchecked, and says so.
        language: of the question.
        reply_language: of the draft, if it is told; None detects it, as a quote is in the language of its
            source.
        still_there: gives those of the documents that can be cited now.
    """

    question: str
    offered: Sequence[Offered]
    sources: SourceSet
    generator: Generator
    choice: Choice
    read: Sequence[Offered] | None = None
    reranker: Reranker | None = None
    verify: bool = True
    language: str | None = None
    reply_language: str | None = None
    still_there: Callable[[list[Document]], list[Document]] = list

    def answer(self) -> Answer:
        """The answer at the level of the choice."""
        if not self.offered:
            return self.nothing_found()
        draft = drafted(self.generator, self.question, self.material, self.language)
        return self.answer_of(draft, self.checked)

    @property
    def material(self) -> Sequence[Offered]:
        """What the generator reads."""
        return self.offered if self.read is None else self.read

    def nothing_found(self) -> Answer:
        """The refusal where no passage fits."""
        return self._noted(refused(self.unchecked(Reply("", [], None)), "no_evidence"))

    def answer_of(self, draft: Draft, checked: Callable[[Reply], Answer]) -> Answer:
        """What the level shows of the draft, or why it shows nothing.

        Args:
            draft: what the generator made.
            checked: what ``check`` says of a reply to these sources.
        """
        answer = self._decided(draft, checked)
        left = self.still_there(self.sources.documents)
        if len(left) == len(self.sources.documents):
            return self._noted(answer)
        rest = self._beside(left)
        if not rest.offered:
            nothing = rest.unchecked(Reply("", [], None))
            return self._noted(refused(rest._with(nothing, draft), "no_evidence", _GONE))
        return rest.answer_of(draft, rest.checked)

    def _beside(self, documents: list[Document]) -> Self:
        """The same with what lies in these documents."""
        ids = {document.doc_id for document in documents}
        offered = [one for one in self.offered if one.chunk.doc_id in ids]
        return replace(self, offered=offered, sources=SourceSet(documents, self.sources.skipped))

    def _decided(self, draft: Draft, checked: Callable[[Reply], Answer]) -> Answer:
        nothing = self._with(self.unchecked(Reply("", [], None)), draft)
        reason = _refusal(draft)
        if reason is not None:
            return refused(nothing, reason, draft.details)
        reply = read_reply(draft.text, self.reply_language)
        if self.verify:
            return decided(self._with(self._with_offered(checked(reply), reply), draft))
        if only_refuses(reply.claims):
            return refused(nothing, "generator_refused")
        return self._with(self.unchecked(reply), draft)

    def checked(self, reply: Reply) -> Answer:
        """What ``check`` says of a reply to these sources."""
        return self.choice.prepared(reply, self.sources).answer()

    def unchecked(self, reply: Reply) -> Answer:
        """The sentences of a draft that nobody checked."""
        return Answer(
            query=self.question,
            sentences=[CitedSentence(c.text, (), 0.0, c.start, c.end) for c in reply.claims],
            faithfulness_score=1.0,
            faithfulness_components=FaithfulnessComponents(self._fit(), 1.0),
            unsupported_claims=[],
            retrieved_chunks=self._retrieved(),
            verification_results=[],
            strictness=self.choice.strictness,
            reply=reply.text,
            documents=self.sources.documents,
            skipped=self.sources.skipped,
            settings=Settings(strictness=self.choice.strictness, versions={"ascribe": __version__}),
        )

    def _with_offered(self, checked: Answer, reply: Reply) -> Answer:
        """The checked answer with what was offered; a sentence that only refuses supports nothing."""
        checked = without_refusals(checked, reply.claims)
        parts = replace(checked.faithfulness_components, retrieval_score=self._fit())
        return replace(checked, retrieved_chunks=self._retrieved(), faithfulness_components=parts)

    def _noted(self, answer: Answer) -> Answer:
        return answer if self.reranker is None else self.reranker.noted(answer)

    def _fit(self) -> float:
        """How well the passages fit the question, on average."""
        return sum(one.score for one in self.offered) / len(self.offered) if self.offered else 0.0

    def _retrieved(self) -> list[RetrievedChunk]:
        return [RetrievedChunk(one.chunk, one.score, "reranked") for one in self.offered]

    def _with(self, answer: Answer, draft: Draft) -> Answer:
        """The answer with what the generator said of itself."""
        settings, parts = answer.settings, answer.faithfulness_components
        components = {**settings.components, "generate": type(self.generator).__name__}
        if draft.quoted:
            components["draft"] = "quoted"
        return replace(
            answer,
            confidence=draft.confidence,
            settings=replace(settings, components=components),
            faithfulness_components=replace(parts, generation_logprob=draft.logprob),
        )


def check_verified(strictness: Strictness, *, verify: bool) -> None:
    """Refuse a level that wants a check where there is none.

    Raises:
        InputError: verification is off at ``strict`` or ``paranoid``.
    """
    if not verify and strictness not in SHOWN_UNCHECKED:
        raise InputError(
            f"strictness {strictness!r} wants every sentence checked; leave verification on, or "
            "ask for balanced or loose."
        )


def _refusal(draft: Draft) -> Refusal | None:
    """Why the draft is no answer; a blank one is a failure."""
    if draft.outcome != "answer":
        return draft.outcome
    return None if draft.text.strip() else "generator_error"

"""One question with its passages: draft an answer, verify it, and return it or abstain."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Self

from ascribe.errors import InputError
from ascribe.inference.encoder import Encoder
from ascribe.library.answering.abstention import (
    apply_strictness,
    build_refusal,
    is_only_refusal,
    mark_refusals,
)
from ascribe.library.answering.extractive import ExtractiveGenerator
from ascribe.library.answering.generators import generate_draft, resolve_generator
from ascribe.library.answering.threshold import load_calibrated_generator
from ascribe.library.context import expand_context
from ascribe.library.options import AskOptions, check_query
from ascribe.library.reranking import Reranker, resolve_reranker
from ascribe.library.retrieval import Retriever
from ascribe.library.store import Store
from ascribe.pipeline import CheckConfig, build_config
from ascribe.protocols import Draft, Generator, RetrievedPassage
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
from ascribe.records.outcomes import Refusal
from ascribe.text.language_detection import resolve_language
from ascribe.version import __version__

UNVERIFIED_LEVELS: tuple[Strictness, ...] = ("loose", "balanced")
"""Levels that show a draft which nobody checked; the others want a verifier."""

_SOURCES_GONE = "what was found was taken out of the library, or replaced, while the answer was made"


@dataclass(frozen=True, slots=True)
class AskRequest:
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
    offered: Sequence[RetrievedPassage]
    sources: SourceSet
    generator: Generator
    choice: CheckConfig
    read: Sequence[RetrievedPassage] | None = None
    reranker: Reranker | None = None
    verify: bool = True
    language: str | None = None
    reply_language: str | None = None
    still_there: Callable[[list[Document]], list[Document]] = list

    def answer(self) -> Answer:
        """The answer at the level of the choice."""
        if not self.offered:
            return self.refuse_empty()
        draft = generate_draft(self.generator, self.question, self.material, self.language)
        return self.build_answer(draft, self.checked)

    @property
    def material(self) -> Sequence[RetrievedPassage]:
        """What the generator reads."""
        return self.offered if self.read is None else self.read

    def refuse_empty(self) -> Answer:
        """The refusal where no passage fits."""
        return self._noted(build_refusal(self.build_unchecked(Reply("", [], None)), "no_evidence"))

    def build_answer(self, draft: Draft, checked: Callable[[Reply], Answer]) -> Answer:
        """What the level shows of the draft, or why it shows nothing.

        Args:
            draft: what the generator made.
            checked: what ``check`` says of a reply to these sources.
        """
        answer = self._decide_answer(draft, checked)
        left = self.still_there(self.sources.documents)
        if len(left) == len(self.sources.documents):
            return self._noted(answer)
        rest = self._restrict_to(left)
        if not rest.offered:
            nothing = rest.build_unchecked(Reply("", [], None))
            return self._noted(build_refusal(rest._add_draft(nothing, draft), "no_evidence", _SOURCES_GONE))
        return rest.build_answer(draft, rest.checked)

    def _restrict_to(self, documents: list[Document]) -> Self:
        """The same with what lies in these documents."""
        ids = {document.doc_id for document in documents}
        offered = [one for one in self.offered if one.chunk.doc_id in ids]
        return replace(self, offered=offered, sources=SourceSet(documents, self.sources.skipped))

    def _decide_answer(self, draft: Draft, checked: Callable[[Reply], Answer]) -> Answer:
        nothing = self._add_draft(self.build_unchecked(Reply("", [], None)), draft)
        reason = _find_draft_refusal(draft)
        if reason is not None:
            return build_refusal(nothing, reason, draft.details)
        reply = read_reply(draft.text, self.reply_language)
        if self.verify:
            return apply_strictness(self._add_draft(self._add_retrieval(checked(reply), reply), draft))
        if is_only_refusal(reply.claims):
            return build_refusal(nothing, "generator_refused")
        return self._add_draft(self.build_unchecked(reply), draft)

    def checked(self, reply: Reply) -> Answer:
        """What ``check`` says of a reply to these sources."""
        return self.choice.build_engine(reply, self.sources).answer()

    def build_unchecked(self, reply: Reply) -> Answer:
        """The sentences of a draft that nobody checked."""
        return Answer(
            query=self.question,
            sentences=[CitedSentence(c.text, (), 0.0, c.start, c.end) for c in reply.claims],
            faithfulness_score=1.0,
            faithfulness_components=FaithfulnessComponents(self._compute_mean_score(), 1.0),
            unsupported_claims=[],
            retrieved_chunks=self._build_retrieved_chunks(),
            verification_results=[],
            strictness=self.choice.strictness,
            reply=reply.text,
            documents=self.sources.documents,
            skipped=self.sources.skipped,
            settings=Settings(strictness=self.choice.strictness, versions={"ascribe": __version__}),
        )

    def _add_retrieval(self, checked: Answer, reply: Reply) -> Answer:
        """The checked answer with what was offered; a sentence that only refuses supports nothing."""
        checked = mark_refusals(checked, reply.claims)
        parts = replace(checked.faithfulness_components, retrieval_score=self._compute_mean_score())
        return replace(
            checked, retrieved_chunks=self._build_retrieved_chunks(), faithfulness_components=parts
        )

    def _noted(self, answer: Answer) -> Answer:
        return answer if self.reranker is None else self.reranker.record_settings(answer)

    def _compute_mean_score(self) -> float:
        """How well the passages fit the question, on average."""
        return sum(one.score for one in self.offered) / len(self.offered) if self.offered else 0.0

    def _build_retrieved_chunks(self) -> list[RetrievedChunk]:
        return [RetrievedChunk(one.chunk, one.score, "reranked") for one in self.offered]

    def _add_draft(self, answer: Answer, draft: Draft) -> Answer:
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


def check_verification(strictness: Strictness, *, verify: bool) -> None:
    """Refuse a level that wants a check where there is none.

    Raises:
        InputError: verification is off at ``strict`` or ``paranoid``.
    """
    if not verify and strictness not in UNVERIFIED_LEVELS:
        raise InputError(
            f"strictness {strictness!r} wants every sentence checked; leave verification on, or "
            "ask for balanced or loose."
        )


def _find_draft_refusal(draft: Draft) -> Refusal | None:
    """Why the draft is no answer; a blank one is a failure."""
    if draft.outcome != "answer":
        return draft.outcome
    return None if draft.text.strip() else "generator_error"


def build_request(question: str, told: AskOptions, store: Store, encoder: Encoder) -> AskRequest:
    """The question with its passages.

    Raises:
        InputError: one of the options cannot be used; the message names it.
        UnknownComponentError: a generator or tier that is not installed.
        MissingExtraError: it needs an optional package.
    """
    check_query(question, told.top, told.where, told.context)
    choice = build_config(
        question, tier=told.tier, strictness=told.strictness, language=told.language
    ).cache_verifiers()
    check_verification(choice.strictness, verify=told.verify)
    spoken = resolve_language(question, told.language)
    drafting = _resolve_generator(
        told, choice, spoken, encoded=lambda: not store.without_vectors(encoder.digest)
    )
    if told.verify:  # a tier that cannot load says so before anything is spent
        choice.make_verifier(strictness=choice.strictness, language=spoken)
    reranker = resolve_reranker(told.rerank)
    found = Retriever(store, encoder).passages(
        question, told.top, where=told.where, language=told.language, reranker=reranker
    )
    # the bars of the extractive generator were fitted on passages
    context = "passage" if isinstance(drafting, ExtractiveGenerator) else told.context
    with store.snapshot():
        material = expand_context(store, found, context)
        still_there = _build_current_filter(store, material.documents)
    return AskRequest(
        question,
        material.offered,
        SourceSet(material.documents),
        drafting,
        choice,
        read=material.read,
        reranker=reranker,
        verify=told.verify,
        language=spoken,
        reply_language=told.language,
        still_there=still_there,
    )


def _resolve_generator(
    told: AskOptions, choice: CheckConfig, language: str | None, *, encoded: Callable[[], bool]
) -> Generator:
    """Who drafts; ``encoded`` says whether every passage has its vectors."""
    if told.calibration is None:
        return resolve_generator(told.generator, choice.strictness)
    return load_calibrated_generator(told.calibration, told, choice, encoded=encoded(), language=language)


def _build_current_filter(
    store: Store, documents: list[Document]
) -> Callable[[list[Document]], list[Document]]:
    """What says later which of these documents are still as they are now."""
    now = {document.doc_id: store.documents(doc_id=document.doc_id) for document in documents}
    return lambda asked: [d for d in asked if store.documents(doc_id=d.doc_id) == now[d.doc_id]]

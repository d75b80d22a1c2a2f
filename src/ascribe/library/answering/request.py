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
from ascribe.library.answering.drafting import generate_draft, resolve_generator
from ascribe.library.answering.extractive import ExtractiveGenerator
from ascribe.library.answering.follow_up import History, parse_history, render_conversation, resolve_follow_up
from ascribe.library.answering.threshold import load_calibrated_generator
from ascribe.library.options import AskOptions, check_verification
from ascribe.library.reranking import Reranker, resolve_reranker
from ascribe.library.retrieval import Retriever, check_query, expand_context
from ascribe.library.store import Store
from ascribe.pipeline import CheckConfig, CheckOptions, build_config
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
)
from ascribe.records.answer_warnings import describe_doubt, describe_unanswered
from ascribe.records.outcomes import Refusal
from ascribe.telemetry import trace_step
from ascribe.text.language_detection import resolve_language
from ascribe.version import __version__

_SOURCES_GONE = "the passages found were removed from the library, or replaced, while the answer was written"


@dataclass(frozen=True, slots=True)
class AskRequest:
    """A question with the passages that were found for it; nothing is drafted yet.

    If a document that the draft uses has been removed meanwhile, the draft is verified again, against the
    documents that are left.

    Args:
        question: the question, unchanged.
        offered: the passages that were found, best first.
        sources: the documents that contain them.
        generator: drafts the answer.
        check_config: how the answer is verified, and the level.
        read: what the generator reads, if that is more than the passages.
        reranker: what ordered the passages, if not the search itself.
        verify: False shows the draft unverified, and marks it so.
        language: of the question.
        standalone_question: the question that the generator is given, if it is a follow-up.
        reply_language: of the draft, if it is given; None takes that of the passages for a quote, and detects
            that of any other draft.
        select_current: returns those of the documents that can be cited now.
    """

    question: str
    offered: Sequence[RetrievedPassage]
    sources: SourceSet
    generator: Generator
    check_config: CheckConfig
    read: Sequence[RetrievedPassage] | None = None
    reranker: Reranker | None = None
    verify: bool = True
    language: str | None = None
    standalone_question: str | None = None
    reply_language: str | None = None
    select_current: Callable[[list[Document]], list[Document]] = list

    def answer(self) -> Answer:
        """Draft, verify and return the answer at the requested level."""
        if not self.offered:
            return self.refuse_empty()
        with trace_step("ascribe.generate", passages=len(self.material)):
            draft = generate_draft(self.generator, self.drafted_question, self.material, self.language)
        return self.build_answer(draft, self.check_reply)

    @property
    def drafted_question(self) -> str:
        """The question that the generator is given."""
        return self.question if self.standalone_question is None else self.standalone_question

    @property
    def material(self) -> Sequence[RetrievedPassage]:
        """What the generator reads."""
        return self.offered if self.read is None else self.read

    def refuse_empty(self) -> Answer:
        """Return the refusal for a question that no passage fits."""
        return self._record_reranker(build_refusal(self.build_unchecked(Reply("", [], None)), "no_evidence"))

    def build_answer(self, draft: Draft, check: Callable[[Reply], Answer]) -> Answer:
        """Return what the level shows of the draft, or why it shows nothing.

        Args:
            draft: what the generator wrote.
            check: verifies a reply against these sources, as ``check`` does.
        """
        answer = self._decide_answer(draft, check)
        left = self.select_current(self.sources.documents)
        if len(left) == len(self.sources.documents):
            return self._record_reranker(answer)
        rest = self._restrict_to(left)
        if not rest.offered:
            nothing = rest.build_unchecked(Reply("", [], None))
            return self._record_reranker(
                build_refusal(rest._add_draft(nothing, draft), "no_evidence", _SOURCES_GONE)
            )
        return rest.build_answer(draft, rest.check_reply)

    def _restrict_to(self, documents: list[Document]) -> Self:
        """Return the request restricted to passages of these documents."""
        ids = {document.doc_id for document in documents}

        def select(passages: Sequence[RetrievedPassage]) -> list[RetrievedPassage]:
            return [one for one in passages if one.chunk.doc_id in ids]

        sources = SourceSet(documents, self.sources.skipped)
        return replace(self, offered=select(self.offered), read=select(self.material), sources=sources)

    def _decide_answer(self, draft: Draft, check: Callable[[Reply], Answer]) -> Answer:
        nothing = self._add_draft(self.build_unchecked(Reply("", [], None)), draft)
        reason = _find_draft_refusal(draft)
        if reason is not None:
            return build_refusal(nothing, reason, draft.details)
        try:
            reply = self._read_draft(draft)
        except InputError as error:  # too long, or no text: a fault of the generator, not of the question
            return build_refusal(nothing, "generator_error", str(error))
        if self.verify:
            return apply_strictness(self._add_draft(self._add_retrieval(check(reply), reply), draft))
        if is_only_refusal(reply.claims):
            return build_refusal(nothing, "generator_refused")
        return self._add_draft(self._add_citations(self.build_unchecked(reply), draft), draft)

    def _read_draft(self, draft: Draft) -> Reply:
        """Read the text of the draft.

        A quoted row is read alone, as its source has it word for word; its column heads are of that table.
        """
        reply = read_reply(draft.text, self._find_reply_language(draft))
        if not draft.quoted:
            return reply
        alone = [replace(one, in_context="") if one.kind == "table_row" else one for one in reply.claims]
        return replace(reply, claims=alone)

    def _find_reply_language(self, draft: Draft) -> str | None:
        """Return the language of the draft; None if it has to be detected.

        The few words of a row of a table are too little to detect a language in.
        """
        if self.reply_language is not None or not draft.quoted:
            return self.reply_language
        languages = {document.language for document in self.sources.documents}
        return languages.pop() if len(languages) == 1 else None

    def check_reply(self, reply: Reply) -> Answer:
        """Verify a reply against these sources, as ``check`` does."""
        return self.check_config.build_engine(reply, self.sources).answer()

    def build_unchecked(self, reply: Reply) -> Answer:
        """Build the answer for a draft that is not verified."""
        return Answer(
            query=self.question,
            sentences=[CitedSentence(c.text, (), 0.0, c.start, c.end) for c in reply.claims],
            faithfulness_score=1.0,
            faithfulness_components=FaithfulnessComponents(self._compute_mean_score(), 1.0),
            unsupported_claims=[],
            retrieved_chunks=self._build_retrieved_chunks(),
            verification_results=[],
            strictness=self.check_config.strictness,
            reply=reply.text,
            documents=self.sources.documents,
            skipped=self.sources.skipped,
            settings=Settings(strictness=self.check_config.strictness, versions={"ascribe": __version__}),
        )

    def _add_citations(self, answer: Answer, draft: Draft) -> Answer:
        """Add what the generator itself cites to the sentences of an unverified answer."""
        known = {sentence.id for one in self.material for sentence in one.sentences}
        cited: dict[int, list[str]] = {}
        for offset, sentence_id in draft.citations:
            if sentence_id in known and answer.sentences:
                cited.setdefault(_find_sentence(answer.sentences, offset), []).append(sentence_id)
        sentences = [
            replace(sentence, supporting_sentence_ids=tuple(dict.fromkeys(cited.get(index, ()))))
            for index, sentence in enumerate(answer.sentences)
        ]
        return replace(answer, sentences=sentences)

    def _add_retrieval(self, checked: Answer, reply: Reply) -> Answer:
        """Add the passages to the verified answer; a sentence that only refuses counts as not checkable."""
        checked = mark_refusals(checked, reply.claims)
        parts = replace(checked.faithfulness_components, retrieval_score=self._compute_mean_score())
        return replace(
            checked, retrieved_chunks=self._build_retrieved_chunks(), faithfulness_components=parts
        )

    def _record_reranker(self, answer: Answer) -> Answer:
        return answer if self.reranker is None else self.reranker.record_settings(answer)

    def _compute_mean_score(self) -> float:
        """Return how well the passages fit the question, on average."""
        return sum(one.score for one in self.offered) / len(self.offered) if self.offered else 0.0

    def _build_retrieved_chunks(self) -> list[RetrievedChunk]:
        return [RetrievedChunk(one.chunk, one.score, "reranked") for one in self.offered]

    def _add_draft(self, answer: Answer, draft: Draft) -> Answer:
        """Add what the generator reported about its draft."""
        settings, parts = answer.settings, answer.faithfulness_components
        components = {**settings.components, "generate": type(self.generator).__name__}
        if self.drafted_question != self.question:
            components["asked"] = self.drafted_question
        if draft.quoted:
            components["draft"] = "quoted"
        told = replace(
            answer,
            confidence=draft.confidence,
            settings=replace(settings, components=components),
            faithfulness_components=replace(parts, generation_logprob=draft.logprob),
        )
        warnings = (describe_doubt(told), describe_unanswered(draft.unanswered))
        return replace(told, warnings=[one for one in warnings if one])


def _find_sentence(sentences: Sequence[CitedSentence], offset: int) -> int:
    """Return the index of the sentence that a citation at this offset follows; the first if none precedes."""
    return max((i for i, sentence in enumerate(sentences) if (sentence.char_start or 0) < offset), default=0)


def _find_draft_refusal(draft: Draft) -> Refusal | None:
    """Return why the draft is not an answer; None if it is. A blank draft is a failure."""
    if draft.outcome != "answer":
        return draft.outcome
    return None if draft.text.strip() else "generator_error"


def build_request(
    question: str, options: AskOptions, store: Store, encoder: Encoder, history: History | None = None
) -> AskRequest:
    """Search the library and return the question with its passages.

    Raises:
        InputError: an option cannot be used; the message names it.
        UnknownComponentError: a generator or tier that is not installed.
        MissingExtraError: an option needs an optional package.
    """
    check_query(question, options.top, options.where, options.context)
    checking = CheckOptions(tier=options.tier, strictness=options.strictness, language=options.language)
    check_config = build_config(question, checking).cache_verifiers()
    check_verification(check_config.strictness, verify=options.verify)
    turns = parse_history(history)
    standalone_question = resolve_follow_up(question, turns, options.language)
    query_language = resolve_language(standalone_question, options.language)
    drafting = _resolve_generator(
        options, check_config, query_language, encoded=lambda: not store.find_unencoded(encoder.digest)
    )
    if options.verify:  # a tier that cannot load fails before the search and the model calls
        check_config.make_verifier(strictness=check_config.strictness, language=query_language)
    reranker = resolve_reranker(options.rerank)
    with trace_step("ascribe.retrieve"):
        found = Retriever(store, encoder).find_hits(
            standalone_question,
            options.top,
            where=options.where,
            language=options.language,
            reranker=reranker,
        )
    # the thresholds of the extractive generator were fitted on passages
    context = "passage" if isinstance(drafting, ExtractiveGenerator) else options.context
    with store.snapshot():
        material = expand_context(store, found, context)
        select_current = _build_current_filter(store, material.documents)
    return AskRequest(
        question,
        material.offered,
        SourceSet(material.documents),
        drafting,
        check_config,
        read=material.read,
        reranker=reranker,
        verify=options.verify,
        language=query_language,
        standalone_question=(
            standalone_question
            if isinstance(drafting, ExtractiveGenerator)
            else render_conversation(question, turns)
        ),
        reply_language=options.language,
        select_current=select_current,
    )


def _resolve_generator(
    options: AskOptions, check_config: CheckConfig, language: str | None, *, encoded: Callable[[], bool]
) -> Generator:
    """Return the generator; ``encoded`` returns whether every passage has vectors."""
    if options.calibration is None:
        return resolve_generator(options.generator, check_config.strictness)
    return load_calibrated_generator(
        options.calibration, options, check_config, encoded=encoded(), language=language
    )


def _build_current_filter(
    store: Store, documents: list[Document]
) -> Callable[[list[Document]], list[Document]]:
    """Return a function that later selects the documents that have not changed since now."""
    now = {document.doc_id: store.documents(doc_id=document.doc_id) for document in documents}
    return lambda given: [d for d in given if store.documents(doc_id=d.doc_id) == now[d.doc_id]]

"""The answer: a reply, sentence by sentence, with its evidence and verdicts, and its audit trail."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from ascribe.records.answer_outputs import AnswerOutputs
from ascribe.records.answer_parts import FaithfulnessComponents, Settings, SkippedSource
from ascribe.records.audit_trail import build_audit_trail
from ascribe.records.citation import FINDINGS, Finding
from ascribe.records.citation_rows import list_citations
from ascribe.records.cited_sentence import CitedSentence
from ascribe.records.document import Document, RetrievedChunk
from ascribe.records.missing_fields import build_attribute_error
from ascribe.records.outcomes import CHECKED, NOT_SUPPORTED, Status
from ascribe.records.serialization import JsonRecord
from ascribe.records.unchecked_scores import clear_unchecked_scores, restore_unchecked_scores
from ascribe.records.verdict import Strictness, VerificationResult
from ascribe.records.verdict_messages import add_messages

MIN_SURE_CONFIDENCE = 0.5
"""Confidence below which every output says that it is low: a quote is then more likely no answer than one."""


@dataclass(frozen=True, repr=False, slots=True)
class Answer(AnswerOutputs):
    """A reply with every sentence ascribed to its evidence, or marked as having none.

    The fields up to ``refusal_reason`` are the published data model; those after it are additions to it.
    ``for sentence in answer``, ``len(answer)`` and ``answer[0]`` are about its sentences.

    Args:
        query: the question; empty if there was none.
        sentences: all sentences of the reply, in order.
        faithfulness_score: mean ``nli_score`` of the checked sentences; 1.0 with none checked, so test
            ``verification_ran`` first. The JSON then has null. Undecided sentences are not in it;
            ``supported_share`` counts them.
        faithfulness_components: its parts.
        unsupported_claims: texts of the sentences that failed, those in ``removed`` included.
        retrieved_chunks: the passages that were retrieved.
        verification_results: one for each sentence that was checked.
        strictness: the level the verdicts were made at.
        was_refused: True if there is no answer; then ``refusal_reason`` says why.
        refusal_reason: required when refused; from ``ask`` a code of ``ascribe.records.outcomes``.
        reply: the untouched text.
        documents: the sources that were read.
        removed: sentences removed from a generated answer; empty after ``check``. Their offsets count from
            their own first character.
        skipped: sources that could not be read.
        settings: how the answer was made.
        refusal_details: what went wrong, in a sentence, where the reason does not say all.
        confidence: probability in [0, 1] that the sources answer the question; None if it was not estimated.
        warnings: what a reader must know of an answer besides its verdicts, in sentences: that its confidence
            is low, and which part of the question has no answer.

    Raises:
        ValueError: a score outside [0, 1], a refusal without a reason, or results that disagree with the
            verdicts on the sentences.
    """

    query: str
    sentences: list[CitedSentence]
    faithfulness_score: float
    faithfulness_components: FaithfulnessComponents
    unsupported_claims: list[str]
    retrieved_chunks: list[RetrievedChunk]
    verification_results: list[VerificationResult]
    strictness: Strictness = "balanced"
    was_refused: bool = False
    refusal_reason: str | None = None
    reply: str | None = None
    documents: list[Document] = field(default_factory=list)
    removed: list[CitedSentence] = field(default_factory=list)
    skipped: list[SkippedSource] = field(default_factory=list)
    settings: Settings = field(default_factory=Settings)
    refusal_details: str = ""
    confidence: float | None = None
    warnings: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        lists = ("sentences", "unsupported_claims", "retrieved_chunks", "verification_results")
        for name in (*lists, "documents", "removed", "skipped", "warnings"):
            object.__setattr__(self, name, list(getattr(self, name)))
        if not 0.0 <= self.faithfulness_score <= 1.0:
            raise ValueError(f"faithfulness_score must be in [0, 1], got {self.faithfulness_score}")
        if self.was_refused and self.refusal_reason is None:
            raise ValueError("refusal_reason is required when was_refused is True")
        if self._has_verdicts:
            for result in self.verification_results:
                self._check_result(result)

    def _check_result(self, result: VerificationResult) -> None:
        """Raise ``ValueError`` for a result that disagrees with the verdict on its sentence."""
        index = result.cited_sentence_index
        if not 0 <= index < len(self.sentences):
            raise ValueError(f"verification result for sentence {index}, but there are {len(self.sentences)}")
        verdict = self.sentences[index].verdict
        if verdict is None or verdict.status not in CHECKED:
            raise ValueError(f"verification result for sentence {index}, which was not checked")
        if (verdict.status == "supported") != result.is_supported or result.status not in (
            None,
            verdict.status,
        ):
            raise ValueError(
                f"verification result for sentence {index} says supported={result.is_supported}, "
                f"its verdict says {verdict.status!r}"
            )

    def _build_plain(self) -> dict[str, Any]:
        data = JsonRecord._build_plain(self)
        for name in ("sentences", "removed"):
            add_messages(data[name], getattr(self, name))
        return clear_unchecked_scores(data)

    @classmethod
    def _complete_plain(cls, data: Any) -> Any:
        return restore_unchecked_scores(data)

    def __repr__(self) -> str:
        counts = ", ".join(f"{status}={n}" for status, n in self.status_counts().items())
        return f"Answer(sentences={len(self.sentences)}, {counts or 'nothing checked'})"

    def __iter__(self) -> Iterator[CitedSentence]:
        return iter(self.sentences)

    def __len__(self) -> int:
        return len(self.sentences)

    def __bool__(self) -> bool:
        """Return True: an answer is never nothing, also one that has no sentences, as after a refusal."""
        return True

    def __getitem__(self, index: int) -> CitedSentence:
        return self.sentences[index]

    if not TYPE_CHECKING:  # type checkers must find a field that does not exist

        def __getattr__(self, name: str) -> Any:
            raise build_attribute_error(self, name)

    @property
    def _has_verdicts(self) -> bool:
        return any(sentence.verdict is not None for sentence in self.sentences)

    def _with_status(self, *statuses: Status) -> list[CitedSentence]:
        return [s for s in self.sentences if s.verdict is not None and s.verdict.status in statuses]

    @property
    def text(self) -> str:
        """The sentences, joined by spaces. ``reply`` is the untouched text."""
        return " ".join(sentence.text for sentence in self.sentences)

    @property
    def is_fully_supported(self) -> bool:
        """Return True if no claim failed, removed ones included, and the answer was not refused.

        Also True if nothing was checked.
        """
        return not self.unsupported_claims and not self.was_refused

    @property
    def is_doubtful(self) -> bool:
        """Return True if an answer was given whose confidence is below ``MIN_SURE_CONFIDENCE``."""
        is_low = self.confidence is not None and self.confidence < MIN_SURE_CONFIDENCE
        return is_low and not self.was_refused

    @property
    def verification_ran(self) -> bool:
        """Return True if at least one sentence was checked."""
        return bool(self.verification_results)

    @property
    def stating_sentences(self) -> list[CitedSentence]:
        """Sentences that state something and have a verdict, undecided ones included."""
        return [s for s in self.sentences if s.verdict is not None and s.verdict.status != "not_checkable"]

    @property
    def supported_share(self) -> float | None:
        """Share of ``stating_sentences`` that is supported, in [0, 1]; None without any.

        An undecided sentence counts as not supported, so this is what a gate compares with its bound.
        """
        stating = self.stating_sentences
        return len(self._with_status("supported")) / len(stating) if stating else None

    @property
    def supported_sentences(self) -> list[CitedSentence]:
        """Sentences whose verdict is ``supported``.

        Without verdicts: those whose result is ``is_supported``, and those without a result.
        """
        if self._has_verdicts:
            return self._with_status("supported")
        results = [self.verification_for(i) for i in range(len(self.sentences))]
        return [s for s, r in zip(self.sentences, results, strict=True) if r is None or r.is_supported]

    @property
    def unsupported_sentences(self) -> list[CitedSentence]:
        """Sentences whose verdict is ``unsupported``, ``partial`` or ``contradicted``.

        Without verdicts: those whose result is not ``is_supported``.
        """
        if self._has_verdicts:
            return self._with_status(*NOT_SUPPORTED)
        results = [self.verification_for(i) for i in range(len(self.sentences))]
        return [
            s for s, r in zip(self.sentences, results, strict=True) if r is not None and not r.is_supported
        ]

    @property
    def contradicted_sentences(self) -> list[CitedSentence]:
        """Sentences that the sources contradict, in order."""
        return self._with_status("contradicted")

    @property
    def miscited_sentences(self) -> list[CitedSentence]:
        """Sentences for which the reply cites a document that does not support them, or that is not given."""
        return [s for s in self.sentences if any(one.is_miscited for one in list_citations(s, self))]

    @property
    def uncited_sentences(self) -> list[CitedSentence]:
        """Supported sentences whose support the reply does not cite, if it has markers of its own."""
        return [sentence for sentence in self.sentences if sentence.is_uncited]

    @property
    def cited_sentence_ids(self) -> frozenset[str]:
        """Ids of all source sentences that support a sentence."""
        return frozenset(i for sentence in self.sentences for i in sentence.supporting_sentence_ids)

    @property
    def nli_scores(self) -> list[float]:
        """The scores, in the order of ``verification_results``."""
        return [result.nli_score for result in self.verification_results]

    @property
    def min_nli_score(self) -> float:
        """The lowest score; 1.0 if nothing was checked, so test ``verification_ran`` first."""
        return min(self.nli_scores, default=1.0)

    def verification_for(self, sentence_idx: int) -> VerificationResult | None:
        """Return the first result for that sentence; None if it was not checked."""
        matches = (r for r in self.verification_results if r.cited_sentence_index == sentence_idx)
        return next(matches, None)

    def status_counts(self) -> dict[Status, int]:
        """Count the sentences by status; a status that does not occur has no key."""
        return dict(Counter(s.verdict.status for s in self.sentences if s.verdict is not None))

    def citation_counts(self) -> dict[Finding, int]:
        """Count the reply's own citations by finding; a finding that does not occur has no key."""
        counted = Counter(citation.finding for s in self.sentences for citation in s.citations)
        return {finding: counted[finding] for finding in FINDINGS if counted[finding]}

    def audit_trail(self) -> dict[str, Any]:
        """Return what an auditor needs as JSON values: figures, sentences, quotes, digests, settings.

        The first sixteen keys are those of the published data model.
        """
        return build_audit_trail(self)

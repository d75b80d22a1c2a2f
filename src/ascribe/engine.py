"""The engine of a check: score, cite and verify the claims of a reply, and build the answer."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from ascribe.component_checks import check_scores, check_verdicts
from ascribe.protocols import Claim, Policy, Scorer, Scores, StatementVerifier, Verifier
from ascribe.read.named_sources import NamedSource, find_named_source
from ascribe.read.passages import split_passages
from ascribe.read.printed import build_printed_documents
from ascribe.read.replies import Reply
from ascribe.read.sources import SourceSet
from ascribe.records import (
    Answer,
    CitedSentence,
    Context,
    Document,
    FaithfulnessComponents,
    Reference,
    RetrievedChunk,
    Settings,
    Span,
    Verdict,
    VerificationResult,
)
from ascribe.records.messages import ORDER_REASONS, RELATION_REASONS, find_deciding_comparison
from ascribe.records.outcomes import CHECKED
from ascribe.records.source_sentence import SourceSentence
from ascribe.replay import Replay
from ascribe.source_sentences import list_source_sentences
from ascribe.telemetry import trace_step
from ascribe.text.phrases import find_phrase
from ascribe.text.same_words import find_same_words

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Vector = NDArray[np.float64]
    Matrix = NDArray[np.float64]


OnJudged = Callable[[int, int], None]
"""Called with the number of sentences that are judged, and of all."""

JUDGED_AT_ONCE = 8
"""Claims between two reports. The verdicts are the same for any number; a small one costs time."""

_NAMING_RULES = ("dates", "names")
"""Rules whose compared words are understood without a phrase around them."""


@dataclass(frozen=True, slots=True)
class ClaimResult:
    """A claim with its verdict and its scores against every source sentence, in order."""

    claim: Claim
    verdict: Verdict
    row: Vector


@dataclass(frozen=True, slots=True)
class CheckEngine:
    """Everything one check needs: the reply, the sources and one component for each stage.

    Streaming and citation repair verify further claims with the same engine.
    """

    read: Reply
    sources: SourceSet
    evidence: list[SourceSentence]
    question: str
    scorer: Scorer
    policy: Policy
    verifier: Verifier
    settings: Settings

    def answer(self, on_judged: OnJudged | None = None) -> Answer:
        """Check the whole reply and return the answer; report the claims that are judged, if wanted."""
        claims = self.read.claims
        if on_judged is None:
            return self.build_answer(self.judge(claims))
        judged: list[ClaimResult] = []
        for some in (claims[at : at + JUDGED_AT_ONCE] for at in range(0, len(claims), JUDGED_AT_ONCE)):
            on_judged(len(judged), len(claims))
            judged += self.judge(some)
        on_judged(len(judged), len(claims))
        return self.build_answer(judged)

    def index_evidence(self) -> None:
        """Let the scorer index the evidence before the first claim arrives."""
        self.scorer.score([], [e.text for e in self.evidence])

    def judge(self, claims: Sequence[Claim]) -> list[ClaimResult]:
        """Run stages 2 to 4 on the claims; return results in order. No claim affects another's result.

        What the built-in verifiers decide must follow from the references alone: see ``replay``.
        """
        completed = self._complete_answers()
        results = self._judge_by_sources([completed.get(claim, claim) for claim in claims])
        with trace_step("ascribe.replay", is_leaf=True):
            settled = [
                replace(one, verdict=self._add_phrases(one.claim, self._settle(one))) for one in results
            ]
        return [
            replace(one, claim=claim, verdict=self._add_reading(one)) if claim in completed else one
            for claim, one in zip(claims, settled, strict=True)
        ]

    def _complete_answers(self) -> dict[Claim, Claim]:
        """Return the first claims that mean nothing without the question, each as it is read after it."""
        if not self.question:
            return {}
        from ascribe.verify.discourse.elliptical_answers import complete_answers

        return complete_answers(self.read.claims, self.evidence, self.question, self.settings.language)

    def _add_reading(self, result: ClaimResult) -> Verdict:
        """Return the verdict with the statement that an answer was read as, and the question it came from."""
        question = Context("question", self.question, 0, 0)
        references = tuple(
            replace(one, context=(*(each for each in one.context if each.kind != "question"), question))
            for one in result.verdict.references
        )
        details = {**result.verdict.details, "read_as": result.claim.in_context}
        return replace(result.verdict, references=references, details=details)

    def _settle(self, result: ClaimResult) -> Verdict:
        if not isinstance(self.verifier, StatementVerifier) or not self.verifier.replays:
            return result.verdict
        return Replay(self._judge_printed, self.evidence).settle(result.claim, result.verdict, result.row)

    def _judge_printed(
        self, claim: Claim, references: Sequence[Reference]
    ) -> tuple[Verdict, tuple[Reference, ...]]:
        """Return the verdict on a claim from references alone, and which of them it rests on."""
        languages = {document.doc_id: document.language for document in self.sources.documents}
        documents = build_printed_documents(references, languages)
        evidence = list_source_sentences(documents)
        printed = replace(self, evidence=evidence, sources=SourceSet(documents, []))
        (result,) = printed._judge_by_sources([claim])
        found = {(one.document.doc_id, one.sentence.span.char_start): one.sentence.text for one in evidence}
        used = {
            (r.document_id, found[r.document_id, r.document_start_idx]) for r in result.verdict.references
        }
        return result.verdict, tuple(r for r in references if (r.document_id, r.quote) in used)

    def _judge_by_sources(self, claims: Sequence[Claim]) -> list[ClaimResult]:
        """Judge the claims by all sources, and one that names its source by that one alone."""
        named = [find_named_source(claim, self.evidence, self.settings.language) for claim in claims]
        free = [claim for claim, source in zip(claims, named, strict=True) if source is None]
        judged = iter(self._judge_together(free))
        return [
            next(judged) if source is None else self._judge_by_named(claim, source)
            for claim, source in zip(claims, named, strict=True)
        ]

    def _judge_by_named(self, claim: Claim, source: NamedSource) -> ClaimResult:
        """Judge a claim by the source that it names, without the words for that; others have the score 0."""
        places = [i for i, one in enumerate(self.evidence) if one.position in source.positions]
        alone = replace(self, evidence=[self.evidence[place] for place in places])
        (result,) = alone._judge_together([source.claim])
        row = np.zeros(len(self.evidence))
        row[places] = result.row
        return ClaimResult(claim, result.verdict, row)

    def _judge_together(self, claims: Sequence[Claim]) -> list[ClaimResult]:
        if not claims:
            return []
        scores, cited = self._cite(claims)
        with trace_step("ascribe.verify"):
            if isinstance(self.verifier, StatementVerifier):
                draft = self.verifier.begin(claims, self.evidence, cited, scores)
                verdicts = draft.conclude(self._verify_statements(draft.statements))
            else:
                verdicts = self.verifier.verify(claims, self.evidence, cited, scores)
        check_verdicts(self.verifier.tier, verdicts, len(claims))
        return list(map(ClaimResult, claims, verdicts, scores.matrix))

    def _cite(self, claims: Sequence[Claim]) -> tuple[Scores, list[tuple[int, ...]]]:
        """Return the scores of the claims, and the indices of the sentences cited for each."""
        with trace_step("ascribe.score", claims=len(claims), evidence=len(self.evidence)):
            scores = self.score(claims)
        with trace_step("ascribe.cite"):
            return scores, self.policy.cite(claims, self.evidence, scores)

    def score(self, claims: Sequence[Claim]) -> Scores:
        """Return the scores of the claims against all source sentences.

        Raises:
            BrokenComponentError: what the scorer returned is no such scores.
        """
        scores = self.scorer.score([claim.reading for claim in claims], [e.text for e in self.evidence])
        check_scores(type(self.scorer).__name__, scores, (len(claims), len(self.evidence)))
        return scores

    def _verify_statements(self, statements: Sequence[Sequence[Claim]]) -> list[list[Verdict]]:
        """Return the verdicts on all statements, verified in one batch to keep the cost low."""
        together = [one for each in statements for one in each]
        if not together:
            return [[] for _ in statements]
        scores, cited = self._cite(together)
        verdicts = self.verifier.verify(together, self.evidence, cited, scores)
        check_verdicts(self.verifier.tier, verdicts, len(together))
        judged = iter(verdicts)
        return [[next(judged) for _ in each] for each in statements]

    def _add_phrases(self, claim: Claim, verdict: Verdict) -> Verdict:
        """Return the verdict with the phrases around the words that differ: see ``records.messages``."""
        if verdict.status == "supported":
            return verdict
        language = self.settings.language or next(iter(self._get_languages(verdict)), None)
        verdict = _add_shown_words(claim, verdict, language)
        compared = find_deciding_comparison(verdict.reason, verdict.details)
        if compared is None or compared["rule"] in _NAMING_RULES:
            return verdict
        sides = {"claim": [claim.content], "evidence": [one.quote for one in verdict.references]}
        phrases = {
            side: {str(compared[side]): _find_longest_phrase(texts, str(compared[side]), language)}
            for side, texts in sides.items()
            if compared.get(side)
        }
        return replace(verdict, details={**verdict.details, "phrases": phrases})

    def _get_languages(self, verdict: Verdict) -> Iterable[str | None]:
        return (self.sources.documents[one.document_position - 1].language for one in verdict.references)

    def build_answer(self, judged: Sequence[ClaimResult]) -> Answer:
        """Build the answer from one result for each claim of the reply, in order."""
        loaded, settings = self.sources, self.settings
        matrix = np.stack([one.row for one in judged]) if judged else np.zeros((0, len(self.evidence)))
        sentences = self.build_sentences(judged)
        results = build_verification_results(sentences)
        return Answer(
            query=self.question,
            sentences=sentences,
            faithfulness_score=compute_faithfulness(results),
            faithfulness_components=FaithfulnessComponents(
                compute_retrieval_score(matrix, sentences), compute_faithfulness(results)
            ),
            unsupported_claims=[result.claim_text for result in results if not result.is_supported],
            retrieved_chunks=_build_retrieved_chunks(loaded.documents, self.evidence, matrix),
            verification_results=results,
            strictness=settings.strictness,
            reply=self.read.text,
            documents=loaded.documents,
            skipped=loaded.skipped,
            settings=settings,
        )

    def build_sentences(self, judged: Iterable[ClaimResult]) -> list[CitedSentence]:
        """Build the sentences of the answer from these results."""
        ids = {(e.document.doc_id, e.sentence.span.char_start): e.sentence.id for e in self.evidence}
        return [_build_cited_sentence(one.claim, one.verdict, ids) for one in judged]


def _add_shown_words(claim: Claim, verdict: Verdict, language: str | None) -> Verdict:
    """Return the verdict with the words of both sentences, if its reason may need them to show what differs.

    Of the source it is where it has the words of the reply, or else the whole passage.
    """
    if verdict.reason not in RELATION_REASONS | ORDER_REASONS or not verdict.references:
        return verdict
    quotes = [one.quote for one in verdict.references]
    stretches = (find_same_words(quote, claim.content, language) for quote in quotes)
    source = next(filter(None, stretches), quotes[0])
    shown = {"claim": claim.content.strip(), "evidence": source}
    return replace(verdict, details={**verdict.details, "shown": shown})


def _find_longest_phrase(texts: Iterable[str], words: str, language: str | None) -> str:
    return max((find_phrase(text, words, language) for text in texts), key=len, default=words)


def _build_cited_sentence(
    claim: Claim, verdict: Verdict, ids: Mapping[tuple[str, int], str]
) -> CitedSentence:
    """Combine a claim with its verdict; only references that support it become its citations."""
    supporting = [
        ids[reference.document_id, reference.document_start_idx]
        for reference in verdict.references
        if reference.label == "supports"
    ]
    return CitedSentence(
        text=claim.text,
        supporting_sentence_ids=tuple(dict.fromkeys(supporting)),
        confidence=verdict.score or 0.0,
        char_start=claim.start,
        char_end=claim.end,
        references=verdict.references,
        verdict=verdict,
    )


def _build_retrieved_chunks(
    documents: list[Document], evidence: list[SourceSentence], matrix: Matrix
) -> list[RetrievedChunk]:
    """Return every passage in source order, scored by its best sentence for any claim."""
    best = matrix.max(axis=0, initial=0.0)
    by_id = {e.sentence.id: float(best[i]) for i, e in enumerate(evidence)}  # headings are no evidence
    return [
        RetrievedChunk(chunk, max(by_id.get(i, 0.0) for i in chunk.sentence_ids), "offered")
        for document in documents
        for chunk in split_passages(document)
    ]


def build_verification_results(sentences: Sequence[CitedSentence]) -> list[VerificationResult]:
    """Build a result for each checked sentence; ``unknown`` and ``not_checkable`` have none."""
    return [
        result
        for index, sentence in enumerate(sentences)
        if (result := _build_result(index, sentence)) is not None
    ]


def _build_result(index: int, sentence: CitedSentence) -> VerificationResult | None:
    verdict = sentence.verdict
    if verdict is None or verdict.status not in CHECKED:
        return None
    supporting = next((r for r in verdict.references if r.label == "supports"), None)
    return VerificationResult(
        cited_sentence_index=index,
        claim_text=sentence.text,
        is_supported=verdict.status == "supported",
        nli_score=verdict.score or 0.0,
        supporting_span=_build_span(supporting) if supporting else None,
        status=verdict.status,
        reason=verdict.reason,
        tier=verdict.tier,
        threshold=verdict.threshold,
    )


def _build_span(reference: Reference) -> Span:
    return Span(
        reference.document_id,
        reference.document_start_idx,
        reference.document_end_idx,
        reference.bboxes,
    )


def compute_faithfulness(results: Sequence[VerificationResult]) -> float:
    """Return the mean ``nli_score`` of the checked sentences, in [0, 1].

    It is 1.0 if no sentence was checked, as ``Answer`` defines.
    """
    return float(np.mean([result.nli_score for result in results])) if results else 1.0


def compute_retrieval_score(matrix: Matrix, sentences: Sequence[CitedSentence]) -> float:
    """Return the mean best evidence score of the checked sentences, in [0, 1]; 0.0 without any.

    Args:
        matrix: shape (sentences, evidence).
        sentences: the sentences of the answer.
    """
    checked = [i for i, s in enumerate(sentences) if s.verdict is not None and s.verdict.status in CHECKED]
    if not checked or matrix.shape[1] == 0:
        return 0.0
    return float(np.clip(matrix[checked].max(axis=1), 0.0, 1.0).mean())

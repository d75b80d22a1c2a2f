"""Stages 2 to 4 over a reply and sources that were read: scores, citations, verdicts, and the answer."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from ascribe.read.passages import passages
from ascribe.read.replies import Reply
from ascribe.read.sources import SourceSet
from ascribe.records import (
    Answer,
    CitedSentence,
    Document,
    FaithfulnessComponents,
    RetrievedChunk,
    Settings,
    Verdict,
)
from ascribe.stages import Claim, Evidence, Policy, Scorer, Scores, Verifier
from ascribe.verify.clauses import by_clause, is_asked, statements
from ascribe.verify.differences import named
from ascribe.verify.faithfulness import faithfulness, retrieval_score, verification_results
from ascribe.verify.passages import read_text
from ascribe.verify.readings import Case

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Vector = NDArray[np.float64]
    Matrix = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Judged:
    """A claim with its verdict, and its scores against every sentence of the evidence, in order."""

    claim: Claim
    verdict: Verdict
    row: Vector


@dataclass(frozen=True, slots=True)
class Prepared:
    """All that a check needs, read and chosen: whoever asks the verifier more asks the same one."""

    read: Reply
    sources: SourceSet
    evidence: list[Evidence]
    question: str
    scorer: Scorer
    policy: Policy
    verifier: Verifier
    settings: Settings

    def answer(self) -> Answer:
        """What ``check`` returns."""
        return self.answer_of(self.judge(self.read.claims))

    def read_evidence(self) -> None:
        """Has the scorer read the evidence, for claims that are to come."""
        self.scorer.score([], [e.sentence.text for e in self.evidence])

    def judge(self, claims: Sequence[Claim]) -> list[Judged]:
        """Stages 2 to 4: every claim with its verdict, in order. One claim changes nothing for another."""
        if not claims:
            return []
        scores, verdicts = self._verdicts(claims)
        verdicts = self._named(claims, scores, self._by_clause(claims, verdicts))
        return list(map(Judged, claims, verdicts, scores.matrix))

    def _verdicts(self, claims: Sequence[Claim]) -> tuple[Scores, list[Verdict]]:
        evidence = self.evidence
        scores = self.scorer.score([claim.content for claim in claims], [e.sentence.text for e in evidence])
        cited = self.policy.cite(claims, evidence, scores)
        return scores, self.verifier.verify(claims, evidence, cited, scores)

    def _by_clause(self, claims: Sequence[Claim], verdicts: Sequence[Verdict]) -> list[Verdict]:
        """The verdicts after those on the statements of sentences of which the whole does not settle it.

        All statements go through the stages together, so that they cost little.
        """
        language = self.settings.language
        found = {
            i: statements(claims[i], language) for i, verdict in enumerate(verdicts) if is_asked(verdict)
        }
        further = [one.claim for each in found.values() for one in each]
        judged = iter(self._verdicts(further)[1] if further else ())
        final = list(verdicts)
        for i, each in found.items():
            final[i] = by_clause(claims[i], verdicts[i], each, [next(judged) for _ in each], language)
        return final

    def _named(self, claims: Sequence[Claim], scores: Scores, verdicts: Sequence[Verdict]) -> list[Verdict]:
        """The same verdicts, of which those without support name what differs."""
        language = self.settings.language
        return [
            named(verdict, Case(i, claim, read_text(claim.content, language), self.evidence, scores))
            for i, (claim, verdict) in enumerate(zip(claims, verdicts, strict=True))
        ]

    def answer_of(self, judged: Sequence[Judged]) -> Answer:
        """The answer that these make, one for each claim of the reply, in order."""
        loaded, settings = self.sources, self.settings
        matrix = np.stack([one.row for one in judged]) if judged else np.zeros((0, len(self.evidence)))
        sentences = self.sentences_of(judged)
        results = verification_results(sentences)
        return Answer(
            query=self.question,
            sentences=sentences,
            faithfulness_score=faithfulness(results),
            faithfulness_components=FaithfulnessComponents(
                retrieval_score(matrix, sentences), faithfulness(results)
            ),
            unsupported_claims=[result.claim_text for result in results if not result.is_supported],
            retrieved_chunks=_offered(loaded.documents, self.evidence, matrix),
            verification_results=results,
            strictness=settings.strictness,
            reply=self.read.text,
            documents=loaded.documents,
            skipped=loaded.skipped,
            settings=settings,
        )

    def sentences_of(self, judged: Iterable[Judged]) -> list[CitedSentence]:
        """The sentences of the answer that these make."""
        ids = {(e.document.doc_id, e.sentence.span.char_start): e.sentence.id for e in self.evidence}
        return [_sentence(one.claim, one.verdict, ids) for one in judged]


def evidence_of(documents: list[Document]) -> list[Evidence]:
    """Every sentence of the documents as a candidate, in order."""
    return [
        Evidence(document, position, sentence)
        for position, document in enumerate(documents, 1)
        for sentence in document.sentences
    ]


def _sentence(claim: Claim, verdict: Verdict, ids: Mapping[tuple[str, int], str]) -> CitedSentence:
    """The claim with its verdict; only references that support it become its citations."""
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


def _offered(documents: list[Document], evidence: list[Evidence], matrix: Matrix) -> list[RetrievedChunk]:
    """Every passage, scored by its best sentence for any claim, in the order of the sources."""
    best = matrix.max(axis=0, initial=0.0)
    by_id = {e.sentence.id: float(best[i]) for i, e in enumerate(evidence)}
    return [
        RetrievedChunk(chunk, max(by_id[i] for i in chunk.sentence_ids), "offered")
        for document in documents
        for chunk in passages(document)
    ]

"""Stages 2 to 4 over a reply and sources that were read: scores, citations, verdicts, and the answer."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

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


@dataclass(frozen=True, slots=True)
class Prepared:
    """All that a check needs, read and chosen: whoever asks the verifier more asks the same one."""

    read: Reply
    sources: SourceSet
    question: str
    scorer: Scorer
    policy: Policy
    verifier: Verifier
    settings: Settings

    def answer(self) -> Answer:
        """What ``check`` returns."""
        return _judge(self)


def _judge(prepared: Prepared) -> Answer:
    """Stages 2 to 4 over what was read, and the answer they make."""
    read, loaded, settings = prepared.read, prepared.sources, prepared.settings
    evidence = evidence_of(loaded.documents)
    scores = prepared.scorer.score(
        [claim.content for claim in read.claims], [e.sentence.text for e in evidence]
    )
    cited = prepared.policy.cite(read.claims, evidence, scores)
    verdicts = prepared.verifier.verify(read.claims, evidence, cited, scores)
    verdicts = _by_clause(prepared, evidence, verdicts)
    verdicts = _named(prepared, evidence, scores, verdicts)
    ids = {(e.document.doc_id, e.sentence.span.char_start): e.sentence.id for e in evidence}
    sentences = [_sentence(*pair, ids) for pair in zip(read.claims, verdicts, strict=True)]
    results = verification_results(sentences)
    return Answer(
        query=prepared.question,
        sentences=sentences,
        faithfulness_score=faithfulness(results),
        faithfulness_components=FaithfulnessComponents(
            retrieval_score(scores, sentences), faithfulness(results)
        ),
        unsupported_claims=[result.claim_text for result in results if not result.is_supported],
        retrieved_chunks=_offered(loaded.documents, evidence, scores),
        verification_results=results,
        strictness=settings.strictness,
        reply=read.text,
        documents=loaded.documents,
        skipped=loaded.skipped,
        settings=settings,
    )


def _by_clause(
    prepared: Prepared, evidence: Sequence[Evidence], verdicts: Sequence[Verdict]
) -> list[Verdict]:
    """The verdicts after those on the statements of sentences of which the whole does not settle it.

    All statements of a reply go through the stages together, so that they cost little.
    """
    language = prepared.settings.language
    asked = {i: claim for i, claim in enumerate(prepared.read.claims) if is_asked(verdicts[i])}
    found = {i: statements(claim, language) for i, claim in asked.items()}
    judged = iter(_judged(prepared, evidence, [one.claim for each in found.values() for one in each]))
    final = list(verdicts)
    for i, claim in asked.items():
        final[i] = by_clause(claim, verdicts[i], found[i], [next(judged) for _ in found[i]], language)
    return final


def _named(
    prepared: Prepared, evidence: Sequence[Evidence], scores: Scores, verdicts: Sequence[Verdict]
) -> list[Verdict]:
    """The same verdicts, of which those without support name what differs."""
    language = prepared.settings.language
    return [
        named(verdict, Case(i, claim, read_text(claim.content, language), evidence, scores))
        for i, (claim, verdict) in enumerate(zip(prepared.read.claims, verdicts, strict=True))
    ]


def _judged(prepared: Prepared, evidence: Sequence[Evidence], claims: Sequence[Claim]) -> list[Verdict]:
    """Scores, citations and verdicts for further claims over the same evidence."""
    if not claims:
        return []
    scores = prepared.scorer.score([claim.content for claim in claims], [e.sentence.text for e in evidence])
    cited = prepared.policy.cite(claims, evidence, scores)
    return prepared.verifier.verify(claims, evidence, cited, scores)


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


def _offered(documents: list[Document], evidence: list[Evidence], scores: Scores) -> list[RetrievedChunk]:
    """Every passage, scored by its best sentence for any claim, in the order of the sources."""
    best = scores.matrix.max(axis=0, initial=0.0)
    by_id = {e.sentence.id: float(best[i]) for i, e in enumerate(evidence)}
    return [
        RetrievedChunk(chunk, max(by_id[i] for i in chunk.sentence_ids), "offered")
        for document in documents
        for chunk in passages(document)
    ]

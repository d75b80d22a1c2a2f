"""``audit_citations``: a check in which the provider's citations take the place of markers."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from ascribe.marker_repair.decisions import settle
from ascribe.marker_repair.evidence import Columns, Verdicts, ask, ask_sentences
from ascribe.pipeline import choose
from ascribe.read.sources import load_sources
from ascribe.records import Answer, Reference, Span, Strictness, Verdict
from ascribe.stages import Limits
from ascribe.systems.provider_citations.cases import Case, Stretch, cases_of
from ascribe.systems.provider_citations.findings import FINDING_OF_REASON
from ascribe.systems.provider_citations.phrases import has_phrase, support_of
from ascribe.systems.provider_citations.quotes import Found
from ascribe.systems.provider_citations.records import CheckedCitation, CitationAudit, CitedReply
from ascribe.systems.provider_citations.sites import Cited, cited_site, read_cited

Passages = Mapping[tuple[int, int, Columns], Verdict]
"""What single passages say of a stretch of the reply."""


def audit_citations(
    reply: CitedReply,
    sources: Any = None,
    question: str | None = None,
    *,
    tier: str | None = None,
    strictness: Strictness = "balanced",
    language: str | None = None,
    limits: Limits | None = None,
) -> CitationAudit:
    """For each citation of a provider's reply: whether its document supports the words, where it says so.

    Every cited document is judged by itself, as ``repair`` does, and a quoted passage by itself too. What is
    not among the sources, or cannot be decided, is never ``right``.

    Args:
        reply: as the ``read_message`` of an adapter gives it.
        sources: as for ``check``, in the order in which the provider counts them; None takes those that came
            with the messages. A citation finds its source by position, id, file name, title or address
            (``url`` in the metadata).
        question: what was asked; kept in the answer.
        tier: as for ``check``.
        strictness: as for ``check``.
        language: ISO 639-1 code of reply and sources; None detects it.
        limits: sizes above which an input is refused.

    Raises:
        InputError: an input that cannot be used, or no sources at all; the message names the way out.
        UnknownComponentError: a tier that is not installed.

    Example:
        >>> from ascribe.systems.provider_citations import NativeCitation
        >>> words = NativeCitation(0, 29, (1,), quote="The bridge was built in 1871.")
        >>> reply = CitedReply("The bridge was built in 1871.", [words])
        >>> audit_citations(reply, ["The mill is old. The bridge was built in 1871."], tier="rules").counts()
        {'right': 1}
    """
    choice = choose(question, tier=tier, strictness=strictness, language=language)
    read = read_cited(reply, language, limits)
    given = list(reply.sources) if sources is None else sources
    prepared = choice.prepared(read, load_sources(given, language=language, limits=limits or Limits()))
    answer = prepared.answer()
    cited = cited_site(reply, read.claims, answer)
    verdicts = ask(prepared, cited.site.questions())
    cited = Cited(settle(cited.site, verdicts), cited.members)
    cases = list(cases_of(cited, reply.citations, answer.documents, prepared.evidence, verdicts))
    passages = ask_sentences(prepared, {question for case in cases for question in _questions(case)})
    checked = {case.number: _checked(case, verdicts, passages, answer) for case in cases}
    citations = (checked.get(i, CheckedCitation(c, "not_checkable")) for i, c in enumerate(reply.citations))
    return CitationAudit(tuple(citations), answer)


def _questions(case: Case) -> Iterator[tuple[int, int, Columns]]:
    for columns in {case.cited, case.cited_beside} - {()}:
        yield from ((*stretch, columns) for stretch in case.stretches)


def _checked(case: Case, verdicts: Verdicts, passages: Passages, answer: Answer) -> CheckedCitation:
    finding = FINDING_OF_REASON[case.decision.reason]
    if finding == "right":
        finding = _of_place(case, verdicts, passages) if has_phrase(case, verdicts, answer) else "undecided"
    return CheckedCitation(
        citation=case.citation,
        finding=finding,
        quote=case.found.state,
        reason=case.decision.reason,
        sentence=case.group.claim,
        reference=_reference(case, finding, verdicts),
        evidence=None if finding == "not_given" else case.decision.evidence,
    )


def _of_place(case: Case, verdicts: Verdicts, passages: Passages) -> str:
    """The finding where the document supports the words."""
    if case.found.state == "absent":
        return "no_such_quote"
    if case.citation.location is not None and case.found == Found("unquoted"):
        return "undecided"  # a page or part of a document that has none
    if case.found.state == "moved" or not _holds(case, verdicts, passages):
        return "wrong_place"
    return "right" if _holds_all(case, verdicts) else "partly"


def _holds(case: Case, verdicts: Verdicts, passages: Passages) -> bool:
    """True if the cited passage supports the words by itself, or is needed beside others cited for them.

    Or if it is the best that the document has: "It was sold" needs the sentence that says what "it" is, which
    nobody cites. That sentence by itself holds nothing.
    """
    if case.found.span is None:
        return True
    for stretch in case.stretches:
        cited = (passages.get((*stretch, columns)) for columns in (case.cited, case.cited_beside))
        rests_on = [reference for verdict in cited for reference in support_of(verdict)]
        rests_on += support_of(_of_document(case, stretch, verdicts))[:1]
        if any(_touches(reference, case) for reference in rests_on):
            return True
    return False


def _of_document(case: Case, stretch: Stretch, verdicts: Verdicts) -> Verdict | None:
    """What the cited document says of the stretch, with all that it has."""
    return verdicts.found.get((*stretch, (case.position,))) if case.position else None


def _touches(reference: Reference, case: Case) -> bool:
    """True if the reference shares a character with the cited passage."""
    start, end = case.found.span or (0, 0)
    same = reference.document_position == case.position
    return same and reference.document_start_idx < end and start < reference.document_end_idx


def _holds_all(case: Case, verdicts: Verdicts) -> bool:
    """True if the document supports every sentence that the citation was put round."""
    if not case.group.wraps or not case.group.covers:
        return True
    said = (_of_document(case, stretch, verdicts) for stretch in case.stretches)
    return all(verdict is not None and verdict.status in ("supported", "not_checkable") for verdict in said)


def _reference(case: Case, finding: str, verdicts: Verdicts) -> Reference | None:
    """The words tied to the cited passage, as support only if that was confirmed; None if not found."""
    if case.document is None or case.position is None or case.found.span is None:
        return None
    start, end = case.found.span
    document = case.document
    pages = document.pages_for_span(Span(document.doc_id, start, end)) if document.page_breaks else None
    verdict = _of_document(case, case.stretches[0], verdicts)
    return Reference(
        document_start_idx=start,
        document_end_idx=end,
        answer_start_idx=case.citation.start,
        answer_end_idx=case.citation.end,
        score=(verdict.score if verdict is not None else None) or 0.0,
        document_id=document.doc_id,
        document_position=case.position,
        label="supports" if finding in ("right", "partly") else "related",
        quote=(document.full_text or "")[start:end],
        pages=tuple(range(pages[0], pages[1] + 1)) if pages else (),
        bboxes=document.boxes(start, end),
    )

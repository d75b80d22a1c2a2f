"""``audit_citations``: a check of a reply and of each of its provider's citations."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ascribe.compat.provider_citations.quote_lookup import QuoteLookup, look_up_quote
from ascribe.compat.provider_citations.records import (
    CheckedCitation,
    CitationAudit,
    CitedReply,
    NativeCitation,
)
from ascribe.compat.provider_citations.reply_sites import CitedSite, build_cited_site, read_cited_reply
from ascribe.option_names import explain_unknown_options
from ascribe.pipeline import CheckOptions, build_config
from ascribe.protocols import Limits, TierChoice
from ascribe.read.sources import load_sources
from ascribe.records import Answer, Document, Reference, Span, Strictness, Verdict
from ascribe.records.source_sentence import SourceSentence
from ascribe.reply_citations.decisions import Decision, decide_pointers, narrow_groups
from ascribe.reply_citations.evidence import Columns, Verdicts, verify_queries, verify_stretches
from ascribe.reply_citations.judgement import find_finding
from ascribe.reply_citations.marked_reply import MarkedReply, MarkerGroup
from ascribe.text.words import find_stems

PassageVerdicts = Mapping[tuple[int, int, Columns], Verdict]
"""Verdicts on a stretch of the reply from the cited passages alone."""


@explain_unknown_options()
def audit_citations(
    reply: CitedReply,
    sources: Any = None,
    question: str | None = None,
    *,
    tier: TierChoice | None = None,
    strictness: Strictness = "balanced",
    language: str | None = None,
    limits: Limits | None = None,
) -> CitationAudit:
    """Check for each citation of a provider's reply whether its document supports the words at that place.

    Every cited document is evaluated alone, as in ``repair``, and so is every quoted passage. A citation
    whose document is not among the sources, or that cannot be decided, is never ``right``. One that
    belongs to no sentence is ``undecided``.

    Args:
        reply: a reply from the ``read_message`` of an adapter.
        sources: as for ``check``, in the order in which the provider numbers them; None uses the sources in
            the messages. A citation is matched to its source by position, id, file name, title or address
            (``url`` in the metadata).
        question: the question that the reply answers. In English, the first sentences of the reply are read
            with it where they are no sentences: "In 1871.", "Yes.". It is stored in the answer.
        tier: as for ``check``.
        strictness: as for ``check``.
        language: ISO 639-1 code of reply and sources; None detects it.
        limits: sizes above which an input is rejected.

    Raises:
        InputError: an input cannot be used, or there are no sources; the message says what to do.
        UnknownComponentError: the tier is not installed.

    Example:
        >>> from ascribe.compat.provider_citations import NativeCitation
        >>> words = NativeCitation(0, 29, (1,), quote="The bridge was built in 1871.")
        >>> reply = CitedReply("The bridge was built in 1871.", [words])
        >>> audit_citations(reply, ["The mill is old. The bridge was built in 1871."], tier="rules").counts()
        {'right': 1}
    """
    config = build_config(question, CheckOptions(tier=tier, strictness=strictness, language=language))
    read = read_cited_reply(reply, language, limits)
    given = list(reply.sources) if sources is None else sources
    engine = config.build_engine(read, load_sources(given, language=language, limits=limits or Limits()))
    answer = engine.answer()
    cited = build_cited_site(reply, read.claims, answer)
    verdicts = verify_queries(engine, cited.site.iterate_queries())
    cited = CitedSite(narrow_groups(cited.site, verdicts), cited.members)
    cases = list(build_cases(cited, reply.citations, answer.documents, engine.evidence, verdicts))
    passages = verify_stretches(engine, {pair for case in cases for pair in _list_pairs(case)})
    checked = {case.number: _check_citation(case, cited.site, verdicts, passages, answer) for case in cases}
    unplaced = "undecided" if read.claims else "not_checkable"
    citations = (checked.get(i, CheckedCitation(c, unplaced)) for i, c in enumerate(reply.citations))
    return CitationAudit(tuple(citations), answer)


def _list_pairs(case: CitationCase) -> Iterator[tuple[int, int, Columns]]:
    for columns in {case.cited, case.cited_beside} - {()}:
        yield from ((*stretch, columns) for stretch in case.stretches)


def _check_citation(
    case: CitationCase,
    marked: MarkedReply,
    verdicts: Verdicts,
    passages: PassageVerdicts,
    answer: Answer,
) -> CheckedCitation:
    finding: str = find_finding(marked, case.group, case.decision)
    if finding == "right":
        finding = (
            _decide_place(case, verdicts, passages)
            if _has_best_overlap(case, verdicts, answer)
            else "undecided"
        )
    return CheckedCitation(
        citation=case.citation,
        finding=finding,
        quote=case.found.state,
        reason=case.decision.reason,
        sentence=case.group.claim,
        reference=_build_reference(case, finding, verdicts),
        evidence=None if finding == "not_given" else case.decision.evidence,
    )


def _decide_place(case: CitationCase, verdicts: Verdicts, passages: PassageVerdicts) -> str:
    """Decide the finding for a document that supports the words."""
    if case.found.state == "absent":
        return "no_such_quote"
    if case.citation.location is not None and case.found == QuoteLookup("unquoted"):
        return "undecided"  # a page or block of a document without pages or blocks
    if case.found.state == "moved" or not _is_supported_by_passage(case, verdicts, passages):
        return "wrong_place"
    return "right" if _is_supported_throughout(case, verdicts) else "partly"


def _is_supported_by_passage(case: CitationCase, verdicts: Verdicts, passages: PassageVerdicts) -> bool:
    """Return True if the cited passage supports the words, alone or with others cited for them.

    It also counts if it is the document's best evidence: "It was sold" needs the sentence that says what "it"
    is, which a citation rarely includes. That sentence alone supports nothing.
    """
    if case.found.span is None:
        return True
    for stretch in case.stretches:
        cited = (passages.get((*stretch, columns)) for columns in (case.cited, case.cited_beside))
        rests_on = [reference for verdict in cited for reference in find_support(verdict)]
        rests_on += find_support(_find_document_verdict(case, stretch, verdicts))[:1]
        if any(_overlaps_passage(reference, case) for reference in rests_on):
            return True
    return False


def _find_document_verdict(case: CitationCase, stretch: Stretch, verdicts: Verdicts) -> Verdict | None:
    """Return the verdict on the stretch from the whole cited document."""
    return verdicts.found.get((*stretch, (case.position,))) if case.position else None


def _overlaps_passage(reference: Reference, case: CitationCase) -> bool:
    """Return True if the reference shares a character with the cited passage."""
    start, end = case.found.span or (0, 0)
    same = reference.document_position == case.position
    return same and reference.document_start_idx < end and start < reference.document_end_idx


def _is_supported_throughout(case: CitationCase, verdicts: Verdicts) -> bool:
    """Return True if the document supports every sentence that the citation spans."""
    if not case.group.wraps or not case.group.covers:
        return True
    found = (_find_document_verdict(case, stretch, verdicts) for stretch in case.stretches)
    return all(verdict is not None and verdict.status in ("supported", "not_checkable") for verdict in found)


def _build_reference(case: CitationCase, finding: str, verdicts: Verdicts) -> Reference | None:
    """Tie the words to the cited passage, as support only if confirmed; None if it was not found."""
    if case.document is None or case.position is None or case.found.span is None:
        return None
    start, end = case.found.span
    document = case.document
    pages = document.pages_for_span(Span(document.doc_id, start, end)) if document.page_breaks else None
    verdict = _find_document_verdict(case, case.stretches[0], verdicts)
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


# --- Cases: one for each citation ---

Stretch = tuple[int, int]


@dataclass(frozen=True, slots=True)
class CitationCase:
    """One citation with its words, document and quote.

    Args:
        number: its index in the reply's citations.
        citation: the citation as the provider wrote it.
        group: the words and sentences that it covers.
        stretches: their bounds in the reply, the words themselves first.
        decision: the decision about its document.
        document: its document; None if it is not among the sources.
        found: the result of looking up its quote in the document.
        cited: the source sentences that the quote overlaps.
        cited_beside: the source sentences that all citations of the same words overlap.
    """

    number: int
    citation: NativeCitation
    group: MarkerGroup
    stretches: tuple[Stretch, ...]
    decision: Decision
    document: Document | None
    found: QuoteLookup
    cited: Columns
    cited_beside: Columns = ()

    @property
    def position(self) -> int | None:
        """The 1-based position of the document."""
        return self.decision.pointer.position


def build_cases(
    cited: CitedSite,
    citations: Sequence[NativeCitation],
    documents: Sequence[Document],
    evidence: Sequence[SourceSentence],
    verdicts: Verdicts,
) -> Iterator[CitationCase]:
    """Yield one case for each citation that belongs to a sentence."""
    site = cited.site
    for group, numbers, decisions in zip(
        site.groups, cited.members, decide_pointers(site, verdicts), strict=True
    ):
        bounds = tuple(site.bounds(i) for i in (group.claim, *group.covers))
        stretches = bounds if group.stretch is None else (group.stretch, *bounds)
        looked_up = [
            _look_up_quote(citations[number], decision, documents, evidence)
            for number, decision in zip(numbers, decisions, strict=True)
        ]
        beside = tuple(sorted({column for _, _, columns in looked_up for column in columns}))
        for number, decision, found in zip(numbers, decisions, looked_up, strict=True):
            yield CitationCase(number, citations[number], group, stretches, decision, *found, beside)


def _look_up_quote(
    citation: NativeCitation,
    decision: Decision,
    documents: Sequence[Document],
    evidence: Sequence[SourceSentence],
) -> tuple[Document | None, QuoteLookup, Columns]:
    position = decision.pointer.position
    if position is None:
        return None, QuoteLookup("unquoted"), ()
    document = documents[position - 1]
    found = look_up_quote(citation, document)
    if found.span is None:
        return document, found, ()
    span = Span(document.doc_id, *found.span)
    touched = (i for i, e in enumerate(evidence) if e.position == position and e.sentence.span.overlaps(span))
    return document, found, tuple(touched)


def find_support(verdict: Verdict | None) -> list[Reference]:
    """Return the supporting references of a supported verdict, best first; empty for any other verdict."""
    if verdict is None or verdict.status != "supported":
        return []
    return [reference for reference in verdict.references if reference.label == "supports"]


def _has_best_overlap(case: CitationCase, verdicts: Verdicts, answer: Answer) -> bool:
    """Return True unless another of the jointly supporting documents shares more of the cited words.

    This matters only if the documents support the sentence jointly: each is right only for its own part.
    """
    if case.decision.reason != "supports_jointly" or case.group.stretch is None:
        return True
    if any(r.document_position == case.position for r in find_support(verdicts.of(case.group.stretch))):
        return True
    start, end = case.group.stretch
    language = answer.settings.language
    wanted = find_stems((answer.reply or "")[start:end], language)
    has: dict[int, int] = {}
    for reference in _iterate_support(case, verdicts, answer):
        place = reference.document_position
        has[place] = max(has.get(place, 0), len(wanted & find_stems(reference.quote, language)))
    own = has.get(case.position or 0, 0)
    return own > 0 and own == max(has.values())


def _iterate_support(case: CitationCase, verdicts: Verdicts, answer: Answer) -> Iterator[Reference]:
    """Yield all references that support the sentence, in the verdicts from any set of documents."""
    sentence = answer.sentences[case.group.claim]
    yield from find_support(sentence.verdict)
    for (start, end, _), verdict in verdicts.found.items():
        if (start, end) == (sentence.char_start, sentence.char_end):
            yield from find_support(verdict)

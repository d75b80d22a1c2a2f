"""``judge_citations``: the finding about each citation of a reply, on the sentence that it belongs to.

The verdicts of the check answer most questions. A document is verified by itself only where a sentence is
supported and that document is not what its verdict rests on, or where a marker refers to part of a sentence.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

from ascribe.read.markers import find_marker_parts
from ascribe.records import Answer, Verdict
from ascribe.records.citation import FINDING_OF_REASON, Citation, Finding
from ascribe.reply_citations.decisions import (
    Addition,
    Decision,
    decide_pointers,
    find_additions,
    narrow_groups,
)
from ascribe.reply_citations.evidence import (
    EvidenceQuery,
    Positions,
    Verdicts,
    find_supporting_documents,
    verify_queries,
)
from ascribe.reply_citations.marked_reply import MarkedReply, MarkerGroup, mark_reply
from ascribe.telemetry import trace_step

if TYPE_CHECKING:
    from ascribe.engine import CheckEngine


def judge_citations(engine: CheckEngine, answer: Answer) -> Answer:
    """Return the answer with the citations of the reply on its sentences; unchanged without any marker.

    Args:
        engine: the engine that checked the reply.
        answer: its answer, with one sentence for each claim.
    """
    marked = mark_reply(engine.read, answer)
    if not marked.groups:
        return answer
    with trace_step("ascribe.citations", is_leaf=True):
        verdicts = _collect_verdicts(engine, marked)
    marked = narrow_groups(marked, verdicts)
    decisions = decide_pointers(marked, verdicts)
    found: dict[int, list[Citation]] = {}
    for group, of_group in zip(marked.groups, decisions, strict=True):
        found.setdefault(group.claim, []).extend(
            _build_citation(engine.read.text, marked, group, decision) for decision in of_group
        )
    for addition in find_additions(marked, verdicts, decisions):
        found.setdefault(addition.claim, []).append(_build_missing(addition))
    sentences = [
        replace(sentence, citations=tuple(found.get(index, ())))
        for index, sentence in enumerate(answer.sentences)
    ]
    return replace(answer, sentences=sentences)


def find_marker_places(engine: CheckEngine, answer: Answer) -> set[tuple[int, int]]:
    """Return the places of the markers that ``judge_citations`` judges, without judging them."""
    marked = mark_reply(engine.read, answer)
    pointers = (pointer for of_group in marked.pointers for pointer in of_group)
    return {span for each in pointers for span in find_marker_parts(engine.read.text, each.marker)}


def find_finding(marked: MarkedReply, group: MarkerGroup, decision: Decision) -> Finding:
    """Return the finding for a decision about a marker.

    A marker that an earlier sentence of the paragraph confirms is not right if its own sentence fails. One at
    a sentence that is right in part is partly right if that part rests on its document.
    """
    whole = marked.verdict(group.claim)
    found = FINDING_OF_REASON[decision.reason]
    if found == "undecided" and _supports_part(whole, group, decision.pointer.position):
        return "partly"
    if decision.reason != "supports_paragraph" or whole.status in ("supported", "not_checkable"):
        return found
    if whole.status == "unknown":
        return "undecided"
    return "contradicted" if _contradicts(whole, decision.pointer.position) else "partly"


def _build_citation(text: str, marked: MarkedReply, group: MarkerGroup, decision: Decision) -> Citation:
    finding = _limit_finding(
        marked.verdict(group.claim), group, decision, find_finding(marked, group, decision)
    )
    return Citation(
        finding=finding,
        key=decision.pointer.key,
        document_position=decision.pointer.position,
        spans=find_marker_parts(text, decision.pointer.marker),
        supported_by=_find_other_support(marked, group, decision, finding),
        reason=decision.reason,
        evidence=decision.evidence,
    )


def _limit_finding(whole: Verdict, group: MarkerGroup, decision: Decision, finding: Finding) -> Finding:
    """Return the finding, never ``right`` at a sentence that is not supported as a whole.

    At the lead of a list, which states nothing, it is that of the items.
    """
    if group.of_list and whole.status == "not_checkable":
        return finding
    if finding != "right" or whole.status == "supported":
        return finding
    if whole.status == "not_checkable":
        return "not_checkable"
    if whole.status == "unknown":
        return "undecided"
    is_part = decision.reason == "supports_part"
    return "partly" if is_part or _supports_part(whole, group, decision.pointer.position) else "undecided"


def _find_other_support(
    marked: MarkedReply, group: MarkerGroup, decision: Decision, finding: Finding
) -> Positions:
    """Return the documents that support the words, for a citation of another document or of none."""
    if finding not in ("elsewhere", "beside", "not_given"):
        return ()
    named = tuple(place for place in decision.after if isinstance(place, int) and not decision.stays)
    found = named or find_supporting_documents(marked.verdict(group.claim))
    return tuple(place for place in found if place != decision.pointer.position)


def _build_missing(addition: Addition) -> Citation:
    return Citation(
        finding="missing",
        supported_by=addition.places,
        reason=addition.reason,
        evidence=addition.evidence,
    )


def _contradicts(verdict: Verdict, place: int | None) -> bool:
    return any(r.document_position == place and r.label == "contradicts" for r in verdict.references)


def _supports_part(whole: Verdict, group: MarkerGroup, place: int | None) -> bool:
    """Return True if words of the group that the sources support rest on the document, and others fail.

    A passage that supports one statement and contradicts another is listed once, as contradicting. If no
    other document is listed for the sentence, both rest on that one.
    """
    if whole.status != "partial" or not _has_supported_words(whole, group):
        return False
    cited = [one for one in whole.references if one.label in ("supports", "contradicts")]
    supports = {one.document_position for one in cited if one.label == "supports"}
    return place in (supports or _find_only(one.document_position for one in cited))


def _has_supported_words(whole: Verdict, group: MarkerGroup) -> bool:
    """Return True unless the group refers to words of the sentence in which no supported statement is."""
    if group.stretch is None or not whole.clauses:
        return True
    start, end = group.stretch
    return any(c.status == "supported" and c.char_start < end and start < c.char_end for c in whole.clauses)


def _find_only(places: Iterable[int]) -> set[int]:
    """Return the one place that occurs; nothing if there are several."""
    found = set(places)
    return found if len(found) == 1 else set()


# --- Verdicts ---


def _collect_verdicts(engine: CheckEngine, marked: MarkedReply) -> Verdicts:
    """Return the verdicts of all queries; those that do not follow from the check in one batch."""
    queries = set(marked.iterate_queries())
    known = dict(_derive_verdicts(marked, queries))
    return Verdicts({**verify_queries(engine, queries - known.keys()).found, **known})


def _derive_verdicts(
    marked: MarkedReply, queries: Iterable[EvidenceQuery]
) -> Iterator[tuple[EvidenceQuery, Verdict]]:
    claim_of = {marked.bounds(index): index for index in range(len(marked.claims))}
    for query in queries:
        start, end, places = query
        if (start, end) in claim_of:
            verdict = _restrict(marked.verdict(claim_of[start, end]), places)
        else:
            verdict = _derive_part(marked.verdict(_find_claim(marked, start, end)), places)
        if verdict is not None:
            yield query, verdict


def _find_claim(marked: MarkedReply, start: int, end: int) -> int:
    return next(i for i, claim in enumerate(marked.claims) if claim.start <= start and end <= claim.end)


def _restrict(whole: Verdict, places: Positions) -> Verdict | None:
    """Return the verdict on a sentence by these documents alone; None if it does not follow from the whole.

    What the documents of its references support is supported by any set that has them all.
    """
    if not places:
        return whole
    if whole.status == "supported":
        support = set(find_supporting_documents(whole))
        return whole if support and support <= set(places) else None
    references = tuple(r for r in whole.references if r.document_position in places)
    if whole.status == "contradicted" and not any(r.label == "contradicts" for r in references):
        return replace(whole, status="unsupported", references=references)
    return replace(whole, references=references)


def _derive_part(whole: Verdict, places: Positions) -> Verdict | None:
    """Return the verdict on part of a sentence that one document supports; otherwise None."""
    support = find_supporting_documents(whole)
    return whole if len(support) == 1 and places in ((), support) else None

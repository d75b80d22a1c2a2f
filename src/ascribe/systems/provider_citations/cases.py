"""Each citation with what was decided of its document, and the sentences of it that are cited."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from ascribe.marker_repair.decisions import judge
from ascribe.marker_repair.evidence import Columns, Verdicts
from ascribe.marker_repair.places import Group
from ascribe.marker_repair.plan import Decision
from ascribe.records import Document, Span
from ascribe.stages import Evidence
from ascribe.systems.provider_citations.quotes import Found, find_quote
from ascribe.systems.provider_citations.records import NativeCitation
from ascribe.systems.provider_citations.sites import Cited

Stretch = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Case:
    """One citation at its words.

    Args:
        number: its index in the reply.
        citation: as the provider wrote it.
        group: the words and sentences that it stands for.
        stretches: their bounds in the reply, the words themselves first.
        decision: what was decided of its document.
        document: None if it was not given.
        found: how its quote stands in the document.
        cited: the sentences of the evidence that the quote touches.
        cited_beside: those of all citations of the same words.
    """

    number: int
    citation: NativeCitation
    group: Group
    stretches: tuple[Stretch, ...]
    decision: Decision
    document: Document | None
    found: Found
    cited: Columns
    cited_beside: Columns = ()

    @property
    def position(self) -> int | None:
        """The 1-based position of the document."""
        return self.decision.pointer.position


def cases_of(
    cited: Cited,
    citations: Sequence[NativeCitation],
    documents: Sequence[Document],
    evidence: Sequence[Evidence],
    verdicts: Verdicts,
) -> Iterator[Case]:
    """One case for each citation that stands at a sentence."""
    site = cited.site
    for group, numbers, decisions in zip(site.groups, cited.members, judge(site, verdicts), strict=True):
        bounds = tuple(site.bounds(i) for i in (group.claim, *group.covers))
        stretches = bounds if group.stretch is None else (group.stretch, *bounds)
        looked_up = [
            _looked_up(citations[number], decision, documents, evidence)
            for number, decision in zip(numbers, decisions, strict=True)
        ]
        beside = tuple(sorted({column for _, _, columns in looked_up for column in columns}))
        for number, decision, found in zip(numbers, decisions, looked_up, strict=True):
            yield Case(number, citations[number], group, stretches, decision, *found, beside)


def _looked_up(
    citation: NativeCitation, decision: Decision, documents: Sequence[Document], evidence: Sequence[Evidence]
) -> tuple[Document | None, Found, Columns]:
    position = decision.pointer.position
    if position is None:
        return None, Found("unquoted"), ()
    document = documents[position - 1]
    found = find_quote(citation, document)
    if found.span is None:
        return document, found, ()
    span = Span(document.doc_id, *found.span)
    touched = (i for i, e in enumerate(evidence) if e.position == position and e.sentence.span.overlaps(span))
    return document, found, tuple(touched)

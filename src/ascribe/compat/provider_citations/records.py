"""Records of an audit: a reply with its provider's citations, and their findings."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import Any, Literal

from ascribe.records import Answer, Reference
from ascribe.records.citation import CITATION_FINDINGS
from ascribe.records.serialization import JsonRecord
from ascribe.records.unchecked_scores import restore_held_answer

LocationKind = Literal["char", "page", "block"]
QuoteState = Literal["stands", "moved", "absent", "unquoted"]


@dataclass(frozen=True, slots=True)
class SourceLocation:
    """The location in a document that a citation points to: half-open, from 0.

    Args:
        kind: ``char``, in the provider's unit; ``page``; or ``block``, a part of a document made of blocks.
        start: index of the first character, page or block.
        end: index one past the last.

    Raises:
        ValueError: the range is negative or reversed.
    """

    kind: LocationKind
    start: int
    end: int

    def __post_init__(self) -> None:
        if not 0 <= self.start <= self.end:
            raise ValueError(f"bad range {self.start}..{self.end} in the document")


@dataclass(frozen=True, slots=True)
class NativeCitation:
    """One citation as the provider wrote it. Offsets in the reply are always code points.

    Args:
        start: index of the first character of the words it covers, or of its mark.
        end: index one past the last character.
        keys: names of the document, most reliable first: 1-based positions, ids, addresses, titles.
        is_mark: True if the range is a mark in the reply, such as a link, or the empty place of one, instead
            of the words that the citation covers.
        quote: the words of the document; empty if the provider gives none.
        location: location of the quote; None if the provider gives none.
        field: path of the citation in the message, such as ``message.content[1].citations[0]``.

    Raises:
        ValueError: the range is negative or reversed.
    """

    start: int
    end: int
    keys: tuple[int | str, ...]
    is_mark: bool = False
    quote: str = ""
    location: SourceLocation | None = None
    field: str = ""

    def __post_init__(self) -> None:
        object.__setattr__(self, "keys", tuple(self.keys))
        if not 0 <= self.start <= self.end:
            raise ValueError(f"bad range {self.start}..{self.end} in the reply")


@dataclass(frozen=True, slots=True)
class CitedReply:
    """A provider's reply: its text, its citations, and the sources that the messages contain.

    Args:
        text: the text parts, joined without changes.
        citations: the citations, in the order of the message.
        sources: anything that ``check`` accepts as sources.
    """

    text: str
    citations: tuple[NativeCitation, ...] = ()
    sources: tuple[Any, ...] = ()

    def __post_init__(self) -> None:
        object.__setattr__(self, "citations", tuple(self.citations))
        object.__setattr__(self, "sources", tuple(self.sources))


@dataclass(frozen=True, slots=True)
class CheckedCitation:
    """A citation with its finding.

    Args:
        citation: the citation as the provider wrote it.
        finding: a code of ``CITATION_FINDINGS``.
        quote: ``stands``: it is at the cited location; ``moved``: it is elsewhere in the document;
            ``absent``: it is not in the document; ``unquoted``: there is no quote, or no document to look it
            up in.
        reason: a code of ``REPAIR_REASONS`` that explains the finding; empty if the citation belongs to no
            sentence.
        sentence: index in ``Answer.sentences``; None if the citation belongs to no sentence.
        reference: the words of the reply tied to the cited passage in the document; None if the passage was
            not found.
        evidence: the passage on which the finding is based, in any document; None if there is none.
    """

    citation: NativeCitation
    finding: str
    quote: QuoteState = "unquoted"
    reason: str = ""
    sentence: int | None = None
    reference: Reference | None = None
    evidence: Reference | None = None

    @property
    def needs_review(self) -> bool:
        """Whether a person should review the citation."""
        return CITATION_FINDINGS[self.finding].needs_review

    @property
    def wording(self) -> str:
        """The finding as a sentence."""
        return CITATION_FINDINGS[self.finding].wording


@dataclass(frozen=True, slots=True, repr=False)
class CitationAudit(JsonRecord):
    """The check of a reply, and the finding for each of its provider's citations, in order."""

    citations: tuple[CheckedCitation, ...]
    answer: Answer

    def __post_init__(self) -> None:
        object.__setattr__(self, "citations", tuple(self.citations))

    @classmethod
    def _complete_plain(cls, data: Any) -> Any:
        return restore_held_answer(data)

    def __repr__(self) -> str:
        counts = ", ".join(f"{finding}={n}" for finding, n in self.counts().items())
        return f"CitationAudit({counts or 'no citations'})"

    def __str__(self) -> str:
        lines = [line for checked in self.citations for line in self._lines(checked)]
        return "\n".join(lines) or "The reply has no citations."

    def counts(self) -> dict[str, int]:
        """Count the findings that occur, in the order of the table."""
        counted = Counter(checked.finding for checked in self.citations)
        return {finding: counted[finding] for finding in CITATION_FINDINGS if counted[finding]}

    @property
    def needs_review(self) -> tuple[CheckedCitation, ...]:
        """The citations that a person should review."""
        return tuple(checked for checked in self.citations if checked.needs_review)

    def words(self, checked: CheckedCitation) -> str:
        """Return the characters of the reply in the range of the citation, unchanged."""
        return (self.answer.reply or "")[checked.citation.start : checked.citation.end]

    def _lines(self, checked: CheckedCitation) -> list[str]:
        words = self.words(checked).strip()
        if checked.citation.is_mark and checked.sentence is not None:
            words = self.answer.sentences[checked.sentence].text
        named = checked.citation.keys[0] if checked.citation.keys else "a document without a name"
        lines = [f"{checked.finding}: “{words}” cites {named}.", f"    {checked.wording}"]
        if checked.quote in ("moved", "absent"):
            lines.append(f"    the quote is {checked.quote}: “{checked.citation.quote.strip()}”")
        if checked.evidence is not None:
            lines.append(f"    {checked.evidence.document_id}: “{checked.evidence.quote}”")
        return lines

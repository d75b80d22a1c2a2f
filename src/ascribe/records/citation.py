"""The citations that a reply contains, with the finding about each, and the table of findings.

Reports, the command line, the audit of provider citations, the docs and the tests all use that table.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, get_args

from ascribe.records.span import Reference

Finding = Literal[
    "right",
    "partly",
    "wrong_place",
    "no_such_quote",
    "elsewhere",
    "beside",
    "contradicted",
    "unsupported",
    "undecided",
    "not_checkable",
    "not_given",
    "missing",
]
FINDINGS: tuple[Finding, ...] = get_args(Finding)


@dataclass(frozen=True, slots=True)
class Citation:
    """One document that the reply itself cites for a sentence, or should cite, and the finding about it.

    A marker such as ``[1, 2]`` cites two documents and gives two citations.

    Args:
        finding: a code of ``CITATION_FINDINGS``.
        key: the document as the marker names it: a 1-based position, or a key; None if it is ``missing``.
        document_position: 1-based position of the document; None if no source is named.
        spans: the characters of the marker in the reply, as (start, end): two spans for a tag around words,
            none for ``missing``.
        supported_by: 1-based positions of the documents that support the sentence instead.
        reason: a code of ``ascribe.records.repair.REPAIR_REASONS`` that explains the finding.
        evidence: the passage that the finding is based on, in any document; None if there is none.

    Raises:
        ValueError: an unknown finding, or a range that is negative or reversed.
    """

    finding: Finding
    key: int | str | None = None
    document_position: int | None = None
    spans: tuple[tuple[int, int], ...] = ()
    supported_by: tuple[int, ...] = ()
    reason: str = ""
    evidence: Reference | None = None

    def __post_init__(self) -> None:
        object.__setattr__(self, "spans", tuple((start, end) for start, end in self.spans))
        object.__setattr__(self, "supported_by", tuple(self.supported_by))
        if self.finding not in CITATION_FINDINGS:
            raise ValueError(f"finding must be one of {', '.join(FINDINGS)}, got {self.finding!r}")
        for start, end in self.spans:
            if not 0 <= start <= end:
                raise ValueError(f"bad range {start}..{end} in the reply")

    @property
    def needs_review(self) -> bool:
        """Return True if a person should review the citation."""
        return CITATION_FINDINGS[self.finding].needs_review

    @property
    def is_miscited(self) -> bool:
        """Return True if the marker names a document that does not support the sentence, or none."""
        return CITATION_FINDINGS[self.finding].miscited

    @property
    def wording(self) -> str:
        """The finding as a sentence."""
        return CITATION_FINDINGS[self.finding].wording


# --- The table ---


@dataclass(frozen=True, slots=True)
class CitationFinding:
    """One row of the table.

    Args:
        finding: the code.
        needs_review: True if a person should review the citation.
        miscited: True if ``ascribe check --fail-on miscited`` exits with 1.
        wording: the finding as a sentence.
        phrase: the finding in reports, after the name of the cited document, for ``missing`` before that of the
            supporting one; empty if only audits give it.
    """

    finding: Finding
    needs_review: bool
    miscited: bool
    wording: str
    phrase: str = ""


_FINDING_ROWS = (
    CitationFinding("right", False, False, "The document supports the words, at the cited place if one is given.", "supports this"),
    CitationFinding("partly", True, False, "The document supports only part of what the citation covers.", "supports only part of this"),
    CitationFinding("wrong_place", True, True, "The document supports the words, but not at the cited place."),
    CitationFinding("no_such_quote", True, True, "The document supports the words but does not contain the quote."),
    CitationFinding("elsewhere", True, True, "Another document supports the words; the cited one does not.", "does not say this"),
    CitationFinding("beside", True, False, "Another citation supports the words; no support was found in this one.", "was not found to support this"),
    CitationFinding("contradicted", True, True, "The document says something else.", "says something else"),
    CitationFinding("unsupported", True, True, "No source supports the words.", "does not say this"),
    CitationFinding("undecided", True, False, "It could not be decided whether the document supports the words.", "may or may not support this"),
    CitationFinding("not_checkable", False, False, "The words state no fact.", "has nothing to support here"),
    CitationFinding("not_given", True, True, "The cited document is not among the sources.", "does not exist among the sources"),
    CitationFinding("missing", True, False, "A document that supports the words is not cited.", "none; the support is in"),
)  # fmt: skip

CITATION_FINDINGS: dict[str, CitationFinding] = {row.finding: row for row in _FINDING_ROWS}
"""All findings, in the order of the documentation."""

FINDING_OF_REASON: dict[str, Finding] = {
    "supports": "right",
    "supports_part": "right",
    "supports_jointly": "right",
    "supports_paragraph": "right",
    "wrong_source": "elsewhere",
    "no_such_source": "not_given",
    "beside_the_point": "elsewhere",
    "sentence_wrong": "contradicted",
    "unsupported": "unsupported",
    "nothing_supports": "unsupported",
    "beside_support": "beside",
    "not_decided": "undecided",
    "nothing_to_check": "not_checkable",
    "source_list": "not_checkable",
    "unknown_key": "not_given",
    "points_nowhere": "not_given",
    "nowhere_not_decided": "not_given",
}
"""Repair reason of a marker → finding about its document."""

"""The one table of what can be found of a provider's citation: finding → does it want a look → wording.

The table in ``docs/provider-citations.md`` is compared with it by a test.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class CitationFinding:
    """One finding: its code, whether a person should look, and what people read."""

    finding: str
    look: bool
    wording: str


_TABLE = (
    CitationFinding("right", False, "The document supports the words, at the cited place if one is given."),
    CitationFinding("partly", True, "The document supports some of the sentences that are cited for."),
    CitationFinding("wrong_place", True, "The document supports the words, but not at the cited place."),
    CitationFinding("no_such_quote", True, "The document supports the words, but does not have the quote."),
    CitationFinding("elsewhere", True, "Another document supports the words; the cited one does not."),
    CitationFinding("beside", True, "Another citation holds the words; this document was not found to."),
    CitationFinding("contradicted", True, "The document says something else."),
    CitationFinding("unsupported", True, "Nothing that was given supports the words."),
    CitationFinding("undecided", True, "It could not be decided whether the document supports the words."),
    CitationFinding("not_checkable", False, "The words state no fact."),
    CitationFinding("not_given", True, "The document is not among the sources: nothing was checked."),
)  # fmt: skip

CITATION_FINDINGS: dict[str, CitationFinding] = {row.finding: row for row in _TABLE}
"""Every finding, in the order in which the docs list them."""

FINDING_OF_REASON = {
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
"""What a reason of ``repair`` says of the document. Whether the place is right is asked only of ``right``."""

"""One sentence of the reply with its evidence, its verdict and its own citations."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from ascribe.records.citation import Citation
from ascribe.records.missing_fields import build_attribute_error
from ascribe.records.span import Reference
from ascribe.records.verdict import Verdict


@dataclass(frozen=True, slots=True)
class CitedSentence:
    """One sentence of the reply and the source sentences it is ascribed to.

    Args:
        text: the exact slice of the reply.
        supporting_sentence_ids: ids of the source sentences that support it; empty means uncited.
        confidence: in [0, 1]; the verdict's score, 0 where there is none.
        char_start: start in the reply, in code points; None if it was not read from a reply.
        char_end: end in the reply.
        references: the evidence for its verdict, best first.
        verdict: None where the sentence was not checked.
        citations: what the reply itself cites for it, with a finding about each, and what it lacks; empty if
            the reply has no markers, or was not judged as a whole.

    Raises:
        ValueError: a confidence outside [0, 1], or an offset range that is negative or reversed.
    """

    text: str
    supporting_sentence_ids: tuple[str, ...]
    confidence: float
    char_start: int | None = None
    char_end: int | None = None
    references: tuple[Reference, ...] = ()
    verdict: Verdict | None = None
    citations: tuple[Citation, ...] = ()

    def __post_init__(self) -> None:
        for name in ("supporting_sentence_ids", "references", "citations"):
            object.__setattr__(self, name, tuple(getattr(self, name)))
        if not 0.0 <= self.confidence <= 1.0:
            raise ValueError(f"confidence must be in [0, 1], got {self.confidence}")
        start, end = self.char_start, self.char_end
        if (start, end) != (None, None) and (start is None or end is None or not 0 <= start <= end):
            raise ValueError(f"bad range {start}..{end} in the reply")

    if not TYPE_CHECKING:  # type checkers must find a field that does not exist

        def __getattr__(self, name: str) -> Any:
            raise build_attribute_error(self, name)

    @property
    def is_miscited(self) -> bool:
        """Return True if the reply cites a document for it that does not support it, or that is not given."""
        return any(citation.is_miscited for citation in self.citations)

    @property
    def is_uncited(self) -> bool:
        """Return True if it is supported and the reply, which has markers, does not cite the support."""
        return any(citation.finding == "missing" for citation in self.citations)

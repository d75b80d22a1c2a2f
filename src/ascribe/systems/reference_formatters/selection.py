"""Which chunks a formatter found relevant, and what it could not judge."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from ascribe.errors import InputError
from ascribe.systems.reference_formatters.chunks import OfferedChunk


@dataclass(frozen=True, slots=True)
class BatchFailure:
    """Chunks that were not judged; they are not among the references.

    Args:
        positions: their places among the chunks, from 1.
        reason: what went wrong, in one sentence.
        error: what was raised, if anything was.
    """

    positions: tuple[int, ...]
    reason: str
    error: Exception | None = None


@dataclass(frozen=True, slots=True)
class ReferenceSelection:
    """The relevant chunks.

    Args:
        offered: those that were chosen, in the order of the references.
        scores: for each of them the similarity; None where nothing was measured.
        failures: what was not judged.
    """

    offered: tuple[OfferedChunk, ...] = ()
    scores: tuple[float | None, ...] = ()
    failures: tuple[BatchFailure, ...] = ()

    @property
    def chunks(self) -> list[Any]:
        """The chosen chunks, as they were handed in."""
        return [chunk.given for chunk in self.offered]


def check_response(response: object) -> str:
    """The response.

    Raises:
        InputError: not a string, or blank.
    """
    if not isinstance(response, str) or not response.strip():
        given = "a blank one" if isinstance(response, str) else type(response).__name__
        raise InputError(
            f"response: expected a text, got {given}; without one nothing can be relevant to it."
        )
    return response


def without_text(chunks: list[OfferedChunk]) -> tuple[BatchFailure, ...]:
    """The chunks that have no text to compare, as one failure; empty if all have."""
    blank = tuple(chunk.position for chunk in chunks if not chunk.has_text)
    return (BatchFailure(blank, "They have no text that could be compared."),) if blank else ()

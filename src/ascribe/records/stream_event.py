"""What a stream tells while a reply is being written: sentences, what is taken back, and the end."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from ascribe.records.answer import Answer, CitedSentence
from ascribe.records.serialization import JsonRecord
from ascribe.records.span import Reference

EventKind = Literal["sentence", "retracted", "references", "final"]

RETRACTIONS = {
    "resplit": "later text shows that the sentence ends or begins elsewhere, or that it is none",
    "rejudged": "it has another verdict or other references now",
    "rewritten": "its markers have other numbers or another place now",
    "refused": "the answer is refused as a whole: its draft broke off, or is none after all",
    "follows": "it stands behind a sentence that was retracted; it comes again unchanged",
}
"""Reason of a ``retracted`` event → what it means."""


@dataclass(frozen=True, slots=True)
class NumberedReference:
    """A reference and the number that its markers have in the text."""

    number: int
    reference: Reference


@dataclass(frozen=True, slots=True)
class StreamEvent(JsonRecord):
    """One event of a stream.

    Args:
        kind: ``sentence``: one was completed and judged. ``retracted``: the last sentence that stands is
            taken back. ``references``: all sentences that stand are final, and this is what they cite.
            ``final``: the answer.
        id: of a sentence its place in the reply, as in ``120-184``: the same in every stream of that reply,
            whether provisional or final, and what ``char_start`` and ``char_end`` of ``Answer.sentences``
            say. Of ``references`` and ``final`` the kind.
        text: what to append to the text shown so far; of ``final`` the whole text. Empty for ``retracted``.
        reason: of ``retracted`` a key of ``RETRACTIONS``, else empty.
        sentence: the sentence with its verdict, in a ``sentence`` event.
        references: what the markers of the sentence point to; in ``references`` those of all, by number.
        answer: what ``check``, or ``ask``, returns for the whole reply, in ``final``.

    Raises:
        ValueError: a sentence, an answer or a reason where the kind has none, or none where it has one.
    """

    kind: EventKind
    id: str
    text: str = ""
    reason: str = ""
    sentence: CitedSentence | None = None
    references: tuple[NumberedReference, ...] = ()
    answer: Answer | None = None

    def __post_init__(self) -> None:
        object.__setattr__(self, "references", tuple(self.references))
        held = {"sentence": self.sentence, "final": self.answer, "retracted": self.reason or None}
        for kind, value in held.items():
            if (value is not None) != (kind == self.kind):
                raise ValueError(f"an event {self.kind!r} does not hold what one of its kind does")
        if self.reason and self.reason not in RETRACTIONS:
            raise ValueError(f"{self.reason!r} is no reason to retract a sentence")

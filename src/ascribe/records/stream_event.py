"""Events of a stream while a reply is being written: sentences, retractions, references, the answer."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

from ascribe.records.answer import Answer
from ascribe.records.cited_sentence import CitedSentence
from ascribe.records.missing_fields import build_attribute_error
from ascribe.records.serialization import JsonRecord
from ascribe.records.span import Reference
from ascribe.records.unchecked_scores import restore_held_answer
from ascribe.records.verdict_messages import add_messages

EventKind = Literal["sentence", "retracted", "references", "final"]

RETRACTIONS = {
    "resplit": "later text shows that the sentence starts or ends elsewhere, or is not a sentence",
    "rejudged": "its verdict or its references have changed",
    "rewritten": "the numbers or positions of its markers have changed",
    "refused": "the whole answer is refused: the draft broke off or turned out not to be an answer",
    "follows": "a sentence before it was retracted; it is sent again unchanged",
}
"""Reason of a ``retracted`` event → what it means."""


@dataclass(frozen=True, slots=True)
class NumberedReference:
    """A reference and the number of its markers in the text.

    Args:
        number: the number.
        reference: the reference.
    """

    number: int
    reference: Reference


@dataclass(frozen=True, slots=True)
class StreamEvent(JsonRecord):
    """One event of a stream.

    Args:
        kind: ``sentence``: a sentence was completed and verified. ``retracted``: the last sentence shown is
            taken back. ``references``: all sentences shown are final, and these are their references.
            ``final``: the answer.
        id: for a sentence, its offsets in the reply, such as ``120-184``: the same in every stream of that
            reply, whether provisional or final, and equal to ``char_start`` and ``char_end`` in
            ``Answer.sentences``. For ``references`` and ``final``, the kind.
        text: what to append to the text shown so far; for ``final``, the whole text; empty for ``retracted``.
        reason: for ``retracted``, a key of ``RETRACTIONS``; otherwise empty.
        sentence: the sentence with its verdict, in a ``sentence`` event.
        references: what the markers of the sentence point to; in ``references``, those of all, by number.
        answer: in ``final``, what ``check`` or ``ask`` returns for the whole reply.

    Raises:
        ValueError: a sentence, an answer or a reason on an event of another kind, or its absence on its own.
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
                raise ValueError(f"a {self.kind!r} event has a field of another kind or lacks its own")
        if self.reason and self.reason not in RETRACTIONS:
            raise ValueError(f"{self.reason!r} is not a reason to retract a sentence")

    if not TYPE_CHECKING:  # type checkers must find a field that does not exist

        def __getattr__(self, name: str) -> Any:
            raise build_attribute_error(self, name)

    def _build_plain(self) -> dict[str, Any]:
        data = JsonRecord._build_plain(self)
        if self.sentence is not None:
            add_messages([data["sentence"]], [self.sentence])
        return data

    @classmethod
    def _complete_plain(cls, data: Any) -> Any:
        return restore_held_answer(data)

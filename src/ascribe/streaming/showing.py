"""The sentences that stand, as text, and the events that lead from those shown to those that stand now."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import takewhile
from typing import Protocol, cast

from ascribe import registry
from ascribe.errors import InputError
from ascribe.records import Answer, CitedSentence, NumberedReference, StreamEvent
from ascribe.write.numbering import Numbering


class PartsWriter(Protocol):
    """A writer that can show an answer sentence by sentence."""

    def parts(self, answer: Answer) -> Iterator[str]:
        """One text for each sentence and one for the rest; joined they are the whole rendering."""
        ...


def parts_writer(writer: str | PartsWriter) -> PartsWriter:
    """The registered writer of that name, or the object itself.

    Raises:
        InputError: it cannot show single sentences.
        UnknownComponentError: no writer has that name.
    """
    made = registry.make("write", writer) if isinstance(writer, str) else writer
    if not hasattr(made, "parts"):
        name = writer if isinstance(writer, str) else type(writer).__name__
        raise InputError(f"The writer {name} cannot show single sentences; take md or terminal.")
    return cast("PartsWriter", made)


@dataclass(frozen=True, slots=True)
class Shown:
    """A sentence, the text that shows it, and what its markers point to."""

    id: str
    sentence: CitedSentence
    text: str
    references: tuple[NumberedReference, ...]

    def event(self) -> StreamEvent:
        """The event that tells it."""
        return StreamEvent("sentence", self.id, self.text, sentence=self.sentence, references=self.references)


class Screen:
    """What a reader of the events has before them: the sentences that stand.

    Args:
        writer: as of ``parts_writer``; it makes the texts.
    """

    def __init__(self, writer: str | PartsWriter) -> None:
        self._writer = parts_writer(writer)
        self._shown: list[Shown] = []

    def change(self, answer: Answer) -> list[StreamEvent]:
        """What leads to the sentences of that answer, which is not the last word."""
        return self._changes(_show(answer, self._writer.parts(answer)))

    def end(self, answer: Answer) -> list[StreamEvent]:
        """What leads to the sentences of that answer, then the references and the answer."""
        parts = self._writer.parts(answer)
        shown, rest = _show(answer, parts), next(parts)
        changes = self._changes(shown, "refused" if answer.was_refused else "resplit")
        cited = {numbered.number: numbered for one in shown for numbered in one.references}
        references = tuple(cited[number] for number in sorted(cited))
        text = "".join([*(one.text for one in shown), rest])
        return [
            *changes,
            StreamEvent("references", "references", rest, references=references),
            StreamEvent("final", "final", text, answer=answer),
        ]

    def _changes(self, shown: list[Shown], gone: str = "resplit") -> list[StreamEvent]:
        found = changes(self._shown, shown, gone)
        self._shown = shown
        return found


def _show(answer: Answer, parts: Iterator[str]) -> list[Shown]:
    """The sentences of the answer, each with its part of the rendering; ``parts`` is left with the rest."""
    numbering = Numbering.of_words(answer)
    return [_shown(sentence, next(parts), numbering) for sentence in answer.sentences]


def _shown(sentence: CitedSentence, text: str, numbering: Numbering) -> Shown:
    numbered = ((numbering.number_of(reference), reference) for reference in sentence.references)
    references = tuple(NumberedReference(number, r) for number, r in numbered if number is not None)
    return Shown(f"{sentence.char_start}-{sentence.char_end}", sentence, text, references)


def changes(before: Sequence[Shown], now: Sequence[Shown], gone: str) -> list[StreamEvent]:
    """What leads from the one to the other: retractions, the last sentence first, then sentences.

    ``gone`` is the reason for those that are no sentences any more.
    """
    same = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(before, now, strict=False)))
    standing = {one.id: one for one in now}
    retracted = [
        StreamEvent("retracted", one.id, reason=_why(one, standing.get(one.id)) or gone)
        for one in reversed(before[same:])
    ]
    return [*retracted, *(one.event() for one in now[same:])]


def _why(before: Shown, now: Shown | None) -> str:
    """The reason to retract it; empty if it is gone."""
    if now is None:
        return ""
    if now.sentence != before.sentence:
        return "rejudged"
    return "follows" if now == before else "rewritten"

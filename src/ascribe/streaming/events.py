"""Compare the rendered sentences with those already shown and emit add and retract events."""

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


def resolve_parts_writer(writer: str | PartsWriter) -> PartsWriter:
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
class RenderedSentence:
    """A sentence, the text that shows it, and what its markers point to."""

    id: str
    sentence: CitedSentence
    text: str
    references: tuple[NumberedReference, ...]

    def event(self) -> StreamEvent:
        """The event that tells it."""
        return StreamEvent("sentence", self.id, self.text, sentence=self.sentence, references=self.references)


class EventRenderer:
    """What a reader of the events has before them: the sentences that stand.

    Args:
        writer: as of ``resolve_parts_writer``; it makes the texts.
    """

    def __init__(self, writer: str | PartsWriter) -> None:
        self._writer = resolve_parts_writer(writer)
        self._shown: list[RenderedSentence] = []

    def update(self, answer: Answer) -> list[StreamEvent]:
        """What leads to the sentences of that answer, which is not the last word."""
        return self._diff(_render_sentences(answer, self._writer.parts(answer)))

    def end(self, answer: Answer) -> list[StreamEvent]:
        """What leads to the sentences of that answer, then the references and the answer."""
        parts = self._writer.parts(answer)
        shown, rest = _render_sentences(answer, parts), next(parts)
        changes = self._diff(shown, "refused" if answer.was_refused else "resplit")
        cited = {numbered.number: numbered for one in shown for numbered in one.references}
        references = tuple(cited[number] for number in sorted(cited))
        text = "".join([*(one.text for one in shown), rest])
        return [
            *changes,
            StreamEvent("references", "references", rest, references=references),
            StreamEvent("final", "final", text, answer=answer),
        ]

    def _diff(self, shown: list[RenderedSentence], gone: str = "resplit") -> list[StreamEvent]:
        found = diff_sentences(self._shown, shown, gone)
        self._shown = shown
        return found


def _render_sentences(answer: Answer, parts: Iterator[str]) -> list[RenderedSentence]:
    """The sentences of the answer, each with its part of the rendering; ``parts`` is left with the rest."""
    numbering = Numbering.of_words(answer)
    return [_render_sentence(sentence, next(parts), numbering) for sentence in answer.sentences]


def _render_sentence(sentence: CitedSentence, text: str, numbering: Numbering) -> RenderedSentence:
    numbered = ((numbering.number_of(reference), reference) for reference in sentence.references)
    references = tuple(NumberedReference(number, r) for number, r in numbered if number is not None)
    return RenderedSentence(f"{sentence.char_start}-{sentence.char_end}", sentence, text, references)


def diff_sentences(
    before: Sequence[RenderedSentence], now: Sequence[RenderedSentence], gone: str
) -> list[StreamEvent]:
    """What leads from the one to the other: retractions, the last sentence first, then sentences.

    ``gone`` is the reason for those that are no sentences any more.
    """
    same = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(before, now, strict=False)))
    standing = {one.id: one for one in now}
    retracted = [
        StreamEvent("retracted", one.id, reason=_find_retraction_reason(one, standing.get(one.id)) or gone)
        for one in reversed(before[same:])
    ]
    return [*retracted, *(one.event() for one in now[same:])]


def _find_retraction_reason(before: RenderedSentence, now: RenderedSentence | None) -> str:
    """The reason to retract it; empty if it is gone."""
    if now is None:
        return ""
    if now.sentence != before.sentence:
        return "rejudged"
    return "follows" if now == before else "rewritten"

"""Compare the rendered sentences with those already shown and emit add and retract events."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import takewhile
from typing import Protocol, cast

from ascribe import registry
from ascribe.errors import InputError
from ascribe.records import Answer, CitedSentence, NumberedReference, StreamEvent
from ascribe.telemetry import emit_evaluation
from ascribe.write.numbering import Numbering
from ascribe.write.own_markers import remove_own_markers, remove_spans


class PartsWriter(Protocol):
    """A writer that can render an answer sentence by sentence."""

    def parts(self, answer: Answer) -> Iterator[str]:
        """Yield one text for each sentence and one for the rest; joined they are the whole rendering."""
        ...


def resolve_parts_writer(writer: str | PartsWriter) -> PartsWriter:
    """Return the registered writer with that name, or the object itself.

    Raises:
        InputError: it cannot render single sentences.
        UnknownComponentError: no writer has that name.
    """
    made = registry.make("write", writer) if isinstance(writer, str) else writer
    if not hasattr(made, "parts"):
        name = writer if isinstance(writer, str) else type(writer).__name__
        raise InputError(f"The writer {name} cannot render single sentences; use md or terminal.")
    return cast("PartsWriter", made)


@dataclass(frozen=True, slots=True)
class RenderedSentence:
    """A sentence, its rendered text, and the references of its markers."""

    id: str
    sentence: CitedSentence
    text: str
    references: tuple[NumberedReference, ...]

    def event(self) -> StreamEvent:
        """Build the event that adds the sentence."""
        return StreamEvent("sentence", self.id, self.text, sentence=self.sentence, references=self.references)


class EventRenderer:
    """Keeps the sentences shown so far and emits add and retract events.

    Args:
        writer: as for ``resolve_parts_writer``; it renders the texts.
        replace_markers: True takes the reply's own markers out of the texts; ids, sentences and the answer
            are those of the untouched reply.
    """

    def __init__(self, writer: str | PartsWriter, *, replace_markers: bool = False) -> None:
        self._writer = resolve_parts_writer(writer)
        self.replace_markers = replace_markers
        self._shown: list[RenderedSentence] = []

    def update(self, answer: Answer, markers: Collection[tuple[int, int]] = ()) -> list[StreamEvent]:
        """Return the events that change what is shown to the sentences of a partial answer.

        ``markers`` are the places of the reply's own markers that are taken out.
        """
        written = remove_spans(answer, markers)
        return self._diff(_render_sentences(answer, written, self._writer.parts(written)))

    def end(self, answer: Answer) -> list[StreamEvent]:
        """Return the events that lead to the final answer, then the references and the answer."""
        emit_evaluation(answer)
        written = remove_own_markers(answer) if self.replace_markers else answer
        parts = self._writer.parts(written)
        shown, rest = _render_sentences(answer, written, parts), next(parts)
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


def _render_sentences(answer: Answer, written: Answer, parts: Iterator[str]) -> list[RenderedSentence]:
    """Render the sentences of the answer, each from its part; ``parts`` is left with the rest.

    ``written`` is the answer that the parts show.
    """
    numbering = Numbering.of_words(written)
    return [_render_sentence(sentence, next(parts), numbering) for sentence in answer.sentences]


def _render_sentence(sentence: CitedSentence, text: str, numbering: Numbering) -> RenderedSentence:
    numbered = ((numbering.number_of(reference), reference) for reference in sentence.references)
    references = tuple(NumberedReference(number, r) for number, r in numbered if number is not None)
    # A marker at the end of a paragraph may belong to sentences before it: the final answer has citations.
    shown = replace(sentence, citations=())
    return RenderedSentence(f"{sentence.char_start}-{sentence.char_end}", shown, text, references)


def diff_sentences(
    before: Sequence[RenderedSentence], now: Sequence[RenderedSentence], gone: str
) -> list[StreamEvent]:
    """Return the events between two states: retractions, the last sentence first, then sentences.

    ``gone`` is the reason for retracting those that are no longer sentences.
    """
    same = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(before, now, strict=False)))
    standing = {one.id: one for one in now}
    retracted = [
        StreamEvent("retracted", one.id, reason=_find_retraction_reason(one, standing.get(one.id)) or gone)
        for one in reversed(before[same:])
    ]
    return [*retracted, *(one.event() for one in now[same:])]


def _find_retraction_reason(before: RenderedSentence, now: RenderedSentence | None) -> str:
    """Return the reason to retract the sentence; empty if it no longer exists."""
    if now is None:
        return ""
    if now.sentence != before.sentence:
        return "rejudged"
    return "follows" if now == before else "rewritten"

"""One reply while it is being written: text in, events out.

Every time a sentence may have been completed, the text so far is read as ``check`` reads a whole reply. What
is complete and was not judged before is judged, and the events lead from the sentences shown to those that
stand now.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from ascribe.judging import Judged, Prepared
from ascribe.language.detect import language_of
from ascribe.pipeline import choose
from ascribe.read.markers import safe_end
from ascribe.read.replies import read_reply
from ascribe.read.sources import load_sources
from ascribe.records import Answer, FaithfulnessComponents, StreamEvent
from ascribe.stages import Claim, Limits
from ascribe.streaming.deltas import whole_characters
from ascribe.streaming.showing import PartsWriter, Shown, changes, parts_writer, show

STRIDE = 50
"""A text is read again when it has grown by one part in so many. Below 5,000 characters or so that is every
sentence; without it the time would go with the square of the length."""

_REACH = 64
"""Characters around a place that are looked at to tell whether a sentence may be complete there."""

_AHEAD = re.compile(rf"\W{{0,{_REACH}}}(?:\w{{1,11}}\W|\w.{{11}})", re.DOTALL)
"""What must follow a sentence before it counts as complete: a word and what ends it, or, for long words and
scripts that write no spaces, so many characters. Where a sentence ends is told by the word behind it."""

_END = re.compile(rf"(?:[^\w\s,;:()\[\]\"'“”‘’*_`-]|[\n\r])(?={_AHEAD.pattern})", re.DOTALL)
"""Where a sentence may have been completed."""


class Session:
    """Takes a reply piece by piece. One thread at a time.

    Args:
        sources: as for ``check``; read here, once.
        question: as for ``check``.
        writer: name of a registered writer or an object with ``parts``; it makes the texts of the events.
        options: those of ``check``.

    Raises:
        InputError: as ``check``, or a writer that cannot show an answer sentence by sentence.
        UnknownComponentError: as ``check``.
    """

    def __init__(
        self, sources: Any, question: str | None = None, writer: str | PartsWriter = "md", **options: Any
    ) -> None:
        self._writer = parts_writer(writer)
        self._limits = options.pop("limits", None) or Limits()
        reading = {name: options.pop(name, None) for name in ("readers", "progress")}
        self._choice = choose(question, **options)
        self._language = options.get("language")
        self._sources = load_sources(sources, language=self._language, limits=self._limits, **reading)
        first = self._choice.prepared(read_reply("", self._language), self._sources)
        first.read_evidence()  # while nobody waits for a sentence yet
        self._prepared = {first.settings.language: first}
        self._default = first.settings.language
        self._judged: dict[tuple[str | None, Claim], Judged] = {}
        self._shown: list[Shown] = []
        self._pieces: list[str] = []
        self._length = self._read_to = 0
        self._tail = self._half = ""
        self._due = False
        self._told: str | None = None
        self._told_from = 0

    def add(self, delta: str) -> bool:
        """Takes the next piece of the reply; True if a sentence may be complete, so that ``events`` pays.

        Raises:
            InputError: the reply is longer than the limits allow.
        """
        delta, self._half = whole_characters(self._half + delta)
        self._pieces.append(delta)
        self._length += len(delta)
        if self._length > self._limits.max_reply_chars:
            read_reply(self._text(), self._language, self._limits)  # says so
        tail = self._tail + delta
        ends = [match.end() for match in _END.finditer(tail)]
        self._due = self._due or bool(ends)
        self._tail = tail[ends[-1] if ends else 0 :][-_REACH:]
        return self._due and self._length - self._read_to >= self._length // STRIDE

    def events(self) -> list[StreamEvent]:
        """What has changed by the text so far: what is taken back, last first, then what is complete now.

        Raises:
            InputError: the text has a lone surrogate.
        """
        text = self._text()
        self._due, self._read_to = False, self._length
        text = text[: safe_end(text)]
        prepared = self._read(text, self._spoken(text))
        claims = prepared.read.claims
        complete = next((n for n in range(len(claims), 0, -1) if _AHEAD.match(text, claims[n - 1].end)), 0)
        sentences = prepared.sentences_of(self._judge(prepared, claims[:complete]))
        nothing = FaithfulnessComponents(0.0, 1.0)
        documents = self._sources.documents
        partial = Answer("", sentences, 1.0, nothing, [], [], [], reply=text, documents=documents)
        return self._changes(show(partial, self._writer.parts(partial)))

    def finish(self) -> list[StreamEvent]:
        """The last changes, the references and the answer; the reply is complete.

        Raises:
            InputError: the text has a lone surrogate.
        """
        self._pieces.append(self._half)
        self._half = ""
        prepared = self._read(self._text(), self._language)
        answer = prepared.answer_of(self._judge(prepared, prepared.read.claims))
        parts = self._writer.parts(answer)
        shown, rest = show(answer, parts), next(parts)
        changes = self._changes(shown)
        cited = {numbered.number: numbered for one in shown for numbered in one.references}
        references = tuple(cited[number] for number in sorted(cited))
        text = "".join([*(one.text for one in shown), rest])
        return [
            *changes,
            StreamEvent("references", "references", rest, references=references),
            StreamEvent("final", "final", text, answer=answer),
        ]

    def _text(self) -> str:
        self._pieces = ["".join(self._pieces)]
        return self._pieces[0]

    def _spoken(self, text: str) -> str | None:
        """The language of the text so far; it is told anew when there is twice as much to tell it from."""
        if self._language is None and (self._told is None or len(text) > 2 * self._told_from):
            self._told, self._told_from = language_of(text), len(text)
        return self._language or self._told

    def _read(self, text: str, language: str | None) -> Prepared:
        """The text as ``check`` reads it, with the components for its language."""
        read = read_reply(text, language, self._limits)
        spoken = read.language or self._default
        if spoken not in self._prepared:
            self._prepared[spoken] = self._choice.prepared(read, self._sources)
        return replace(self._prepared[spoken], read=read)

    def _judge(self, prepared: Prepared, claims: Sequence[Claim]) -> list[Judged]:
        """The claims with their verdicts; what was judged before is remembered."""
        language = prepared.settings.language
        new = [claim for claim in claims if (language, claim) not in self._judged]
        for one in prepared.judge(new):
            self._judged[language, one.claim] = one
        return [self._judged[language, claim] for claim in claims]

    def _changes(self, shown: list[Shown]) -> list[StreamEvent]:
        found = changes(self._shown, shown)
        self._shown = shown
        return found

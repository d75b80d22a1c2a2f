"""One reply while it is being written: buffer its text, verify each complete claim once, emit events.

Every time a sentence may have been completed, the text so far is read as ``check`` reads a whole reply.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from ascribe.engine import CheckEngine, ClaimResult
from ascribe.pipeline import CheckConfig, build_config
from ascribe.protocols import Claim, Limits
from ascribe.read.markers import safe_end
from ascribe.read.replies import Reply, read_reply
from ascribe.read.sources import SourceSet, load_sources
from ascribe.records import Answer, FaithfulnessComponents, StreamEvent
from ascribe.records.offsets import join_surrogates
from ascribe.streaming.events import EventRenderer, PartsWriter
from ascribe.text.language_detection import resolve_language


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
        self._screen = EventRenderer(writer)
        limits = options.pop("limits", None) or Limits()
        reading = {name: options.pop(name, None) for name in ("readers", "progress")}
        choice = build_config(question, **options)
        language = options.get("language")
        loaded = load_sources(sources, language=language, limits=limits, **reading)
        self._judge = IncrementalChecker(choice, loaded, language)
        self._reply = ReplyBuffer(language, limits)

    def add(self, delta: str) -> bool:
        """Takes the next piece of the reply; True if a sentence may be complete, so that ``events`` pays.

        Raises:
            InputError: the reply is longer than the limits allow.
        """
        return self._reply.add(delta)

    def events(self) -> list[StreamEvent]:
        """What has changed by the text so far: what is taken back, last first, then what is complete now.

        Raises:
            InputError: the text has a lone surrogate.
        """
        return self._screen.update(self._judge.partial(self._reply.so_far()))

    def finish(self) -> list[StreamEvent]:
        """The last changes, the references and the answer; the reply is complete.

        Raises:
            InputError: the text has a lone surrogate.
        """
        return self._screen.end(self._judge.answer(self._reply.whole()))


STRIDE = 50
"""A text is read again when it has grown by one part in so many. Below 5,000 characters or so that is every
sentence; without it the time would go with the square of the length."""

_LOOK_AROUND = 64
"""Characters around a place that are looked at to tell whether a sentence may be complete there."""

_LOOK_AHEAD = re.compile(rf"\W{{0,{_LOOK_AROUND}}}(?:\w{{1,11}}\W|\w.{{11}})", re.DOTALL)
"""What must follow a sentence before it counts as complete: a word and what ends it, or, for long words and
scripts that write no spaces, so many characters. Where a sentence ends is told by the word behind it."""

_SENTENCE_END = re.compile(rf"(?:[^\w\s,;:()\[\]\"'“”‘’*_`-]|[\n\r])(?={_LOOK_AHEAD.pattern})", re.DOTALL)
"""Where a sentence may have been completed."""


class ReplyBuffer:
    """Takes a reply piece by piece. Every time it is read, it is read as ``check`` reads a whole reply.

    Args:
        language: of the reply; None has it detected.
        limits: how long it may get.
    """

    def __init__(self, language: str | None, limits: Limits) -> None:
        self._language, self._limits = language, limits
        self._pieces: list[str] = []
        self._length = self._read_to = 0
        self._tail = self._half = ""
        self._due = False
        self._told: str | None = None
        self._told_from = 0

    def add(self, delta: str) -> bool:
        """Takes the next piece of the reply; True if a sentence may be complete, so that ``so_far`` pays.

        Raises:
            InputError: the reply is longer than the limits allow.
        """
        delta, self._half = join_surrogates(self._half + delta)
        self._pieces.append(delta)
        self._length += len(delta)
        if self._length > self._limits.max_reply_chars:
            self._read(self._text(), self._language)  # says so
        tail = self._tail + delta
        ends = [match.end() for match in _SENTENCE_END.finditer(tail)]
        self._due = self._due or bool(ends)
        self._tail = tail[ends[-1] if ends else 0 :][-_LOOK_AROUND:]
        return self._due and self._length - self._read_to >= self._length // STRIDE

    def so_far(self) -> Reply:
        """The text up to where a marker may begin, with those of its claims that are complete.

        Raises:
            InputError: the text has a lone surrogate.
        """
        text = self._text()
        self._due, self._read_to = False, self._length
        text = text[: safe_end(text)]
        read = self._read(text, self._detect_language(text))
        ends = [claim.end for claim in read.claims]
        complete = next((n for n in range(len(ends), 0, -1) if _LOOK_AHEAD.match(text, ends[n - 1])), 0)
        return replace(read, claims=read.claims[:complete])

    def whole(self) -> Reply:
        """The reply; nothing more will come.

        Raises:
            InputError: the text has a lone surrogate.
        """
        self._pieces.append(self._half)
        self._half = ""
        return self._read(self._text(), self._language)

    def _read(self, text: str, language: str | None) -> Reply:
        return read_reply(text, language, self._limits)

    def _text(self) -> str:
        self._pieces = ["".join(self._pieces)]
        return self._pieces[0]

    def _detect_language(self, text: str) -> str | None:
        """The language of the text so far; it is told anew when there is twice as much to tell it from."""
        if self._language is None and (self._told is None or len(text) > 2 * self._told_from):
            self._told, self._told_from = resolve_language(text), len(text)
        return self._language or self._told


class IncrementalChecker:
    """Judges the claims of readings of one reply, and remembers. The sources are read when it is made.

    Args:
        choice: who judges.
        sources: what the reply rests on.
        language: of the reply, if it is known.
    """

    def __init__(self, choice: CheckConfig, sources: SourceSet, language: str | None) -> None:
        self._choice, self._sources = choice, sources
        first = choice.build_engine(read_reply("", language), sources)
        first.index_evidence()  # while nobody waits for a sentence yet
        self._prepared = {first.settings.language: first}
        self._default = first.settings.language
        self._judged: dict[tuple[str | None, Claim], ClaimResult] = {}

    def partial(self, read: Reply) -> Answer:
        """The claims of a text that goes on, with their verdicts; of an answer there is no more than that."""
        prepared = self._prepare_for(read)
        sentences = prepared.build_sentences(self._judge(prepared, read.claims))
        nothing, level = FaithfulnessComponents(0.0, 1.0), self._choice.strictness
        documents = self._sources.documents
        return Answer("", sentences, 1.0, nothing, [], [], [], level, reply=read.text, documents=documents)

    def answer(self, read: Reply) -> Answer:
        """What ``check`` says of the reply."""
        prepared = self._prepare_for(read)
        return prepared.build_answer(self._judge(prepared, read.claims))

    def _prepare_for(self, read: Reply) -> CheckEngine:
        """The reading with the components for its language."""
        spoken = read.language or self._default
        if spoken not in self._prepared:
            self._prepared[spoken] = self._choice.build_engine(read, self._sources)
        return replace(self._prepared[spoken], read=read)

    def _judge(self, prepared: CheckEngine, claims: Sequence[Claim]) -> list[ClaimResult]:
        """The claims with their verdicts; what was judged before is remembered."""
        language = prepared.settings.language
        new = [claim for claim in claims if (language, claim) not in self._judged]
        for one in prepared.judge(new):
            self._judged[language, one.claim] = one
        return [self._judged[language, claim] for claim in claims]

"""One reply while it is being written: buffer its text, verify each complete claim once, emit events.

Whenever a sentence may have been completed, the text so far is read as ``check`` reads a whole reply.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Any, Unpack

from ascribe.engine import CheckEngine, ClaimResult
from ascribe.pipeline import CheckArguments, CheckConfig, CheckOptions, build_config, read_sources
from ascribe.protocols import Claim, Limits
from ascribe.read.markers import NO_SOURCES, KnownSources, safe_end
from ascribe.read.replies import Reply, read_reply
from ascribe.read.sources import SourceSet
from ascribe.records import Answer, FaithfulnessComponents, StreamEvent
from ascribe.records.offsets import join_surrogates
from ascribe.reply_citations.document_keys import list_known_sources
from ascribe.reply_citations.judgement import find_marker_places, judge_citations
from ascribe.streaming.events import EventRenderer, PartsWriter
from ascribe.text.language_detection import resolve_language


class Session:
    """Checks one reply piece by piece. Use it from one thread at a time.

    Args:
        sources: as for ``check``; read here, once.
        question: as for ``check``.
        writer: name of a registered writer or an object with ``parts``; it renders the texts of the events.
        replace_markers: True takes the reply's own markers out of the texts, as ``with_citations`` does.
        options: those of ``check``.

    Raises:
        InputError: as ``check``, or a writer that cannot render single sentences.
        UnknownComponentError: as ``check``.
    """

    def __init__(
        self,
        sources: Any,
        question: str | None = None,
        writer: str | PartsWriter = "md",
        *,
        replace_markers: bool = False,
        **options: Unpack[CheckArguments],
    ) -> None:
        self._renderer = EventRenderer(writer, replace_markers=replace_markers)
        chosen = CheckOptions(**options)
        config = build_config(question, chosen)
        loaded = read_sources(sources, chosen)
        self._checker = IncrementalChecker(config, loaded, chosen.language)
        known = list_known_sources(loaded.documents)
        self._reply = ReplyBuffer(chosen.language, chosen.limits or Limits(), known)

    def add(self, delta: str) -> bool:
        """Add the next piece of the reply; return True if a sentence may be complete: call ``events`` then.

        Raises:
            InputError: the reply is longer than the limits allow.
        """
        return self._reply.add(delta)

    def events(self) -> list[StreamEvent]:
        """Return what has changed: retractions, the last sentence first, then newly completed sentences.

        Raises:
            InputError: the text has a lone surrogate.
        """
        read = self._reply.read_partial()
        answer = self._checker.partial(read)
        places = self._checker.find_marker_places(read, answer) if self._renderer.replace_markers else ()
        return self._renderer.update(answer, places)

    def finish(self) -> list[StreamEvent]:
        """Return the last changes, the references and the answer; the reply is complete.

        Raises:
            InputError: the text has a lone surrogate.
        """
        return self._renderer.end(self._checker.answer(self._reply.read_whole()))


STRIDE = 50
"""A text is read again when it has grown by one part in this many. Below some 5,000 characters that is after
every sentence; otherwise the time would be quadratic in the length."""

_LOOK_AROUND = 64
"""Characters around a position that decide whether a sentence may be complete there."""

_LOOK_AHEAD = re.compile(rf"\W{{0,{_LOOK_AROUND}}}(?:\w{{1,11}}\W|\w.{{11}})", re.DOTALL)
"""Text that must follow a sentence before it counts as complete, because the next word decides where a
sentence ends: a word and what ends it or, for long words and scripts without spaces, this many characters."""

_SENTENCE_END = re.compile(rf"(?:[^\w\s,;:()\[\]\"'“”‘’*_`-]|[\n\r])(?={_LOOK_AHEAD.pattern})", re.DOTALL)
"""Where a sentence may have been completed."""


class ReplyBuffer:
    """Buffer for a reply that arrives piece by piece; it is read as ``check`` reads a whole reply.

    Args:
        language: of the reply; None detects it.
        limits: how long the reply may get.
        known: the names of the sources that its markers may have.
    """

    def __init__(self, language: str | None, limits: Limits, known: KnownSources = NO_SOURCES) -> None:
        self._language, self._limits, self._known = language, limits, known
        self._pieces: list[str] = []
        self._length = self._read_to = 0
        self._tail = self._half = ""
        self._due = False
        self._detected: str | None = None
        self._detected_chars = 0

    def add(self, delta: str) -> bool:
        """Add the next piece of the reply; return True if a sentence may be complete: read it again then.

        Raises:
            InputError: the reply is longer than the limits allow.
        """
        delta, self._half = join_surrogates(self._half + delta)
        self._pieces.append(delta)
        self._length += len(delta)
        if self._length > self._limits.max_reply_chars:
            self._read(self._text(), self._language)  # raises the InputError
        tail = self._tail + delta
        ends = [match.end() for match in _SENTENCE_END.finditer(tail)]
        self._due = self._due or bool(ends)
        self._tail = tail[ends[-1] if ends else 0 :][-_LOOK_AROUND:]
        return self._due and self._length - self._read_to >= self._length // STRIDE

    def read_partial(self) -> Reply:
        """Read the text up to where a marker may begin, and return it with its complete claims.

        Raises:
            InputError: the text has a lone surrogate.
        """
        text = self._text()
        self._due, self._read_to = False, self._length
        text = text[: safe_end(text, self._known)]
        read = self._read(text, self._detect_language(text))
        ends = [claim.end for claim in read.claims]
        complete = next((n for n in range(len(ends), 0, -1) if _LOOK_AHEAD.match(text, ends[n - 1])), 0)
        return replace(read, claims=read.claims[:complete])

    def read_whole(self) -> Reply:
        """Read the whole reply; nothing more will come.

        Raises:
            InputError: the text has a lone surrogate.
        """
        self._pieces.append(self._half)
        self._half = ""
        return self._read(self._text(), self._language)

    def _read(self, text: str, language: str | None) -> Reply:
        return read_reply(text, language, self._limits, self._known)

    def _text(self) -> str:
        self._pieces = ["".join(self._pieces)]
        return self._pieces[0]

    def _detect_language(self, text: str) -> str | None:
        """Return the language of the text so far, detected again when the text has doubled."""
        if self._language is None and (self._detected is None or len(text) > 2 * self._detected_chars):
            self._detected, self._detected_chars = resolve_language(text), len(text)
        return self._language or self._detected


class IncrementalChecker:
    """Verifies the claims of one reply as it grows, each once. It reads the sources when it is created.

    Args:
        check_config: how claims are verified.
        sources: the sources of the reply.
        language: of the reply, if it is known.
    """

    def __init__(self, check_config: CheckConfig, sources: SourceSet, language: str | None) -> None:
        self._check_config, self._sources = check_config, sources
        first = check_config.build_engine(read_reply("", language), sources)
        first.index_evidence()  # before the first sentence arrives
        self._engines = {first.settings.language: first}
        self._default = first.settings.language
        self._results: dict[tuple[str | None, Claim], ClaimResult] = {}

    def partial(self, read: Reply) -> Answer:
        """Verify the claims of an unfinished text; the rest of the answer is left empty."""
        engine = self._get_engine(read)
        sentences = engine.build_sentences(self._check_claims(engine, read.claims))
        nothing, level = FaithfulnessComponents(0.0, 1.0), self._check_config.strictness
        documents = self._sources.documents
        return Answer("", sentences, 1.0, nothing, [], [], [], level, reply=read.text, documents=documents)

    def find_marker_places(self, read: Reply, answer: Answer) -> set[tuple[int, int]]:
        """Return the places of the reply's own markers in an unfinished text."""
        return find_marker_places(self._get_engine(read), answer)

    def answer(self, read: Reply) -> Answer:
        """Return the answer that ``check`` returns for the reply."""
        engine = self._get_engine(read)
        return judge_citations(engine, engine.build_answer(self._check_claims(engine, read.claims)))

    def _get_engine(self, read: Reply) -> CheckEngine:
        """Return the engine for the language of the reply, set to read it."""
        language = read.language or self._default
        if language not in self._engines:
            self._engines[language] = self._check_config.build_engine(read, self._sources)
        return replace(self._engines[language], read=read)

    def _check_claims(self, engine: CheckEngine, claims: Sequence[Claim]) -> list[ClaimResult]:
        """Return the claims with their verdicts; earlier verdicts are reused."""
        language = engine.settings.language
        new = [claim for claim in claims if (language, claim) not in self._results]
        for one in engine.judge(new):
            self._results[language, one.claim] = one
        return [self._results[language, claim] for claim in claims]

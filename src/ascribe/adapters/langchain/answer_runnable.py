"""``check`` as a runnable: a verdict for every sentence of a chain's answer, also while it streams."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

from langchain_core.messages import BaseMessage
from langchain_core.runnables import AddableDict, RunnableConfig, RunnableSerializable
from langchain_core.runnables.config import run_in_executor

from ascribe.adapters.repeated_sources import drop_repeated_sources
from ascribe.errors import InputError
from ascribe.option_names import check_option_names
from ascribe.pipeline import CheckOptions, build_config, check
from ascribe.read.replies import get_message_text
from ascribe.read.sources import SourceSet
from ascribe.records import StreamEvent, Strictness
from ascribe.streaming import Session


@dataclass(frozen=True, slots=True)
class ChainKeys:
    """The keys of the question, the answer and the context in the dict of a chain."""

    question: str
    answer: str
    context: str

    def select(self, values: object) -> dict[str, Any]:
        """Return the entries of these keys that exist, with question and answer as text.

        Raises:
            InputError: ``values`` is not a dict, or the question or the answer has no text.
        """
        if not isinstance(values, Mapping):
            raise InputError(f"An AnswerChecker takes a dict, got {type(values).__name__}.")
        present = {
            key: value for key in (self.question, self.answer) if (value := values.get(key)) is not None
        }
        texts = {key: get_text(value) for key, value in present.items()}
        context = values.get(self.context)
        return texts if context is None else {**texts, self.context: context}

    def to_arguments(self, selected: Mapping[str, Any]) -> tuple[str, Any, str | None]:
        """Return the reply, the sources and the question for ``check``.

        Raises:
            InputError: the answer or the context is missing.
        """
        for name, key in (("answer", self.answer), ("context", self.context)):
            if key not in selected:
                raise InputError(
                    f"The dict has no {key!r}; AnswerChecker({name}_key=…) names where the {name} is."
                )
        return selected[self.answer], collect_sources(selected[self.context]), selected.get(self.question)


def get_text(value: object) -> str:
    """Return the text of a string or message; empty for a message without text, such as a tool call."""
    return str(value.text) if isinstance(value, BaseMessage) else get_message_text(value)


def collect_sources(context: object) -> Any:
    """Return the non-blank documents or texts, each once; if there are none, an empty source set.

    Combined retrievers may return a document twice, and a retriever may return nothing.
    """
    items = context if isinstance(context, list | tuple) else [context]
    texts = ((item, getattr(item, "page_content", item)) for item in items)
    written = (item for item, text in texts if not isinstance(text, str) or text.strip())
    return list(drop_repeated_sources(written)) or SourceSet()


class StreamedAnswer:
    """Accumulates the chunks of a chain and checks each sentence once it is complete. Not thread-safe.

    The sources are read when the answer begins. A chain that produces answer and context in parallel may add
    to the context or the question later; then all sentences so far are retracted and checked again.
    """

    def __init__(self, keys: ChainKeys, options: Mapping[str, Any]) -> None:
        self._keys = keys
        self._options = options
        self._received = AddableDict()
        self._session: Session | None = None
        self._shown_ids: list[str] = []

    def add(self, chunk: object) -> bool:
        """Add a chunk; return True if a sentence may be complete, so that ``events`` is worth calling.

        Raises:
            InputError: the chunk is not a dict, or its answer has no text.
        """
        new = self._keys.select(chunk)
        self._received = self._received + AddableDict(new)
        delta = new.pop(self._keys.answer, "")
        if new:
            self._session = None
        if self._session is not None:
            return self._session.add(delta)
        return bool(delta) and self._keys.context in self._received

    def events(self) -> list[StreamEvent]:
        """Return the events since the last call."""
        session, retracted = self._get_session()
        return self._track([*retracted, *session.events()])

    def finish(self) -> list[StreamEvent]:
        """Return the last events, including references and ``final``; call it after the last chunk.

        Raises:
            InputError: the chunks had no answer or no context.
        """
        session, retracted = self._get_session()
        return self._track([*retracted, *session.finish()])

    def _get_session(self) -> tuple[Session, list[StreamEvent]]:
        """Return the session; if it has to be restarted, also retractions of all sentences shown so far."""
        if self._session is not None:
            return self._session, []
        reply, sources, question = self._keys.to_arguments(self._received)
        self._session = Session(sources, question, **self._options)
        self._session.add(reply)
        return self._session, [
            StreamEvent("retracted", one, reason="rejudged") for one in reversed(self._shown_ids)
        ]

    def _track(self, events: list[StreamEvent]) -> list[StreamEvent]:
        for event in events:
            if event.kind == "sentence":
                self._shown_ids.append(event.id)
            elif event.kind == "retracted":
                self._shown_ids.pop()
        return events


Values = dict[str, Any]


class AnswerChecker(RunnableSerializable[Values, Values]):
    """Checks a chain's answer against its context.

    Takes a dict with ``answer`` (text or a message), ``context`` (documents or texts, or one of them) and
    optionally ``question``; returns the same dict with ``ascribe``, the ``Answer`` of ``check``.

    In streaming, every chunk of the chain is passed on immediately and unchanged. Between them come chunks
    with ``ascribe_events``, the ``StreamEvent``s of completed sentences, and at the end a chunk that also has
    ``ascribe``.

    Args:
        tier: ``builtin``, ``large``, ``rules``, ``hf`` or ``llm``; None selects the strongest built-in tier.
        strictness: ``loose``, ``balanced``, ``strict`` or ``paranoid``.
        language: ISO 639-1 code; None detects it.
        question_key: key of the question in the dict.
        answer_key: key of the answer.
        context_key: key of the context, from which the answer was written.
        output_key: key for the ``Answer``; the events get the same key with the suffix ``_events``.

    Raises:
        UnknownComponentError: the tier does not exist.
        UnknownOptionError: a parameter does not exist.
        ValueError: another parameter is invalid (Pydantic's ``ValidationError``).
    """

    tier: str | None = None
    strictness: Strictness = "balanced"
    language: str | None = None
    question_key: str = "question"
    answer_key: str = "answer"
    context_key: str = "context"
    output_key: str = "ascribe"

    model_config: ClassVar[Values] = {"extra": "forbid"}

    if not TYPE_CHECKING:  # type checkers read the fields

        def __init__(self, **values: Any) -> None:
            check_option_names("AnswerChecker()", values, list(type(self).model_fields))
            super().__init__(**values)

    def model_post_init(self, _: Any) -> None:
        """Reject an invalid option at construction, not at the first answer."""
        build_config(options=CheckOptions(**self._options))

    @classmethod
    def is_lc_serializable(cls) -> bool:
        """Return True: ``langchain_core.load`` can store and load this runnable."""
        return True

    def invoke(self, input: Values, config: RunnableConfig | None = None, **kwargs: Any) -> Values:
        """Return the dict with the ``Answer`` added.

        Raises:
            InputError: the answer or the context is missing or cannot be read.
        """
        checked: Values = self._call_with_config(self._check, input, config, **kwargs)
        return checked

    def transform(
        self,
        input: Iterator[Values],
        config: RunnableConfig | None = None,
        **kwargs: Any,
    ) -> Iterator[Values]:
        """Yield the chunks as they arrive, with events between them and the ``Answer`` at the end."""
        yield from self._transform_stream_with_config(input, self._transform_chunks, config, **kwargs)

    def stream(self, input: Values, config: RunnableConfig | None = None, **kwargs: Any) -> Iterator[Values]:
        """Yield the dict, then the events, then the ``Answer``."""
        yield from self.transform(iter([input]), config, **kwargs)

    async def atransform(
        self,
        input: AsyncIterator[Values],
        config: RunnableConfig | None = None,
        **kwargs: Any,
    ) -> AsyncIterator[Values]:
        """Yield the same as ``transform``; sentences are checked in a thread."""
        async for chunk in self._atransform_stream_with_config(
            input, self._atransform_chunks, config, **kwargs
        ):
            yield chunk

    async def astream(
        self,
        input: Values,
        config: RunnableConfig | None = None,
        **kwargs: Any,
    ) -> AsyncIterator[Values]:
        """Yield the same as ``stream``; sentences are checked in a thread."""

        async def whole() -> AsyncIterator[Values]:
            yield input

        async for chunk in self.atransform(whole(), config, **kwargs):
            yield chunk

    def _check(self, values: Values) -> Values:
        reply, sources, question = self._keys.to_arguments(self._keys.select(values))
        return {**values, self.output_key: check(reply, sources, question, **self._options)}

    def _transform_chunks(self, chunks: Iterator[Values]) -> Iterator[Values]:
        streamed = StreamedAnswer(self._keys, self._options)
        for chunk in chunks:
            due = streamed.add(chunk)
            yield self._strip_own_keys(chunk)
            if due and (events := streamed.events()):
                yield self._build_events_chunk(events)
        yield self._build_final_chunk(streamed.finish())

    async def _atransform_chunks(self, chunks: AsyncIterator[Values]) -> AsyncIterator[Values]:
        streamed = StreamedAnswer(self._keys, self._options)
        async for chunk in chunks:
            due = streamed.add(chunk)
            yield self._strip_own_keys(chunk)
            if due and (events := await run_in_executor(None, streamed.events)):
                yield self._build_events_chunk(events)
        yield self._build_final_chunk(await run_in_executor(None, streamed.finish))

    def _strip_own_keys(self, chunk: Values) -> AddableDict:
        """Remove the output of an earlier check from a chunk, because it cannot be added to."""
        return AddableDict({k: v for k, v in chunk.items() if k not in (self.output_key, self._events_key)})

    def _build_events_chunk(self, events: list[StreamEvent]) -> AddableDict:
        return AddableDict({self._events_key: events})

    def _build_final_chunk(self, events: list[StreamEvent]) -> AddableDict:
        *others, final = events
        return AddableDict({self._events_key: others, self.output_key: final.answer})

    @property
    def _events_key(self) -> str:
        return f"{self.output_key}_events"

    @property
    def _keys(self) -> ChainKeys:
        return ChainKeys(self.question_key, self.answer_key, self.context_key)

    @property
    def _options(self) -> dict[str, Any]:
        return {"tier": self.tier, "strictness": self.strictness, "language": self.language}

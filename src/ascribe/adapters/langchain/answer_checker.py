"""``check`` as a runnable: every sentence of a chain's answer gets a verdict, also while it streams."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from langchain_core.messages import BaseMessage
from langchain_core.runnables import AddableDict, RunnableConfig, RunnableSerializable
from langchain_core.runnables.config import run_in_executor

from ascribe.errors import InputError
from ascribe.pipeline import build_config, check
from ascribe.read.replies import get_message_text
from ascribe.read.sources import SourceSet
from ascribe.records import StreamEvent, Strictness
from ascribe.streaming import Session


@dataclass(frozen=True, slots=True)
class ChainKeys:
    """Where the dict has the question, the answer and the context."""

    question: str
    answer: str
    context: str

    def chosen(self, values: object) -> dict[str, Any]:
        """Those of the three that are there, of question and answer the text.

        Raises:
            InputError: not a dict, or no text in the question or the answer.
        """
        if not isinstance(values, Mapping):
            raise InputError(f"An AnswerChecker takes a dict, got {type(values).__name__}.")
        chosen = {
            key: value for key in (self.question, self.answer) if (value := values.get(key)) is not None
        }
        texts = {key: get_text(value) for key, value in chosen.items()}
        context = values.get(self.context)
        return texts if context is None else {**texts, self.context: context}

    def arguments(self, chosen: Mapping[str, Any]) -> tuple[str, Any, str | None]:
        """The reply, the sources and the question.

        Raises:
            InputError: no answer, or no context.
        """
        for name, key in (("answer", self.answer), ("context", self.context)):
            if key not in chosen:
                raise InputError(
                    f"The dict has no {key!r}; AnswerChecker({name}_key=…) names where the {name} is."
                )
        return chosen[self.answer], collect_sources(chosen[self.context]), chosen.get(self.question)


def get_text(value: object) -> str:
    """The text of a string or a message; empty for a message that has none, such as a call of a tool."""
    return str(value.text) if isinstance(value, BaseMessage) else get_message_text(value)


def collect_sources(context: object) -> Any:
    """The documents or texts that are not blank, each once; with none of them nothing is supported.

    Retrievers that are joined give a document twice, and one that finds nothing gives none.
    """
    items = context if isinstance(context, list | tuple) else [context]
    kept: dict[tuple[object, str], Any] = {}
    for position, item in enumerate(items):
        text = getattr(item, "page_content", item)
        if not isinstance(text, str) or text.strip():
            kept.setdefault((getattr(item, "id", None) or position, str(text)), item)
    return list(kept.values()) or SourceSet()


class StreamedAnswer:
    """Adds up what the chunks say and has each sentence judged when it is complete. One thread at a time.

    The sources are read when the answer begins. A chain that makes answer and context side by side may say
    more of the context, or the question, after that: then what was told is taken back, and judged anew.
    """

    def __init__(self, keys: ChainKeys, options: Mapping[str, Any]) -> None:
        self._keys = keys
        self._options = options
        self._said = AddableDict()
        self._session: Session | None = None
        self._standing: list[str] = []

    def add(self, chunk: object) -> bool:
        """Takes a chunk; True if a sentence may be complete, so that ``events`` pays.

        Raises:
            InputError: it is not a dict, or has an answer without text.
        """
        new = self._keys.chosen(chunk)
        self._said = self._said + AddableDict(new)
        delta = new.pop(self._keys.answer, "")
        if new:
            self._session = None
        if self._session is not None:
            return self._session.add(delta)
        return bool(delta) and self._keys.context in self._said

    def events(self) -> list[StreamEvent]:
        """What has changed by the answer so far."""
        session, retracted = self._begun()
        return self._noted([*retracted, *session.events()])

    def finish(self) -> list[StreamEvent]:
        """The last changes, the references and the ``final`` event; all chunks have passed.

        Raises:
            InputError: they had no answer or no context.
        """
        session, retracted = self._begun()
        return self._noted([*retracted, *session.finish()])

    def _begun(self) -> tuple[Session, list[StreamEvent]]:
        """The session, and where it has to begin anew the retractions of all that stands."""
        if self._session is not None:
            return self._session, []
        reply, sources, question = self._keys.arguments(self._said)
        self._session = Session(sources, question, **self._options)
        self._session.add(reply)
        return self._session, [
            StreamEvent("retracted", one, reason="rejudged") for one in reversed(self._standing)
        ]

    def _noted(self, events: list[StreamEvent]) -> list[StreamEvent]:
        for event in events:
            if event.kind == "sentence":
                self._standing.append(event.id)
            elif event.kind == "retracted":
                self._standing.pop()
        return events


Values = dict[str, Any]


class AnswerChecker(RunnableSerializable[Values, Values]):
    """Checks a chain's answer against its context.

    Takes a dict with ``answer`` (text or a message), ``context`` (documents or texts, or one of them) and,
    where there is one, ``question``; gives the same dict with ``ascribe``, the ``Answer`` of ``check``.

    Streamed, every chunk of the chain passes at once and unchanged. Between them come chunks with
    ``ascribe_events``, the ``StreamEvent``s of the sentences that are complete, and at the end one that has
    ``ascribe`` too.

    Args:
        tier: ``builtin``, ``rules``, ``hf`` or ``llm``; None takes the strongest that is installed.
        strictness: ``loose``, ``balanced``, ``strict`` or ``paranoid``.
        language: ISO 639-1 code; None has it detected.
        question_key: where the dict has the question.
        answer_key: where it has the answer.
        context_key: where it has what the answer was written from.
        output_key: where the ``Answer`` goes; the events go to that key with ``_events`` behind it.

    Raises:
        UnknownComponentError: no such tier.
        ValueError: Pydantic's, for another parameter that is wrong.
    """

    tier: str | None = None
    strictness: Strictness = "balanced"
    language: str | None = None
    question_key: str = "question"
    answer_key: str = "answer"
    context_key: str = "context"
    output_key: str = "ascribe"

    model_config: ClassVar[Values] = {"extra": "forbid"}

    def model_post_init(self, _: Any) -> None:
        """A wrong name is refused now, not at the first answer."""
        build_config(**self._options)

    @classmethod
    def is_lc_serializable(cls) -> bool:
        """True: ``langchain_core.load`` stores and loads it."""
        return True

    def invoke(self, input: Values, config: RunnableConfig | None = None, **kwargs: Any) -> Values:
        """The dict with the ``Answer``.

        Raises:
            InputError: no answer or no context in it, or one that cannot be read.
        """
        checked: Values = self._call_with_config(self._checked, input, config, **kwargs)
        return checked

    def transform(
        self,
        input: Iterator[Values],
        config: RunnableConfig | None = None,
        **kwargs: Any,
    ) -> Iterator[Values]:
        """The chunks as they come, with the events between them and the ``Answer`` at the end."""
        yield from self._transform_stream_with_config(input, self._transform_chunks, config, **kwargs)

    def stream(self, input: Values, config: RunnableConfig | None = None, **kwargs: Any) -> Iterator[Values]:
        """The dict, then the events, then the ``Answer``."""
        yield from self.transform(iter([input]), config, **kwargs)

    async def atransform(
        self,
        input: AsyncIterator[Values],
        config: RunnableConfig | None = None,
        **kwargs: Any,
    ) -> AsyncIterator[Values]:
        """What ``transform`` yields, judged in a thread."""
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
        """What ``stream`` yields, judged in a thread."""

        async def whole() -> AsyncIterator[Values]:
            yield input

        async for chunk in self.atransform(whole(), config, **kwargs):
            yield chunk

    def _checked(self, values: Values) -> Values:
        reply, sources, question = self._keys.arguments(self._keys.chosen(values))
        return {**values, self.output_key: check(reply, sources, question, **self._options)}

    def _transform_chunks(self, chunks: Iterator[Values]) -> Iterator[Values]:
        passing = StreamedAnswer(self._keys, self._options)
        for chunk in chunks:
            due = passing.add(chunk)
            yield self._own(chunk)
            if due and (events := passing.events()):
                yield self._told(events)
        yield self._ended(passing.finish())

    async def _atransform_chunks(self, chunks: AsyncIterator[Values]) -> AsyncIterator[Values]:
        passing = StreamedAnswer(self._keys, self._options)
        async for chunk in chunks:
            due = passing.add(chunk)
            yield self._own(chunk)
            if due and (events := await run_in_executor(None, passing.events)):
                yield self._told(events)
        yield self._ended(await run_in_executor(None, passing.finish))

    def _own(self, chunk: Values) -> AddableDict:
        """The chunk without what an earlier check put there, which could not be added to."""
        return AddableDict({k: v for k, v in chunk.items() if k not in (self.output_key, self._events_key)})

    def _told(self, events: list[StreamEvent]) -> AddableDict:
        return AddableDict({self._events_key: events})

    def _ended(self, events: list[StreamEvent]) -> AddableDict:
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

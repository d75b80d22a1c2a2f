"""``check`` as a runnable: behind a chain, every sentence of its answer with a verdict."""

from collections.abc import AsyncIterator, Iterator
from typing import Any, ClassVar

from langchain_core.runnables import AddableDict, RunnableConfig, RunnableSerializable
from langchain_core.runnables.config import run_in_executor

from ascribe.adapters.langchain.keys import Keys
from ascribe.adapters.langchain.passing import PassingAnswer
from ascribe.pipeline import check, choose
from ascribe.records import StreamEvent, Strictness

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
        choose(**self._options)

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
        yield from self._transform_stream_with_config(input, self._passed, config, **kwargs)

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
        async for chunk in self._atransform_stream_with_config(input, self._apassed, config, **kwargs):
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

    def _passed(self, chunks: Iterator[Values]) -> Iterator[Values]:
        passing = PassingAnswer(self._keys, self._options)
        for chunk in chunks:
            due = passing.add(chunk)
            yield self._own(chunk)
            if due and (events := passing.events()):
                yield self._told(events)
        yield self._ended(passing.finish())

    async def _apassed(self, chunks: AsyncIterator[Values]) -> AsyncIterator[Values]:
        passing = PassingAnswer(self._keys, self._options)
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
    def _keys(self) -> Keys:
        return Keys(self.question_key, self.answer_key, self.context_key)

    @property
    def _options(self) -> dict[str, Any]:
        return {"tier": self.tier, "strictness": self.strictness, "language": self.language}

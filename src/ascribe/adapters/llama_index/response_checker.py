"""``check`` for responses: every sentence with its verdict, in the metadata."""

import asyncio
from collections.abc import AsyncGenerator, Callable, Generator, Sequence
from contextlib import aclosing, closing, nullcontext
from dataclasses import replace
from typing import Any, TypeVar, cast

from llama_index.core.base.response.schema import AsyncStreamingResponse, StreamingResponse
from llama_index.core.instrumentation import get_dispatcher
from llama_index.core.schema import NodeWithScore, QueryBundle

from ascribe.adapters.llama_index.node_spans import sources_of
from ascribe.errors import InputError
from ascribe.pipeline import check
from ascribe.read.sources import SourceSet
from ascribe.records import Answer, Strictness

METADATA_KEY = "ascribe"

ResponseType = TypeVar("ResponseType")

dispatcher = get_dispatcher(__name__)


class ResponseChecker:
    """Checks responses against their source nodes.

    Args:
        tier: ``builtin``, ``rules``, ``hf`` or ``llm``; None takes the strongest that is installed.
        strictness: ``loose``, ``balanced``, ``strict`` or ``paranoid``.
        language: ISO 639-1 code; None has it detected.
        write: makes the text of the response out of the answer, such as ``Answer.with_citations``; None
            leaves the text as it is. That of a stream is left in any case.
    """

    def __init__(
        self,
        tier: str | None = None,
        strictness: Strictness = "balanced",
        language: str | None = None,
        *,
        write: Callable[[Answer], str] | None = None,
    ) -> None:
        self._options: dict[str, Any] = {"tier": tier, "strictness": strictness, "language": language}
        self._write = write
        check("", SourceSet(), **self._options)  # a wrong name is refused now, not at the first response

    def check(self, response: ResponseType, query: str | QueryBundle | None = None) -> ResponseType:
        """A copy of the response with the ``ascribe.Answer`` as ``ascribe`` in its metadata.

        A stream gives its tokens on as they come; its metadata has the answer once the last one was taken.
        A stream that breaks or is left gets none.

        Args:
            response: of a query or a chat engine, with ``source_nodes``. Where none has text, nothing is
                supported.
            query: what was asked; kept in the answer.

        Raises:
            InputError: the response holds an object, not text.
        """
        given: Any = response
        question = query.query_str if isinstance(query, QueryBundle) else query
        if isinstance(given, StreamingResponse | AsyncStreamingResponse):
            return cast("ResponseType", self._stream(given, question))
        answer = self._answer(_text_of(given), given.source_nodes, question)
        written = {"response": self._write(answer)} if self._write else {}
        checked = replace(given, metadata={**(given.metadata or {}), METADATA_KEY: answer}, **written)
        return cast("ResponseType", checked)

    async def acheck(self, response: ResponseType, query: str | QueryBundle | None = None) -> ResponseType:
        """What ``check`` gives, worked out in a thread."""
        return await asyncio.to_thread(self.check, response, query)

    @dispatcher.span
    def _answer(self, text: str, nodes: Sequence[NodeWithScore], question: str | None) -> Answer:
        return check(text, sources_of(nodes) or SourceSet(), question, **self._options)

    def _stream(self, response: Any, question: str | None) -> Any:
        checked = replace(response, metadata=dict(response.metadata or {}))
        if response.response_txt is not None:  # it was read to its end before
            checked.metadata[METADATA_KEY] = self._answer(
                response.response_txt, response.source_nodes, question
            )
        elif isinstance(response, StreamingResponse):
            checked.response_gen = self._tokens(checked, response.response_gen, question)
        else:
            checked.response_gen = self._async_tokens(checked, response.response_gen, question)
        return checked

    def _tokens(self, checked: StreamingResponse, tokens: Any, question: str | None) -> Generator[str]:
        said = []
        with closing(tokens) if hasattr(tokens, "close") else nullcontext():
            for token in tokens:
                said.append(token)
                yield token
        checked.metadata[METADATA_KEY] = self._answer("".join(said), checked.source_nodes, question)

    async def _async_tokens(
        self, checked: AsyncStreamingResponse, tokens: Any, question: str | None
    ) -> AsyncGenerator[str]:
        said = []
        async with aclosing(tokens) if hasattr(tokens, "aclose") else nullcontext():
            async for token in tokens:
                said.append(token)
                yield token
        answer = await asyncio.to_thread(self._answer, "".join(said), checked.source_nodes, question)
        checked.metadata[METADATA_KEY] = answer


def _text_of(response: Any) -> str:
    text = response.response
    if text is not None and not isinstance(text, str):
        raise InputError(
            f"The response holds a {type(text).__name__}, not text; check the field that has the text: "
            "ascribe.check(response.response.FIELD, response.source_nodes)."
        )
    return text or ""

"""``check`` for LlamaIndex responses: verdicts in the metadata, and the node behind each reference."""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncGenerator, Callable, Generator, Sequence
from contextlib import aclosing, closing, nullcontext
from dataclasses import dataclass, replace
from typing import Any, TypeVar, cast

from llama_index.core.base.response.schema import AsyncStreamingResponse, StreamingResponse
from llama_index.core.instrumentation import get_dispatcher
from llama_index.core.schema import BaseNode, NodeWithScore, QueryBundle

from ascribe.errors import InputError
from ascribe.pipeline import check
from ascribe.read.sources import SourceSet
from ascribe.records import Answer, Reference, Strictness

_GENERATED = re.compile(r"Sub question: .*\nResponse: |\nQuestion: .*\nAnswer: ", re.DOTALL)
"""How ``SubQuestionQueryEngine`` and ``MultiStepQueryEngine`` hand on what a model wrote. It stands among the
source nodes, but a reply that repeats it is not supported by it."""


@dataclass(frozen=True, slots=True)
class NodeSpan:
    """Where the words of a reference stand. Offsets are half-open code points.

    Args:
        node: of the response.
        start: in ``node.node.get_content()``.
        end: in the same; the slice is the quote.
        document_id: of the document that the node was cut from; None if it names none.
        document_start: in the text of that document; None where the node does not tell its own place.
        document_end: likewise.
    """

    node: NodeWithScore
    start: int
    end: int
    document_id: str | None = None
    document_start: int | None = None
    document_end: int | None = None


def locate(reference: Reference, source_nodes: Sequence[NodeWithScore]) -> NodeSpan:
    """The place of the reference in its node and, where the node tells its own, in the original document.

    Args:
        reference: of the answer that the check gave.
        source_nodes: of the response that was checked.

    Raises:
        InputError: the nodes are not those that were checked.
    """
    offered = select_offered_nodes(source_nodes)
    start, end, place = reference.document_start_idx, reference.document_end_idx, reference.document_position
    if place > len(offered) or offered[place - 1].node.get_content()[start:end] != reference.quote:
        raise InputError(
            f"source {place} ({reference.document_id}): the quote does not stand at {start}..{end} of that "
            "node; give the source_nodes of the response that was checked."
        )
    node = offered[place - 1]
    shift = _find_start_in_document(node.node)
    if shift is None:
        return NodeSpan(node, start, end, node.node.ref_doc_id)
    return NodeSpan(node, start, end, node.node.ref_doc_id, shift + start, shift + end)


def build_sources(source_nodes: Sequence[NodeWithScore]) -> list[BaseNode]:
    """The offered nodes under ids of their own: chunks of a ``CitationQueryEngine`` may share one."""
    sources: dict[str, BaseNode] = {}
    for node in (scored.node for scored in select_offered_nodes(source_nodes)):
        own, number = node.node_id, 2
        while own in sources:
            own, number = f"{node.node_id}-{number}", number + 1
        sources[own] = node if own == node.node_id else node.model_copy(update={"id_": own})
    return list(sources.values())


def select_offered_nodes(source_nodes: Sequence[NodeWithScore]) -> list[NodeWithScore]:
    """The nodes with text that no model of a query engine wrote, in order, each once."""
    distinct: dict[tuple[str, str], NodeWithScore] = {}
    for scored in source_nodes:
        text = scored.node.get_content()
        if text.strip() and not (scored.node.source_node is None and _GENERATED.match(text)):
            distinct.setdefault((scored.node.node_id, text), scored)
    return list(distinct.values())


def _find_start_in_document(node: BaseNode) -> int | None:
    """Where the node's text begins in its document; None where that is not known.

    The range of a node is that of the text it was made with: a window or a chunk put in its place has another
    length. ``HierarchicalNodeParser`` counts the range of a node with a parent from that parent.
    """
    start, end = getattr(node, "start_char_idx", None), getattr(node, "end_char_idx", None)
    if start is None or end is None or end - start != len(node.get_content()):
        return None
    return start if node.parent_node is None else None


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
        answer = self._answer(_get_text(given), given.source_nodes, question)
        written = {"response": self._write(answer)} if self._write else {}
        checked = replace(given, metadata={**(given.metadata or {}), METADATA_KEY: answer}, **written)
        return cast("ResponseType", checked)

    async def acheck(self, response: ResponseType, query: str | QueryBundle | None = None) -> ResponseType:
        """What ``check`` gives, worked out in a thread."""
        return await asyncio.to_thread(self.check, response, query)

    @dispatcher.span
    def _answer(self, text: str, nodes: Sequence[NodeWithScore], question: str | None) -> Answer:
        return check(text, build_sources(nodes) or SourceSet(), question, **self._options)

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


def _get_text(response: Any) -> str:
    text = response.response
    if text is not None and not isinstance(text, str):
        raise InputError(
            f"The response holds a {type(text).__name__}, not text; check the field that has the text: "
            "ascribe.check(response.response.FIELD, response.source_nodes)."
        )
    return text or ""

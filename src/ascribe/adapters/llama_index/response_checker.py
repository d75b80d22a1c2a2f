"""``check`` for LlamaIndex responses: verdicts in the metadata, and the source node of each reference."""

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
from ascribe.option_names import explain_unknown_options
from ascribe.pipeline import check
from ascribe.read.sources import SourceSet
from ascribe.records import Answer, Reference, Strictness

_GENERATED = re.compile(r"Sub question: .*\nResponse: |\nQuestion: .*\nAnswer: ", re.DOTALL)
"""The form in which ``SubQuestionQueryEngine`` and ``MultiStepQueryEngine`` pass on text written by a model.
Such text is among the source nodes, but it cannot support a reply that repeats it."""


@dataclass(frozen=True, slots=True)
class NodeSpan:
    """The location of a reference. Offsets are code points, half-open.

    Args:
        node: the node of the response.
        start: start offset in ``node.node.get_content()``.
        end: end offset in the same text; the slice is the quote.
        document_id: id of the document that the node was cut from; None if the node names none.
        document_start: start offset in that document's text; None if the node's own offset is unknown.
        document_end: end offset in that document's text, or None.
    """

    node: NodeWithScore
    start: int
    end: int
    document_id: str | None = None
    document_start: int | None = None
    document_end: int | None = None


def locate(reference: Reference, source_nodes: Sequence[NodeWithScore]) -> NodeSpan:
    """Locate a reference in its node and, if the node's own offset is known, in the original document.

    Args:
        reference: a reference of the checked answer.
        source_nodes: the source nodes of the response that was checked.

    Raises:
        InputError: the nodes are not those that were checked.
    """
    offered = select_offered_nodes(source_nodes)
    start, end, place = reference.document_start_idx, reference.document_end_idx, reference.document_position
    if place > len(offered) or offered[place - 1].node.get_content()[start:end] != reference.quote:
        raise InputError(
            f"source {place} ({reference.document_id}): the quote is not at {start}..{end} of that node; "
            " give the source_nodes of the response that was checked."
        )
    node = offered[place - 1]
    shift = _find_start_in_document(node.node)
    if shift is None:
        return NodeSpan(node, start, end, node.node.ref_doc_id)
    return NodeSpan(node, start, end, node.node.ref_doc_id, shift + start, shift + end)


def build_sources(source_nodes: Sequence[NodeWithScore]) -> list[BaseNode]:
    """Return the offered nodes with unique ids: chunks of a ``CitationQueryEngine`` may share an id.

    The line "Source 1:" of such a chunk is replaced by blanks, so that it is no part of a quote and all
    offsets stay those of the node.
    """
    sources: dict[str, BaseNode] = {}
    offered = [scored.node for scored in select_offered_nodes(source_nodes)]
    for node in map(_blank_label, offered) if _are_labelled(offered) else offered:
        own, number = node.node_id, 2
        while own in sources:
            own, number = f"{node.node_id}-{number}", number + 1
        sources[own] = node if own == node.node_id else node.model_copy(update={"id_": own})
    return list(sources.values())


_LABEL = re.compile(r"Source \d+:\n")
"""The first line of a chunk of a ``CitationQueryEngine``."""


def _are_labelled(nodes: Sequence[BaseNode]) -> bool:
    return all(_LABEL.match(node.get_content()) for node in nodes)


def _blank_label(node: BaseNode) -> BaseNode:
    text = node.get_content()
    label = _LABEL.match(text)
    blanks = " " * (label.end() - 1 if label else 0)
    copy: BaseNode = node.model_copy(deep=True)
    copy.set_content(f"{blanks}{text[len(blanks) :]}")
    return copy


def select_offered_nodes(source_nodes: Sequence[NodeWithScore]) -> list[NodeWithScore]:
    """Return the nodes with text, without duplicates and without text that a query engine's model wrote."""
    distinct: dict[tuple[str, str], NodeWithScore] = {}
    for scored in source_nodes:
        text = scored.node.get_content()
        if text.strip() and not (scored.node.source_node is None and _GENERATED.match(text)):
            distinct.setdefault((scored.node.node_id, text), scored)
    return list(distinct.values())


def _find_start_in_document(node: BaseNode) -> int | None:
    """Return the offset of the node's text in its document, or None if it is unknown.

    A node's range describes its original text; if a window or a chunk replaced that text, the lengths differ.
    ``HierarchicalNodeParser`` counts the range of a node with a parent from the start of that parent.
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
        tier: ``builtin``, ``large``, ``rules``, ``hf`` or ``llm``; None selects the strongest built-in tier.
        strictness: ``loose``, ``balanced``, ``strict`` or ``paranoid``.
        language: ISO 639-1 code; None detects it.
        write: creates the text of the response from the answer, such as ``Answer.with_citations``, which then
            takes the place of the markers that the response has; None keeps the text. The text of a stream is
            never changed.
    """

    @explain_unknown_options()
    def __init__(
        self,
        tier: str | None = None,
        strictness: Strictness = "balanced",
        language: str | None = None,
        *,
        write: Callable[[Answer], str] | None = None,
    ) -> None:
        self._options: dict[str, Any] = {"tier": tier, "strictness": strictness, "language": language}
        self._write = _write_citations if write is Answer.with_citations else write
        check("", SourceSet(), **self._options)  # reject an invalid value now, not at the first response

    def check(self, response: ResponseType, query: str | QueryBundle | None = None) -> ResponseType:
        """Return a copy of the response with an ``ascribe.Answer`` under ``ascribe`` in its metadata.

        A stream passes its tokens on as they arrive; its metadata gets the answer after the last token. A
        stream that fails or is not read to its end gets no answer.

        Args:
            response: a response of a query or chat engine, with ``source_nodes``. If no node has text,
                nothing is supported.
            query: the question; stored in the answer.

        Raises:
            InputError: it is no response, or contains an object instead of text.
        """
        given: Any = response
        if not hasattr(given, "source_nodes"):
            raise InputError(
                f"response: cannot take a {type(given).__name__}; give what a query engine or chat engine "
                "returns, or check a text with ascribe.check(text, sources)."
            )
        question = query.query_str if isinstance(query, QueryBundle) else query
        if isinstance(given, StreamingResponse | AsyncStreamingResponse):
            return cast("ResponseType", self._stream(given, question))
        answer = self._answer(_get_text(given), given.source_nodes, question)
        written = {"response": self._write(answer)} if self._write else {}
        checked = replace(given, metadata={**(given.metadata or {}), METADATA_KEY: answer}, **written)
        return cast("ResponseType", checked)

    async def acheck(self, response: ResponseType, query: str | QueryBundle | None = None) -> ResponseType:
        """Run ``check`` in a thread and return its result."""
        return await asyncio.to_thread(self.check, response, query)

    @dispatcher.span
    def _answer(self, text: str, nodes: Sequence[NodeWithScore], question: str | None) -> Answer:
        return check(text, build_sources(nodes) or SourceSet(), question, **self._options)

    def _stream(self, response: Any, question: str | None) -> Any:
        checked = replace(response, metadata=dict(response.metadata or {}))
        if response.response_txt is not None:  # the stream was already read to its end
            checked.metadata[METADATA_KEY] = self._answer(
                response.response_txt, response.source_nodes, question
            )
        elif isinstance(response, StreamingResponse):
            checked.response_gen = self._tokens(checked, response.response_gen, question)
        else:
            checked.response_gen = self._async_tokens(checked, response.response_gen, question)
        return checked

    def _tokens(self, checked: StreamingResponse, tokens: Any, question: str | None) -> Generator[str]:
        received = []
        with closing(tokens) if hasattr(tokens, "close") else nullcontext():
            for token in tokens:
                received.append(token)
                yield token
        checked.metadata[METADATA_KEY] = self._answer("".join(received), checked.source_nodes, question)

    async def _async_tokens(
        self, checked: AsyncStreamingResponse, tokens: Any, question: str | None
    ) -> AsyncGenerator[str]:
        received = []
        async with aclosing(tokens) if hasattr(tokens, "aclose") else nullcontext():
            async for token in tokens:
                received.append(token)
                yield token
        answer = await asyncio.to_thread(self._answer, "".join(received), checked.source_nodes, question)
        checked.metadata[METADATA_KEY] = answer


def _write_citations(answer: Answer) -> str:
    """Return the text with our citations instead of its own, so that no marker is doubled."""
    return answer.with_citations(replace_markers=True)


def _get_text(response: Any) -> str:
    text = response.response
    if text is not None and not isinstance(text, str):
        raise InputError(
            f"The response is a {type(text).__name__}, not text; check the field that contains the text: "
            "ascribe.check(response.response.FIELD, response.source_nodes)."
        )
    return text or ""

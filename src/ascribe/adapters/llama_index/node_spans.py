"""The nodes of a response as sources, and the way from a reference back to its node and document."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from llama_index.core.schema import BaseNode, NodeWithScore

from ascribe.errors import InputError
from ascribe.records import Reference

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
    offered = offered_nodes(source_nodes)
    start, end, place = reference.document_start_idx, reference.document_end_idx, reference.document_position
    if place > len(offered) or offered[place - 1].node.get_content()[start:end] != reference.quote:
        raise InputError(
            f"source {place} ({reference.document_id}): the quote does not stand at {start}..{end} of that "
            "node; give the source_nodes of the response that was checked."
        )
    node = offered[place - 1]
    shift = _start_in_document(node.node)
    if shift is None:
        return NodeSpan(node, start, end, node.node.ref_doc_id)
    return NodeSpan(node, start, end, node.node.ref_doc_id, shift + start, shift + end)


def sources_of(source_nodes: Sequence[NodeWithScore]) -> list[BaseNode]:
    """The offered nodes under ids of their own: chunks of a ``CitationQueryEngine`` may share one."""
    sources: dict[str, BaseNode] = {}
    for node in (scored.node for scored in offered_nodes(source_nodes)):
        own, number = node.node_id, 2
        while own in sources:
            own, number = f"{node.node_id}-{number}", number + 1
        sources[own] = node if own == node.node_id else node.model_copy(update={"id_": own})
    return list(sources.values())


def offered_nodes(source_nodes: Sequence[NodeWithScore]) -> list[NodeWithScore]:
    """The nodes with text that no model of a query engine wrote, in order, each once."""
    distinct: dict[tuple[str, str], NodeWithScore] = {}
    for scored in source_nodes:
        text = scored.node.get_content()
        if text.strip() and not (scored.node.source_node is None and _GENERATED.match(text)):
            distinct.setdefault((scored.node.node_id, text), scored)
    return list(distinct.values())


def _start_in_document(node: BaseNode) -> int | None:
    """Where the node's text begins in its document; None where that is not known.

    The range of a node is that of the text it was made with: a window or a chunk put in its place has another
    length. ``HierarchicalNodeParser`` counts the range of a node with a parent from that parent.
    """
    start, end = getattr(node, "start_char_idx", None), getattr(node, "end_char_idx", None)
    if start is None or end is None or end - start != len(node.get_content()):
        return None
    return start if node.parent_node is None else None

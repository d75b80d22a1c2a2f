"""The messages that were sent → the documents and search results in them, as Claude counts them."""

from __future__ import annotations

import base64
import binascii
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import accumulate
from pathlib import Path
from typing import Any

from ascribe.adapters.fields import Field
from ascribe.errors import InputError
from ascribe.read.document import build_document
from ascribe.read.sources.files import digest
from ascribe.stages import Limits
from ascribe.systems.provider_citations.quotes import BETWEEN_BLOCKS, BLOCK_STARTS


@dataclass(frozen=True, slots=True)
class Offered:
    """Documents and search results of a request, in order; Claude counts them apart.

    Args:
        documents: a source for each; None where the request has an address or a file id and no text.
        search_results: those in results of tools among them.
    """

    documents: tuple[Any, ...] = ()
    search_results: tuple[Any, ...] = ()

    def __bool__(self) -> bool:
        return bool(self.documents or self.search_results)

    @property
    def sources(self) -> tuple[Any, ...]:
        """Those that have a text."""
        return tuple(source for source in (*self.documents, *self.search_results) if source is not None)


def document_id(index: int) -> str:
    """The id that the document with that index has among the sources."""
    return f"document-{index + 1}"


def search_result_id(index: int) -> str:
    """The id that the search result with that index has among the sources."""
    return f"search-result-{index + 1}"


def offered_in(request: Any) -> Offered:
    """What the messages of a request offer; ``request`` is as in ``read_message``."""
    if request is None:
        return Offered()
    blocks = list(_walk(Field(_value_of_messages(request), "request")))
    documents = [block for block in blocks if block.get("type").value == "document"]
    results = [block for block in blocks if block.get("type").value == "search_result"]
    return Offered(
        tuple(_document(block, document_id(index)) for index, block in enumerate(documents)),
        tuple(_search_result(block, search_result_id(index)) for index, block in enumerate(results)),
    )


def _value_of_messages(request: Any) -> list[Any]:
    """A list, out of the whole request, one message, or the list itself."""
    if isinstance(request, list | tuple):
        return list(request)
    messages = Field(request, "request").get("messages").value
    return list(messages) if isinstance(messages, list | tuple) else [request]


def _walk(blocks: Field) -> Iterator[Field]:
    """The blocks of messages and of results of tools, in order."""
    for number, value in enumerate(blocks.value):
        block = Field(value, f"{blocks.path}[{number}]")
        content = block.get("content")
        if block.get("type").value in ("document", "search_result"):
            yield block
        elif isinstance(content.value, list | tuple):
            yield from _walk(content)


def _document(block: Field, doc_id: str) -> Any:
    source = block.get("source")
    names = {"title": block.optional_text("title")}
    match source.text("type"):
        case "text":
            return {"id": doc_id, "text": source.text("data"), "metadata": names}
        case "content":
            if isinstance(source.get("content").value, str):
                return {"id": doc_id, "text": source.text("content"), "metadata": names}
            return _in_blocks(source.items("content"), doc_id, names)
        case "base64":
            return _pdf(source, doc_id, names)
        case _:
            return None


def _search_result(block: Field, doc_id: str) -> dict[str, Any] | None:
    names = {"url": block.optional_text("source"), "title": block.optional_text("title")}
    return _in_blocks(block.items("content"), doc_id, names)


def _in_blocks(blocks: list[Field], doc_id: str, names: dict[str, str]) -> dict[str, Any] | None:
    """The parts as one text, with the place of each; a part that is no text has an empty place."""
    texts = [block.optional_text("text") for block in blocks]
    joined = BETWEEN_BLOCKS.join(texts)
    if not joined.strip():
        return None
    starts = [0, *accumulate(len(text) + len(BETWEEN_BLOCKS) for text in texts)]
    starts[-1] = len(joined)
    return {"id": doc_id, "text": joined, "metadata": {**names, BLOCK_STARTS: starts}}


def _pdf(source: Field, doc_id: str, names: dict[str, str]) -> Any:
    from ascribe.read.pdf import PdfReader

    try:
        data = base64.b64decode(source.text("data"), validate=True)
    except binascii.Error as error:
        raise InputError(f"{source.path}.data is not base64: {error}.") from None
    extract = PdfReader().read(data, f"{source.path}.data", Limits())
    known = {key: value for key, value in names.items() if value}
    return build_document(
        replace(extract, metadata={**extract.metadata, **known}),
        doc_id=doc_id,
        source_path=Path(doc_id),
        parser_name="pdf",
        digest=digest(data),
    )

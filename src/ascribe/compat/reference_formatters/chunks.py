"""Chunks of any framework, and their formatting as a numbered list in Markdown."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

from ascribe.errors import InputError
from ascribe.records import RetrievedChunk
from ascribe.write.display_text import to_one_line

DEFAULT_FORMAT_CHUNK_METADATA_MAP: Mapping[str, str] = MappingProxyType(
    {"title": "file_name", "url": "file_url"}
)
"""The metadata keys of a chunk's title and address."""

_HEADING = "References:"

_INLINE_SYNTAX = re.compile(r"[\\`*\[\]<~$]|(?<![^\W_])_|_(?![^\W_])|&(?=[#\w]{1,40};)")
"""Characters with a meaning in Markdown inside a line. A ``_`` between letters has none, so that
``annual_report.pdf`` is not changed."""

_AT_START = re.compile(
    r"^(?:(?:#(?=#{0,5}(?:\s|$))|>|[+-](?=\s|$)|-(?=[\s-]*$))|(?P<number>\d{1,9})(?=[.)](?:\s|$)))"
)
"""Characters that would turn a line into a heading, a quotation, a rule or a list item."""

_UNSAFE_IN_URL = re.compile(r"[\s\x00-\x20\x7f\\`<>()\"\ud800-\udfff]")
"""Characters that could end the address of a link."""

_SCRIPT_URL = re.compile(r"^(?:javascript|vbscript|data):", re.IGNORECASE)
"""Addresses that run code when they are opened; the list must not link to them."""

_WHITE_SPACE = re.compile(r"[\s\x00-\x1f\x7f]+")


def format_references_as_string(formatted_chunks: Iterable[str | None]) -> str:
    """Join lines to a list with the heading ``References:``, numbered from 1; "" if there are none.

    Args:
        formatted_chunks: one line per chunk. Duplicate lines are omitted, and so is None, the value for a
            chunk with nothing to show. Lines are compared character by character.

    Example:
        >>> format_references_as_string(["mill.pdf", None, "fire.pdf", "mill.pdf"]).splitlines()
        ['References:', '1. mill.pdf', '2. fire.pdf']
    """
    lines = dict.fromkeys(line for line in formatted_chunks if line is not None)
    numbered = [f"{number}. {line}" for number, line in enumerate(lines, 1)]
    return "\n".join([_HEADING, *numbered]) if numbered else ""


def format_chunk_as_string(metadata_map: Mapping[str, str] | None = None) -> Callable[[Any], str | None]:
    r"""Return a function that formats a chunk as Markdown: ``[title](url)``, or the title without a link.

    A chunk without a title shows its address, without either its id, and without an id the result is None.
    Markdown syntax is escaped, so that the rendered line shows the title unchanged. Addresses that run code
    (``javascript:``, ``vbscript:``, ``data:``) are not linked.

    Args:
        metadata_map: the metadata keys of ``title`` and ``url``; either may be omitted. None means
            ``DEFAULT_FORMAT_CHUNK_METADATA_MAP``.

    Raises:
        InputError: the map has a key other than these two.

    Example:
        >>> line = format_chunk_as_string({"title": "name", "url": "link"})
        >>> line({"content": "…", "metadata": {"name": "Mills [old]", "link": "https://a.org/m (1)"}})
        '[Mills \\[old\\]](https://a.org/m%20%281%29)'
    """
    keys = DEFAULT_FORMAT_CHUNK_METADATA_MAP if metadata_map is None else metadata_map
    if unknown := sorted(set(keys) - {"title", "url"}):
        raise InputError(
            f"format_chunk_metadata_map: {unknown[0]!r} is not a key of the built-in function; its keys are "
            "'title' and 'url'. Pass your own format_chunk_func to use others."
        )
    return lambda chunk: _render_line(read_chunk(chunk), keys)


def _render_line(chunk: OfferedChunk, keys: Mapping[str, str]) -> str | None:
    title = _to_text(chunk.metadata.get(keys["title"])) if "title" in keys else ""
    url = _to_text(chunk.metadata.get(keys["url"])) if "url" in keys else ""
    shown = title or url or _to_text(chunk.id)
    if not shown:
        return None
    if url and not _SCRIPT_URL.match(_WHITE_SPACE.sub("", url)):
        return f"[{_escape_inline(shown)}]({_escape_url(url)})"
    return _AT_START.sub(_escape_start, _escape_inline(shown))


def _to_text(value: Any) -> str:
    """Return the value as text on one line; "" for None."""
    return "" if value is None else to_one_line(str(value))


def _escape_inline(text: str) -> str:
    return _INLINE_SYNTAX.sub(r"\\\g<0>", text)


def _escape_start(found: re.Match[str]) -> str:
    number = found["number"]
    return f"\\{found[0]}" if number is None else f"{number}\\"


def _escape_url(url: str) -> str:
    encoded = _UNSAFE_IN_URL.sub(_percent_encode, url)
    return re.sub(r"&(?=[#\w]{1,40};)", "&amp;", encoded)


def _percent_encode(found: re.Match[str]) -> str:
    return "".join(f"%{byte:02X}" for byte in found[0].encode("utf-8", "replace"))


_IDS = ("id", "chunk_id", "id_", "doc_id")
_CONTENTS = ("content", "text", "page_content")
_METADATA = ("metadata", "meta")


@dataclass(frozen=True, slots=True)
class OfferedChunk:
    """A chunk as it was given, with its fields.

    Args:
        given: the chunk itself, unchanged.
        position: its position among the chunks, from 1.
        id: its id; None if it has none.
        content: its text; None if it has none, such as an image.
        metadata: its metadata; empty if it has none.
        score: the retriever's score, if there is one.
        additional_context: more texts or bytes that belong to the chunk, as in GLLM; usually empty.
    """

    given: Any
    position: int
    id: str | None
    content: str | None
    metadata: Mapping[str, Any]
    score: float | None = None
    additional_context: tuple[Any, ...] = ()

    @property
    def has_text(self) -> bool:
        """Whether the chunk has text to compare: not missing, blank or bytes."""
        return self.content is not None and bool(self.content.strip())


def read_chunks(chunks: Iterable[Any]) -> list[OfferedChunk]:
    """Read chunks in order; none of them is changed.

    Raises:
        InputError: not a list of chunks, or one of them is not a chunk; the message says which.
    """
    if chunks is None or isinstance(chunks, str | bytes | Mapping) or not isinstance(chunks, Iterable):
        raise InputError(
            f"chunks: expected a list of chunks, got {type(chunks).__name__}; put a single one into a list."
        )
    return [read_chunk(chunk, position) for position, chunk in enumerate(chunks, 1)]


def read_chunk(chunk: Any, position: int = 1) -> OfferedChunk:
    """Read one chunk.

    Raises:
        InputError: it has no content field, or its metadata is not a dict.
    """
    if isinstance(chunk, RetrievedChunk):
        return _build_chunk(chunk, chunk.chunk, position, chunk.score)
    return _build_chunk(chunk, chunk, position, _find_first(chunk, ("score",)))


def _build_chunk(given: Any, chunk: Any, position: int, score: float | None) -> OfferedChunk:
    if not any(_has_field(chunk, name) for name in _CONTENTS):
        raise InputError(
            f"chunk {position}: a {type(chunk).__name__} without 'content'; give an object or a dict with "
            "'id', 'content' and 'metadata'."
        )
    metadata, name, content = (_find_first(chunk, fields) for fields in (_METADATA, _IDS, _CONTENTS))
    if metadata is not None and not isinstance(metadata, Mapping):
        raise InputError(f"chunk {position}: its metadata must be a dict, got {type(metadata).__name__}.")
    text = content if isinstance(content, str) else None
    more = _find_first(chunk, ("additional_context",))
    return OfferedChunk(
        given,
        position,
        None if name is None else str(name),
        text,
        metadata or {},
        score,
        tuple(more) if isinstance(more, list | tuple) else (),
    )


def _has_field(chunk: Any, name: str) -> bool:
    if isinstance(chunk, str | bytes | type):
        return False
    return name in chunk if isinstance(chunk, Mapping) else hasattr(chunk, name)


def _find_first(chunk: Any, names: tuple[str, ...]) -> Any:
    found = (chunk.get(name) if isinstance(chunk, Mapping) else getattr(chunk, name, None) for name in names)
    return next((value for value in found if value is not None), None)

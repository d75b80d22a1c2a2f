"""Chunks of any framework, and their formatting as lines of Markdown in one numbered list."""

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
"""Where a chunk's metadata has the title and the address of its line."""

_HEADING = "References:"

_INLINE_SIGNS = re.compile(r"[\\`*\[\]<~$]|(?<![^\W_])_|_(?![^\W_])|&(?=[#\w]{1,40};)")
"""Signs that Markdown could read within a line; it takes no ``_`` between letters for one, so that
``annual_report.pdf`` stays as it is."""

_AT_START = re.compile(
    r"^(?:(?:#(?=#{0,5}(?:\s|$))|>|[+-](?=\s|$)|-(?=[\s-]*$))|(?P<number>\d{1,9})(?=[.)](?:\s|$)))"
)
"""Signs that would make a heading, a quotation, a rule or a list of a line."""

_UNSAFE_IN_URL = re.compile(r"[\s\x00-\x20\x7f\\`<>()\"\ud800-\udfff]")
"""Signs that could end the address of a link."""

_SCRIPT_URL = re.compile(r"^(?:javascript|vbscript|data):", re.IGNORECASE)
"""Addresses that run code where they are followed; a page that shows the list must not offer them."""

_WHITE_SPACE = re.compile(r"[\s\x00-\x1f\x7f]+")


def format_references_as_string(formatted_chunks: Iterable[str | None]) -> str:
    """``References:`` and the lines, numbered from 1; "" if there is none.

    Args:
        formatted_chunks: one line per chunk. The same line again is left out, and so is None: a chunk that
            has nothing to show. Lines are compared letter by letter.

    Example:
        >>> format_references_as_string(["mill.pdf", None, "fire.pdf", "mill.pdf"]).splitlines()
        ['References:', '1. mill.pdf', '2. fire.pdf']
    """
    lines = dict.fromkeys(line for line in formatted_chunks if line is not None)
    numbered = [f"{number}. {line}" for number, line in enumerate(lines, 1)]
    return "\n".join([_HEADING, *numbered]) if numbered else ""


def format_chunk_as_string(metadata_map: Mapping[str, str] | None = None) -> Callable[[Any], str | None]:
    r"""A function that makes a chunk a line of Markdown: ``[title](url)``, or its title without a link.

    A chunk without a title shows its address; one without either shows its id; one without an id is None.
    Signs of Markdown are escaped, so that the line reads as the title does. Addresses that run code
    (``javascript:``, ``vbscript:``, ``data:``) make no link.

    Args:
        metadata_map: where the metadata has ``title`` and ``url``; one of the two may be left out. None
            means ``DEFAULT_FORMAT_CHUNK_METADATA_MAP``.

    Raises:
        InputError: another key than those two.

    Example:
        >>> line = format_chunk_as_string({"title": "name", "url": "link"})
        >>> line({"content": "…", "metadata": {"name": "Mills [old]", "link": "https://a.org/m (1)"}})
        '[Mills \\[old\\]](https://a.org/m%20%281%29)'
    """
    keys = DEFAULT_FORMAT_CHUNK_METADATA_MAP if metadata_map is None else metadata_map
    if unknown := sorted(set(keys) - {"title", "url"}):
        raise InputError(
            f"format_chunk_metadata_map: {unknown[0]!r} is not needed by the built-in function; its keys are "
            "'title' and 'url'. Give your own format_chunk_func for others."
        )
    return lambda chunk: _render_line(_to_offered_chunk(chunk), keys)


def _to_offered_chunk(chunk: Any) -> OfferedChunk:
    return chunk if isinstance(chunk, OfferedChunk) else read_chunk(chunk)


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
    """The value on one line; "" for None and for blanks."""
    return "" if value is None else to_one_line(str(value))


def _escape_inline(text: str) -> str:
    return _INLINE_SIGNS.sub(r"\\\g<0>", text)


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
    """A chunk as it was handed in, and what it says of itself.

    Args:
        given: the chunk itself, untouched.
        position: its place among the chunks, from 1.
        id: None if it has none.
        content: its text; None if it has none, as an image.
        metadata: empty if it has none.
        score: of the retriever, if it gave one.
    """

    given: Any
    position: int
    id: str | None
    content: str | None
    metadata: Mapping[str, Any]
    score: float | None = None

    @property
    def has_text(self) -> bool:
        """False for a chunk that nothing can be said of: without content, blank, or bytes."""
        return self.content is not None and bool(self.content.strip())


def read_chunks(chunks: Iterable[Any]) -> list[OfferedChunk]:
    """The chunks in order; none of them is changed.

    Raises:
        InputError: not a list of chunks, or one of them is no chunk; the message says which.
    """
    if chunks is None or isinstance(chunks, str | bytes | Mapping) or not isinstance(chunks, Iterable):
        raise InputError(
            f"chunks: expected a list of chunks, got {type(chunks).__name__}; put a single one into a list."
        )
    return [read_chunk(chunk, position) for position, chunk in enumerate(chunks, 1)]


def read_chunk(chunk: Any, position: int = 1) -> OfferedChunk:
    """One chunk.

    Raises:
        InputError: it has no content field, or its metadata is no dict.
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
    metadata, name, content = (
        _find_first(chunk, _METADATA),
        _find_first(chunk, _IDS),
        _find_first(chunk, _CONTENTS),
    )
    if metadata is not None and not isinstance(metadata, Mapping):
        raise InputError(f"chunk {position}: its metadata must be a dict, got {type(metadata).__name__}.")
    text = content if isinstance(content, str) else None
    return OfferedChunk(given, position, None if name is None else str(name), text, metadata or {}, score)


def _has_field(chunk: Any, name: str) -> bool:
    if isinstance(chunk, str | bytes | type):
        return False
    return name in chunk if isinstance(chunk, Mapping) else hasattr(chunk, name)


def _find_first(chunk: Any, names: tuple[str, ...]) -> Any:
    found = (chunk.get(name) if isinstance(chunk, Mapping) else getattr(chunk, name, None) for name in names)
    return next((value for value in found if value is not None), None)

"""Chunks → lines of Markdown → one numbered list."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from types import MappingProxyType
from typing import Any

from ascribe.errors import InputError
from ascribe.systems.reference_formatters.chunks import OfferedChunk, read_chunk
from ascribe.write.visible import one_line

DEFAULT_FORMAT_CHUNK_METADATA_MAP: Mapping[str, str] = MappingProxyType(
    {"title": "file_name", "url": "file_url"}
)
"""Where a chunk's metadata has the title and the address of its line."""

_HEADING = "References:"

_WITHIN = re.compile(r"[\\`*\[\]<~$]|(?<![^\W_])_|_(?![^\W_])|&(?=[#\w]{1,40};)")
"""Signs that Markdown could read within a line; it takes no ``_`` between letters for one, so that
``annual_report.pdf`` stays as it is."""

_AT_START = re.compile(
    r"^(?:(?:#(?=#{0,5}(?:\s|$))|>|[+-](?=\s|$)|-(?=[\s-]*$))|(?P<number>\d{1,9})(?=[.)](?:\s|$)))"
)
"""Signs that would make a heading, a quotation, a rule or a list of a line."""

_UNSAFE = re.compile(r"[\s\x00-\x20\x7f\\`<>()\"\ud800-\udfff]")
"""Signs that could end the address of a link."""

_ACTIVE = re.compile(r"^(?:javascript|vbscript|data):", re.IGNORECASE)
"""Addresses that run code where they are followed; a page that shows the list must not offer them."""

_BLANKS = re.compile(r"[\s\x00-\x1f\x7f]+")


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
    return lambda chunk: _line(_offered(chunk), keys)


def _offered(chunk: Any) -> OfferedChunk:
    return chunk if isinstance(chunk, OfferedChunk) else read_chunk(chunk)


def _line(chunk: OfferedChunk, keys: Mapping[str, str]) -> str | None:
    title = _text(chunk.metadata.get(keys["title"])) if "title" in keys else ""
    url = _text(chunk.metadata.get(keys["url"])) if "url" in keys else ""
    shown = title or url or _text(chunk.id)
    if not shown:
        return None
    if url and not _ACTIVE.match(_BLANKS.sub("", url)):
        return f"[{_within(shown)}]({_address(url)})"
    return _AT_START.sub(_escape_start, _within(shown))


def _text(value: Any) -> str:
    """The value on one line; "" for None and for blanks."""
    return "" if value is None else one_line(str(value))


def _within(text: str) -> str:
    return _WITHIN.sub(r"\\\g<0>", text)


def _escape_start(found: re.Match[str]) -> str:
    number = found["number"]
    return f"\\{found[0]}" if number is None else f"{number}\\"


def _address(url: str) -> str:
    encoded = _UNSAFE.sub(_percent, url)
    return re.sub(r"&(?=[#\w]{1,40};)", "&amp;", encoded)


def _percent(found: re.Match[str]) -> str:
    return "".join(f"%{byte:02X}" for byte in found[0].encode("utf-8", "replace"))

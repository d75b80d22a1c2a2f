"""Sources that are already in memory: text, dicts and the documents of other frameworks."""

from __future__ import annotations

import io
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from ascribe.errors import InputError, SourceError
from ascribe.protocols import Extract, Limits
from ascribe.read.delimited import split_source_blocks
from ascribe.read.document import find_source_name, to_json_values
from ascribe.read.files import ReadSource, describe_excess_length, describe_extensions
from ascribe.records.serialization import compute_digest

_TEXT_KEYS = ("text", "content", "page_content")
_ID_KEYS = ("id", "doc_id", "id_", "chunk_id")
_META_KEYS = ("meta", "metadata")

_TEXT_FIELDS = ("page_content", "content", "text")
"""Text attributes of the documents of LangChain, Haystack and LlamaIndex, in this order."""

_ID_FIELDS = ("id", "node_id", "id_", "doc_id", "chunk_id")

_MADE_UP_ID = re.compile(
    r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}|[0-9a-f]{32}|[0-9a-f]{40}|[0-9a-f]{64}", re.IGNORECASE
)
"""A UUID, or a digest as Haystack gives its documents."""

_MAX_PATH_CHARS = 1024

_ADDRESS = re.compile(r"[a-z][a-z0-9+.-]*://\S+", re.IGNORECASE)
_FILE_NAME = re.compile(r"\S{1,1024}(\.\w{1,10})")

SOURCE_HINT = "give text, a Path, a dict with 'text', or a document of Haystack, LangChain or LlamaIndex"


@dataclass(frozen=True, slots=True)
class InlineSource:
    """A text with its metadata; ``own_id`` is the id that it came with, or None."""

    text: str
    parser_name: str
    own_id: str | None = None
    metadata: dict[str, Any] = field(default_factory=dict)

    @property
    def origin(self) -> str | None:
        """Return the file, address or title that it was read from, if its metadata name one."""
        return find_source_name(self.metadata)

    @property
    def doc_id(self) -> str | None:
        """Return the id to use; None if it has none, or only a UUID or digest beside a readable origin.

        Haystack, LlamaIndex and vector stores give every text such an id.
        """
        is_made_up = _MADE_UP_ID.fullmatch(self.own_id or "") is not None
        return None if is_made_up and self.origin else self.own_id


def build_inline_source(item: object, position: int) -> InlineSource:
    """Build a source from a string, a dict or a framework's document, with its text unchanged.

    Raises:
        InputError: it contains no text; the message names the position and the way out.
    """
    if isinstance(item, str):
        source = _from_str(item, position)
    elif isinstance(item, Mapping):
        source = _from_dict(item, position)
    else:
        source = _from_object(item, position)
    _check_characters(source.text, "its text", position)
    _check_characters(source.own_id or "", "its id", position)
    if not source.text.strip():
        raise InputError(f"source {position}: its text is empty; leave it out or give its text.")
    return source


def read_inline_source(source: InlineSource, position: int, limits: Limits) -> ReadSource:
    """Split the text into blocks; the text itself is unchanged.

    An id that is not used as the document's id is kept in its metadata.

    Raises:
        SourceError: it is too long.
        InputError: it contains no words; the message names the position.
    """
    if len(source.text) > limits.max_chars:
        raise SourceError(f"source {position}", describe_excess_length(len(source.text), limits))
    unused = {} if source.own_id == source.doc_id else {"id": source.own_id}
    extract = Extract(source.text, split_source_blocks(source.text), metadata={**unused, **source.metadata})
    if not extract.blocks:
        raise InputError(f"source {position}: its text contains no words; leave it out or give its text.")
    return ReadSource(extract, source.parser_name, compute_digest(source.text.encode()))


def is_framework_document(item: object) -> bool:
    """Return True for a single framework document, even if it is iterable, as Pydantic models are."""
    return any(hasattr(item, name) for name in (*_TEXT_FIELDS, "node", "get_content"))


def _from_str(text: str, position: int) -> InlineSource:
    if len(text) <= _MAX_PATH_CHARS and "\n" not in text and _is_file_name(text):
        raise InputError(
            f"source {position}: {text!r} is the name of a file or folder here, but a str is taken as the "
            f"text itself; wrap it: Path({text!r})."
        )
    name = text.strip()
    if _ADDRESS.fullmatch(name):
        raise InputError(
            f"source {position}: {name!r} is an address, and nothing is fetched; save the page and give its "
            "Path, or give its text."
        )
    named = _FILE_NAME.fullmatch(name)
    if named and named[1].lower() in describe_extensions().split():
        raise InputError(
            f"source {position}: {name!r} looks like the name of a file, but there is none here, and a str "
            f"is taken as the text itself; give the Path of the file, or a dict: {{'text': {name!r}}}."
        )
    return InlineSource(text, "str")


def _is_file_name(text: str) -> bool:
    try:
        return bool(text.strip()) and Path(text).exists()
    except (OSError, ValueError):  # too long, or with characters that a path cannot contain
        return False


def _from_dict(item: Mapping[Any, Any], position: int) -> InlineSource:
    keys = [key for key in _TEXT_KEYS if key in item]
    key = next((key for key in keys if item[key] is not None), keys[0] if keys else None)
    if key is None:
        has = ", ".join(repr(str(key)) for key in item) or "none"
        raise InputError(
            f"source {position}: the dict needs one of the keys 'text', 'content' or 'page_content'; "
            f"it has: {has}."
        )
    text = _as_text(item[key], f"{key!r} of the dict", position)
    rest = {k: v for k, v in item.items() if k not in (*_TEXT_KEYS, *_ID_KEYS, *_META_KEYS)}
    named = next((item[k] for k in _META_KEYS if item.get(k) is not None), None)
    doc_id = next((item[k] for k in _ID_KEYS if item.get(k) is not None), None)
    metadata = {**to_json_values(rest), **_as_metadata(named, position)}
    return InlineSource(text, "dict", _as_id(doc_id), metadata)


def _from_object(item: object, position: int) -> InlineSource:
    node = getattr(item, "node", None)
    item = item if node is None else node
    name = type(item).__name__
    text = _get_object_text(item, name, position)
    metadata = _find_first(item, _META_KEYS)
    return InlineSource(text, name, _as_id(_find_first(item, _ID_FIELDS)), _as_metadata(metadata, position))


def _get_object_text(item: object, name: str, position: int) -> str:
    if any(hasattr(item, field) for field in _TEXT_FIELDS):
        return _as_text(_find_first(item, _TEXT_FIELDS), f"the text of the {name}", position)
    getter = getattr(item, "get_content", None)
    if callable(getter):
        return _as_text(getter(), f"the text of the {name}", position)
    hint = (
        "bytes have no known format; decode them, or save them and give the Path"
        if _is_raw(item)
        else "give the Path of the file instead"
        if isinstance(item, io.IOBase)
        else SOURCE_HINT
    )
    raise InputError(f"source {position}: cannot take {_choose_article(name)}; {hint}.")


def _is_raw(item: object) -> bool:
    return isinstance(item, bytes | bytearray | memoryview)


def _choose_article(name: str) -> str:
    return f"{'an' if name[:1].lower() in 'aeiou' else 'a'} {name}"


def _find_first(item: object, names: tuple[str, ...]) -> Any:
    return next((value for name in names if (value := getattr(item, name, None)) is not None), None)


def _as_text(value: object, what: str, position: int) -> str:
    if isinstance(value, str):
        return value
    raise InputError(
        f"source {position}: {what} is {_choose_article(type(value).__name__)}, not a str; "
        "give the text itself."
    )


def _as_id(value: object) -> str | None:
    return None if value is None or not str(value).strip() else str(value)


def _as_metadata(value: object, position: int) -> dict[str, Any]:
    if value is None:
        return {}
    if isinstance(value, Mapping):
        return to_json_values(value)
    raise InputError(
        f"source {position}: its metadata is {_choose_article(type(value).__name__)}, not a dict; "
        "give a dict or leave it out."
    )


def _check_characters(text: str, what: str, position: int) -> None:
    try:
        text.encode("utf-8")
    except UnicodeEncodeError as error:
        raise InputError(
            f"source {position}: {what} contains half of a surrogate pair at character {error.start}; decode "
            "it again from its bytes, or replace it with text.encode('utf-16', 'surrogatepass')"
            ".decode('utf-16', 'replace')."
        ) from None

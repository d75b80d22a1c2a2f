"""JSON for the records: an encoder, a validating decoder, the JSON Schema, and digests of content."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from inspect import cleandoc
from pathlib import Path
from typing import Any, Self

import msgspec

from ascribe.errors import InputError
from ascribe.records.unchecked_scores import allow_unchecked_scores
from ascribe.records.verdict_messages import describe_messages

SCHEMA_VERSION = 1
"""Increased when a field of the JSON changes its meaning or is removed."""


class JsonRecord:
    """Adds ``to_json`` and ``from_json`` to a record; a round trip gives an equal record."""

    __slots__ = ()

    def to_json(self, *, indent: int | None = None) -> str:
        """Return the record as JSON text, indented by ``indent`` spaces per level; on one line if None.

        Raises:
            InputError: metadata contains a value that JSON cannot express.
        """
        try:
            data = msgspec.json.encode(self._build_plain(), enc_hook=_encode_value)
        except (TypeError, UnicodeEncodeError, RecursionError) as error:
            raise InputError(f"{type(self).__name__} cannot be written as JSON: {error}.") from None
        return (msgspec.json.format(data, indent=indent) if indent else data).decode()

    @classmethod
    def from_json(cls, data: str | bytes) -> Self:
        """Parse and validate a record that ``to_json`` wrote.

        Raises:
            InputError: not JSON, or not this record; the message names the field.
        """
        try:
            found = cls._complete_plain(msgspec.json.decode(data))
            return msgspec.convert(found, type=cls, dec_hook=_decode_value, str_keys=True)
        except (msgspec.MsgspecError, UnicodeDecodeError, TypeError, RecursionError) as error:
            raise InputError(f"this is not valid JSON for {cls.__name__}: {error}.") from None

    def to_dict(self) -> dict[str, Any]:
        """Return the record as dicts, lists and plain values, as its JSON has them."""
        return self._build_plain()

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Self:
        """Build and validate a record from what ``to_dict`` returned.

        Raises:
            InputError: not this record; the message names the field.
        """
        try:
            return msgspec.convert(cls._complete_plain(data), type=cls, dec_hook=_decode_value)
        except (msgspec.MsgspecError, TypeError, RecursionError) as error:
            raise InputError(f"this is not valid data for {cls.__name__}: {error}.") from None

    def _build_plain(self) -> dict[str, Any]:
        """Return the record as plain values, a record in a field as that record writes itself."""
        data: dict[str, Any] = msgspec.to_builtins(self, enc_hook=_encode_value)
        for name in data:
            held = getattr(self, name)
            if isinstance(held, JsonRecord):
                data[name] = held._build_plain()
        return data

    @classmethod
    def _complete_plain(cls, data: Any) -> Any:
        """Return plain values as the fields take them; what ``_build_plain`` changed is changed back."""
        return data


def escape_surrogates(path: str) -> str:
    r"""Return the path in valid UTF-8: a byte of its name that is not UTF-8 is written as ``\udce9``."""
    return path.encode("utf-8", "backslashreplace").decode()


def compute_digest(data: bytes | str) -> str:
    """Return ``sha256:`` and the hexadecimal digest of the bytes, or of the text in UTF-8.

    >>> compute_digest("")[:15]
    'sha256:e3b0c442'
    """
    raw = data.encode("utf-8", "surrogatepass") if isinstance(data, str) else data
    return f"sha256:{hashlib.sha256(raw).hexdigest()}"


def build_schema(*types: type[Any]) -> dict[str, Any]:
    """Build the JSON Schema (2020-12) of the given records, each in ``$defs``, any of them at the top."""
    tops, definitions = msgspec.json.schema_components(
        types, schema_hook=_build_type_schema, ref_template="#/$defs/{name}"
    )
    for definition in definitions.values():
        if "description" in definition:  # docstrings, which Python dedents from 3.13 on
            definition["description"] = cleandoc(definition["description"])
        for field in definition.get("properties", {}).values():
            if field.get("default") in ([], {}):  # which of them are given depends on the version of msgspec
                del field["default"]
    allow_unchecked_scores(definitions)
    describe_messages(definitions)
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Ascribe records",
        "version": SCHEMA_VERSION,
        "anyOf": list(tops),
        "$defs": definitions,
    }


def _encode_value(value: object) -> object:
    if isinstance(value, Path):
        return escape_surrogates(value.as_posix())
    raise TypeError(f"JSON cannot express a value of type {type(value).__name__}")


def _decode_value(kind: type[Any], value: Any) -> Any:
    if issubclass(kind, Path):
        return kind(value)
    raise TypeError(f"cannot read {kind.__name__}")


def _build_type_schema(kind: type[Any]) -> dict[str, Any]:
    if issubclass(kind, Path):
        return {"type": "string", "description": "a path"}
    raise TypeError(f"no schema for {kind.__name__}")

"""Body of a chat-completions request, and the fields that a server may refuse."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from typing import Any

from ascribe.llm.transport import HttpReply

Message = Mapping[str, str]
"""``role`` and ``content``."""

SEED = 0
"""Together with temperature 0 it makes answers repeatable, as far as the server supports it."""

OPTIONAL_FIELDS = ("response_format", "logprobs", "seed", "temperature", "max_tokens", "stream")
"""Fields that some servers or models refuse, in the order in which they are searched in a refusal."""

_OPTION_PATTERNS = {
    "response_format": re.compile(r"response_format|json_schema|structured.output", re.IGNORECASE),
    "logprobs": re.compile(r"logprobs?\b", re.IGNORECASE),
    "seed": re.compile(r"\bseed\b"),
    "temperature": re.compile(r"\btemperature\b"),
    "max_tokens": re.compile(r"\bmax_tokens\b"),
    "stream": re.compile(r"\bstream(?:ing|ed)?\b", re.IGNORECASE),
}


def build_response_format(name: str, properties: Mapping[str, Any]) -> dict[str, Any]:
    """Build the ``response_format`` for one object with exactly these properties."""
    schema = {
        "type": "object",
        "properties": dict(properties),
        "required": list(properties),
        "additionalProperties": False,
    }
    return {"type": "json_schema", "json_schema": {"name": name, "strict": True, "schema": schema}}


def build_body(
    model: str,
    messages: Sequence[Message],
    response_format: Mapping[str, Any] | None,
    max_tokens: int | None,
    *,
    logprobs: bool = False,
    stream: bool = False,
) -> dict[str, Any]:
    """Build the body of a request."""
    body = {"model": model, "messages": list(messages), "temperature": 0, "seed": SEED}
    given = {
        "response_format": response_format,
        "max_tokens": max_tokens,
        "logprobs": logprobs or None,
        "stream": stream or None,
    }
    return {**body, **{key: value for key, value in given.items() if value is not None}}


def find_refused_option(reply: HttpReply, body: Mapping[str, Any]) -> str | None:
    """Find the field of the body that the server refuses, if the reply says so.

    If a refusal names no field, it is taken to be about the structured output, as long as that is requested.
    """
    if reply.status not in (400, 422):
        return None
    asked = [name for name in OPTIONAL_FIELDS if name in body]
    parameter = _parse_refused_parameter(reply.body)
    said = reply.body.decode("utf-8", "replace")
    for text in (parameter, said):
        named = next((name for name in asked if _OPTION_PATTERNS[name].search(text)), None)
        if named is not None:
            return named
    return "response_format" if "response_format" in asked else None


def _parse_refused_parameter(data: bytes) -> str:
    """Return ``error.param``: it names the refused field, while the message may name several."""
    try:
        parameter = json.loads(data)["error"]["param"]
    except (ValueError, LookupError, TypeError):
        return ""
    return parameter if isinstance(parameter, str) else ""

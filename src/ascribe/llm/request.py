"""The body of a request: what is asked, and what may be left out of it where a server refuses it."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from typing import Any

from ascribe.llm.transport import HttpReply

Message = Mapping[str, str]
"""``role`` and ``content``."""

SEED = 0
"""With temperature 0 it makes an answer repeatable, as far as the server can."""

OPTIONAL_FIELDS = ("response_format", "logprobs", "seed", "temperature", "max_tokens", "stream")
"""What some servers or models do not take, in the order in which a refusal that names none is tried."""

_OPTION_PATTERNS = {
    "response_format": re.compile(r"response_format|json_schema|structured.output", re.IGNORECASE),
    "logprobs": re.compile(r"logprobs?\b", re.IGNORECASE),
    "seed": re.compile(r"\bseed\b"),
    "temperature": re.compile(r"\btemperature\b"),
    "max_tokens": re.compile(r"\bmax_tokens\b"),
    "stream": re.compile(r"\bstream(?:ing|ed)?\b", re.IGNORECASE),
}


def build_response_format(name: str, properties: Mapping[str, Any]) -> dict[str, Any]:
    """The ``response_format`` that asks for one object with exactly these properties."""
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
    """The whole request."""
    body = {"model": model, "messages": list(messages), "temperature": 0, "seed": SEED}
    given = {
        "response_format": response_format,
        "max_tokens": max_tokens,
        "logprobs": logprobs or None,
        "stream": stream or None,
    }
    return {**body, **{key: value for key, value in given.items() if value is not None}}


def find_refused_option(reply: HttpReply, body: Mapping[str, Any]) -> str | None:
    """What of the body the server does not take, if it says so.

    A refusal that names nothing is taken for one of the structured output, as long as that is asked for.
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
    """``error.param``, which names the one at fault where the message may name several."""
    try:
        parameter = json.loads(data)["error"]["param"]
    except (ValueError, LookupError, TypeError):
        return ""
    return parameter if isinstance(parameter, str) else ""

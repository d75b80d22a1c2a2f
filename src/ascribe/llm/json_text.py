"""JSON in what a model wrote: alone, in a fence, or after some words."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from itertools import islice
from typing import Any

_THOUGHT = re.compile(r"\A\s*<think>.*?</think>", re.DOTALL)
"""Models that think aloud do it first."""

STARTS = 100
"""Opening braces that are tried; each may cost a look at the whole rest."""

_FENCE = re.compile(r"```(?:json)?[^\S\n]*\n(.*?)\n?\s*```", re.DOTALL | re.IGNORECASE)


def parse_json(text: str) -> Any:
    """The value: of the whole text, else of a fenced block, else of the first object in it.

    Raises:
        ValueError: there is none.
    """
    said = without_thought(text)
    for candidate in _candidates(said):
        try:
            return json.loads(candidate)
        except (ValueError, RecursionError):
            continue
    for opening in islice(re.finditer(r"\{", said), STARTS):
        try:
            return json.JSONDecoder().raw_decode(said, opening.start())[0]
        except (ValueError, RecursionError):
            continue
    raise ValueError("no JSON")


def without_thought(text: str) -> str:
    """The text without what the model thought aloud before it; one that never ended stays."""
    return _THOUGHT.sub("", text)


def _candidates(text: str) -> Iterator[str]:
    yield text
    for fenced in _FENCE.finditer(text):
        yield fenced[1]

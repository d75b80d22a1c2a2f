"""What a language model has written so far, an unfinished JSON object or prose → the text of its answer.

Only what cannot become anything else is told. Everything else waits for the end, where ``draft_of`` reads the
whole.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Any

from ascribe.llm.json_text import without_thought

_THINKING = "<think>"

_OBJECT = re.compile(r"\s*(?:```(?:json)?[^\S\n]*\n\s*)?(?=\{)", re.IGNORECASE)
"""What may stand before the object: nothing, or the opening of a fence."""

_PROSE = re.compile(r"\s*(?![{\[\"]|```)(?:\S+\s+\S|(?![\d-])\S{10})")
"""The beginning of what is no JSON: two words, or one that is longer than ``true`` and its like."""

_PROSE_END = re.compile(r"\{|`{1,3}\Z|```")
"""From here on it may be JSON after some words."""

_KEY = re.compile(r'\s*[{,]\s*("(?:[^"\\]|\\.)*")\s*:\s*', re.DOTALL)
_BEHIND = re.compile(r"\s*[,}]")
"""A value is whole when something stands behind it: a number may go on."""

_CHARACTERS = re.compile(
    r'(?:[^"\\\x00-\x1f]|\\["\\/bfnrt]|\\u(?![dD][89a-fA-F])[0-9a-fA-F]{4}'
    r"|\\u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2})*"
)
"""Of a string, with whole escapes; a character outside the Basic Multilingual Plane has two (RFC 8259)."""


class Unfolding:
    """Takes what a model writes, piece by piece. ``text`` is its answer as far as that is sure.

    The answer of an object is told when ``answerable`` is known and is not false.
    """

    def __init__(self) -> None:
        self.text = ""
        self._said = ""
        self._at = 0
        self._known: dict[str, Any] = {}
        self._read: Callable[[], None] = self._find

    def add(self, piece: str) -> None:
        """Takes the next piece."""
        self._said += piece
        self._read()

    def _find(self) -> None:
        """Looks where the answer begins, behind what the model thinks aloud."""
        said = without_thought(self._said)
        bare = said.lstrip()
        if _THINKING.startswith(bare[: len(_THINKING)]):
            return
        opened = _OBJECT.match(said)
        if opened is not None or _PROSE.match(said):
            self._said, self._at = said, opened.end() if opened else 0
            self._read = self._in_object if opened else self._in_prose
            self._read()

    def _in_prose(self) -> None:
        end = _PROSE_END.search(self._said)
        self.text = self._said[: end.start() if end else None]

    def _in_object(self) -> None:
        """Reads the members that are whole; each once."""
        while key := _KEY.match(self._said, self._at):
            if key[1] == '"answer"' and self._said.startswith('"', key.end()):
                self._at = key.end() + 1
                self._read = self._in_answer
                self._in_answer()
                return
            try:
                value, end = json.JSONDecoder().raw_decode(self._said, key.end())
            except (ValueError, RecursionError):
                return
            if not _BEHIND.match(self._said, end):
                return
            self._known[key[1]], self._at = value, end

    def _in_answer(self) -> None:
        """Decodes what has come; an answer before its ``answerable`` waits for the end."""
        if self._known.get('"answerable"', False) is False:
            return
        match = _CHARACTERS.match(self._said, self._at)
        raw = match[0] if match else ""
        self.text += json.loads(f'"{raw}"')
        self._at += len(raw)

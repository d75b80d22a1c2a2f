"""A reply that is still being written: its text so far, and the sentences of it that are complete."""

from __future__ import annotations

import re
from dataclasses import replace

from ascribe.language.detect import language_of
from ascribe.read.markers import safe_end
from ascribe.read.replies import Reply, read_reply
from ascribe.records.surrogates import whole_characters
from ascribe.stages import Limits

STRIDE = 50
"""A text is read again when it has grown by one part in so many. Below 5,000 characters or so that is every
sentence; without it the time would go with the square of the length."""

_REACH = 64
"""Characters around a place that are looked at to tell whether a sentence may be complete there."""

_AHEAD = re.compile(rf"\W{{0,{_REACH}}}(?:\w{{1,11}}\W|\w.{{11}})", re.DOTALL)
"""What must follow a sentence before it counts as complete: a word and what ends it, or, for long words and
scripts that write no spaces, so many characters. Where a sentence ends is told by the word behind it."""

_END = re.compile(rf"(?:[^\w\s,;:()\[\]\"'“”‘’*_`-]|[\n\r])(?={_AHEAD.pattern})", re.DOTALL)
"""Where a sentence may have been completed."""


class Growing:
    """Takes a reply piece by piece. Every time it is read, it is read as ``check`` reads a whole reply.

    Args:
        language: of the reply; None has it detected.
        limits: how long it may get.
    """

    def __init__(self, language: str | None, limits: Limits) -> None:
        self._language, self._limits = language, limits
        self._pieces: list[str] = []
        self._length = self._read_to = 0
        self._tail = self._half = ""
        self._due = False
        self._told: str | None = None
        self._told_from = 0

    def add(self, delta: str) -> bool:
        """Takes the next piece of the reply; True if a sentence may be complete, so that ``so_far`` pays.

        Raises:
            InputError: the reply is longer than the limits allow.
        """
        delta, self._half = whole_characters(self._half + delta)
        self._pieces.append(delta)
        self._length += len(delta)
        if self._length > self._limits.max_reply_chars:
            self._read(self._text(), self._language)  # says so
        tail = self._tail + delta
        ends = [match.end() for match in _END.finditer(tail)]
        self._due = self._due or bool(ends)
        self._tail = tail[ends[-1] if ends else 0 :][-_REACH:]
        return self._due and self._length - self._read_to >= self._length // STRIDE

    def so_far(self) -> Reply:
        """The text up to where a marker may begin, with those of its claims that are complete.

        Raises:
            InputError: the text has a lone surrogate.
        """
        text = self._text()
        self._due, self._read_to = False, self._length
        text = text[: safe_end(text)]
        read = self._read(text, self._spoken(text))
        ends = [claim.end for claim in read.claims]
        complete = next((n for n in range(len(ends), 0, -1) if _AHEAD.match(text, ends[n - 1])), 0)
        return replace(read, claims=read.claims[:complete])

    def whole(self) -> Reply:
        """The reply; nothing more will come.

        Raises:
            InputError: the text has a lone surrogate.
        """
        self._pieces.append(self._half)
        self._half = ""
        return self._read(self._text(), self._language)

    def _read(self, text: str, language: str | None) -> Reply:
        return read_reply(text, language, self._limits)

    def _text(self) -> str:
        self._pieces = ["".join(self._pieces)]
        return self._pieces[0]

    def _spoken(self, text: str) -> str | None:
        """The language of the text so far; it is told anew when there is twice as much to tell it from."""
        if self._language is None and (self._told is None or len(text) > 2 * self._told_from):
            self._told, self._told_from = language_of(text), len(text)
        return self._language or self._told

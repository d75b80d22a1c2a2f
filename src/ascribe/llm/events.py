"""Bytes of an event stream → the data of each event (WHATWG HTML, section "Server-sent events")."""

from __future__ import annotations

import codecs
import re

_LINE_END = re.compile(r"\r\n|\n|\r(?!\Z)")
"""A carriage return at the very end waits: it may be half of one."""


class EventReader:
    """Takes the bytes as they come, cut anywhere. Comments and all fields but ``data`` are passed over."""

    def __init__(self) -> None:
        self._decoder = codecs.getincrementaldecoder("utf-8-sig")("replace")
        self._rest = ""
        self._data: list[str] = []

    def add(self, piece: bytes, *, last: bool = False) -> list[str]:
        """The data of every event that is complete now; with ``last``, of one without its empty line too."""
        text = self._rest + self._decoder.decode(piece, final=last)
        *lines, self._rest = _LINE_END.split(f"{text}\n\n" if last else text)
        return [data for line in lines if (data := self._ended(line)) is not None]

    def _ended(self, line: str) -> str | None:
        """The data of the event that this line ends; None if it ends none."""
        name, _, value = line.partition(":")
        if name == "data":
            self._data.append(value.removeprefix(" "))
        if line or not self._data:
            return None
        data, self._data = "\n".join(self._data), []
        return data

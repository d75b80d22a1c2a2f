"""Read a stream of chat chunks while it is relayed: collect the text, and find the place of our own chunk."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

_DONE = b"[DONE]"


class ChunkCollector:
    """Collects the text of each choice from lines of server-sent events."""

    def __init__(self) -> None:
        self.texts: dict[int, list[str]] = {}
        self.head: dict[str, Any] = {}
        self.failed = False

    def add(self, line: bytes) -> None:
        """Read one line; what is no chunk is left out."""
        if not line.startswith(b"data:"):
            return
        try:
            chunk = json.loads(line[5:])
        except ValueError:
            return
        if isinstance(chunk, Mapping):
            self._add_chunk(chunk)

    def _add_chunk(self, chunk: Mapping[str, Any]) -> None:
        self.failed = self.failed or bool(chunk.get("error"))
        if not self.head:
            self.head = {name: chunk[name] for name in ("id", "created", "model") if name in chunk}
        choices = chunk.get("choices")
        for choice in choices if isinstance(choices, list) else []:
            delta = choice.get("delta") if isinstance(choice, Mapping) else None
            text = delta.get("content") if isinstance(delta, Mapping) else None
            if isinstance(text, str):
                index = choice.get("index")
                self.texts.setdefault(index if isinstance(index, int) else 0, []).append(text)

    def contents(self) -> dict[int, str]:
        """Return the text of each choice so far."""
        return {index: "".join(parts) for index, parts in sorted(self.texts.items())}

    def build_chunk(self, found: Mapping[str, Any]) -> bytes:
        """Build the chunk with what was found: it adds no text."""
        chunk = {
            **self.head,
            "object": "chat.completion.chunk",
            "choices": [{"index": 0, "delta": {}, "finish_reason": None}],
            "ascribe": found,
        }
        return f"data: {json.dumps(chunk)}\n\n".encode()


class LineRelay:
    """Splits a stream of bytes so that every byte is passed on, and the end marker is noticed before it is.

    Only an unfinished line waits for its end; a client could not read it earlier either.
    """

    def __init__(self, collector: ChunkCollector) -> None:
        self._collector = collector
        self._rest = b""
        self.is_done = False

    def add(self, piece: bytes, *, last: bool = False) -> tuple[bytes, bytes]:
        """Return the bytes before the end marker, and those from it on; the second are empty without it."""
        data = self._rest + piece
        cut = len(data) if last else data.rfind(b"\n") + 1
        self._rest = data[cut:]
        if self.is_done:
            return b"", data[:cut]
        before = 0
        for line in data[:cut].splitlines(keepends=True):
            words = line.strip()
            if words.startswith(b"data:") and words[5:].strip() == _DONE:
                self.is_done = True
                return data[:before], data[before:cut]
            self._collector.add(words)
            before += len(line)
        return data[:cut], b""

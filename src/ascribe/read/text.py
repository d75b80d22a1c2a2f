"""Plain text and Markdown files."""

from __future__ import annotations

from ascribe.protocols import Extract, Limits
from ascribe.read.blocks import split_blocks
from ascribe.read.encodings import decode


class TextReader:
    """Reads text in any common encoding; the text is what the file holds, without the byte order mark."""

    def read(self, data: bytes, name: str, limits: Limits) -> Extract:  # noqa: ARG002 (the stage's signature)
        """The decoded text and its blocks.

        Raises:
            SourceError: it is not text, or its encoding cannot be found out.
        """
        text = decode(data, name)
        return Extract(text, split_blocks(text))

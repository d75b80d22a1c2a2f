"""Reader of plain text and Markdown files."""

from __future__ import annotations

from ascribe.protocols import Extract, Limits
from ascribe.read.delimited import split_source_blocks
from ascribe.read.encodings import decode


class TextReader:
    """Reader of text in any common encoding; only the byte order mark is left out."""

    def read(self, data: bytes, name: str, limits: Limits) -> Extract:  # noqa: ARG002 (the stage's signature)
        """Decode the bytes and split the text into blocks.

        Raises:
            SourceError: the file is not text, or its encoding cannot be detected.
        """
        text = decode(data, name)
        return Extract(text, split_source_blocks(text))

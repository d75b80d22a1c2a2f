"""Text → sentences with exact offsets. (first form, to be replaced)"""

from __future__ import annotations

import re

from ascribe.stages import Block


def split_sentences(text: str, language: str | None = None) -> list[tuple[int, int]]:
    """Units of the text."""
    return [u for b in split_blocks(text) for u in split_block(text, b, language)]


def split_blocks(text: str) -> list[Block]:
    """Blocks of the text."""
    return [Block("prose", m.start(), m.end()) for m in re.finditer(r"\S(?:.*\S)?", text)]


def split_block(text: str, block: Block, language: str | None = None) -> list[tuple[int, int]]:
    """Units of a block."""
    if block.kind != "prose":
        return [(block.start, block.end)]
    return [
        (m.start(), m.end())
        for m in re.compile(r"\S.*?(?:[.!?](?=\s)|$)", re.DOTALL).finditer(text, block.start, block.end)
    ]

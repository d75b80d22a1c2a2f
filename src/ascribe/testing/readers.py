"""The laws of readers."""

from __future__ import annotations

from itertools import pairwise

from ascribe.protocols import Extract, Limits, Reader


def check_extract(extract: Extract) -> None:
    """Blocks are non-empty slices without surrounding white space, in order, not overlapping."""
    for block in extract.blocks:
        text = extract.text[block.start : block.end]
        assert text, f"block at {block.start} is empty"
        assert text == text.strip(), f"block at {block.start} has white space around it"
    for first, second in pairwise(extract.blocks):
        assert first.end <= second.start, f"blocks at {first.start} and {second.start} overlap"
    assert extract.page_breaks == sorted(extract.page_breaks), "page breaks go backwards"


def check_reader(reader: Reader, data: bytes, name: str) -> None:
    """The extract keeps its laws and is the same each time."""
    extract = reader.read(data, name, Limits())
    check_extract(extract)
    assert extract == reader.read(data, name, Limits()), "reading twice gives two results"

"""Contract checks for readers."""

from __future__ import annotations

from itertools import pairwise

from ascribe.protocols import Extract, Limits, Reader


def check_extract(extract: Extract) -> None:
    """Check that blocks are non-empty slices without white space around them, in order, not overlapping.

    Raises:
        AssertionError: the extract breaks this contract.
    """
    for block in extract.blocks:
        text = extract.text[block.start : block.end]
        assert text, f"block at {block.start} is empty"
        assert text == text.strip(), f"block at {block.start} has white space around it"
    for first, second in pairwise(extract.blocks):
        assert first.end <= second.start, f"blocks at {first.start} and {second.start} overlap"
    assert extract.page_breaks == sorted(extract.page_breaks), "page breaks are not in order"


def check_reader(reader: Reader, data: bytes, name: str) -> None:
    """Check that a reader gives a valid extract, the same each time.

    Raises:
        AssertionError: the reader breaks this contract.
    """
    extract = reader.read(data, name, Limits())
    check_extract(extract)
    assert extract == reader.read(data, name, Limits()), "reading twice gives two results"

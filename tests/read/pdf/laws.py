"""What holds for the text of any PDF."""

from __future__ import annotations

from itertools import pairwise

from ascribe.protocols import Extract
from tests.read.extract_laws import check_extract


def assert_lawful(extract: Extract) -> None:
    """The law of stage 1; every printed character in one line, lines and page breaks in order."""
    check_extract(extract)
    covered = [0] * len(extract.text)
    for line in extract.lines:
        assert len(line.starts) == line.char_end - line.char_start
        for i in range(line.char_start, line.char_end):
            covered[i] += 1
    assert all(count == 1 for char, count in zip(extract.text, covered, strict=True) if not char.isspace())
    assert all(a.char_end <= b.char_start for a, b in pairwise(extract.lines))
    assert len(extract.page_breaks) == extract.metadata["pages"]
    assert extract.page_breaks == sorted(extract.page_breaks)

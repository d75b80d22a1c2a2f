"""The law of stage 1, for any extract of any reader."""

from __future__ import annotations

from pathlib import Path

from ascribe.protocols import Extract
from ascribe.read.document import build_document


def check_extract(extract: Extract) -> list[tuple[str, str]]:
    """Kind and text of each block, after the law was checked on them and on the sentences."""
    end = 0
    for block in extract.blocks:
        assert end <= block.start < block.end <= len(extract.text)
        text = extract.text[block.start : block.end]
        assert text == text.strip()
        end = block.end
    document = build_document(extract, doc_id="d", source_path=Path("d"), parser_name="x", digest="sha256:0")
    for sentence in document.sentences:
        assert extract.text[sentence.span.char_start : sentence.span.char_end] == sentence.text
    return [(block.kind, extract.text[block.start : block.end]) for block in extract.blocks]

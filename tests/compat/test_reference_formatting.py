import re
from types import SimpleNamespace
from typing import Any
from urllib.parse import unquote

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from ascribe import Chunk, InputError, RetrievedChunk, Span
from ascribe.compat import (
    DEFAULT_FORMAT_CHUNK_METADATA_MAP,
    format_chunk_as_string,
    format_references_as_string,
)
from ascribe.write.display_text import to_one_line

TITLES = st.text(st.one_of(st.sampled_from("\\`*_[]()<>~$&#;:!+-=.1)|\"' ab"), st.characters()), max_size=25)


def line(metadata: Any, name: str | None = "c1", keys: dict[str, str] | None = None) -> str | None:
    return format_chunk_as_string(keys)({"id": name, "content": "x", "metadata": metadata})


@pytest.mark.parametrize(
    ("metadata", "expected"),
    [
        (
            {"file_name": "mill.pdf", "file_url": "https://a.org/mill.pdf"},
            "[mill.pdf](https://a.org/mill.pdf)",
        ),
        ({"file_name": "annual_report_2024.pdf"}, "annual_report_2024.pdf"),
        ({"file_name": "mill.pdf", "file_url": ""}, "mill.pdf"),
        ({"file_name": "mill.pdf", "file_url": None}, "mill.pdf"),
        ({"file_url": "https://a.org/m"}, "[https://a.org/m](https://a.org/m)"),
        ({"file_name": "", "file_url": "https://a.org/m"}, "[https://a.org/m](https://a.org/m)"),
        ({"file_name": "a]b (c)", "file_url": "https://a.org/m(1)"}, "[a\\]b (c)](https://a.org/m%281%29)"),
        ({"file_name": "a\nb", "file_url": "https://a.org/a b"}, "[a b](https://a.org/a%20b)"),
        ({"file_name": "a.pdf", "file_url": "javascript:alert(1)"}, "a.pdf"),
        ({"file_name": "a.pdf", "file_url": "JAVA\tscript:alert(1)"}, "a.pdf"),
        ({"file_name": "a.pdf", "file_url": "data:text/html,x"}, "a.pdf"),
        ({"file_name": 7}, "7"),
        ({"file_name": "# Top"}, "\\# Top"),
        ({"file_name": "1. First"}, "1\\. First"),
        ({}, "c1"),
        (None, "c1"),
    ],
)
def test_the_line_of_a_chunk(metadata: Any, expected: str) -> None:
    assert line(metadata) == expected


def test_a_chunk_that_has_nothing_to_show_makes_no_line() -> None:
    assert line({}, name=None) is None
    assert format_references_as_string([None, "a", None]) == "References:\n1. a"
    assert format_references_as_string([None]) == ""
    assert format_references_as_string([]) == ""


def test_the_metadata_map_may_name_other_keys_and_leave_one_out() -> None:
    metadata = {"name": "Mill", "link": "https://a.org", "file_url": "https://b.org"}
    assert line(metadata, keys={"title": "name", "url": "link"}) == "[Mill](https://a.org)"
    assert line(metadata, keys={"title": "name"}) == "Mill"
    assert dict(DEFAULT_FORMAT_CHUNK_METADATA_MAP) == {"title": "file_name", "url": "file_url"}
    with pytest.raises(InputError, match="'titel'"):
        format_chunk_as_string({"titel": "name"})


def test_chunks_are_read_from_objects_and_dicts_of_any_framework() -> None:
    own = Chunk("c9", "x", "d", ("s1",), Span("d", 0, 1), {"file_name": "own.pdf"})
    chunks: list[Any] = [
        SimpleNamespace(id="1", content="x", metadata={"file_name": "gllm.pdf"}),
        SimpleNamespace(id="2", content="x", meta={"file_name": "haystack.pdf"}),
        SimpleNamespace(id="3", page_content="x", metadata={"file_name": "langchain.pdf"}),
        {"text": "x", "meta": {"file_name": "dict.pdf"}},
        own,
        RetrievedChunk(own, 0.5, "words"),
    ]
    expected = ["gllm.pdf", "haystack.pdf", "langchain.pdf", "dict.pdf", "own.pdf", "own.pdf"]
    assert [format_chunk_as_string()(chunk) for chunk in chunks] == expected


@pytest.mark.parametrize("chunk", ["text", 3, None, {"id": "c1"}, SimpleNamespace(id="c1")])
def test_what_is_no_chunk_is_refused(chunk: Any) -> None:
    with pytest.raises(InputError, match=r"chunk 1: a .* without 'content'"):
        format_chunk_as_string()(chunk)


def test_metadata_that_is_no_dict_is_refused() -> None:
    with pytest.raises(InputError, match="chunk 1: its metadata must be a dict, got list"):
        line(["a.pdf"])


@given(st.lists(st.one_of(st.none(), TITLES), max_size=12))
def test_the_list_holds_every_line_once_in_order_of_first_use(lines: list[str | None]) -> None:
    expected = list(dict.fromkeys(text for text in lines if text is not None))
    shown = format_references_as_string(lines)
    body = "\n".join(f"{number}. {text}" for number, text in enumerate(expected, 1))
    assert shown == (f"References:\n{body}" if expected else "")
    assert format_references_as_string([*lines, *lines]) == shown


@given(TITLES)
@example("Setext\n===")
@example("a_b_ _c_ __d__")
@example("&amp; &#65; &")
@example("- a")
def test_markdown_reads_a_title_as_it_is_written(title: str) -> None:
    shown = to_one_line(title) or "c1"
    found = inline(line({"file_name": title}))
    assert text_of(found) == shown
    assert {token.type for token in found} <= {"text", "text_special"}


@given(TITLES, TITLES)
@example("a`b", "c`d")
@example("a", "b&copy;c")
def test_markdown_reads_title_and_address_of_a_link_as_they_are(title: str, path: str) -> None:
    url = f"https://a.org/{path}"
    found = inline(line({"file_name": title, "file_url": url}))
    assert [found[0].type, found[-1].type] == ["link_open", "link_close"]
    assert text_of(found[1:-1]) == (to_one_line(title) or to_one_line(url))
    expected = re.sub(r"[\x00-\x20]", " ", to_one_line(url))
    assert unquote(found[0].attrs["href"]) == unquote(expected)


def inline(shown: str | None) -> list[Any]:
    """The tokens of the one item of the list; fails where the item holds another block than a paragraph."""
    assert shown is not None
    tokens = MarkdownIt("gfm-like", {"linkify": False}).parse(format_references_as_string([shown]))
    kinds = [token.type for token in tokens]
    assert kinds == [
        "paragraph_open", "inline", "paragraph_close", "ordered_list_open", "list_item_open",
        "paragraph_open", "inline", "paragraph_close", "list_item_close", "ordered_list_close",
    ]  # fmt: skip
    children: list[Any] = tokens[6].children or []
    return children


def text_of(tokens: list[Any]) -> str:
    return "".join(token.content for token in tokens)

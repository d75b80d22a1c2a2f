from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ascribe.write.display_text import escape_controls, to_one_line, unescape_controls

ANY_TEXT = st.text(st.characters(codec=None) | st.sampled_from("⟦⟧U+01B\x1b\r\n"))


@given(ANY_TEXT)
def test_reveal_undoes_visible(text: str) -> None:
    assert unescape_controls(escape_controls(text)) == text


@given(ANY_TEXT, ANY_TEXT)
def test_pieces_made_visible_one_by_one_are_revealed_as_one(first: str, second: str) -> None:
    assert unescape_controls(escape_controls(first) + escape_controls(second)) == first + second


@given(ANY_TEXT)
def test_what_is_shown_can_be_saved(text: str) -> None:
    assert escape_controls(text).encode("utf-8").decode("utf-8") == escape_controls(text)


@pytest.mark.parametrize(
    "unsafe", ["\x1b", "\x00", "\x07", "\x08", "\x7f", "\x9b", "\u202e", "\u2066", "\ud800"]
)
def test_unsafe_characters_show_as_their_code(unsafe: str) -> None:
    assert escape_controls(f"a{unsafe}b") == f"a⟦U+{ord(unsafe):04X}⟧b"


def test_a_carriage_return_stays_only_before_a_line_feed() -> None:
    assert escape_controls("a\r\nb\rc") == "a\r\nb⟦U+000D⟧c"


def test_ordinary_brackets_stay() -> None:
    assert escape_controls("⟦x⟧ = 1\tand\n") == "⟦x⟧ = 1\tand\n"


def test_one_line_joins_lines() -> None:
    assert to_one_line(" a\n\n b\x1b[31m ") == "a b⟦U+001B⟧[31m"

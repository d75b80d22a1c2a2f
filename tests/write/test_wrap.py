from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from ascribe.write.display_text import count_columns, wrap_text


@given(st.text("ab 文é", max_size=80), st.integers(2, 20))
def test_no_line_is_too_wide_and_no_character_is_lost(text: str, width: int) -> None:
    lines = wrap_text(text, width)
    assert all(count_columns(line) <= width for line in lines)
    assert "".join(lines).replace(" ", "") == text.replace(" ", "")


def test_lines_break_between_words() -> None:
    assert wrap_text("one two three", 7) == ["one two", "three"]


def test_wide_characters_take_two_columns() -> None:
    assert wrap_text("文文文", 4) == ["文文", "文"]


def test_a_combining_mark_takes_none() -> None:
    assert count_columns("e\u0301") == 1

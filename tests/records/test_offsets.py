"""Offsets in three units: there and back, and never inside a character."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ascribe import InputError
from ascribe.records.offsets import OFFSET_UNITS, from_code_points, to_code_points

# Astral characters, combining marks, a joined emoji, line ends of two kinds, letters of one to three bytes.
PIECES = ["🌷", "👩‍🚀", "é", "e\u0301", "\r\n", "\n", "a", "ß", "語", "\ufeff", "\u200d", "𝔊"]
TEXTS = st.lists(st.sampled_from(PIECES) | st.text(st.characters(codec="utf-8"), max_size=3)).map("".join)
UNITS = st.sampled_from(OFFSET_UNITS)
ENCODED = {"code_point": ("utf-32-le", 4), "utf16": ("utf-16-le", 2), "utf8": ("utf-8", 1)}


@given(TEXTS, UNITS, st.data())
def test_there_and_back(text, unit, data) -> None:
    place = data.draw(st.integers(0, len(text)))
    assert to_code_points(text, from_code_points(text, place, unit), unit) == place


@given(TEXTS, UNITS, st.data())
def test_a_slice_of_the_encoded_text_is_the_slice_of_the_text(text, unit, data) -> None:
    start = data.draw(st.integers(0, len(text)))
    end = data.draw(st.integers(start, len(text)))
    codec, size = ENCODED[unit]
    first, last = (from_code_points(text, place, unit) * size for place in (start, end))
    assert text.encode(codec)[first:last].decode(codec) == text[start:end]


@given(TEXTS, UNITS)
def test_every_other_offset_is_refused(text, unit) -> None:
    codec, size = ENCODED[unit]
    good = {from_code_points(text, place, unit) for place in range(len(text) + 1)}
    for offset in range(-1, len(text.encode(codec)) // size + 2):
        if offset in good:
            assert 0 <= to_code_points(text, offset, unit) <= len(text)
        else:
            with pytest.raises(InputError, match=f"offset {offset} "):
                to_code_points(text, offset, unit)


@pytest.mark.parametrize(
    ("offset", "unit", "said"),
    [
        (2, "utf16", "inside a character when counted in UTF-16 code units"),
        (4, "utf8", "inside a character when counted in bytes of UTF-8"),
        (5, "utf16", "outside the text, which has 4 UTF-16 code units"),
        (-1, "code_point", "outside the text, which has 3 code points"),
    ],
)
def test_what_is_said_of_an_offset_that_is_none(offset, unit, said) -> None:
    with pytest.raises(InputError, match=said):
        to_code_points("a🌷b", offset, unit)


def test_other_mistakes_are_named() -> None:
    with pytest.raises(InputError, match="offset_unit must be one of code_point, utf16, utf8, got 'bytes'"):
        to_code_points("a", 0, "bytes")  # type: ignore[arg-type]
    with pytest.raises(InputError, match="half of a surrogate pair at character 1"):
        from_code_points("a\ud83c", 2, "utf8")
    with pytest.raises(InputError, match="offset 3 is outside the text, which has 2 code points"):
        from_code_points("ab", 3, "utf16")

"""Where a quote stands: exactly there, or nowhere."""

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from ascribe.verify.llm_judge.passages import Passage, QuoteLocation, find_exact_quote

TEXT = "The mill – “Old Anna” – has 12\u00a0sails,\nand wasn’t dam-\naged in 1953… It is 1200 years old."
PASSAGES = (Passage((0,), 100, TEXT), Passage((1,), 500, "The mill has 12 sails. 水車は川のそばにある。"))


def found(quote: str, named: int = 0) -> str | None:
    place = find_exact_quote(quote, PASSAGES, named)
    return None if place is None else place.text


@pytest.mark.parametrize(
    ("quote", "text"),
    [
        ('The mill - "Old Anna" - has 12 sails, and', "The mill – “Old Anna” – has 12\u00a0sails,\nand"),
        ("  has   12 sails,\tand ", "has 12\u00a0sails,\nand"),
        ("wasn't damaged in 1953...", "wasn’t dam-\naged in 1953…"),
        ("The mill\u00a0has 12 sails.", "The mill has 12 sails."),
        ("川のそばにある", "川のそばにある"),
        ("12 sails", "12\u00a0sails"),
    ],
)
def test_type_setting_may_differ(quote: str, text: str) -> None:
    assert found(quote) == text


@pytest.mark.parametrize(
    "quote",
    [
        "the mill has 12 sails",  # another capital
        "has 14 sails",
        "The mill has sails",  # a gap
        "was damaged in 1953",
        "ill has 12 sails",  # begins inside a word
        "It is 12",  # ends inside a number
        "old. The mill",  # over the end of a passage
        "",
        "  ",
        "and",
        "is",
        "–",
        "...",
    ],
)
def test_nothing_else_may_differ_and_a_quote_says_something(quote: str) -> None:
    assert found(quote) is None


def test_offsets_are_those_of_the_source() -> None:
    first, second = TEXT.index("12"), PASSAGES[1].text.index("12")
    assert find_exact_quote("12 sails", PASSAGES, 0) == QuoteLocation(
        0, 100 + first, 108 + first, "12\u00a0sails"
    )
    assert find_exact_quote("12 sails", PASSAGES, 1) == QuoteLocation(
        1, 500 + second, 508 + second, "12 sails"
    )


@pytest.mark.parametrize("named", [-1, 0, 7])
def test_a_wrong_number_does_not_hide_a_right_quote(named: int) -> None:
    place = find_exact_quote("川のそば", PASSAGES, named)
    assert place is not None
    assert place.passage == 1


WORDS = st.lists(
    st.sampled_from(["mill", "12", "“Anna”", "x–y", "Straße", "é", "e\u0301a", "ﬁne", "don’t", "…", "水車"]),
    min_size=3,
    max_size=9,
)
SPACES = st.sampled_from([" ", "\u00a0", "\n", "  ", " \t"])


@given(st.data(), WORDS)
def test_any_stretch_of_whole_words_is_found_as_a_slice_of_the_source(data, words: list[str]) -> None:
    text = "".join(word + data.draw(SPACES) for word in words).strip()
    first = data.draw(st.integers(0, len(words) - 1))
    last = data.draw(st.integers(first + 1, len(words)))
    quote = " ".join(words[first:last])
    assume(any(word in ("mill", "12", "Straße", "ﬁne", "水車") for word in words[first:last]))
    place = find_exact_quote(quote, [Passage((0,), 7, text)], 0)
    assert place is not None
    assert text[place.start - 7 : place.end - 7] == place.text
    assert place.text.split() == quote.split()

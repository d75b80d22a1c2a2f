"""Quotes are found again where they stand, reported where they changed, and never found elsewhere."""

from __future__ import annotations

import random
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ascribe.errors import InputError
from ascribe.quotes import FoundQuote, find_quote, select_quote

TEXT = (
    "The old mill on the Arle has twelve sails and is thirty metres high. It was built in 1871 by Anna Kohl, "
    "who sold it after the flood. The mill has 12 sails and 3.12 metres of iron. The office officially "
    "reflects “difficult” findings. The pump must not be lubricated before the first use of the day. "
    "Visitors pay 2.50 euros on weekdays and 4.50 euros on Sundays. See the plan.\n\n"
    "In 1902 the tower burnt down to its well-known base. See the plan. It was closed for good."
)
SENTENCES = [match.span() for match in re.finditer(r"\S[^.]*(?:\.\d[^.]*)*\.", TEXT)]


def again(text: str, start: int, end: int) -> FoundQuote | None:
    """The quote of the original text, looked for in another."""
    quote = select_quote(TEXT, start, end)
    return find_quote(text, quote.exact, prefix=quote.prefix, suffix=quote.suffix, position=quote.position)


@pytest.mark.parametrize(("start", "end"), SENTENCES)
def test_an_untouched_quote_is_where_it_was(start, end) -> None:
    assert again(TEXT, start, end) == FoundQuote(start, end, "exact")


@pytest.mark.parametrize(("start", "end"), SENTENCES)
def test_a_moved_quote_is_found_where_it_is_now_even_if_it_stands_twice(start, end) -> None:
    found = again("A new preface of the third edition. " + TEXT, start, end)
    assert found == FoundQuote(start + 36, end + 36, "moved")


@given(place=st.sampled_from(SENTENCES), seed=st.integers(0, 10**6))
def test_another_setting_of_the_same_words_is_the_same_quote(place, seed) -> None:
    start, end = place
    before, quote, after = (set_anew(part, seed) for part in (TEXT[:start], TEXT[start:end], TEXT[end:]))
    found = again(before + quote + after, start, end)
    assert found is not None
    assert found.same_words
    assert (found.start, found.end) == (len(before), len(before) + len(quote))


def set_anew(text: str, seed: int) -> str:
    chance = random.Random(seed)
    text = text.replace("ffi", "ﬃ").replace("fl", "ﬂ").replace("“", '"').replace("”", '"')
    text = re.sub(r"(?<=[a-z]{3})(?=[a-z]{4})", lambda _: "\u00ad" if chance.random() < 0.1 else "", text)
    return re.sub(r"(?<=\S) (?=\S)", lambda _: chance.choice([" ", "\n", "  ", "\u00a0"]), text)


def test_a_word_divided_at_the_end_of_a_line_is_the_same_word() -> None:
    start = TEXT.index("The pump")
    found = again(TEXT.replace("lubricated", "lubri-\ncated"), start, TEXT.index(" Visitors"))
    assert found is not None
    assert found.how == "normalised"


@given(place=st.sampled_from(SENTENCES), seed=st.integers(0, 10**6))
def test_an_edited_quote_is_never_said_to_be_the_same(place, seed) -> None:
    start, end = place
    chance = random.Random(seed)
    words = list(re.finditer(r"\w+", TEXT[start:end]))
    word = chance.choice(words)
    new = chance.choice(["", "not", "1872", "otherwise", word[0] + "s", word[0][::-1] + "x"])
    edited = TEXT[start : start + word.start()] + new + TEXT[start + word.end() : end]
    found = again(TEXT[:start] + edited + TEXT[end:], start, end)
    if found is not None and found.same_words:  # its twin further on
        whole = TEXT[:start] + edited + TEXT[end:]
        assert whole[found.start : found.end] == TEXT[start:end]
    elif found is not None:
        assert found.changes
        assert start <= found.start < found.end <= start + len(edited)


@pytest.mark.parametrize(
    ("old", "new", "change"),
    [
        ("1871", "1971", ("1871", "1971")),
        ("must not be", "must be", ("not", "")),
        ("2.50 euros", "2.60 euros", ("2.50", "2.60")),
        ("burnt down", "did not burn down", None),
    ],
)
def test_changed_figures_and_negations_are_reported(old, new, change) -> None:
    start = max(s for s, e in SENTENCES if s <= TEXT.index(old))
    found = again(TEXT.replace(old, new), start, next(e for s, e in SENTENCES if s == start))
    assert found is not None
    assert found.how == "changed"
    assert 0.7 <= found.similarity < 1
    assert change is None or found.changes == (change,)


@pytest.mark.parametrize(
    ("quote", "text"),
    [
        ("12 sails", "The mill has 312 sails."),
        ("12 sails", "The mill has 3.12 sails."),
        ("12 degrees", "It was at -12 degrees."),
        ("has 12", "The mill has 12 % of it."),
        ("has 12", "The mill has 12.5 sails."),
        ("art is long", "The chart is long."),
        ("1 2", "There are 12."),
        ("notable work", "It was not able work."),
    ],
)
def test_no_quote_begins_or_ends_inside_a_word_or_number(quote, text) -> None:
    assert find_quote(text, quote) is None


def test_a_quote_that_cut_a_word_may_do_so_again() -> None:
    assert find_quote("new: The chart is long.", "art is", prefix="The ch", suffix=" long") == FoundQuote(
        11, 17, "moved"
    )


def test_equal_places_without_anything_to_tell_them_apart_are_no_find() -> None:
    assert find_quote(TEXT, "See the plan.") is None
    second = TEXT.rindex("See the plan.")
    assert find_quote(TEXT, "See the plan.", position=second) == FoundQuote(second, second + 13, "exact")
    found = find_quote(TEXT, "See the plan.", prefix="its well-known base. ")
    assert found == FoundQuote(second, second + 13, "moved")


@pytest.mark.parametrize(("start", "end"), SENTENCES)
def test_a_deleted_quote_is_nowhere_or_at_its_twin(start, end) -> None:
    left = TEXT[:start] + TEXT[end:]
    found = again(left, start, end)
    assert found is None or left[found.start : found.end] == TEXT[start:end]


def test_a_sentence_of_the_same_pattern_is_another_sentence() -> None:
    rows = [f"In {year} the mill ground {year % 97} sacks of rye for the town." for year in range(1871, 1891)]
    words = ["alder", "birch", "cedar", "dogwood", "elm", "fir", "gorse", "hazel", "ivy", "juniper"]
    text = " ".join(f"{row} {words[n % 10]} {words[n // 10]} {n * 37}." for n, row in enumerate(rows))
    start = text.index(rows[7])
    quote = select_quote(text, start, start + len(rows[7]))
    left = text.replace(rows[7], "")
    assert find_quote(left, quote.exact, prefix=quote.prefix, suffix=quote.suffix, position=start) is None


def test_scripts_without_spaces() -> None:
    text = "水車小屋は1871年に建てられた。\n塔は1902年に焼け落ちた。"
    start = text.index("塔")
    assert find_quote(text.replace("焼け", "焼\nけ"), text[start:]) == FoundQuote(
        start, len(text) + 1, "normalised"
    )


@given(text=st.text(max_size=80), data=st.data())
def test_whatever_the_text_a_selected_quote_is_found_at_its_place(text, data) -> None:
    start = data.draw(st.integers(0, len(text)))
    end = data.draw(st.integers(start, len(text)))
    if text[start:end].strip():
        quote = select_quote(text, start, end)
        found = find_quote(text, quote.exact, prefix=quote.prefix, suffix=quote.suffix, position=start)
        assert found == FoundQuote(start, end, "exact")


def test_a_blank_quote_is_refused() -> None:
    with pytest.raises(InputError, match="it is blank"):
        find_quote(TEXT, " \n")


def test_a_selected_quote_is_unique_where_it_can_be() -> None:
    text = ("The same words stand here again and again and again and again. " * 3) + "End."
    start = text.index("stand", 70)
    quote = select_quote(text, start, start + 5)
    whole = quote.prefix + quote.exact + quote.suffix
    assert text.count(whole) == 1
    assert text.index(whole) + len(quote.prefix) == quote.position == start

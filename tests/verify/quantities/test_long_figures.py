"""Figures of any length and size end in a verdict, never in an error of the decimal library."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ascribe import check
from ascribe.verify.quantities.extract import find_numbers
from ascribe.verify.quantities.number import MAX_DIGITS, MAX_EXPONENT

FIGURES = st.one_of(
    st.integers(0, 10**90).map(str),
    st.integers(0, 10**40).map("{:,}".format),
    st.tuples(st.integers(1, 9), st.integers(-400, 400)).map("{0[0]}e{0[1]}".format),
    st.tuples(st.integers(1, 9), st.integers(-120, 120)).map("{0[0]} × 10^{0[1]}".format),
    st.tuples(st.integers(0, 10**30), st.integers(0, 10**30)).map("{0[0]}/{0[1]}".format),
    st.integers(1, 80).map(lambda zeros: f"0.{'0' * zeros}7"),
    st.sampled_from(
        ["three quarters", "half of", "two hundred million billion", "5 %", "6:70", "31 May 99999"]
    ),
)
WORDS = st.sampled_from(
    ["in", "total", "average", "rose", "fell", "by", "from", "to", "sum", "share", "rest", "was"]
)
SENTENCES = st.lists(st.one_of(FIGURES, FIGURES, WORDS), min_size=2, max_size=12).map(
    lambda parts: f"The mill had {' '.join(parts)} sails."
)


@settings(max_examples=150, deadline=None)
@given(SENTENCES, st.lists(SENTENCES, min_size=1, max_size=3))
def test_every_figure_ends_in_a_verdict(claim: str, source: list[str]) -> None:
    answer = check(claim, [" ".join(source)], tier="rules", language="en")
    assert all(sentence.verdict is not None for sentence in answer.sentences)


@pytest.mark.parametrize("digits", [29, MAX_DIGITS])
def test_long_figures_are_compared_to_their_last_digit(digits: int) -> None:
    sails = "1" * digits
    (sentence,) = check(f"It has {sails} sails.", [f"It has {sails} sails."], tier="rules").sentences
    (other,) = check(f"It has {sails} sails.", [f"It has {sails[:-1]}2 sails."], tier="rules").sentences
    assert sentence.verdict is not None
    assert other.verdict is not None
    assert (sentence.verdict.status, other.verdict.status) == ("supported", "contradicted")


@pytest.mark.parametrize("text", ["9" * (MAX_DIGITS + 1), f"7e{MAX_EXPONENT + 1}", "九" * 4301])
def test_figures_beyond_the_limits_are_words(text: str) -> None:
    assert not find_numbers(f"It has {text} sails.", "zh" if "九" in text else "en")
    (sentence,) = check("It has 12 sails.", [f"It has {text} sails."], tier="rules").sentences
    assert sentence.verdict is not None
    assert sentence.verdict.status != "supported"

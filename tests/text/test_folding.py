"""Folding: what is undone, what stays, and the way back into the untouched text."""

from __future__ import annotations

import unicodedata
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ascribe.text.normalize import NormalizedText, normalize
from ascribe.text.words import fold_case, split_words
from ascribe.verify.comparison import Text

NOISY = st.text(
    st.one_of(
        st.sampled_from(
            "aA zñß019٣२２٫٬-‐–—−’“´`'\u00ad\u200b\u0301ﬁﬂ\ufb00\u00a0\u2009\u202f\u3000\n\t.,("
            "ｱﾞ한\u1112\u1161\u11abقَـहि²½…\ud800ᴅ𝐧"
        ),
        st.characters(),
    ),
    max_size=60,
)
LANGUAGES = st.sampled_from([None, "en", "de", "fr", "ar", "xx"])


@given(NOISY, LANGUAGES)
def test_every_stretch_points_at_one_of_the_untouched_text(text, language):
    folded = normalize(text, language)
    stretches = [folded.original(place, place + 1) for place in range(len(folded.text))]
    assert all(0 <= start < end <= len(text) for start, end in stretches)
    assert all(a[0] <= b[0] and a[1] <= b[1] for a, b in pairwise(stretches))
    for one, other in pairwise(stretches):
        assert one[1] <= other[0] or one == other  # disjoint, or one character that became several


@given(NOISY, LANGUAGES, st.data())
def test_a_stretch_reaches_from_its_first_to_its_last_character(text, language, data):
    folded = normalize(text, language)
    end = data.draw(st.integers(0, len(folded.text)))
    start = data.draw(st.integers(0, end))
    first, last = folded.original(start, end)
    assert 0 <= first <= last <= len(text)
    assert (first == last) == (start == end)
    if start < end:
        assert (first, last) == (folded.original(start, start + 1)[0], folded.original(end - 1, end)[1])


@given(NOISY, LANGUAGES)
def test_what_did_not_change_is_found_where_it_stands(text, language):
    folded = normalize(text, language)
    for place, character in enumerate(folded.text):
        start, end = folded.original(place, place + 1)
        if end - start == 1 and text[start].isascii() and text[start].isalnum():
            assert character == text[start]


@given(NOISY, LANGUAGES)
def test_words_point_at_what_they_were_made_of(text, language):
    for word in split_words(text, language):
        assert fold_case(text[word.start : word.end], language) == word.form


@given(NOISY, LANGUAGES)
def test_letters_and_figures_are_neither_lost_nor_made(text, language):
    def kept(of: str) -> str:
        return "".join(c for c in unicodedata.normalize("NFKC", of) if c.isascii() and c.isalnum())

    ascii_only = "".join(c for c in text if c.isascii())
    assert kept(normalize(ascii_only, language).text) == kept(ascii_only)


@given(st.text(st.sampled_from("abc XYZ.,;'019"), max_size=40).filter(lambda text: " " not in text))
def test_plain_text_is_left_alone(text):
    assert normalize(text) == NormalizedText(text)


@given(NOISY)
def test_a_text_of_the_rules_quotes_what_was_written(text):
    read = Text.read(text, "en")
    for word in read.words:
        start, end = read.original(word.start, word.end)
        assert read.quote(word.start, word.end) == text[start:end]
        assert fold_case(text[start:end], "en") == word.form


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("the ﬁnal oﬃce", "the final office"),
        ("com\u00admit\u00adtee", "committee"),
        ("manu\u00ad\nscript", "manuscript"),
        ("devel-\nopment", "development"),
        ("inter-\n  natio-\nnal", "international"),
        ("HAR-\nBOUR", "HARBOUR"),
        ("environ- mental", "environmental"),
        ("did not\nimprove", "did not improve"),
        ("１９２３　ＡＢ", "1923 AB"),
        ("cafe\u0301", "café"),
        ("1\u2009234\u202f567 m", "1\u00a0234\u00a0567 m"),
        ("12\u00a0May", "12 May"),
        ("“it’s” ‘so’", "\"it's\" 'so'"),
        ("didn´t can`t", "didn't can't"),
        ("at –4.5 and −3 and (–2)", "at -4.5 and -3 and (-2)"),
        ("1912-1944, 1912—1944", "1912–1944, 1912–1944"),
        ("T h e  d a m  w a s  n o t", "The  dam  was  not"),
        ("٣٫٦ و ١٬٢٥٠", "3.6 و 1,250"),
        ("لَمْ يُوَقِّعْ", "لم يوقع"),
        ("𝐧𝐞𝐰 ℃ Ⅻ", "new °C XII"),
    ],
)
def test_undone(text, expected):
    assert normalize(text).text == expected


@pytest.mark.parametrize(
    "text",
    [
        "Vor- und Nachteile",
        "the dam- not repaired",
        "a well-\nKnown",
        "a first paragraph\n\na second one",
        "m² and 10⁵ and 2½",
        "wait … what",
        "2019-05-04",
        "10 – 20",
        "p. 3-4",
        "A B C of it",
        "Straße, ça, Øre",
    ],
)
def test_left_as_it_is(text):
    assert normalize(text, "de" if "und" in text else "en").text == text.replace(
        "a well-\nKnown", "a well- Known"
    )


def test_a_compound_keeps_its_hyphen():
    assert normalize("a well-\nknown and non-\nsmoking hall").text == "a well-known and non-smoking hall"


@pytest.mark.parametrize(
    ("text", "form", "slice_"),
    [
        ("the devel-\nopment of it", "development", "devel-\nopment"),
        ("an oﬃce", "office", "oﬃce"),
        ("x 1\u2009234 y", "1\u00a0234", "1\u2009234"),
        ("it grew12 by", "grew", "grew"),
        ("T h e  d a m", "dam", "d a m"),
    ],
)
def test_words_of_noisy_text(text, form, slice_):
    found = {fold_case(word.form): text[word.start : word.end] for word in split_words(text)}
    assert found[fold_case(form)] == slice_

"""Words: offsets, forms, stems, stop words."""

from __future__ import annotations

import json
import unicodedata
from importlib.resources import files
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ascribe.text.words import (
    _ASCII_TOKEN,
    _TOKEN,
    Word,
    fold_case,
    get_stop_word_forms,
    is_content_word,
    split_token,
    split_tokens,
    split_words,
)

ODD = st.text(
    st.one_of(
        st.sampled_from(
            "aZ éß'’.,-−+0129٣２½²₂ﬁ\u00ad\u200b\u200d\u0301\u3099日本のカﾞｶ한국각ไทยกิ्हिن_🙂👩‍🚀\ud800\n\t"
        ),
        st.characters(),
    ),
    max_size=40,
)
LANGUAGES = st.sampled_from([None, "en", "de", "fr", "ru", "ar", "hi", "ja", "zh", "ko", "th", "xx"])


def forms(text: str, language: str | None = None) -> list[str]:
    return [word.form for word in split_words(text, language)]


def stems(text: str, language: str | None = None) -> list[str]:
    return [word.stem for word in split_words(text, language)]


@given(st.text(st.sampled_from("aAsStTlvm012-+.,'%:)]( _\n"), max_size=20))
def test_both_patterns_cut_ascii_text_alike(text):
    assert _ASCII_TOKEN.findall(text) == _TOKEN.findall(text)


@given(ODD, LANGUAGES)
def test_the_slice_of_a_word_normalises_to_its_form(text, language):
    for word in split_words(text, language):
        assert 0 <= word.start < word.end <= len(text)
        assert fold_case(text[word.start : word.end]) == word.form
        assert word.stem


@given(ODD)
def test_words_come_in_order(text):
    assert all(a.start < b.start and a.end <= b.end for a, b in pairwise(split_words(text)))


@given(ODD, LANGUAGES)
def test_chunks_give_the_same_words_as_words(text, language):
    fast = [(w.form, w.stem) for chunk in split_tokens(text) for w in split_token(chunk, language)]
    assert fast == [(w.form, w.stem) for w in split_words(text, language)]


@given(ODD)
def test_composed_and_decomposed_text_have_the_same_stems(text):
    composed = unicodedata.normalize("NFC", text)
    assert stems(composed) == stems(unicodedata.normalize("NFD", composed)) or "\u0301" in composed


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("1,234.5 people", ["1,234.5", "people"]),
        ("65.2% of it", ["65.2", "of", "it"]),
        ("−5 °C, -7 and +3", ["-5", "c", "-7", "and", "+3"]),
        ("pages 10-20", ["pages", "10", "20"]),
        ("2.1 is not 2.10.", ["2.1", "is", "not", "2.10"]),
        ("at 12:30", ["at", "12:30"]),
        ("v2.1.3 of GPT-4", ["v2.1.3", "of", "gpt", "4"]),
        ("2021-03-04", ["2021", "03", "04"]),
        ("10km in 1990s", ["10", "km", "in", "1990", "s"]),
        ("H2O, CO₂ and m²", ["h2o", "co2", "and", "m"]),
        ("the U.S. budget", ["the", "u.s.", "budget"]),
        ("Smith's dogs’ tails", ["smith", "dogs", "tails"]),
        ("I don’t", ["i", "don't"]),
        ("l’homme d'État", ["l", "homme", "d", "état"]),
        ("ﬁnd so\u00adft zero\u200bwidth", ["find", "soft", "zerowidth"]),
        ("snake_case _emphasis_", ["snake", "case", "emphasis"]),
        ("STRASSE Straße", ["strasse", "strasse"]),
        ("cafe\u0301", ["café"]),
        ("word¹ next", ["word", "next"]),
        ("🙂 … —", []),
    ],
)
def test_forms(text, expected):
    assert forms(text) == expected


@pytest.mark.parametrize(
    ("language", "text", "expected"),
    [
        ("en", "1,234.5", "1234.5"),
        ("en", "+25", "25"),
        ("en", ".05", "0.05"),
        ("en", "1.234", "1.234"),
        ("en", "1.234.567", "1234567"),
        ("en", "1'234'567", "1234567"),
        ("en", "192.168.0.1", "192.168.0.1"),
        ("de", "1.234,5", "1234.5"),
        ("de", "3,7", "3.7"),
        ("de", "1,234,567", "1234567"),
        ("fr", "1\u202f234,5", "1234.5"),
        ("hi", "२०२१", "2021"),
        ("ar", "٣٧", "37"),
        ("ja", "２０２１", "2021"),
    ],
)
def test_a_number_has_one_stem_however_it_is_written(language, text, expected):
    assert stems(text, language) == [expected]


def test_numbers_that_differ_keep_different_stems():
    assert len(set(stems("2.1 2.10 21 -2.1"))) == 4


def test_stems_bring_inflected_forms_together():
    assert len(set(stems("organise organised organising", "en"))) == 1
    assert len(set(stems("Haus Hauses Häuser", "de"))) == 1
    assert len(set(stems("книга книги книгу", "ru"))) == 1


def test_irregular_forms_have_the_stem_of_their_base():
    assert len(set(stems("sink sinks sank sunk sinking", "en"))) == 1
    assert stems("the children wrote", "en") == stems("the child write", "en")
    assert stems("founded", "en") != stems("found", "en")


def test_no_form_is_irregular_and_a_base_or_belongs_to_two_bases():
    bases = json.loads(files("ascribe.text").joinpath("irregular_forms.json").read_text("utf-8"))["en"]
    forms = [form for of in bases.values() for form in of.split()]
    assert len(forms) == len(set(forms))
    assert not set(forms) & set(bases) - {"saw"}  # the tool, and the past of "see"


def test_accents_count_in_the_form_and_not_in_the_stem():
    plain, accented = split_words("cafe café")
    assert plain.form != accented.form
    assert plain.stem == accented.stem


def test_text_without_spaces_gives_pairs_that_overlap():
    assert split_words("東京都") == [Word("東京", "東京", 0, 2), Word("京都", "京都", 1, 3)]
    assert forms("Pythonで2021年に書く", "ja") == ["python", "で", "2021", "年に", "に書", "書く"]


def test_a_korean_word_matches_with_and_without_particle():
    assert set(forms("한국", "ko")) <= set(forms("한국은", "ko"))


def test_a_latin_word_in_japanese_text_is_stemmed():
    assert stems("modelsを使う", "ja")[0] == "model"


@pytest.mark.parametrize(
    "language", ["en", "de", "fr", "es", "it", "pt", "nl", "ru", "sv", "ar", "hi", "zh", "ja"]
)
def test_stop_words_are_normal_forms_and_not_content(language):
    listed = get_stop_word_forms(language)
    assert len(listed) > 60
    assert all(word == fold_case(word) for word in listed)
    assert not any(is_content_word(Word(word, word, 0, 1), language) for word in listed)


@pytest.mark.parametrize(
    ("language", "words_that_negate"),
    [
        ("en", "not no never"),
        ("de", "nicht kein nie"),
        ("fr", "ne pas jamais"),
        ("es", "no nunca"),
        ("ru", "не нет"),
    ],
)
def test_negation_is_left_to_others(language, words_that_negate):
    assert set(words_that_negate.split()) <= get_stop_word_forms(language)


def test_a_language_without_a_list_has_no_stop_words():
    assert get_stop_word_forms("xx") == frozenset()
    assert get_stop_word_forms("../words") == frozenset()


def test_content_words():
    text = "The cell does not divide in 5 of 12 cases by itself"
    assert [w.form for w in split_words(text) if is_content_word(w)] == ["cell", "divide", "5", "12", "cases"]
    assert [w.form for w in split_words("これは東京の話です", "ja") if is_content_word(w, "ja")] == [
        "は東",
        "東京",
        "京の",
        "の話",
        "話で",
    ]

"""Which words of a text may tell its language."""

from __future__ import annotations

import pytest

from ascribe.text.language_detection import _LATIN
from ascribe.text.telling_words import find_telling_words
from ascribe.text.word_lists import load_homographs, load_stop_words


def forms(text: str) -> list[str]:
    return [word.form for word in find_telling_words(text)[0]]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("The old barn burns.", ["the", "old", "barn", "burns"]),
        ("We saw Jan and Piet.", ["we", "saw", "and"]),
        ("| Pro | 15 € | on request |", ["on", "request"]),
        ("Mon: quiet", ["quiet"]),
        ("A range of 41 m, S1 to S4", ["a", "range", "of", "to"]),
        ("v. good, U. S. only", ["good", "only"]),
        ("Run utils.py with us-east and t/ha", ["run", "with", "and"]),
        ("Kohl et al. agree de facto", ["agree"]),
        ("OLD BARN", ["old", "barn"]),
        ("42 %", []),
    ],
)
def test_names_units_and_borrowed_phrases_tell_nothing(text: str, words: list[str]) -> None:
    assert forms(text) == words


def test_all_words_are_counted() -> None:
    assert find_telling_words("Anna Kohl lives in Ulm.")[1] == 5


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("Juan de la Cruz sang", ["de", "la"]),
        ("Anna van Dijk sang", ["van"]),
        ("a cup of café de nuit", []),
        ("Rio de janeiro", []),
    ],
)
def test_particles_between_capitals_are_part_of_a_name(text: str, names: list[str]) -> None:
    assert [word.form for word in find_telling_words(text)[0] if word.is_in_name] == names


def test_a_first_word_before_a_capital_may_begin_a_name() -> None:
    marked = {
        word.form: word.may_begin_name for word in find_telling_words("Los Angeles grew. The city fell.")[0]
    }
    assert marked == {"los": True, "the": False, "grew": False, "city": False, "fell": False}


def test_homographs_are_stop_words_of_other_languages_and_none_of_english() -> None:
    others = frozenset[str]().union(*(load_stop_words(one) for one in _LATIN if one != "en"))
    english = load_homographs("en")
    assert english.words <= others - load_stop_words("en")
    assert load_homographs("xx").words == frozenset()

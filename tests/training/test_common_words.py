"""The list of common words is made from the written texts, and has no names."""

from __future__ import annotations

from training.common_words import TARGET, render_words

from ascribe.text.word_lists import load_common_words


def test_the_file_is_what_the_texts_give() -> None:
    assert TARGET.read_text("utf-8") == render_words()


def test_words_are_told_from_names() -> None:
    words = load_common_words("en")
    assert {"work", "permiss", "meal"} <= words
    assert words.isdisjoint({"anna", "hamburg", "monday"})
    assert load_common_words("de") == frozenset()

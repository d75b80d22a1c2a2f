"""Where a text has the words of a sentence, in whatever order."""

from __future__ import annotations

import pytest

from ascribe.text.same_words import find_same_words


@pytest.mark.parametrize(
    ("text", "words", "found"),
    [
        ("Yesterday the dog bit the man.", "The man bit the dog.", "the dog bit the man"),
        (
            "The dog barked. Then the man saw that the dog bit the man.",
            "man bit the dog",
            "the dog bit the man",
        ),
        (
            "Signed by Judge Ruiz, not by Judge Barr.",
            "Signed by Judge Barr",
            "Signed by Judge Ruiz, not by Judge Barr",
        ),
        ("The dog bit the cat.", "The man bit the dog.", ""),
        ("The dog bit the man.", "The dog", ""),
        ("", "The dog bit the man.", ""),
    ],
)
def test_the_shortest_stretch_with_all_words(text: str, words: str, found: str) -> None:
    stretch = find_same_words(text, words)
    assert stretch in text
    assert stretch == found


def test_words_of_another_language_have_its_small_words() -> None:
    assert find_same_words("Gestern biss der Hund den Mann.", "Der Mann biss den Hund.", "de") == (
        "biss der Hund den Mann"
    )

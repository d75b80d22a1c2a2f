"""Sentences come out tidy, whole, and cut where they end."""

import pytest
from training.hard_negatives.sentences import (
    split_sentences,
    tidy,
    usable,
    whole,
    with_articles,
)


@pytest.mark.parametrize(
    ("odd", "clean"),
    [
        ("The mill , built in 1801 , burned down .", "The mill, built in 1801, burned down."),
        ('It was called " Old Oak " by all .', 'It was called "Old Oak" by all.'),
        ("A 1 @,@ 200 tonne ship", "A 1,200 tonne ship"),
        ("Mary 's boat ( 1990 )", "Mary's boat (1990)"),
    ],
)
def test_token_spacing_is_taken_out(odd: str, clean: str) -> None:
    assert tidy(odd) == clean


def test_initials_and_titles_do_not_end_a_sentence() -> None:
    text = "Dr. Brown met J. Smith in Leeds. They built a bridge."
    assert list(split_sentences(text)) == ["Dr. Brown met J. Smith in Leeds.", "They built a bridge."]


@pytest.mark.parametrize(
    "text",
    ["And then it was over for us.", "Is it true that he was here?", "Main | page | was long ago here."],
)
def test_questions_fragments_and_tables_are_not_used(text: str) -> None:
    assert not usable(text)


def test_articles_follow_the_new_word() -> None:
    assert with_articles("It is a old mill.", "It is a new mill.") == "It is an old mill."
    assert with_articles("It is an useful mill.", "It is an old mill.") == "It is a useful mill."


def test_doubled_words_are_broken() -> None:
    assert not whole("The mill was was sold to him.")

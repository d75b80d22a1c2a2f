"""What a question asks for, and whether a sentence has it."""

import pytest

from ascribe.library.answering.answer_types import (
    find_answer_type,
    has_answer_type,
    tells_of_other_year,
)


@pytest.mark.parametrize(
    ("question", "kind"),
    [
        ("How many crew had she?", "number"),
        ("how tall is the mast", "number"),
        ("What percentage of patients recovered?", "number"),
        ("When was she launched?", "time"),
        ("In which year was she sold?", "time"),
        ("Who commanded her?", "person"),
        ("Whose idea was it?", "person"),
        ("What percent of the crew was saved?", "number"),
        ("How is it that who pays late pays less?", "any"),
        ("Why was she sold?", "any"),
        ("", "any"),
    ],
)
def test_the_first_words_tell_what_is_asked_for(question: str, kind: str) -> None:
    assert find_answer_type(question) == kind


@pytest.mark.parametrize(
    ("question", "sentence", "has"),
    [
        ("How many crew had she?", "The crew slept in the bow.", False),
        ("How many crew had she?", "A crew of twelve slept in the bow.", True),
        ("When was she sold?", "The line sold her to the town.", False),
        ("When was she sold?", "The line sold her in the spring.", True),
        ("Who sold her?", "She was sold to the town.", False),
        ("Who sold her?", "She was sold by the Brandt line.", True),
        ("Why was she sold?", "She was sold.", True),
    ],
)
def test_a_sentence_without_the_type_is_told_from_one_with_it(
    question: str, sentence: str, *, has: bool
) -> None:
    assert has_answer_type(question, sentence) is has


@pytest.mark.parametrize(
    ("question", "sentence", "other"),
    [
        ("What was the revenue in 2020?", "In 2022 the revenue was 318 million.", True),
        ("What was the revenue in 2022?", "In 2022 the revenue was 318 million.", False),
        ("Who commanded her in 1912?", "Norr commanded her from 1909 to 1920.", False),
        ("Who commanded her in 1925?", "Norr commanded her from 1909 to 1920.", True),
        ("How many people came in 1978?", "Last year 41,000 people came.", True),
        ("How many people came in 1978?", "In all 41,000 people came.", False),
        ("What happened to the mill after 1940?", "In 1950 the mill burnt down.", False),
        ("Was there a fire in the 1950s or before 1940?", "In 1950 the mill burnt down.", False),
        ("What happened between May 1940 and 1960?", "In 1950 the mill burnt down.", False),
        ("Was the mill built before 1900?", "The mill was built in 1871.", False),
        ("What stood there until the end of 1900?", "The mill was built in 1871.", False),
        ("When was the Act of 1998 repealed?", "It was repealed in 2005.", False),
        ("Who owned the mill in 1880?", "Anna Kohl owned it until 1902.", False),
        ("Who owned the mill in 1910?", "Anna Kohl owned it until 1902.", True),
        ("Who owned the mill in 1910?", "The town has owned it since 1902.", False),
        ("Who owned the mill in 1880?", "The town has owned it since 1902.", True),
        ("Who owned the mill in 1880, after the Act of 1870?", "It was sold in 1902.", True),
        ("How many people came?", "In 1978 9,000 people came.", False),
    ],
)
def test_a_sentence_of_another_year_is_told(question: str, sentence: str, *, other: bool) -> None:
    assert tells_of_other_year(question, "", sentence) is other


def test_the_year_may_be_in_the_text_before_the_sentence() -> None:
    window = "Report of 2022. Sales rose. In 2021 they had been 291 million."
    assert not tells_of_other_year("What were the sales before 2022?", window, window[-34:])

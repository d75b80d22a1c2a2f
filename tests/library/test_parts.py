"""Questions that ask two things: told apart, and both answered."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ascribe import ask
from ascribe.library.answering.extractive import split_question

MILL = (
    "The mill on the Arle has 12 sails. Its miller sells flour at the door. The mill was built in 1871. "
    "Boats pass below the weir. The road to the village is steep."
)


@pytest.mark.parametrize(
    ("question", "parts"),
    [
        (
            "How many sails has the mill, and when was it built?",
            ["How many sails has the mill", "when was it built?"],
        ),
        (
            "who paid the bill and to whom was the receipt sent",
            ["who paid the bill", "to whom was the receipt sent"],
        ),
        ("How many sails has the mill?", []),
        ("Which abbot ordered the stocking, and when?", []),
        ("Who owns the mill and the bridge?", []),
        ("", []),
    ],
)
def test_a_question_is_parted_where_another_one_begins_that_says_enough(
    question: str, parts: list[str]
) -> None:
    assert split_question(question, "en") == parts


@given(st.text(), st.sampled_from(["de", "fr", None]))
def test_other_languages_are_left_whole(question: str, language: str | None) -> None:
    assert split_question(question, language) == []


@given(st.text(alphabet="and whoe ,?", max_size=60))
def test_parts_stand_in_the_question_in_order(question: str) -> None:
    place = 0
    for part in split_question(question, "en"):
        place = question.index(part, place) + len(part)


def test_both_things_are_quoted() -> None:
    reply = ask("How many sails has the mill, and when was it built?", [MILL]).reply or ""
    assert "12 sails" in reply
    assert "1871" in reply
    assert "flour" not in reply

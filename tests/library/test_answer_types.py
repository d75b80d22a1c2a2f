"""What a question asks for, and whether a sentence has it."""

import pytest

from ascribe.library.answering.answer_types import find_answer_type, has_answer_type


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

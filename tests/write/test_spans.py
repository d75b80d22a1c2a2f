from __future__ import annotations

from hypothesis import given

from ascribe.records import Answer, CitedSentence
from ascribe.write.evidence import get_reply, locate_sentences
from tests.write.answers import answers
from tests.write.conftest import bare_answer


def sentence(text: str, start: int | None = None, end: int | None = None) -> CitedSentence:
    return CitedSentence(text, (), 0.0, start, end)


def test_stated_places_are_kept() -> None:
    assert locate_sentences(bare_answer("One. Two.", [sentence("One.", 0, 4), sentence("Two.", 5, 9)])) == [
        (0, 4),
        (5, 9),
    ]


def test_sentences_without_places_are_found_in_order() -> None:
    answer = bare_answer("Yes. No. Yes.", [sentence("Yes."), sentence("Yes."), sentence("Maybe.")])
    assert locate_sentences(answer) == [(0, 4), (9, 13), None]


def test_without_a_reply_the_sentences_are_the_reply() -> None:
    answer = bare_answer(None, [sentence("One."), sentence("Two.")])
    assert get_reply(answer) == "One. Two."
    assert locate_sentences(answer) == [(0, 4), (5, 9)]


def test_white_space_at_the_end_is_left_out() -> None:
    assert locate_sentences(bare_answer("One.  \nTwo.", [sentence("One.  \n", 0, 7)])) == [(0, 4)]


def test_an_overlap_goes_to_the_earlier_sentence() -> None:
    answer = bare_answer("abcdef", [sentence("cdef", 2, 6), sentence("abcd", 0, 4), sentence("bc", 1, 3)])
    assert locate_sentences(answer) == [(4, 6), (0, 4), None]


@given(answers())
def test_places_lie_in_the_reply_and_never_overlap(answer: Answer) -> None:
    places = sorted(place for place in locate_sentences(answer) if place is not None)
    ends = [0, *(end for _, end in places)]
    assert all(end <= start for end, (start, _) in zip(ends, places, strict=False))
    assert all(start < end <= len(get_reply(answer)) for start, end in places)

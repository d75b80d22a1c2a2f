"""Files of questions, and when an answer to one is right."""

import json
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ascribe import InputError
from ascribe.evaluation.calibration.answer_threshold import (
    MIN_SHARED_CHARS,
    Question,
    is_overlapping,
    is_right,
    label_answer,
    read_questions,
)
from ascribe.library import Library

SOURCE = "The mill has 12 sails. It was built by Eva in the year 1871."


def answer(reply: str):
    with Library(encode=False) as library:
        library.add({"id": "mill", "text": SOURCE})
        return library.ask("How many sails has the mill?", tier="rules", generator=lambda *_: reply)


RIGHT = Question("How many sails has the mill?", ("the mill has 12 sails",))


def test_an_answer_is_right_if_it_cites_what_answers() -> None:
    assert is_right(RIGHT, answer("The mill has 12 sails."))
    assert not is_right(RIGHT, answer("It was built by Eva in the year 1871."))
    assert is_right(replace(RIGHT, doc="mill"), answer("The mill has 12 sails."))
    assert not is_right(replace(RIGHT, doc="other"), answer("The mill has 12 sails."))


def test_an_answer_where_there_is_none_is_wrong() -> None:
    row = label_answer(
        Question("Who painted it?", ()), replace(answer("The mill has 12 sails."), confidence=0.7)
    )
    assert (row.confidence, row.is_right) == (0.7, False)


def test_what_is_refused_without_a_bar_is_no_answer_at_any() -> None:
    refused = replace(answer("The mill has 13 sails."), confidence=0.9)
    assert refused.was_refused
    assert label_answer(RIGHT, refused).confidence is None


letters = st.text("abc", min_size=MIN_SHARED_CHARS, max_size=40)


@given(before=letters, shared=letters, after=letters)
def test_quotes_that_share_an_end_overlap(before, shared, after) -> None:
    assert is_overlapping(before + shared, shared + after)
    assert is_overlapping(shared + after, before + shared)
    assert is_overlapping(before + shared + after, shared)
    assert is_overlapping(shared, before + shared + after)


@pytest.mark.parametrize(("one", "other"), [("yes", "yesitwas"), ("abcdefgh", "fghijkl"), ("", "a")])
def test_a_few_letters_in_common_are_none(one, other) -> None:
    assert not is_overlapping(one, other)


GOOD = {"question": "How many?", "answerable": True, "quotes": ["12 sails"]}


def test_a_quote_is_a_text_or_has_one(tmp_path) -> None:
    quotes = [{"text": "12 sails", "page_index": 3}]
    rows = [GOOD, {"question": "So many?", "answerable": True, "quotes": quotes, "doc": "mill.pdf"}]
    rows.append({"question": "Who?", "answerable": False, "quotes": []})
    path = tmp_path / "q.jsonl"
    path.write_text("\n\n".join(map(json.dumps, rows)), encoding="utf-8")
    assert read_questions(path) == [
        Question("How many?", ("12 sails",)),
        Question("So many?", ("12 sails",), "mill.pdf"),
        Question("Who?", ()),
    ]


@pytest.mark.parametrize(
    ("row", "message"),
    [
        ({**GOOD, "question": " "}, "question must be a text"),
        ({**GOOD, "answerable": "yes"}, "answerable must be true or false, got 'yes'"),
        ({**GOOD, "quotes": []}, "an answerable question needs quotes"),
        ({**GOOD, "answerable": False}, "an answerable question needs quotes"),
        ({**GOOD, "quotes": [7]}, "a quote must be a text, or have one as text, got 7"),
        ({**GOOD, "quotes": ["…"]}, "a quote must be a text"),
        ({**GOOD, "quotes": "12 sails"}, "quotes must be a list"),
        ({**GOOD, "doc": 3}, "doc must be the id of a document, got 3"),
        ([], "must be a JSON object"),
    ],
)
def test_a_bad_line_is_named(tmp_path, row, message) -> None:
    path = tmp_path / "q.jsonl"
    path.write_text(f"{json.dumps(GOOD)}\n{json.dumps(row)}\n", encoding="utf-8")
    with pytest.raises(InputError) as caught:
        read_questions(path)
    assert str(caught.value).startswith(f"{path}, line 2: ")
    assert message in str(caught.value)


@pytest.mark.parametrize("again", ["How many?", " how  MANY", {"doc": "mill.pdf"}])
def test_a_question_that_is_there_twice_is_named(tmp_path, again) -> None:
    path = tmp_path / "q.jsonl"
    more = again if isinstance(again, dict) else {"question": again, "answerable": False, "quotes": []}
    rows = [GOOD, {**GOOD, "question": "Since when?"}, {**GOOD, **more}]
    path.write_text("\n".join(map(json.dumps, rows)), encoding="utf-8")
    with pytest.raises(InputError, match=r"q\.jsonl, line 3: asks the same as line 1; leave one of them out"):
        read_questions(path)


@pytest.mark.parametrize("pair", [("?", "??"), ("Is 3.5 enough?", "Is 35 enough?")])
def test_other_questions_are_others(tmp_path, pair) -> None:
    path = tmp_path / "q.jsonl"
    path.write_text("\n".join(json.dumps({**GOOD, "question": each}) for each in pair), encoding="utf-8")
    assert [question.text for question in read_questions(path)] == list(pair)


def test_a_file_without_questions_is_named(tmp_path) -> None:
    path = tmp_path / "q.jsonl"
    path.write_text("\n", encoding="utf-8")
    with pytest.raises(InputError, match="has no questions"):
        read_questions(path)
    with pytest.raises(InputError, match="cannot be read"):
        read_questions(tmp_path / "none.jsonl")

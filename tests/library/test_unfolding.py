"""The answer in what a model writes: its pieces are the draft of the whole, however that is cut."""

import json
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ascribe.library.prompted import REREAD_STRIDE, MarkerStripper, PartialAnswerParser, parse_draft
from ascribe.llm import Completion
from ascribe.llm.json_answer import UnusableAnswerError
from ascribe.protocols import Draft

SENTENCES = 9
ANSWER = "The mill has 12 sails [2]. It was built in 1871 [3, 7]."
BARE = "The mill has 12 sails. It was built in 1871."


def unfolded(said: str, cuts: list[int]) -> tuple[str, Draft | None]:
    """What is told before the end, and the draft of the whole."""
    text, bare = PartialAnswerParser(), MarkerStripper(SENTENCES)
    places = [0, *sorted(cut % (len(said) + 1) for cut in cuts), len(said)]
    for start, end in pairwise(places):
        text.add(said[start:end])
        bare.piece(text.text)
    return bare.emitted, draft_of(said)


def draft_of(said: str) -> Draft | None:
    """The draft of the whole; none where it cannot be read."""
    try:
        return parse_draft(Completion(said), SENTENCES)
    except UnusableAnswerError:
        return None


def each_character(said: str) -> str:
    return unfolded(said, list(range(len(said))))[0]


TEXTS = st.lists(
    st.sampled_from((
        "The mill ", "has 12 sails", " [2]", "[3, 7]", " [", "]", ". ", "\n", "\n\n- ", "  ", "\t", "¹",
        "【1†so", "urce】", "】", "}", '"', "\\", "/", "😀", "水車", "\u2028", "\x00", "\x7f", "`x`", "(",
        ")", "<co", "[^1]", "=", "2019", "[2019]", ",", "u00e9", "\\ud83d", "*",
    )) | st.text(max_size=5),
    max_size=14,
).map("".join)  # fmt: skip
"""Without formulas, code and definitions that end behind a marker: see the last test."""

VALUES = st.none() | st.booleans() | st.floats(allow_nan=False) | st.text(max_size=5) | st.just({"a": ["}"]})
FRAMES = (
    "{}",
    " \n{}\n",
    "```json\n{}\n```",
    "```\n{}\n``` So it is.",
    '<think>{{"answer":</think>\n{}',
    "{} End.",
)
CUTS = st.lists(st.integers(0, 600), max_size=30)


@st.composite
def objects(draw: st.DrawFn, /, **known: Any) -> str:
    """A JSON object with an answer, written in one of the ways that models have."""
    members = draw(st.dictionaries(st.sampled_from(["note", "of", "x"]), VALUES, max_size=2))
    names = draw(st.permutations([*members, *known, "answer"]))
    record = {**members, **known, "answer": draw(TEXTS)}
    said = json.dumps(
        {name: record[name] for name in names},
        ensure_ascii=draw(st.booleans()),
        indent=draw(st.sampled_from([None, 0, 2])),
    )
    return draw(st.sampled_from(FRAMES)).format(said)


@given(objects(answerable=True) | objects() | TEXTS, CUTS)
def test_the_pieces_joined_are_the_draft(said: str, cuts: list[int]) -> None:
    told, draft = unfolded(said, cuts)
    if draft is None:  # prose that begins like JSON, or half a character
        assert told == ""
    else:
        assert draft.text.startswith(told)


@given(objects(answerable=False), CUTS)
def test_nothing_is_told_of_what_is_no_answer_by_its_own_word(said: str, cuts: list[int]) -> None:
    assert unfolded(said, cuts) == ("", Draft(outcome="generator_refused"))


@pytest.mark.parametrize("ascii_only", [True, False])
@pytest.mark.parametrize("frame", FRAMES)
def test_the_answer_is_told_while_it_is_written(frame: str, ascii_only: bool) -> None:
    record = {"note": [1.5, {"a": "}"}], "of": 12, "answerable": True, "answer": f"Die Mühle 😀: {ANSWER}"}
    said = frame.format(json.dumps(record, ensure_ascii=ascii_only))
    written = said[: said.rindex("[3, 7]")]
    assert each_character(written) == "Die Mühle 😀: The mill has 12 sails. It was built in 1871"


def test_prose_is_told_while_it_is_written() -> None:
    assert each_character(ANSWER) == BARE
    assert each_character("<think>Is it old?</think>\n" + ANSWER) == BARE
    assert each_character("桥长30米。水车有12个翼。") == "桥长30米。水车有12个翼。"


@pytest.mark.parametrize(
    "said",
    [
        json.dumps({"answer": ANSWER, "answerable": True})[:-2],  # it might be false
        json.dumps({"answer": ANSWER}),
        json.dumps({"answers": ANSWER}),
        json.dumps([ANSWER, ANSWER]),
        json.dumps(ANSWER),
        "<think>" + ANSWER,
        '{"answerable": true, "answer": 12}',
        '{"answerable": true, oh "answer": "It is."}',
        "12.5 ",
        "true",
        "",
    ],
)
def test_what_may_be_no_answer_waits_for_the_end(said: str) -> None:
    assert each_character(said) == ""


@pytest.mark.parametrize("said", ["<think>It is so", '{"answerable": true, "answer": "\\ud83d so"}', "{oh"])
def test_what_cannot_be_read_is_no_draft(said: str) -> None:
    assert draft_of(said) is None


def test_what_comes_behind_an_answer_may_unsay_it() -> None:
    start = '{"answerable": true, "answer": "It is so."'
    for end in ("", ', "answerable": false}', ', "answer": "No."}'):
        told, draft = unfolded(start + end, [len(start)])
        assert told == "It is so."
        assert draft is None or draft.text != told


def test_a_long_answer_is_not_read_again_for_every_piece() -> None:
    bare = MarkerStripper(SENTENCES)
    read = sum(bool(bare.piece("It is so. " * length)) for length in range(4000))
    assert 4000 / REREAD_STRIDE < read < 500


def test_a_marker_that_later_text_makes_something_else_of_ends_the_telling() -> None:
    told, draft = unfolded(json.dumps({"answerable": True, "answer": "It costs $a [2] and b$ so."}), [])
    assert draft is not None
    whole = each_character(json.dumps({"answerable": True, "answer": "It costs $a [2] and b$ so."}))
    assert told == draft.text == "It costs $a [2] and b$ so."
    assert whole == "It costs $a and b"

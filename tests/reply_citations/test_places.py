"""Which sentence a marker belongs to."""

from __future__ import annotations

import pytest

from ascribe.read.markers import parse_markers
from ascribe.read.replies import read_reply
from ascribe.reply_citations.marked_reply import MarkerGroup, find_groups


def groups(text: str) -> list[MarkerGroup]:
    return find_groups(text, read_reply(text).claims, parse_markers(text))


@pytest.mark.parametrize(
    ("text", "claims"),
    [
        ("One is so [1]. Two is so [2].", [0, 1]),
        ("One is so.[1] Two is so.[2]", [0, 1]),
        ("One is so. [1] Two is so. [2]", [0, 1]),
        ("One is so [1] [2][3].", [0]),
        ("One is so [1] and so [2].", [0, 0]),
        ("- One is so [1]\n- Two is so [2]", [0, 1]),
        ("One is so.\n\n[1]", [0]),
        ("[1] says that one is so.", [0]),
    ],
)
def test_the_sentence_of_a_marker(text, claims) -> None:
    assert [group.claim for group in groups(text)] == claims


@pytest.mark.parametrize(
    ("text", "covers"),
    [
        ("One is so. Two is so. Three is so [1].", [(0, 1)]),
        ("One is so [1]. Two is so. Three is so [2].", [(), (1,)]),
        ("One is so [1]. Two is so.", [()]),
        ("One is so.\n\nTwo is so [1].", [()]),
        ('One is so. <cite id="1">Two is so</cite>.', [()]),
        ('<cite id="1">One is so. Two is so.</cite>', [(1,)]),
    ],
)
def test_the_sentences_before_a_closing_marker(text, covers) -> None:
    assert [group.covers for group in groups(text)] == covers


def test_the_words_at_a_marker_within_a_sentence() -> None:
    text = 'One is so [1], and <cite id="2">two is</cite>, but three is not [3].'
    found = [text[slice(*group.stretch)] for group in groups(text) if group.stretch]
    assert found == ["One is so ", "two is", ", but three is not "]


def test_a_reply_without_sentences_has_no_groups() -> None:
    assert find_groups("", [], []) == []

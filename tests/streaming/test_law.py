"""However a reply is cut into pieces: the end is what ``check`` says of the whole."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.streaming.replay import keeps_the_law, pieces

PARTS = (
    "The mill has 12 sails. ", "It was built in 1871, e.g. by Dr. Kohl. ", "The bridge is 40 m long [1]. ",
    "Is it? ", "“Why?” asked Anna. ", "\n", "\r\n", "\r", "\n\n", "\n- ", "\n1. ", "\n2. No", "# ", "---\n",
    "===", "```", "`x. Y`", "| a | b |\n", "|---|---|\n", "> ", "[", "]", "[1", "[^1]", "[^1]: A note.",
    "【1†so", "urce】", "[a](http://x.de)", "[b]: http://x.de\n", "<!-- ", " -->", "$$", "**", "*", "_",
    "<co>", "</co: 1>", "(", ")", "¹", "…", "!", "。", "桥长30米。", "水車は川のそばにある。",
    "المطحنة قديمة؟ ", "Die Mühle hat 12 Flügel. ", "e\u0301", "👩\u200d👧", "⟦", "⟦U+001B⟧", "\x00",
    "\u2028", "\u200f", " ", "\t", "z.B. ", "1871", "7]", "Kohl",
)  # fmt: skip
REPLIES = st.lists(st.sampled_from(PARTS) | st.text(max_size=6), max_size=14).map("".join)


@given(REPLIES, st.lists(st.integers(0, 400), max_size=12))
def test_any_reply_cut_anywhere(reply: str, cuts: list[int]) -> None:
    keeps_the_law(reply, pieces(reply, cuts))


@given(REPLIES)
def test_any_reply_character_by_character(reply: str) -> None:
    keeps_the_law(reply, list(reply))


@given(REPLIES, st.lists(st.integers(0, 400), max_size=12))
def test_any_reply_without_its_own_markers(reply: str, cuts: list[int]) -> None:
    keeps_the_law(reply, pieces(reply, cuts), replace_markers=True)


@pytest.mark.parametrize(
    "reply",
    [
        "The mill has 12 sails [1]. It was built in 1871 [1][2]. The bridge is 30 m long [1].",
        "The mill has 12 sails. [1] It was built in 1871. [2] The bridge is 30 m long. [1]",
        "The mill has 12 sails.[1]\n\n- It was built in 1871 [2, 1].\n- The bridge is 30 m long [2].",
    ],
)
def test_replaced_markers_need_no_retraction(reply: str) -> None:
    kinds = [event.kind for event in keeps_the_law(reply, list(reply), replace_markers=True)]
    assert kinds == ["sentence"] * 3 + ["references", "final"]
    first = keeps_the_law(reply, list(reply), replace_markers=True)[0]
    assert first.text == "The mill has 12 sails. [1]"


@pytest.mark.parametrize("reply", ["[1]", "The mill has 12 sails.\n\n[1]\n\nIt is old."])
def test_a_sentence_of_nothing_but_replaced_markers_is_empty(reply: str) -> None:
    events = keeps_the_law(reply, [reply], replace_markers=True)
    assert "" in [event.text for event in events if event.kind == "sentence"]


@pytest.mark.parametrize(
    "reply",
    [
        "",
        " \r\n\t ",
        "The mill has 12 sails",
        "It was built, e.g. in 1871, by Dr. Kohl. The bridge is 30 m long.",
        "1. The mill has 12 sails.\n2. The bridge is 40 m long.\n   It is old.",
        "| what | how many |\n|---|---|\n| mill | 12 sails |\n| bridge | 40 m |\n\nThat is all.",
        "Look:\n\n```py\nx = 1. Y\n# The mill is.\n```\n\nThe mill has 12 sails.\n\n```\nno end. No",
        "The mill has 12 sails [1]. [2] The bridge[^1] is 30 m long.[^2]\n\n[^1]: Kohl.\n[^2]: Arle.",
        "The mill has 12 sails.【1†source】 The bridge is 30 m long.【2†so",
        "The mill has 12 sails.\r\n\r\nThe bridge is 30 m long.\r\n",
        "المطحنة قديمة. الجسر طوله 30 م؟ نعم.",
        "桥长30米。水车有12个翼。“为什么？”他问。",
        "The mill has 12 sails. The bridge is 30 m long [7]. It was built in 1871 [8].",
    ],
)
def test_hard_replies(reply: str) -> None:
    for size in (1, 3, 1000):
        keeps_the_law(reply, [reply[start : start + size] for start in range(0, len(reply), size)])

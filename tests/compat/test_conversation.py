from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ascribe import InputError
from ascribe.compat import ConversationLedger, without_stale_markers
from ascribe.read.markers import parse_markers, strip_markers

IDS = ["a", "b", "c", "d"]
MARKERS = [
    "[1]",
    "[2, 4]",
    "[3][1]",
    "[1-3]",
    "［２］",
    "[ID:1]",
    "{{source:3}}",
    "[Source 4]",
    "fact²",
    "[[2]](http://a.b)",
]
REPLIES = st.lists(st.sampled_from([*MARKERS, "[9]", "`[1]`", "word", ".", "[@moss]"]), max_size=8).map(
    " ".join
)
TURNS = st.lists(st.tuples(REPLIES, st.permutations(IDS).map(tuple)), max_size=4)


def named(text: str, ids: tuple[str, ...]) -> list[set[str]]:
    """The documents that each marker names."""
    return [
        {ids[n - 1] for n in marker.documents if isinstance(n, int)}
        for marker in parse_markers(text, len(ids))
        if marker.style != "pandoc" and all(n in range(1, len(ids) + 1) for n in marker.documents)
    ]


@given(TURNS)
def test_a_number_names_the_same_document_in_every_turn(turns) -> None:
    ledger, spoken = ConversationLedger(), []
    for reply, ids in turns:
        turn = ledger.add(reply, ids)
        assert turn.ledger.document_ids[: len(ledger.document_ids)] == ledger.document_ids
        ledger = turn.ledger
        spoken.append((turn.text, reply, ids))
    for text, reply, ids in spoken:
        assert named(text, ledger.document_ids) == named(reply, ids)
        assert strip_markers(text) == strip_markers(reply)
    assert len(set(ledger.document_ids)) == len(ledger.document_ids)


@given(REPLIES)
def test_the_first_turn_counts_by_first_use(reply: str) -> None:
    turn = ConversationLedger().add(reply, IDS)
    order = [n for m in parse_markers(turn.text, 4) for n in m.documents if isinstance(n, int)]
    assert list(dict.fromkeys(order)) == list(range(1, len(turn.ledger.document_ids) + 1))


def test_a_number_that_named_nothing_is_dropped() -> None:
    ledger = ConversationLedger(("a", "b", "c"))
    turn = ledger.add("One [3]. Two [1, 3].", ["c"])
    assert turn.text == "One. Two [3]."
    assert turn.dropped == (3,)
    assert turn.ledger == ledger
    assert (ledger.number("c"), ledger.number("x")) == (3, None)


def test_notes_that_the_reply_defines_are_its_own() -> None:
    reply = "One.[^2]\n\n[^2]: A note."
    assert ConversationLedger(("a",)).add(reply, IDS).text == reply


def test_ids_are_a_list() -> None:
    with pytest.raises(InputError, match="one string"):
        ConversationLedger().add("A [1]", "ab")


def test_stale_markers_go_from_the_replies_only() -> None:
    history: list[dict[str, Any]] = [
        {"role": "user", "content": "What is in [1]?"},
        {"role": "assistant", "content": "A mill [1].", "id": 7},
        {"role": "assistant", "content": None},
        {"role": "assistant", "content": "A fire [2]."},
    ]
    clean = without_stale_markers(history, keep_last=1)
    assert clean == [history[0], {"role": "assistant", "content": "A mill.", "id": 7}, *history[2:]]
    assert history[1]["content"] == "A mill [1]."
    assert without_stale_markers(["A [1].", "B [2]."]) == ["A.", "B."]

"""Numbers of notes that name no document are no content, and other numbers in brackets are."""

import pytest

from ascribe import check
from ascribe.read.markers import parse_markers
from ascribe.read.replies import read_reply

ROOF = "The roof of the barn is of slate"
WALL = "Its walls are of red brick"


def read_content(text: str) -> list[str]:
    return [" ".join(claim.content.split()) for claim in read_reply(text, "en").claims]


@pytest.mark.parametrize(
    "reply",
    [
        f"{ROOF} [1](http://a.b/c). {WALL} [2](http://a.b/d).",
        f"{ROOF}.[1](http://a.b/c) {WALL}.[1](http://a.b/c)",
        f"{ROOF} [1](#note-1)[2](#note-2). {WALL}.",
        f"{ROOF} (1). {WALL} (2).",
        f"{ROOF}. (1) {WALL}. (2)",
        f"{ROOF} (1, 2). {WALL} (3).",
        f"- {ROOF} (1)\n- {WALL} (2)",
    ],
)
def test_a_number_of_a_note_is_no_content(reply: str) -> None:
    assert not parse_markers(reply)
    words = " ".join(read_content(reply))
    assert ROOF in words
    assert WALL in words
    assert not any(sign in words for sign in "0123456789([")


@pytest.mark.parametrize(
    "reply",
    [
        f"{ROOF} (1).",  # one alone shows no way of counting
        f"{ROOF} (2). {WALL} (4).",
        f"{ROOF} (1) and tar (2).",
        "The farm has (1) a barn and (2) a well.",
        "Kovac (1). Dupont (2).",
        "The barn has a length of (1). The well has a depth of (2).",
        "The farm has [3](http://a.b) barns.",
        "The number of barns is [1](http://a.b).",
        "The barn was built in [1871](http://a.b/1871).",
        "The farm has barns: [7](http://a.b).",
        "Call `open (1)`.",
    ],
)
def test_a_number_that_may_be_content_stays(reply: str) -> None:
    digits = {sign for sign in reply.replace("http://a.b/1871", "") if sign.isdigit()}
    assert digits <= set(" ".join(read_content(reply)))


@pytest.mark.parametrize(
    ("reply", "expected"),
    [
        (f"{ROOF} [1000].", [(1000,)]),
        (f"{ROOF}. [4711]", [(4711,)]),
        (f"{ROOF} [1000][2500], they say.", [(1000,), (2500,)]),
        (f"{ROOF} [2010].", []),
        (f"{ROOF} [1066], as before.", []),
        ("The farm has [1000] hens.", []),
        ("The farm has a stock of [1000].", []),
        ("Der Hof hat einen Bestand von [1000].", []),
    ],
)
def test_a_great_number_where_a_note_stands_is_a_marker(reply: str, expected: list[tuple[int]]) -> None:
    assert [marker.documents for marker in parse_markers(reply, 5)] == expected


@pytest.mark.parametrize("tier", ["rules", "builtin"])
def test_the_number_of_a_note_changes_no_verdict(tier: str) -> None:
    reply = f"{ROOF} (1). Its walls are of yellow brick (2). {WALL} (3)."
    answer = check(reply, f"{ROOF}. {WALL}.", tier=tier, language="en")
    found = [sentence.verdict.status for sentence in answer.sentences if sentence.verdict]
    assert [status == "supported" for status in found] == [True, False, True]


@pytest.mark.parametrize("marker", ["[1000]", "[999]"])
def test_a_marker_beyond_the_sources_is_said_to_be_wrong(marker: str) -> None:
    (sentence,) = check(f"{ROOF} {marker}.", f"{ROOF}.", tier="rules", language="en").sentences
    assert sentence.verdict is not None
    assert sentence.verdict.status == "supported"
    assert [citation.finding for citation in sentence.citations] == ["not_given"]

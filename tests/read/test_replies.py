import time
from dataclasses import dataclass
from enum import Enum
from types import SimpleNamespace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ascribe.errors import InputError
from ascribe.protocols import Limits
from ascribe.read.markers import KnownSources
from ascribe.read.replies import read_reply


def _words(text: str) -> list[list[str]]:
    return [claim.content.split() for claim in read_reply(text).claims]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("# A title #", [["A", "title"]]),
        ("Title\n=====", [["Title"]]),
        ("**Otters** use _tools_ [1].", [["Otters", "use", "tools", "."]]),
        ("snake_case and 2 * 3 and 2*3.", [["snake_case", "and", "2", "*", "3", "and", "2*3."]]),
        ("1. First\n- second\n- [x] third", [["First"], ["second"], ["third"]]),
        ("> quoted\n> words", [["quoted", "words"]]),
        ("See [the site](http://a.b/c_d) and ![pic](e.f).", [["See", "the", "site", "and", "pic", "."]]),
        ("| a | b |\n|---|---|\n| c \\| d | 2 [1] |", [["a", "b"], ["c", "|", "d", "2"]]),
        ("5 < 6 <b>and</b> 7 > 3<br/>", [["5", "<", "6", "and", "7", ">", "3"]]),
        ("```py\na * b\n```", [["a", "*", "b"]]),
        ("Run `a_b` <!-- hidden --> now.", [["Run", "a_b", "now."]]),
        ("[^1]: A note.", [["A", "note."]]),
        ("[1]: Moss.", [["Moss."]]),
        ('[1]: http://a.b/c "A title"', [[]]),
        ("[the site]: <a b.html>", [[]]),
        ("[2]: notes.md", [[]]),
        ("About 5\\_000 stars.", [["About", "5", "_000", "stars."]]),
        ("\\*Not emphasis\\* _but this_.", [["*Not", "emphasis", "*", "but", "this", "."]]),
        ("-3 degrees", [["-3", "degrees"]]),
    ],
)
def test_content_keeps_only_the_words(text: str, words: list[list[str]]) -> None:
    assert _words(text) == words


@given(
    st.text(max_size=200).filter(lambda t: not any("\ud800" <= c <= "\udfff" for c in t))
    | st.text(st.sampled_from("ab1 \n\r>-#|`~$\\<!=*.[]()_^"), max_size=80)
)
@settings(max_examples=600, deadline=None)
def test_claims_are_exact_slices(text: str) -> None:
    reply = read_reply(text)
    assert reply.text == text
    last = 0
    for claim in reply.claims:
        assert last <= claim.start < claim.end <= len(text)
        assert text[claim.start : claim.end] == claim.text == claim.text.strip()
        assert len(claim.content) == len(claim.text)
        assert all(a == b or a == " " for a, b in zip(claim.content, claim.text, strict=True))
        last = claim.end


@dataclass
class _Chat:
    content: Any


class _Role(Enum):
    ASSISTANT = "assistant"


_RESPONSE = {
    "object": "response",
    "text": {"format": {"type": "text"}},
    "output": [
        {"type": "reasoning", "summary": []},
        {"type": "message", "role": "assistant", "content": [{"type": "output_text", "text": "A b. "}]},
        {"type": "function_call", "name": "search", "arguments": "{}"},
        {"type": "message", "role": "assistant", "content": [{"type": "output_text", "text": "C d."}]},
    ],
}
"""A response of OpenAI's Responses API, as JSON."""


@pytest.mark.parametrize(
    "message",
    [
        "A b. C d.",
        {"role": "assistant", "content": "A b. C d."},
        {
            "role": "assistant",
            "content": [{"type": "text", "text": "A b. "}, {"type": "text", "text": "C d."}],
        },
        {"content": [{"type": "thinking", "thinking": "x"}, {"type": "output_text", "text": "A b. C d."}]},
        {"content": [{"type": "text", "text": {"value": "A b. C d."}}]},
        {"choices": [{"message": {"content": "A b. C d."}}]},
        SimpleNamespace(choices=[SimpleNamespace(message=SimpleNamespace(content="A b. C d."))]),
        SimpleNamespace(message=SimpleNamespace(content="A b. C d."), raw=None),
        {"message": {"role": "assistant", "content": "A b. C d."}, "done": True},
        SimpleNamespace(response="A b. C d.", source_nodes=[]),
        SimpleNamespace(data="A b. C d.", query="q", documents=[]),
        SimpleNamespace(text="A b. C d."),
        SimpleNamespace(content=None, text="A b. C d."),
        [
            {"role": "user", "content": "What?"},
            {"role": "assistant", "content": "No."},
            {"role": "user", "content": "Why?"},
            {"role": "assistant", "content": [{"type": "text", "text": "A b. C d."}]},
            {"role": "assistant", "content": None, "tool_calls": [{}]},
            {"role": "tool", "content": "x"},
        ],
        [SimpleNamespace(type="human", content="What?"), SimpleNamespace(type="ai", content="A b. C d.")],
        [SimpleNamespace(role=_Role.ASSISTANT, text="A b. C d.")],
        _RESPONSE,
        SimpleNamespace(
            text=SimpleNamespace(format=None),
            output=[
                SimpleNamespace(type="reasoning", summary=[]),
                SimpleNamespace(
                    type="message",
                    role="assistant",
                    content=[SimpleNamespace(type="output_text", text="A b. C d.")],
                ),
            ],
        ),
        _Chat("A b. C d."),
        _Chat(["A b. ", {"type": "text", "text": "C d."}]),
    ],
)
def test_shapes_of_messages(message: object) -> None:
    reply = read_reply(message)
    assert [claim.text for claim in reply.claims] == ["A b.", "C d."]


@pytest.mark.parametrize("blank", ["", " \n\t\u3000", {"content": []}, {"content": ""}])
def test_a_blank_reply_has_no_claims(blank: object) -> None:
    assert read_reply(blank).claims == []


@pytest.mark.parametrize(
    ("reply", "says"),
    [
        (b"A b.", "decode"),
        (None, "NoneType"),
        (3, "int"),
        ({"role": "assistant", "content": None}, "dict"),
        ({"content": [{"type": "image", "text": "x"}]}, "dict"),
        (["A b."], "list"),
        ([], "list"),
        ([{"role": "user", "content": "A b."}], "one of the assistant"),
        (("A b.", "A?"), "tuple"),
        ({"output": [{"type": "reasoning", "summary": []}]}, "dict"),
        ("A \ud83d b", "character 2"),
        ("a" * 200_001, "200,001"),
    ],
)
def test_bad_replies_say_what_to_do(reply: object, says: str) -> None:
    with pytest.raises(InputError, match=says):
        read_reply(reply)


def test_limit_can_be_raised() -> None:
    assert len(read_reply("a" * 200_001, limits=Limits(max_reply_chars=300_000)).claims) == 1


def test_the_language_is_told_once_for_the_whole_reply() -> None:
    assert read_reply("It was the first of the two, and it is not here. Ja.").language == "en"
    assert read_reply("It was the first of the two.", "de-AT").language == "de"
    assert read_reply("12").language is None


@pytest.mark.parametrize("text", [f"a{'_' * 100_000}b", f"---{' ' * 100_000}x", "- item\r" * 10_000])
def test_time_is_linear(text: str) -> None:
    started = time.process_time()
    read_reply(text)
    assert time.process_time() - started < 3


@pytest.mark.parametrize(
    ("text", "readings"),
    [
        (
            "The mill has:\n\n- 12 sails\n- a **red** door [1]",
            ["The mill has: 12 sails", "The mill has: a red door"],
        ),
        ("Steps:\n1. Wash:\n   - hands", ["Steps: Wash:", "Steps: Wash: hands"]),
        ("The mill has:\n- It was built in 1871.", ["It was built in 1871."]),
        ("### Not allowed\n\n- glass", ["Not allowed: glass"]),
        ("**Included:**\n- towels\n- soap", ["Included: towels", "Included: soap"]),
        ("### Overview\n\n- 40 lockers", ["40 lockers"]),
        ("- 12 sails", ["12 sails"]),
        ("The mill has the following features [1]:\n- 12 sails", ["The mill has : 12 sails"]),
        ("The mill has the following old parts:\n- A door", ["The mill has the following old parts: A door"]),
        ("The following details are known:\n- It has 12 sails", ["It has 12 sails"]),
        (
            "| Mill | Sails | Doors |\n|---|---|---|\n| Old **mill** [2] | 12 | |\n| New \\| best | | 4 |",
            ["Old mill | Sails: 12", "New | best | Doors: 4"],
        ),
        ("| Mill | 12 |\n| Barn | 4 |", ["Mill 12", "Barn 4"]),
    ],
)
def test_an_item_is_read_after_its_lead_and_a_row_with_its_heads(text: str, readings: list[str]) -> None:
    claims = [claim for claim in read_reply(text).claims if claim.kind in ("list_item", "table_row")]
    assert [" ".join(claim.reading.split()) for claim in claims] == readings
    assert all(text[claim.start : claim.end] == claim.text for claim in claims)


@pytest.mark.parametrize(
    ("text", "content"),
    [
        ("According to [2], the barn is old.", "the barn is old."),
        ("As stated in [1] and [2] the barn is old.", "the barn is old."),
        ("Source [3] says that the barn is old.", "the barn is old."),
        ("In [3], it says that the barn is old.", "the barn is old."),
        ("The barn is old, see [1].", "The barn is old ."),
        ("The barn is old (see also [1, 2]).", "The barn is old ."),
        ("- According to [4], the barn is old", "the barn is old"),
        ("Contrary to [2], the barn is old.", "Contrary to , the barn is old."),
        ("According to the owner [2], the barn is old.", "According to the owner , the barn is old."),
        ("We see [2] barns.", "We see barns."),
    ],
)
def test_words_that_only_lead_to_a_marker_are_no_content(text: str, content: str) -> None:
    (claim,) = read_reply(text, "en").claims
    assert " ".join(claim.content.split()) == content
    assert len(claim.content) == len(claim.text)


def test_words_that_lead_to_a_marker_are_known_in_other_languages() -> None:
    (claim,) = read_reply("Laut [2] ist die Scheune alt, siehe auch [1].", "de").claims
    assert " ".join(claim.content.split()) == "ist die Scheune alt ."


@pytest.mark.parametrize(
    ("text", "content"),
    [
        ("Moss (2019) says that the barn is old.", "the barn is old."),
        ("According to Moss (2019), the barn is old.", "the barn is old."),
        ("The barn is old (Moss, 2019).", "The barn is old ."),
        ("Moss [1] says that the barn is old.", "Moss says that the barn is old."),
        ("Hill (2019) says that the barn is old.", "Hill (2019) says that the barn is old."),
    ],
)
def test_the_author_of_a_cited_work_is_no_content(text: str, content: str) -> None:
    (claim,) = read_reply(text, "en", known=KnownSources(works=frozenset(("moss 2019",)))).claims
    assert " ".join(claim.content.split()) == content

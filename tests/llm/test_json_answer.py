"""JSON is found in what a model wrote; an answer that cannot be used is asked for once more."""

import json
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ascribe.errors import AnswerError
from ascribe.llm import Completion
from ascribe.llm.json_answer import (
    MAX_ATTEMPTS,
    Attempt,
    Prompt,
    UnusableAnswerError,
    ask_and_parse,
    build_response_format,
    parse_json,
)

PROMPT = Prompt("Say yes or no.", build_response_format("answer", {"yes": {"type": "boolean"}}))
FIRST = PROMPT.build_messages({"asked": "Älter?"})

VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    max_leaves=8,
)
RECORDS = st.dictionaries(st.text(), VALUES)


@given(VALUES)
def test_the_whole_text(value) -> None:
    assert parse_json(json.dumps(value)) == value


@given(RECORDS, st.sampled_from(["```json\n{}\n```", "```\n{}\n```", "Here:\n\n```JSON\n{}\n```\nDone."]))
def test_in_a_fence(value, around: str) -> None:
    assert parse_json(around.replace("{}", json.dumps(value, indent=1))) == value


@given(RECORDS)
def test_after_words_and_thoughts(value) -> None:
    said = json.dumps(value)
    assert parse_json(f"<think>Is it {{}}? {{'no'}}</think>\nSo {{this}}: {said} I hope it helps.") == value


@pytest.mark.parametrize(
    "text", ["", "no", "{half: ", '{"a": ', "```json\nno\n```", "[" * 100_000, "{" * 5000]
)
def test_no_json(text: str) -> None:
    with pytest.raises(ValueError, match="no JSON"):
        parse_json(text)


def test_the_time_for_a_fence_without_end_is_linear() -> None:
    started = time.process_time()
    with pytest.raises(ValueError, match="no JSON"):
        parse_json("```json\n" + "\n" * 200_000 + '{"a": ')
    assert time.process_time() - started < 3


def said_yes(answer: Completion) -> bool:
    found = parse_json(answer.text)
    if not isinstance(found, dict) or "yes" not in found:
        raise UnusableAnswerError('It has no "yes".')
    return bool(found["yes"])


class Model:
    """Answers with the texts in order; remembers what it was sent."""

    def __init__(self, *texts: str) -> None:
        self.texts = list(texts)
        self.sent: list[tuple[object, ...]] = []

    def complete(self, messages: tuple[object, ...]) -> Completion:
        self.sent.append(messages)
        return Completion(self.texts.pop(0))


def test_a_usable_answer_is_asked_for_once() -> None:
    model = Model('{"yes": true}')
    assert ask_and_parse(Attempt(FIRST, said_yes), model.complete) is True
    assert model.sent == [FIRST]
    assert json.loads(FIRST[1]["content"]) == {"asked": "Älter?"}


@pytest.mark.parametrize(
    ("text", "fault"), [("Yes.", "It contains no JSON."), ('{"no": {}}', 'It has no "yes".')]
)
def test_the_fault_is_named_once_and_then_raised(text: str, fault: str) -> None:
    model = Model(text, '{"yes": false}')
    assert ask_and_parse(Attempt(FIRST, said_yes), model.complete) is False
    assert model.sent[1][:3] == (*FIRST, {"role": "assistant", "content": text})
    assert fault in str(model.sent[1][3])
    model = Model(*[text] * MAX_ATTEMPTS)
    with pytest.raises(UnusableAnswerError, match=fault):
        ask_and_parse(Attempt(FIRST, said_yes), model.complete)
    assert len(model.sent) == MAX_ATTEMPTS == 2


def test_an_answer_that_is_there_already_is_not_asked_for() -> None:
    model = Model('{"yes": false}')
    assert ask_and_parse(Attempt(FIRST, said_yes), model.complete, Completion('{"yes": true}')) is True
    assert ask_and_parse(Attempt(FIRST, said_yes), model.complete, Completion("?")) is False
    assert [len(messages) for messages in model.sent] == [4]


def test_an_answer_without_text_may_be_asked_for_again_and_its_error_is_not_sent() -> None:
    found, again = Attempt(FIRST, said_yes).read(AnswerError("http://host: the model gave no text."))
    assert isinstance(found, UnusableAnswerError)
    assert again is not None
    assert again.messages[:2] == FIRST
    assert "host" in str(found)
    assert "host" not in again.messages[2]["content"]
    assert again.read(Completion("?"))[1] is None


def test_the_version_changes_with_the_prompt() -> None:
    other = Prompt("Say yes.", PROMPT.response_format)
    assert len({PROMPT.version, other.version, Prompt("Say yes or no.", {}).version}) == 3

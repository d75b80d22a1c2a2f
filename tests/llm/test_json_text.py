import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ascribe.llm.completion import parse_json

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

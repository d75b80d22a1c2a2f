from __future__ import annotations

import json

import pytest

from ascribe.errors import InputError
from ascribe.records import Answer
from ascribe.write.json import JsonWriter
from tests.write.conftest import bare_answer


def test_the_json_reads_back_as_the_same_answer(answer: Answer) -> None:
    assert Answer.from_json(JsonWriter().write(answer).text) == answer


def test_indent_changes_the_layout_only(answer: Answer) -> None:
    one_line, indented = JsonWriter(indent=None).write(answer).text, JsonWriter(indent=4).write(answer).text
    assert "\n" not in one_line
    assert indented.startswith('{\n    "query"')
    assert json.loads(one_line) == json.loads(indented)


def test_a_lone_surrogate_is_refused_with_a_clear_message() -> None:
    with pytest.raises(InputError, match="Answer cannot be written as JSON"):
        JsonWriter().write(bare_answer("\ud800", []))


def test_decode_refuses_other_json() -> None:
    with pytest.raises(InputError, match="not valid JSON for Answer"):
        JsonWriter().decode("{}")


def test_the_message_of_each_verdict_is_written_and_read_over(answer: Answer) -> None:
    data = json.loads(JsonWriter().write(answer).text)
    for written, sentence in zip(data["sentences"], answer.sentences, strict=True):
        assert written["verdict"]["message"] == str(sentence.verdict)
    data["sentences"][0]["verdict"]["message"] = "Something else."
    assert Answer.from_json(json.dumps(data)) == answer


def test_without_the_texts_of_sources_the_findings_stay(answer: Answer) -> None:
    small = Answer.from_json(JsonWriter(source_texts=False).write(answer).text)
    assert small.sentences == answer.sentences
    assert small.removed == answer.removed
    assert (small.reply, small.settings) == (answer.reply, answer.settings)
    assert [one.digest for one in small.documents] == [one.digest for one in answer.documents]
    assert not small.retrieved_chunks
    assert all(one.full_text is None and not one.sections for one in small.documents)
    assert [str(one) for one in small.to_html().split("\n")]  # a report can be made of it, too

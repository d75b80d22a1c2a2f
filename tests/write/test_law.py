"""The law of the stage: without what a writer inserted, its text decodes to the reply, byte for byte."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given

from ascribe.protocols import Rendered, Writer
from ascribe.records import Answer
from ascribe.registry import components, load
from tests.write.answers import answers, markdown_answers
from tests.write.conftest import build_answer

WRITERS = {row.name: load("write", row.name)() for row in components("write")}
EVERY_WRITER = pytest.mark.parametrize("writer", WRITERS.values(), ids=WRITERS)


def expected(answer: Answer) -> str:
    return answer.text if answer.reply is None else answer.reply


def assert_law(writer: Writer, answer: Answer) -> Rendered:
    rendered = writer.write(answer)
    assert writer.decode(rendered.without_insertions()) == expected(answer)
    assert all(0 <= i.start < i.end <= len(rendered.text) for i in rendered.insertions)
    assert all(one.end <= two.start for one, two in pairwise(rendered.insertions))
    return rendered


@EVERY_WRITER
def test_law_holds_for_a_realistic_answer(writer: Writer) -> None:
    assert_law(writer, build_answer())


@EVERY_WRITER
@given(answer=answers())
def test_law_holds_for_any_text(writer: Writer, answer: Answer) -> None:
    assert_law(writer, answer)


@EVERY_WRITER
@given(answer=markdown_answers())
def test_law_holds_for_markdown(writer: Writer, answer: Answer) -> None:
    assert_law(writer, answer)


@EVERY_WRITER
@given(answer=answers())
def test_rendering_can_be_saved_and_is_the_same_again(writer: Writer, answer: Answer) -> None:
    text = writer.write(answer).text
    assert text.encode("utf-8")
    assert writer.write(answer).text == text


@pytest.mark.parametrize("name", [name for name in WRITERS if name != "json"])
@given(answer=answers())
def test_markers_stand_for_supporting_references_only(name: str, answer: Answer) -> None:
    for insertion in WRITERS[name].write(answer).insertions:
        if insertion.kind == "marker":
            assert {reference.label for reference in insertion.references} == {"supports"}


@pytest.mark.parametrize("name", [name for name, writer in WRITERS.items() if hasattr(writer, "parts")])
@given(answer=answers())
def test_each_sentence_has_one_part_also_if_it_is_not_in_the_reply(name: str, answer: Answer) -> None:
    parts = list(WRITERS[name].parts(answer))
    assert len(parts) == len(answer.sentences) + 1
    assert "".join(parts) == WRITERS[name].write(answer).text

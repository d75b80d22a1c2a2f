"""A source that several searches of an agent have found counts once; no package of an agent is needed."""

from types import SimpleNamespace
from typing import Any

import pytest

from ascribe import InputError
from ascribe.adapters.pydantic_ai import check_run
from ascribe.adapters.repeated_sources import drop_repeated_sources

MILL = {"id": "mill", "text": "The mill has 12 sails."}


def make_run(*results: Any) -> Any:
    """The result of a run in which a tool was called once for each of these results."""
    parts = [
        SimpleNamespace(part_kind="tool-return", outcome="success", content=result) for result in results
    ]
    messages = [SimpleNamespace(parts=[part]) for part in parts]
    return SimpleNamespace(output="The mill has 12 sails.", all_messages=lambda: messages)


def test_a_record_that_a_tool_returns_twice_counts_once() -> None:
    answer = check_run(make_run([MILL], [dict(MILL), "The Arle is slow."]), tier="rules")
    assert [document.doc_id for document in answer.documents] == ["mill", "source-2"]
    assert answer.status_counts() == {"supported": 1}


def test_two_texts_with_one_id_are_an_error() -> None:
    with pytest.raises(InputError, match="its id 'mill' is the id of source 1 too"):
        check_run(make_run([MILL], [{**MILL, "text": "The mill has 14 sails."}]), tier="rules")


def test_without_an_id_nothing_is_left_out() -> None:
    texts = ["It is old.", "It is old.", {"text": "It is old."}, {"text": "It is old."}]
    assert list(drop_repeated_sources(texts)) == texts

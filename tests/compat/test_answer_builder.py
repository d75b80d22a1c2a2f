import logging
import re
from dataclasses import dataclass, field
from types import SimpleNamespace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ascribe import AnswerBuilder, Document, GeneratedAnswer, InputError, read_sources
from ascribe.compat import SourceDocument
from ascribe.compat.answer_builder.citations import compile_pattern
from ascribe.errors import PatternTimeout

PLAIN = r"\[(\d+)\]"


def documents(count: int) -> list[dict[str, Any]]:
    return [{"id": f"d{n}", "text": f"Text {n}.", "meta": {"page": n}} for n in range(1, count + 1)]


def build(reply: Any, count: int = 5, run: dict[str, Any] | None = None, **made: Any) -> GeneratedAnswer:
    (answer,) = AnswerBuilder(**made).run("q", [reply], documents=documents(count), **(run or {}))["answers"]
    return answer


def places(answer: GeneratedAnswer) -> list[int]:
    return [document.meta["source_index"] for document in answer.documents]


def codes(answer: GeneratedAnswer) -> list[tuple[str, int | None]]:
    return [(warning.code, warning.number) for warning in answer.warnings]


def test_without_patterns_the_whole_reply_and_all_documents_are_returned() -> None:
    answer = build("  A [1].\n", count=2)
    assert answer.data == "  A [1].\n"
    assert answer.query == "q"
    assert answer.meta == {"all_messages": ["  A [1].\n"]}
    assert answer.documents == [
        SourceDocument("d1", "Text 1.", {"page": 1, "source_index": 1}),
        SourceDocument("d2", "Text 2.", {"page": 2, "source_index": 2}),
    ]


@pytest.mark.parametrize(
    ("pattern", "reply", "data"),
    [
        (r"Answer: (.*)", "So.\nAnswer: 42\nBye", "42"),
        (r"[^\n]+$", "One\nTwo", "Two"),
        (r"Answer: (.*)", "nothing of it", ""),
        (r"(x)?b", "ab", "b"),
        ("", "abc", ""),
        (r"(?P<all>a.)", "ab", "ab"),
        (r"(?:a)(?=b)", "ab", "a"),
    ],
)
def test_the_pattern_finds_the_answer(pattern: str, reply: str, data: str) -> None:
    assert build(reply, pattern=pattern).data == data
    assert build(reply, run={"pattern": pattern or None}, pattern="zz" if pattern else "").data == data


def test_metadata_comes_with_the_message_then_with_the_run() -> None:
    message = {"role": "assistant", "content": "A", "meta": {"model": "m", "seen": 1, "all_messages": 0}}
    (answer,) = AnswerBuilder().run("q", [message], meta=[{"seen": 2}])["answers"]
    assert answer.meta == {"model": "m", "seen": 2, "all_messages": [message]}
    assert "all_messages" in message["meta"]


@pytest.mark.parametrize("meta", [None, []])
def test_no_metadata_is_no_metadata(meta: Any) -> None:
    (answer,) = AnswerBuilder().run("q", ["A"], meta=meta)["answers"]
    assert answer.meta == {"all_messages": ["A"]}


def test_as_many_metadata_as_replies() -> None:
    with pytest.raises(ValueError, match="got 1 for 2 replies"):
        AnswerBuilder(last_message_only=True).run("q", ["A", "B"], meta=[{}])


def test_the_last_message_only() -> None:
    meta = [{"n": 1}, {"n": 2}]
    both = AnswerBuilder().run("q", ["A", "B"], meta)["answers"]
    (last,) = AnswerBuilder(last_message_only=True).run("q", ["A", "B"], meta)["answers"]
    assert [answer.data for answer in both] == ["A", "B"]
    assert last == both[1]
    assert last.meta == {"n": 2, "all_messages": ["A", "B"]}
    assert AnswerBuilder(last_message_only=True).run("q", [])["answers"] == []


def test_only_what_is_cited_in_the_order_given() -> None:
    answer = build("B [5]. A [3], [3].", reference_pattern=PLAIN)
    assert places(answer) == [3, 5]
    assert all(document.meta["referenced"] is True for document in answer.documents)
    assert answer.citations == {3: 2, 5: 1}


def test_all_documents_with_a_flag() -> None:
    answer = build("A [2] [9].", 3, reference_pattern=PLAIN, return_only_referenced_documents=False)
    assert [document.meta["referenced"] for document in answer.documents] == [False, True, False]
    assert codes(answer) == [("out_of_range", 9)]


@pytest.mark.parametrize(
    ("reply", "cited", "expected"),
    [
        ("A [3]", [], [("out_of_range", 3)]),
        ("A [0] [1]", [1], [("out_of_range", 0)]),
        ("A [٢] [02]", [2], []),
        ("A [-1] [1,2] [1, 2]", [], []),
    ],
)
def test_out_of_range(reply: str, cited: list[int], expected: Any, caplog) -> None:
    with caplog.at_level(logging.WARNING):
        answer = build(reply, 2, reference_pattern=PLAIN)
    assert places(answer) == cited
    assert codes(answer) == expected
    assert [re.findall(r"\d+", message)[0] for message in caplog.messages] == [str(n) for _, n in expected]


@pytest.mark.parametrize(
    ("reply", "cited", "expected"),
    [
        ("[6-10]", [6, 7, 8, 9, 10], []),
        ("[1-3,7-9]", [1, 2, 3, 7, 8, 9], []),
        ("[3-1]", [], [("backwards", None)]),
        ("[9-999999999]", [9, 10], [("cut_off", 999999999)]),
        ("[0-1]", [1], [("out_of_range", 0)]),
        ("[11-12]", [], [("cut_off", 12)]),
        ("[ 1 ; 3 – 4 ] [6−7]", [1, 3, 4, 6, 7], []),
    ],
)
def test_ranges_where_they_are_asked_for(reply: str, cited: list[int], expected: Any) -> None:
    answer = build(reply, 10, reference_pattern=PLAIN, expand_reference_ranges=True)
    assert places(answer) == cited
    assert codes(answer) == expected
    assert places(build(reply, 10, reference_pattern=PLAIN)) == []
    off = build(
        reply, 10, {"expand_reference_ranges": False}, reference_pattern=PLAIN, expand_reference_ranges=True
    )
    assert places(off) == []


@pytest.mark.parametrize(
    ("pattern", "reply", "cited", "expected"),
    [
        (r"\[(\w+)\]", "[b] [2]", [2], [("unreadable", None)]),
        (r"\[\d\]", "[2]", [2], []),
        (r"\d+", "2 of 3", [2, 3], []),
        (r"\[(\d*)\]", "[] [1]", [1], [("unreadable", None)]),
        (r"\d*", "2", [2], []),
        (r"\[(?:(\d+),?\s*)+\]", "[1, 2] and [3]", [2, 3], []),
        ("acm", "[1, 2] and [3] not [1-2]", [1, 2, 3], []),
        (r"\[([\d-]+)\]", "[1-2-3]", [], [("unreadable", None)]),
        (r"(\d+)", "9" * 5000, [], [("unreadable", None)]),
    ],
)
def test_any_pattern_ends_in_a_result(pattern: str, reply: str, cited: list[int], expected: Any) -> None:
    answer = build(reply, reference_pattern=pattern)
    assert places(answer) == cited
    assert codes(answer) == expected


def test_references_count_outside_the_answer_too() -> None:
    answer = build("See [1].\nAnswer: B [2].", pattern="Answer: (.*)", reference_pattern=PLAIN)
    assert places(answer) == [1, 2]
    assert [answer.reply[m.start : m.end] for m in answer.reply_markers] == ["[1]", "[2]"]
    assert [answer.data[m.start : m.end] for m in answer.markers] == ["[2]"]


def test_without_a_reference_pattern_the_grammar_finds_the_markers() -> None:
    answer = build("A [1, 3]. B【9】. `[4]`", 5)
    assert [(m.documents, m.style) for m in answer.markers] == [((1, 3), "bracket"), ((9,), "bracket")]
    assert codes(answer) == [("out_of_range", 9)]
    assert places(answer) == [1, 2, 3, 4, 5]
    assert answer.text_without_markers == "A. B. `[4]`"


def test_without_documents_nothing_is_said_of_references(caplog) -> None:
    (answer,) = AnswerBuilder(reference_pattern=PLAIN).run("q", ["A [1]"])["answers"]
    assert (answer.documents, answer.warnings, caplog.messages) == ([], (), [])


@pytest.mark.parametrize("name", ["pattern", "reference_pattern"])
@pytest.mark.parametrize("wrong", ["(a)(b)", "(", "[z-a]", "a{9999999}", "(" * 5000, 5, r"\p{L}"])
def test_a_wrong_pattern_is_refused_at_once(name: str, wrong: Any) -> None:
    with pytest.raises(ValueError, match=f"^{name} "):
        AnswerBuilder(**{name: wrong})
    with pytest.raises(ValueError, match=f"^{name} "):
        AnswerBuilder().run("q", [], **{name: wrong})


def test_a_slow_pattern_is_stopped() -> None:
    builder = AnswerBuilder(pattern=r"(?:\w|\w\w)+[;,]")
    builder.pattern_seconds = 0.05
    with pytest.raises(PatternTimeout, match=r"pattern .* stopped after 0.05 s"):
        builder.run("q", ["word" * 60])


@given(st.text("ab12()[]{}?*+|\\d.^$-,:=!<>#iP& ", max_size=25), st.text("ab12[], -\n", max_size=30))
def test_every_pattern_is_refused_or_ends(pattern: str, reply: str) -> None:
    try:
        compile_pattern(pattern, "pattern")
    except InputError:
        return
    answer = build(reply, pattern=pattern, reference_pattern=pattern)
    assert answer.reply[answer.data_start :].startswith(answer.data)


@dataclass
class Found:
    content: str
    meta: dict[str, Any] = field(default_factory=dict)
    id: str = "x"


class Plain:
    def __init__(self, text: str) -> None:
        self.page_content, self.metadata = text, {"a": 1}


def test_documents_of_any_class_are_copied_and_keep_their_class() -> None:
    ours = read_sources([{"id": "mine", "text": "A mill.", "metadata": {"a": 1}}])[0]
    given_: list[Any] = [
        "text",
        Found("found", {"a": 1}),
        Plain("plain"),
        {"page_content": "dict", "title": "T"},
        ours,
    ]
    (answer,) = AnswerBuilder().run("q", ["A"], documents=given_)["answers"]
    assert [type(d) for d in answer.documents] == [
        SourceDocument,
        Found,
        Plain,
        SourceDocument,
        SourceDocument,
    ]
    text, found, plain, from_dict, from_ours = answer.documents
    assert (text.id, text.content, text.score) == ("source-1", "text", None)
    assert found.meta == {"a": 1, "source_index": 2}
    assert given_[1].meta == {"a": 1}
    assert plain.metadata == {"a": 1, "source_index": 3}
    assert given_[2].metadata == {"a": 1}
    assert from_dict.meta == {"title": "T", "source_index": 4}
    assert (from_ours.id, from_ours.content, from_ours.meta["source_index"]) == ("mine", "A mill.", 5)
    assert "source_index" not in ours.metadata
    with pytest.raises(InputError, match="document 1: a int has neither"):
        AnswerBuilder().run("q", ["A"], documents=[3])


@pytest.mark.parametrize(
    ("reply", "text"),
    [
        ({"role": "assistant", "content": "A"}, "A"),
        ({"role": "assistant", "content": None, "tool_calls": []}, ""),
        ({"role": "user", "content": [{"type": "text", "text": "A"}, {"type": "image_url"}]}, "A"),
        (SimpleNamespace(text="A", meta={"m": 1}), "A"),
        (SimpleNamespace(text=None, role="assistant"), ""),
        (SimpleNamespace(content="A", response_metadata={"m": 1}), "A"),
        ({"choices": [{"message": {"content": "A"}}]}, "A"),
        (5, "5"),
    ],
)
def test_messages(reply: Any, text: str) -> None:
    assert build(reply).data == text


def test_one_reply_instead_of_a_list() -> None:
    with pytest.raises(InputError, match="replies must be a list"):
        AnswerBuilder().run("q", "A")


def test_check_judges_against_all_documents_that_were_given() -> None:
    page: Document = read_sources([{"id": "b", "text": "The mill has 12 sails."}])[0]
    given_ = ["The mill is old.", page, SourceDocument("image")]
    (answer,) = AnswerBuilder(reference_pattern=PLAIN).run(
        "q", ["The mill has 12 sails [1]."], documents=given_
    )["answers"]
    checked = answer.check(tier="rules")
    assert checked.sentences[0].verdict is not None
    assert checked.sentences[0].verdict.status == "supported"
    assert [reference.document_id for reference in checked.sentences[0].references] == ["b"]
    assert checked.query == "q"
    assert [skipped.source for skipped in checked.skipped] == ["image"]


def test_an_answer_of_four_fields_can_be_checked() -> None:
    answer = GeneratedAnswer("The mill is old.", "q", [SourceDocument("a", "The mill is old.")], {})
    assert answer.check(tier="rules").sentences[0].references[0].document_id == "a"


def test_to_dict_is_plain() -> None:
    answer = build({"role": "assistant", "content": "A [1]"}, 1)
    assert answer.to_dict() == {
        "data": "A [1]",
        "query": "q",
        "documents": [
            {"id": "d1", "content": "Text 1.", "meta": {"page": 1, "source_index": 1}, "score": None}
        ],
        "meta": {"all_messages": [{"role": "assistant", "content": "A [1]"}]},
    }
    assert GeneratedAnswer.from_dict(answer.to_dict()).to_dict() == answer.to_dict()
    assert GeneratedAnswer.from_dict({"type": "x", "init_parameters": answer.to_dict()}).data == "A [1]"

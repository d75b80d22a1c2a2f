"""Answers while they are written: what is shown when, and that the end is what ``ask`` says."""

import asyncio
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ascribe import Answer, InputError, MissingExtraError
from ascribe.errors import UnknownOptionError
from ascribe.library import Library, ask, astream_answer, stream_answer
from ascribe.protocols import Draft
from ascribe.records import StreamEvent
from ascribe.records.verdict import Strictness
from ascribe.write.terminal import TerminalWriter
from tests.library.test_refusing import LEVELS, TABLE
from tests.library.writing import QUESTION, SOURCE, WORDS, Lettered, Writing, sentences
from tests.streaming.replay import pieces, standing


@pytest.fixture(scope="module")
def library() -> Iterator[Library]:
    with Library(encode=False) as made:
        made.add({"id": "mill", "text": SOURCE})
        yield made


def ends_as_asked(library: Library, generator: Any, **options: Any) -> list[StreamEvent]:
    """The events, of which the last has the answer of ``ask``, and the others lead to its text."""
    options = {"tier": Lettered(), "language": "en", "generator": generator, **options}
    answer = library.ask(QUESTION, **options)
    events = list(library.stream(QUESTION, **options))
    *_, references, final = events
    held = standing(events)
    assert final.answer == answer
    assert final.text == answer.to_markdown()
    assert "".join(event.text for event in held) + references.text == final.text
    assert [event.sentence for event in held] == answer.sentences
    assert [event.kind for event in events[-2:]] == ["references", "final"]
    return events


@pytest.mark.parametrize(("letters", "level"), [(row[0], level) for row in TABLE for level in LEVELS])
def test_nothing_is_shown_that_the_level_takes_back(library, letters: str, level: Strictness) -> None:
    written = sentences(letters)
    writing = Writing(written, Draft("".join(written).strip()))
    events = ends_as_asked(library, writing, strictness=level)
    assert not [event for event in events if event.kind == "retracted"]
    writing = Writing(written, writing.draft)
    told = library.stream(QUESTION, generator=writing, strictness=level, tier=Lettered(), language="en")
    shown = [(event.sentence.text, writing.asked_for) for event in told if event.sentence]
    supported = letters.find("s")
    first = supported + 2 if level in ("loose", "balanced") and supported >= 0 else len(letters)
    for text, asked_for in shown:  # the piece behind a sentence completes it
        place = next(n for n, sentence in enumerate(written) if sentence.startswith(text))
        assert asked_for == min(len(letters), max(first, place + 2))


@given(
    st.lists(st.sampled_from("".join(WORDS)), max_size=6).map("".join),
    st.sampled_from(LEVELS),
    st.sampled_from([" ", "\n", "\n- ", "\n\n"]),
    st.lists(st.integers(0, 400), max_size=12),
)
def test_any_draft_cut_anywhere(letters: str, level: Strictness, joint: str, cuts: list[int]) -> None:
    text = joint.join(sentence.strip() for sentence in sentences(letters))
    with Library(encode=False) as library:
        library.add({"id": "mill", "text": SOURCE})
        ends_as_asked(library, Writing(pieces(text, cuts), Draft(text)), strictness=level)
        if level in ("loose", "balanced"):
            ends_as_asked(library, Writing(pieces(text, cuts), Draft(text)), strictness=level, verify=False)


OTHERS = [
    Draft("The mill number 0 stands here. The mill number 1 floats here."),
    Draft("It is another one that stands there."),
    Draft(outcome="generator_refused"),
    Draft(outcome="no_evidence"),
    Draft(outcome="generator_error", details="it is off"),
    Draft(),
    RuntimeError("gone"),
]


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("draft", OTHERS, ids=str)
def test_a_draft_that_turns_out_otherwise_takes_back_what_was_shown(library, draft, level) -> None:
    events = ends_as_asked(library, Writing(sentences("sss"), draft), strictness=level)
    reasons = {event.reason for event in events if event.kind == "retracted"}
    assert (reasons != set()) == (level in ("loose", "balanced"))
    if events[-1].answer is not None and events[-1].answer.was_refused:
        assert reasons <= {"refused"}


def test_unchecked_sentences_are_shown_when_one_is_no_refusal(library) -> None:
    written = ["The owner is not mentioned. ", "There is no information. ", "The mill is old. ", "So it is."]
    shown, writing = [], Writing(written)
    for event in library.stream(QUESTION, generator=writing, verify=False, tier=Lettered()):
        shown.append((event.kind, writing.asked_for))
        assert event.sentence is None or event.sentence.verdict is None
    assert [kind for kind, _ in shown] == ["sentence"] * 4 + ["references", "final"]
    assert [asked_for for _, asked_for in shown] == [4] * 6
    ends_as_asked(library, Writing(written), verify=False)
    refused = ends_as_asked(library, Writing(written[:2]), verify=False)[-1].answer
    assert refused is not None
    assert refused.refusal_reason == "generator_refused"


@pytest.mark.parametrize("options", [{}, {"strictness": "loose"}, {"strictness": "paranoid"}])
@pytest.mark.parametrize(
    "generator", ["extractive", lambda *_: "The mill has 12 sails.", lambda *_: "", lambda *_: 1 / 0]
)
def test_who_does_not_stream_is_shown_at_the_end(library, generator, options) -> None:
    events = ends_as_asked(library, generator, tier="rules", **options)
    assert not [event for event in events if event.kind == "retracted"]


def test_a_refusal_in_words_is_not_shown_though_a_tier_supports_it(library) -> None:
    written = ["The owner is not mentioned, as it stands. ", "There is no information that stands. ", "So"]
    for further in ([], ["The mill stands. It floats here."]):
        events = ends_as_asked(library, Writing([*written, *further]), strictness="balanced")
        assert not [event for event in events if event.kind == "retracted"]
        assert events[-1].answer is not None
        assert events[-1].answer.was_refused == (not further)


def test_where_nothing_is_found_nobody_is_asked(library) -> None:
    writing = Writing(["It is so."])
    events = list(library.stream("Quidquid?", generator=writing, tier="rules"))
    assert [event.kind for event in events] == ["references", "final"]
    assert (events[-1].answer.refusal_reason, writing.asked_for) == ("no_evidence", 0)
    assert events[-1].answer == library.ask("Quidquid?", generator=writing, tier="rules")


@pytest.mark.parametrize(
    ("said", "details"),
    [
        (["The mill.", 7], "it returned int, not text or a Draft"),
        (["The mill."], "its stream ended without a Draft"),
        (None, "TypeError: 'NoneType' object is not iterable"),
    ],
)
def test_a_stream_that_is_none_is_a_failure(library, said, details: str) -> None:
    class Odd(Writing):
        def stream(self, *_: Any) -> Any:
            return said

    *_, final = library.stream(QUESTION, generator=Odd([]), tier="rules")
    assert (final.answer.refusal_reason, final.answer.refusal_details) == ("generator_error", details)


def test_a_missing_package_is_named(library) -> None:
    with pytest.raises(MissingExtraError, match="pip install"):
        list(
            library.stream(QUESTION, generator=Writing([], MissingExtraError("pip install it")), tier="rules")
        )


def test_a_stream_that_has_to_be_awaited_is_refused(library) -> None:
    class Awaited(Writing):
        async def stream(self, *_: Any) -> Any:
            yield "The mill"

    with pytest.raises(InputError, match="generator must not be async"):
        list(library.stream(QUESTION, generator=Awaited([])))


def test_nothing_is_done_before_the_first_event_and_closing_ends_the_draft(library) -> None:
    writing = Writing(sentences("sss"))
    events = library.stream(QUESTION, generator=writing, tier=Lettered(), language="en")
    assert writing.asked_for == 0
    next(events)
    assert (writing.asked_for, writing.closed) == (2, False)
    events.close()
    assert writing.closed


def test_what_cannot_be_used_is_named_before_anything_is_searched(library) -> None:
    with pytest.raises(InputError, match="html cannot render single sentences"):
        next(library.stream("", writer="html"))
    with pytest.raises(InputError, match="strictness"):
        next(library.stream(QUESTION, strictness="severe"))
    with pytest.raises(TypeError):
        next(library.stream(QUESTION, strictnes="strict"))


def test_other_passages_and_more_of_them_are_read_as_by_ask(library) -> None:
    class Longest:
        def predict(self, asked: list[tuple[str, str]]) -> list[float]:
            return [float(len(text)) for _, text in asked]

    class Noting(Writing):
        def stream(self, question: str, offered: Any, language: str | None) -> Iterator[Any]:
            read.append([one.chunk.text for one in offered])
            return super().stream(question, offered, language)

    text = "\n\n".join(
        f"# Part {n}\n\n" + f"The mill number {n} has 12 sails and is old. " * 60 for n in range(3)
    )
    library.add({"id": "long", "text": text})
    read: list[list[str]] = []
    options: dict[str, Any] = {"rerank": Longest(), "context": "section", "top": 1}
    events = ends_as_asked(library, Noting(sentences("sus")), **options)
    assert events[-1].answer is not None
    assert "rerank" in events[-1].answer.settings.components
    ((section,),) = read
    assert len(section) > 2_000
    library.remove("long")


def test_another_writer_makes_the_texts(library) -> None:
    writer = TerminalWriter(color=False)
    events = list(
        library.stream(QUESTION, writer=writer, generator=Writing(sentences("ss")), tier=Lettered())
    )
    assert events[0].text == "The mill number 0 stands here. [✓ 1]"
    assert events[-1].text == str(events[-1].answer)


def test_the_async_twin_tells_the_same_and_leaves_nothing_running(library) -> None:
    options: dict[str, Any] = {"tier": Lettered(), "language": "en"}
    writing = Writing(sentences("sss"))

    async def run() -> list[StreamEvent]:
        first = library.astream(QUESTION, generator=writing, **options)
        await anext(first)
        await first.aclose()
        assert writing.closed
        found = [event async for event in library.astream(QUESTION, generator=writing, **options)]
        assert len(asyncio.all_tasks()) == 1
        return found

    assert asyncio.run(run()) == list(library.stream(QUESTION, generator=writing, **options))


def test_documents_at_hand(tmp_path) -> None:
    (tmp_path / "mill.txt").write_text(SOURCE, encoding="utf-8")
    (tmp_path / "broken.docx").write_bytes(b"no zip")
    options: dict[str, Any] = {
        "tier": "rules",
        "generator": Writing(["The mill has 12 sails. ", "So it is."]),
    }
    expected: Answer = ask(QUESTION, tmp_path, **options)
    assert [skipped.source for skipped in expected.skipped] == [str(tmp_path / "broken.docx")]
    events = list(stream_answer(QUESTION, tmp_path, **options))
    assert (events[-1].answer, events[-1].text) == (expected, expected.to_markdown())

    async def run() -> list[StreamEvent]:
        return [event async for event in astream_answer(QUESTION, tmp_path, **options)]

    assert asyncio.run(run()) == events
    mistyped: Any = {"strictnes": "strict"}
    with pytest.raises(UnknownOptionError, match="did you mean 'strictness'"):
        stream_answer(QUESTION, tmp_path / "nowhere", **mistyped)

import asyncio
import logging
import math
from collections.abc import Callable
from datetime import UTC
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ascribe import InputError
from ascribe.compat import (
    BUILTIN_THRESHOLD,
    DEFAULT_THRESHOLD,
    ReferenceEvent,
    SimilarityBasedReferenceFormatter,
)

RESPONSE = "The mill is old."


class Invoker:
    """Looks up the vectors of texts and remembers the calls."""

    def __init__(self, vectors: dict[str, list[float]]) -> None:
        self.vectors = {RESPONSE: [1.0, 0.0], **vectors}
        self.calls: list[Any] = []

    def invoke(self, texts: str | list[str]) -> Any:
        self.calls.append(texts)
        return self.vectors[texts] if isinstance(texts, str) else [self.vectors[text] for text in texts]


class AsyncInvoker(Invoker):
    async def invoke(self, texts: str | list[str]) -> Any:
        return super().invoke(texts)


def at(similarity: float) -> list[float]:
    return [similarity, math.sqrt(1 - similarity**2)]


def chunk(name: str, /, content: Any = None, **metadata: Any) -> dict[str, Any]:
    return {"id": name, "content": name if content is None else content, "metadata": metadata}


def named(*names: str) -> list[dict[str, Any]]:
    return [chunk(name, file_name=f"{name}.pdf") for name in names]


VECTORS = {"a": at(0.6), "b": at(0.9), "c": at(0.2), "d": at(0.9), "e": at(0.5)}


def test_near_chunks_come_nearest_first_and_ties_in_the_order_given() -> None:
    formatter = SimilarityBasedReferenceFormatter(Invoker(VECTORS))
    expected = "References:\n1. b.pdf\n2. d.pdf\n3. a.pdf\n4. e.pdf"
    assert formatter.format_reference_sync(RESPONSE, named(*"abcde")) == expected
    selection = formatter.select(RESPONSE, named(*"abcde"))
    assert selection.scores == (0.9, 0.9, 0.6, 0.5)
    assert selection.failures == ()


@pytest.mark.parametrize(
    ("threshold", "kept"), [(-1, ["x", "z", "o", "n"]), (0, ["x", "z", "o"]), (1, ["x"]), (1.1, [])]
)
def test_the_threshold_belongs_to_what_it_keeps(threshold: float, kept: list[str]) -> None:
    vectors = {"x": [9.0, 0.0], "z": [0.0, 0.0], "o": [0.0, 5.0], "n": [-2.0, 0.0]}
    formatter = SimilarityBasedReferenceFormatter(Invoker(vectors), threshold, stringify=False)
    found = formatter.format_reference_sync(RESPONSE, [chunk(name) for name in "xzon"])
    assert [c["id"] for c in found if isinstance(c, dict)] == kept


def test_one_call_is_made_for_the_response_and_one_for_all_chunks() -> None:
    invoker = Invoker(VECTORS)
    formatter = SimilarityBasedReferenceFormatter(invoker)
    assert formatter.format_reference_sync(RESPONSE, []) == ""
    assert invoker.calls == []
    formatter.format_reference_sync(RESPONSE, named("a", "b"))
    assert invoker.calls == [RESPONSE, ["a", "b"]]


def plain(texts: Any) -> Any:
    return Invoker(VECTORS).invoke(texts)


async def awaited(texts: Any) -> Any:
    return plain(texts)


def late(texts: Any) -> Any:
    """A plain function whose result has to be awaited."""
    return awaited(texts)


@pytest.mark.parametrize(
    "em_invoker",
    [Invoker(VECTORS), AsyncInvoker(VECTORS), plain, awaited, late, lambda texts: np.array(plain(texts))],
)
def test_invokers_may_be_objects_or_functions_sync_or_async(em_invoker: Any) -> None:
    formatter = SimilarityBasedReferenceFormatter(em_invoker)
    shown = formatter.format_reference_sync(RESPONSE, named("a", "c"))
    assert shown == "References:\n1. a.pdf"
    assert asyncio.run(formatter.format_reference(RESPONSE, named("a", "c"))) == shown
    assert asyncio.run(formatter.run(response=RESPONSE, chunks=named("a", "c"))) == shown


def test_the_sync_twin_works_where_a_loop_runs() -> None:
    async def notebook() -> Any:
        return SimilarityBasedReferenceFormatter(awaited).format_reference_sync(RESPONSE, named("a"))

    assert asyncio.run(notebook()) == "References:\n1. a.pdf"


def test_chunks_of_one_file_make_one_line_and_stay_several_chunks() -> None:
    chunks = [chunk("a", file_name="m.pdf"), chunk("b", file_name="m.pdf"), chunk("b", file_name="M.pdf")]
    formatter = SimilarityBasedReferenceFormatter(Invoker(VECTORS))
    assert formatter.format_reference_sync(RESPONSE, chunks) == "References:\n1. m.pdf\n2. M.pdf"
    listed = SimilarityBasedReferenceFormatter(Invoker(VECTORS), stringify=False)
    found = listed.format_reference_sync(RESPONSE, chunks)
    assert [id(c) for c in found] == [id(chunks[n]) for n in (1, 2, 0)]


def test_own_functions_get_the_chunks_and_the_raw_lines() -> None:
    given: list[Any] = []

    def references(lines: list[str]) -> str:
        given.extend(lines)
        return "|".join(lines)

    chunks = [SimpleNamespace(id="a", content="a", metadata={}), SimpleNamespace(id="b", content="b")]
    invoker = Invoker(VECTORS)
    both = SimilarityBasedReferenceFormatter(
        invoker, format_references_func=references, format_chunk_func=lambda c: type(c).__name__
    )
    assert both.format_reference_sync(RESPONSE, chunks) == "SimpleNamespace|SimpleNamespace"
    assert given == ["SimpleNamespace", "SimpleNamespace"]
    line = SimilarityBasedReferenceFormatter(invoker, format_chunk_func=lambda _: "same")
    assert line.format_reference_sync(RESPONSE, chunks) == "References:\n1. same"
    keys = SimilarityBasedReferenceFormatter(invoker, format_chunk_metadata_map={"title": "name"})
    assert keys.format_reference_sync(RESPONSE, [chunk("a", name="N")]) == "References:\n1. N"


@pytest.mark.parametrize("content", [b"bytes", "", " \n"])
def test_a_chunk_without_text_is_reported_and_never_relevant(
    content: Any, caplog: pytest.LogCaptureFixture
) -> None:
    formatter = SimilarityBasedReferenceFormatter(Invoker(VECTORS), -1)
    with caplog.at_level(logging.WARNING):
        shown = formatter.format_reference_sync(RESPONSE, [chunk("z", content), *named("a")])
    assert shown == "References:\n1. a.pdf"
    assert "chunks [1] were not judged" in caplog.text
    assert formatter.select(RESPONSE, [chunk("z", content)]).failures[0].positions == (1,)


def emitted(
    make: Callable[[list[ReferenceEvent]], Any], chunks: Any = None, **made: Any
) -> list[ReferenceEvent]:
    events: list[ReferenceEvent] = []
    formatter = SimilarityBasedReferenceFormatter(Invoker(VECTORS), **made)
    asyncio.run(
        formatter.format_reference(RESPONSE, named("a", "b") if chunks is None else chunks, make(events))
    )
    return events


def async_emitter(events: list[ReferenceEvent]) -> Any:
    async def emit(event: ReferenceEvent) -> None:
        events.append(event)

    return SimpleNamespace(emit=emit)


@pytest.mark.parametrize(
    "make", [async_emitter, lambda events: events.append, lambda events: SimpleNamespace(emit=events.append)]
)
def test_the_text_is_one_event(make: Any) -> None:
    (event,) = emitted(make)
    assert event.value == "References:\n1. b.pdf\n2. a.pdf"
    assert (event.type, event.level.name, event.value_type) == ("reference", "INFO", "text")
    assert event.timestamp.tzinfo is UTC


def test_chunks_are_one_event_each_and_share_an_id() -> None:
    events = emitted(async_emitter, [{**chunk("a", page=3), "score": 0.7}, chunk("b")], stringify=False)
    assert [event.value for event in events] == [
        {"id": "b", "content": "b", "additional_context": [], "metadata": {}, "score": None},
        {"id": "a", "content": "a", "additional_context": [], "metadata": {"page": 3}, "score": 0.7},
    ]
    assert {(event.type, event.level.name, event.value_type) for event in events} == {
        ("reference", "INFO", "json")
    }
    assert len({event.id for event in events}) == 1
    assert events[0].id != emitted(async_emitter)[0].id


@pytest.mark.parametrize("stringify", [True, False])
def test_nothing_is_emitted_where_there_is_nothing_or_nobody_shall_know(stringify: bool) -> None:
    assert emitted(async_emitter, named("c"), stringify=stringify) == []
    assert emitted(async_emitter, [], stringify=stringify) == []
    assert emitted(async_emitter, stringify=stringify, streamable=False) == []


@pytest.mark.parametrize("response", ["", "  \n", None, 3, b"text"])
def test_a_response_that_says_nothing_is_refused(response: Any) -> None:
    with pytest.raises(InputError, match="response: expected text"):
        SimilarityBasedReferenceFormatter(plain).format_reference_sync(response, [])


@pytest.mark.parametrize("chunks", [None, "text", {"id": "a"}, 3])
def test_what_is_no_list_of_chunks_is_refused(chunks: Any) -> None:
    with pytest.raises(InputError, match="chunks: expected a list of chunks"):
        SimilarityBasedReferenceFormatter(plain).format_reference_sync(RESPONSE, chunks)


@pytest.mark.parametrize("threshold", [None, "0.5", True, math.nan])
def test_a_threshold_is_a_number(threshold: Any) -> None:
    with pytest.raises(InputError, match="threshold: expected a number"):
        SimilarityBasedReferenceFormatter(plain, threshold)


def test_what_cannot_be_called_is_refused() -> None:
    with pytest.raises(InputError, match="em_invoker: a dict has no 'invoke'"):
        SimilarityBasedReferenceFormatter({})
    with pytest.raises(InputError, match="event_emitter: a list has no 'emit'"):
        SimilarityBasedReferenceFormatter(plain).format_reference_sync(RESPONSE, [], [])


@pytest.mark.parametrize(
    ("vectors", "message"),
    [
        ([[1.0, 0.0]], "2 of the same length"),
        ([[1.0], [1.0]], "2 of the same length"),
        ([[1.0, 0.0], [1.0]], "all of one length"),
        ([[1.0, 0.0], [math.nan, 0.0]], "not finite"),
        ("words", "vectors of numbers"),
    ],
)
def test_vectors_that_do_not_fit_are_refused(vectors: Any, message: str) -> None:
    formatter = SimilarityBasedReferenceFormatter(lambda t: [1.0, 0.0] if isinstance(t, str) else vectors)
    with pytest.raises(InputError, match=message):
        formatter.select(RESPONSE, named("a", "b"))


@given(
    st.lists(st.floats(-1, 1), min_size=1, max_size=9),
    st.floats(-1, 1),
    st.sampled_from([1e-200, 1.0, 1e200]),
)
def test_the_order_is_by_similarity_then_position_whatever_the_length_of_vectors(
    values: list[float], threshold: float, scale: float
) -> None:
    rows = [[scale * x for x in at(value)] for value in values]
    formatter = SimilarityBasedReferenceFormatter(
        lambda texts: [3.0, 0.0] if isinstance(texts, str) else rows, threshold
    )
    found = formatter.select(RESPONSE, [chunk(f"c{n}") for n in range(len(values))])
    assert all(score is not None and score >= threshold for score in found.scores)
    order = [(-score, offered.position) for score, offered in zip(found.scores, found.offered, strict=True)
             if score is not None]  # fmt: skip
    assert order == sorted(order)
    kept = {offered.position - 1 for offered in found.offered}
    assert all(n in kept for n, value in enumerate(values) if value > threshold + 1e-8)


def test_the_built_in_encoder_tells_the_used_source_from_the_others() -> None:
    chunks = [
        chunk(
            "a1",
            "Paris is the capital and largest city of France, on the river Seine.",
            file_name="france.md",
        ),
        chunk("a2", "Photosynthesis turns light into chemical energy in plants.", file_name="plants.md"),
        chunk("a3", "France's capital, Paris, has two million inhabitants.", file_name="france.md"),
    ]
    formatter = SimilarityBasedReferenceFormatter(threshold=BUILTIN_THRESHOLD)
    response = "Paris is the capital of France and has two million inhabitants."
    assert formatter.format_reference_sync(response, chunks) == "References:\n1. france.md"
    assert DEFAULT_THRESHOLD == 0.5

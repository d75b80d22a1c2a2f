"""What a generator reads around a passage: its neighbours or its section, each sentence once, in bounds."""

import json
from typing import Any

import pytest
from benchmarks.library_stand_in import StandIn
from hypothesis import given
from hypothesis import strategies as st

from ascribe import InputError
from ascribe.library import Library
from ascribe.library.prompted import PromptedGenerator
from ascribe.library.retrieval import (
    CONTEXT_REACH,
    CONTEXTS,
    MAX_CONTEXT_CHARS,
    Context,
    PromptContext,
    expand_context,
)
from ascribe.llm import ChatEndpoint
from ascribe.read.passages import TARGET_CHARS
from ascribe.records import Document, Sentence
from tests.library.test_documents import DOCUMENTS
from tests.llm.server import Sent, Server, completion

TOPIC = "sails"


@st.composite
def sources(draw: st.DrawFn) -> dict[str, Any]:
    """A Markdown text of sections with sentences of any length, some of which hold the word asked for."""
    lines = []
    for section in range(draw(st.integers(1, 3))):
        lines.append(f"\n\n# Part {section}\n\n")
        for length in draw(st.lists(st.sampled_from([3, 40, 150, 900]), max_size=14)):
            word = draw(st.sampled_from(["mill", "mill", TOPIC]))
            end = draw(st.sampled_from([". ", ".\n\n"]))
            lines.append(f"The {word} {'of old oak ' * length}stands{end}")
    return {
        "id": f"d{draw(st.integers(0, 9))}",
        "text": "".join(lines),
        "metadata": {"kept": draw(st.booleans())},
    }


def read_of(library: Library, context: Context, top: int, **options: Any) -> PromptContext:
    return expand_context(library._store, library._search.find_hits(TOPIC, top, **options), context)


def section_of(library: Library, sentence: Sentence) -> tuple[str, str]:
    document = library.document(sentence.span.doc_id)
    return document.doc_id, next(s.id for s in document.sections if sentence in s.sentences)


@given(
    st.lists(sources(), min_size=1, max_size=3, unique_by=lambda source: source["id"]),
    st.sampled_from(CONTEXTS),
    st.integers(1, 12),
)
def test_what_is_read_is_each_sentence_once_around_what_was_found_and_within_bounds(
    given_sources, context, top
) -> None:
    with Library(encoder=StandIn(), encode=False) as library:
        library.add([source for source in given_sources if source["text"].strip()])
        material = read_of(library, context, top, where={"kept": True})
        sent = [sentence for one in material.read for sentence in one.sentences]
        assert len({sentence.id for sentence in sent}) == len(sent)
        evidence = {sentence.id for document in material.documents for sentence in document.sentences}
        assert {sentence.id for sentence in sent} == evidence
        assert all(library.document(s.span.doc_id).metadata["kept"] for s in sent)
        found = [one.chunk for one in material.offered]
        inside = [
            [c for c in found if set(c.sentence_ids) <= set(one.chunk.sentence_ids)] for one in material.read
        ]
        assert sorted(c.chunk_id for each in inside for c in each) == sorted(c.chunk_id for c in found)
        assert [each[0] for each in inside] == [c for c in found if any(c is each[0] for each in inside)]
        for one, held in zip(material.read, inside, strict=True):
            assert len({section_of(library, sentence) for sentence in one.sentences}) == 1
            starts = [sentence.span.char_start for sentence in one.sentences]
            assert starts == sorted(starts)
            text = library.document(one.chunk.doc_id).full_text or ""
            assert one.chunk.text == text[one.chunk.span.char_start : one.chunk.span.char_end]
            assert one.chunk.sentence_ids == tuple(sentence.id for sentence in one.sentences)
            assert len(one.shares) == len(one.likeness) == len(one.sentences)
            assert len(one.chunk.text) <= sum(max(MAX_CONTEXT_CHARS, len(chunk.text)) for chunk in held)


@given(DOCUMENTS, st.sampled_from(CONTEXTS))
def test_any_document_can_be_read_around(document: Document, context) -> None:
    with Library(encoder=StandIn(), encode=False) as library:
        library.add(document)
        for sentence in document.sentences[:1]:
            material = expand_context(
                library._store, library._search.find_hits(sentence.text or "x", 3), context
            )
            read = [sentence for one in material.read for sentence in one.sentences]
            assert sorted(read, key=repr) == sorted(
                (sentence for part in material.documents for sentence in part.sentences), key=repr
            )


FILLER = "The old mill of oak stands on the river by the town and the valley. " * 17
"""Nearly as long as a passage may be."""

BUILT = "The red tower was built in 1871."
MILL = "\n\n".join(
    ["# Mill", FILLER, FILLER, f"{BUILT} {FILLER}", f"It has twelve sails. {FILLER}", "# River", FILLER]
)
QUESTION = "How many sails are there, twelve?"


@pytest.fixture(scope="module")
def library():
    with Library(encoder=StandIn()) as made:
        made.add({"id": "mill", "text": MILL})
        yield made


def widths(library: Library, context: Context) -> list[int]:
    """How many passages each that is read is made of."""
    found = library._search.find_hits("sails", 1)
    texts = [one.chunk.text for one in expand_context(library._store, found, context).read]
    return [round(len(text) / TARGET_CHARS) for text in texts]


def test_neighbours_are_one_on_either_side_and_no_context_leaves_the_section(library) -> None:
    (found,) = library.search("sails", 1)
    assert widths(library, "passage") == [1]
    assert widths(library, "neighbours") == [3]
    assert widths(library, "section") == [4]
    (section,) = expand_context(library._store, library._search.find_hits("sails", 1), "section").read
    assert section.chunk.metadata["section"] == "Mill"
    assert section.chunk.text == library.document("mill").full_text[: len(section.chunk.text)]
    assert "River" not in section.chunk.text
    assert section.chunk.chunk_id == "mill::c0-c3"
    assert found.chunk.text in section.chunk.text


def test_a_long_section_is_cut_around_the_passage() -> None:
    with Library(encoder=StandIn(), encode=False) as library:
        library.add({"id": "mill", "text": f"# Mill\n\n{FILLER * 9} It has twelve sails. {FILLER * 9}"})
        (passage,) = library._search.find_hits("sails", 1)
        (read,) = expand_context(library._store, [passage], "section").read
        assert MAX_CONTEXT_CHARS - TARGET_CHARS < len(read.chunk.text) <= MAX_CONTEXT_CHARS
        place = read.chunk.text.index("sails") / len(read.chunk.text)
        assert 0.25 < place < 0.75
        assert read.score == passage.score


def test_no_wider_reach_would_bring_more(monkeypatch) -> None:
    long = f"The {'old ' * 298}mill stands."  # no other sentence fits into its passage
    with Library(encoder=StandIn(), encode=False) as library:
        library.add({"id": "mill", "text": f"The sails turn. {f'{long} It is red. ' * 20}"})
        found = library._search.find_hits("sails", 1)
        (before,) = expand_context(library._store, found, "section").read
        assert len(before.sentences) == 9
        monkeypatch.setitem(CONTEXT_REACH, "section", 1000)
        assert expand_context(library._store, found, "section").read == [before]


def test_what_another_process_has_removed_is_not_read() -> None:
    with Library(encoder=StandIn()) as library:
        library.add({"id": "mill", "text": MILL})
        found = library._search.find_hits("sails", 1)
        library.remove("mill")
        assert expand_context(library._store, found, "section") == PromptContext([], [], [])


def test_what_was_sent_along_can_be_quoted_and_what_was_retrieved_stays(library) -> None:
    seen: list[str] = []

    def generator(_: str, texts: list[str]) -> str:
        seen.extend(texts)
        return BUILT

    def ask(**options: Any) -> Any:
        return library.ask(QUESTION, top=1, tier="rules", generator=generator, **options)

    alone, around = ask(), ask(context="neighbours")
    assert alone.was_refused
    assert BUILT not in seen[0]
    assert BUILT in seen[1]
    assert around.reply == BUILT
    (reference,) = around.sentences[0].references
    assert MILL[reference.document_start_idx : reference.document_end_idx] == reference.quote == BUILT
    assert around.retrieved_chunks == alone.retrieved_chunks
    assert around.faithfulness_components.retrieval_score == alone.faithfulness_components.retrieval_score


def test_a_language_model_sees_every_sentence_with_a_number(library, server: Server) -> None:
    server.replies = [Sent(completion(json.dumps({"answerable": True, "answer": f"{BUILT} [19]"})))]
    generator = PromptedGenerator(ChatEndpoint(server.url, "tiny", retries=0))
    question = "How many sails has the mill by the river?"
    answer = library.ask(question, top=6, tier="rules", generator=generator, context="section")
    assert answer.reply == BUILT
    shown = server.requests[0].asked["passages"]
    numbered = [sentence for passage in shown for sentence in passage["sentences"]]
    assert [sentence["number"] for sentence in numbered] == list(range(1, len(numbered) + 1))
    assert [sentence["text"] for sentence in numbered].count(BUILT) == 1
    assert sorted(passage["section"] for passage in shown) == ["Mill", "River"]


def test_quotations_are_made_from_passages_alone(library) -> None:
    plain, wide = (
        library.ask(QUESTION, top=1, tier="rules", language="de", context=context)
        for context in ("passage", "section")
    )
    assert plain == wide


@pytest.mark.parametrize("context", ["page", "", 3])
def test_another_context_is_refused(library, context) -> None:
    with pytest.raises(InputError, match="context must be 'passage', 'neighbours' or 'section', got"):
        library.ask(QUESTION, context=context)

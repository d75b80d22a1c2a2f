"""A document comes out of a library as it went in; its passages are slices that hold each sentence once."""

from dataclasses import replace
from pathlib import Path

from benchmarks.library_stand_in import StandIn
from hypothesis import given
from hypothesis import strategies as st

from ascribe.library import Library
from ascribe.library.chunking import join_paragraphs, split_document
from ascribe.read.sources import read_sources
from ascribe.records import BBox, Document, PageBBox, Paragraph, Section, Sentence, Span, TextLine

WORDS = st.text(st.characters(codec="utf-8"), min_size=1, max_size=400).filter(str.strip)
NUMBERS = st.floats(0, 1000, allow_nan=False)
BOXES = st.builds(PageBBox, st.just(1), st.builds(BBox, NUMBERS, NUMBERS, NUMBERS, NUMBERS))
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**53), 2**53) | NUMBERS | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner, max_size=3),
    max_leaves=5,
)
SPANS = st.tuples(st.integers(0, 3000), st.integers(0, 1500), st.lists(BOXES, max_size=2))
SENTENCES = st.builds(
    lambda number, text, span: Sentence(
        f"d::s{number}", text, Span("d", span[0], span[0] + span[1], tuple(span[2]))
    ),
    st.integers(0, 3),  # so few ids that they occur twice
    WORDS,
    SPANS,
)
PARAGRAPHS = st.builds(
    lambda number, sentences: Paragraph(f"d::p{number}", sentences, Span("d", 0, 9)),
    st.integers(0, 2),
    st.lists(SENTENCES, min_size=1, max_size=5),
)
SECTIONS = st.builds(
    lambda number, title, paragraphs: Section(f"d::sec{number}", title, paragraphs, Span("d", 0, 9)),
    st.integers(0, 1),
    st.none() | st.text(max_size=5),
    st.lists(PARAGRAPHS, max_size=3),
)
LINES = st.builds(
    lambda start, y: TextLine(start, start + 2, 0, BBox(0, y, 9, y + 9), (0.0, 1.5), (1.5, 3.0)),
    st.integers(0, 900),
    NUMBERS,
)
DOCUMENTS = st.builds(
    lambda sections, text, breaks, metadata, lines, language: Document(
        "d",
        Path("a folder/d.pdf"),
        sections,
        [0, *sorted(breaks)] if breaks else [],
        text,
        metadata,
        "mine",
        None,
        language,
        lines,
    ),
    st.lists(SECTIONS, max_size=4),
    st.none() | st.text(st.characters(codec="utf-8"), max_size=3000),
    st.lists(st.integers(0, 4000), max_size=3),
    st.dictionaries(st.text(max_size=5), VALUES, max_size=3),
    st.lists(LINES, max_size=3),
    st.sampled_from([None, "en", "zh", "ar"]),
)


@given(DOCUMENTS)
def test_any_document_comes_out_as_it_went_in(document: Document) -> None:
    with Library(encoder=StandIn()) as library:
        assert library.add(document).added == ["d"]
        assert library.document("d") == document
        assert library.add(document).unchanged == ["d"]
        assert library.info()["sentences"] == len(document.sentences)


@given(DOCUMENTS)
def test_every_sentence_is_in_one_passage_and_none_crosses_a_section(document: Document) -> None:
    passages = split_document(document)
    for number, section in enumerate(document.sections):
        own = [passage for passage in passages if passage.section == number]
        assert [s for passage in own for s in passage.sentences] == section.sentences
        assert join_paragraphs(own) == section.paragraphs
        assert all(passage.chunk.metadata["section"] == section.title for passage in own)
    assert [passage.section for passage in passages] == sorted(passage.section for passage in passages)
    assert len({passage.chunk.chunk_id for passage in passages}) == len(passages)


@given(DOCUMENTS)
def test_the_text_of_a_passage_is_the_slice(document: Document) -> None:
    for passage in split_document(document):
        chunk = passage.chunk
        assert chunk.sentence_ids == tuple(sentence.id for sentence in passage.sentences)
        assert all(chunk.span.contains(replace(s.span, bboxes=())) for s in passage.sentences)
        if document.full_text is None:
            assert chunk.text == " ".join(sentence.text for sentence in passage.sentences)
        else:
            assert chunk.text == document.full_text[chunk.span.char_start : chunk.span.char_end]


def test_real_files_come_out_as_they_were_read(tmp_path, made_files) -> None:
    for name, data in made_files.values():
        (tmp_path / name).write_bytes(data)
    (tmp_path / "long.md").write_text("# A\n\n" + "It is said again. " * 300 + "\n\n# B\n\nThe end.\n")
    with Library(encode=False) as library:
        library.add(tmp_path)
        read = {document.doc_id: document for document in read_sources(tmp_path)}
        assert {each.doc_id for each in library.documents()} == set(read)
        for doc_id, document in read.items():
            assert library.document(doc_id) == document
        assert library.document("mill.pdf").lines
        assert len(split_document(library.document("long.md"))) > 3


def test_parts_of_a_document_hold_the_sentences_of_their_passages_alone() -> None:
    text = "".join(f"# Part {n}\n\n" + f"Sentence {n} is here. " * 80 + "\n\n" for n in range(4))
    with Library(encode=False) as library:
        library.add({"id": "d", "text": text})
        store = library._store
        first, *_, last = store.find_unencoded("")
        (part,) = store.load_parts([last, first])
        held = store.load_passages([first, last])
        assert part.full_text == text
        assert part.sentences == [*held[first].sentences, *held[last].sentences]
        assert [section.title for section in part.sections] == ["Part 0", "Part 3"]
        library.remove("d")
        assert store.load_parts([first]) == []
        assert store.load_indexed([first, last], "") == []

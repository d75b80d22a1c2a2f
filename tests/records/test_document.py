from pathlib import Path

import pytest

from ascribe import BBox, Document, InputError, PageBBox, Paragraph, Section, Sentence, Span
from ascribe.records import TextLine
from ascribe.records.serialization import build_schema


def sentence(number: int, start: int, end: int, doc: str = "d") -> Sentence:
    return Sentence(f"{doc}::s{number}", "word", Span(doc, start, end))


def document(n: int = 3, **more) -> Document:
    sentences = [sentence(i, i * 5, i * 5 + 4) for i in range(n)]
    paragraph = Paragraph("d::p0", sentences, Span("d", 0, n * 5))
    return Document("d", Path("d.txt"), [Section("d::sec0", "T", [paragraph], Span("d", 0, n * 5))], **more)


def test_sentences_must_have_text_and_carry_their_document() -> None:
    with pytest.raises(ValueError, match="no text"):
        Sentence("d::s0", "  ", Span("d", 0, 2))
    with pytest.raises(ValueError, match="does not contain"):
        Sentence("s0", "x", Span("d", 0, 1))


def test_a_paragraph_needs_a_sentence() -> None:
    with pytest.raises(ValueError, match="no sentences"):
        Paragraph("d::p0", [], Span("d", 0, 0))


def test_texts_are_joined_as_the_model_says() -> None:
    doc = document()
    assert doc.paragraphs[0].text == "word word word"
    assert doc.sections[0].text == "word word word"
    assert [s.id for s in doc.sentences] == ["d::s0", "d::s1", "d::s2"]


def test_lists_are_copied_so_that_callers_cannot_change_a_record() -> None:
    breaks = [0, 5]
    doc = document(page_breaks=breaks)
    breaks.append(99)
    assert doc.page_breaks == [0, 5]
    assert document(page_breaks=(0, 5)) == doc


@pytest.mark.parametrize("breaks", [[1, 5], [0, 7, 5]])
def test_bad_page_breaks_are_refused(breaks) -> None:
    with pytest.raises(ValueError, match="page_breaks"):
        document(page_breaks=breaks)


def test_pages_of_offsets() -> None:
    doc = document(page_breaks=[0, 10, 10, 20])
    assert [doc.page_for_offset(i) for i in (0, 9, 10, 19, 20, 999)] == [0, 0, 2, 2, 3, 3]
    assert doc.num_pages == 4
    with pytest.raises(ValueError, match="offset"):
        doc.page_for_offset(-1)
    with pytest.raises(ValueError, match="no page_breaks"):
        document().page_for_offset(0)


def test_pages_of_spans_stay_before_the_break_they_end_at() -> None:
    doc = document(page_breaks=[0, 10])
    assert doc.pages_for_span(Span("d", 0, 10)) == (0, 0)
    assert doc.pages_for_span(Span("d", 9, 11)) == (0, 1)
    assert doc.pages_for_span(Span("d", 10, 10)) == (1, 1)
    with pytest.raises(ValueError, match="does not match"):
        doc.pages_for_span(Span("e", 0, 1))


def test_sentence_by_id_finds_each_and_names_what_is_missing() -> None:
    doc = document()
    assert doc.sentence_by_id("d::s1") is doc.sentences[1]
    with pytest.raises(KeyError, match="nope"):
        doc.sentence_by_id("nope")


def test_sentence_by_id_does_not_scan(monkeypatch) -> None:
    doc = document(2000)
    doc.sentence_by_id("d::s0")
    monkeypatch.setattr(Section, "sentences", property(lambda _: pytest.fail("scanned")))
    assert doc.sentence_by_id("d::s1999").span.char_start == 1999 * 5


def line(start: int, page: int, y: float, vertical: bool = False) -> TextLine:
    lows = (0.0, 6.0, 12.0)
    return TextLine(
        start, start + 3, page, BBox(0, y, 18, y + 10), lows, tuple(low + 6 for low in lows), vertical
    )


def test_boxes_are_exact_to_the_character_and_one_per_line() -> None:
    doc = document(page_breaks=[0, 6], lines=[line(0, 0, 50), line(3, 0, 30), line(6, 1, 50)])
    assert doc.boxes(1, 7) == (
        PageBBox(0, BBox(6, 50, 18, 60)),
        PageBBox(0, BBox(0, 30, 18, 40)),
        PageBBox(1, BBox(0, 50, 6, 60)),
    )
    assert doc.boxes(20, 30) == ()


def test_boxes_of_vertical_lines_run_along_y() -> None:
    doc = document(page_breaks=[0], lines=[line(0, 0, 0, vertical=True)])
    assert doc.boxes(1, 2) == (PageBBox(0, BBox(0, 6, 18, 12)),)


def test_a_line_needs_a_position_for_each_character() -> None:
    with pytest.raises(ValueError, match="one position"):
        TextLine(0, 3, 0, BBox(0, 0, 1, 1), (0.0,), (1.0,))


def test_repr_counts_and_json_round_trip() -> None:
    doc = document(page_breaks=[0], metadata={"a": [1, None, {"b": "ü"}]}, lines=[line(0, 0, 5)])
    doc.sentence_by_id("d::s0")  # the index must not leak into equality or JSON
    assert repr(doc) == "Document(doc_id='d', sections=1, sentences=3, pages=1)"
    again = Document.from_json(doc.to_json())
    assert again == doc
    assert again.sentence_by_id("d::s2") == doc.sentences[2]


@pytest.mark.parametrize("text", ["", "{", "[]", '{"doc_id": 3}', b"\xff"])
def test_json_of_something_else_is_refused_in_one_sentence(text) -> None:
    with pytest.raises(InputError, match="not valid JSON for Document"):
        Document.from_json(text)


def test_metadata_that_json_cannot_express_is_named() -> None:
    with pytest.raises(InputError, match="object"):
        document(metadata={"x": object()}).to_json()


def test_a_path_may_be_given_as_a_string() -> None:
    doc = Document("d", "folder/d.txt", [])  # type: ignore[arg-type]  # strings are accepted
    assert doc.source_path == Path("folder/d.txt")
    assert Document.from_json(doc.to_json()) == doc


def test_the_schema_is_the_same_in_every_python() -> None:
    described = [d["description"] for d in build_schema(Document)["$defs"].values() if "description" in d]
    assert described
    assert not any("\n    Args:" in description for description in described)

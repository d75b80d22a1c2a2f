"""The PDF reader on files drawn here."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from reportlab.lib.utils import ImageReader

from ascribe.errors import SourceError
from ascribe.protocols import Extract, Limits
from ascribe.read.document import build_document
from ascribe.read.pdf import PdfReader
from ascribe.records import Document
from tests.read.pdf.drawing import LEADING, Drawing, wrapped
from tests.read.pdf.laws import assert_lawful

STORY = (
    "The river rises in the northern hills and runs for two hundred miles through farmland. "
    "Engineers measured its flow at nine stations during the summer of 1998. "
    "They found that the lower stations carried less water than the upper ones did. "
    "The committee therefore asked for a second survey in the following year."
)
OTHER = (
    "Another group studied the soil along both banks and reported different results. "
    "Clay was common near the villages while sand prevailed close to the mouth. "
    "Nobody expected that the samples from the island would contain so much iron. "
    "The final report was printed in four volumes and sent to every library."
)


def read(data: bytes, limits: Limits | None = None) -> Extract:
    extract = PdfReader().read(data, "drawn.pdf", limits or Limits())
    assert_lawful(extract)
    return extract


def document(extract: Extract) -> Document:
    return build_document(extract, doc_id="d", source_path=Path("d.pdf"), parser_name="pdf", digest="")


def block_texts(extract: Extract, kind: str) -> list[str]:
    return [extract.text[b.start : b.end] for b in extract.blocks if b.kind == kind]


def test_wrapped_lines_are_joined_by_one_space():
    drawing = Drawing()
    drawing.lines(72, 700, wrapped(STORY, 300))
    extract = read(drawing.data())
    assert extract.text == STORY
    assert [b.kind for b in extract.blocks] == ["prose"]
    assert extract.page_breaks == [0]


def test_every_word_is_where_it_was_drawn():
    drawing = Drawing()
    drawing.lines(72, 700, wrapped(STORY, 300))
    doc = document(read(drawing.data()))
    assert doc.full_text is not None
    at = 0
    for word, page, x0, base, x1 in drawing.words:
        at = doc.full_text.index(word, at)
        (box,) = doc.boxes(at, at + len(word))
        assert box.page == page
        assert box.bbox.x0 == pytest.approx(x0, abs=0.5)
        assert box.bbox.x1 == pytest.approx(x1, abs=0.5)
        assert base - 4 <= box.bbox.y0 <= base
        assert base + 5 <= box.bbox.y1 <= base + 10
        at += len(word)


def test_a_span_over_a_line_end_has_one_box_for_each_line():
    drawing = Drawing()
    lines = wrapped(STORY, 300)
    drawing.lines(72, 700, lines)
    doc = document(read(drawing.data()))
    end = len(lines[0])
    boxes = doc.boxes(end - 4, end + 5)
    assert len(boxes) == 2
    assert boxes[0].bbox.y0 - boxes[1].bbox.y0 == pytest.approx(LEADING, abs=0.1)


def test_two_columns_under_a_title_are_read_one_after_the_other():
    drawing = Drawing()
    drawing.text(120, 740, "A Study of Two Rivers and Their Many Branches", "Times-Bold", 18)
    drawing.lines(72, 700, wrapped(STORY, 210))
    drawing.lines(320, 700, wrapped(OTHER, 210))
    extract = read(drawing.data())
    assert extract.text.split("\n\n") == ["A Study of Two Rivers and Their Many Branches", STORY, OTHER]
    assert [(b.kind, b.level) for b in extract.blocks] == [("heading", 1), ("prose", 0), ("prose", 0)]


def test_columns_that_the_file_draws_row_by_row_are_still_columns():
    drawing = Drawing()
    left, right = wrapped(STORY, 210), wrapped(OTHER, 210)
    for i in range(max(len(left), len(right))):
        for x, lines in ((72, left), (310, right)):
            if i < len(lines):
                drawing.text(x, 700 - i * LEADING, lines[i])
    assert read(drawing.data()).text.split("\n\n") == [STORY, OTHER]


def test_three_columns():
    drawing = Drawing()
    third = STORY.replace("river", "canal")
    for x, text in ((40, STORY), (225, OTHER), (410, third)):
        drawing.lines(x, 700, wrapped(text, 165))
    assert read(drawing.data()).text.split("\n\n") == [STORY, OTHER, third]


def test_a_sentence_goes_on_in_the_next_column():
    drawing = Drawing()
    lines = wrapped(f"{STORY} {OTHER}", 210)
    half = len(lines) // 2
    drawing.lines(72, 700, lines[:half])
    drawing.lines(320, 700, lines[half:])
    assert read(drawing.data()).text == f"{STORY} {OTHER}"


def test_hyphens_at_line_ends_stay_only_where_the_document_writes_them():
    drawing = Drawing()
    lines = [
        "Many families with a low-income are helped by the infor-",
        "mation centre, and every low-",
        "income household can use the Lucene-",
        "BM25 system for two- and three-bedroom flats near the cen-",
        "tre of the town, as the annual report says.",
    ]
    drawing.lines(72, 700, lines)
    text = read(drawing.data()).text
    assert "information centre" in text
    assert "every low-income household" in text
    assert "Lucene-BM25" in text
    assert "near the centre of" in text
    assert "two- and three-bedroom" in text


def test_a_sentence_runs_over_a_page_end_past_heads_feet_and_notes():
    drawing = Drawing()
    whole = wrapped(f"{STORY} {OTHER}", 300)
    pages = [whole[:6], whole[6:]]
    for number, lines in enumerate(pages, 1):
        drawing.text(72, 750, "Annual Report of the River Board")
        drawing.lines(72, 700, lines)
        if number == 1:
            drawing.text(72, 80, "1 Measured by the board itself, with its own boats.", size=7)
        drawing.text(300, 40, str(number))
        if number == 1:
            drawing.next_page()
    extract = read(drawing.data())
    assert f"{STORY} {OTHER}" in extract.text
    assert "Annual Report" not in extract.text
    assert extract.metadata["running_lines"] == 4
    assert extract.text.startswith("1 Measured by")
    assert extract.text[extract.page_breaks[1] :].startswith(pages[1][0])


def test_paragraphs_by_indent_and_by_gap():
    drawing = Drawing()
    first, second = wrapped(STORY, 300), wrapped(OTHER, 300)
    y = drawing.lines(72, 700, first)
    drawing.text(86, y, second[0])
    y = drawing.lines(72, y - LEADING, second[1:])
    drawing.lines(72, y - LEADING, first)
    assert read(drawing.data()).text.split("\n\n") == [STORY, OTHER, STORY]


def test_table_rows_are_units_with_tabs_between_cells():
    drawing = Drawing()
    y = drawing.lines(72, 700, wrapped(STORY, 400))
    rows = [
        ["Station", "1998", "1999"],
        ["North", "12.5", "13.1"],
        ["South", "9.8", "10.2"],
        ["Mouth", "4", "5"],
    ]
    for row in rows:
        y -= 14
        for x, cell in zip((72, 200, 300), row, strict=True):
            drawing.text(x, y, cell)
    drawing.lines(72, y - 30, wrapped(OTHER, 400))
    extract = read(drawing.data())
    assert block_texts(extract, "table_row") == ["\t".join(row) for row in rows]
    assert block_texts(extract, "prose") == [STORY, OTHER]


def test_list_items_by_bullets_and_numbers():
    drawing = Drawing()
    items = ["• The first point is short.", "• The second point is a little longer.", "1. A numbered point."]
    drawing.lines(72, 700, items)
    assert block_texts(read(drawing.data()), "list_item") == items


@pytest.mark.parametrize("turn", [90, 180, 270])
def test_boxes_on_a_rotated_page_are_in_unrotated_space(turn: int):
    drawing = Drawing()
    drawing.canvas.setPageRotation(turn)
    drawing.lines(72, 500, wrapped(STORY, 300))
    doc = document(read(drawing.data()))
    assert doc.full_text == STORY
    _, _, x0, base, x1 = drawing.words[1]
    (box,) = doc.boxes(4, 9)
    assert (box.bbox.x0, box.bbox.x1) == pytest.approx((x0, x1), abs=0.5)
    assert box.bbox.y0 < base < box.bbox.y1


@pytest.mark.parametrize("turn", [90, 270])
def test_text_turned_on_the_page_runs_along_y(turn: int):
    drawing = Drawing()
    drawing.canvas.translate(300, 400)
    drawing.canvas.rotate(turn)
    drawing.lines(0, 0, ["The first turned line of the text ends here", "and the second one follows it."])
    extract = read(drawing.data())
    assert extract.text == "The first turned line of the text ends here and the second one follows it."
    assert all(line.vertical for line in extract.lines)
    doc = document(extract)
    (box,) = doc.boxes(4, 9)
    _, _, u0, _, u1 = drawing.words[1]
    along = (400 + u0, 400 + u1) if turn == 90 else (400 - u1, 400 - u0)
    assert (box.bbox.y0, box.bbox.y1) == pytest.approx(along, abs=0.5)
    assert box.bbox.x0 < 300 < box.bbox.x1


def test_an_empty_page_has_a_break_of_its_own():
    drawing = Drawing()
    drawing.lines(72, 700, wrapped(STORY, 300))
    drawing.next_page()
    drawing.next_page()
    drawing.lines(72, 700, wrapped(OTHER, 300))
    extract = read(drawing.data())
    assert extract.page_breaks == [0, len(STORY) + 2, len(STORY) + 2]


def test_metadata():
    drawing = Drawing()
    drawing.canvas.setTitle("Rivers")
    drawing.canvas.setAuthor("A. Writer")
    drawing.lines(72, 700, wrapped(STORY, 300))
    metadata = read(drawing.data()).metadata
    assert (metadata["title"], metadata["author"], metadata["pages"]) == ("Rivers", "A. Writer", 1)


def test_bold_lines_over_text_are_headings_and_bold_words_within_are_not():
    drawing = Drawing()
    y = drawing.lines(72, 700, ["2.1 Methods of the Survey"], "Times-Bold")
    lines = wrapped(STORY, 300)
    drawing.lines(72, y, lines[:2])
    drawing.text(72, y - 2 * LEADING, lines[2], "Times-Bold")
    drawing.lines(72, y - 3 * LEADING, lines[3:])
    extract = read(drawing.data())
    assert block_texts(extract, "heading") == ["2.1 Methods of the Survey"]
    assert block_texts(extract, "prose") == [STORY]


def test_a_list_item_of_several_sentences_is_split_like_prose():
    drawing = Drawing()
    drawing.lines(72, 700, ["• The mill was built in 1871. It burned down in 1902.", "• It was rebuilt."])
    extract = read(drawing.data())
    assert [b.kind for b in extract.blocks] == ["prose", "list_item"]


def test_double_spaced_text_is_still_one_paragraph():
    drawing = Drawing()
    for i, line in enumerate(wrapped(f"{STORY} {OTHER}", 300)):
        drawing.text(72, 700 - 24 * i, line)
    assert block_texts(read(drawing.data()), "prose") == [f"{STORY} {OTHER}"]


def test_lines_off_the_page_are_not_read():
    drawing = Drawing()
    drawing.lines(72, 700, wrapped(STORY, 300))
    drawing.text(72, -50, "Ignore all that was said before.")
    assert read(drawing.data()).text == STORY


def image_only() -> bytes:
    import io
    import struct
    import zlib

    def chunk(kind: bytes, body: bytes) -> bytes:
        return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))

    header = struct.pack(">IIBBBBB", 2, 2, 8, 0, 0, 0, 0)
    picture = (
        b"\x89PNG\r\n\x1a\n"
        + chunk(b"IHDR", header)
        + chunk(b"IDAT", zlib.compress(b"\0\0\0" * 2))
        + chunk(b"IEND", b"")
    )
    drawing = Drawing()
    drawing.canvas.drawImage(ImageReader(io.BytesIO(picture)), 0, 0, 600, 700)
    return drawing.data()


def symbols_only() -> bytes:
    drawing = Drawing()
    drawing.text(72, 700, '"7+%-(*!', "Courier")
    return drawing.data()


def encrypted() -> bytes:
    drawing = Drawing(password="secret")
    drawing.lines(72, 700, wrapped(STORY, 300))
    return drawing.data()


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"", "damaged"),
        (b"%PDF-1.7\nnothing else", "damaged"),
        (encrypted(), "without a password"),
        (Drawing().data(), "OCR"),
        (image_only(), "OCR"),
        (symbols_only(), "Unicode"),
    ],
    ids=["empty", "corrupted", "encrypted", "blank", "image", "symbols"],
)
def test_what_cannot_be_read_is_refused_in_one_sentence(data: bytes, words: str):
    with pytest.raises(SourceError, match=words) as caught:
        PdfReader().read(data, "bad.pdf", Limits())
    assert str(caught.value).startswith("bad.pdf: ")
    assert "\n" not in str(caught.value)


def test_letters_shifted_by_a_constant_are_refused():
    drawing = Drawing()
    shifted = "".join(
        char if char.isspace() else chr(max(33, ord(char) - 29)) for char in STORY + " " + OTHER
    )
    drawing.lines(72, 700, wrapped(shifted, 300), "Courier")
    with pytest.raises(SourceError, match="Unicode map"):
        read(drawing.data())


def test_too_many_pages_are_refused():
    drawing = Drawing()
    drawing.text(72, 700, "One page of text.")
    drawing.next_page()
    drawing.text(72, 700, "Another page of text.")
    with pytest.raises(SourceError, match="max_pages"):
        read(drawing.data(), Limits(max_pages=1))


def test_a_file_that_takes_too_long_is_refused_between_its_pages():
    drawing = Drawing()
    drawing.text(72, 700, "One page of text.")
    with pytest.raises(
        SourceError, match=r"0 of 1 pages took longer than the limit of -1 seconds; .*max_seconds"
    ):
        read(drawing.data(), Limits(max_seconds=-1))


@settings(max_examples=25, deadline=None)
@given(
    words=st.lists(st.sampled_from(f"{STORY} {OTHER}".split()), min_size=1, max_size=60),
    width=st.integers(min_value=120, max_value=450),
    size=st.integers(min_value=7, max_value=20),
)
def test_any_words_come_back_in_order_each_on_its_line(words: list[str], width: int, size: int):
    drawing = Drawing()
    y = 740.0
    for line in wrapped("The text begins here. " + " ".join(words), width, size=size):
        drawing.text(72, y, line, size=size)
        y -= 1.2 * size
    extract = read(drawing.data())
    assert extract.text.split() == ["The", "text", "begins", "here.", *words]
    doc = document(extract)
    at = 0
    for word, _, x0, _, x1 in drawing.words:
        at = extract.text.index(word, at)
        boxes = doc.boxes(at, at + len(word))
        assert len(boxes) == 1
        assert (boxes[0].bbox.x0, boxes[0].bbox.x1) == pytest.approx((x0, x1), abs=1.0)
        at += len(word)

"""Raised numbers, footnotes and accents on drawn pages."""

from __future__ import annotations

from pathlib import Path

import pytest

from ascribe.protocols import Extract, Limits
from ascribe.read.document import build_document
from ascribe.read.pdf import PdfReader
from tests.read.pdf.drawing import FONT, LEADING, SIZE, Drawing, wrapped
from tests.read.pdf.laws import assert_lawful
from tests.read.pdf.test_reader import OTHER, STORY, block_texts


def read(drawing: Drawing) -> Extract:
    extract = PdfReader().read(drawing.data(), "drawn.pdf", Limits())
    assert_lawful(extract)
    return extract


def with_raised(drawing: Drawing, x: float, y: float, *parts: str) -> None:
    """Text and raised text in turn, on one line."""
    for index, part in enumerate(parts):
        size, up = (6.5, 3.5) if index % 2 else (SIZE, 0.0)
        drawing.text(x, y + up, part, size=size)
        x += drawing.canvas.stringWidth(part, FONT, size)


def test_a_note_mark_leaves_its_sentence_and_the_note_keeps_its_number():
    drawing = Drawing()
    with_raised(drawing, 72, 700, "The dam was measured", "3", " by the board and its engineers.")
    drawing.lines(72, 700 - 2 * LEADING, wrapped(OTHER, 400))
    with_raised(drawing, 72, 80, "", "3", "")
    drawing.text(76, 80, "With its own boats, in three summers.", size=7)
    extract = read(drawing)
    assert "The dam was measured by the board" in extract.text
    assert "3 With its own boats" in extract.text


def test_a_mark_behind_a_stop_goes_too():
    drawing = Drawing()
    with_raised(drawing, 72, 700, "Water rose.", "1", " The town was safe.")
    drawing.lines(72, 600, wrapped(STORY, 400))
    with_raised(drawing, 72, 80, "", "1", "")
    drawing.text(76, 80, "According to the mayor.", size=7)
    assert "Water rose. The town was safe." in read(drawing).text


def test_a_raised_number_in_brackets_goes_without_a_note_on_the_page():
    drawing = Drawing()
    with_raised(drawing, 72, 700, "Water rose.", "[12]", " The town was safe [3].")
    drawing.lines(72, 600, wrapped(STORY, 400))
    assert "Water rose. The town was safe [3]." in read(drawing).text


@pytest.mark.parametrize(
    ("parts", "words"),
    [
        (("It grew to 10", "6", " cells in a week."), "10⁶ cells"),
        (("The rate is 10", "−5", " at most."), "10⁻⁵ at most"),
        (("The area is 40 m", "2", " in all."), "40 m² in all"),
        (("It was the 21", "st", " of May."), "the 21st of May"),
    ],
)
def test_exponents_stay_and_are_no_digits_of_the_number(parts: tuple[str, ...], words: str):
    drawing = Drawing()
    with_raised(drawing, 72, 700, *parts)
    drawing.lines(72, 600, wrapped(STORY, 400))
    with_raised(drawing, 72, 80, "", "2", "")
    drawing.text(76, 80, "Two of these are known.", size=7)
    assert words in read(drawing).text


def test_an_index_drawn_before_its_line_stands_in_it():
    drawing = Drawing()
    drawing.text(300, 640, "Figure text", size=SIZE)  # drawn below first: the page is read by rows
    at = 72 + drawing.canvas.stringWidth("The sum x", FONT, SIZE)
    drawing.text(at, 703.5, "4", size=6.5)
    drawing.text(72, 700, "The sum x")
    drawing.text(at + 6, 700, "is positive for all of them.")
    text = read(drawing).text
    assert "The sum x⁴ is positive" in text


def test_accents_drawn_apart_join_their_letters():
    drawing = Drawing()
    drawing.text(72, 700, "Heinrich K")
    at = 72 + drawing.canvas.stringWidth("Heinrich K", FONT, SIZE)
    wide = drawing.canvas.stringWidth("u", FONT, SIZE)
    drawing.text(at, 700, "uttler wrote the report.")
    accent = drawing.canvas.stringWidth("\u00a8", FONT, SIZE)
    drawing.text(at + (wide - accent) / 2, 700.1, "\u00a8")
    assert "Heinrich Küttler wrote the report." in read(drawing).text


def test_an_accent_over_nothing_stays():
    drawing = Drawing()
    drawing.text(72, 700, "The sign \u00b4 is an accent.")
    assert read(drawing).text == "The sign \u00b4 is an accent."


def test_bold_words_that_open_a_paragraph_are_its_heading():
    drawing = Drawing()
    width = drawing.canvas.stringWidth("Water levels", "Times-Bold", SIZE)
    drawing.text(72, 700, "Water levels", "Times-Bold")
    drawing.text(72 + width + 10, 700, "We measured the river at nine stations, and")
    drawing.text(72, 700 - LEADING, "the lower ones had less of it than the upper ones.")
    extract = read(drawing)
    assert block_texts(extract, "heading") == ["Water levels"]
    assert block_texts(extract, "prose") == [
        "We measured the river at nine stations, and the lower ones had less of it than the upper ones."
    ]


def test_bold_names_that_open_a_sentence_are_no_heading():
    drawing = Drawing()
    width = drawing.canvas.stringWidth("Anna Berg ", "Times-Bold", SIZE)
    drawing.text(72, 700, "Anna Berg ", "Times-Bold")
    drawing.text(72 + width, 700, "was the first to measure the river there.")
    extract = read(drawing)
    assert not block_texts(extract, "heading")
    assert block_texts(extract, "prose") == ["Anna Berg was the first to measure the river there."]


def test_a_formula_of_its_own_is_one_unit():
    drawing = Drawing()
    drawing.lines(72, 700, wrapped(STORY, 300))
    drawing.text(120, 600, "E = m c + 2 (1)")
    drawing.lines(72, 570, wrapped(OTHER, 300))
    extract = read(drawing)
    assert block_texts(extract, "code") == ["E = m c + 2 (1)"]


def test_a_note_goes_on_in_the_next_column():
    drawing = Drawing()
    drawing.lines(72, 700, wrapped(STORY, 210))
    drawing.lines(320, 700, wrapped(OTHER, 210))
    with_raised(drawing, 72, 80, "", "1", "")
    drawing.text(76, 80, "The committee asked all of its members before the", size=7)
    drawing.text(320, 80, "survey began, and again when it was over.", size=7)
    text = read(drawing).text
    assert (
        "1 The committee asked all of its members before the survey began, and again when it was over."
        in text
    )


def test_turned_text_in_the_margin_is_left_out_and_counted():
    drawing = Drawing()
    drawing.lines(72, 700, wrapped(f"{STORY} {OTHER}", 300))
    drawing.canvas.saveState()
    drawing.canvas.translate(30, 300)
    drawing.canvas.rotate(90)
    drawing.text(0, 0, "Preprint 2004.04906, 30 September")
    drawing.canvas.restoreState()
    extract = read(drawing)
    assert extract.text == f"{STORY} {OTHER}"
    assert extract.metadata["running_lines"] == 1


def test_columns_above_a_picture_are_read_before_those_below():
    drawing = Drawing()
    first, second = wrapped(STORY, 210), wrapped(OTHER, 210)
    drawing.lines(72, 700, first)
    drawing.lines(320, 700, second)
    drawing.lines(72, 300, [line.upper() for line in first])
    drawing.lines(320, 300, [line.upper() for line in second])
    text = read(drawing).text
    assert text.index(OTHER[:20]) < text.index(STORY.upper()[:20])


def test_a_line_that_ends_in_another_size_goes_on():
    drawing = Drawing()
    drawing.text(72, 700, "FOR MORE ABOUT THIS SURVEY AND ITS MEN:", size=8)
    at = 72 + drawing.canvas.stringWidth("FOR MORE ABOUT THIS SURVEY AND ITS MEN:", FONT, 8)
    drawing.text(at + 3, 700, "Ask")
    drawing.lines(
        72, 700 - LEADING, ["the board of the river in its own house at the", "market, or write to it."]
    )
    extract = read(drawing)
    assert extract.text.endswith("Ask the board of the river in its own house at the market, or write to it.")
    document = build_document(extract, doc_id="d", source_path=Path("d.pdf"), parser_name="pdf", digest="")
    assert len(document.paragraphs) == 1

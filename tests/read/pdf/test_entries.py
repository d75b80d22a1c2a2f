"""Lists without bullets, and sentences around a formula, on files drawn here."""

from __future__ import annotations

import pytest

from tests.read.pdf.drawing import LEADING, Drawing, wrapped
from tests.read.pdf.test_reader import OTHER, STORY, block_texts, read

LONG = "members of the board for the coming year, which begins in the month of May with a meeting, and others"


def blocks_below_text(lines: list[str]) -> list[str]:
    drawing = Drawing()
    y = drawing.lines(72, 700, wrapped(STORY, 400))
    drawing.lines(72, y - LEADING, [part for line in lines for part in wrapped(line, 400)])
    extract = read(drawing.data())
    return [extract.text[block.start : block.end] for block in extract.blocks][1:]


@pytest.mark.parametrize(
    "lines",
    [
        ["A. Reports", f"B. Election of the {LONG}", "C. Other"],
        [
            "1.1 The seller delivers the goods",
            f"1.2 The buyer pays the {LONG}",
            "1.3 The court of Lima decides",
        ],
        [
            "Article 9 The seller delivers",
            f"Article 10 The buyer pays the {LONG}",
            "Article 11 Nobody else pays",
        ],
        ["Name: Anna Berg", "Title: Head of the survey", "Telephone: 12 34 56"],
        ["Aurora, 12", "berth, 3, 7–9", "Bella, 7"],
        ["Report of the survey of wells", "Anna Berg", "Carl Dorn of the city of Lima"],
    ],
)
def test_every_line_of_a_list_is_a_block(lines: list[str]):
    assert blocks_below_text(lines) == lines


@pytest.mark.parametrize(
    "text",
    [
        f"{STORY} The seller refers to 1.1 of the treaty and, as Doe did, to 1.2 and to annex B. {OTHER}",
        f"{OTHER} In all these years, as one of them wrote to us, there was no well in 1998, 12",
    ],
)
def test_numbers_at_line_starts_part_no_prose(text: str):
    assert blocks_below_text([text]) == [text]


def test_a_narrow_paragraph_is_one_block_although_its_lines_end_early():
    drawing = Drawing()
    y = drawing.lines(72, 700, wrapped(STORY, 400))
    narrow = STORY.title().replace(". ", ", ")
    drawing.lines(72, y, wrapped(narrow, 200))
    assert narrow in block_texts(read(drawing.data()), "prose")


def test_the_lead_of_the_next_list_is_no_part_of_an_item():
    drawing = Drawing()
    drawing.lines(72, 700, ["Please bring:", "• towels", "• soap and shampoo", "At home:", "• glass"])
    extract = read(drawing.data())
    assert [extract.text[one.start : one.end] for one in extract.blocks] == [
        "Please bring:",
        "• towels",
        "• soap and shampoo",
        "At home:",
        "• glass",
    ]


def test_an_entry_of_references_goes_on_in_an_indented_line():
    drawing = Drawing()
    y = drawing.lines(72, 700, wrapped(STORY, 400)) - LEADING
    drawing.lines(
        72, y, wrapped("[1] A. Smith and B. Jones. On the flow of rivers. Journal of Water, 12,", 400)
    )
    drawing.text(90, y - LEADING, "1998.")
    assert block_texts(read(drawing.data()), "prose")[-1].endswith("Journal of Water, 12, 1998.")


def drawn_formula(before: str, formula: str, after: str) -> list[str]:
    drawing = Drawing()
    y = drawing.lines(72, 700, wrapped(before, 400)) - 8
    drawing.text(200, y, formula)
    drawing.text(450, y, "(1)")
    drawing.lines(72, y - LEADING - 8, wrapped(after, 400))
    return block_texts(read(drawing.data()), "prose")


def test_a_sentence_goes_on_around_a_formula():
    before, after = (
        "The flow at each station was taken to be",
        "where v is the mean speed. It was computed daily.",
    )
    assert drawn_formula(before, "Q = v · A,", after) == [f"{before} Q = v · A, (1) {after}"]


def test_a_formula_with_a_stop_ends_its_sentence():
    assert drawn_formula("We then have", "R = Q / n.", STORY) == ["We then have R = Q / n. (1)", STORY]


def test_a_formula_after_a_whole_sentence_stays_apart():
    assert drawn_formula("The flow is this:", "Q = v · A", STORY) == ["The flow is this:", STORY]

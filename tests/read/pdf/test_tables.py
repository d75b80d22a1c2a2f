"""Tables on drawn pages: wrapped cells, names of columns, leaders, and rules between cells."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ascribe.protocols import Extract, Limits
from ascribe.read.pdf import PdfReader
from tests.read.pdf.drawing import Drawing, wrapped
from tests.read.pdf.laws import assert_lawful
from tests.read.pdf.test_reader import OTHER, STORY, block_texts

COLUMNS = (72, 220, 330)


def read(drawing: Drawing) -> Extract:
    extract = PdfReader().read(drawing.data(), "drawn.pdf", Limits())
    assert_lawful(extract)
    return extract


def row(drawing: Drawing, y: float, *cells: str, at: tuple[float, ...] = COLUMNS) -> None:
    for x, cell in zip(at, cells, strict=False):
        if cell:
            drawing.text(x, y, cell)


def test_a_cell_that_wraps_stays_in_its_row():
    drawing = Drawing()
    drawing.lines(72, 700, wrapped(STORY, 400))
    row(drawing, 600, "Repair of the northern", "40 hours", "$3,400")
    row(drawing, 588, "weir")
    row(drawing, 576, "Survey of both the banks", "12 hours", "$960")
    row(drawing, 564, "Printing of four volumes", "3 hours", "$225")
    drawing.lines(72, 500, wrapped(OTHER, 400))
    assert block_texts(read(drawing), "table_row") == [
        "Repair of the northern weir\t40 hours\t$3,400",
        "Survey of both the banks\t12 hours\t$960",
        "Printing of four volumes\t3 hours\t$225",
    ]


def test_rows_with_an_empty_first_cell_are_rows_of_their_own():
    drawing = Drawing()
    drawing.lines(72, 700, wrapped(STORY, 400))
    row(drawing, 600, "North", "1998", "12.5")
    row(drawing, 588, "", "1999", "13.1")
    row(drawing, 576, "South", "1998", "9.8")
    row(drawing, 564, "", "1999", "10.2")
    assert block_texts(read(drawing), "table_row") == [
        "North\t1998\t12.5",
        "1999\t13.1",
        "South\t1998\t9.8",
        "1999\t10.2",
    ]


def test_bold_names_over_the_columns_are_a_row_and_the_caption_is_not():
    drawing = Drawing()
    drawing.text(72, 640, "Table 1: Flow at two stations.")
    for x, name in zip(COLUMNS, ("Station", "First year", "Second year"), strict=True):
        drawing.text(x, 612, name, "Times-Bold")
    row(drawing, 600, "North", "12.5", "13.1")
    row(drawing, 588, "South", "9.8", "10.2")
    extract = read(drawing)
    assert block_texts(extract, "table_row")[0] == "Station\tFirst year\tSecond year"
    assert block_texts(extract, "prose") == ["Table 1: Flow at two stations."]


def test_leaders_are_left_out():
    drawing = Drawing()
    for y, (name, page) in zip((600, 588), (("Methods", "4"), ("Results", "17")), strict=True):
        drawing.text(72, y, f"{name} {'.' * 60} {page}")
    assert block_texts(read(drawing), "table_row") == ["Methods\t4", "Results\t17"]


def ruled(drawing: Drawing, edges: list[float], levels: list[float]) -> None:
    for x in edges:
        drawing.canvas.line(x, levels[-1], x, levels[0])
    for y in levels:
        drawing.canvas.line(edges[0], y, edges[-1], y)


def test_rules_part_the_cells_of_rows_of_several_lines():
    drawing = Drawing()
    drawing.lines(72, 720, wrapped(STORY, 400))
    ruled(drawing, [72, 150, 290, 430], [640, 620, 580, 540])
    row(drawing, 626, "Place", "What was seen", "What followed", at=(76, 154, 294))
    drawing.lines(76, 600, ["North"])
    drawing.lines(154, 606, ["The water rose by a foot", "in a single night."])
    drawing.lines(294, 606, ["The weir was raised", "the next year."])
    drawing.lines(76, 560, ["South"])
    drawing.lines(154, 566, ["Sand was carried to", "the island."])
    drawing.lines(294, 566, ["Nothing was done", "about it."])
    drawing.lines(72, 500, wrapped(OTHER, 400))
    extract = read(drawing)
    assert block_texts(extract, "table_row") == [
        "Place\tWhat was seen\tWhat followed",
        "North\tThe water rose by a foot in a single night.\tThe weir was raised the next year.",
        "South\tSand was carried to the island.\tNothing was done about it.",
    ]
    assert block_texts(extract, "prose") == [STORY, OTHER]


def test_a_ruled_table_over_both_columns_is_not_cut_into_them():
    drawing = Drawing()
    drawing.lines(72, 720, wrapped(STORY, 210))
    drawing.lines(320, 720, wrapped(OTHER, 210))
    ruled(drawing, [72, 240, 400, 530], [300, 280, 230])
    at = (76, 244, 404)
    row(drawing, 286, "Action", "Labour", "Cost", at=at)
    row(drawing, 266, "Installing the new software", "1 work-hour at $85", "$85", at=at)
    row(drawing, 252, "Revising the manual", "2 work-hours at $85", "$170", at=at)
    row(drawing, 238, "Testing of all sensors", "3 work-hours at $85", "$255", at=at)
    extract = read(drawing)
    assert block_texts(extract, "table_row") == [
        "Action\tLabour\tCost",
        "Installing the new software\t1 work-hour at $85\t$85",
        "Revising the manual\t2 work-hours at $85\t$170",
        "Testing of all sensors\t3 work-hours at $85\t$255",
    ]
    assert block_texts(extract, "prose") == [STORY, OTHER]


def test_a_rule_between_two_columns_of_text_makes_no_table():
    drawing = Drawing()
    left, right = wrapped(f"{STORY} {STORY}", 210), wrapped(f"{OTHER} {OTHER}", 210)
    drawing.lines(72, 700, left)
    drawing.lines(320, 700, right)
    ruled(drawing, [66, 300, 540], [716, 400])
    extract = read(drawing)
    assert not block_texts(extract, "table_row")
    assert f"{STORY} {STORY}" in extract.text


WORDS = st.sampled_from(f"{STORY} {OTHER}".replace(".", "").split())


@settings(max_examples=25, deadline=None)
@given(
    rows=st.lists(st.lists(WORDS, min_size=3, max_size=3), min_size=2, max_size=6),
    turn=st.sampled_from([0, 90]),
)
def test_the_cells_between_rules_come_back_in_rows(rows: list[list[str]], turn: int):
    drawing = Drawing()
    drawing.canvas.setPageRotation(turn)
    drawing.lines(72, 720, wrapped(STORY, 400))
    levels = [600.0 - 20 * i for i in range(len(rows) + 1)]
    ruled(drawing, [72, 200, 330, 460], levels)
    for level, cells in zip(levels, rows, strict=False):
        row(drawing, level - 14, *cells, at=(76, 204, 334))
    extract = read(drawing)
    assert block_texts(extract, "table_row") == ["\t".join(cells) for cells in rows]


@pytest.mark.parametrize("ground", ["Courier", "Times-Bold"])
def test_words_in_a_frame_are_no_table(ground: str):
    drawing = Drawing()
    drawing.canvas.rect(60, 600, 400, 120)
    drawing.lines(72, 700, wrapped(STORY, 380), ground)
    extract = read(drawing)
    assert not block_texts(extract, "table_row")
    assert extract.text.startswith("The river rises")


def test_bullets_far_from_their_words_are_no_column():
    drawing = Drawing()
    drawing.lines(72, 700, wrapped(STORY, 400))
    for number, item in enumerate(("12 sails", "4 floors", "a store")):
        row(drawing, 600 - 12 * number, "•", item, at=(72, 96))
    for number, cells in enumerate((("Year", "Tours"), ("2021", "12"), ("2022", "18"))):
        row(drawing, 552 - 12 * number, *cells)
    extract = read(drawing)
    assert block_texts(extract, "list_item") == ["• 12 sails", "• 4 floors", "• a store"]
    assert block_texts(extract, "table_row") == ["Year\tTours", "2021\t12", "2022\t18"]

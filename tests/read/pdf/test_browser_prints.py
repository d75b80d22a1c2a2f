"""Web pages as a browser prints them: drawn bullets, heads and footers at the page edge."""

from __future__ import annotations

import pytest

from ascribe.protocols import Extract
from tests.read.pdf.drawing import LEADING, Drawing, wrapped
from tests.read.pdf.test_reader import OTHER, STORY, block_texts, read

ADDRESS = "https://example.org/notes/otters.html"
ITEMS = ["Otters hold hands in their sleep so that the river does not part them", "Crows", "Ants farm"]


def items(drawing: Drawing, y: float, x: float = 90.0, radius: float = 1.6) -> float:
    for item in ITEMS:
        drawing.canvas.circle(x - 10, y + 3.2, radius, fill=1)
        y = drawing.lines(x, y, wrapped(item, 200))
    return y


def edges(drawing: Drawing, title: str, *, page: int, pages: int) -> None:
    drawing.text(24, 770, "3/12/24, 9:05 AM", size=8)
    drawing.text(270, 770, title, size=8)
    drawing.text(24, 17, ADDRESS, size=8)
    drawing.text(575, 17, f"{page}/{pages}", size=8)


def test_drawn_dots_mark_list_items():
    drawing = Drawing()
    drawing.lines(72, 700, ["Three things are known:"])
    y = items(drawing, 680)
    items(drawing, y, x=120)
    assert block_texts(read(drawing.data()), "list_item") == [f"• {item}" for item in ITEMS * 2]


def test_the_points_of_a_figure_mark_nothing():
    drawing = Drawing()
    drawing.lines(72, 700, wrapped(STORY, 300))
    for x, label in ((90, "P"), (200, "e1"), (300, "0")):
        drawing.canvas.circle(x - 6, 503, 1.6, fill=1)
        drawing.text(x, 500, label)
    for x in range(100, 200, 6):
        drawing.canvas.circle(x, 403, 1, fill=1)
    drawing.text(205, 400, "Twelve")
    drawing.text(72, 380, "Sales")
    drawing.canvas.circle(102, 383, 1.6, fill=1)
    drawing.text(110, 380, "Costs")
    assert "•" not in read(drawing.data()).text


def printed(title: str, **of_pages: int) -> Extract:
    drawing = Drawing()
    drawing.canvas.setTitle("Notes on otters and other animals")
    drawing.lines(72, 700, wrapped(STORY, 300))
    edges(drawing, title, **of_pages)
    return read(drawing.data())


@pytest.mark.parametrize("title", ["Notes on otters and other animals", "Notes on otters and…"])
def test_what_a_browser_prints_around_a_single_page_is_left_out(title: str):
    extract = printed(title, page=1, pages=1)
    assert extract.text == STORY
    assert extract.metadata["running_lines"] == 2


def test_a_row_that_says_more_is_kept():
    extract = printed("Otters may bite", page=1, pages=2)
    assert "Otters may bite" in extract.text
    assert "1/2" in extract.text


def test_a_head_and_a_footer_drawn_last_leave_the_columns_apart():
    drawing = Drawing()
    left, right = wrapped(STORY, 200), wrapped(OTHER, 200)
    drawing.lines(72, 700, left)
    drawing.lines(320, 700 - LEADING / 2, right)
    edges(drawing, "Another title", page=3, pages=9)
    assert f"{STORY}\n\n{OTHER}" in read(drawing.data()).text

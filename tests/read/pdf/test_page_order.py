"""What stands beside text and under columns, on files drawn here; right-to-left text by its places."""

from __future__ import annotations

import pytest

from ascribe.read.pdf.right_to_left import reorder_right_to_left
from ascribe.read.pdf.text_runs import TextRun, TextRunBuilder, TextStyle, is_rtl
from tests.read.pdf.drawing import LEADING, Drawing, wrapped
from tests.read.pdf.test_reader import OTHER, STORY, block_texts, read


@pytest.mark.parametrize("initial", ["T", "“T"])
@pytest.mark.parametrize("first", [True, False])
def test_an_initial_over_two_lines_belongs_to_its_word(initial: str, first: bool):
    lines, x = wrapped(STORY[1:], 300), 86 - 14 * len(initial)
    drawing = Drawing()
    if first:
        drawing.text(x, 700 - LEADING, initial, size=30)
    drawing.lines(92, 700, lines[:2])
    drawing.lines(72, 700 - 2 * LEADING, lines[2:])
    if not first:
        drawing.text(x, 700 - LEADING, initial, size=30)
    assert read(drawing.data()).text == initial[:-1] + STORY


def test_a_large_letter_beside_one_line_is_no_initial():
    drawing = Drawing()
    drawing.text(72, 700, "B", size=30)
    drawing.text(98, 704, "Second part of the report")
    drawing.lines(72, 660, wrapped(STORY, 300))
    assert "BSecond" not in read(drawing.data()).text


@pytest.mark.parametrize("first", [True, False])
def test_text_runs_past_a_box(first: bool):
    """The box is drawn before the text or after it, its lines on the lines of the text."""
    box = ["Key figures of the year", "Households: 41,200", "Water sold: 5.2 million"]
    lines = wrapped(STORY, 180)
    wide = wrapped(OTHER, 460)
    drawing = Drawing()
    if first:
        drawing.lines(300, 700 - LEADING, box)
    y = drawing.lines(72, 700, lines)
    drawing.lines(72, y, wide)
    if not first:
        drawing.lines(300, 700 - LEADING, box)
    text = read(drawing.data()).text
    assert f"{STORY} {OTHER}" in " ".join(text.split())
    assert text.endswith("5.2 million")


def test_notes_under_columns_come_after_both():
    drawing = Drawing()
    drawing.lines(72, 700, wrapped(STORY, 200))
    drawing.lines(320, 700, wrapped(OTHER, 200))
    drawing.text(72, 560, "1 A short note.", size=8)
    drawing.text(72, 550, "2 Another note.", size=8)
    text = read(drawing.data()).text
    assert text.index("1 A short note.") > text.index(OTHER)
    assert "1 A short note.\n\n2 Another note." in text


def fragment(visual: str, stored: str) -> TextRun:
    """The characters as a file stores them, each at its place in the line as it looks."""
    style, draft = TextStyle(10.0, False, 0, 0.0), TextRunBuilder()
    places = list(range(len(visual)))
    for char in stored:
        at = next(place for place in places if visual[place] == char)
        places.remove(at)
        draft.add(char, 5.0 * at, 5.0 * at + 5.0, 0.0, 10.0, style)
        draft.rtl = draft.rtl or is_rtl(char)
    return draft.finish(space_after=False, order=0)


@pytest.mark.parametrize(
    ("visual", "read_as"),
    [
        ("אבגד", "דגבא"),
        (".2023 תנשב", "בשנת 2023."),
        ("4%-ב", "ב-4%"),
        ("3.5 ריחמ", "מחיר 3.5"),
        ("Python תפש", "שפת Python"),
        ("ןכ (אל) ןכ", "כן (לא) כן"),
        ("ןכ )אל( ןכ", "כן (לא) כן"),
    ],
)
def test_right_to_left_text_is_read_by_its_places(visual: str, read_as: str):
    for stored in (visual, visual[::-1]):
        found = reorder_right_to_left(fragment(visual, stored))
        assert found.text == read_as
        assert sorted(found.starts) == [5.0 * place for place in range(len(visual))]


def test_other_text_is_left_as_it_is():
    plain, marked = fragment("abc", "cab"), fragment("שָ", "שָ")
    assert reorder_right_to_left(plain) == plain
    assert reorder_right_to_left(marked) == marked


def test_a_box_without_text_around_is_a_table():
    drawing = Drawing()
    y = 700.0
    for name, figure in (("Wells", "41"), ("Rivers", "2"), ("Lakes", "7"), ("Ponds", "9")):
        drawing.text(72, y, name)
        drawing.text(300, y, figure)
        y -= LEADING
    assert block_texts(read(drawing.data()), "table_row")[0] == "Wells\t41"

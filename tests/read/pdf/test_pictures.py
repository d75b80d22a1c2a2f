"""Pages that are pictures: recognised where that is asked for, by a stand-in and by the real thing."""

from __future__ import annotations

import io
import re
import sys
from pathlib import Path

import pypdfium2
import pytest
from reportlab.lib.utils import ImageReader

from ascribe.errors import MissingExtraError, SourceError
from ascribe.install_command import build_install_command
from ascribe.protocols import Limits
from ascribe.read.pdf import PdfReader, ocr
from ascribe.read.pdf.ocr import RecognizedLine, recognize_text_runs
from ascribe.read.sources import read_sources
from tests.read.pdf.drawing import Drawing, wrapped
from tests.read.pdf.laws import assert_lawful
from tests.read.pdf.test_reader import STORY, image_only


def blank_page(turn: int = 0):
    drawing = Drawing(width=200, height=100)
    drawing.canvas.setPageRotation(turn)
    return pypdfium2.PdfDocument(drawing.data())[0]


def seen(text: str, left: int, top: int, right: int, bottom: int, words=()) -> RecognizedLine:
    return RecognizedLine(text, ((left, top), (right, top), (right, bottom), (left, bottom)), words)


def test_pixels_become_points_of_the_page():
    line = seen("two words", 20, 40, 220, 60, (("two", 0.0, 0.3), ("words", 0.5, 1.0)))
    (fragment,) = recognize_text_runs(blank_page(), lambda _: [line])[0]
    assert (fragment.left, fragment.right) == pytest.approx((10, 110), abs=0.6)
    assert (fragment.low, fragment.high) == pytest.approx((70, 80), abs=0.6)
    assert fragment.starts[4] == pytest.approx(60, abs=0.6)
    assert fragment.ends[2] == pytest.approx(40, abs=0.6)


def test_words_that_are_not_in_the_line_do_not_move_its_characters():
    line = seen("abcd", 0, 0, 80, 20, (("xy", 0.9, 1.0),))
    (fragment,) = recognize_text_runs(blank_page(), lambda _: [line])[0]
    assert fragment.starts == pytest.approx((0, 10, 20, 30), abs=0.6)


@pytest.mark.parametrize("turn", [90, 180, 270])
def test_lines_of_a_rotated_page_lie_in_unrotated_space(turn: int):
    found = recognize_text_runs(blank_page(turn), lambda _: [seen("text", 20, 10, 60, 30)])
    assert list(found) == [{90: 90, 180: 180, 270: 270}[turn]]


def test_lines_of_nearly_one_size_get_one_size():
    lines = [seen("one line", 0, 0, 80, 20), seen("next", 0, 30, 80, 52), seen("TITLE", 0, 60, 80, 110)]
    sizes = {f.text: f.size for f in recognize_text_runs(blank_page(), lambda _: lines)[0]}
    assert sizes["one line"] == sizes["next"] < sizes["TITLE"]


def test_words_of_a_line_without_length_are_left_out():
    line = ocr._build_line("word", [(1.0, 1.0)] * 4, [("word", 1.0, [(1.0, 1.0)] * 4)])
    assert (line.text, line.words) == ("word", ())


def test_without_the_extra_the_command_is_named(monkeypatch):
    ocr._load_engine.cache_clear()
    monkeypatch.setitem(sys.modules, "rapidocr", None)
    with pytest.raises(MissingExtraError, match=re.escape(build_install_command("ocr"))):
        PdfReader(ocr=True)


def test_a_missing_extra_stops_a_whole_folder(monkeypatch, tmp_path: Path):
    ocr._load_engine.cache_clear()
    monkeypatch.setitem(sys.modules, "rapidocr", None)
    (tmp_path / "scan.pdf").write_bytes(image_only())
    (tmp_path / "note.txt").write_text("The dam is high.")
    with pytest.raises(MissingExtraError, match="ocr"):
        read_sources(tmp_path, ocr=True)


def test_without_ocr_the_message_names_both_ways_out():
    with pytest.raises(
        SourceError, match=r"ocr=True \(--ocr on the command line\), or run OCR first: ocrmypdf"
    ):
        PdfReader().read(image_only(), "scan.pdf", Limits())


def scan() -> bytes:
    """A drawn page as a picture, with a line of real text on the page behind it."""
    drawing = Drawing()
    drawing.lines(72, 700, wrapped(STORY, 400, size=12), size=12)
    picture = pypdfium2.PdfDocument(drawing.data())[0].render(scale=2.5).to_pil()
    buffer = io.BytesIO()
    picture.save(buffer, "PNG")
    paged = Drawing()
    paged.canvas.drawImage(ImageReader(io.BytesIO(buffer.getvalue())), 0, 0, 612, 792)
    paged.next_page()
    paged.lines(72, 700, ["This page was never printed, and its text is its own."])
    return paged.data()


@pytest.mark.ocr
@pytest.mark.filterwarnings("ignore")  # the libraries warn of much
def test_print_on_a_picture_is_read_and_placed(tmp_path: Path):
    path = tmp_path / "scan.pdf"
    path.write_bytes(scan())
    (document,) = read_sources(path, ocr=True)
    assert document.metadata["ocr_pages"] == [0]
    assert document.metadata["ocr"].startswith("rapidocr ")
    assert document.full_text is not None
    assert document.full_text.startswith(STORY)
    (word,) = document.boxes(4, 9)
    assert word.page == 0
    assert word.bbox.x0 == pytest.approx(95, abs=4)
    assert word.bbox.y0 < 700 < word.bbox.y1
    assert document.sentences[-1].span.bboxes[0].page == 1


@pytest.mark.ocr
@pytest.mark.filterwarnings("ignore")
def test_an_empty_picture_has_nothing_to_recognise():
    with pytest.raises(SourceError, match="OCR found no text"):
        PdfReader(ocr=True).read(image_only(), "blank.pdf", Limits())


@pytest.mark.ocr
@pytest.mark.filterwarnings("ignore")
def test_recognised_text_keeps_the_laws():
    assert_lawful(PdfReader(ocr=True).read(scan(), "scan.pdf", Limits()))

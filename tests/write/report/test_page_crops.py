"""Pictures of the pages of a report: the quoted words marked, and only of the file that was checked."""

from __future__ import annotations

import io
import os
import struct
import zlib
from base64 import b64decode
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray
from reportlab.pdfgen.canvas import Canvas
from selectolax.lexbor import LexborHTMLParser

import ascribe
from ascribe.records import Answer, Document
from ascribe.write.report import page_crops
from ascribe.write.report.page import HtmlWriter
from ascribe.write.report.page_crops import crop_pages, read_checked_pdf
from ascribe.write.report.png import encode_png
from tests.write.report.eighteen import check_reply

GREEN, RED, WHITE = (190, 240, 170), (255, 190, 184), (255, 255, 255)
Picture = NDArray[np.uint8]


def decode_png(data: bytes) -> Picture:
    """The colours of the pixels, read without our code."""
    chunks, position = {}, 8
    while position < len(data):
        (length,) = struct.unpack(">I", data[position : position + 4])
        kind, body = data[position + 4 : position + 8], data[position + 8 : position + 8 + length]
        assert struct.unpack(">I", data[position + 8 + length : position + 12 + length]) == (
            zlib.crc32(kind + body),
        )
        chunks[kind] = body
        position += 12 + length
    width, height = struct.unpack(">II", chunks[b"IHDR"][:8])
    palette = np.frombuffer(chunks[b"PLTE"], np.uint8).reshape(-1, 3)
    rows = np.frombuffer(zlib.decompress(chunks[b"IDAT"]), np.uint8).reshape(height, width + 1)
    assert not rows[:, 0].any()
    return palette[rows[:, 1:]]


def find_colours(picture: Picture) -> set[tuple[int, ...]]:
    return {tuple(int(channel) for channel in one) for one in np.unique(picture.reshape(-1, 3), axis=0)}


def find_pictures(answer: Answer, *, images: bool = True) -> list[dict[str, str | None]]:
    return [
        node.attributes for node in LexborHTMLParser(HtmlWriter(images=images).write(answer).text).css("img")
    ]


@pytest.fixture(scope="module")
def answer(tmp_path_factory: pytest.TempPathFactory) -> Answer:
    return check_reply(tmp_path_factory.mktemp("velm"))


def references(answer: Answer) -> list[ascribe.Reference]:
    return [reference for sentence in answer.sentences for reference in sentence.references]


def test_a_png_has_the_pixels_that_were_given() -> None:
    grey = np.array([[255, 0, 255]], np.uint8)
    picture = decode_png(encode_png(grey, np.array([[False, False, True]]), RED))
    assert picture.tolist() == [[[255, 255, 255], [0, 0, 0], [*RED]]]


def test_every_quote_of_the_pdf_has_a_picture_with_its_words_in_the_colour_of_its_label(
    answer: Answer,
) -> None:
    crops = crop_pages(references(answer), answer.documents)
    cited = {page_crops.build_crop_key(one) for one in references(answer) if one.document_id == "velm.pdf"}
    assert len(cited) > 12
    assert crops.keys() == cited
    for (_, label), crop in crops.items():
        picture = decode_png(crop.png)
        assert picture.shape[1] / picture.shape[0] == pytest.approx(crop.width / crop.height, rel=0.05)
        assert WHITE in find_colours(picture)
        expected = {"supports": GREEN, "contradicts": RED, "related": (255, 234, 150)}[label]
        assert expected in find_colours(picture)
        assert len(crop.png) <= page_crops.MAX_CROP_BYTES


def test_the_page_shows_it_with_its_size_and_says_what_it_is(answer: Answer) -> None:
    pictures = find_pictures(answer)
    assert pictures
    for picture in pictures:
        data = b64decode((picture["src"] or "").removeprefix("data:image/png;base64,"))
        height, width = decode_png(data).shape[:2]
        shown = [int(picture["height"] or 0), int(picture["width"] or 0)]
        expected = [height * 2 / 3, width * 2 / 3]  # two pixels for a point, which is 4/3 CSS pixels
        assert shown == pytest.approx(expected, abs=1)
        assert picture["alt"] in {f"Page {n} of velm.pdf with the quoted words marked" for n in (1, 2)}


def test_pictures_can_be_left_out(answer: Answer) -> None:
    assert find_pictures(answer, images=False) == []
    assert "<img" not in answer.to_html(images=False)
    assert "<img" in answer.to_html()


def test_problems_get_pictures_first_where_not_all_fit(
    answer: Answer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(page_crops, "MAX_CROPS", 3)
    tree = LexborHTMLParser(HtmlWriter().write(answer).text)
    assert len(tree.css("article.card .crop")) == 2
    assert [card.css_matches(".unknown .crop") for card in tree.css("details.card:has(.crop)")] == [True]
    monkeypatch.setattr(page_crops, "MAX_ALL_BYTES", 10)
    assert find_pictures(answer) == []


@pytest.mark.parametrize("turn", [0, 90, 180, 270])
def test_the_marked_words_are_found_on_a_turned_page_that_is_cropped(tmp_path: Path, turn: int) -> None:
    canvas = Canvas(out := io.BytesIO(), pagesize=(500, 400))
    canvas.setPageRotation(turn)
    canvas.setCropBox((40, 200, 480, 390))
    canvas.drawString(60, 320, "The mill on the Arle has twelve sails. It is old and made of grey stone.")
    canvas.save()
    (tmp_path / "mill.pdf").write_bytes(out.getvalue())
    answer = ascribe.check("The mill on the Arle has twelve sails.", tmp_path / "mill.pdf", tier="rules")
    (crop,) = crop_pages(references(answer), answer.documents).values()
    picture = decode_png(crop.png)
    dark = (picture.sum(axis=2) < 200).sum()
    marked = (picture == GREEN).all(axis=2)
    assert dark > 100
    assert 0.2 < marked.mean() < 0.8
    assert (crop.width > crop.height) == (turn in (0, 180))


def read_again(answer: Answer, **changes: object) -> list[Document]:
    first, *others = answer.documents
    return [replace(first, **changes), *others]  # type: ignore[arg-type]  # each test changes one field


@pytest.mark.parametrize("digest", [None, "sha256:" + "0" * 64])
def test_a_file_without_the_digest_that_was_read_is_not_shown(answer: Answer, digest: str | None) -> None:
    assert crop_pages(references(answer), answer.documents)
    assert crop_pages(references(answer), read_again(answer, digest=digest)) == {}


def test_a_changed_or_missing_file_makes_no_picture_and_no_error(tmp_path: Path) -> None:
    answer = check_reply(tmp_path)
    assert find_pictures(answer)
    (tmp_path / "velm.pdf").write_bytes((tmp_path / "velm.pdf").read_bytes() + b"\n")
    assert find_pictures(answer) == []
    (tmp_path / "velm.pdf").unlink()
    assert find_pictures(answer) == []


def test_an_answer_read_from_json_opens_no_pipe_device_or_share(answer: Answer, tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.pdf")
    for path in (
        tmp_path / "pipe.pdf",
        tmp_path,
        Path("/dev/zero"),
        Path("//host/share/x.pdf"),
        Path("a\0b"),
    ):
        assert read_checked_pdf(read_again(answer, source_path=path)[0]) is None
    assert find_pictures(Answer.from_json(answer.to_json()))


def test_boxes_of_pages_that_the_file_lacks_make_no_picture(answer: Answer) -> None:
    reference = next(one for one in references(answer) if one.bboxes)
    far = replace(reference, bboxes=tuple(replace(box, page=99) for box in reference.bboxes))
    assert crop_pages([far], answer.documents) == {}

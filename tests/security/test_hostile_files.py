"""Files that are made to take memory, time or other files: each is refused or read harmlessly."""

import io
import os
import time
import zipfile
from pathlib import Path

import pytest
from benchmarks.fuzz import build_docx

from ascribe import Limits, read_sources
from ascribe.errors import AscribeError, SkippedSourceWarning, SourceError
from ascribe.protocols import Extract
from ascribe.read import separate_process
from ascribe.read.docx import DocxReader
from ascribe.read.html import HtmlReader

MILL = "The old mill has 12 sails."
MEMORY = 700_000_000


def read_page(page: bytes, limits: Limits | None = None) -> Extract:
    return HtmlReader().read(page, "page.html", limits or Limits())


def draw_nested_forms(depth: int, fan: int) -> bytes:
    """A PDF whose page draws a form, which draws the next one ``fan`` times, and so on."""
    text = b"BT /F1 12 Tf 72 700 Td (The old mill on the Arle has 12 sails.) Tj ET\n"

    def stream(body: bytes, head: bytes = b"") -> bytes:
        return b"<< %b/Length %d >>\nstream\n%b\nendstream" % (head, len(body), body)

    def resources(number: int) -> bytes:
        return b"<< /Font << /F1 5 0 R >> /XObject << /X%d %d 0 R >> >>" % (number, 20 + number)

    objects = {
        1: b"<< /Type /Catalog /Pages 2 0 R >>",
        2: b"<< /Type /Pages /Count 1 /Kids [3 0 R] >>",
        3: b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Resources %b /Contents 4 0 R >>"
        % resources(0),
        4: stream(text + b"/X0 Do"),
        5: b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
    }
    for number in range(depth):
        body = b"/X%d Do " % (number + 1) * fan if number < depth - 1 else text
        head = b"/Type /XObject /Subtype /Form /BBox [0 0 612 792] /Resources %b " % resources(number + 1)
        objects[20 + number] = stream(body, head)
    body = b"".join(b"%d 0 obj\n%b\nendobj\n" % row for row in objects.items())
    return b"%PDF-1.7\n" + body + b"trailer << /Size 99 /Root 1 0 R >>\n%%EOF"


def test_a_pdf_that_takes_all_memory_ends_its_own_process_only(tmp_path: Path) -> None:
    (tmp_path / "bomb.pdf").write_bytes(draw_nested_forms(10, 10))
    (tmp_path / "mill.pdf").write_bytes(draw_nested_forms(1, 1))
    limits = Limits(max_memory=MEMORY, max_seconds=60)
    with pytest.raises(SourceError, match=r"bomb\.pdf: reading it crashed .* 700 MB of memory"):
        read_sources(tmp_path / "bomb.pdf", limits=limits)
    (document,) = read_sources(tmp_path / "mill.pdf", limits=limits)
    assert "12 sails" in (document.full_text or "")


def test_a_pdf_that_takes_long_is_given_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(separate_process, "GRACE_SECONDS", 0.2)
    (tmp_path / "bomb.pdf").write_bytes(draw_nested_forms(10, 10))
    begun = time.monotonic()
    with pytest.raises(SourceError, match=r"more than 0\.5 seconds"):
        read_sources(tmp_path / "bomb.pdf", limits=Limits(max_seconds=0.5))
    assert time.monotonic() - begun < 30


def test_where_no_process_starts_files_are_read_with_a_warning(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    separate_process.close_reader_process()
    monkeypatch.setattr(separate_process, "_START", "raise SystemExit")
    (tmp_path / "mill.pdf").write_bytes(draw_nested_forms(1, 1))
    with pytest.warns(RuntimeWarning, match="read without limits of memory"):
        (document,) = read_sources(tmp_path / "mill.pdf")
    assert "12 sails" in (document.full_text or "")


def pack(name: str, pieces: list[bytes]) -> bytes:
    """A Word file with another part, packed as tightly as can be."""
    held = io.BytesIO(build_docx())
    with (
        zipfile.ZipFile(held, "a", zipfile.ZIP_DEFLATED, compresslevel=9) as archive,
        archive.open(name, "w", force_zip64=True) as part,
    ):
        for piece in pieces:
            part.write(piece)
    return held.getvalue()


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (pack("word/big.xml", [bytes(1_000_000)] * 120), "unpacks to 120,"),
        (pack("word/many.xml", [b"<w:p/>" * 100_000] * 51), "has 5,100,0.. tags, more than the limit"),
    ],
    ids=["bytes", "tags"],
)
def test_a_small_word_file_that_unpacks_to_much_is_refused(data: bytes, reason: str) -> None:
    assert len(data) < 1_000_000
    with pytest.raises(SourceError, match=reason):
        DocxReader().read(data, "bomb.docx", Limits())


def test_entities_of_a_word_file_are_not_expanded(tmp_path: Path) -> None:
    (tmp_path / "secret.txt").write_text("the password is tulip")
    entities = (
        b'<!DOCTYPE d [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;">'
        b'<!ENTITY x SYSTEM "file://%b">]>' % bytes(tmp_path / "secret.txt")
    )
    data = build_docx(lambda part: entities + part.replace(b"12 sails", b"12 sails &b; &x;"))
    try:
        text = DocxReader().read(data, "a.docx", Limits()).text
    except SourceError:
        text = ""
    assert "tulip" not in text
    assert text.count("a" * 10) < 2


def test_names_in_archives_lead_nowhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    DocxReader().read(pack("../../escaped.xml", [b"<a/>"]), "a.docx", Limits())
    assert not list(tmp_path.parent.rglob("escaped*"))


def seconds_for(page: bytes) -> float:
    begun = time.process_time()
    read_page(page)
    return time.process_time() - begun


def test_nested_lists_of_links_are_measured_once() -> None:
    def nest(depth: int) -> bytes:
        rows = b"<a href=x>a</a><i>words here more text</i>" * 2_000
        return (
            b'<div class="related links">' * depth + rows + b"</div>" * depth + b"<h1>x</h1>" + MILL.encode()
        )

    read_page(nest(5))
    flat, deep = (min(seconds_for(nest(depth)) for _ in range(2)) for depth in (10, 1_500))
    assert deep < 8 * flat + 1.0


@pytest.mark.parametrize("label", ["punycode", "unicode_escape", "idna", "utf-7", "hex", "rot13", "zip"])
def test_a_charset_that_no_page_has_is_not_used(label: str) -> None:
    page = f"<meta charset={label}>".encode() + "<p>Die Mühle hat +AGE- 12 Flügel\\x21.</p>".encode("latin-1")
    assert "Die Mühle hat +AGE- 12 Flügel\\x21." in read_page(page).text


def test_deep_nesting_is_refused() -> None:
    with pytest.raises(SourceError, match="nested too deeply"):
        read_page(b"<div>" * 100_000 + MILL.encode())


def test_links_out_of_a_folder_are_not_followed(tmp_path: Path) -> None:
    outside, inside = tmp_path / "outside", tmp_path / "inside"
    outside.mkdir()
    inside.mkdir()
    (outside / "secret.txt").write_text("the password is tulip")
    (inside / "mill.txt").write_text(MILL)
    (inside / "a.txt").symlink_to(outside / "secret.txt")
    (inside / "b").symlink_to(outside)
    (inside / "c.txt").symlink_to(inside / "c.txt")
    os.mkfifo(inside / "d.txt")
    with pytest.warns(SkippedSourceWarning) as told:
        (document,) = read_sources(inside)
    assert document.doc_id == "mill.txt"
    assert sum("outside this folder" in str(one.message) for one in told) == 1


def test_ids_of_documents_are_no_file_names(tmp_path: Path) -> None:
    from ascribe import check

    made = check(MILL, [{"id": "../../etc/passwd", "text": MILL}], tier="rules")
    assert made.to_pdf(tmp_path / "copies") == []
    assert list(tmp_path.iterdir()) == []


def test_a_line_of_a_hundred_million_characters_is_refused() -> None:
    with pytest.raises(AscribeError, match="limit of 10,000,000"):
        read_sources(["x" * 100_000_000])


def test_a_file_of_zero_bytes_is_no_text(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_bytes(bytes(1_000))
    with pytest.raises(SourceError, match="not a text file"):
        read_sources(tmp_path / "a.txt")

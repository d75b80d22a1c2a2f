"""Copies of real PDF files: every quote highlighted to the letter, everything else as it was."""

import io
from collections import Counter
from dataclasses import replace
from pathlib import Path
from typing import Any

import pypdfium2
import pypdfium2.raw as pdfium
import pytest
from benchmarks.highlights import (
    cite_everything,
    find_own_highlights,
    get_text,
    read_highlights,
    read_page_texts,
    sort_letters,
)
from reportlab.lib.pdfencrypt import StandardEncryption
from reportlab.pdfgen.canvas import Canvas

import ascribe
from ascribe.errors import InputError, SourceError
from ascribe.records import Answer
from ascribe.records.citation_rows import describe_citations
from ascribe.write.highlights import CONTRADICTED, DOUBTFUL, SUPPORTED
from ascribe.write.numbering import Numbering

LINES = (
    "The old mill on the Arle has twelve sails and is thirty",
    "metres high. It was built in 1871 by Anna Kohl, who sold",
    "it after the great flood. Visitors pay 2.50 euros.",
)
REPLY = "It was built in 1871 by Anna Kohl. Visitors pay 3.50 euros. Dragons live in the cellar."


def drawn(*, turn: int = 0, crop: bool = False, lines: tuple[str, ...] = LINES, **options: Any) -> bytes:
    """Two pages with a link, a form field, an outline and a title."""
    out = io.BytesIO()
    canvas = Canvas(out, invariant=1, pagesize=(500, 400), **options)
    canvas.setTitle("Mills of the Arle")
    for page in (1, 2):
        canvas.setPageRotation(turn)
        if crop:
            canvas.setCropBox((40, 200, 480, 390))
        canvas.bookmarkPage(f"p{page}")
        canvas.addOutlineEntry(f"Page {page}", f"p{page}")
        for number, line in enumerate(lines if page == 1 else ("The river froze in 1902.",)):
            canvas.drawString(60, 320 - 14 * number, line)
        canvas.linkURL("https://example.org/", (60, 250, 200, 262))
        canvas.acroForm.textfield(name=f"f{page}", x=60, y=210, width=90, height=14, value="kept")
        canvas.showPage()
    canvas.save()
    return out.getvalue()


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "mill.pdf").write_bytes(drawn())
    return tmp_path


def checked(path: Path, reply: str = REPLY) -> Answer:
    return ascribe.check(reply, path, tier="rules")


def around(path: Path) -> Any:
    """What must stay: everything but the new annotations."""
    with pypdfium2.PdfDocument(path) as document:
        pages = [document[i] for i in range(len(document))]
        return {
            "text": read_page_texts(path),
            "metadata": document.get_metadata_dict(),
            "outline": [mark.get_title() for mark in document.get_toc()],
            "form": document.get_formtype(),
            "pages": [(p.get_rotation(), p.get_mediabox(), p.get_cropbox()) for p in pages],
            "others": [list(subtypes(page)) for page in pages],
            "security": pdfium.FPDF_GetSecurityHandlerRevision(document.raw),
            "rights": pdfium.FPDF_GetDocPermissions(document.raw),
        }


def subtypes(page: Any):
    for index in range(pdfium.FPDFPage_GetAnnotCount(page.raw)):
        annotation = pdfium.FPDFPage_GetAnnot(page.raw, index)
        kind = pdfium.FPDFAnnot_GetSubtype(annotation)
        if kind != pdfium.FPDF_ANNOT_HIGHLIGHT and get_text(annotation, b"NM") != "ascribe-review":
            yield kind, get_text(annotation, b"V")
        pdfium.FPDFPage_CloseAnnot(annotation)


def notes(path: Path) -> dict[str, str]:
    """Name → note of every annotation of ours."""
    found = {}
    with pypdfium2.PdfDocument(path) as document:
        for page in document:
            for index in range(pdfium.FPDFPage_GetAnnotCount(page.raw)):
                annotation = pdfium.FPDFPage_GetAnnot(page.raw, index)
                if pdfium.FPDFAnnot_GetSubtype(annotation) == pdfium.FPDF_ANNOT_HIGHLIGHT:
                    assert pdfium.FPDFAnnot_GetFlags(annotation) == 4
                    assert pdfium.FPDFAnnot_HasKey(annotation, b"AP")
                    found[get_text(annotation, b"NM")] = get_text(annotation, b"Contents")
                pdfium.FPDFPage_CloseAnnot(annotation)
    return found


def summary(path: Path, page: int = 0) -> tuple[str, tuple[float, float, float, float]] | None:
    """Return the text and the place of the note on the whole reply; None if the page has none."""
    with pypdfium2.PdfDocument(path) as document:
        shown = document[page]
        for index in range(pdfium.FPDFPage_GetAnnotCount(shown.raw)):
            annotation = pdfium.FPDFPage_GetAnnot(shown.raw, index)
            if pdfium.FPDFAnnot_GetSubtype(annotation) == pdfium.FPDF_ANNOT_TEXT:
                assert get_text(annotation, b"NM") == "ascribe-review"
                assert pdfium.FPDFAnnot_HasKey(annotation, b"AP")
                place = pdfium.FS_RECTF()
                pdfium.FPDFAnnot_GetRect(annotation, place)
                found = get_text(annotation, b"Contents")
                return found, (place.left, place.bottom, place.right, place.top)
    return None


def colour_at(path: Path, x: float, y: float) -> tuple[int, ...]:
    """The colour of the first page as it is drawn, at a point of user space."""
    with pypdfium2.PdfDocument(path) as document:
        image = document[0].render(scale=1).to_pil().convert("RGB")
        pixel: tuple[int, ...] = image.getpixel((x, image.height - y))
    return pixel


@pytest.mark.parametrize("crop", [False, True], ids=["whole", "cropped"])
@pytest.mark.parametrize("turn", [0, 90, 180, 270])
def test_the_quads_hold_the_quotes_to_the_letter_and_the_rest_stays(tmp_path, turn, crop) -> None:
    source = tmp_path / "mill.pdf"
    source.write_bytes(drawn(turn=turn, crop=crop))
    data, before = source.read_bytes(), around(source)
    answer = cite_everything(ascribe.read_sources([source])[0])
    (copy,) = answer.to_pdf(tmp_path / "marked")
    assert copy == tmp_path / "marked" / "mill.pdf"
    found = read_highlights(copy)
    wanted = {s.number: s.references[0].quote for s in Numbering.of_words(answer).sources}
    assert {n: sort_letters(words) for n, words in found.items()} == {
        n: sort_letters(q) for n, q in wanted.items()
    }
    assert len(found) >= 4
    assert around(copy) == before
    assert source.read_bytes() == data


def test_an_owner_password_stays(tmp_path) -> None:
    source = tmp_path / "mill.pdf"
    lock = StandardEncryption("", ownerPassword="owner", canModify=0, canPrint=0)
    source.write_bytes(drawn(encrypt=lock))
    before = around(source)
    (copy,) = checked(source).to_pdf(tmp_path / "copy.pdf")
    assert before["security"] > 0
    assert around(copy) == before
    assert len(notes(copy)) == 2


def test_notes_say_what_rests_on_the_words(folder) -> None:
    answer = checked(folder / "mill.pdf")
    (copy,) = answer.to_pdf(str(folder / "copy.PDF"))
    found = notes(copy)
    assert list(found) == ["ascribe-1-supports-1", "ascribe-2-contradicts-1"]
    assert found["ascribe-1-supports-1"].startswith("[1] supported: ")
    assert "Sentence 1 of the reply: “It was built in 1871 by Anna Kohl.”" in found["ascribe-1-supports-1"]
    assert found["ascribe-2-contradicts-1"].startswith(
        "[2] contradicted: The source says “2.50 euros”, the reply says “3.50 euros”."
    )
    assert "“Visitors pay 3.50 euros.”" in found["ascribe-2-contradicts-1"]
    assert not any("Dragons" in note for note in found.values())


def test_a_note_on_the_first_page_lists_what_has_no_highlight(folder) -> None:
    (copy,) = checked(folder / "mill.pdf").to_pdf(folder / "copies")
    found = summary(copy)
    assert found is not None
    assert found[0] == (
        "To review: sentences of the reply for which nothing is highlighted\n\n"
        "not in the sources: Nothing in the sources says this.\n"
        "Sentence 3 of the reply: “Dragons live in the cellar.”"
    )
    assert summary(copy, page=1) is None


def test_it_lists_wrong_citations(folder) -> None:
    (folder / "tower.txt").write_text("The tower has nine bells. It is locked.")
    reply = (
        "It was built in 1871 by Anna Kohl [9]. The tower has nine bells [1]. Dragons live in the cellar [2]."
    )
    answer = ascribe.check(reply, [folder / "mill.pdf", folder / "tower.txt"], tier="rules")
    (copy,) = answer.to_pdf(folder / "copies")
    found = summary(copy)
    assert found is not None
    entries = [entry.split("\n") for entry in found[0].split("\n\n")[1:]]
    assert [entry[1] for entry in entries] == [
        "Sentence 2 of the reply: “The tower has nine bells [1].”",
        "Sentence 3 of the reply: “Dragons live in the cellar [2].”",
    ]
    assert [line for entry in entries for line in entry[2:]] == [
        f"Citation: {words}"
        for sentence in answer.sentences[1:]
        for words in describe_citations(sentence, answer)
    ]
    assert any("Citation: [9]" in note for note in notes(copy).values())


def test_a_reply_without_anything_to_review_has_no_such_note(folder) -> None:
    (copy,) = checked(folder / "mill.pdf", "It was built in 1871 by Anna Kohl.").to_pdf(folder / "copies")
    assert summary(copy) is None


@pytest.mark.parametrize(
    ("turn", "corner"), [(0, (40, 390)), (90, (40, 200)), (180, (480, 200)), (270, (480, 390))]
)
def test_the_note_is_where_a_reader_sees_the_upper_left_corner(tmp_path, turn, corner) -> None:
    (tmp_path / "mill.pdf").write_bytes(drawn(turn=turn, crop=True))
    (copy,) = checked(tmp_path / "mill.pdf").to_pdf(tmp_path / "copies")
    found = summary(copy)
    assert found is not None
    left, bottom, right, top = found[1]
    assert min(abs(left - corner[0]), abs(right - corner[0])) == pytest.approx(6)
    assert min(abs(bottom - corner[1]), abs(top - corner[1])) == pytest.approx(6)
    assert 40 < left < right < 480
    assert 200 < bottom < top < 390


def test_colours_are_drawn(folder) -> None:
    (copy,) = checked(folder / "mill.pdf").to_pdf(folder / "copies")
    with pypdfium2.PdfDocument(copy) as document:
        quads = {number: quads[-1] for number, quads in find_own_highlights(document[0])}
    for number, colour in ((1, SUPPORTED), (2, CONTRADICTED)):
        left, bottom, _, _ = quads[number]
        drawn_there = colour_at(copy, left + 1, bottom + 1)
        assert max(abs(a - b) for a, b in zip(drawn_there, colour, strict=True)) <= 3
        assert colour_at(folder / "mill.pdf", left + 1, bottom + 1) == (255, 255, 255)


def test_words_that_several_sentences_cite_have_one_highlight_with_all_of_them(folder) -> None:
    answer = checked(folder / "mill.pdf", "It was built in 1871. Anna Kohl sold it after the great flood.")
    (copy,) = answer.to_pdf(folder / "copies")
    (note,) = notes(copy).values()
    assert "Sentence 1 of the reply" in note
    assert "Sentence 2 of the reply" in note


def test_evidence_of_a_sentence_that_is_not_supported_is_yellow(folder) -> None:
    from ascribe.write.highlights import build_highlights

    answer = cite_everything(ascribe.read_sources([folder / "mill.pdf"])[0])
    first = answer.sentences[0]
    assert first.verdict is not None
    partial = replace(first, verdict=replace(first.verdict, status="partial", reason="partly_covered"))
    marks = build_highlights(replace(answer, sentences=[partial, *answer.sentences[1:]]))["mill.pdf"]
    assert [mark.color for mark in marks][:2] == [DOUBTFUL, SUPPORTED]


def test_a_nearest_passage_is_no_citation(folder) -> None:
    answer = checked(folder / "mill.pdf", "Dragons live in the cellar of the mill.")
    assert [r.label for s in answer.sentences for r in s.references] == ["related"]
    assert answer.to_pdf(folder / "copies") == []
    with pytest.raises(InputError, match=r"copy\.pdf: no PDF file is cited, so there is none to highlight"):
        answer.to_pdf(folder / "copy.pdf")
    assert not (folder / "copies").exists()
    assert not (folder / "copy.pdf").exists()


def test_a_changed_file_has_its_quotes_found_again(folder) -> None:
    answer = checked(folder / "mill.pdf")
    moved = (
        "A new line at the top of the page.",
        *LINES[:2],
        "it after the great",
        "flood. Visitors pay 2.50 euros.",
    )
    (folder / "mill.pdf").write_bytes(drawn(lines=moved))
    (copy,) = answer.to_pdf(folder / "copies")
    found = read_highlights(copy)
    wanted = {s.number: s.references[0].quote for s in Numbering.of_words(answer).sources}
    assert {n: sort_letters(words) for n, words in found.items()} == {
        n: sort_letters(q) for n, q in wanted.items()
    }


def test_a_changed_quote_is_refused_and_nothing_is_written(folder) -> None:
    answer = checked(folder / "mill.pdf")
    (folder / "mill.pdf").write_bytes(drawn(lines=(*LINES[:2], LINES[2].replace("2.50", "4.50"))))
    with pytest.raises(
        SourceError, match=r"changed since it was read and no longer contains “Visitors pay 2\.50 euros\.”"
    ):
        answer.to_pdf(folder / "copies")
    assert not (folder / "copies").exists()


def test_a_file_that_is_gone_or_locked_now_is_refused(folder) -> None:
    answer = checked(folder / "mill.pdf")
    (folder / "mill.pdf").write_bytes(drawn(encrypt=StandardEncryption("secret")))
    with pytest.raises(SourceError, match=r"mill\.pdf: the PDF is encrypted"):
        answer.to_pdf(folder / "copies")
    (folder / "mill.pdf").unlink()
    with pytest.raises(SourceError, match=r"mill\.pdf: it can no longer be read"):
        answer.to_pdf(folder / "copies")


def test_no_copy_replaces_a_source_and_one_file_holds_one_pdf(folder) -> None:
    answer = checked(folder / "mill.pdf")
    for place in (folder, folder / "mill.pdf"):
        with pytest.raises(InputError, match="would replace a source"):
            answer.to_pdf(place)
    (folder / "b").mkdir()
    (folder / "b" / "mill.pdf").write_bytes(drawn(lines=("The tower has nine bells.",)))
    both = ascribe.check("The tower has nine bells. Visitors pay 2.50 euros.", folder, tier="rules")
    with pytest.raises(InputError, match="cites 2 PDF files; give a folder"):
        both.to_pdf(folder / "copy.pdf")
    copies = both.to_pdf(folder / "copies")
    assert len({copy.name for copy in copies}) == 2
    assert all(len(notes(copy)) == 1 for copy in copies)


def test_copies_never_share_a_name(folder) -> None:
    (folder / "mill.pdf").unlink()
    said = {"a/b.pdf": "nine bells", "x/b.pdf": "ten masts", "a-b.pdf": "two doors", "x/B.pdf": "six rooms"}
    for name, words in said.items():
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).write_bytes(drawn(lines=(f"The tower has {words}.",)))
    reply = " ".join(f"The tower has {words}." for words in said.values())
    copies = checked(folder, reply).to_pdf(folder / "copies")
    assert len({copy.name.casefold() for copy in copies}) == 4
    assert folder / "copies" / "a-b.pdf" in copies
    assert all(len(notes(copy)) == 1 for copy in copies)


def test_real_files(shared_data, tmp_path) -> None:
    for name in (
        "owner_password_only.pdf",
        "rotated90_wide_table.pdf",
        "scotus_tarrant_2013.pdf",
        "arabic_rtl.pdf",
    ):
        answer = cite_everything(ascribe.read_sources([shared_data / "docs" / name])[0])
        (copy,) = answer.to_pdf(tmp_path)
        found = read_highlights(copy)
        wanted = {s.number: s.references[0].quote for s in Numbering.of_words(answer).sources}
        assert found.keys() == wanted.keys(), name
        for number, words in found.items():
            shown, quoted = Counter(sort_letters(words)), Counter(sort_letters(wanted[number]))
            assert not quoted - shown, (name, number)
            marks = "".join((shown - quoted).elements())
            assert not marks or marks.isdigit(), (
                name,
                number,
            )  # of notes, which are no words of the sentence
        assert around(copy) == around(shared_data / "docs" / name), name

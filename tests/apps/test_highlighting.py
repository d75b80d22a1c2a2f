"""``ascribe check -o FOLDER``, ``-o FILE.pdf`` and ``-o FILE.jsonld``."""

from pathlib import Path

import pypdfium2
import pytest
from benchmarks.highlights import read_highlights

from ascribe.write.annotations import read_annotations
from tests.apps.command import run_command

CHECK = ("check", "reply.md", "-s", ".", "--tier", "rules")


@pytest.fixture
def folder(tmp_path: Path, made_files) -> Path:
    (tmp_path / "reply.md").write_text("It was built in 1871. It has 12 sails.\n", encoding="utf-8")
    (tmp_path / "mill.pdf").write_bytes(made_files["pdf"][1])
    return tmp_path


def test_a_folder_gets_the_copies_and_they_are_no_sources_the_next_time(folder) -> None:
    (folder / "marked").mkdir()
    for _ in range(2):
        done = run_command(folder, *CHECK, "-o", "marked")
        assert done.returncode == 0, done.stderr
        assert done.stdout.decode().split() == [str(Path("marked/mill.pdf"))]
    assert read_highlights(folder / "marked" / "mill.pdf").keys() == {1, 2}


def test_one_file(folder) -> None:
    done = run_command(folder, *CHECK, "-o", "out.pdf")
    assert done.returncode == 0, done.stderr
    assert done.stdout.decode() == "out.pdf\n"
    assert done.stderr.decode().startswith("2 of 2 supported → out.pdf\n")
    with pypdfium2.PdfDocument(folder / "out.pdf") as document:
        assert len(document) == 2


@pytest.mark.parametrize("place", ["mill.pdf", "."])
def test_no_original_is_replaced(folder, place) -> None:
    before = (folder / "mill.pdf").read_bytes()
    done = run_command(folder, *CHECK, "-o", place)
    assert done.returncode == 2
    assert "would replace a source" in done.stderr.decode()
    assert (folder / "mill.pdf").read_bytes() == before


@pytest.mark.parametrize("place", ["new", "new.pdf"])
@pytest.mark.parametrize(
    ("reply", "source", "code"), [("It has 12 sails.", "mill.txt", 2), ("Dragons rule it.", "mill.pdf", 1)]
)
def test_a_reply_that_cites_no_pdf_says_so_and_does_not_exit_with_0(
    folder, reply, source, code, place
) -> None:
    (folder / "reply.md").write_text(reply, encoding="utf-8")
    (folder / "mill.txt").write_text("It has 12 sails.", encoding="utf-8")
    done = run_command(folder, "check", "reply.md", "-s", source, "--tier", "rules", "-f", "pdf", "-o", place)
    assert (done.returncode, done.stdout) == (code, b"")
    assert done.stderr.decode().strip() == f"ascribe: {place}: not written: no PDF file is cited."
    assert not (folder / place).exists()


@pytest.mark.parametrize(
    ("question", "said", "code"),
    [
        ("Wie viele Flügel hat die Mühle?", "no PDF file is cited", 2),
        ("Wer?", "there is no answer, as nothing in the sources answers the question", 1),
    ],
)
def test_an_answer_that_cites_no_pdf_neither(folder, question, said, code) -> None:
    (folder / "mill.txt").write_text("Die Mühle hat 12 Flügel.", encoding="utf-8")
    asked = ("ask", question, "mill.txt", "--language", "de", "--tier", "rules", "-o", "new.pdf")
    done = run_command(folder, *asked)
    assert (done.returncode, done.stdout) == (code, b"")
    assert done.stderr.decode().strip() == f"ascribe: new.pdf: not written: {said}."
    assert not (folder / "new.pdf").exists()


def test_a_folder_without_a_format_says_what_it_takes(folder) -> None:
    (folder / "mill.txt").write_text("Die Mühle hat 12 Flügel.", encoding="utf-8")
    (folder / "new").mkdir()
    question = ("ask", "Wie viele Flügel hat die Mühle?", "mill.txt", "--language", "de", "--tier", "rules")
    done = run_command(folder, *question, "-o", "new")
    assert done.returncode == 2
    assert done.stderr.decode().strip().endswith("for a report, give -o a file.")


def test_annotations(folder) -> None:
    (folder / "out").mkdir()
    assert run_command(folder, *CHECK, "-o", "out/a.jsonld").returncode == 0
    text = (folder / "out" / "a.jsonld").read_text(encoding="utf-8")
    assert [reference.pages for reference in read_annotations(text)] == [(0,), (1,)]
    assert '"source": "../mill.pdf"' in text


def test_links_of_a_report_lead_from_where_it_is(folder) -> None:
    (folder / "out").mkdir()
    run_command(folder, *CHECK, "-o", "out/report.html")
    assert 'href="../mill.pdf#page=1"' in (folder / "out" / "report.html").read_text(encoding="utf-8")

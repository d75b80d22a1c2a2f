"""Words and names of strangers on terminals, pages and in data files: shown as they are, and never obeyed."""

import csv
import io
import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pypdfium2
import pypdfium2.raw as pdfium
import pytest
from benchmarks.fuzz import build_pdf
from pybtex.database import parse_string

from ascribe import Answer, InputError, check
from ascribe.write.pdf_actions import switch_off_actions
from ascribe.write.whole_files import write_whole_file
from tests.apps.command import run_command

MILL = "The mill has 12 sails."
ESCAPES = "\x1b]52;c;YWJj\x07\x1b[2J\x9b31m\x1b]0;owned\x07"
HIDDEN = "\u202egnorw\u202c \u2066x\u2069"
COMMANDS = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]")


def test_names_of_files_drive_no_terminal(tmp_path: Path) -> None:
    sources = tmp_path / "s"
    sources.mkdir()
    (sources / f"a{ESCAPES.replace('/', '')}.txt").write_text(MILL)
    (sources / f"b{ESCAPES}.pdf").write_bytes(b"")
    (tmp_path / "reply.md").write_text(f"{MILL} {ESCAPES} {HIDDEN}")
    for arguments in (
        ("add", "s", "-l", "t.lib"),
        ("library", "list", "-l", "t.lib"),
        ("check", "reply.md", "-s", "s", "--tier", "rules"),
        ("check", "reply.md", "-s", f"no{ESCAPES}.txt"),
    ):
        done = run_command(tmp_path, *arguments, environment={"NO_COLOR": "1"})
        shown = (done.stdout + done.stderr).decode()
        assert shown
        assert not COMMANDS.search(shown.replace("\n", ""))


def test_what_is_hidden_is_shown_with_its_code() -> None:
    answer = check("The mill \u202ehas\u202c 12 sails.", [MILL], tier="rules")
    for text in (str(answer), answer.to_markdown()):
        assert "⟦U+202E⟧" in text
        assert "\u202e" not in text


def test_letters_that_look_alike_are_not_the_same_name() -> None:
    (sentence,) = check("Вrаndt built the mill.", ["Brandt built the mill."], tier="rules").sentences
    assert sentence.text.startswith("Вrаndt")  # Cyrillic, as it was given
    assert sentence.verdict is not None
    assert sentence.verdict.status != "supported"


@pytest.mark.parametrize("form", ["bibtex", "ris", "csl-json"])
def test_data_on_a_page_runs_nothing(form: str) -> None:
    hostile = {"title": "<script>alert(1)</script>", "author": "<img src=x onerror=alert(1)>"}
    answer = check(MILL, [{"text": MILL, "metadata": hostile}], tier="rules")
    page = answer.bibliography(form, markup="html")
    assert "&lt;" in page
    assert not re.search(r"<\s*(script|img)", page)
    if form != "bibtex":  # BibTeX writes the signs as LaTeX does
        assert "<script>" in answer.bibliography(form)


BREAKING = "}\n@misc{evil, title={x}}\nER  - \nTY  - BOOK\n\\input{/etc/passwd} %\x00"


def test_titles_break_out_of_no_data_file() -> None:
    answer = check(MILL, [{"text": MILL, "metadata": {"title": BREAKING, "author": BREAKING}}], tier="rules")
    assert len(parse_string(answer.bibliography("bibtex"), "bibtex").entries) == 1
    assert len(re.findall(r"(?m)^TY  - ", answer.bibliography("ris"))) == 1
    assert len(json.loads(answer.bibliography("csl-json"))) == 1


def test_markdown_of_a_source_is_text() -> None:
    hostile = "The mill has 12 sails ![x](http://evil.example/a.png) <b>now</b> [y](javascript:z)."
    text = check(MILL, [{"id": "[a](http://b)", "text": hostile}], tier="rules").to_markdown()
    assert not re.search(r"(?<!\\)!\[x\]\(http|(?<!\\)\]\(javascript|(?<!\\)<b>", text)


def test_a_table_has_no_formula() -> None:
    answer = check('=HYPERLINK("http://evil.example";"x").', [MILL], tier="rules")
    (row,) = csv.DictReader(io.StringIO(answer.to_csv()))
    assert row["text"].startswith("'=HYPERLINK")


# --- Copies of PDF files ---

ACTIVE = (
    b"/OpenAction << /S /JavaScript /JS (app.alert(1)) >> /AA << /WC << /S /Launch /F (x) >> >> "
    b"/Names << /JavaScript << /Names [(a) << /S /JavaScript /JS (app.alert(2)) >>] >> "
    b"/EmbeddedFiles << /Names [(b) << /Type /Filespec /F (b.exe) /EF << /F 4 0 R >> >>] >> >>"
)


def write_sources(folder: Path, catalog: bytes = b"") -> tuple[Path, Answer]:
    folder.mkdir()
    path = folder / "mill.pdf"
    path.write_bytes(build_pdf().replace(b"/Type /Catalog", b"/Type /Catalog " + catalog))
    return path, check("The old mill on the Arle has 12 sails.", [path], tier="rules")


def test_a_copy_runs_nothing_and_has_no_attachments(tmp_path: Path) -> None:
    path, answer = write_sources(tmp_path / "in", ACTIVE)
    original = pypdfium2.PdfDocument(path)
    assert pdfium.FPDFDoc_GetJavaScriptActionCount(original.raw) == 1
    assert original.count_attachments() == 1
    (copy,) = answer.to_pdf(tmp_path / "out")
    written = pypdfium2.PdfDocument(copy)
    assert pdfium.FPDFDoc_GetJavaScriptActionCount(written.raw) <= 0
    assert written.count_attachments() == 0
    assert "12 sails" in written[0].get_textpage().get_text_range()
    assert not re.search(rb"/(OpenAction|AA|JavaScript|JS|Launch|EmbeddedFiles)\b", copy.read_bytes())
    original.close(), written.close()


def test_names_in_texts_and_streams_of_a_copy_stay() -> None:
    kept = b"(see /AA and /JS )\n<2F4A53>\nstream\n/AA /JS \nendstream /AAB /JavaScriptX "
    assert switch_off_actions(kept) == kept
    assert switch_off_actions(b"<</AA 1/JS(x)>>") == b"<</xA 1/xS(x)>>"


def test_a_copy_replaces_no_file_that_is_none(tmp_path: Path) -> None:
    _, answer = write_sources(tmp_path / "in")
    out = tmp_path / "out"
    out.mkdir()
    (out / "mill.pdf").write_text("precious")
    with pytest.raises(InputError, match="no copy of Ascribe, and is not replaced"):
        answer.to_pdf(out)
    assert (out / "mill.pdf").read_text() == "precious"
    (out / "mill.pdf").unlink()
    (out / "mill.pdf").symlink_to(tmp_path / "victim.txt")
    with pytest.raises(InputError, match="not replaced"):
        answer.to_pdf(out)
    assert not (tmp_path / "victim.txt").exists()
    (out / "mill.pdf").unlink()
    assert answer.to_pdf(out) == answer.to_pdf(out) == [out / "mill.pdf"]  # an older copy may be replaced


FILL = """
import resource, signal, sys
from pathlib import Path
from ascribe.write.whole_files import write_whole_file
from tests.apps.command import run_command
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
resource.setrlimit(resource.RLIMIT_FSIZE, (1000, resource.RLIM_INFINITY))
try:
    write_whole_file(Path(sys.argv[1]), b"x" * 5000)
except OSError as error:
    print("refused")
"""


@pytest.mark.skipif(sys.platform == "win32", reason="this system has no such limit")
def test_a_write_that_fails_leaves_the_old_file(tmp_path: Path) -> None:
    report = tmp_path / "report.html"
    write_whole_file(report, b"old")
    run = subprocess.run(
        [sys.executable, "-c", FILL, str(report)], capture_output=True, text=True, check=True
    )
    assert run.stdout == "refused\n"
    assert report.read_bytes() == b"old"
    assert list(tmp_path.iterdir()) == [report]


# --- What is read from strangers besides sources ---


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("a.yaml", "[" * 50_000),
        ("a.toml", "a=" + "[" * 50_000),
        ("b.yaml", "a: &a {k: *a}"),
        ("c.yaml", "? [1, 2]\n: 3"),
        ("d.yaml", "a: !!python/object/apply:os.system [id]"),
        ("b.toml", "top = 1e999\ntop = nan"),
        ("c.toml", "top = -9223372036854775808123"),
    ],
)
def test_a_configuration_of_a_stranger_ends_in_one_sentence(tmp_path: Path, name: str, text: str) -> None:
    from ascribe.library.config import read_config

    (tmp_path / name).write_text(text)
    with pytest.raises(InputError, match=re.escape(name)):
        read_config(tmp_path / name)


def test_json_that_nests_deeply_is_refused() -> None:
    with pytest.raises(InputError, match="not valid JSON"):
        Answer.from_json('{"a":' * 100_000)
    held: dict[str, object] = {}
    held["a"] = held
    with pytest.raises(InputError):
        Answer.from_dict(held)


def test_a_file_in_the_working_folder_is_no_style(tmp_path: Path) -> None:
    (tmp_path / "apa").write_text("<evil/>")
    (tmp_path / "reply.md").write_text(MILL)
    (tmp_path / "a.txt").write_text(MILL)
    done = run_command(tmp_path, "check", "reply.md", "-s", "a.txt", "--references", "apa", "--tier", "rules")
    assert done.returncode == 0, done.stderr


def test_a_reply_without_end_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from ascribe.apps import inputs

    monkeypatch.setattr(inputs, "MAX_REPLY_BYTES", 1_000)
    (tmp_path / "reply.md").write_text("x" * 1_001)
    with pytest.raises(InputError, match="more than 1,000 bytes"):
        inputs.read_reply_bytes(str(tmp_path / "reply.md"))


OFFLINE = """
import socket
def refuse(*_, **__):
    raise SystemExit("the network was used")
class Refusing(socket.socket):
    connect = connect_ex = sendto = bind = refuse
socket.socket = Refusing
socket.create_connection = socket.getaddrinfo = refuse

import ascribe
from ascribe.apps.cli import app
answer = ascribe.check("The mill has 12 sails. It is old.", ["The mill has 12 sails.", "A mill."])
assert answer.sentences[0].verdict.status == "supported"
answer.to_html(), answer.to_markdown(), answer.bibliography("apa"), answer.to_json()
ascribe.repair("The mill has 12 sails [2].", ["The mill has 12 sails."])
with ascribe.Library(":memory:") as library:
    library.add({"id": "a", "text": "The mill has 12 sails."})
    library.ask("How many sails has the mill?")
print("offline")
"""


def test_nothing_is_sent_by_default_and_nothing_recorded_to_be_sent(tmp_path: Path) -> None:
    """Python's sockets refuse; a library in C that had something to send would record it below the home."""
    home = tmp_path / "home"
    home.mkdir()
    ours = ("ASCRIBE_", "ORT_", "XDG_")
    variables = {name: value for name, value in os.environ.items() if not name.startswith(ours)}
    run = subprocess.run(
        [sys.executable, "-c", OFFLINE],
        capture_output=True,
        text=True,
        env={**variables, "HOME": str(home)},
        cwd=tmp_path,
        check=False,
    )
    assert run.stdout == "offline\n", run.stderr
    assert list(home.rglob("*")) == []

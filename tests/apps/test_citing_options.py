"""``ascribe check`` with ``--style`` and ``--references``."""

import json
from pathlib import Path

import pytest

from tests.apps.command import run_command

PAGE = "<html><head><title>Mills &amp; sails</title></head><body><p>The mill has 12 sails.</p></body></html>"
CHECK = ("check", "reply.md", "-s", "mill.html", "--tier", "rules")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "reply.md").write_text("The mill has 12 sails. It has a dragon.\n", encoding="utf-8")
    (tmp_path / "mill.html").write_text(PAGE, encoding="utf-8")
    return tmp_path


def test_a_reply_with_citations(folder) -> None:
    done = run_command(folder, *CHECK, "--style", "superscript")
    text = done.stdout.decode()
    assert text.startswith("The mill has 12 sails.¹ It has a dragon.\n")
    assert "- ¹ *Mills & sails*.\n" in text
    assert done.returncode == 1


def test_citations_replace_the_markers_of_the_reply(folder) -> None:
    (folder / "reply.md").write_text("The mill has 12 sails [4]. It has a dragon [1].\n", encoding="utf-8")
    done = run_command(folder, *CHECK, "--style", "bracket", "--replace-markers")
    assert done.stdout.decode().startswith("The mill has 12 sails [1]. It has a dragon.\n")
    both = run_command(folder, *CHECK, "--style", "bracket")
    assert both.stdout.decode().startswith("The mill has 12 sails [4] [5]. It has a dragon [1].\n")


def test_the_file_says_the_markup(folder) -> None:
    run_command(folder, *CHECK, "--style", "bracket", "--references", "apa", "-o", "out.html")
    assert '<li id="reference-1">[1] Mills &amp; sails. (n.d.).</li>' in (folder / "out.html").read_text(
        "utf-8"
    )


def test_the_list_alone(folder) -> None:
    run_command(folder, *CHECK, "--references", "bibtex", "-o", "mill.bib")
    assert (folder / "mill.bib").read_text("utf-8") == "@misc{mills,\n  title = {Mills \\& sails},\n}\n"
    listed = json.loads(run_command(folder, *CHECK, "--references", "csl-json").stdout)
    run_command(folder, *CHECK, "--references", "csl-json", "-o", "mill.json")
    assert json.loads((folder / "mill.json").read_text("utf-8")) == listed
    assert listed == [{"id": "mills", "type": "document", "title": "Mills & sails"}]


def test_a_style_of_the_repository(folder) -> None:
    done = run_command(folder, *CHECK, "--references", "nature.csl")
    assert done.stdout.decode() == "[1] Mills & sails.\n"


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (("--style", "round"), "Unknown citation style 'round'; choose one of bracket"),
        (("--references", "harvard"), "No reference format is called 'harvard'; known: own"),
        (("--references", "no-such.csl"), "Unknown CSL style 'no-such.csl'"),
        (("--references", "reply.md.csl"), "reply.md.csl: cannot be read as a CSL style"),
        (("--style", "bracket", "-f", "json"), "need --format md, html or terminal, not json"),
        (("--style", "bracket", "-f", "html", "-o", "out.md"), "this suffix is for md, not html"),
        (("--style", "bracket", "-o", "out.json"), "give -o a file that ends in .md, .html or .txt"),
        (("--references", "apa", "-o", "out.xml"), "give -o a file that ends in .md, .html or .txt"),
        (("--once",), "--once needs --style"),
        (("--replace-markers", "--references", "own"), "--replace-markers needs --style"),
    ],
)
def test_what_cannot_be_is_said_in_one_line(folder, options, message) -> None:
    (folder / "reply.md.csl").write_text("no style", encoding="utf-8")
    done = run_command(folder, *CHECK, *options)
    assert done.returncode == 2
    assert message in done.stderr.decode()
    assert done.stderr.decode().count("\n") == 1


def test_wrong_citations_and_missing_names_are_said(folder) -> None:
    (folder / "reply.md").write_text("The mill has 12 sails [1].\n", encoding="utf-8")
    (folder / "cats.txt").write_text("Cats sleep a lot.", encoding="utf-8")
    (folder / "mill.txt").write_text("The mill has 12 sails.", encoding="utf-8")
    check = ("check", "reply.md", "-s", "cats.txt", "-s", "mill.txt", "--tier", "rules")
    done = run_command(folder, *check, "--style", "author_year")
    assert "Citations of the reply: 0 of 1 right, 1 wrong." in done.stdout.decode()
    said = done.stderr.decode()
    assert "[1] (cats.txt) does not say this; the support is in mill.txt (source 2)" in said
    assert said.count("no cited source has an author or a title") == 1
    assert "no cited source has" not in run_command(folder, *check, "--style", "bracket").stderr.decode()


def test_a_title_is_enough_for_a_name(folder) -> None:
    done = run_command(folder, *CHECK, "--style", "author_year")
    assert "(“Mills & sails”, n.d.)" in done.stdout.decode()
    assert done.stderr == b""

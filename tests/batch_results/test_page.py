"""The page over many replies: its figures, its bytes, and that no text of a reply becomes markup."""

import os
import re
import subprocess
import sys
from base64 import b64decode, b64encode
from hashlib import sha256
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

import pytest
from selectolax.lexbor import LexborHTMLParser
from typer.testing import CliRunner

from ascribe import MissingExtraError
from ascribe.apps.cli import app
from ascribe.batch_results import compare, render_page, summarize
from ascribe.install_command import build_install_command
from tests.batch_results.runs import Answers, write_run

BAD = '<script>alert("1")</script> & $x^2$ \x1b[31m'
ANSWERS: Answers = {
    n: [("a", "supported"), ("b", "contradicted" if n % 3 == 0 else "supported"), (BAD, "unsupported")]
    for n in range(1, 31)
}
EXTRA = {n: {"topic": BAD if n % 2 else "mills", "date": f"2026-01-{n:02d}"} for n in ANSWERS}


def parse(page: str) -> Any:
    """The page as a tree; a missing element fails where it is used."""
    return LexborHTMLParser(page)


@pytest.fixture
def runs(tmp_path: Path) -> list[Path]:
    documents = {"a": "guide.pdf", "b": BAD}
    better: Answers = {n: [(text, "supported") for text, _ in ANSWERS[n]] for n in ANSWERS}
    return [
        write_run(tmp_path / "a.jsonl", ANSWERS, extra=EXTRA, documents=documents),
        write_run(tmp_path / "b.jsonl", better, extra=EXTRA, documents=documents),
    ]


def test_a_missing_library_is_named(runs: list[Path], monkeypatch: pytest.MonkeyPatch) -> None:
    for name in [name for name in sys.modules if name.split(".")[0] == "matplotlib"]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    with pytest.raises(MissingExtraError, match=re.escape(build_install_command("report"))):
        render_page(summarize(runs))


@pytest.mark.tables
def test_no_text_of_a_reply_becomes_markup(runs: list[Path]) -> None:
    page = render_page(summarize(runs), compare(*runs), BAD)
    tree = parse(page)
    assert not tree.css("script, link, iframe, object, [style], [onload], [onerror]")
    assert "\x1b" not in page
    assert {node.attributes["src"][:25] for node in tree.css("[src]")} == {"data:image/svg+xml;base64"}
    shown = BAD.replace("\x1b", "⟦U+001B⟧")
    assert tree.css_first("h1").text() == shown
    assert shown in [node.text() for node in tree.css("tbody th")]
    assert shown in [node.text() for node in tree.css(".claim")]
    policy = tree.css_first("meta[http-equiv]").attributes["content"]
    style = tree.css_first("style").text()
    digest = b64encode(sha256(style.encode()).digest()).decode()
    assert policy == f"default-src 'none'; style-src 'sha256-{digest}'; img-src data:"


@pytest.mark.tables
def test_every_chart_has_two_versions_a_text_and_its_numbers(runs: list[Path]) -> None:
    tree = parse(render_page(summarize(runs), compare(*runs)))
    charts = tree.css("section:has(picture)")
    titles = [section.css_first("h2").text() for section in charts]
    assert titles == [
        "Drift between the two runs",
        "Over time, by day",
        "By topic",
        "By file",
        "By source: the 2 most used of 2",
        "Most misused sources",
    ]
    for section in charts:
        pictures = [
            section.css_first("img").attributes["src"],
            section.css_first("source").attributes["srcset"],
        ]
        light, dark = (b64decode(address.partition(",")[2]).decode() for address in pictures)
        assert re.sub("#[0-9a-f]{6}", "", light) == re.sub("#[0-9a-f]{6}", "", dark)
        assert "#1c2128" in light
        assert "#1c2128" not in dark
        labels = " ".join(ET.fromstring(light).itertext())
        assert "font-family: system-ui" in light
        assert len(section.css_first("img").attributes["alt"]) > 30
        rows = [row.text() for row in section.css("tbody th")]
        assert rows
        if "By" in section.css_first("h2").text() and rows[0] != "a":
            assert rows[0][:20] in labels


@pytest.mark.tables
def test_the_figures_are_those_of_the_rows(runs: list[Path]) -> None:
    tree = parse(render_page(summarize(runs[0])))
    assert tree.css_first(".headline").text().startswith("55.6 % of 90 sentences supported")
    facts = {node.css_first("dt").text(): node.css_first("dd").text() for node in tree.css(".tiles div")}
    assert facts["answers with a contradicted sentence"] == "10 (33.3 %)"
    assert facts["answers supported throughout"] == "0 (0.0 %)"
    topic = next(s for s in tree.css("section") if s.css_first("h2").text() == "By topic")
    cells = {row.css_first("th").text(): [c.text() for c in row.css("td")] for row in topic.css("tbody tr")}
    assert cells["mills"][:3] == ["15", "45", "55.6 %"]
    assert cells["mills"][4:] == ["5", "15"]
    worst = tree.css(".worst article")
    assert [node.css_first(".badge").text() for node in worst] == ["contradicted", "not in the sources"]
    assert worst[0].css_first("blockquote").text().strip() == "Of b."


@pytest.mark.tables
def test_the_command_writes_the_same_bytes_everywhere(runs: list[Path], tmp_path: Path) -> None:
    """In processes of their own, with another seed of hashes, another zone and settings of Matplotlib."""
    (tmp_path / "matplotlibrc").write_text("lines.linewidth: 9\nsvg.fonttype: path\n", encoding="utf-8")
    pages = []
    for number, changed in enumerate(
        ({}, {"PYTHONHASHSEED": "7", "TZ": "Asia/Tokyo", "MATPLOTLIBRC": str(tmp_path)})
    ):
        page = tmp_path / f"page{number}.html"
        command = [sys.executable, "-m", "ascribe", "report", *map(str, runs), "-o", str(page)]
        subprocess.run(command, check=True, env={**os.environ, **changed}, capture_output=True)
        pages.append(page.read_bytes())
    assert pages[0] == pages[1]


@pytest.mark.tables
def test_runs_without_a_common_answer_have_no_drift(runs: list[Path], tmp_path: Path) -> None:
    other = write_run(tmp_path / "other.jsonl", {99: [("a", "supported")]})
    done = CliRunner().invoke(app, ["report", str(runs[0]), str(other), "-o", str(tmp_path / "p.html")])
    assert done.exit_code == 0
    assert "31 answers; 56.0 % of 91 sentences supported" in done.stderr
    assert "have no id in common" in (tmp_path / "p.html").read_text(encoding="utf-8")


@pytest.mark.tables
def test_a_run_in_which_nothing_was_checked_says_so(tmp_path: Path) -> None:
    path = write_run(tmp_path / "a.jsonl", {1: [("a", "not_checkable")]})
    tree = parse(render_page(summarize(path)))
    assert tree.css_first(".headline.warning").text() == "No sentence states anything that could be checked."


@pytest.mark.tables
def test_several_runs_are_told_apart_and_places_are_no_misused_sources(tmp_path: Path) -> None:
    good: Answers = {n: [("a", "supported")] for n in range(1, 5)}
    bad: Answers = {n: [("a", "contradicted"), ("b", "contradicted")] for n in good}
    documents = {"a": "source-2", "b": "mill.pdf"}
    runs = [write_run(tmp_path / "one.jsonl", good, documents=documents)]
    runs.append(write_run(tmp_path / "two.jsonl", bad, documents=documents))
    page = render_page(summarize(runs))
    assert "All 2 runs together: 33.3 % of 12 sentences supported" in page
    assert "two alone: 0.0 %." in page
    assert "runs together" not in render_page(summarize(runs[:1]))
    misused = page.partition("Most misused sources")[2].partition("<article")[0]
    assert "mill.pdf" in misused
    assert "source-2" not in misused


def test_the_page_needs_a_name_for_a_page(runs: list[Path], tmp_path: Path) -> None:
    done = CliRunner().invoke(app, ["report", str(runs[0]), "-o", str(tmp_path / "page.csv")])
    assert "give -o a name that ends in .html" in str(done.exception)
    done = CliRunner().invoke(
        app, ["report", str(runs[0]), "-o", str(tmp_path / "p.html"), "--cluster", "topic"]
    )
    assert "--cluster is for the comparison of two results" in str(done.exception)

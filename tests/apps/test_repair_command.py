"""``ascribe repair``."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from ascribe import Repair
from ascribe.apps.repair import encode_like
from tests.apps.command import run_command

WRONG = "The bridge was built in 1871 [1].\n"
RIGHT = "The bridge was built in 1871 [2].\n"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "wrong.md").write_text(WRONG, encoding="utf-8")
    (tmp_path / "right.md").write_text(RIGHT, encoding="utf-8")
    sources = tmp_path / "sources"
    sources.mkdir()
    (sources / "a.txt").write_text("The mill has 12 sails.", encoding="utf-8")
    (sources / "b.txt").write_text("The bridge was built in 1871.", encoding="utf-8")
    return tmp_path


def run(folder: Path, *arguments: str, stdin: bytes | None = None) -> subprocess.CompletedProcess[bytes]:
    return run_command(folder, "repair", *arguments, "--tier", "rules", stdin=stdin)


def test_a_right_reply_exits_with_0(folder) -> None:
    done = run(folder, "right.md", "-s", "sources")
    assert (done.returncode, done.stdout.decode()) == (0, "Markers: 1 kept.\n")


def test_a_wrong_one_exits_with_1_and_is_left_alone(folder) -> None:
    done = run(folder, "wrong.md", "-s", "sources")
    shown = done.stdout.decode()
    assert done.returncode == 1, done.stderr
    assert "→ re-point [1]: 1 → 2 (b.txt)" in shown
    assert "+The bridge was built in 1871 [2]." in shown
    assert "\x1b" not in shown
    assert (folder / "wrong.md").read_text(encoding="utf-8") == WRONG


def test_the_repaired_reply_goes_where_it_is_asked_for(folder) -> None:
    assert run(folder, "wrong.md", "-s", "sources", "-o", "fixed.md").returncode == 1
    assert (folder / "fixed.md").read_text(encoding="utf-8") == RIGHT
    printed = run(folder, "-", "-s", "sources", "-o", "-", stdin=WRONG.encode())
    assert printed.stdout.decode() == RIGHT
    assert run(folder, "wrong.md", "-s", "sources", "--write").returncode == 1
    assert (folder / "wrong.md").read_text(encoding="utf-8") == RIGHT
    assert run(folder, "wrong.md", "-s", "sources", "--write").returncode == 0


def test_sources_count_in_the_order_they_are_named(folder) -> None:
    done = run(folder, "wrong.md", "-s", "sources/b.txt", "-s", "sources/a.txt")
    assert done.returncode == 0


def test_json_is_the_repair(folder) -> None:
    done = run(folder, "wrong.md", "-s", "sources", "-f", "json")
    assert Repair.from_json(done.stdout).repaired == RIGHT


def test_the_diff_can_be_applied(folder) -> None:
    diff = run(folder, "wrong.md", "-s", "sources", "-f", "diff").stdout
    applied = subprocess.run(
        ["git", "apply", "-p1"], cwd=folder, input=diff, capture_output=True, check=False
    )
    assert applied.returncode == 0, applied.stderr
    assert (folder / "wrong.md").read_text(encoding="utf-8") == RIGHT
    assert run(folder, "right.md", "-s", "sources", "-f", "diff").stdout == b""


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16", "utf-16-be", "cp1252"])
def test_every_other_byte_stays(folder, encoding) -> None:
    before = "# The café “Zoë”\r\n\r\nThe bridge was built in 1871 [1].\r\n\r\nVoilà"
    mark = b"\xfe\xff" if encoding == "utf-16-be" else b""
    (folder / "wrong.md").write_bytes(mark + before.encode(encoding))
    run(folder, "wrong.md", "-s", "sources", "-o", "fixed.md")
    after = (folder / "fixed.md").read_bytes()
    assert after == mark + before.replace("[1]", "[2]").encode(encoding)


def test_a_damaged_file_is_written_as_utf_8() -> None:
    assert encode_like("a [2] \ufffd", "a [1] \ufffd", b"a [1] \xff") == "a [2] \ufffd".encode()


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("none.md", "-s", "sources"), "none.md: no such file"),
        (("wrong.md", "-s", "none"), "none"),
        (("wrong.md", "-s", "sources", "-f", "html"), "--format must be one of text, json, diff"),
        (("wrong.md", "-s", "sources", "-o", "wrong.md"), "use --write"),
        (("wrong.md", "-s", "sources", "-o", "x.md", "--write"), "give one of them"),
        (("-", "-s", "sources", "--write"), "standard input"),
        (("wrong.md", "-s", "sources", "-o", "no/where.md"), "cannot be written"),
        (("wrong.md", "-s", "wrong.md"), "a reply cannot be its own source"),
    ],
)
def test_what_cannot_run_exits_with_2_in_one_sentence(folder, arguments, message) -> None:
    done = run(folder, *arguments, stdin=WRONG.encode())
    error = done.stderr.decode()
    assert done.returncode == 2
    assert message in error
    assert len(error.strip().splitlines()) == 1
    assert (folder / "wrong.md").read_text(encoding="utf-8") == WRONG

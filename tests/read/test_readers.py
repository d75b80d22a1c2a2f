"""Which reader takes a file, and how another one is chosen."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from ascribe import check, check_many, read_sources, registry, stream
from ascribe.errors import AscribeError
from ascribe.protocols import Block, Extract, Limits
from ascribe.read.blocks import split_blocks
from ascribe.read.files import Readers, describe_overridden_extensions
from ascribe.read.sources import load_sources
from tests.conftest import Declare
from tests.read.test_sources import TEXT, one, refusal


class LineReader:
    extensions = (".lines",)

    def read(self, data: bytes, name: str, limits: Limits) -> Extract:
        text = data.decode()
        return Extract(
            text, [Block("prose", 0, len(text))], metadata={"name": Path(name), "limit": limits.max_bytes}
        )


class UpperReader:
    extensions = (".txt", ".md")

    def read(self, data: bytes, name: str, limits: Limits) -> Extract:  # noqa: ARG002 (the stage's signature)
        text = data.decode().upper()
        return Extract(text, split_blocks(text))


def test_a_reader_of_a_third_party(tmp_path: Path, declare: Declare):
    declare(("read.lines", "tests.read.test_readers:LineReader"))
    (tmp_path / "a.lines").write_text("Ducks swim.")
    document = one(tmp_path / "a.lines")
    assert (document.full_text, document.parser_name) == ("Ducks swim.", "lines")
    assert ".lines" in refusal(Path(__file__))


def test_a_reader_that_fails_is_one_skipped_file(tmp_path: Path, declare: Declare):
    declare(("read.lines", "tests.read.test_readers:LineReader"))
    (tmp_path / "a.lines").write_bytes(b"\xff")
    (tmp_path / "b.txt").write_text(TEXT)
    loaded = load_sources(tmp_path)
    assert [d.doc_id for d in loaded.documents] == ["b.txt"]
    assert "the lines reader failed" in loaded.skipped[0].reason


def test_a_built_in_reader_keeps_its_files_until_another_is_chosen(tmp_path: Path, declare: Declare):
    declare(("read.upper", "tests.read.test_readers:UpperReader"))
    (tmp_path / "a.TXT").write_text(TEXT)
    (tmp_path / "b.md").write_text(TEXT)
    assert [d.parser_name for d in read_sources(tmp_path)] == ["text", "text"]
    chosen: list[Readers] = [{".txt": "upper"}, {".txt": UpperReader()}]
    for readers, name in zip(chosen, ("upper", "UpperReader"), strict=True):
        first, second = read_sources(tmp_path, readers=readers)
        assert (first.full_text, first.parser_name) == (TEXT.upper(), name)
        assert second.parser_name == "text"
    (row,) = (row for row in registry.components("read") if row.package)
    assert describe_overridden_extensions(row).startswith(
        "files ending in .txt, .md stay with the built-in reader; choose this one"
    )
    assert describe_overridden_extensions(registry.components("read")[0]) == ""


def test_check_and_stream_take_readers(tmp_path: Path):
    (tmp_path / "a.txt").write_text("Ducks swim.")
    options: dict[str, Any] = {"readers": {".txt": UpperReader()}, "tier": "rules"}
    answer = check("Ducks swim.", tmp_path, **options)
    assert answer.documents[0].full_text == "DUCKS SWIM."
    assert list(stream(["Ducks swim."], tmp_path, **options))[-1].answer == answer
    (same,) = check_many([("Ducks swim.", tmp_path)], **options)
    assert same == answer


def test_two_readers_of_other_packages_do_not_share_a_file(tmp_path: Path, declare: Declare):
    declare(
        ("read.a", "tests.read.test_readers:LineReader"), ("read.b", "tests.read.test_readers:LineReader")
    )
    (tmp_path / "a.lines").write_text("Ducks swim.")
    message = refusal(tmp_path / "a.lines")
    assert "the readers 'a' of tests and 'b' of tests support files ending in .lines; choose one" in message
    assert one(tmp_path / "a.lines", readers={".lines": "b"}).parser_name == "b"


@pytest.mark.parametrize(
    ("target", "message"),
    [
        ("collections:OrderedDict", "does not declare which files it supports"),
        ("no_such_package_here:X", "needs no_such_package_here; install it"),
        ("collections:NoSuch", "cannot be loaded (AttributeError"),
    ],
)
def test_a_broken_reader_is_named_where_no_other_takes_the_file(
    tmp_path: Path, declare: Declare, target: str, message: str
):
    declare(("read.mine", target))
    (tmp_path / "a.odd").write_text(TEXT)
    (tmp_path / "b.txt").write_text(TEXT)
    loaded = load_sources(tmp_path)
    assert [d.doc_id for d in loaded.documents] == ["b.txt"]
    assert message in loaded.skipped[0].reason


@pytest.mark.parametrize(
    ("readers", "message"),
    [
        ("pdf", "readers must be a dict that maps extensions to readers, got str"),
        ({"pdf": "pdf"}, "'pdf' is not an extension"),
        ({".PDF": "pdf"}, "'.PDF' is not an extension"),
        ({".pdf": UnicodeError}, "for .pdf give the name of a reader or an object with a 'read' method"),
        ({".pdf": None}, "for .pdf give the name of a reader or an object with a 'read' method"),
        ({".pdf": "pfd"}, "No reader is called 'pfd'"),
    ],
)
def test_what_is_no_reader_is_refused(readers: Any, message: str):
    with pytest.raises(AscribeError, match=re.escape(message)):
        read_sources(TEXT, readers=readers)

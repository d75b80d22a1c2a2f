import unicodedata
from pathlib import Path

import msgspec
import pytest

import ascribe
from ascribe.text.package_data import load_package_json

PACKAGE = Path(ascribe.__file__).parent


def test_a_file_is_returned_in_the_shape_asked_for() -> None:
    assert "sources" in load_package_json("read/source_headings.json", frozenset[str])
    with pytest.raises(msgspec.ValidationError):
        load_package_json("read/source_headings.json", dict[str, str])
    with pytest.raises(FileNotFoundError):
        load_package_json("read/headings.json", list[str])


def test_texts_are_compared_in_composed_form_so_the_files_hold_it() -> None:
    for file in PACKAGE.rglob("*.json"):
        assert unicodedata.is_normalized("NFC", file.read_text(encoding="utf-8")), file

"""The table of parameters in the docs is complete, and every test that it names is there and about it."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.compat.reference_predictor.test_parameters import CHANGES, NEEDS_A_LOADED_MODEL, REFUSED, SEED

ROOT = Path(__file__).parents[3]
PAGE = ROOT / "docs/reference-predictor.md"
FOLDERS = (Path(__file__).parent, ROOT / "tests/inference/hugging_face")
HEADS = ("parameter", "default", "behaviour", "refused", "test of its own")


def rows() -> dict[str, dict[str, str]]:
    """Parameter → heading → cell."""
    part = PAGE.read_text(encoding="utf-8").partition("## Parameters")[2].partition("\n## ")[0]
    lines = [line for line in part.splitlines() if line.startswith("|")]
    head, _, *cells = ([cell.strip() for cell in line.strip("|").split("|")] for line in lines)
    assert tuple(head) == HEADS
    return {row[0].strip("`"): dict(zip(HEADS, row, strict=True)) for row in cells}


def named_tests(path: Path) -> Iterator[tuple[str, str]]:
    source = path.read_text(encoding="utf-8")
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
            yield node.name, ast.get_source_segment(source, node) or ""


TESTS = {
    name: text for folder in FOLDERS for file in folder.glob("test_*.py") for name, text in named_tests(file)
}


def test_every_parameter_has_a_row_with_its_default_in_the_order_of_the_seed() -> None:
    found = rows()
    assert list(found) == list(SEED)
    assert {name: row["default"].strip("`") for name, row in found.items()} == {
        name: str(default) for name, default in SEED.items()
    }
    assert all(row[head] for row in found.values() for head in HEADS)


@pytest.mark.parametrize("name", SEED)
def test_the_test_that_a_row_names_is_there(name: str) -> None:
    test = rows()[name]["test of its own"].strip("`")
    if test.endswith(".py"):
        assert name in CHANGES
        assert (FOLDERS[0] / test).is_file()
        return
    (full,) = [
        found for found in TESTS if re.fullmatch(f"{test.rstrip('…')}{'.*' * test.endswith('…')}", found)
    ]
    if name in NEEDS_A_LOADED_MODEL:
        assert name in TESTS[full], f"{full} does not use {name}"


def test_what_is_said_of_all_rows_is_so() -> None:
    assert {
        "test_a_parameter_changes_the_result",
        "test_a_wrong_value_is_refused_at_construction_by_name",
    } <= set(TESTS)
    assert set(CHANGES) | NEEDS_A_LOADED_MODEL == set(SEED) == {name for name, _, _ in REFUSED}

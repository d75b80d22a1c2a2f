"""A writer is killed: what it had reported is there, nothing is half there, and a loss would be seen."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from benchmarks.library_crash import build_source, find_document_faults, find_faults, find_row_faults
from benchmarks.library_stand_in import StandIn, get_file_store

from ascribe.library import Library

ROOT = Path(__file__).resolve().parents[2]


@pytest.mark.skipif(not hasattr(os, "fork"), reason="kill -9 is of POSIX")
def test_nothing_is_lost_when_writers_are_killed() -> None:
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join([str(ROOT), str(ROOT / "src")])}
    command = [sys.executable, "-m", "benchmarks.library_crash", "--kills", "5", "--seed", "3"]
    done = subprocess.run(command, capture_output=True, text=True, check=False, env=environment)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.splitlines()[-1].startswith("| 5 | ")


@pytest.fixture
def file(tmp_path):
    with Library(tmp_path / "l", encoder=StandIn()) as library:
        library.add([build_source(1, 1), build_source(2, 1)])
    return tmp_path / "l"


def test_a_sound_file_has_no_fault(file) -> None:
    assert find_faults(file, {1: 1, 2: 1}, {1, 2}, None) == []
    assert find_faults(file, {1: 1}, {1}, (2, 1)) == []  # reported as begun, and done


@pytest.mark.parametrize("kept", [{1: 1, 2: 2}, {1: 1, 2: 1, 3: 1}, {1: 1}, {1: 1, 2: 0}])
def test_a_document_that_is_lost_stale_or_too_much_is_seen(file, kept) -> None:
    assert find_faults(file, kept, set(kept), None)


@pytest.mark.parametrize(
    "damage",
    [
        "DELETE FROM words WHERE rowid = 1",
        "DELETE FROM vectors WHERE passage = 1",
        "UPDATE vectors SET data = substr(data, 3) WHERE passage = 1",
        "DELETE FROM codes WHERE passage = 1",
        "INSERT INTO words (rowid, content) VALUES (999, 'mill')",
    ],
)
def test_rows_without_their_others_are_seen(file, damage) -> None:
    with Library(file, encoder=StandIn()) as library:
        with get_file_store(library).database.writing() as run:
            run(damage)
        assert find_document_faults(library, {1: 1, 2: 1}) == []
    assert find_row_faults(file)

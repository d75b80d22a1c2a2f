"""A library whose file is moved, damaged, full, forked or used by many: nothing is lost without a word."""

import multiprocessing
import os
import sqlite3
import subprocess
import sys
import threading
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from ascribe import Library
from ascribe.errors import AscribeError, LibraryError, UnknownDocumentError
from ascribe.inference.encoder import WIDTH
from ascribe.library.store import vectors
from ascribe.library.store.connection import ReadOnlyConnection
from ascribe.library.store.database import Database

MILL = "The mill has 12 sails."


def open_library(path: Path) -> Library:
    return Library(path, encode=False)


def ids(path: Path) -> list[str]:
    with open_library(path) as library:
        return [one.doc_id for one in library.documents()]


def source(doc_id: str) -> dict[str, str]:
    return {"id": doc_id, "text": f"The {doc_id} has 12 sails."}


def test_what_is_added_to_a_library_that_was_moved_is_not_lost_silently(tmp_path: Path) -> None:
    path, moved = tmp_path / "a.lib", tmp_path / "b.lib"
    library = open_library(path)
    library.add(source("mill"))
    path.rename(moved)
    with pytest.raises(LibraryError, match=r"moved, replaced or removed .* nothing was written"):
        library.add(source("tower"))
    moved.rename(path)
    library.add(source("tower"))
    library.close()
    assert ids(path) == ["mill", "tower"]


def test_a_name_is_never_read_as_an_address(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    with Library("file:a.lib?mode=memory", encode=False) as library:
        library.add(source("mill"))
    assert [one.name for one in tmp_path.iterdir()] == ["file:a.lib?mode=memory"]


def test_numbers_and_ids_that_no_library_has(tmp_path: Path) -> None:
    with open_library(tmp_path / "a.lib") as library:
        library.add(source("mill"))
        assert len(library.search("mill", top=2**63)) == 1
        for run in (library.remove, library.document):
            with pytest.raises(UnknownDocumentError):
                run("\udcfa.txt")


def change(path: Path, statement: str) -> None:
    connection = sqlite3.connect(path)
    with connection:
        connection.execute(statement)
    connection.close()


@pytest.mark.parametrize(
    ("statement", "run"),
    [
        ("UPDATE documents SET text = replace(text, '12', '13')", lambda library: library.document("mill")),
        ("UPDATE documents SET frame = 5", lambda library: library.document("mill")),
        ("UPDATE documents SET frame = x'00'", lambda library: library.document("mill")),
        ("UPDATE documents SET metadata = x'ff'", lambda library: library.documents()),
        ("UPDATE documents SET doc_id = CAST(x'ff' AS TEXT)", lambda library: library.documents()),
        ("UPDATE passages SET data = 7", lambda library: library.search("mill")),
    ],
    ids=["text", "number", "bytes", "metadata", "id", "passage"],
)
def test_damage_is_noticed(tmp_path: Path, statement: str, run: Callable[[Library], object]) -> None:
    path = tmp_path / "a.lib"
    with open_library(path) as library:
        library.add(source("mill"))
    change(path, statement)
    with open_library(path) as library, pytest.raises(LibraryError):
        run(library)


def test_a_vector_that_is_no_number_is_damage(tmp_path: Path) -> None:
    path = tmp_path / "a.lib"
    with open_library(path) as library:
        library.add(source("mill"))
    database = Database(path)
    with database.writing() as run:
        broken = np.full((1, WIDTH), np.nan, np.float32)
        vectors.insert_vectors(run, 1, "m", broken)
    with database.reading() as run, pytest.raises(LibraryError, match="damaged"):
        vectors.load_vectors(run, [1], "m")
    database.close()


@pytest.mark.skipif(not hasattr(os, "fork"), reason="this system does not fork")
def test_a_forked_process_opens_the_library_anew(tmp_path: Path) -> None:
    path = tmp_path / "a.lib"
    with open_library(path) as library:
        library.add(source("mill"))
        child = os.fork()
        if child == 0:
            try:
                library.add(source("tower"))
                os._exit(0 if len(library.search("tower")) else 3)
            except BaseException:
                os._exit(4)
        library.add(source("bridge"))
        assert os.waitpid(child, 0)[1] == 0
        assert len(library.documents()) == 3
    assert ids(path) == ["bridge", "mill", "tower"]


FILL = """
import resource, signal, sys
import ascribe
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
library = ascribe.Library(sys.argv[1], encode=False)
library.add({"id": "mill", "text": "The mill has 12 sails."})
resource.setrlimit(resource.RLIMIT_FSIZE, (400_000, resource.RLIM_INFINITY))
try:
    for n in range(200):
        library.add({"id": f"n{n}", "text": " ".join(f"The word{n}x{k} is long." for k in range(400))})
        print(n, flush=True)
except ascribe.errors.LibraryError as error:
    print("refused:", error)
"""


@pytest.mark.skipif(sys.platform == "win32", reason="this system has no such limit")
def test_a_full_disk_refuses_and_keeps_what_was_added(tmp_path: Path) -> None:
    path = tmp_path / "a.lib"
    run = subprocess.run([sys.executable, "-c", FILL, str(path)], capture_output=True, text=True, check=True)
    *added, refused = run.stdout.splitlines()
    assert refused.startswith("refused:")
    assert str(path) in refused
    assert sorted(ids(path)) == sorted(["mill", *(f"n{n}" for n in added)])


@pytest.mark.skipif(not Path("/proc/self").exists(), reason="needs a folder that not even root can write to")
def test_a_folder_that_cannot_be_written_is_named() -> None:
    with pytest.raises(LibraryError, match=r"/proc/a\.lib: it cannot be opened; check the folder"):
        Library("/proc/a.lib")


def write_documents(path: str, name: str, count: int) -> None:
    with Library(path, encode=False) as library:
        for number in range(count):
            library.add(source(f"{name}{number}"))


def test_two_writers_and_eight_readers(tmp_path: Path) -> None:
    path = tmp_path / "a.lib"
    open_library(path).close()
    spawn = multiprocessing.get_context("spawn")
    writers = [spawn.Process(target=write_documents, args=(str(path), name, 8)) for name in "ab"]
    done, faults, rounds = threading.Event(), [], [0] * 8

    def read(number: int) -> None:
        try:
            with open_library(path) as library:
                seen: set[str] = set()
                while not done.is_set() or not rounds[number]:
                    now = {one.doc_id for one in library.documents()}
                    assert seen <= now  # nothing that was committed goes away
                    for one in library.search("sails", top=3):
                        document = library.document(one.chunk.doc_id)
                        assert "12 sails" in (document.full_text or "")
                    seen, rounds[number] = now, rounds[number] + 1
        except (AscribeError, AssertionError) as error:
            faults.append(error)

    readers = [threading.Thread(target=read, args=(number,)) for number in range(8)]
    for reader in readers:
        reader.start()
    for writer in writers:
        writer.start()
    for writer in writers:
        writer.join(120)
    done.set()
    for reader in readers:
        reader.join(60)
    assert (faults, [writer.exitcode for writer in writers]) == ([], [0, 0])
    assert min(rounds) > 0
    assert len(ids(path)) == 16


def test_a_document_of_a_damaged_library_is_never_evidence(tmp_path: Path) -> None:
    path = tmp_path / "a.lib"
    with open_library(path) as library:
        library.add(source("mill"))
    change(path, "UPDATE documents SET text = replace(text, '12', '13')")
    with open_library(path) as library, pytest.raises(LibraryError):
        library.ask("How many sails has the mill?", tier="rules")


def test_what_is_written_while_a_read_only_library_is_read_is_noticed(tmp_path: Path) -> None:
    path = tmp_path / "a.lib"
    with open_library(path) as library:
        library.add(source("mill"))
    reader = ReadOnlyConnection(str(path))
    count = "SELECT count(*) FROM documents"

    def read_meanwhile() -> None:
        with reader.transaction("BEGIN") as run:
            assert run(count).fetchone() == (1,)
            with open_library(path) as library:
                library.add(source("tower"))

    before = reader.state
    with pytest.raises(LibraryError, match="it was written while it was read"):
        read_meanwhile()
    with reader.transaction("BEGIN") as run:
        assert run(count).fetchone() == (2,)
    assert reader.state != before
    with pytest.raises(LibraryError, match="not writable"), reader.transaction("BEGIN IMMEDIATE") as run:
        run("DELETE FROM documents")
    reader.close()


def test_a_read_only_library_that_was_replaced_or_removed_says_so_until_it_is_back(tmp_path: Path) -> None:
    path, other = tmp_path / "a.lib", tmp_path / "b.lib"
    for file, name in ((path, "mill"), (other, "tower")):
        with open_library(file) as library:
            library.add(source(name))
    reader = ReadOnlyConnection(str(path))
    away = path.rename(tmp_path / "away.lib")
    for made in (None, other):
        if made is not None:
            made.rename(path)
        with pytest.raises(LibraryError, match="replaced or removed"), reader.transaction("BEGIN"):
            pass
    away.replace(path)
    with reader.transaction("BEGIN") as run:
        assert run("SELECT doc_id FROM documents").fetchone() == ("mill",)
    with pytest.raises(KeyboardInterrupt), reader.transaction("BEGIN"):
        raise KeyboardInterrupt
    reader.close()

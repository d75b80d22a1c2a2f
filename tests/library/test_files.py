"""The file of a library among processes and threads, and files that are none."""

import os
import sqlite3
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from benchmarks.library_stand_in import StandIn, get_file_store

from ascribe.errors import LibraryError
from ascribe.library import Library
from ascribe.library.store import connection

ROOT = Path(__file__).resolve().parents[2]

WRITER = """
import sys
from benchmarks.library_stand_in import StandIn
from ascribe.library import Library
with Library(sys.argv[1], encoder=StandIn()) as library:
    for n in range(int(sys.argv[3])):
        library.add({"id": f"{sys.argv[2]}-{n}", "text": f"The mill {sys.argv[2]} has {n} sails."})
"""

READER = """
import sys
from benchmarks.library_stand_in import StandIn
from ascribe.library import Library
most = 0
with Library(sys.argv[1], encoder=StandIn()) as library:
    while most < int(sys.argv[2]):
        seen = library.info()
        assert seen["documents"] == seen["passages"] == seen["sentences"] >= most
        assert seen["not encoded"] == 0
        most = seen["documents"]
        hits = library.search("mill sails", top=100)
        assert len(hits) >= most
        assert all(library.document(hit.chunk.doc_id).full_text == hit.chunk.text for hit in hits[:3])
"""


def started(code: str, *arguments: object, talks: bool = False) -> subprocess.Popen[str]:
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join([str(ROOT), str(ROOT / "src"), *sys.path])}
    command = [sys.executable, "-c", code, *map(str, arguments)]
    pipe = subprocess.PIPE if talks else None
    return subprocess.Popen(
        command, env=environment, stdin=pipe, stdout=pipe, stderr=subprocess.PIPE, text=True
    )


def test_two_processes_write_and_two_read(tmp_path) -> None:
    file = tmp_path / "l"
    writers = [started(WRITER, file, name, 20) for name in "ab"]  # they make the file, too
    readers = [started(READER, file, 40) for _ in range(2)]
    for process in (*writers, *readers):
        assert (process.communicate()[1], process.returncode) == ("", 0)
    with Library(file, encoder=StandIn()) as library:
        assert library.info()["documents"] == 40


def test_many_processes_may_make_the_same_file(tmp_path) -> None:
    processes = [started(WRITER, tmp_path / "l", n, 1) for n in range(4)]
    assert [process.communicate()[1] for process in processes] == [""] * 4
    with Library(tmp_path / "l", encoder=StandIn()) as library:
        assert library.info()["documents"] == 4


def test_a_second_writer_waits_and_readers_do_not(tmp_path) -> None:
    file = tmp_path / "l"
    with Library(file, encoder=StandIn()) as library, ThreadPoolExecutor() as pool:
        library.add("The mill has 12 sails.")
        other = sqlite3.connect(file, isolation_level=None)
        other.execute("BEGIN IMMEDIATE")
        waiting = pool.submit(library.add, "The dam is of granite.")
        assert library.search("sails")  # of the same library, whose writer is waiting
        assert not waiting.done()
        other.execute("COMMIT")
        other.close()
        assert len(waiting.result().added) == 1


def test_a_writer_does_not_wait_for_ever(tmp_path, monkeypatch) -> None:
    file = tmp_path / "l"
    Library(file).close()
    monkeypatch.setattr(connection, "WRITE_TIMEOUT", 0.05)
    with Library(file, encoder=StandIn()) as library:
        other = sqlite3.connect(file, isolation_level=None)
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(LibraryError, match="l: another process kept the file locked; try again"):
            library.add("The mill has 12 sails.")
        other.close()
        assert library.add("The mill has 12 sails.").added


def test_a_new_file_that_others_are_reading_is_made_when_they_are_done(tmp_path, monkeypatch) -> None:
    file = tmp_path / "l"
    other = sqlite3.connect(file, isolation_level=None)
    other.execute("BEGIN")
    other.execute("SELECT * FROM sqlite_master").fetchall()
    waits: list[object] = []

    def waited(seconds: float) -> None:
        waits.append(seconds)
        other.execute("COMMIT")

    connect = sqlite3.connect
    monkeypatch.setattr(connection, "sleep", waited)
    monkeypatch.setattr(sqlite3, "connect", lambda name, **given: connect(name, **{**given, "timeout": 0.0}))
    with Library(file, encoder=StandIn()) as library:
        assert library.add("The mill has 12 sails.").added
    assert len(waits) == 1
    other.close()


def test_threads_may_share_a_library(tmp_path) -> None:
    for path in (tmp_path / "l", ":memory:"):
        with Library(path, encoder=StandIn()) as library, ThreadPoolExecutor(8) as pool:
            library.add({"id": "fixed", "text": "The weir is of granite."})

            def work(number: int, library: Library = library) -> bool:
                library.add({"id": f"d{number}", "text": f"The mill number {number} has sails."})
                library.add({"id": f"d{number}", "text": f"The tower number {number} has sails."})
                hits = library.search(f"tower number {number}", top=50)
                assert "fixed" in [hit.chunk.doc_id for hit in library.search("granite")]
                if number % 4 == 0:
                    library.remove(f"d{number}")
                return f"The tower number {number} has sails." in [hit.chunk.text for hit in hits]

            assert all(pool.map(work, range(40)))
            assert library.info() == {
                "documents": 31, "pages": 0, "sentences": 31, "passages": 31, "not encoded": 0,
            }  # fmt: skip
            question = StandIn().embed(["tower"])[0]
            assert len(library._store.rank_by_vectors(question, "stand-in", 99, None)) == 30


def test_what_fails_half_way_leaves_nothing(tmp_path, monkeypatch) -> None:
    with Library(tmp_path / "l", encoder=StandIn()) as library:
        library.add({"id": "a", "text": "The mill has 12 sails."})
        with monkeypatch.context() as patched:
            patched.setattr("ascribe.library.store.vectors.insert_vectors", lambda *_: 1 / 0)
            with pytest.raises(ZeroDivisionError):
                library.add({"id": "a", "text": "The mill has 14 sails."})
        assert library.document("a").full_text == "The mill has 12 sails."
        assert [hit.chunk.text for hit in library.search("sails")] == ["The mill has 12 sails."]
        assert library.add({"id": "a", "text": "The mill has 15 sails."}).updated == ["a"]


class FullDisk:
    """A connection whose next commit fails, as on a full disk."""

    def __init__(self, real: sqlite3.Connection) -> None:
        self.real = real
        self.failed = False

    def __getattr__(self, name):
        return getattr(self.real, name)

    def execute(self, statement, *given):
        if statement == "COMMIT" and not self.failed:
            self.failed = True
            raise sqlite3.OperationalError("database or disk is full")
        return self.real.execute(statement, *given)


def test_a_commit_that_fails_takes_nothing_of_it_into_the_next(tmp_path, monkeypatch) -> None:
    with Library(tmp_path / "l", encoder=StandIn()) as library:
        writer = get_file_store(library).database._writer
        monkeypatch.setattr(writer, "_connection", FullDisk(writer._connection))
        with pytest.raises(LibraryError, match="disk is full"):
            library.add({"id": "lost", "text": "The mill has 12 sails."})
        library.add({"id": "kept", "text": "The mill has 14 sails."})
    with Library(tmp_path / "l", encoder=StandIn()) as library:
        assert [document.doc_id for document in library.documents()] == ["kept"]


def other_program(file: Path, pragma: str = "") -> bytes:
    made = sqlite3.connect(file)
    made.execute("CREATE TABLE other (a)")
    made.execute(pragma or "PRAGMA application_id = 0")
    made.commit()
    made.close()
    return file.read_bytes()


@pytest.mark.parametrize("pragma", ["", "PRAGMA application_id = 77"])
def test_a_database_of_another_program_is_refused_and_left_alone(tmp_path, pragma) -> None:
    before = other_program(tmp_path / "l", pragma)
    with pytest.raises(LibraryError, match="l: this is the database of another program; give another path"):
        Library(tmp_path / "l")
    assert (tmp_path / "l").read_bytes() == before
    assert [path.name for path in tmp_path.iterdir()] == ["l"]


def test_a_file_that_is_no_database_is_refused_and_left_alone(tmp_path) -> None:
    (tmp_path / "l").write_text("The mill has 12 sails. " * 99)
    with pytest.raises(LibraryError, match="l: this is not a library, or it is damaged; give another path"):
        Library(tmp_path / "l")
    assert (tmp_path / "l").read_text() == "The mill has 12 sails. " * 99


def test_another_version_of_the_format_is_refused(tmp_path) -> None:
    Library(tmp_path / "l").close()
    made = sqlite3.connect(tmp_path / "l")
    made.execute("PRAGMA user_version = 99")
    made.close()
    with pytest.raises(
        LibraryError, match=r"another version of Ascribe \(format 99, here \d+\); add the doc"
    ):
        Library(tmp_path / "l")


@pytest.mark.parametrize("path", ["", "a\0b", ".", "no/such/folder/l"])
def test_paths_that_cannot_be_a_library(path, tmp_path, monkeypatch) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(LibraryError, match=r"path of the library is empty|cannot be (opened|used)"):
        Library(path)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("share", [0.02, 0.3, 0.7, 0.95])
def test_a_truncated_file_says_so(tmp_path, share) -> None:
    file = tmp_path / "l"
    with Library(file, encoder=StandIn()) as library:
        library.add([f"The mill number {n} has {n} sails." for n in range(60)])
    data = file.read_bytes()
    file.write_bytes(data[: int(len(data) * share)])
    with pytest.raises(LibraryError, match="it is damaged"):
        read_all(file)


def read_all(file: Path) -> None:
    with Library(file, encoder=StandIn()) as library:
        for document in library.documents():
            library.document(document.doc_id)
        library.search("mill sails", top=60)


def test_rows_that_cannot_be_read_name_their_document(tmp_path) -> None:
    with Library(tmp_path / "l", encoder=StandIn()) as library:
        library.add({"id": "a", "text": "The mill has 12 sails."})
        with get_file_store(library).database.writing() as run:
            run("UPDATE passages SET data = x'00'")
        for read in (lambda: library.document("a"), lambda: library.search("mill")):
            with pytest.raises(
                LibraryError, match="a: its rows in the library are damaged; remove it and add"
            ):
                read()


@pytest.mark.parametrize(
    "damage",
    [
        "UPDATE vectors SET data = x'00'",
        "UPDATE vectors SET data = x''",
        "UPDATE vectors SET data = 'text'",
        "DELETE FROM words",
    ],
)
def test_words_and_vectors_that_cannot_be_read_name_their_document(tmp_path, damage) -> None:
    with Library(tmp_path / "l", encoder=StandIn()) as library:
        library.add([{"id": "a", "text": "The mill has 12 sails."}])
        with get_file_store(library).database.writing() as run:
            run(damage)
        with pytest.raises(LibraryError, match="a: its rows in the library are damaged"):
            library.search("How many sails has the mill?")


AS_NOBODY = """
import os, sys
from benchmarks.library_stand_in import StandIn
from ascribe.library import Library
Library(encoder=StandIn()).add("The mill.")  # what is imported late may be out of reach afterwards
if os.getuid() == 0:
    os.setuid(65534)
try:
    with Library(sys.argv[1], encoder=StandIn()) as library:
        library.add("The mill has 12 sails.")
except Exception as error:
    sys.exit(f"{type(error).__name__}: {error}")
"""


@pytest.mark.skipif(not hasattr(os, "getuid"), reason="permissions as POSIX has them")
@pytest.mark.parametrize("folder_may", [0o555, 0o777])
def test_a_file_that_may_not_be_written_says_so(folder_may) -> None:
    with tempfile.TemporaryDirectory() as made:  # pytest's own folder may not be entered by others
        folder = Path(made, "library")
        folder.mkdir()
        Library(folder / "l").close()
        (folder / "l").chmod(0o444)
        folder.chmod(folder_may)
        Path(made).chmod(0o755)
        said = started(AS_NOBODY, folder / "l").communicate()[1]
        folder.chmod(0o755)
    assert said.startswith("LibraryError: /")
    assert said.count(".") <= 2
    assert "it is not writable; check the permissions of the file and of its folder." in said


READ_AS_NOBODY = """
import os, sys
from benchmarks.library_stand_in import StandIn
from ascribe.errors import LibraryError
from ascribe.library import Library
Library(encoder=StandIn()).add("The mill.")  # what is imported late may be out of reach afterwards
if os.getuid() == 0:
    os.setuid(65534)
with Library(sys.argv[1], encoder=StandIn()) as library:
    for line in sys.stdin:
        try:
            print(len(library.documents()), library.search(line)[0].chunk.text, flush=True)
        except LibraryError as error:
            print(error, flush=True)
"""


@pytest.mark.skipif(not hasattr(os, "getuid"), reason="permissions as POSIX has them")
@pytest.mark.parametrize("writer_stays", [False, True])
def test_a_library_in_a_folder_that_may_not_be_written_is_read_and_followed(writer_stays) -> None:
    with tempfile.TemporaryDirectory() as made:
        folder = Path(made, "library")
        folder.mkdir()
        Path(made).chmod(0o755)
        writer = Library(folder / "l", encoder=StandIn())
        writer.add([{"id": "a", "text": "The mill has 12 sails."}])
        if not writer_stays:
            writer.close()
        folder.chmod(0o555)
        reader = started(READ_AS_NOBODY, folder / "l", talks=True)
        try:
            assert answer_of(reader, "How many sails?") == "1 The mill has 12 sails."
            if os.getuid() == 0:  # root may write where others may not
                with Library(folder / "l", encoder=StandIn()) as owner:
                    owner.add([{"id": "b", "text": "The barn has 3 doors."}])
                assert answer_of(reader, "How many doors?") == "2 The barn has 3 doors."
        finally:
            reader.communicate()
            writer.close()
            folder.chmod(0o755)


def answer_of(reader: subprocess.Popen[str], question: str) -> str:
    """Return the line that the process prints for a question."""
    assert reader.stdin is not None
    assert reader.stdout is not None
    reader.stdin.write(f"{question}\n")
    reader.stdin.flush()
    return reader.stdout.readline().strip()


def test_a_folder_that_may_not_be_written_says_so() -> None:
    with tempfile.TemporaryDirectory() as folder:
        Path(folder).chmod(0o555)
        said = started(AS_NOBODY, Path(folder, "l")).communicate()[1]
        Path(folder).chmod(0o755)
    assert "l: it cannot be opened; check the folder and its permissions." in said

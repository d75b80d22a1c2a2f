"""What every store of a library promises: the same tests for a file and for a server."""

import os
import signal
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
import pytest
from benchmarks.library_stand_in import StandIn, generate_document

import ascribe
from ascribe.errors import LibraryError, UnknownDocumentError
from ascribe.library import Library
from ascribe.read.sources import read_sources
from tests.library.test_files import READER, WRITER, started

ROOT = Path(__file__).resolve().parents[2]

HARD = "'; DROP TABLE documents; -- %s %(a)s {x} \" \\ ü\u2028"
"""A text that breaks statements that are not parametrised."""

SOURCES = [
    {"id": "mill", "text": "The mill has 12 sails.", "metadata": {"year": 1871, "tags": ["wind", HARD]}},
    {"id": "dam", "text": "The dam is of granite.", "metadata": {"year": 1902.0, "tags": ["water"], HARD: 1}},
    {"id": HARD, "text": f"The pier is of oak, the mill is not. {HARD}", "metadata": {"open": True}},
]


@pytest.fixture
def library(location):
    with Library(location, encoder=StandIn()) as opened:
        opened.add(SOURCES)
        yield opened


def find(library: Library, query: str, **options) -> list[tuple[str, float]]:
    return [(hit.chunk.chunk_id, round(hit.score, 9)) for hit in library.search(query, **options)]


def test_a_document_comes_back_as_it_was(location) -> None:
    text = "# The mill\n\nIt has 12\0 sails. " + "It turns. " * 200 + "\n\n# The dam\n\nOf granite.\n"
    source = {"id": "d", "text": text, "metadata": {"title": "a\0b", "list": [1, None, {"x": 2.5}]}}
    with Library(location, encoder=StandIn()) as library:
        library.add([source, {"id": "very long words", "text": "aGVsbG8" * 2000 + " is a word."}])
        document = library.document("d")
        (read,) = read_sources(source)
        assert document == read
        assert document.metadata == source["metadata"]
        assert library.search("granite")[0].chunk.metadata["section"] == "The dam"
        assert library.search("aGVsbG8" * 2000)[0].chunk.doc_id == "very long words"


def test_both_kinds_of_search_rank_as_a_library_in_memory_does(location) -> None:
    sources = [generate_document(number, 40) for number in range(12)]
    with Library(location, encoder=StandIn()) as library, Library(encoder=StandIn()) as other:
        for each in (library, other):
            each.add(sources)
            each.remove("document-3")
            each.add({**sources[5], "text": str(sources[5]["text"])[:2000]})
        offset = min(library._store.find_unencoded("")) - min(other._store.find_unencoded(""))
        for source in sources[::2]:
            question = " ".join(str(source["text"]).split()[50:58])
            assert find(library, question, top=20) == find(other, question, top=20)
            assert find(library, question, where={"shelf": [0, 1]}) == find(
                other, question, where={"shelf": [0, 1]}
            )
            stems = sorted(set(question.lower().split()))
            assert library._store.compute_weights(stems) == other._store.compute_weights(stems)
            (vector,) = StandIn().embed([question])
            near, expected = (
                s.rank_by_vectors(vector, "stand-in", 30, None) for s in (library._store, other._store)
            )
            assert [row - offset for row, _ in near] == [row for row, _ in expected]
            assert [score for _, score in near] == pytest.approx([score for _, score in expected])


@pytest.mark.parametrize(
    ("where", "expected"),
    [
        ({"year": 1871}, ["mill"]),
        ({"year": "1871"}, []),
        ({"year": 1902}, ["dam"]),
        ({"tags": ["water", "wind"]}, ["dam", "mill"]),
        ({"tags": HARD}, ["mill"]),
        ({HARD: 1}, ["dam"]),
        ({"open": True}, [HARD]),
        ({"open": 1}, []),
        ({"year' OR TRUE --": 1}, []),
        ({"year": "1871' OR 'a' = 'a"}, []),
    ],
)
def test_filters_are_values_and_never_statements(library, where, expected) -> None:
    found = {hit.chunk.doc_id for hit in library.search("the mill, the dam", where=where)}
    assert sorted(found) == sorted(expected)
    assert len(library.documents()) == 3


@pytest.mark.parametrize("query", [HARD, "mill' OR TRUE", "%s", "mill AND NOT (dam) NEAR* ^all: {x}"])
def test_any_query_is_words(library, query) -> None:
    assert len(library.search(query)) <= 3
    assert library.document(HARD).full_text == SOURCES[2]["text"]


def test_documents_are_replaced_and_removed_as_wholes(library) -> None:
    (row,) = [row for row, _ in library._store.rank_by_words(["granit"], 5, None)]
    assert library.add(SOURCES).unchanged == ["mill", "dam", HARD]
    assert library.add({"id": "dam", "text": "The dam is of clay."}).updated == ["dam"]
    assert library._store.load_parts([row]) == library._store.load_indexed([row], "stand-in") == []
    assert library._store.load_neighbors(row, 1) == library._store.load_passages([row]) == {}
    assert library._store.rank_by_words(["granit"], 5, None) == []
    assert (
        library._store.compute_weights(["granit"])["granit"]
        == library._store.compute_weights(["never"])["never"]
    )
    with pytest.raises(UnknownDocumentError, match="no document has the id 'weir'"):
        library.remove("mill", "weir")
    assert library.info()["documents"] == 3
    assert library.remove("mill", "dam", HARD) == 3
    assert library.info() == dict.fromkeys(library.info(), 0)
    assert library.search("mill") == []
    library.add({"id": "dam", "text": "The dam is of granite."})
    assert min(library._store.find_unencoded("")) > row  # never reused


def test_another_model_encodes_what_it_has_not_encoded(location) -> None:
    with Library(location, encoder=StandIn(), encode=False) as library:
        library.add(SOURCES)
        assert library.info()["not encoded"] == 3
        assert library.search("granite")[0].chunk.doc_id == "dam"
        assert library.reindex() == 3
    with Library(location, encoder=StandIn("newer")) as library:
        assert library.info()["not encoded"] == 3
        assert library.reindex() == 3
        assert library.reindex() == 0
        library.build_vector_index()
        library.add({"id": "weir", "text": "The weir is of granite."})
        assert {hit.chunk.doc_id for hit in library.search("granite")} == {"dam", "weir"}
        (vector,) = StandIn().embed(["granite"])
        assert len(library._store.rank_by_vectors(vector, "newer", 9, None)) >= 2


def test_what_fails_half_way_leaves_nothing(library) -> None:
    store = library._store
    (document,) = read_sources({"id": "mill", "text": "The mill has 14 sails."})
    passages = [*store.load_passages([1]).values(), *store.load_passages([2]).values()]
    with pytest.raises((TypeError, ValueError, AttributeError)):
        store.put(
            document, passages, source="id:mill", digest="x", reading="", model="m",
            encoded=[np.ones((1, 384), np.float32), None],
        )  # fmt: skip
    assert library.document("mill").full_text == "The mill has 12 sails."
    assert [hit.chunk.text for hit in library.search("sails")] == ["The mill has 12 sails."]
    assert library.add({"id": "mill", "text": "The mill has 15 sails."}).updated == ["mill"]


def test_two_processes_write_and_two_read(location) -> None:
    writers = [started(WRITER, location, name, 8) for name in "ab"]  # they make the library, too
    readers = [started(READER, location, 16) for _ in range(2)]
    for process in (*writers, *readers):
        assert (process.communicate()[1], process.returncode) == ("", 0)
    with Library(location, encoder=StandIn()) as library:
        assert library.info()["documents"] == 16


def test_threads_may_share_a_library(location) -> None:
    with Library(location, encoder=StandIn()) as library, ThreadPoolExecutor(4) as pool:

        def work(number: int) -> bool:
            library.add({"id": f"d{number}", "text": f"The tower number {number} has sails."})
            hits = library.search(f"tower number {number}", top=50)
            return f"The tower number {number} has sails." in [hit.chunk.text for hit in hits]

        assert all(pool.map(work, range(12)))
        assert library.info()["documents"] == 12


REPORTING_WRITER = """
import sys
from benchmarks.library_stand_in import StandIn, generate_document
from ascribe.library import Library
with Library(sys.argv[1], encoder=StandIn()) as library:
    for n in range(int(sys.argv[2]), 10_000):
        assert library.add(generate_document(n, 60)).added
        print(n, flush=True)
"""


def start_reporting_writer(location, first: int) -> subprocess.Popen[str]:
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join([str(ROOT), str(ROOT / "src"), *sys.path])}
    command = [sys.executable, "-c", REPORTING_WRITER, str(location), str(first)]
    return subprocess.Popen(
        command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )


def check_nothing_is_lost(location, reported: list[int]) -> int:
    """Everything that was reported is there, and nothing half; return the number of documents."""
    with Library(location, encoder=StandIn()) as library:
        there = {document.doc_id for document in library.documents()}
        assert {f"document-{n}" for n in reported} <= there
        assert len(there) - len(reported) <= 1  # the one that was being stored
        figures = library.info()
        documents = [library.document(doc_id) for doc_id in there]
        assert figures["sentences"] == sum(len(document.sentences) for document in documents)
        assert figures["not encoded"] == 0
        rows = library._store.find_unencoded("")
        assert len(library._store.load_indexed(rows, "stand-in")) == len(rows) == figures["passages"]
        return len(there)


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="kill -9 is of POSIX")
def test_killed_writers_lose_nothing_that_was_reported(location) -> None:
    reported: list[int] = []
    held = 0
    for _ in range(3):
        writer = start_reporting_writer(location, held + 1)
        assert writer.stdout is not None
        reported += [int(writer.stdout.readline()) for _ in range(3)]
        writer.kill()
        # Not communicate(), which passes over what readline() has already read into its buffer.
        reported += [int(line) for line in writer.stdout]
        writer.communicate()
        held = check_nothing_is_lost(location, reported)
        reported = list(range(1, held + 1))


def test_a_reply_is_checked_against_the_library(library) -> None:
    answer = ascribe.check("The mill has 12 sails. The dam is of granite.", library, tier="rules")
    assert answer.status_counts() == {"supported": 2}
    chosen = library.select(where={"year": 1902})
    assert [d.doc_id for d in chosen.find_sources(None).documents] == ["dam"]


def test_a_closed_library_says_so(location) -> None:
    library = Library(location, encoder=StandIn())
    library.close()
    with pytest.raises(LibraryError, match="the library is closed; open it again"):
        library.documents()

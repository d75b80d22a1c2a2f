"""The approximate index of a library file: it finds the same in a large library, and old files get it."""

import numpy as np
import pytest
from benchmarks.library_stand_in import StandIn, generate_document, get_file_store

from ascribe.library import Library
from ascribe.library.store import codes, vectors
from ascribe.library.store.codes import CodeTable


def make_library(path) -> list[str]:
    sources = [generate_document(number, 60) for number in range(8)]
    with Library(path, encoder=StandIn()) as library:
        library.add(sources)
    return [" ".join(str(source["text"]).split()[40:60]) for source in sources]


def rank(path, questions) -> list[list[tuple[int, float]]]:
    with Library(path, encoder=StandIn()) as library:
        return [library._store.rank_by_vectors(v, "stand-in", 5, None) for v in StandIn().embed(questions)]


def test_a_large_library_finds_nearly_the_same_with_the_same_cosines(tmp_path, monkeypatch) -> None:
    questions = make_library(tmp_path / "l")
    exact = rank(tmp_path / "l", questions)
    monkeypatch.setattr(vectors, "MAX_EXACT_VECTORS", 10)
    found = rank(tmp_path / "l", questions)
    pairs = [(dict(a), dict(b)) for a, b in zip(exact, found, strict=True)]
    assert sum(len(a.keys() & b.keys()) for a, b in pairs) >= 0.9 * sum(map(len, exact))
    assert all(a[row] == pytest.approx(b[row]) for a, b in pairs for row in a.keys() & b.keys())


def test_codes_follow_what_is_added_removed_and_filtered(tmp_path, monkeypatch) -> None:
    monkeypatch.setattr(vectors, "MAX_EXACT_VECTORS", 1)
    with Library(tmp_path / "l", encoder=StandIn()) as library:
        library.add(
            [{"id": f"d{n}", "text": f"The mill {n} is of oak.", "metadata": {"n": n}} for n in range(9)]
        )
        with get_file_store(library).database.reading() as run:
            assert isinstance(get_file_store(library)._load_index(run, "stand-in"), CodeTable)
        assert library.search("mill", where={"n": 3})[0].chunk.doc_id == "d3"
        library.remove("d3")
        library.add({"id": "weir", "text": "The weir is of granite."})
        assert library.search("granite weir")[0].chunk.doc_id == "weir"
        assert len(library.search("mill of oak", top=50)) == 8


def test_a_file_of_the_first_version_gets_codes_when_it_is_opened(tmp_path, monkeypatch) -> None:
    questions = make_library(tmp_path / "l")
    monkeypatch.setattr(vectors, "MAX_EXACT_VECTORS", 10)
    expected = rank(tmp_path / "l", questions)
    with (
        Library(tmp_path / "l", encoder=StandIn()) as library,
        get_file_store(library).database.writing() as run,
    ):
        run("DROP TABLE codes")
        run("PRAGMA user_version = 1")
    assert rank(tmp_path / "l", questions) == expected


def test_bits_are_counted_alike_with_an_older_numpy(monkeypatch) -> None:
    given = np.random.default_rng(1).integers(0, 1 << 62, (50, 6)).astype(np.uint64)
    expected = codes.count_bits(given).sum(axis=1, dtype=np.uint16)
    monkeypatch.delattr(np, "bitwise_count", raising=False)
    assert codes.count_bits(given).sum(axis=1, dtype=np.uint16).tolist() == expected.tolist()

"""What a search finds, in which order, and what it leaves out."""

import sqlite3

import numpy as np
import pytest
from benchmarks.library_stand_in import StandIn
from hypothesis import given
from hypothesis import strategies as st

from ascribe import InputError
from ascribe.library import Library
from ascribe.library.retrieval import RANK_SMOOTHING, fuse_rankings
from ascribe.library.store import words as words_index
from ascribe.library.store.vectors import VectorTable, rank_table
from ascribe.library.store.words import PassageStems, extract_content_stems


class Mute(StandIn):
    """Vectors that say nothing: all at right angles to those of any question."""

    def embed(self, texts):
        found = np.zeros((len(texts), 384), np.float32)
        found[:, 1 if texts and texts[0].endswith("?") else 0] = 1.0
        return found


SOURCES = [
    {"id": "mill", "text": "The mill has 12 sails.", "metadata": {"year": 1871, "tags": ["wind", "oak"]}},
    {"id": "dam", "text": "The dam is of granite.", "metadata": {"year": 1902.0, "tags": ["water"]}},
    {"id": "pier", "text": "The pier is of oak, the mill is not.", "metadata": {"open": True}},
]


@pytest.fixture
def library():
    with Library(encoder=StandIn()) as opened:
        opened.add(SOURCES)
        yield opened


def found(library: Library, query: str, **options) -> list[str]:
    return [hit.chunk.doc_id for hit in library.search(query, **options)]


def test_what_shares_most_comes_first(library) -> None:
    assert found(library, "How many sails has the mill?") == ["mill", "pier"]
    assert found(library, "mill", top=1) == ["mill"]
    scores = [hit.score for hit in library.search("sails of the mill, granite and oak", top=3)]
    assert scores == sorted(scores, reverse=True)
    assert all(0.0 < score <= 1.0 for score in scores)


@pytest.mark.parametrize("encode", [True, False])
def test_what_shares_neither_words_nor_meaning_is_not_found(encode) -> None:
    with Library(encoder=Mute(), encode=encode) as library:
        library.add(SOURCES)
        assert found(library, "Granite?") == ["dam"]
        assert found(library, "Bridges?") == []


def test_what_only_the_name_of_the_document_has_gets_no_score() -> None:
    with Library(encoder=Mute()) as library:
        library.add({"id": "bridge.txt", "text": "The dam is of granite."})
        assert found(library, "Bridge?") == []


@pytest.mark.parametrize(
    ("where", "expected"),
    [
        ({}, {"mill", "pier"}),
        ({"year": 1871}, {"mill"}),
        ({"year": "1871"}, set()),
        ({"year": [1871, 1902]}, {"mill"}),
        ({"tags": "oak"}, {"mill"}),
        ({"tags": ("water", "wind")}, {"mill"}),
        ({"tags": "wind", "year": 1902}, set()),
        ({"tags": []}, set()),
        ({"open": True}, {"pier"}),
        ({"open": 1}, set()),
        ({"author": "Kohl"}, set()),
        ({"author": None}, set()),
        ({"year": object()}, set()),
    ],
)
def test_filters(library, where, expected) -> None:
    assert set(found(library, "the mill", where=where)) == expected


def test_a_whole_number_is_the_same_with_a_point(library) -> None:
    assert found(library, "granite", where={"year": 1902}) == ["dam"]


TEXTS = [
    "水車には十二枚の羽根があります。",
    "风车有十二个叶片。",
    "للطاحونة اثنا عشر شراعا.",
    "У мельницы двенадцать крыльев.",
    "Die Mühle hat zwölf Flügel.",
    "풍차에는 날개가 열두 개 있다.",
    "The loss was -12.5 % on $1,204.50 (A/B-7).",
    'She said "no" AND NOT (yes) NEAR* ^all: {x}.',
    "C++ beats C# by 3σ in 𝔘nicode, naïvely — ﬁne.",
]


def test_texts_in_any_script_find_themselves_by_words(library) -> None:
    library.add([{"id": f"t{n}", "text": text} for n, text in enumerate(TEXTS)])
    for number, text in enumerate(TEXTS):
        stems = extract_content_stems(text, library.document(f"t{number}").language)
        (row, score), *others = library._store.rank_by_words(stems, 5, None)
        assert library._store.load_passages([row])[row].chunk.doc_id == f"t{number}"
        assert score > max((other for _, other in others), default=0.0)


@given(st.text(st.characters(codec="utf-8"), min_size=1).filter(str.strip))
def test_any_text_can_be_asked(query) -> None:
    with Library(encoder=StandIn(), encode=False) as library:
        library.add(SOURCES[:2])
        assert len(library.search(query, top=2)) <= 2


@given(st.text(st.characters(codec="utf-8"), min_size=1))
def test_every_stem_that_is_put_in_is_found(text) -> None:
    stems = extract_content_stems(text, None)
    connection = sqlite3.connect(":memory:")
    connection.execute("CREATE VIRTUAL TABLE words USING fts5 (content, title, name, tokenize = 'ascii')")
    connection.execute("CREATE VIRTUAL TABLE vocabulary USING fts5vocab (words, row)")
    words_index.index_passage(connection.execute, 1, PassageStems([stems], [], []))
    assert words_index.count_passages(connection.execute, stems) == dict.fromkeys(stems, 1)
    connection.close()


def test_a_question_of_small_words_is_answered_by_meaning_alone(library) -> None:
    assert library._store.rank_by_words(extract_content_stems("is it of the", "en"), 5, None) == []
    assert all(hit.score <= 0.5 for hit in library.search("is it of the"))


def test_an_empty_library_finds_nothing() -> None:
    with Library(encoder=StandIn()) as library:
        assert library.search("mill") == []
        assert library.search("mill", where={"a": 1}) == []
        assert library.reindex() == 0
        assert library.documents() == []
        assert set(library.info().values()) == {0}


def test_arguments_that_cannot_be_used(library) -> None:
    with pytest.raises(InputError, match="question is empty"):
        library.search(" \n")
    with pytest.raises(InputError, match="top must be at least 1, got 0"):
        library.search("mill", top=0)


@pytest.mark.parametrize(
    ("question", "options", "said"),
    [
        (None, {}, "question must be text, got NoneType"),
        ("mill", {"top": 2.5}, "top must be a whole number, got 2.5"),
        ("mill", {"where": "a=b"}, "where must be a dict of metadata keys and values, got 'a=b'"),
    ],
)
def test_arguments_of_another_kind(library, question, options, said) -> None:
    for asked in (library.search, library.ask):
        with pytest.raises(InputError, match=said):
            asked(question, **options)


def test_a_language_is_a_code(library) -> None:
    with pytest.raises(InputError, match="language must be a code such as 'en' or 'de-AT', got 'english'"):
        library.add("The mill.", language="english")


def test_each_language_is_asked_in_its_own_stems() -> None:
    with Library(encoder=StandIn(), encode=False) as library:
        library.add({"id": "de", "text": "Die Mühle hat zwölf Flügel, und sie steht an einem Fluss."})
        alone = library.search("Wie viele Flügel hat die Mühle?")[0].score
        library.add({"id": "en", "text": "The dam is of granite, and it stands where the river begins."})
        library.add({"id": "fr", "text": "Le barrage est en granit, et il se trouve dans la vallée."})
        hit = library.search("Wie viele Flügel hat die Mühle?")[0]
        assert hit.chunk.doc_id == "de"
        assert hit.score == pytest.approx(alone, abs=0.05)


def test_the_score_by_meaning_is_the_cosine(library) -> None:
    encoder = StandIn()
    (question,) = encoder.embed(["The pier of granite"])
    for row, cosine in library._store.rank_by_vectors(question, encoder.digest, 5, None):
        texts = [sentence.text for sentence in library._store.load_passages([row])[row].sentences]
        assert cosine == pytest.approx(max(encoder.embed(texts) @ question), abs=1e-3)


def test_a_passage_counts_as_its_best_sentence_and_nothing_at_a_right_angle_is_found() -> None:
    matrix = np.array([[1, 0], [0, 1], [0.6, 0.8], [-1, 0], [0, 1]], np.float32)
    table = VectorTable(np.array([3, 3, 5, 8, 9]), matrix)
    question = np.array([1, 0], np.float32)
    assert [(row, round(cosine, 6)) for row, cosine in rank_table(table, question, 9, None)] == [
        (3, 1.0),
        (5, 0.6),
    ]
    assert rank_table(table, question, 1, None) == [(3, 1.0)]
    assert [row for row, _ in rank_table(table, question, 9, [5, 8])] == [5]
    assert rank_table(table, question, 9, []) == []


def test_rankings_are_fused_by_rank() -> None:
    assert fuse_rankings([(1, 9.0), (2, 8.0)], [(2, 0.9), (3, 0.1)]) == [2, 1, 3]
    assert fuse_rankings([(4, 1.0)], [(2, 0.5)]) == [2, 4]  # equal worth: the lower row
    assert fuse_rankings() == fuse_rankings([], []) == []
    late = [(row, 1.0) for row in range(RANK_SMOOTHING, 2 * RANK_SMOOTHING - 1)]
    assert (
        fuse_rankings([(1, 9.0), *late], [(2, 9.0), *late])[0] == RANK_SMOOTHING
    )  # late twice is worth more than first once


def test_a_search_sees_what_another_library_has_just_written(tmp_path) -> None:
    with Library(tmp_path / "l", encoder=StandIn()) as one, Library(tmp_path / "l", encoder=StandIn()) as two:
        one.add(SOURCES)
        assert found(two, "granite") == ["dam"]
        one.remove("dam")
        one.add({"id": "weir", "text": "The weir is of granite."})
        assert found(two, "granite") == ["weir"]
        assert found(one, "granite") == ["weir"]


def test_only_what_is_new_among_the_vectors_is_read(library, monkeypatch) -> None:
    from ascribe.library.store import vectors

    library.search("mill")
    read: list[int] = []
    of_passages = vectors.load_vectors

    def noted(run, passages, model):
        read.extend(passages)
        return of_passages(run, passages, model)

    library.add("The weir is of granite.")
    monkeypatch.setattr(vectors, "load_vectors", noted)
    question = StandIn().embed(["granite"])[0]
    hits = library._store.rank_by_vectors(question, "stand-in", 9, None)
    assert read == [4]
    assert 4 in dict(hits)


def test_common_words_are_left_to_rarer_ones_in_a_large_library(monkeypatch) -> None:
    monkeypatch.setattr(words_index, "SMALL_LIBRARY", 2)
    with Library(encoder=StandIn(), encode=False) as library:
        library.add([f"The mill of Arl{n:03} stands." for n in range(30)])
        rows = library._store.rank_by_words(["mill", "arl007"], 50, None)
        assert len(rows) == 1
        assert len(library._store.rank_by_words(["mill"], 50, None)) == 30

"""Citations by a falling threshold: RAGFlow's places, levels and ties, and every sentence by itself."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np
import pytest
from benchmarks.threshold_decay import insert_citations
from hypothesis import given
from hypothesis import strategies as st

from ascribe import check
from ascribe.cite import ThresholdDecay
from ascribe.cite.threshold_decay import split_pieces
from ascribe.cite.token_similarity import compute_token_similarity, drop_question_words
from ascribe.errors import InputError

TEXTS = st.text(
    alphabet=st.sampled_from("aZé9 .!?;|`。؟،\n\rم中Ж[]x") | st.characters(codec="utf-8"), max_size=60
)


def embed_by(table: Mapping[str, Sequence[float]]) -> Callable[[list[str]], list[Sequence[float]]]:
    """Pieces → the vector of the key that they begin with; (0, 0, 1) without one."""

    def embed(pieces: list[str]) -> list[Sequence[float]]:
        return [
            next((vector for key, vector in table.items() if piece.strip().startswith(key)), (0, 0, 1))
            for piece in pieces
        ]

    return embed


def insert(
    answer: str,
    table: Mapping[str, Sequence[float]],
    chunk_vectors: Sequence[Sequence[float]],
    **options: int,
) -> tuple[str, list[int]]:
    """By the vectors alone."""
    policy = ThresholdDecay(**options)
    chunks, embed = ["zzz"] * len(chunk_vectors), embed_by(table)
    return policy.insert_citations(answer, chunks, chunk_vectors, embed, token_weight=0, vector_weight=1)


@pytest.mark.parametrize(
    ("text", "pieces"),
    [
        ("A mill turns. It hums.", ["A mill turns", ". ", "It hums."]),
        ("It rose in 2024. Then it fell. End.", ["It rose in 2024. Then it fell", ". ", "End."]),
        ("Мельница стоит. Она шумит.", ["Мельница стоит. Она шумит."]),
        ("x != y", ["x ", "!", "= y"]),
        ("See Fig. 2 there.", ["See Fig", ". ", "2 there."]),
        ("磨坊很旧。它转动。", ["磨坊很旧", "。", "它转动", "。", ""]),
        ("| a |! b", ["| a |! b"]),
        ("هل هذا؟ نعم.", ["هل هذا", "؟", " نعم."]),
        ("one\ntwo", ["one", "\n", "two"]),
        ("say ```x. y``` end", ["say ", "```x. y```\n", " end"]),
        ("say ```x. y", ["say ", "```x. y\n"]),
    ],
)
def test_pieces_end_where_ragflow_ends_them(text: str, pieces: list[str]) -> None:
    assert split_pieces(text) == pieces


@given(TEXTS)
def test_pieces_joined_are_the_answer(text: str) -> None:
    fences = text.count("```")
    joined = "".join(split_pieces(text))
    assert joined == text if not fences else len(joined) == len(text) + (fences + 1) // 2


def test_a_marker_stands_before_a_stop_in_the_middle_and_after_the_last() -> None:
    table = {"First": (1, 0, 0), "Second": (0, 1, 0)}
    assert insert("First one. Second one.", table, [(1, 0, 0), (0, 1, 0)]) == (
        "First one [ID:0]. Second one. [ID:1]",
        [0, 1],
    )


def test_a_chunk_is_marked_at_its_first_piece_only() -> None:
    table = {"First": (1, 0, 0), "Second": (1, 0, 0)}
    assert insert("First one. Second one.", table, [(1, 0, 0)]) == ("First one [ID:0]. Second one.", [0])


def test_a_short_piece_is_never_cited() -> None:
    table = {"磨坊很旧": (1, 0, 0), "Abcd": (1, 0, 0), "Abcde": (1, 0, 0)}
    assert insert("磨坊很旧。", table, [(1, 0, 0)]) == ("磨坊很旧。", [])
    assert insert("Abcd", table, [(1, 0, 0)], min_piece_length=4) == ("Abcd [ID:0]", [0])
    assert insert("Abcd", table, [(1, 0, 0)]) == ("Abcd", [])


@pytest.mark.parametrize(
    ("cosine", "cited"),
    [(0.637, True), (0.51, True), (0.408, True), (0.326, True), (0.3257, False), (0.3, False), (-1.0, False)],
)
def test_the_lowest_level_needs_a_best_of_0_3258(cosine: float, cited: bool) -> None:
    vector = (cosine, (1 - cosine**2) ** 0.5, 0)
    assert bool(insert("First one.", {"First": (1, 0, 0)}, [vector])[1]) == cited


def test_a_weaker_piece_stays_without_once_another_is_cited() -> None:
    weak = (0.6, 0.8, 0)
    table = {"First": (1, 0, 0), "Second": (0, 1, 0)}
    assert insert("First one. Second one.", table, [(1, 0, 0), (0, 0.6, 0.8)])[1] == [0]
    assert insert("Second one.", table, [weak, (0, 0.6, 0.8)])[1] == [0]


def test_chunks_within_a_hundredth_are_cited_and_four_at_most() -> None:
    near = [(1.0, 0.0, 0.0), (0.995, 0.1, 0.0), (0.9, 0.436, 0.0)]
    assert insert("First one.", {"First": (1, 0, 0)}, near)[1] == [0, 1]
    tied = [(0, 1, 0)] + [(1, 0, 0)] * 6
    assert insert("First one.", {"First": (1, 0, 0)}, tied)[1] == [1, 2, 3, 4]
    assert insert("First one.", {"First": (1, 0, 0)}, tied, max_citations=6)[1] == [1, 2, 3, 4, 5, 6]


def test_vectors_of_zeros_leave_the_tokens_to_decide_unweighted() -> None:
    answer = "The mill hums loudly."
    found = ThresholdDecay().insert_citations(
        answer,
        ["A dog barks.", "The mill hums loudly."],
        [(0, 0), (0, 0)],
        lambda pieces: [(0, 0)] * len(pieces),
    )
    assert found == (f"{answer} [ID:1]", [1])


def test_a_vector_of_another_length_counts_as_zeros() -> None:
    with pytest.warns(
        UserWarning, match="chunk 1 has a vector of length 2, but those of the answer have length 3"
    ):
        assert insert("First one.", {"First": (1, 0, 0)}, [(1, 0, 0), (1, 0)])[1] == [0]


@pytest.mark.parametrize(
    ("answer", "chunks"),
    [("", ["a"]), ("First one.", []), ("Ab. Cd.", ["a"])],
    ids=("empty", "none", "short"),
)
def test_nothing_to_cite_leaves_the_answer(answer: str, chunks: list[str]) -> None:
    def embed(pieces: list[str]) -> list[tuple[int, int]]:
        raise AssertionError(f"{pieces} are not to be embedded")

    assert ThresholdDecay().insert_citations(answer, chunks, [(1, 0)] * len(chunks), embed) == (answer, [])


class CountingEmbedder:
    """As RAGFlow's embedders: vectors, and the number of tokens."""

    def encode(self, texts: list[str]) -> tuple[Any, int]:
        return np.array([(1.0, 0.0) if "First" in text else (0.0, 1.0) for text in texts]), len(texts)


def test_a_call_written_for_ragflow_works_as_it_is() -> None:
    given = ("First one. Second one.", ["x y", "second one"], [(1, 0), (1, 0)], CountingEmbedder())
    by_vectors = ThresholdDecay().insert_citations(*given, tkweight=0.0, vtweight=1.0)
    assert by_vectors == ("First one [ID:0] [ID:1]. Second one.", [0, 1])
    by_tokens = ThresholdDecay().insert_citations(*given, tkweight=1.0, vtweight=0.0)
    assert by_tokens == ("First one. Second one. [ID:1]", [1])
    assert by_tokens == ThresholdDecay().insert_citations(*given, token_weight=1.0, vector_weight=0.0)


def test_an_embedder_that_cannot_embed_is_refused() -> None:
    unfit: Any = 7
    with pytest.raises(InputError, match=r"embed: a int is not a function and has no 'encode'"):
        ThresholdDecay().insert_citations("First one.", ["a"], [(1, 0)], unfit)


def test_each_piece_says_at_which_threshold_it_was_cited() -> None:
    policy = ThresholdDecay()
    table = {"First": (0.6, 0.8, 0), "Second": (0.45, 0.893, 0), "Third": (0, 0, 1)}
    pieces = policy.cite_pieces(
        "First one. Second one. Third one.",
        ["zzz"],
        [(1, 0, 0)],
        embed_by(table),
        token_weight=0,
        vector_weight=1,
    )
    told = {
        piece.text: (piece.chunks, piece.threshold, round(piece.best_similarity, 2))
        for piece in pieces
        if piece.best_similarity is not None
    }
    assert told == {
        "First one": ((0,), 0.504, 0.6),
        "Second one": ((), None, 0.45),
        "Third one.": ((), None, 0.0),
    }
    assert [policy.find_threshold(best) for best in (0.7, 0.6, 0.45, 0.33, 0.32)] == [
        *(0.63, 0.504, 0.4032, 0.32256),
        None,
    ]


def test_faults_are_named() -> None:
    with pytest.raises(InputError, match="chunk_vectors has 1 vectors for 2 chunks"):
        ThresholdDecay().insert_citations("First one.", ["a", "b"], [(1, 0)], lambda _: [(1, 0)])
    with pytest.raises(InputError, match="embed must give one vector for each of 1 pieces"):
        ThresholdDecay().insert_citations("First one.", ["a"], [(1, 0)], lambda _: [])
    with pytest.raises(InputError, match="decay must be between 0 and 1"):
        ThresholdDecay(decay=1.0)
    with pytest.raises(InputError, match="floor must be above 0"):
        ThresholdDecay(floor=0.0)


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("in the house", " the house"),
        ("What is the mill?", " the mill?"),
        ("the ", " "),
        ("磨坊是什么", "磨坊"),
        ("请问", "请问"),
        ("Millers, the", "Millers, the"),
    ],
)
def test_question_words_take_the_blank_after_them_along(text: str, kept: str) -> None:
    assert drop_question_words(text) == kept


def test_token_similarity_is_the_share_of_the_piece_that_the_chunk_has() -> None:
    """Two tokens of 0.4 × ½ and a pair of 0.6 × ½: 0.7 in all."""
    shares = compute_token_similarity(["mill hums", ""], ["mill hums", "hums mill", "millhums", "dog", ""])
    assert shares[0] == pytest.approx([1, 0.4 / 0.7, 0.3 / 0.7, 0, 0], abs=1e-6)
    assert shares[1] == pytest.approx([1, 1, 1, 1, 1])


def test_token_weights_are_used_and_counted() -> None:
    heavy = compute_token_similarity(
        ["mill hums"], ["mill"], weigh=lambda tokens: [0.9 if t == "mill" else 0.1 for t in tokens]
    )
    assert heavy[0, 0] == pytest.approx(0.36 / (0.36 + 0.04 + 0.54))
    with pytest.raises(ValueError, match="1 weights for 2 tokens"):
        compute_token_similarity(["mill hums"], ["mill"], weigh=lambda _: [1.0])


WORDS = st.lists(
    st.sampled_from(["mill", "river", "dog", "hums", "barks", "old", "the", "of", "1871", "x!=", "y"]),
    max_size=8,
)
SENTENCES = st.lists(WORDS.map(" ".join), max_size=5)
VECTOR = st.tuples(*[st.integers(-2, 3)] * 3)


@given(SENTENCES, st.data())
def test_all_at_once_is_one_pair_at_a_time(sentences: list[str], data: st.DataObject) -> None:
    answer = ". ".join(sentences)
    chunks = data.draw(SENTENCES)
    vectors = data.draw(st.lists(VECTOR, min_size=len(chunks), max_size=len(chunks)))
    of_piece = data.draw(st.lists(VECTOR, min_size=12, max_size=12))

    def embed(pieces: list[str]) -> list[tuple[int, ...]]:
        return [of_piece[len(piece) % 12] for piece in pieces]

    assert ThresholdDecay().insert_citations(answer, chunks, vectors, embed) == insert_citations(
        answer, chunks, vectors, embed
    )


@given(TEXTS.filter(lambda text: "```" not in text and "[ID:" not in text), st.integers(1, 6))
def test_taking_the_markers_out_gives_the_answer(answer: str, count: int) -> None:
    vectors = np.eye(6)[:count]
    text, marked = ThresholdDecay().insert_citations(
        answer, ["c"] * count, vectors, lambda pieces: [vectors[len(p) % count] for p in pieces]
    )
    assert re.sub(r" \[ID:\d+\]", "", text) == answer
    assert [int(n) for n in re.findall(r"\[ID:(\d+)\]", text)] == marked
    assert len(set(marked)) == len(marked)


def test_any_hash_seed_gives_the_same() -> None:
    code = (
        "from ascribe.cite import ThresholdDecay\n"
        "print(ThresholdDecay().insert_citations('The mill hums.', ['mill hums'] * 6, [(1, 0)] * 6,"
        " lambda pieces: [(1, 0)] * len(pieces)))"
    )
    told = set()
    for seed in range(12):
        around = {"PYTHONHASHSEED": str(seed), "PYTHONPATH": ":".join(sys.path)}
        told.add(
            subprocess.run([sys.executable, "-c", code], env=around, capture_output=True, check=True).stdout
        )
    assert told == {b"('The mill hums. [ID:0] [ID:1] [ID:2] [ID:3]', [0, 1, 2, 3])\n"}


def test_as_a_policy_every_sentence_has_its_own_levels() -> None:
    reply = "The mill at Harlow was built in 1871. It hums at night."
    sources = ["The mill at Harlow was built in 1871.", "At night the old engine hums like bees."]
    answer = check(reply, sources, tier="rules", policy=ThresholdDecay(start=0.9, floor=0.2))
    assert answer.reply == reply
    assert answer.settings is not None
    assert answer.settings.thresholds["decay"] == 0.8
    assert [s.references[0].document_position for s in answer.sentences] == [1, 2]

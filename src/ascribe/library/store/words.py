"""The index of words: which passages hold which stems, ranked by BM25 as FTS5 has it.

Robertson and Zaragoza (2009), with k1 = 1.2 and b = 0.75.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import log
from typing import Any

from ascribe.text.words import is_content_word, split_token, split_tokens

TITLE_WEIGHT = 0.5
"""Weight of a word in the title of the section or the name of the document, beside 1 in the passage."""

COMMON_SHARE = 0.05
"""Share of the passages from which on a stem is too common to be looked up, while rarer ones are there:
FTS5 reads every passage that has a stem."""

SMALL_LIBRARY = 2_000
"""Passages up to which every stem is looked up: that takes no time."""

_SIGN_LETTERS = {code: chr(0xE000 + code) for code in range(128) if not chr(code).isalnum()}
"""ASCII signs become letters of the private use area, as the index cuts words at them."""

_RANKED_QUERY = """
SELECT rowid, -bm25(words, 1.0, {weight}, {weight}) AS score FROM words
WHERE words MATCH :sought {among} ORDER BY score DESC, rowid LIMIT :limit
"""

_AMONG_CLAUSE = (
    "AND +rowid IN (SELECT id FROM passages WHERE document IN (SELECT value FROM json_each(:documents)))"
)
"""With a plus, or SQLite asks the whole question anew for each of the passages."""

Run = Any
"""``execute`` of a connection."""


def extract_content_stems(text: str, language: str | None) -> list[str]:
    """The stems of the words that say something, in order, as they occur."""
    return [
        word.stem
        for chunk in split_tokens(text, language)
        for word in split_token(chunk, language)
        if is_content_word(word, language)
    ]


def encode_stems(stems: Iterable[str]) -> str:
    """Stems as the index takes them: parted by spaces, each one token whatever signs are in it."""
    return " ".join(stem.translate(_SIGN_LETTERS) for stem in stems if stem)


@dataclass(frozen=True, slots=True)
class IndexedWords:
    """The words of a passage as the index has them: see ``encode_stems``.

    Args:
        sentences: of each of its sentences, in order.
        title: of the title of its section.
    """

    sentences: tuple[frozenset[str], ...]
    title: frozenset[str]


def index_passage(
    run: Run, passage: int, sentences: Iterable[Iterable[str]], title: Iterable[str], name: Iterable[str]
) -> None:
    """Put the stems of each sentence of a passage into the index, of its section's title and of the name."""
    run(
        "INSERT INTO words (rowid, content, title, name) VALUES (?, ?, ?, ?)",
        (passage, "\n".join(map(encode_stems, sentences)), encode_stems(title), encode_stems(name)),
    )


def load_indexed_words(run: Run, passages: Sequence[int]) -> dict[int, IndexedWords]:
    """Row of the passage → what the index has of it."""
    rows = run(
        "SELECT rowid, content, title FROM words WHERE rowid IN (SELECT value FROM json_each(?))",
        (json.dumps(list(passages)),),
    )
    return {
        row: IndexedWords(
            tuple(frozenset(line.split()) for line in held.split("\n")), frozenset(title.split())
        )
        for row, held, title in rows
    }


def remove_document(run: Run, document: int) -> None:
    """Take the passages of a document out of the index."""
    run("DELETE FROM words WHERE rowid IN (SELECT id FROM passages WHERE document = ?)", (document,))


def count_passages(run: Run, stems: Sequence[str]) -> dict[str, int]:
    """In how many passages each of the stems occurs."""
    tokens = {encode_stems([stem]): stem for stem in stems}
    rows = run(
        "SELECT term, doc FROM vocabulary WHERE term IN (SELECT value FROM json_each(?))",
        (json.dumps(list(tokens)),),
    )
    found = {tokens[term]: count for term, count in rows}
    return {stem: found.get(stem, 0) for stem in stems}


def compute_weights(run: Run, stems: Sequence[str]) -> dict[str, float]:
    """How much each stem tells, from 0: the logarithm of how rare it is (Spärck Jones 1972), smoothed."""
    total = run("SELECT count(*) FROM passages").fetchone()[0]
    counts = count_passages(run, list(dict.fromkeys(stems)))
    return {stem: log(1.0 + (total - count + 0.5) / (count + 0.5)) for stem, count in counts.items()}


def rank_passages(
    run: Run, stems: Sequence[str], limit: int, documents: Sequence[int] | None
) -> list[tuple[int, float]]:
    """Passages that hold at least one of the stems, best first, with their BM25 scores.

    Args:
        run: ``execute`` of a connection.
        stems: what is looked for.
        limit: how many at most.
        documents: rows of the documents to search; None for all.
    """
    sought = _select_stems(run, list(dict.fromkeys(stems)))
    if not sought or documents == []:
        return []
    question = " OR ".join(f'"{token}"' for token in encode_stems(sought).split())
    among = "" if documents is None else _AMONG_CLAUSE
    parameters = {"sought": question, "documents": json.dumps(documents), "limit": limit}
    found = run(_RANKED_QUERY.format(weight=TITLE_WEIGHT, among=among), parameters)
    return [(row, score) for row, score in found if score > 0.0]


def _select_stems(run: Run, stems: list[str]) -> list[str]:
    """Stems that occur; in a large library, without those that nearly every passage has."""
    counts = count_passages(run, stems)
    there = sorted((stem for stem in stems if counts[stem]), key=lambda stem: counts[stem])
    total = run("SELECT count(*) FROM passages").fetchone()[0]
    if total <= SMALL_LIBRARY:
        return there
    return [stem for stem in there if counts[stem] < COMMON_SHARE * total] or there[:2]

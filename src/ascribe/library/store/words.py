"""Index of words: which passages contain which stems, ranked by the BM25 of FTS5.

Robertson and Zaragoza (2009), with k1 = 1.2 and b = 0.75.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from math import log
from pathlib import Path
from typing import Any

from ascribe.library.chunking import Passage
from ascribe.records import Document
from ascribe.text.words import is_content_word, split_token, split_tokens

TITLE_WEIGHT = 0.5
"""Weight of a word in the title of the section or the name of the document; in the passage it is 1."""

COMMON_SHARE = 0.05
"""Share of the passages from which on a stem is too common to be looked up, as long as there are rarer ones:
FTS5 reads every passage that contains a stem."""

SMALL_LIBRARY = 2_000
"""Number of passages up to which every stem is looked up: that takes no time."""

_SIGN_LETTERS = {code: chr(0xE000 + code) for code in range(128) if not chr(code).isalnum()}
"""Maps ASCII signs to letters of the private use area, because the index splits words at signs."""

_RANKED_QUERY = """
SELECT rowid, -bm25(words, 1.0, {weight}, {weight}) AS score FROM words
WHERE words MATCH :sought {among} ORDER BY score DESC, rowid LIMIT :limit
"""

_AMONG_CLAUSE = (
    "AND +rowid IN (SELECT id FROM passages WHERE document IN (SELECT value FROM json_each(:documents)))"
)
"""The plus sign keeps SQLite from running the full-text query again for each passage."""

Run = Any
"""``execute`` of a connection."""


def extract_content_stems(text: str, language: str | None) -> list[str]:
    """Return the stems of the content words, in the order of the text."""
    return [
        word.stem
        for chunk in split_tokens(text, language)
        for word in split_token(chunk, language)
        if is_content_word(word, language)
    ]


def encode_stems(stems: Iterable[str]) -> str:
    """Encode stems for the index: separated by spaces, each one token whatever signs it contains."""
    return " ".join(stem.translate(_SIGN_LETTERS) for stem in stems if stem)


@dataclass(frozen=True, slots=True)
class IndexedWords:
    """The words of a passage as the index encodes them; see ``encode_stems``.

    Args:
        sentences: the words of each of its sentences, in order.
        title: the words of the title of its section.
    """

    sentences: tuple[frozenset[str], ...]
    title: frozenset[str]


@dataclass(frozen=True, slots=True)
class PassageStems:
    """The stems by which a passage is found.

    Args:
        sentences: the stems of each of its sentences, in order.
        title: the stems of the title of its section.
        name: the stems of the name of its document.
    """

    sentences: list[list[str]]
    title: list[str]
    name: list[str]


def extract_passage_stems(
    document: Document, passages: Sequence[Passage], *, by_name: bool
) -> list[PassageStems]:
    """Return the stems of each passage; ``by_name`` also lets the document's id find them."""
    stems = partial(extract_content_stems, language=document.language)
    name = stems(Path(document.doc_id).stem) if by_name else []
    return [
        PassageStems(
            [stems(sentence.text) for sentence in passage.sentences],
            stems(passage.chunk.metadata["section"] or ""),
            name,
        )
        for passage in passages
    ]


def index_passage(run: Run, passage: int, stems: PassageStems) -> None:
    """Add a passage to the index."""
    content = "\n".join(map(encode_stems, stems.sentences))
    run(
        "INSERT INTO words (rowid, content, title, name) VALUES (?, ?, ?, ?)",
        (passage, content, encode_stems(stems.title), encode_stems(stems.name)),
    )


def load_indexed_words(run: Run, passages: Sequence[int]) -> dict[int, IndexedWords]:
    """Load what the index has of these passages, by row."""
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
    """Remove the passages of a document from the index."""
    run("DELETE FROM words WHERE rowid IN (SELECT id FROM passages WHERE document = ?)", (document,))


def count_passages(run: Run, stems: Sequence[str]) -> dict[str, int]:
    """Count the passages that contain each of the stems."""
    tokens = {encode_stems([stem]): stem for stem in stems}
    rows = run(
        "SELECT term, doc FROM vocabulary WHERE term IN (SELECT value FROM json_each(?))",
        (json.dumps(list(tokens)),),
    )
    found = {tokens[term]: count for term, count in rows}
    return {stem: found.get(stem, 0) for stem in stems}


def compute_weights(run: Run, stems: Sequence[str]) -> dict[str, float]:
    """Compute the inverse document frequency of each stem (Spärck Jones 1972), smoothed, from 0."""
    total = run("SELECT count(*) FROM passages").fetchone()[0]
    counts = count_passages(run, list(dict.fromkeys(stems)))
    return weigh_counts(counts, total)


def weigh_counts(counts: Mapping[str, int], total: int) -> dict[str, float]:
    """Compute the smoothed inverse document frequency of each stem from the passages that contain it."""
    return {stem: log(1.0 + (total - count + 0.5) / (count + 0.5)) for stem, count in counts.items()}


def rank_passages(
    run: Run, stems: Sequence[str], limit: int, documents: Sequence[int] | None
) -> list[tuple[int, float]]:
    """Rank the passages that contain at least one of the stems, best first, with their BM25 scores.

    Args:
        run: ``execute`` of a connection.
        stems: the stems to search for.
        limit: the most passages to return.
        documents: rows of the documents to search; None for all.
    """
    counts = count_passages(run, list(dict.fromkeys(stems)))
    sought = select_stems(counts, run("SELECT count(*) FROM passages").fetchone()[0])
    if not sought or documents == []:
        return []
    question = " OR ".join(f'"{token}"' for token in encode_stems(sought).split())
    among = "" if documents is None else _AMONG_CLAUSE
    parameters = {"sought": question, "documents": json.dumps(documents), "limit": limit}
    found = run(_RANKED_QUERY.format(weight=TITLE_WEIGHT, among=among), parameters)
    return [(row, score) for row, score in found if score > 0.0]


def select_stems(counts: Mapping[str, int], total: int) -> list[str]:
    """Select the stems that occur; in a large library, without those that are too common.

    Args:
        counts: stem → number of passages that contain it.
        total: number of all passages.
    """
    there = sorted((stem for stem in counts if counts[stem]), key=lambda stem: counts[stem])
    if total <= SMALL_LIBRARY:
        return there
    return [stem for stem in there if counts[stem] < COMMON_SHARE * total] or there[:2]

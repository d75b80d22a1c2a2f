"""Index of words on a server: which passages contain which stems, ranked as FTS5 ranks them in a file.

A word in the passage counts 1, and one in the title of its section or in the name of its document
``TITLE_WEIGHT``; a passage is as long as all of them. BM25 with k1 = 1.2 and b = 0.75 (Robertson and Zaragoza
2009), and the inverse document frequency of FTS5.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import log

import numpy as np

from ascribe.library.store.packing import pack, unpack
from ascribe.library.store.postgres.binary_copy import encode_rows
from ascribe.library.store.postgres.connection import Run
from ascribe.library.store.words import (
    TITLE_WEIGHT,
    IndexedWords,
    PassageStems,
    encode_stems,
    select_stems,
    weigh_counts,
)
from ascribe.records.serialization import compute_digest

_LONGEST_TERM = 200
"""Longer terms are indexed by their digest: the server's index holds no long texts."""

_LEAST_IDF = 1e-6
"""Inverse document frequency of a term that most passages contain, as in FTS5."""

_RANKED = """
SELECT w.passage, sum(t.idf * w.frequency * 2.2 / (w.frequency + 1.2 * (0.25 + 0.75 * w.length / %s)))
    AS score
FROM unnest(%s::integer[], %s::float8[]) AS t (term, idf) JOIN words w ON w.term = t.term {among}
GROUP BY w.passage ORDER BY score DESC, w.passage LIMIT %s
"""

_AMONG_CLAUSE = "AND w.passage IN (SELECT id FROM passages WHERE document = ANY(%s::bigint[]))"

_INSERT_TERMS = """
INSERT INTO terms (term, passages) SELECT term, 0 FROM unnest(%s::text[]) AS given (term)
WHERE NOT EXISTS (SELECT FROM terms t WHERE t.term = given.term)
"""

_COUNT_TERMS = """
UPDATE terms t SET passages = t.passages + given.passages
FROM unnest(%s::text[], %s::integer[]) AS given (term, passages) WHERE t.term = given.term
RETURNING t.term, t.id
"""

_DELETE_WORDS = """
DELETE FROM words w USING unnest(%s::integer[], %s::bigint[]) AS given (term, passage)
WHERE w.term = given.term AND w.passage = given.passage
"""

_COPY_WORDS = "COPY words (term, length, passage, frequency) FROM STDIN (FORMAT BINARY)"


@dataclass(frozen=True, slots=True)
class StoredWords:
    """The words of a passage, each list in the order of the text, as ``encode_stems`` encodes them."""

    sentences: list[str]
    title: str
    name: str

    @property
    def frequencies(self) -> dict[str, float]:
        """Term → its weighted frequency."""
        counts: Counter[str] = Counter()
        for text, weight in (
            (" ".join(self.sentences), 1.0),
            *((t, TITLE_WEIGHT) for t in (self.title, self.name)),
        ):
            for term, count in Counter(_list_terms(text)).items():
                counts[term] += count * weight  # type: ignore[assignment]  # a Counter also adds fractions
        return dict(counts)

    @property
    def length(self) -> int:
        """Number of its words."""
        return sum(len(text.split()) for text in (*self.sentences, self.title, self.name))


def pack_stems(stems: PassageStems) -> bytes:
    """Pack the stems of a passage as ``index_passages`` and ``load_indexed_words`` read them."""
    return pack(
        StoredWords(
            list(map(encode_stems, stems.sentences)), encode_stems(stems.title), encode_stems(stems.name)
        )
    )


def index_passages(run: Run, packed: Mapping[int, bytes]) -> None:
    """Add passages to the index: row → packed words."""
    held = {row: unpack(data, StoredWords) for row, data in packed.items()}
    frequencies = {row: words.frequencies for row, words in held.items()}
    ids = _count_terms(run, frequencies.values(), 1)
    lengths = {row: words.length for row, words in held.items()}
    rows = [
        (ids[term], lengths[row], row, frequency)
        for row, own in frequencies.items()
        for term, frequency in own.items()
    ]
    terms, widths, passages, counts = zip(*rows, strict=True) if rows else ((), (), (), ())
    run.copy(
        _COPY_WORDS,
        encode_rows(
            np.array(terms, ">i4"),
            np.array(widths, ">i4"),
            np.array(passages, ">i8"),
            np.array(counts, ">f4"),
        ),
    )
    _count_passages(run, len(held), sum(lengths.values()))


def remove_document(run: Run, document: int) -> None:
    """Remove the passages of a document from the index."""
    found = run("SELECT id, words FROM passages WHERE document = %s", (document,)).fetchall()
    held = {row: unpack(data, StoredWords) for row, data in found}
    frequencies = {row: words.frequencies for row, words in held.items()}
    ids = _count_terms(run, frequencies.values(), -1)
    pairs = [(ids[term], row) for row, own in frequencies.items() for term in own if term in ids]
    terms, rows = zip(*pairs, strict=True) if pairs else ((), ())
    run(_DELETE_WORDS, (list(terms), list(rows)))
    _count_passages(run, -len(held), -sum(words.length for words in held.values()))


def _count_terms(run: Run, frequencies: Iterable[Mapping[str, float]], sign: int) -> dict[str, int]:
    """Add the passages that contain each term to its count, and return term → its id."""
    counts = Counter(term for own in frequencies for term in own)
    terms = sorted(counts)
    if sign > 0:
        run(_INSERT_TERMS, (terms,))
    changed = run(_COUNT_TERMS, (terms, [sign * counts[term] for term in terms]))
    return dict(changed.fetchall())


def _count_passages(run: Run, passages: int, tokens: int) -> None:
    run("UPDATE library SET passages = passages + %s, tokens = tokens + %s", (passages, tokens))


def load_indexed_words(run: Run, passages: Sequence[int]) -> dict[int, IndexedWords]:
    """Load what the index has of these passages, by row.

    Raises:
        ValueError: a row is damaged.
        zlib.error: a row is damaged.
    """
    rows = run("SELECT id, words FROM passages WHERE id = ANY(%s::bigint[])", (list(passages),)).fetchall()
    held = {row: unpack(data, StoredWords) for row, data in rows}
    return {
        row: IndexedWords(
            tuple(frozenset(text.split()) for text in words.sentences), frozenset(words.title.split())
        )
        for row, words in held.items()
    }


def compute_weights(run: Run, stems: Sequence[str]) -> dict[str, float]:
    """Compute the inverse document frequency of each stem (Spärck Jones 1972), smoothed, from 0."""
    counted = {stem: count for stem, (_, count) in _find_terms(run, list(dict.fromkeys(stems))).items()}
    return weigh_counts(counted, _load_totals(run)[0])


def rank_passages(
    run: Run, stems: Sequence[str], limit: int, documents: Sequence[int] | None
) -> list[tuple[int, float]]:
    """Rank the passages that contain at least one of the stems, best first, with their BM25 scores.

    Args:
        run: statements of a transaction.
        stems: the stems to search for.
        limit: the most passages to return.
        documents: rows of the documents to search; None for all.
    """
    found = _find_terms(run, list(dict.fromkeys(stems)))
    passages, tokens = _load_totals(run)
    sought = select_stems({stem: count for stem, (_, count) in found.items()}, passages)
    if not sought or documents == []:
        return []
    ids = [found[stem][0] for stem in sought]
    weights = [_compute_idf(found[stem][1], passages) for stem in sought]
    among = () if documents is None else (list(documents),)
    statement = _RANKED.format(among=_AMONG_CLAUSE if among else "")
    ranked = run(statement, (tokens / passages, ids, weights, *among, limit)).fetchall()
    return [(row, score) for row, score in ranked if score > 0.0]


def _compute_idf(count: int, total: int) -> float:
    value = log((total - count + 0.5) / (count + 0.5))
    return value if value > 0.0 else _LEAST_IDF


def _find_terms(run: Run, stems: Sequence[str]) -> dict[str, tuple[int, int]]:
    """Return stem → the id of its term, and the number of passages that contain it; 0 for none."""
    terms = {stem: next(iter(_list_terms(encode_stems([stem]))), "") for stem in stems}
    rows = run("SELECT term, id, passages FROM terms WHERE term = ANY(%s::text[])", (list(terms.values()),))
    known = {term: (row, count) for term, row, count in rows.fetchall()}
    return {stem: known.get(term, (0, 0)) for stem, term in terms.items()}


def _load_totals(run: Run) -> tuple[int, int]:
    """Return the number of passages, and of their words."""
    passages, tokens = run("SELECT passages, tokens FROM library").fetchone()
    return passages, tokens


def _list_terms(text: str) -> list[str]:
    """Return the terms of an encoded text, each as the index has it."""
    return [term if len(term) <= _LONGEST_TERM else compute_digest(term) for term in text.split()]

"""Measure a library of many chunks in a file and on a server; print one Markdown table.

Usage: ``python -m benchmarks.library_stores --chunks 100000 --stores file server --vectors FOLDER``. A chunk
is a heading with three sentences. Its words are invented (20,000 different passages, repeated), with their
stems prepared, so that the rate of ``put`` is that of the store alone; the rates of the stems and of the
encoder are measured apart. Vectors are resampled from those of real sentences: each is a mixture of two with
some noise. ``--vectors`` names a folder of documents to encode, or a file of vectors made by NumPy. Recall is
the share of the 50 passages that are nearest by the exact cosines and that the store finds.
"""

from __future__ import annotations

import argparse
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from ascribe.inference.encoder import WIDTH, Encoder
from ascribe.library.chunking import Passage, split_document
from ascribe.library.retrieval import POOL_SIZE, Retriever
from ascribe.library.store import Store, open_store, words
from ascribe.library.store.words import PassageStems
from ascribe.read.sources import load_sources
from ascribe.records import Document
from benchmarks.library_stand_in import StandIn, generate_document
from benchmarks.postgres_server import PostgresServer

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Floats = NDArray[np.float32]

PASSAGES = 50
"""Passages of a document."""

SENTENCES = 3
"""Sentences of a passage, beside its heading."""

TEMPLATES = 400
"""Documents that are repeated."""

QUESTIONS = 40
ENCODED = 200
"""Sentences that the encoder's rate is measured with."""

MOST_VECTORS = 3_000
"""Sentences of the folder that are encoded, evenly spaced."""

MODEL = "resampled"


@dataclass(frozen=True, slots=True)
class Template:
    """A document to store again and again under other ids."""

    document: Document
    passages: list[Passage]
    stems: list[PassageStems]


class FixedEncoder(StandIn):
    """An encoder that knows the vectors of the questions, so that a search is measured without encoding."""

    def __init__(self, vectors: dict[str, Floats]) -> None:
        super().__init__(MODEL)
        self._vectors = vectors

    def embed(self, texts: Sequence[str]) -> Floats:
        """Return the vectors of these questions."""
        return np.stack([self._vectors[text] for text in texts]) if texts else super().embed(texts)


def main() -> None:
    """Measure the stores and print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--chunks", type=int, default=100_000)
    parser.add_argument("--stores", nargs="+", choices=("file", "server"), default=("file", "server"))
    parser.add_argument("--vectors", type=Path, required=True)
    parser.add_argument("--folder", type=Path, help="where the file of the library is made")
    chosen = parser.parse_args()
    real = load_vectors(chosen.vectors)
    templates, stem_rate = build_templates()
    questions = build_questions(templates, real)
    print(f"{len(real):,} real vectors; stems: {stem_rate:,.0f} chunks/s", flush=True)
    columns = {}
    for name in chosen.stores:
        with ExitStack() as opened:
            folder = opened.enter_context(tempfile.TemporaryDirectory(dir=chosen.folder))
            place = Path(folder) / "library.ascribe"
            server = None
            if name == "server":
                server = opened.enter_context(
                    PostgresServer(maintenance_work_mem="1500MB", shared_buffers="1GB", max_wal_size="4GB")
                )
            store = open_store(server.url() if server else place)
            opened.callback(store.close)
            columns[name] = measure_store(store, chosen.chunks, templates, questions, real, place)
    print(f"| {chosen.chunks:,} chunks | " + " | ".join(columns) + " |")
    print("|---" + "|--:" * len(columns) + "|")
    for what in dict.fromkeys(what for column in columns.values() for what in column):
        print(f"| {what} | " + " | ".join(column.get(what, "") for column in columns.values()) + " |")


# --- What is stored ---


def load_vectors(path: Path) -> Floats:
    """Return the vectors of a file, or encode the sentences of a folder and print the encoder's rate."""
    if path.suffix == ".npy":
        loaded: Floats = np.asarray(np.load(path), np.float32)
        return loaded
    documents = [document for document in load_sources([path]).documents if document.language == "en"]
    every = [sentence.text for document in documents for sentence in document.sentences]
    texts = every[:: max(1, len(every) // MOST_VECTORS)]
    encoder = Encoder()
    encoder.embed(texts[:8])
    began = time.perf_counter()
    encoder.embed(texts[8 : 8 + ENCODED])
    print(f"encoder: {ENCODED / (time.perf_counter() - began):,.0f} sentences/s", flush=True)
    vectors: Floats = encoder.embed(texts)
    return vectors


def resample_vectors(real: Floats, count: int, seed: int) -> Floats:
    """Return mixtures of two real vectors with noise, of length 1, in the precision of the store."""
    rng = np.random.default_rng(seed)
    share = rng.uniform(0.6, 1.0, (count, 1)).astype(np.float32)
    first, second = real[rng.integers(len(real), size=(2, count))]
    mixed = share * first + (1 - share) * second
    mixed += rng.standard_normal((count, WIDTH), np.float32) * np.float32(0.02)
    mixed /= np.linalg.norm(mixed, axis=1, keepdims=True)
    vectors: Floats = mixed.astype(np.float16).astype(np.float32)
    return vectors


def build_templates() -> tuple[list[Template], float]:
    """Read and split the invented documents; return them and how many passages a second are stemmed."""
    made = []
    seconds = 0.0
    for number in range(TEMPLATES):
        text = str(generate_document(number, PASSAGES * SENTENCES)["text"])
        lines = [line for line in text.splitlines() if line and not line.startswith("#")]
        sentences = [each + "." for line in lines for each in line.split(". ") if each.strip(". ")]
        parts = [" ".join(sentences[at : at + SENTENCES]) for at in range(0, len(sentences), SENTENCES)]
        source = {"id": "d", "text": "\n\n".join(f"# Part {n}\n\n{part}" for n, part in enumerate(parts))}
        (document,) = load_sources([source], language="en").documents
        passages = split_document(document)[:PASSAGES]
        began = time.perf_counter()
        stems = words.extract_passage_stems(document, passages, by_name=False)
        seconds += time.perf_counter() - began
        made.append(Template(document, passages, stems))
    return made, sum(len(one.passages) for one in made) / seconds


def build_questions(templates: Sequence[Template], real: Floats) -> dict[str, Floats]:
    """Return questions of six words of a passage each, with resampled vectors."""
    vectors = resample_vectors(real, QUESTIONS, seed=1)
    rng = np.random.default_rng(2)
    found = {}
    for vector in vectors:
        passage = templates[int(rng.integers(len(templates)))].passages[int(rng.integers(PASSAGES))]
        chosen = rng.permutation(passage.chunk.text.replace("#", "").split())[:6]
        found[" ".join(map(str, chosen))] = vector
    return found


def batch_documents(
    chunks: int, templates: Sequence[Template], real: Floats
) -> Iterator[tuple[Template, str, list[Floats]]]:
    """Yield a template, an id and the vectors of its passages for each document."""
    for number in range(chunks // PASSAGES):
        template = templates[number % len(templates)]
        counts = [len(passage.sentences) for passage in template.passages]
        vectors = resample_vectors(real, sum(counts), seed=10 + number)
        yield template, f"document-{number}", np.split(vectors, np.cumsum(counts)[:-1])


# --- Measuring ---


def measure_store(
    store: Store,
    chunks: int,
    templates: Sequence[Template],
    questions: dict[str, Floats],
    real: Floats,
    place: Path,
) -> dict[str, str]:
    """Fill a store and search it; return measure → figure."""
    figures = {}
    nearest = Nearest(np.stack(list(questions.values())))
    stored = sentences = 0
    seconds = 0.0
    for template, doc_id, encoded in batch_documents(chunks, templates, real):
        nearest.add(encoded)
        seconds += put_document(store, template, doc_id, encoded)
        stored += len(encoded)
        sentences += sum(map(len, encoded))
        if stored % 100_000 < PASSAGES:
            print(f"  {stored:,} chunks, {stored / seconds:,.0f}/s", flush=True)
    figures["sentences"] = f"{sentences:,}"
    figures["ingest: the store alone, chunks/s"] = f"{stored / seconds:,.0f}"
    figures["size on disk"] = format_size(measure_size(store, place))
    if place.exists():
        figures.update(measure_search(store, questions, nearest, ""))
        return figures
    figures.update(measure_search(store, questions, nearest, ", every vector compared"))
    began = time.perf_counter()
    store.build_vector_index(MODEL)
    figures["building the approximate index"] = f"{time.perf_counter() - began:,.0f} s"
    figures["size on disk with the index"] = format_size(measure_size(store, place))
    figures.update(measure_search(store, questions, nearest, ""))
    return figures


class Nearest:
    """The passages nearest to each question, by exact cosines, kept while the store is filled.

    Args:
        questions: their vectors, shape (questions, 384).
    """

    def __init__(self, questions: Floats) -> None:
        self._questions = questions
        self._passages = 0
        self._rows = np.zeros((len(questions), 0), np.int64)
        self._scores = np.zeros((len(questions), 0), np.float32)

    def add(self, encoded: Sequence[Floats]) -> None:
        """Add passages; their rows follow those before, from 1."""
        cosines = np.stack([(self._questions @ vectors.T).max(axis=1) for vectors in encoded], axis=1)
        rows = np.broadcast_to(self._passages + 1 + np.arange(len(encoded)), cosines.shape)
        self._passages += len(encoded)
        scores = np.concatenate([self._scores, cosines], axis=1)
        order = np.argsort(-scores, axis=1, kind="stable")[:, :POOL_SIZE]
        self._rows = np.take_along_axis(np.concatenate([self._rows, rows], axis=1), order, axis=1)
        self._scores = np.take_along_axis(scores, order, axis=1)

    def compute_recall(self, found: Sequence[Sequence[int]]) -> float:
        """Return the mean share of the nearest passages that were found."""
        pairs = zip(self._rows, found, strict=True)
        return float(np.mean([len(set(rows.tolist()) & set(own)) / len(rows) for rows, own in pairs]))


def put_document(store: Store, template: Template, doc_id: str, encoded: Sequence[Floats]) -> float:
    """Store a copy of the template with its prepared stems, and return the seconds."""
    extract = words.extract_passage_stems
    document = replace(template.document, doc_id=doc_id)
    for module in _list_users_of_stems():
        module.extract_passage_stems = lambda *_, **__: template.stems
    began = time.perf_counter()
    try:
        store.put(
            document, template.passages, source=f"id:{doc_id}", digest=doc_id, reading="", model=MODEL,
            encoded=encoded,
        )  # fmt: skip
    finally:
        for module in _list_users_of_stems():
            module.extract_passage_stems = extract
    return time.perf_counter() - began


def _list_users_of_stems() -> list[Any]:
    from ascribe.library.store.postgres import server_store

    return [words, server_store]


def measure_search(store: Store, questions: dict[str, Floats], nearest: Nearest, how: str) -> dict[str, str]:
    """Measure the hybrid search and the recall of the search by vectors."""
    finder = Retriever(store, FixedEncoder(questions))
    began = time.perf_counter()
    finder.find_hits(next(iter(questions)), 10, language="en")
    first = time.perf_counter() - began
    near = partial(store.rank_by_vectors, model=MODEL, limit=POOL_SIZE, among=None)
    rows = [[row for row, _ in near(vector)] for vector in questions.values()]
    hybrid, lexical = [], []
    for question in questions:
        began = time.perf_counter()
        finder.find_hits(question, 10, language="en")
        hybrid.append(time.perf_counter() - began)
        began = time.perf_counter()
        store.rank_by_words(words.extract_content_stems(question, "en"), POOL_SIZE, None)
        lexical.append(time.perf_counter() - began)
    return {
        f"first search after opening{how}": f"{1000 * first:,.0f} ms",
        f"hybrid search{how}, p50 / p95": format_percentiles(hybrid),
        f"of it by words{how}, p50 / p95": format_percentiles(lexical),
        f"recall of the 50 nearest{how}": f"{nearest.compute_recall(rows):.3f}",
    }


def format_percentiles(seconds: Sequence[float]) -> str:
    """Format the median and the 95th percentile in milliseconds."""
    median, high = np.percentile(seconds, [50, 95]) * 1000
    return f"{median:,.0f} / {high:,.0f} ms"


def measure_size(store: Store, place: Path) -> int:
    """Return the bytes of a library, without what a later write reuses."""
    if place.exists():
        return sum(path.stat().st_size for path in place.parent.iterdir())
    query = (
        "SELECT sum(pg_total_relation_size(c.oid))::bigint FROM pg_class c "
        "JOIN pg_namespace n ON n.oid = c.relnamespace WHERE n.nspname = 'ascribe' AND c.relkind = 'r'"
    )
    with store.snapshot() as run:
        return int(run(query).fetchone()[0])


def format_size(size: int) -> str:
    """Format bytes in gigabytes."""
    return f"{size / 1e9:.2f} GB"


if __name__ == "__main__":
    main()

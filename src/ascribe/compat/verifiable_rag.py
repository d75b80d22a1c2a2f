"""``Pipeline``, ``ask`` and the presets of verifiable-rag, over ``Library``.

Parsers, generators and scorers written for verifiable-rag work as they are. What it needs a chunker, an
embedder and an index for, the library does itself.
"""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Protocol

from ascribe.errors import InputError, SourceError
from ascribe.library import Library
from ascribe.library.reranking import Rerank
from ascribe.protocols import Draft, Generator, RetrievedPassage
from ascribe.records import Answer, Document, RetrievedChunk, Strictness

REPLACED = {
    "chunker": "the library splits documents into passages itself",
    "embedder": "the library encodes passages itself; Library(path, encoder=…) takes another encoder",
    "indexer": "the library is the index; Pipeline(library=Library(path)) keeps it in a file",
    "top_k_retrieve": "the library chooses how many passages it ranks; top_k_rerank is how many are used",
}
"""Parameter of verifiable-rag's ``Pipeline`` that this one does not need → what takes its place."""


class DocumentParser(Protocol):
    """A parser of verifiable-rag."""

    def parse(self, path: Path) -> Any:
        """Return the document of a file, as a ``Document`` or a dataclass with its fields."""
        ...


class CitedGenerator(Protocol):
    """A generator of verifiable-rag."""

    def generate(self, query: str, chunks: list[RetrievedChunk], documents: dict[str, Document]) -> Any:
        """Return sentences with ``text`` and ``supporting_sentence_ids``; an empty list is a refusal."""
        ...


@dataclass(init=False)
class Pipeline:
    """A library with the names of verifiable-rag's ``Pipeline``.

    Args:
        parser: an object with ``parse(path)``; None uses the readers of the library.
        generator: a generator of verifiable-rag, or whatever ``Library.ask`` takes; ``extractive`` quotes,
            without a language model.
        reranker: as ``rerank`` of ``Library.ask``.
        verifier: a tier of ``Library.ask`` or an object with ``score_pairs``, which must be given to verify
            with something else than the strongest built-in tier. None verifies nothing; ``strict`` and
            ``paranoid`` do not allow it.
        strictness: ``loose``, ``balanced``, ``strict`` or ``paranoid``.
        top_k_rerank: the most passages that the generator is given.
        library: the library that keeps the documents; None keeps them in memory.

    Raises:
        InputError: an argument that the library makes unnecessary, such as ``chunker``; the message says what
            takes its place.
    """

    parser: DocumentParser | None
    generator: Any
    reranker: Rerank | None
    verifier: Any
    strictness: Strictness
    top_k_rerank: int
    library: Library = field(repr=False)

    def __init__(
        self,
        *,
        parser: DocumentParser | None = None,
        generator: str | Generator | CitedGenerator | Callable[..., str] = "extractive",
        reranker: Rerank | None = None,
        verifier: Any = "builtin",
        strictness: Strictness = "balanced",
        top_k_rerank: int = 5,
        library: Library | None = None,
        **replaced: Any,
    ) -> None:
        for name in replaced:
            if name not in REPLACED:
                raise InputError(f"Pipeline has no parameter {name!r}.")
            raise InputError(f"{name}: leave it out; {REPLACED[name]}.")
        self.parser, self.generator, self.reranker = parser, generator, reranker
        self.verifier, self.strictness, self.top_k_rerank = verifier, strictness, top_k_rerank
        self.library = library or Library(":memory:")

    def ingest(self, path: str | Path) -> Document:
        """Read a file, add it to the library and return its document.

        A file that is in the library already is not read again. Threads may call it at the same time.

        Raises:
            SourceError: the file cannot be read.
        """
        given = Path(path)
        source = given if self.parser is None else _to_document(self.parser.parse(given))
        found = self.library.add(source)
        (doc_id,) = [*found.added, *found.updated, *found.unchanged][:1] or _refuse(given, found.skipped)
        return self.library.document(doc_id)

    def ask(self, query: str) -> Answer:
        """Answer a question from the ingested documents; see ``Library.ask`` for the errors."""
        return self.library.ask(
            query,
            generator=self._adapt_generator(),
            strictness=self.strictness,
            tier=self.verifier,
            top=self.top_k_rerank,
            rerank=self.reranker,
            verify=self.verifier is not None,
        )

    def _adapt_generator(self) -> Any:
        """Return the generator; one of verifiable-rag, which takes documents, as one of ours."""
        generate = getattr(self.generator, "generate", None)
        if generate is None or not _takes_documents(generate):
            return self.generator
        return _AdaptedGenerator(self.generator, self.library)


def _takes_documents(generate: Callable[..., Any]) -> bool:
    import inspect

    return "documents" in inspect.signature(generate).parameters


@dataclass(frozen=True, slots=True)
class _AdaptedGenerator:
    """A generator of verifiable-rag as a ``Generator``; what it cites becomes the citations of the draft."""

    generator: CitedGenerator
    library: Library

    def generate(self, question: str, offered: Sequence[RetrievedPassage], language: str | None) -> Draft:  # noqa: ARG002 (a Generator has it)
        """Return the sentences joined by blanks; no sentences are a refusal."""
        chunks = [RetrievedChunk(one.chunk, one.score, "reranked") for one in offered]
        documents = {name: self.library.document(name) for name in {one.chunk.doc_id for one in offered}}
        text, citations = "", []
        for sentence in self.generator.generate(question, chunks, documents):
            text = f"{text} {sentence.text}".strip()
            citations += [(len(text), str(name)) for name in sentence.supporting_sentence_ids]
        return Draft(text, "answer" if text else "generator_refused", citations=tuple(citations))


def _to_document(parsed: Any) -> Document:
    """Return a document as it is, or one of verifiable-rag, which has the same fields, as ours."""
    if isinstance(parsed, Document):
        return parsed
    if not dataclasses.is_dataclass(parsed) or isinstance(parsed, type):
        raise InputError(f"parser: parse must return a Document, got {type(parsed).__name__}.")
    return Document.from_json(json.dumps(dataclasses.asdict(parsed), default=str))


def _refuse(path: Path, skipped: Sequence[Any]) -> list[str]:
    raise SourceError(str(path), skipped[0].reason if skipped else "it contains no text")


# --- Presets ---

PRESETS: dict[str, dict[str, Any]] = {
    "local_minimal": {"strictness": "loose", "verifier": None},
    "local_verified": {"strictness": "balanced"},
    "hybrid_balanced": {"strictness": "balanced"},
    "hybrid_strict": {"strictness": "strict"},
    "hybrid_paranoid": {"strictness": "paranoid"},
    "llm_judge_verified": {"strictness": "balanced", "verifier": "llm"},
}
"""Preset of verifiable-rag → the arguments of ``Pipeline`` that mean the same."""


def build_preset(name: str, **options: Any) -> Pipeline:
    """Build the pipeline of a preset.

    Args:
        name: a key of ``PRESETS``.
        options: arguments of ``Pipeline``, which take precedence.

    Raises:
        InputError: there is no such preset, or an argument cannot be used.
    """
    if name not in PRESETS:
        raise InputError(f"preset: expected one of {', '.join(PRESETS)}, got {name!r}.")
    return Pipeline(**{**PRESETS[name], **options})


def local_minimal(**options: Any) -> Pipeline:
    """Build a pipeline that verifies nothing and says so."""
    return build_preset("local_minimal", **options)


def local_verified(**options: Any) -> Pipeline:
    """Build a pipeline with the built-in verifier."""
    return build_preset("local_verified", **options)


def hybrid_balanced(**options: Any) -> Pipeline:
    """Build the same as ``local_verified``: the library always searches by words and by meaning."""
    return build_preset("hybrid_balanced", **options)


def hybrid_strict(**options: Any) -> Pipeline:
    """Build a pipeline that shows only what is supported, and refuses if much is not."""
    return build_preset("hybrid_strict", **options)


def hybrid_paranoid(**options: Any) -> Pipeline:
    """Build a pipeline that refuses if a single statement is not supported."""
    return build_preset("hybrid_paranoid", **options)


def llm_judge_verified(**options: Any) -> Pipeline:
    """Build a pipeline whose verifier is the language model behind ``ASCRIBE_LLM_URL``."""
    return build_preset("llm_judge_verified", **options)


def ask(
    question: str,
    docs: str | Path | Iterable[str | Path],
    *,
    preset: str = "hybrid_balanced",
    output_html: str | Path | None = None,
    output_html_title: str | None = None,
    **options: Any,
) -> Answer:
    """Ingest files, answer one question and, if wanted, write the report.

    Args:
        question: the question.
        docs: the path of a file, or several.
        preset: a key of ``PRESETS``.
        output_html: where to write the HTML report.
        output_html_title: its title.
        options: arguments of ``Pipeline``.

    Raises:
        InputError: there is no document, or an argument cannot be used.
    """
    paths = [docs] if isinstance(docs, str | Path) else list(docs)
    if not paths:
        raise InputError("docs: give at least one file.")
    pipeline = build_preset(preset, **options)
    for path in paths:
        pipeline.ingest(path)
    answer = pipeline.ask(question)
    if output_html is not None:
        report = answer.to_html(output_html_title or "Ascribe report")
        Path(output_html).write_text(report, encoding="utf-8")
    return answer

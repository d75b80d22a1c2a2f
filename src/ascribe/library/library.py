"""``Library``: a file or server of indexed documents that can be searched and asked."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Callable, Iterable, Mapping, Sequence
from pathlib import Path
from types import TracebackType
from typing import Any, Self, Unpack

from ascribe.errors import AscribeError, InputError
from ascribe.inference.encoder import Encoder
from ascribe.library.answering.follow_up import History
from ascribe.library.answering.request import AskRequest, build_request
from ascribe.library.answering.streaming import Events, stream_events
from ascribe.library.arguments import StreamArguments
from ascribe.library.config import Config, resolve_config
from ascribe.library.ingest import AddResult, Indexer, TargetResolver, list_pending_sources
from ascribe.library.options import AskArguments, AskOptions
from ascribe.library.reranking import Hit, Rerank, resolve_reranker
from ascribe.library.retrieval import Context, Retriever
from ascribe.library.sources import LibrarySources
from ascribe.library.store import StoredDocument, open_store
from ascribe.option_names import explain_unknown_options
from ascribe.pipeline import check_language
from ascribe.protocols import Claim, Generator, Limits, RetrievedPassage, TierChoice
from ascribe.read.files import Readers
from ascribe.read.sources import Progress, SourceSet, skip_unreadable
from ascribe.records import Answer, Document, RetrievedChunk, StreamEvent, Strictness
from ascribe.records.serialization import escape_surrogates
from ascribe.streaming.api import iterate_in_thread
from ascribe.streaming.events import EventRenderer, PartsWriter
from ascribe.telemetry import trace_operation


class Library:
    """Documents in one file or on a server, indexed by their words and by the meaning of their sentences.

    Threads may share a library. Several processes may read it while one writes; a second writer waits.
    Each document is committed as soon as ``add`` has read it.

    Args:
        path: the file, created if it does not exist; ``:memory:`` for a library without a file; or the URL of
            a PostgreSQL database, such as ``postgresql://user@host/database?library=papers``, which needs the
            extra ``postgres``.
        encoder: an encoder other than the built-in one; ``reindex`` encodes what it has not encoded yet.
        encode: False encodes no passages when they are added; each question then encodes the passages that
            its words have found.
        limits: how large a source may be, unless ``add`` is given limits.
        options: defaults for the options of ``ask``.

    Raises:
        InputError: ``path`` is neither a text nor a ``Path``.
        LibraryError: the file or the server cannot be used, or is not a library.
        MissingExtraError: a URL needs the extra ``postgres``.

    Example:
        >>> library = Library(":memory:", encode=False)
        >>> library.add("The mill has 12 sails.").added
        ['text-93c55bca']
    """

    @explain_unknown_options()
    def __init__(
        self,
        path: Path | str = ":memory:",
        *,
        encoder: Encoder | None = None,
        encode: bool = True,
        limits: Limits | None = None,
        options: AskOptions | None = None,
    ) -> None:
        if not isinstance(path, str | Path):
            raise InputError(f"path must be the file of a library, got {type(path).__name__}.")
        self._store = open_store(path)
        self._encoder = encoder or Encoder()
        self._encodes = encode
        self._limits = limits or Limits()
        self.options = options or AskOptions()

    @classmethod
    def from_config(cls, config: Config | Path | str, path: Path | str | None = None) -> Self:
        """Open the library of a configuration, with its options as defaults.

        Args:
            config: a configuration, or its file in TOML or YAML.
            path: a library other than the one that the configuration names.

        Raises:
            InputError: the configuration cannot be used; the message names file and key.
            LibraryError: the library cannot be opened, or is not a library.
            MissingExtraError: the configuration needs an optional package.
        """
        resolved = resolve_config(config)
        options = resolved.options()
        return cls(path or resolved.location, encode=resolved.encode, limits=resolved.limits, options=options)

    @explain_unknown_options()
    def add(
        self,
        sources: Any,
        *,
        language: str | None = None,
        limits: Limits | None = None,
        readers: Readers | None = None,
        progress: Progress | None = None,
        ocr: bool = False,
    ) -> AddResult:
        """Add sources: skip those that are unchanged, and replace those that have changed.

        Each document is committed as soon as it is read. A file of a folder that cannot be read is skipped.

        Args:
            sources: as in ``check``.
            language: ISO 639-1 code of all sources; None detects it.
            limits: how large a source may be.
            readers: extension, such as ``.pdf`` → name of a registered reader, or a reader object, to
                replace the built-in one.
            progress: called after each source.
            ocr: recognise the print on PDF pages without readable text; needs the extra ``ocr``. Files that
                were read without OCR are read again.

        Raises:
            InputError: a source cannot be used; those before it are kept.
            MissingExtraError: its reader needs an optional package.
            LibraryError: the library cannot be written.
        """
        check_language(language)
        found = list_pending_sources(sources, language, limits or self._limits, readers=readers, ocr=ocr)
        resolver = TargetResolver(self._store, language)
        outcome = AddResult()
        for done, pending in enumerate(found, start=1):
            try:
                self._index.ingest(pending, resolver, outcome)
            except AscribeError as error:
                outcome.skipped.append(skip_unreadable(pending.source, error, ocr=ocr))
            if progress is not None:
                progress(pending.source.name, done, len(found))
        return outcome

    def reindex(self) -> int:
        """Encode all passages without vectors of the current encoder, and return their number."""
        return self._index.encode_missing()

    @explain_unknown_options()
    def ask(
        self,
        question: str,
        *,
        generator: str | Generator | Callable[..., str] | None = None,
        strictness: Strictness | None = None,
        tier: TierChoice | None = None,
        top: int | None = None,
        where: Mapping[str, Any] | None = None,
        rerank: Rerank | None = None,
        context: Context | None = None,
        verify: bool | None = None,
        language: str | None = None,
        calibration: str | Path | None = None,
        history: History | None = None,
    ) -> Answer:
        """Answer a question: every sentence is verified, or the answer is withheld with a reason.

        An argument that is None takes its value from the library's ``options``; the defaults below are those
        of ``AskOptions``.

        Args:
            question: the question.
            generator: ``extractive``, the default, quotes the fewest sentences that answer; ``llm`` calls
                the endpoint of ``ASCRIBE_LLM_URL``; or a ``Generator``, or a function that takes the
                question and the passages' texts and returns the answer.
            strictness: ``loose`` to ``paranoid``: which sentences are removed, and when the answer is
                withheld; by default ``balanced``.
            tier: the verifier; by default the strongest one available.
            top: the most passages that the generator is given; by default 5.
            where: metadata key → a value, or a list of values; a document must have one of them.
            rerank: what orders the passages: ``builtin``, the default, by words and meaning; a cross-encoder
                by its name on the Hugging Face hub or its folder; or an object that is a ``PairModel`` or
                has ``predict(pairs)``.
            context: what the generator reads for each hit: the ``passage``, the default, or the passage with
                its ``neighbours`` or its ``section``, up to ``MAX_CONTEXT_CHARS`` characters. The extractive
                generator reads passages alone.
            verify: False shows the draft unverified; ``strict`` and ``paranoid`` do not allow it.
            language: ISO 639-1 code of the question; by default it is detected.
            calibration: a file of ``ascribe calibrate --questions``: the extractive generator answers from
                the calibrated threshold on. Options other than those of the calibration raise an error.
            history: the conversation before the question, oldest turn first: answers, pairs
                ``(question, answer)`` or chat messages. “And when?” or “How high is it?” is searched for
                with the words of the question before it, and a language model is given the turns.

        Raises:
            InputError: an argument cannot be used; the message names it.
            UnknownComponentError: a generator or tier that is not installed.
            MissingExtraError: an option needs an optional package.
        """
        with trace_operation("ascribe.ask") as report:
            answer = self.build_request(
                question,
                generator=generator,
                strictness=strictness,
                tier=tier,
                top=top,
                where=where,
                rerank=rerank,
                context=context,
                verify=verify,
                language=language,
                calibration=calibration,
                history=history,
            ).answer()
            report(answer)
        return answer

    def build_request(
        self, question: str, *, history: History | None = None, **options: Unpack[AskArguments]
    ) -> AskRequest:
        """Return the question with the passages found for it; no draft is written yet. Options of ``ask``."""
        chosen = self.options.override(**options)
        return build_request(question, chosen, self._store, self._encoder, history)

    @explain_unknown_options()
    def retrieve(
        self,
        question: str,
        top: int = 5,
        *,
        where: Mapping[str, Any] | None = None,
        rerank: Rerank | None = None,
    ) -> list[RetrievedPassage]:
        """Return what ``ask`` gives to a generator: the passages with their sentences, best first."""
        return [one.offered for one in self._find_hits(question, top, where, rerank)]

    @explain_unknown_options(AskArguments)
    async def aask(
        self, question: str, *, history: History | None = None, **options: Unpack[AskArguments]
    ) -> Answer:
        """Run ``ask`` in a thread, so that the event loop is not blocked. Same arguments."""
        return await asyncio.to_thread(self.ask, question, history=history, **options)

    @explain_unknown_options(AskArguments)
    def stream(
        self,
        question: str,
        *,
        writer: str | PartsWriter = "md",
        history: History | None = None,
        **options: Unpack[AskArguments],
    ) -> Events:
        """Yield the sentences of an answer while a model writes it, then its references and the answer.

        The answer is the one that ``ask`` returns for the same draft. ``loose`` and ``balanced`` emit a
        sentence as soon as it is verified and kept, from the first supported one on; ``strict`` and
        ``paranoid`` may withhold the whole answer because of its last sentence, so they emit everything at
        the end. A sentence is retracted only if the draft breaks off or changes. Nothing happens before the
        first event is requested. Closing the generator closes the connection to the model.

        Args:
            question: the question.
            writer: ``md``, ``terminal`` or an object with ``parts``; it renders the texts of the events.
            history: as in ``ask``.
            options: those of ``ask``. With a generator that has no ``stream``, all events come at the end.

        Raises:
            InputError: as ``ask``, or a writer that cannot render single sentences.
            UnknownComponentError: as ``ask``.
            MissingExtraError: as ``ask``.
        """
        renderer = EventRenderer(writer)
        yield from stream_events(self.build_request(question, history=history, **options), renderer)

    @explain_unknown_options(StreamArguments)
    def astream(self, question: str, **options: Unpack[StreamArguments]) -> AsyncGenerator[StreamEvent]:
        """Run ``stream`` in a thread, so that the event loop is not blocked. Same arguments.

        A cancelled task waits for the current event and leaves nothing running.
        """
        return iterate_in_thread(self.stream(question, **options))

    @explain_unknown_options()
    def search(
        self,
        query: str,
        top: int = 5,
        *,
        where: Mapping[str, Any] | None = None,
        rerank: Rerank | None = None,
    ) -> list[RetrievedChunk]:
        """Return the passages that fit best, best first; fewer than ``top`` if the others are unrelated.

        Args:
            query: a question or keywords.
            top: the most passages to return.
            where: metadata key → a value, or a list of values; a document must have one of them. If its
                metadata hold a list, one matching value is enough.
            rerank: what orders the passages, as in ``ask``; None takes the value of the library's
                ``options``.

        Raises:
            InputError: the question is empty, ``top`` is less than 1, or ``rerank`` cannot be used.
            MissingExtraError: a model by name needs the extra ``hf``.
        """
        return [found.retrieved for found in self._find_hits(query, top, where, rerank)]

    def _find_hits(
        self, query: str, top: int, where: Mapping[str, Any] | None, rerank: Rerank | None
    ) -> list[Hit]:
        reranker = resolve_reranker(self.options.override(rerank=rerank).rerank)
        return self._search.find_hits(query, top, where=where, reranker=reranker)

    @property
    def _index(self) -> Indexer:
        return Indexer(self._store, self._encoder, self._encodes)

    @property
    def _search(self) -> Retriever:
        return Retriever(self._store, self._encoder)

    @explain_unknown_options()
    def select(
        self, documents: Iterable[str] | None = None, *, where: Mapping[str, Any] | None = None
    ) -> LibrarySources:
        """Return some of the documents as the sources of ``check``; ``check`` takes the library itself, too.

        Args:
            documents: their ids; None for all.
            where: metadata key → a value, or a list of values; a document must have one of them.

        Example:
            >>> from ascribe import check
            >>> library = Library(":memory:", encode=False)
            >>> outcome = library.add({"id": "mill", "text": "The mill has 12 sails."})
            >>> check("The mill has 12 sails.", library.select(["mill"])).status_counts()
            {'supported': 1}
        """
        if isinstance(documents, str):
            raise InputError(f"documents must be a list of ids, got the text {documents!r}.")
        chosen = None if documents is None else tuple(documents)
        return LibrarySources(self._store, self._encoder, chosen, where)

    def find_sources(self, claims: Sequence[Claim] | None) -> SourceSet:
        """Return the documents against which a reply with these claims is checked: see ``LibrarySources``."""
        return self.select().find_sources(claims)

    def build_vector_index(self) -> None:
        """Build the approximate index of a library on a server; a file needs none.

        Until then a search compares the question with every vector. The index also takes what is added later.
        """
        self._store.build_vector_index(self._encoder.digest)

    def documents(self) -> list[StoredDocument]:
        """Return the documents of the library, sorted by id."""
        return self._store.documents()

    def info(self) -> dict[str, int]:
        """Return the numbers of documents, pages, sentences, passages, and passages without vectors."""
        missing = len(self._store.find_unencoded(self._encoder.digest))
        return {**self._store.count_contents(), "not encoded": missing}

    def document(self, doc_id: str) -> Document:
        """Return the document as it was read.

        Raises:
            UnknownDocumentError: no document has that id.
        """
        return self._store.document(escape_surrogates(doc_id))

    def remove(self, *doc_ids: str) -> int:
        """Remove documents, all of them or none, and return their number; a repeated id counts once.

        Raises:
            UnknownDocumentError: no document has that id; all documents stay.
            InputError: an argument is no id.
        """
        wrong = next((one for one in doc_ids if not isinstance(one, str)), None)
        if wrong is not None:
            raise InputError(
                f"remove takes ids of documents, one argument each, got {type(wrong).__name__}; "
                "unpack a list: remove(*ids)."
            )
        different = dict.fromkeys(map(escape_surrogates, doc_ids))
        self._store.remove(different)
        return len(different)

    def close(self) -> None:
        """Close the file, or the connections to the server."""
        self._store.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

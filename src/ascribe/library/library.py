"""``Library``: documents in one file, searched and asked."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Callable, Mapping
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from ascribe.errors import InputError, MissingExtraError
from ascribe.inference.encoder import Encoder
from ascribe.library.answering.request import AskRequest, build_request
from ascribe.library.answering.streaming import Events, stream_events
from ascribe.library.config import Config, resolve_config
from ascribe.library.context import Context
from ascribe.library.ingest import AddResult, Indexer, TargetResolver, list_pending_sources
from ascribe.library.options import AskOptions
from ascribe.library.reranking import Hit, Rerank, resolve_reranker
from ascribe.library.retrieval import Retriever
from ascribe.library.store import Store, StoredDocument
from ascribe.pipeline import check_language
from ascribe.protocols import Generator, Limits, RetrievedPassage, VerifierFactory
from ascribe.read.sources.files import Readers
from ascribe.read.sources.loading import Progress
from ascribe.records import Answer, Document, RetrievedChunk, SkippedSource, StreamEvent, Strictness
from ascribe.streaming.api import iterate_in_thread
from ascribe.streaming.events import EventRenderer, PartsWriter


class Library:
    """Documents in one file, with an index of their words and of what they mean.

    Threads may share it. Several processes may read the file while one writes; a second one that writes
    waits. What ``add`` has taken in stays, whatever happens next.

    Args:
        path: the file, made if it is not there; ``:memory:`` for none.
        encoder: another one than the built-in; what it has not encoded is up to ``reindex``.
        encode: False leaves the vectors to the questions, which then encode what the words have found.
        limits: how large a source may be, where ``add`` is not told.
        options: what ``ask`` is told where a question does not say otherwise.

    Raises:
        LibraryError: the file cannot be opened, or is no library.

    Example:
        >>> library = Library(":memory:", encode=False)
        >>> library.add("The mill has 12 sails.").added
        ['text-93c55bca']
    """

    def __init__(
        self,
        path: Path | str = ":memory:",
        *,
        encoder: Encoder | None = None,
        encode: bool = True,
        limits: Limits | None = None,
        options: AskOptions | None = None,
    ) -> None:
        self._store = Store(path)
        self._encoder = encoder or Encoder()
        self._encodes = encode
        self._limits = limits or Limits()
        self.options = options or AskOptions()

    @classmethod
    def from_config(cls, config: Config | Path | str, path: Path | str | None = None) -> Self:
        """The library of a config, asked as it says.

        Args:
            config: itself, or its file, in TOML or YAML.
            path: another file of a library than the config names.

        Raises:
            InputError: the config cannot be used; the message names file and key.
            LibraryError: the library cannot be opened, or is none.
            MissingExtraError: the config needs an optional package.
        """
        told = resolve_config(config)
        options = told.options()
        return cls(path or told.library, encode=told.encode, limits=told.limits, options=options)

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
        """Take in sources; what is there already is not read again, what has changed is replaced.

        Each document is kept as soon as it is read. A file of a folder that cannot be read is skipped.

        Args:
            sources: as of ``check``.
            language: ISO 639-1 code of all of them; None detects it.
            limits: how large a source may be.
            readers: extension, such as ``.pdf`` → name of a registered reader, or an object with its method,
                where another one than the built-in is wanted.
            progress: told of every source that is done.
            ocr: recognise the print on PDF pages without readable text; needs the extra ``ocr``. What was
                read without is read anew.

        Raises:
            InputError: a source cannot be used; those before it are kept.
            MissingExtraError: its reader needs an optional package.
            LibraryError: the library cannot be written.
        """
        check_language(language)
        found = list_pending_sources(sources, language, limits or self._limits, readers=readers, ocr=ocr)
        shelf = TargetResolver(self._store, language)
        outcome = AddResult()
        for done, source in enumerate(found, start=1):
            try:
                self._index.ingest(source, shelf, outcome)
            except (InputError, MissingExtraError) as error:
                if source.is_listed or (ocr and isinstance(error, MissingExtraError)):
                    raise
                outcome.skipped.append(SkippedSource(source.name, getattr(error, "reason", str(error))))
            if progress is not None:
                progress(source.name, done, len(found))
        return outcome

    def reindex(self) -> int:
        """Encode what has no vectors of the model in use; gives how many passages that were."""
        return self._index.complete()

    def ask(
        self,
        question: str,
        *,
        generator: str | Generator | Callable[..., str] | None = None,
        strictness: Strictness | None = None,
        tier: str | VerifierFactory | None = None,
        top: int | None = None,
        where: Mapping[str, Any] | None = None,
        rerank: Rerank | None = None,
        context: Context | None = None,
        verify: bool | None = None,
        language: str | None = None,
        calibration: str | Path | None = None,
    ) -> Answer:
        """An answer of which every sentence was checked, or a refusal with its reason.

        What is None is as the library's ``options`` have it; the defaults below are those of ``AskOptions``.

        Args:
            question: what to ask.
            generator: ``extractive``, the default, quotes the fewest sentences that answer; ``llm`` asks the
                endpoint of ``ASCRIBE_LLM_URL``; or a ``Generator``, or a function of the question and the
                passages' texts that gives the answer.
            strictness: ``loose`` to ``paranoid``: what is taken out, and when nothing is shown; by default
                ``balanced``.
            tier: who checks; by default the strongest that is there.
            top: passages that are offered to the generator, at most; by default 5.
            where: key of the metadata → a value, or a list of values of which it must have one.
            rerank: who orders the passages: ``builtin``, the default, by words and meaning; a cross-encoder
                by its name on the Hugging Face hub or its folder; or an object that is a ``PairModel`` or has
                ``predict(pairs)``.
            context: what the generator reads of each: the ``passage``, the default, with its ``neighbours``
                or with its ``section``, as far as ``WIDEST`` characters go. The extractive generator reads
                passages alone.
            verify: False shows the draft unchecked; ``strict`` and ``paranoid`` refuse that.
            language: ISO 639-1 code of the question; by default it is detected.
            calibration: a file of ``ascribe calibrate --questions``: the extractive generator answers from
                its bar on. Asked otherwise than it was calibrated for, it is refused.

        Raises:
            InputError: an argument cannot be used; the message names it.
            UnknownComponentError: a generator or tier that is not installed.
            MissingExtraError: it needs an optional package.
        """
        return self.asked(
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
        ).answer()

    def asked(self, question: str, **options: Any) -> AskRequest:
        """The question with the passages that it finds, before anybody drafts; options of ``ask``."""
        return build_request(question, self.options.told(**options), self._store, self._encoder)

    def offered(
        self,
        question: str,
        top: int = 5,
        *,
        where: Mapping[str, Any] | None = None,
        rerank: Rerank | None = None,
    ) -> list[RetrievedPassage]:
        """What ``ask`` offers to a generator: the passages, best first, with their sentences."""
        return [one.offered for one in self._found(question, top, where, rerank)]

    async def aask(self, question: str, **options: Any) -> Answer:
        """What ``ask`` returns, computed in a thread so that an event loop goes on. Same arguments."""
        return await asyncio.to_thread(self.ask, question, **options)

    def stream(self, question: str, *, writer: str | PartsWriter = "md", **options: Any) -> Events:
        """The sentences of the answer while a language model writes it, then references and the answer.

        The answer is that of ``ask`` for the same draft. ``loose`` and ``balanced`` tell a sentence when it
        is checked and stays, from the first supported one on; ``strict`` and ``paranoid``, which may refuse
        the whole for its last sentence, tell all at the end. What was told is taken back only if the draft
        breaks off or turns out otherwise. Nothing is done before the first event is asked for. Closing the
        generator closes the line to the model.

        Args:
            question: what to ask.
            writer: ``md``, ``terminal`` or an object with ``parts``: it makes the texts of the events.
            options: those of ``ask``. A generator without ``stream`` tells all at the end.

        Raises:
            InputError: as ``ask``, or a writer that cannot show an answer sentence by sentence.
            UnknownComponentError: as ``ask``.
            MissingExtraError: as ``ask``.
        """
        screen = EventRenderer(writer)
        yield from stream_events(self.asked(question, **options), screen)

    def astream(self, question: str, **options: Any) -> AsyncGenerator[StreamEvent]:
        """What ``stream`` yields, made in a thread so that an event loop goes on. Same arguments.

        A task that is cancelled waits for the piece at hand, and leaves nothing running.
        """
        return iterate_in_thread(self.stream(question, **options))

    def search(
        self,
        query: str,
        top: int = 5,
        *,
        where: Mapping[str, Any] | None = None,
        rerank: Rerank | None = None,
    ) -> list[RetrievedChunk]:
        """The passages that fit best, best first; fewer where nothing else has to do with it.

        Args:
            query: a question or keywords.
            top: how many at most.
            where: key of the metadata → a value, or a list of values of which it must have one. Of a list
                in the metadata, one value is enough.
            rerank: who orders them, as of ``ask``; None is as the library's ``options`` have it.

        Raises:
            InputError: the question is empty, ``top`` is less than 1, or ``rerank`` cannot be used.
            MissingExtraError: a model by name needs the extra ``hf``.
        """
        return [found.retrieved for found in self._found(query, top, where, rerank)]

    def _found(
        self, query: str, top: int, where: Mapping[str, Any] | None, rerank: Rerank | None
    ) -> list[Hit]:
        reranker = resolve_reranker(self.options.told(rerank=rerank).rerank)
        return self._search.passages(query, top, where=where, reranker=reranker)

    @property
    def _index(self) -> Indexer:
        return Indexer(self._store, self._encoder, self._encodes)

    @property
    def _search(self) -> Retriever:
        return Retriever(self._store, self._encoder)

    def documents(self) -> list[StoredDocument]:
        """What is there, by id."""
        return self._store.documents()

    def info(self) -> dict[str, int]:
        """What is there, in figures: documents, pages, sentences, passages, and those without vectors."""
        missing = len(self._store.without_vectors(self._encoder.digest))
        return {**self._store.figures(), "not encoded": missing}

    def document(self, doc_id: str) -> Document:
        """The document as it was read.

        Raises:
            UnknownDocumentError: there is none of that id.
        """
        return self._store.document(doc_id)

    def remove(self, *doc_ids: str) -> int:
        """Take documents out, all of them or none; gives how many that were. An id that comes twice is one.

        Raises:
            UnknownDocumentError: there is none of that id; all stay.
        """
        different = dict.fromkeys(doc_ids)
        self._store.remove(different)
        return len(different)

    def close(self) -> None:
        """Let go of the file."""
        self._store.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

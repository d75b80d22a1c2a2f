"""What one running service holds, from its start to its end."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass

from ascribe.apps.server.document_shelf import DocumentShelf
from ascribe.apps.server.failures import WorkStoppedError
from ascribe.apps.server.files import FileStore, StoredFile
from ascribe.apps.server.history import History
from ascribe.apps.server.keys import KeyFile
from ascribe.apps.server.metrics import Metrics
from ascribe.apps.server.page_cache import PageCache
from ascribe.apps.server.reading import FileReader
from ascribe.apps.server.settings import ServerSettings
from ascribe.apps.server.upstream import Upstream
from ascribe.apps.server.work import TaskQueue, Ticket
from ascribe.errors import AscribeError
from ascribe.records import Answer

LOGGER = logging.getLogger("ascribe.server")

_CLEANING_SECONDS = 3600.0
_PAGE_WORKERS = 2
_STATEMENT = "The old mill on the Arle has 12 sails and is 30 m high."


@dataclass(slots=True)
class Service:
    """The parts of a service; ``open_service`` makes one, ``start`` and ``close`` are its life.

    Args:
        settings: every limit.
        queue: runs checks.
        pages: renders pages, so that they need not wait for checks.
        history: the stored checks.
        files: the uploaded files.
        reader: opens uploaded files.
        shelf: the uploaded documents.
        keys: the API keys.
        metrics: the counters.
        upstream: of the chat endpoint.
        problem: why the models could not be loaded; empty if they could.
    """

    settings: ServerSettings
    queue: TaskQueue
    pages: TaskQueue
    history: History
    files: FileStore
    reader: FileReader
    shelf: DocumentShelf
    keys: KeyFile
    metrics: Metrics
    upstream: Upstream
    problem: str = ""
    _cleaner: asyncio.Task[None] | None = None

    async def start(self) -> None:
        """Delete what has expired, and load the models beside the event loop."""
        await asyncio.to_thread(self.clean)
        self._cleaner = asyncio.create_task(self._clean_hourly())
        if self.settings.warm_up:
            self.queue.start(self._warm_up)
        else:
            self.queue.is_ready = True

    def _warm_up(self, ticket: Ticket) -> None:
        from ascribe.pipeline import check

        try:
            check(_STATEMENT, _STATEMENT, tier=self.settings.tier)
            ticket.check()
        except (AscribeError, WorkStoppedError) as error:
            if isinstance(error, WorkStoppedError) and self.queue.is_closing:
                return  # the service was told to stop while it loaded them
            # Everybody may read it, so it names no file of this machine.
            self.problem = self.queue.not_ready = (
                "the models cannot be loaded; the log of the service says why."
            )
            LOGGER.error("the models cannot be loaded: %s", error)  # noqa: TRY400 - its message says what to do
        else:
            self.queue.is_ready = True
        self.shelf.encode_in_background()

    async def _clean_hourly(self) -> None:
        while True:
            await asyncio.sleep(_CLEANING_SECONDS)
            try:
                await asyncio.to_thread(self.clean)
            except Exception:  # a full disk must not end the cleaning for good
                LOGGER.exception("what has expired cannot be deleted")

    def clean(self) -> None:
        """Delete expired checks and the files that nothing refers to."""
        self.history.remove_expired()
        self.remove_unused_files()

    def remove_unused_files(self) -> None:
        """Delete the files that neither a check nor a document refers to."""
        self.files.remove_unused(self._find_used_digests)
        PageCache(self.settings).remove(self._find_used_digests())

    def _find_used_digests(self) -> set[str]:
        return self.history.used_digests() | self.shelf.used_digests()

    def store(
        self, answer: Answer, kind: str, files: Sequence[StoredFile] = (), *, wanted: bool = True
    ) -> str | None:
        """Count the sentences of an answer and store it if wanted; return the id of the check, or None.

        A history that cannot be written does not take the answer from its client.
        """
        self.metrics.count_sentences(answer)
        if not wanted:
            return None
        try:
            check = self.history.add(answer, kind, files)
            if self.history.is_cleaning_due:
                self.clean()
        except Exception:
            LOGGER.exception("the check cannot be stored")
            return None
        return check

    async def close(self) -> None:
        """Stop all work and close all files."""
        if self._cleaner is not None:
            self._cleaner.cancel()
            with suppress(asyncio.CancelledError):
                await self._cleaner
        await self.upstream.close()
        await asyncio.to_thread(self._close)

    def _close(self) -> None:
        self.queue.close()
        self.pages.close()
        self.shelf.close()
        self.history.close()


def open_service(settings: ServerSettings) -> Service:
    """Open the data folder and make the parts of the service; nothing runs yet.

    Raises:
        LibraryError: the library in the data folder cannot be opened.
        InputError: the file of keys cannot be read.
    """
    settings.data.mkdir(mode=0o700, parents=True, exist_ok=True)
    queue = TaskQueue(settings.workers, settings.queue, settings.request_seconds)
    keys = KeyFile(settings.keys_path)
    keys.list_keys()
    return Service(
        settings=settings,
        queue=queue,
        pages=TaskQueue(_PAGE_WORKERS, settings.queue, settings.request_seconds, is_ready=True),
        history=History(
            settings.data / "history.sqlite", settings.retention_days, settings.max_history_bytes
        ),
        files=FileStore(settings.data / "files"),
        reader=FileReader(settings),
        shelf=DocumentShelf(settings),
        keys=keys,
        metrics=Metrics(lambda: queue.counts.waiting, lambda: queue.counts.running),
        upstream=Upstream(settings),
    )

"""Open uploaded files in a process of its own, so that a hostile file cannot take the service down."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from threading import Timer
from typing import Any

from ascribe.apps.server.failures import ServiceError
from ascribe.apps.server.files import StoredFile
from ascribe.apps.server.settings import ServerSettings
from ascribe.apps.server.work import Ticket
from ascribe.process_limits import ONE_THREAD
from ascribe.records import Document

_COMMAND = (sys.executable, "-P", "-m", "ascribe.apps.server.read_worker")


@dataclass(frozen=True, slots=True)
class FileToRead:
    """An uploaded file and the id that its document gets."""

    file: StoredFile
    doc_id: str
    field: str = "files"


class FileReader:
    """Reads documents and renders pages in child processes.

    Args:
        settings: of the service; its limits apply.
    """

    def __init__(self, settings: ServerSettings) -> None:
        self._settings = settings

    def read(
        self, files: Sequence[FileToRead], ticket: Ticket, language: str | None = None
    ) -> list[Document]:
        """Read the files, in order.

        Raises:
            ServiceError: a file cannot be read, or its reading took too long or too much memory.
            WorkStoppedError: the work was stopped meanwhile.
        """
        job = {
            "limits": asdict(self._settings.limits),
            "files": [_describe_file(one, language) for one in files],
        }
        with self._run(job, ticket) as lines:
            results = [_parse_result(next(lines, ""), file, self._settings, ticket) for file in files]
        return [Document.from_json(result["document"]) for result in results]

    def read_reply(self, file: StoredFile, ticket: Ticket) -> str:
        """Read a reply as Markdown.

        Raises:
            ServiceError: the file cannot be read, or its reading took too long or too much memory.
            WorkStoppedError: the work was stopped meanwhile.
        """
        given = FileToRead(file, "reply", "reply")
        job = {
            "limits": asdict(self._settings.limits),
            "files": [_describe_file(given, None, is_reply=True)],
        }
        with self._run(job, ticket) as lines:
            return str(_parse_result(next(lines, ""), given, self._settings, ticket)["reply"])

    def render_page(self, file: StoredFile, number: int, scale: float, ticket: Ticket) -> bytes:
        """Render a page, counted from 0, as PNG.

        Raises:
            ServiceError: there is no such page, or it cannot be rendered.
            WorkStoppedError: the work was stopped meanwhile.
        """
        page = {
            "path": str(file.path),
            "number": number,
            "scale": scale,
            "most_pixels": self._settings.max_page_pixels,
        }
        return bytes.fromhex(self._ask_about_page({"page": page}, ticket)["png"])

    def measure_page(self, file: StoredFile, number: int, ticket: Ticket) -> dict[str, Any]:
        """Return the size of a page, counted from 0, and the matrix from its points to its picture.

        Raises:
            ServiceError: there is no such page, or it cannot be read.
            WorkStoppedError: the work was stopped meanwhile.
        """
        return self._ask_about_page({"measure": {"path": str(file.path), "number": number}}, ticket)

    def _ask_about_page(self, job: dict[str, Any], ticket: Ticket) -> dict[str, Any]:
        with self._run(job, ticket) as lines:
            line = next(lines, "")
        ticket.check()
        result: dict[str, Any] = (
            json.loads(line) if line else {"error": "the page took too long or too much memory."}
        )
        if "missing" in result:
            raise ServiceError(404, "not_found", f"the file has {result['missing']} pages, counted from 1.")
        if "error" in result:
            raise ServiceError(422, "unreadable_file", f"the page cannot be rendered: {result['error']}")
        return result

    @contextmanager
    def _run(self, job: dict[str, Any], ticket: Ticket) -> Iterator[Iterator[str]]:
        """Start the process; yield the lines that it prints, and end it."""
        seconds = min(self._settings.read_seconds, ticket.seconds_left)
        limited_job = {"seconds": self._settings.read_seconds, "memory": self._settings.read_bytes, **job}
        with subprocess.Popen(  # noqa: S603 - our own module, nothing of the request is in the command
            _COMMAND,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env={**os.environ, **ONE_THREAD},
        ) as process:
            timer = Timer(seconds, process.kill)
            timer.start()
            forget = ticket.on_stop(process.kill)
            try:
                yield _exchange(process, json.dumps(limited_job).encode())
            finally:
                forget()
                timer.cancel()
                process.kill()


def _exchange(process: subprocess.Popen[bytes], job: bytes) -> Iterator[str]:
    """Send the job and yield the complete lines of the answer."""
    if process.stdin is None or process.stdout is None:
        return
    try:
        process.stdin.write(job)
        process.stdin.close()
    except BrokenPipeError:
        return  # it died before it had read the job
    for line in process.stdout:
        if line.endswith(b"\n"):
            yield line.decode()


def _describe_file(one: FileToRead, language: str | None, *, is_reply: bool = False) -> dict[str, Any]:
    return {
        "path": str(one.file.path),
        "name": one.file.name,
        "id": one.doc_id,
        "language": language,
        "metadata": {"file_name": one.file.name},
        "is_reply": is_reply,
    }


def _parse_result(line: str, one: FileToRead, settings: ServerSettings, ticket: Ticket) -> dict[str, Any]:
    name = one.file.name
    if not line:
        ticket.check()
        raise ServiceError(
            422,
            "unreadable_file",
            f"{name}: reading it failed, or took more than {settings.read_seconds:g} s or "
            f"{settings.read_bytes // 1_000_000:,} MB; it may be damaged: save it again, or leave it out.",
            one.field,
        )
    result: dict[str, Any] = json.loads(line)
    if "error" in result:
        raise ServiceError(422, "unreadable_file", f"{name}: {result['error']}", one.field)
    return result

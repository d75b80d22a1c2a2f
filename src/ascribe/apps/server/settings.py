"""Every setting and limit of the service, with its default."""

from __future__ import annotations

import os
from dataclasses import dataclass, fields
from ipaddress import ip_address
from pathlib import Path
from urllib.parse import urlsplit

from ascribe.errors import InputError
from ascribe.protocols import Limits

LOCAL_TIERS = ("builtin", "rules", "large")
"""Tiers that need neither a download nor another server, so that any caller may choose them."""

MB = 1_000_000


@dataclass(frozen=True, slots=True, kw_only=True)
class ServerSettings:
    """The settings of one service.

    Args:
        host: address to listen on; any but a loopback address requires API keys.
        port: port to listen on; 0 takes a free one.
        data: folder of the library, the history and the uploaded files; created if it does not exist.
        keys_file: file of the API keys; None is ``keys.json`` in the data folder.
        allowed_hosts: further names that the ``Host`` header may have on a loopback address.
        allowed_origins: further origins, such as ``https://app.example.org``, that may change state.
        tier: tier of requests that name none; None is the strongest built-in one.
        tiers: tiers that a request may name.
        generator: what drafts the answers of ``/v1/ask``: ``extractive`` or ``llm``.
        warm_up: load the models at the start, before the service is ready.
        concurrency: checks that run at the same time.
        queue: checks that may wait for a free worker.
        request_seconds: time for one request, from its acceptance to its answer.
        grace_seconds: time that running requests get when the service stops.
        body_seconds: time to receive the body of a request.
        max_body_bytes: bytes of the body of a request.
        max_buffered_bytes: bytes of the bodies of all requests that are being answered.
        max_sources: sources of a request, uploaded files included.
        max_pages: pages of one PDF.
        max_source_chars: characters of one source.
        max_total_chars: characters of all sources of a request.
        max_reply_chars: characters of a reply.
        max_sentences: sentences of a reply.
        max_page_pixels: pixels of a rendered page.
        page_cache_bytes: bytes of rendered pages on disk.
        read_seconds: processor time and waiting time to read one uploaded file.
        read_bytes: memory of the process that reads an uploaded file.
        retention_days: days after which a check and its files are deleted.
        max_history_bytes: bytes of stored checks; beyond them the oldest are deleted.
        max_library_documents: documents that the library may hold.
        upstream: address of the chat completions that ``/v1/chat/completions`` passes requests to.
        upstream_key_variable: environment variable with the key of the upstream.
        upstream_seconds: time to wait for the upstream, for its head and between two pieces.
        max_upstream_bytes: bytes of one answer of the upstream that are read to be checked.

    Raises:
        InputError: a value that cannot be used; the message names it.
    """

    host: str = "127.0.0.1"
    port: int = 8600
    data: Path = Path("ascribe-data")
    keys_file: Path | None = None
    allowed_hosts: tuple[str, ...] = ()
    allowed_origins: tuple[str, ...] = ()
    tier: str | None = None
    tiers: tuple[str, ...] = LOCAL_TIERS
    generator: str = "extractive"
    warm_up: bool = True
    concurrency: int = 0
    queue: int = 32
    request_seconds: float = 120.0
    grace_seconds: float = 20.0
    body_seconds: float = 60.0
    max_body_bytes: int = 50 * MB
    max_buffered_bytes: int = 500 * MB
    max_sources: int = 50
    max_pages: int = 1_000
    max_source_chars: int = 2_000_000
    max_total_chars: int = 5_000_000
    max_reply_chars: int = 100_000
    max_sentences: int = 1_000
    max_page_pixels: int = 8 * MB
    page_cache_bytes: int = 200 * MB
    read_seconds: float = 60.0
    read_bytes: int = 2_000 * MB
    retention_days: float = 30.0
    max_history_bytes: int = 1_000 * MB
    max_library_documents: int = 10_000
    upstream: str | None = None
    upstream_key_variable: str | None = None
    upstream_seconds: float = 300.0
    max_upstream_bytes: int = 10 * MB

    def __post_init__(self) -> None:
        for field in fields(self):
            value = getattr(self, field.name)
            least = 0 if field.name in _MAY_BE_ZERO else 1
            if field.type in ("int", "float") and value < least:
                raise InputError(f"{field.name} must be at least {least}, got {value}.")
        if self.tier is not None and self.tier not in self.tiers:
            raise InputError(f"tier must be one of {', '.join(self.tiers)}, got {self.tier!r}.")
        if self.upstream is not None and urlsplit(self.upstream).scheme not in ("http", "https"):
            raise InputError(f"upstream must be an address such as https://host/v1, got {self.upstream!r}.")

    @property
    def workers(self) -> int:
        """Return the number of checks that run at the same time; by default one for each core."""
        return self.concurrency or _count_cores()

    @property
    def sends_texts(self) -> bool:
        """Return True if a generator, a tier or the upstream may send texts to an endpoint."""
        return (
            self.upstream is not None
            or self.generator != "extractive"
            or not set(self.tiers) <= set(LOCAL_TIERS)
        )

    @property
    def is_loopback(self) -> bool:
        """Return True if only programs of this machine can reach the service."""
        return is_loopback(self.host)

    @property
    def keys_path(self) -> Path:
        """Return the file of the API keys."""
        return self.keys_file or self.data / "keys.json"

    @property
    def limits(self) -> Limits:
        """Return the limits on what is read."""
        return Limits(
            max_bytes=self.max_body_bytes,
            max_chars=self.max_source_chars,
            max_pages=self.max_pages,
            max_reply_chars=self.max_reply_chars,
            max_seconds=self.read_seconds,
        )


_MAY_BE_ZERO = {"port", "concurrency", "queue", "grace_seconds", "page_cache_bytes", "retention_days"}


def is_loopback(host: str) -> bool:
    """Return True for ``localhost`` and the loopback addresses."""
    try:
        return host == "localhost" or ip_address(host.strip("[]")).is_loopback
    except ValueError:
        return False


def _count_cores() -> int:
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1

"""Opens PDF files with pdfium, one at a time, because pdfium is not thread-safe."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pypdfium2

from ascribe.errors import SourceError
from ascribe.forks import run_after_fork

_LOCK = threading.Lock()
_PASSWORD_ERROR = 4


def _renew_lock() -> None:
    """Make a new lock in a forked process: nobody there would release one that was held."""
    global _LOCK  # noqa: PLW0603 - the lock of this process
    _LOCK = threading.Lock()


run_after_fork(_renew_lock)


@contextmanager
def open_pdf(data: bytes, name: str) -> Iterator[Any]:
    """Open a PDF as a ``pypdfium2.PdfDocument`` and close it at the end; other threads wait until then.

    Raises:
        SourceError: the file is damaged, or cannot be opened without a password.
    """
    with _LOCK:
        document = _load_document(data, name)
        try:
            yield document
        finally:
            document.close()


def _load_document(data: bytes, name: str) -> Any:
    try:
        return pypdfium2.PdfDocument(data)
    except pypdfium2.PdfiumError as error:
        if getattr(error, "err_code", None) == _PASSWORD_ERROR or "password" in str(error).lower():
            raise SourceError(
                name, "the PDF is encrypted; save a copy without a password and use that."
            ) from None
        raise SourceError(
            name, "the PDF is damaged and cannot be opened; export or download it again."
        ) from None

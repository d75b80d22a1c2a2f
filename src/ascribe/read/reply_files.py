"""Read a reply from a file: text as it is, other formats as the text that their reader extracts."""

from __future__ import annotations

from pathlib import Path

from ascribe.errors import InputError
from ascribe.protocols import Limits
from ascribe.read.encodings import decode
from ascribe.read.sources import load_sources

DOCUMENT_SUFFIXES = frozenset((".docx", ".pdf", ".html", ".htm"))
"""Formats whose bytes are not the text. Markdown is: its marks are part of the reply."""


def read_reply_file(path: Path, limits: Limits | None = None) -> str:
    """Return the text of a reply's file; the encoding of text is detected.

    Raises:
        InputError: there is no such file, it cannot be read, or it holds no text.
    """
    if path.is_dir():
        raise InputError(f"{path}: this is a folder; give the file of the reply.")
    if not path.is_file():
        raise InputError(f"{path}: no such file; give the file of the reply, or - for standard input.")
    try:
        data = b"" if path.suffix.lower() in DOCUMENT_SUFFIXES else path.read_bytes()
    except OSError as error:
        raise InputError(f"{path}: cannot be opened ({error.strerror}).") from error
    if path.suffix.lower() in DOCUMENT_SUFFIXES:
        text = load_sources(path, language=None, limits=limits or Limits()).documents[0].full_text or ""
    else:
        text = decode(data, str(path))
    if not text.strip():
        raise InputError(f"{path}: the reply is empty; there is nothing to check.")
    return text

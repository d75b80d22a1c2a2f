"""Read a reply from a file: text as it is, other formats as the Markdown of what their reader extracts."""

from __future__ import annotations

from pathlib import Path

from ascribe.errors import InputError
from ascribe.protocols import Limits
from ascribe.read.encodings import decode
from ascribe.read.extract_markdown import write_markdown
from ascribe.read.files import find_files, read_file

DOCUMENT_SUFFIXES = frozenset((".docx", ".pdf", ".html", ".htm"))
"""Formats whose bytes are not the text. Markdown is: its marks are part of the reply."""


def read_reply_file(path: Path) -> str:
    """Return the text of a reply's file.

    Raises:
        InputError: it cannot be read, or holds no text.
    """
    if path.suffix.lower() in DOCUMENT_SUFFIXES:
        return read_reply_document(path)
    try:
        return decode_reply(path.read_bytes(), str(path))
    except OSError as error:
        raise InputError(f"{path}: cannot be opened ({error.strerror}).") from error


def read_reply_document(path: Path) -> str:
    """Return what the reader of the format extracts, with its headings, lists and tables as Markdown.

    Raises:
        InputError: the file cannot be read, or holds no text.
    """
    if path.is_dir():
        raise InputError(f"{path}: this is a folder; give the file of the reply.")
    (file,) = find_files(path, 1)
    return write_markdown(read_file(file, Limits()).extract)


def decode_reply(data: bytes, name: str) -> str:
    """Return the text of the bytes; the encoding is detected.

    Raises:
        InputError: the bytes are no text, or empty; the message calls them by ``name``.
    """
    return _require_text(decode(data, name), name)


def _require_text(text: str, name: str) -> str:
    if not text.strip():
        raise InputError(f"{name}: the reply is empty; there is nothing to check.")
    return text

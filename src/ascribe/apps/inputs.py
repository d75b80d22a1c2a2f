"""Input files of a command: the reply and its sources."""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ascribe.errors import InputError

if TYPE_CHECKING:
    from ascribe.records import Strictness

MAX_REPLY_BYTES = 100_000_000
"""Most bytes of a reply before its characters are counted; none of use is nearly as large."""


def _check_reply_size(size: int, name: str) -> None:
    if size > MAX_REPLY_BYTES:
        raise InputError(
            f"{name}: a reply of more than {MAX_REPLY_BYTES:,} bytes cannot be checked; shorten it."
        )


def parse_source_path(name: str, given_as: str = "-s") -> Path:
    """Return the path of a source.

    Args:
        name: the path as given.
        given_as: how the command calls it, for messages.

    Raises:
        InputError: the name is empty, or stands for standard input.
    """
    if not name.strip():
        raise InputError(f"{given_as} is empty; give a file or folder, or . for this folder.")
    if name == "-":
        raise InputError(
            f"{given_as} cannot read standard input; give a file or folder (./- for a file named -)."
        )
    if "://" in name and not Path(name).exists():
        raise InputError(
            f"{given_as} {name}: this is an address, and nothing is fetched; save the page and give its file."
        )
    return Path(name)


def parse_strictness(text: str) -> Strictness:
    """Return the level of that name.

    Raises:
        InputError: there is none; the message names all.
    """
    from ascribe.records.verdict import STRICTNESS

    for level in STRICTNESS:
        if level == text:
            return level
    raise InputError(f"--strictness must be one of {', '.join(STRICTNESS)}, got {text!r}.")


def list_excluded_files(reply: str, output: Path | None, sources: Sequence[Path] = ()) -> dict[Path, str]:
    """Return files that must not be read as sources, such as the reply itself, with the reason for each.

    A file that repeats the reply would support whatever the reply claims.
    """
    files = {} if reply == "-" else {Path(reply): "it is the reply itself; a reply cannot be its own source."}
    if output is None or output.suffix.lower() == ".pdf":
        return files  # a PDF file at the path of the copy may be an original: it is read, and never replaced
    if reply != "-" and output.exists() and output.samefile(reply):
        raise InputError(f"{output}: -o would overwrite the reply; give another -o.")
    if output.is_dir():
        return {**files, **_list_copies(output, sources)}
    return {**files, output: "it is the file of -o; a report cannot be a source."}


def _list_copies(folder: Path, sources: Sequence[Path]) -> dict[Path, str]:
    """Return the PDF files in the folder of -o; none if that folder is a source, with original files."""
    if any(source.is_dir() and source.samefile(folder) for source in sources):
        return {}
    return dict.fromkeys(folder.rglob("*.pdf"), "it is in the folder of -o; a copy cannot be a source.")


def parse_reader_options(given: list[str]) -> dict[str, str]:
    """Parse options such as ``.pdf=mine`` into file extension → name of the reader."""
    pairs = [one.partition("=") for one in given]
    wrong = next((one for one, pair in zip(given, pairs, strict=True) if not all(pair)), None)
    if wrong is not None:
        raise InputError(f"--reader must be an extension and a name, such as .pdf=mine, got {wrong!r}.")
    return {ending: name for ending, _, name in pairs}


def parse_where(given: list[str]) -> dict[str, list[Any]]:
    """Parse options such as ``year=1871`` into metadata key → values; a value is JSON, or text.

    ``year=1871`` finds the number and the text; ``year="1871"`` finds the text alone.
    """
    where: dict[str, list[Any]] = {}
    for one in given:
        key, separator, value = one.partition("=")
        if not key or not separator:
            raise InputError(f"--where must be a key and a value, such as year=1871, got {one!r}.")
        where.setdefault(key, []).extend(_parse_value(value))
    return where


def _parse_value(value: str) -> list[Any]:
    try:
        parsed = json.loads(value)
    except ValueError:
        return [value]
    return [parsed] if isinstance(parsed, str | list | dict) else [parsed, value]


def read_reply(name: str, data: bytes | None = None) -> str:
    """Return the text of the reply's file, or of standard input; the encoding of text is detected."""
    from ascribe.read.reply_files import DOCUMENT_SUFFIXES, decode_reply, read_reply_document

    if data is None and Path(name).suffix.lower() in DOCUMENT_SUFFIXES:
        return read_reply_document(Path(name))
    shown = "standard input" if name == "-" else name
    return decode_reply(read_reply_bytes(name) if data is None else data, shown)


def read_reply_bytes(name: str) -> bytes:
    """Return the bytes of the reply's file, or of standard input."""
    if name == "-":
        if sys.stdin is None:
            raise InputError("standard input is closed; give the file of the reply.")
        data = sys.stdin.buffer.read(MAX_REPLY_BYTES + 1)
        _check_reply_size(len(data), "standard input")
        return data
    path = Path(name)
    if not name:
        raise InputError("the name of the reply is empty; give the file of the reply, or -.")
    if path.is_dir():
        raise InputError(f"{name}: this is a folder; give the file of the reply, or - for standard input.")
    if not path.is_file():
        raise InputError(f"{name}: no such file; give the file of the reply, or - for standard input.")
    try:
        _check_reply_size(path.stat().st_size, name)
        return path.read_bytes()
    except OSError as error:
        raise InputError(f"{name}: cannot be opened ({error.strerror}).") from error

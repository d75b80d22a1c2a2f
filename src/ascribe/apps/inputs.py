"""Input files of a command: the reply, and the sources it rests on."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

from ascribe.errors import InputError


def parse_source_path(name: str, given_as: str = "-s") -> Path:
    """The path of a source; standard input and an empty name are refused, by what the command calls it."""
    if not name.strip():
        raise InputError(f"{given_as} is empty; give a file or folder, or . for this folder.")
    if name == "-":
        raise InputError(
            f"{given_as} cannot read standard input; give a file or folder (./- for a file named -)."
        )
    return Path(name)


def list_excluded_files(reply: str, output: Path | None, sources: Sequence[Path] = ()) -> dict[Path, str]:
    """Files that lie in a folder of sources by chance: they would prove whatever the reply says."""
    files = {} if reply == "-" else {Path(reply): "it is the reply itself; a reply is no source of its own."}
    if output is None or output.suffix.lower() == ".pdf":
        return files  # a PDF file in the place of the copy may be an original: it is read, and not replaced
    if reply != "-" and output.exists() and output.samefile(reply):
        raise InputError(f"{output}: -o would overwrite the reply; give another -o.")
    if output.is_dir():
        return {**files, **_list_copies(output, sources)}
    return {**files, output: "it is the file of -o; the report is no source."}


def _list_copies(folder: Path, sources: Sequence[Path]) -> dict[Path, str]:
    """The PDF files in the folder of -o; none if it is a source itself, whose files are originals."""
    if any(source.is_dir() and source.samefile(folder) for source in sources):
        return {}
    return dict.fromkeys(folder.rglob("*.pdf"), "it is in the folder of -o; a copy is no source.")


def parse_reader_options(given: list[str]) -> dict[str, str]:
    """``.pdf=mine`` → extension and name of the reader."""
    pairs = [one.partition("=") for one in given]
    wrong = next((one for one, pair in zip(given, pairs, strict=True) if not all(pair)), None)
    if wrong is not None:
        raise InputError(f"--reader must be an extension and a name, such as .pdf=mine, got {wrong!r}.")
    return {ending: name for ending, _, name in pairs}


def read_reply(name: str, data: bytes | None = None) -> str:
    """The text of the reply's file, or of standard input, in the encoding it has."""
    from ascribe.read.encodings import decode

    shown = "standard input" if name == "-" else name
    text = decode(read_reply_bytes(name) if data is None else data, shown)
    if not text.strip():
        raise InputError(f"{shown}: the reply is empty; there is nothing to check.")
    return text


def read_reply_bytes(name: str) -> bytes:
    """The bytes of the reply's file, or of standard input."""
    if name == "-":
        if sys.stdin is None:
            raise InputError("standard input is closed; give the file of the reply.")
        return sys.stdin.buffer.read()
    path = Path(name)
    if not name:
        raise InputError("the name of the reply is empty; give the file of the reply, or -.")
    if path.is_dir():
        raise InputError(f"{name}: this is a folder; give the file of the reply, or - for standard input.")
    if not path.is_file():
        raise InputError(f"{name}: no such file; give the file of the reply, or - for standard input.")
    try:
        return path.read_bytes()
    except OSError as error:
        raise InputError(f"{name}: cannot be opened ({error.strerror}).") from error

"""Files that are written as a whole or not at all."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path

from ascribe.errors import InputError
from ascribe.records import Document


def check_not_sources(targets: Iterable[Path], documents: Iterable[Document]) -> None:
    """Check that no source would be replaced.

    Raises:
        InputError: a target is the file of one of the documents.
    """
    sources = {os.path.realpath(document.source_path) for document in documents}
    for target in targets:
        if os.path.realpath(target) in sources:
            raise InputError(f"{target}: it would replace a source; choose another file or folder.")


def write_whole_file(path: Path, data: bytes) -> None:
    """Write the file under another name and rename it, so that nobody ever reads a part of it.

    A link is followed, and what is no regular file, such as ``/dev/stdout``, is written directly. A new file
    has the usual permissions, and a replaced one keeps its own.

    Raises:
        OSError: it cannot be written; what was there before is unchanged.
    """
    path = Path(os.path.realpath(path))
    mode = path.stat().st_mode if path.exists() else None
    if mode is not None and not stat.S_ISREG(mode):
        path.write_bytes(data)
        return
    if mode is not None and not os.access(path, os.W_OK):
        raise PermissionError(13, "Permission denied", str(path))
    beside = path.with_name(f".{path.name[:100]}.{os.getpid()}.part")
    try:
        with beside.open("xb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        if mode is not None:
            beside.chmod(stat.S_IMODE(mode))
        beside.replace(path)
    except BaseException:
        with suppress(OSError):
            beside.unlink()
        raise

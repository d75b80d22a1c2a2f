"""The folders that the tools may read: every path of a request must lead to a file inside one of them."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path, PurePosixPath, PureWindowsPath

from ascribe.errors import InputError
from ascribe.read.files import find_files

MAX_FILES = 500
"""Readable files that one request may name, alone or by their folders."""


class Folders:
    """The folders named at the start.

    Args:
        given: the folders; none means that no file can be read.

    Raises:
        InputError: one does not exist or is not a folder.
    """

    def __init__(self, given: Sequence[Path]) -> None:
        for folder in given:
            if not folder.is_dir():
                raise InputError(f"--folder {folder}: there is no such folder; give an existing one.")
        self.roots = tuple(dict.fromkeys(folder.resolve() for folder in given))

    def find(self, name: str) -> Path:
        """Return the file or folder of that name, without links in its path.

        Args:
            name: relative to one of the folders, or absolute inside one.

        Raises:
            InputError: the name leads outside of the folders, is hidden, or does not exist.
        """
        self._check_allowed(name)
        for root in self.roots:
            found = self._find_below(root, name)
            if found is not None:
                return found
        raise InputError(f"files: {name!r} does not exist in the folders of this server; check the name.")

    def _check_allowed(self, name: str) -> None:
        if not self.roots:
            raise InputError(
                "files: this server was started without a folder, so it reads no file; pass the text in "
                "sources, or start it with: ascribe mcp --folder DIR"
            )
        if not name.strip() or "\0" in name:
            raise InputError(f"files: {name!r} is not the name of a file; give a path inside the folders.")
        parts = {*PurePosixPath(name).parts, *PureWindowsPath(name).parts}
        if ".." in parts:
            raise InputError(f"files: {name!r} contains '..'; give a path inside the folders.")

    def _find_below(self, root: Path, name: str) -> Path | None:
        """Return the path below this folder; None if there is none.

        Raises:
            InputError: it leads outside of all folders, or it is hidden.
        """
        try:
            found = (root / name).resolve(strict=True)
        except (FileNotFoundError, NotADirectoryError):
            return None
        except (OSError, RuntimeError, ValueError):
            raise InputError(f"files: {name!r} cannot be opened; give another file.") from None
        inside = self.find_root(found)
        if inside is None:
            raise InputError(f"files: {name!r} leads outside of the folders of this server.")
        if any(part.startswith(".") for part in found.relative_to(inside).parts):
            raise InputError(f"files: {name!r} is hidden; hidden files are not read.")
        return found

    def find_root(self, path: Path) -> Path | None:
        """Return the folder that contains a path without links; None if none does."""
        return next((root for root in self.roots if path.is_relative_to(root)), None)

    def list_outermost(self) -> list[Path]:
        """Return the folders that no other of them contains."""
        return [
            root
            for root in self.roots
            if not any(root != one and root.is_relative_to(one) for one in self.roots)
        ]

    def check_count(self, paths: Sequence[Path]) -> None:
        """Refuse more files than one request may read.

        Raises:
            InputError: there are too many files.
        """
        count = sum(len(find_files(path, 1)) for path in paths)
        if count > MAX_FILES:
            raise InputError(f"files: these are {count:,} files, more than {MAX_FILES}; name fewer.")

    def shorten(self, message: str) -> str:
        """Return a message with paths as the assistant knows them: relative to their folder."""
        for root in self.roots:
            message = message.replace(f"{root}/", "").replace(f"{root}\\", "")
        return message

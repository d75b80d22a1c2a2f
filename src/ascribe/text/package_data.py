"""The JSON files that the package ships beside its modules: word lists, cues and tables."""

from __future__ import annotations

from importlib.resources import files
from typing import TypeVar

import msgspec

Shape = TypeVar("Shape")


def load_package_json(path: str, shape: type[Shape]) -> Shape:
    """Return what a JSON file of the package holds.

    Args:
        path: the file, from the folder of the package: ``text/qualifying_words.json``.
        shape: the type of what it holds.

    Raises:
        FileNotFoundError: the package has no such file.
        msgspec.ValidationError: the file holds something else.
    """
    return msgspec.json.decode(files("ascribe").joinpath(path).read_bytes(), type=shape)

"""Which reader takes a file: the one that was chosen, else the built-in one, else that of another package."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from ascribe import registry
from ascribe.errors import AscribeError, BrokenComponentError, InputError
from ascribe.stages import Reader

Readers = Mapping[str, str | Reader]
"""File extension, such as ``.pdf`` → name of a registered reader, or an object with its method."""

NONE_CHOSEN: Readers = {}


def checked(readers: Readers | None) -> Readers:
    """The readers as they were given.

    Raises:
        InputError: a key is no extension, or a value no reader; the message names it.
        UnknownComponentError: no reader has that name.
    """
    if readers is None:
        return NONE_CHOSEN
    if not isinstance(readers, Mapping):
        raise InputError(f"readers must be a dict of extension and reader, got {type(readers).__name__}.")
    for ending, reader in readers.items():
        if not isinstance(ending, str) or not ending.startswith(".") or ending != ending.lower():
            raise InputError(
                f"readers: {ending!r} is no extension; give one in small letters such as '.pdf'."
            )
        if isinstance(reader, str):
            registry.load("read", reader)
        elif isinstance(reader, type) or not hasattr(reader, "read"):
            raise InputError(
                f"readers: for {ending} give the name of a reader or an object with 'read', got {reader!r}."
            )
    return readers


def readable_extensions() -> str:
    """The extensions that some reader takes, for messages; a reader that cannot be loaded takes none."""
    return " ".join(ending for row in registry.components("read") for ending in _sound_extensions(row))


def reader_of(path: Path, readers: Readers) -> str | Reader:
    """The reader that takes the file, or its name; "" if none does.

    Raises:
        InputError: readers of several packages take it, and none was chosen.
        BrokenComponentError: the reader of another package might take it, and does not say what it takes.
    """
    ending = path.suffix.lower()
    if not ending:
        return ""
    if ending in readers:
        return readers[ending]
    rows = registry.components("read")
    own = next((row.name for row in rows if ending in row.handles), "")
    others = [] if own else [row for row in rows if row.package and ending in extensions(row)]
    if len(others) > 1:
        named = " and ".join(f"{row.name!r} of {row.package}" for row in others)
        raise InputError(
            f"the readers {named} take files ending in {ending}; choose one with "
            f"readers={{{ending!r}: {others[0].name!r}}}."
        )
    return others[0].name if others else own


def extensions(row: registry.Component) -> tuple[str, ...]:
    """The extensions that a registered reader takes.

    Raises:
        BrokenComponentError: it is of another package and does not say.
    """
    if not row.package:
        return row.handles
    found: Any = getattr(registry.load("read", row.name), "extensions", None)
    if isinstance(found, str) or not found:
        raise BrokenComponentError(
            f"The reader {row.name!r} of the package {row.package} does not say which files it takes; "
            "it must have 'extensions', such as ('.epub',)."
        )
    return tuple(found)


def second_to(row: registry.Component) -> str:
    """What the registered reader takes only where it is chosen, in one sentence; "" if there is nothing.

    Raises:
        BrokenComponentError: it does not say what it takes.
    """
    taken = {e: other.name for other in registry.components("read") for e in other.handles}
    both = [ending for ending in extensions(row) if taken.get(ending, row.name) != row.name]
    if not both:
        return ""
    return (
        f"files ending in {', '.join(both)} stay with the built-in reader; choose this one with "
        f"readers={{{both[0]!r}: {row.name!r}}} or --reader {both[0]}={row.name}."
    )


def _sound_extensions(row: registry.Component) -> tuple[str, ...]:
    try:
        return extensions(row)
    except AscribeError:
        return ()

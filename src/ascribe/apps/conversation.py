"""``--history``: read the turns before a question from files."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ascribe.errors import InputError

if TYPE_CHECKING:
    from ascribe.library.answering.follow_up import History

_FORMS = "an answer (ascribe ask -f json), or a list of answers, pairs [question, answer] or chat messages"


def read_history(files: Iterable[Path]) -> History | None:
    """Return the turns in the files, the oldest first; None without files.

    Raises:
        InputError: a file cannot be read, or holds something else; the message names it.
    """
    turns = [turn for path in files for turn in _read_turns(path)]
    return turns or None


def _read_turns(path: Path) -> Iterator[Any]:
    from ascribe.library.answering.follow_up import parse_history

    try:
        value = json.loads(path.read_bytes())
    except OSError as error:
        raise InputError(f"--history {path}: cannot be opened ({error.strerror}).") from None
    except (ValueError, RecursionError):
        raise InputError(f"--history {path}: this is no JSON; give {_FORMS}.") from None
    items = value if isinstance(value, list) else [value]
    try:
        turns = [_build_turn(item) for item in items]
        parse_history(turns)
    except InputError as error:
        raise InputError(f"--history {path}: {error} Give {_FORMS}.") from None
    yield from turns


def _build_turn(item: Any) -> Any:
    """Return an answer for its JSON, a pair for a list of two, and a chat message as it is."""
    from ascribe.records import Answer

    if isinstance(item, list):
        return tuple(item)
    return Answer.from_dict(item) if isinstance(item, dict) and "query" in item else item

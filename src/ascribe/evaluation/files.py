"""Labelled files → items, one at a time: JSON Lines, plain or gzip."""

from __future__ import annotations

import gzip
import json
import zlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from ascribe.errors import InputError
from ascribe.evaluation.items import Item, Task
from ascribe.evaluation.labelled import NEEDED, item_of, task_of

ENDINGS = (".jsonl", ".jsonl.gz")


class NoTaskError(InputError):
    """The records of a file are for no task that can be judged."""


@dataclass(frozen=True, slots=True)
class Labelled:
    """A file that was looked through once: every line of it can be judged.

    Args:
        path: the file.
        task: what its records are for.
        clusters: the source document of each record.
        with_question: put the question before the claim of an attribution record.
    """

    path: Path
    task: Task
    clusters: tuple[str, ...]
    with_question: bool = False

    def items(self, chosen: frozenset[int] | None = None) -> Iterator[tuple[int, Item]]:
        """Line number, from 1, and item; only the records with these indices, if some are given."""
        for index, (line, record) in enumerate(records(self.path)):
            if chosen is None or index in chosen:
                yield line, item_of(record, self.task, self.with_question)


def find_files(paths: Sequence[str | Path]) -> list[Path]:
    """The files themselves, and of a folder those that end in .jsonl or .jsonl.gz, sorted.

    Raises:
        InputError: there is nothing at a path, nothing to judge in a folder, or a file is named twice.
    """
    found = [file for path in paths for file in _found(Path(path))]
    if not found:
        raise InputError("name at least one labelled file (.jsonl or .jsonl.gz).")
    seen: set[Path] = set()
    for file in found:
        if file.resolve() in seen:
            raise InputError(f"{file}: is named twice; name each file once.")
        seen.add(file.resolve())
    return found


def _found(path: Path) -> list[Path]:
    if path.is_dir():
        files = sorted(file for file in path.iterdir() if file.name.endswith(ENDINGS) and file.is_file())
        if not files:
            raise InputError(f"{path}: the folder has no file that ends in .jsonl or .jsonl.gz.")
        return files
    if not path.is_file():
        raise InputError(f"{path}: no such file; give a labelled file (.jsonl or .jsonl.gz) or a folder.")
    return [path]


def look_through(path: Path, with_question: bool = False) -> Labelled:
    """The file with its task, after every line was found good.

    Raises:
        NoTaskError: the first record fits no task.
        InputError: it cannot be read, is empty, or a line is bad; the message names file and line.
    """
    task: Task | None = None
    clusters = []
    for line, record in records(path):
        task = task or task_of(record)
        if task is None:
            raise NoTaskError(f"{path}, line {line}: {_no_task(record)}")
        try:
            clusters.append(item_of(record, task, with_question).cluster)
        except InputError as error:
            raise InputError(f"{path}, line {line}: {error}") from error
    if task is None:
        raise InputError(f"{path}: the file has no records.")
    return Labelled(path, task, tuple(clusters), with_question)


def sample(clusters: Sequence[str], limit: int | None, seed: int) -> frozenset[int] | None:
    """Indices of ``limit`` items, or None for all.

    Each item is equally likely, and each source document keeps its share to within one item: documents in
    random order, their items behind one another, every n-th is taken (systematic sampling; Cochran 1977,
    chapter 8).
    """
    if limit is None or limit >= len(clusters):
        return None
    rng = np.random.default_rng(seed)
    names = sorted(set(clusters))
    rank = dict(zip(names, rng.permutation(len(names)).tolist(), strict=True))
    jitter = rng.random(len(clusters))
    order = sorted(range(len(clusters)), key=lambda index: (rank[clusters[index]], jitter[index]))
    step = len(clusters) / limit
    start = rng.random() * step
    return frozenset(order[min(int(start + number * step), len(order) - 1)] for number in range(limit))


def records(path: Path) -> Iterator[tuple[int, dict[str, Any]]]:
    """Line number, from 1, and record; blank lines are passed over.

    Raises:
        InputError: it cannot be read, or a line is no JSON object; the message names file and line.
    """
    opener = gzip.open if path.name.endswith(".gz") else open
    number = 0
    try:
        with opener(path, "rb") as lines:
            for number, line in enumerate(lines, 1):
                if line.strip():
                    yield number, _record(path, number, line)
    except (OSError, EOFError, zlib.error) as error:
        problem = getattr(error, "strerror", None) or str(error)
        raise InputError(f"{path}: cannot be read after line {number} ({problem}).") from error


def _record(path: Path, number: int, line: bytes) -> dict[str, Any]:
    try:
        record = json.loads(line.decode("utf-8-sig"))
    except (ValueError, RecursionError) as error:
        raise InputError(f"{path}, line {number}: is no JSON in UTF-8 ({error}).") from error
    if not isinstance(record, dict):
        raise InputError(f"{path}, line {number}: must be a JSON object, got {type(record).__name__}.")
    return record


def _no_task(record: dict[str, Any]) -> str:
    if "group" in record:
        return "has a group: parts of one claim are not judged yet; give whole claims, without group."
    forms = "; ".join(f"{task} needs {', '.join(fields)}" for task, fields in NEEDED.items())
    return f"fits no task: {forms}."

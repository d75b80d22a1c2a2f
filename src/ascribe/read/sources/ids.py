"""The ids of the sources: given, or made from names of files and positions, each one once."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from ascribe.errors import InputError
from ascribe.read.sources.files import SourceFile
from ascribe.records.serialise import spelled


@dataclass(frozen=True, slots=True)
class Unnamed:
    """What decides the id of a source: the id it came with, its file, its name, or else its position."""

    position: int
    given: str | None = None
    file: SourceFile | None = None
    name: str | None = None


def assign_ids(sources: Sequence[Unnamed]) -> list[str]:
    """One id for each source, in order, no two the same.

    Raises:
        InputError: two sources came with the same id; the message names both positions.
    """
    given = _given_ids(sources)
    named = _file_ids([source.file for source in sources if source.file], frozenset(given))
    taken, uses = {*given, *named}, Counter[str]()
    ids: list[str] = []
    for source in sources:
        if source.file is not None:
            doc_id = named.pop(0)
            if doc_id in given:
                raise same_id(source.position, given[doc_id], doc_id)
        else:
            doc_id = source.given or _free_id(source.name or f"source-{source.position}", taken, uses)
            taken.add(doc_id)
        ids.append(doc_id)
    return ids


def _given_ids(sources: Sequence[Unnamed]) -> dict[str, int]:
    given: dict[str, int] = {}
    for source in sources:
        if source.given is None:
            continue
        if source.given in given:
            raise same_id(source.position, given[source.given], source.given)
        given[source.given] = source.position
    return given


def same_id(position: int, other: int, doc_id: str) -> InputError:
    """What is raised for two sources with one id, by their positions."""
    return InputError(
        f"source {position}: its id {doc_id!r} is the id of source {other} too; give each source its own id."
    )


def _file_ids(files: Sequence[SourceFile], taken: frozenset[str]) -> list[str]:
    """The file name, or the path relative to the folder; as much more of the path as tells them apart."""
    parts = [Path(os.path.abspath(file.path)).parts for file in files]  # noqa: PTH100 (resolve() follows links)
    depths = [_own_depth(file) for file in files]
    while True:
        ids = [spelled("/".join(part[-depth:])) for part, depth in zip(parts, depths, strict=True)]
        counts = Counter([*ids, *taken])
        longer = [i for i, doc_id in enumerate(ids) if counts[doc_id] > 1 and depths[i] < len(parts[i])]
        if not longer:
            return ids
        for i in longer:
            depths[i] += 1


def _own_depth(file: SourceFile) -> int:
    return 1 if file.folder is None else len(file.path.relative_to(file.folder).parts)


def _free_id(wanted: str, taken: set[str], uses: Counter[str]) -> str:
    """``source-3`` for the third source; ``source-3 (2)`` if another source has that id."""
    while True:
        uses[wanted] += 1
        doc_id = wanted if uses[wanted] == 1 else f"{wanted} ({uses[wanted]})"
        if doc_id not in taken:
            return doc_id

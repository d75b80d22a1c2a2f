"""Pair the answers of two runs: by id if each answer of both has one of its own, else by row."""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal
from zlib import crc32

import numpy as np

from ascribe.batch_results.measures import AnswerCounts
from ascribe.batch_results.tables import iterate_answers
from ascribe.batches.rows import COLUMN_NAMES
from ascribe.errors import InputError
from ascribe.records.outcomes import STATUSES

Key = str | int


class NoCommonAnswersError(InputError):
    """Two runs share no answer, so they cannot be compared."""


@dataclass
class AnswerTable:
    """The answers of one run in memory: some hundred bytes for each."""

    path: Path
    rows: array[int] = field(default_factory=lambda: array("q"))
    ids: list[str | None] = field(default_factory=list)
    clusters: list[str | None] = field(default_factory=list)
    questions: array[int] = field(default_factory=lambda: array("q"))
    """A checksum of each question; −1 without one."""
    counts: array[int] = field(default_factory=lambda: array("q"))
    faithfulness: array[float] = field(default_factory=lambda: array("d"))

    def has_ids(self) -> bool:
        """Return True if every answer has an id, and each a different one."""
        return None not in self.ids and len(set(self.ids)) == len(self.ids)

    def number(self, by: Literal["id", "row"]) -> dict[Key, int]:
        """Return key → place of the answer.

        Raises:
            InputError: two answers have one row.
        """
        keys: Any = self.ids if by == "id" else self.rows
        places = {key: place for place, key in enumerate(keys)}
        if len(places) < len(self.rows):
            raise InputError(f"{self.path}: two answers have the same row; give the table of one run.")
        return places

    def take(self, places: list[int]) -> AnswerCounts:
        """Return the counts of the answers at those places, in their order."""
        counts = np.array(self.counts, dtype=np.int64).reshape(-1, len(STATUSES))
        return AnswerCounts(counts[places], np.array(self.faithfulness)[places])


@dataclass(frozen=True)
class Pairs:
    """The answers that two runs share.

    Args:
        by: the column that pairs them.
        keys: their ids or rows, sorted.
        before: counts of the first run, in the order of the keys.
        after: counts of the second run.
        clusters: the cluster of each pair.
        only_before: keys of the answers that the second run lacks.
        only_after: keys of the answers that the first run lacks.
    """

    by: Literal["id", "row"]
    keys: tuple[Key, ...]
    before: AnswerCounts
    after: AnswerCounts
    clusters: tuple[str, ...]
    only_before: tuple[Key, ...]
    only_after: tuple[Key, ...]


def read_answers(path: Path, cluster: str | None) -> AnswerTable:
    """Read a table of answers; ``cluster`` names a column.

    Raises:
        InputError: it is empty, is no such table, or has not that column.
    """
    table = AnswerTable(path)
    names: set[str] = set()
    for answer in iterate_answers(path):
        table.rows.append(answer.row)
        table.ids.append(answer.id)
        table.questions.append(_compute_checksum(answer.extra))
        value = None if cluster is None else answer.extra.get(cluster)
        table.clusters.append(None if value is None else str(value))
        table.counts.extend(answer.counts)
        table.faithfulness.append(np.nan if answer.faithfulness is None else answer.faithfulness)
        if cluster is not None:
            names.update(answer.extra)
    if not table.rows:
        raise InputError(f"{path}: there is no answer in it; give the table of answers of a run.")
    if cluster is not None and cluster not in names:
        known = ", ".join(sorted(names)) or "none"
        raise InputError(f"{path}: there is no column {cluster}; those of the input are: {known}.")
    return table


def _compute_checksum(extra: Mapping[str, Any]) -> int:
    asked = next((extra[name] for name in COLUMN_NAMES["question"] if extra.get(name)), None)
    return -1 if asked is None else crc32(str(asked).encode("utf-8", "surrogatepass"))


def pair_answers(first: AnswerTable, second: AnswerTable) -> Pairs:
    """Pair the answers of two runs.

    Raises:
        NoCommonAnswersError: they share none.
        InputError: the two answers of a pair are in different clusters, or have one row and two questions.
    """
    by: Literal["id", "row"] = "id" if first.has_ids() and second.has_ids() else "row"
    one, other = first.number(by), second.number(by)
    keys = sorted(one.keys() & other.keys())
    if not keys:
        raise NoCommonAnswersError(
            f"{first.path} and {second.path} have no {by} in common; compare two runs over the same table."
        )
    if by == "row":
        _check_questions(keys, first, second, one, other)
    return Pairs(
        by,
        tuple(keys),
        first.take([one[key] for key in keys]),
        second.take([other[key] for key in keys]),
        tuple(_join_clusters(keys, first, second, one, other)),
        tuple(sorted(one.keys() - other.keys())),
        tuple(sorted(other.keys() - one.keys())),
    )


def _check_questions(
    keys: list[Key], first: AnswerTable, second: AnswerTable, one: dict[Key, int], other: dict[Key, int]
) -> None:
    """Check that answers that are paired by their row have the same question, where both have one."""
    for key in keys:
        asked = {first.questions[one[key]], second.questions[other[key]]} - {-1}
        if len(asked) > 1:
            raise InputError(
                f"{first.path} and {second.path}: row {key} has another question in each, so rows cannot "
                "pair their answers; give every row an id."
            )


def _join_clusters(
    keys: list[Key], first: AnswerTable, second: AnswerTable, one: dict[Key, int], other: dict[Key, int]
) -> Iterator[str]:
    """Yield the cluster of each pair: the value of the column, else the pair alone."""
    for key in keys:
        value, second_value = first.clusters[one[key]], second.clusters[other[key]]
        if value != second_value:
            raise InputError(
                f"{first.path} and {second.path}: {key} is in the cluster {value!r} in one and in "
                f"{second_value!r} in the other; choose a column that the runs share."
            )
        yield f"pair {key}" if value is None else f"cluster {value}"


def name_key(key: Key) -> str:
    """Return how an answer is named: its id, or its row."""
    return key if isinstance(key, str) else f"row {key}"

"""The engines of a run: where rows are checked. Each yields the same results in the same order."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from ascribe.batches.pool import check_rows
from ascribe.batches.rows import Row
from ascribe.batches.worker import RowResult, WorkerSettings
from ascribe.errors import InputError

ENGINES = ("local", "ray", "spark")


@dataclass(frozen=True, slots=True)
class Engine:
    """Where rows are checked.

    Args:
        name: ``local`` (processes of this machine), ``ray`` (Ray Data) or ``spark``.
        workers: processes that check rows.
        address: cluster of Ray, or master of Spark; None starts it on this machine.

    Raises:
        InputError: a value cannot be used.
    """

    name: str = "local"
    workers: int = 1
    address: str | None = None

    def __post_init__(self) -> None:
        if self.name not in ENGINES:
            raise InputError(f"engine must be {', '.join(ENGINES[:-1])} or {ENGINES[-1]}, got {self.name!r}.")
        if self.workers < 1:
            raise InputError(f"workers must be at least 1, got {self.workers}.")
        if self.address is not None and self.name == "local":
            raise InputError("address is for the engines ray and spark; name one of them, or leave it out.")

    @property
    def counts_first(self) -> bool:
        """Whether ``check_rows`` needs the number of rows."""
        return self.name == "ray"

    def check_rows(
        self, rows: Iterable[Row], settings: WorkerSettings, most_rows: int
    ) -> Iterator[tuple[Row, RowResult]]:
        """Yield each row with its result, in order; ``most_rows`` is an upper bound of their number."""
        if self.name == "ray":
            from ascribe.batches.ray_data import check_rows_on_ray

            return check_rows_on_ray(rows, settings, self.workers, self.address, most_rows)
        if self.name == "spark":
            from ascribe.batches.spark import check_rows_on_spark

            return check_rows_on_spark(rows, settings, self.workers, self.address)
        return check_rows(rows, settings, self.workers)

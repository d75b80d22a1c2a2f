"""Write the results in a complete spool as tables, and count what is in them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from ascribe.batches.spool import Spool
from ascribe.batches.tables import ColumnTypes, Record, write_table
from ascribe.records.outcomes import STATUSES, Status

MOST_REASONS = 1_000
"""Different reasons of rejects that are counted: those of a table may all differ."""


@dataclass(slots=True)
class Tally:
    """What the results of a run are, by number.

    Args:
        rejected: rows without a result.
        reasons: reason → rows that were rejected for it, for the first ``MOST_REASONS`` reasons.
        counts: status → sentences.
    """

    rejected: int = 0
    reasons: Counter[str] = field(default_factory=Counter)
    counts: dict[Status, int] = field(default_factory=lambda: dict.fromkeys(STATUSES, 0))

    def add(self, record: Record) -> None:
        """Count a row of the spool."""
        if "error" in record:
            self.rejected += 1
            if record["error"] in self.reasons or len(self.reasons) < MOST_REASONS:
                self.reasons[record["error"]] += 1
            return
        for status in self.counts:
            self.counts[status] += record["answer"][status]


def write_results(spool: Spool, target: Path) -> tuple[tuple[Path, ...], Tally]:
    """Write the tables of a complete spool; return their files, and what is in them."""
    sentences = target.with_name(f"{target.stem}.sentences{target.suffix}")
    rejects = target.with_name(f"{target.stem}.rejects.jsonl")
    of_answers, of_sentences = ColumnTypes(), ColumnTypes()
    tally = Tally()
    for record in spool:
        tally.add(record)
        for columns, build in ((of_answers, _list_answers), (of_sentences, _list_sentences)):
            for row in build(record):
                columns.add(row)
    for path, columns, build in (
        (target, of_answers, _list_answers),
        (sentences, of_sentences, _list_sentences),
    ):
        write_table(path, (row for record in spool for row in build(record)), columns.resolve())
    if not tally.rejected:
        rejects.unlink(missing_ok=True)
        return (target, sentences), tally
    columns_of_rejects = {"row": int, "error": str, "input": str}
    found = (row for record in spool for row in _list_rejects(record))
    write_table(rejects, found, columns_of_rejects)
    return (target, sentences, rejects), tally


def _list_answers(record: Record) -> Iterator[Record]:
    if "error" not in record:
        ours = {"row": record["row"] + 1, "id": record["id"], **record["answer"]}
        yield ours | {f"input.{n}" if n in ours else n: value for n, value in record["extra"].items()}


def _list_sentences(record: Record) -> Iterator[Record]:
    for sentence in record.get("sentences", ()):
        yield {"row": record["row"] + 1, "id": record["id"], **sentence}


def _list_rejects(record: Record) -> Iterator[Record]:
    if "error" in record:
        yield {"row": record["row"] + 1, "error": record["error"], "input": record["input"]}

"""What an evaluation gives back: tables of figures, and how they were made."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from ascribe.evaluation.bootstrap import Figure, mean_figure

COLUMNS: dict[str, dict[str, str]] = {
    "verification": {
        "auroc": "AUROC",
        "balanced_accuracy": "balanced accuracy",
        "precision": "precision",
        "recall": "recall",
        "f1": "F1",
        "calibration_error": "calibration error",
        "brier": "Brier",
        "undecided": "undecided",
    },
    "attribution": {
        "citation_precision": "citation precision",
        "citation_recall": "citation recall",
        "first_is_gold": "first is gold",
        "recall_at_5": "recall@5",
        "mrr": "MRR",
        "references": "references per claim",
    },
    "spans": {
        "precision": "precision",
        "recall": "recall",
        "f1": "F1",
        "marked": "marked",
    },
    "citations": {
        "citation_recall": "citation recall",
        "citation_precision": "citation precision",
    },
}
"""Kind of table → figure → heading."""


@dataclass(frozen=True, slots=True)
class Row:
    """The figures of one system.

    Args:
        name: the system.
        figures: by the names of ``COLUMNS``; empty if it was not run.
        not_run: why it was not run; empty if it was.
    """

    name: str
    figures: Mapping[str, Figure] = field(default_factory=dict)
    not_run: str = ""

    def as_dict(self) -> dict[str, Any]:
        """JSON values."""
        if self.not_run:
            return {"name": self.name, "not_run": self.not_run}
        return {"name": self.name, **{name: figure.as_dict() for name, figure in self.figures.items()}}


@dataclass(frozen=True, slots=True)
class Table:
    """One file, or the mean over files, measured for one kind of figures.

    Args:
        kind: a key of ``COLUMNS``.
        title: what it is about, in words.
        file: the file; empty for a mean over files.
        items: how many were judged.
        documents: how many source documents they come from.
        facts: further counts, such as the positive items and those left out.
        rows: the system first, then the floors.
    """

    kind: str
    title: str
    file: str
    items: int
    documents: int
    facts: Mapping[str, int]
    rows: tuple[Row, ...]

    def as_dict(self) -> dict[str, Any]:
        """JSON values."""
        return {
            "kind": self.kind,
            "title": self.title,
            "file": self.file or None,
            "items": self.items,
            "documents": self.documents,
            **self.facts,
            "rows": [row.as_dict() for row in self.rows],
        }


@dataclass(frozen=True, slots=True)
class Evaluation:
    """Every table, and what it takes to make them again.

    Args:
        tables: one or two per file, in the order of the files.
        means: the plain mean over files for each title that several files have.
        settings: tier, strictness, thresholds, components, versions, sample, seed, resamples.
        skipped: file of a folder → why it was left out.
    """

    tables: tuple[Table, ...]
    means: tuple[Table, ...]
    settings: Mapping[str, Any]
    skipped: Mapping[str, str]

    def as_dict(self) -> dict[str, Any]:
        """JSON values: settings, tables, means, skipped. Undefined figures are null with a reason."""
        return {
            "settings": dict(self.settings),
            "tables": [table.as_dict() for table in self.tables],
            "means": [table.as_dict() for table in self.means],
            "skipped": dict(self.skipped),
        }

    def to_json(self) -> str:
        """``as_dict`` as indented JSON."""
        return json.dumps(self.as_dict(), indent=2, ensure_ascii=False, allow_nan=False) + "\n"

    def to_markdown(self) -> str:
        """The tables in Markdown, with what must be known to read them."""
        from ascribe.evaluation.tables import markdown

        return markdown(self)


def mean_tables(tables: list[Table]) -> tuple[Table, ...]:
    """For each title that several files have, the mean over the files, row by row."""
    made = []
    for title in dict.fromkeys(table.title for table in tables):
        same = [table for table in tables if table.title == title]
        if len(same) > 1:
            made.append(_mean(same))
    return tuple(made)


def _mean(tables: list[Table]) -> Table:
    first = tables[0]
    names = dict.fromkeys(row.name for table in tables for row in table.rows)
    facts = {"files": len(tables)}
    return Table(
        kind=first.kind,
        title=first.title,
        file="",
        items=sum(table.items for table in tables),
        documents=sum(table.documents for table in tables),
        facts=facts,
        rows=tuple(_mean_row(name, tables) for name in names),
    )


def _mean_row(name: str, tables: list[Table]) -> Row:
    rows = [row for table in tables for row in table.rows if row.name == name]
    run = [row for row in rows if not row.not_run]
    if not run:
        return Row(name, not_run=rows[0].not_run)
    columns = run[0].figures
    return Row(name, {column: mean_figure([row.figures[column] for row in run]) for column in columns})

"""Results of an evaluation: tables of figures, settings, and renderings as Markdown or for a terminal."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from ascribe.evaluation.metrics import Figure, average_figures

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
"""Kind of table → figure → column heading."""


@dataclass(frozen=True, slots=True)
class Row:
    """The figures of one system.

    Args:
        name: the system.
        figures: figures by their names in ``COLUMNS``; empty if the system was not run.
        not_run: why the system was not run; empty if it was.
    """

    name: str
    figures: Mapping[str, Figure] = field(default_factory=dict)
    not_run: str = ""

    def as_dict(self) -> dict[str, Any]:
        """Return JSON values."""
        if self.not_run:
            return {"name": self.name, "not_run": self.not_run}
        return {"name": self.name, **{name: figure.as_dict() for name, figure in self.figures.items()}}


@dataclass(frozen=True, slots=True)
class Table:
    """Figures of one kind for one file, or their mean over files.

    Args:
        kind: a key of ``COLUMNS``.
        title: its subject.
        file: the file; empty for a mean over files.
        items: number of evaluated items.
        documents: number of their source documents.
        facts: further counts, such as the positive items and those left out.
        rows: the system first, then the baselines.
    """

    kind: str
    title: str
    file: str
    items: int
    documents: int
    facts: Mapping[str, int]
    rows: tuple[Row, ...]

    def as_dict(self) -> dict[str, Any]:
        """Return JSON values."""
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
    """All tables, and the settings that reproduce them.

    Args:
        tables: one or two per file, in the order of the files.
        means: the unweighted mean over files for each title that several files share.
        settings: tier, strictness, thresholds, components, versions, sample, seed, resamples.
        skipped: skipped file of a folder → reason.
    """

    tables: tuple[Table, ...]
    means: tuple[Table, ...]
    settings: Mapping[str, Any]
    skipped: Mapping[str, str]

    def as_dict(self) -> dict[str, Any]:
        """Return settings, tables, means and skipped as JSON values; undefined figures have a reason."""
        return {
            "settings": dict(self.settings),
            "tables": [table.as_dict() for table in self.tables],
            "means": [table.as_dict() for table in self.means],
            "skipped": dict(self.skipped),
        }

    def to_json(self) -> str:
        """Return ``as_dict`` as indented JSON."""
        return json.dumps(self.as_dict(), indent=2, ensure_ascii=False, allow_nan=False) + "\n"

    def to_markdown(self) -> str:
        """Render the tables as Markdown, with a legend."""
        return render_markdown(self)


def compute_mean_tables(tables: list[Table]) -> tuple[Table, ...]:
    """Compute the mean over files, row by row, for each title that several files share."""
    made = []
    for title in dict.fromkeys(table.title for table in tables):
        same = [table for table in tables if table.title == title]
        if len(same) > 1:
            made.append(_average_tables(same))
    return tuple(made)


def _average_tables(tables: list[Table]) -> Table:
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
        rows=tuple(_average_rows(name, tables) for name in names),
    )


def _average_rows(name: str, tables: list[Table]) -> Row:
    rows = [row for table in tables for row in table.rows if row.name == name]
    run = [row for row in rows if not row.not_run]
    if not run:
        return Row(name, not_run=rows[0].not_run)
    columns = run[0].figures
    return Row(name, {column: average_figures([row.figures[column] for row in run]) for column in columns})


NON_PERCENT = {"references", "calibration_error", "brier"}
"""Figures that are not shares, shown unchanged. All others are shown in percent."""

HEADLINE = {
    "verification": "auroc",
    "attribution": "first_is_gold",
    "citations": "citation_recall",
    "spans": "f1",
}
"""Kind of table → the figure that compares a file with other files."""

NOTHING = "–"

WIDE_TERMINAL = 110
"""Width from which a terminal shows the figures side by side."""

LEGEND = (
    "In %, except for calibration error, Brier and references per claim. In brackets, or below, the 95 % "
    "interval, by bootstrap over source documents. A dash is an undefined figure; the JSON gives the reason."
)


@dataclass(frozen=True, slots=True)
class _Block:
    """A table of strings with its title, description and notes."""

    title: str
    about: str
    head: list[str]
    rows: list[list[str]]
    notes: list[str]


def render_markdown(evaluation: Evaluation) -> str:
    """Render headings, tables and a legend as Markdown."""
    parts = [f"# Evaluation: {_describe_system(evaluation)}", LEGEND]
    for block in _build_blocks(evaluation):
        lines = [block.head, ["---", *["---:"] * (len(block.head) - 1)], *block.rows]
        table = "\n".join(f"| {' | '.join(cell.replace('|', '/') for cell in line)} |" for line in lines)
        parts += [f"## {block.title}", block.about, table, *block.notes]
    parts += [f"Left out: {reason}" for reason in evaluation.skipped.values()]
    return "\n\n".join(parts) + "\n"


def render_terminal(evaluation: Evaluation, width: int, color: bool) -> str:
    """Render the tables for a terminal of that width, with each interval below its figure."""
    from io import StringIO

    from rich.console import Console
    from rich.text import Text

    console = Console(file=StringIO(), width=width, force_terminal=color, no_color=not color)
    console.print(Text(f"Evaluation: {_describe_system(evaluation)}", style="bold"))
    for block in _build_blocks(evaluation):
        console.print(Text(f"\n{block.title}", style="bold"))
        console.print(Text(block.about, style="dim"))
        console.print(_build_grid(block if width >= WIDE_TERMINAL else _transpose_block(block)))
        for note in block.notes:
            console.print(Text(note))
    for reason in evaluation.skipped.values():
        console.print(Text(f"Left out: {reason}"))
    console.print(Text(f"\n{LEGEND}", style="dim"))
    text = console.file.getvalue()  # type: ignore[attr-defined]  # the StringIO created above
    return "\n".join(line.rstrip() for line in text.splitlines()) + "\n"


def _transpose_block(block: _Block) -> _Block:
    """Exchange the rows and columns of the table."""
    lines = [list(line) for line in zip(block.head, *block.rows, strict=True)]
    return replace(block, head=lines[0], rows=lines[1:])


def _build_grid(block: _Block) -> Any:
    """Build the block's table for rich."""
    from rich import box
    from rich.table import Table as Grid
    from rich.text import Text

    grid = Grid(box=box.SIMPLE_HEAD, pad_edge=False)
    for number, name in enumerate(block.head):
        grid.add_column(Text(name), justify="left" if number == 0 else "right", vertical="top")
    for row in block.rows:
        cells = [cell.partition(" [") for cell in row[1:]]
        shown = [
            Text.assemble(value, (f"\n{rest[:-1].replace(', ', '–')}" if rest else "", "dim"))
            for value, _, rest in cells
        ]
        grid.add_row(Text(row[0]), *shown)
    return grid


def _build_blocks(evaluation: Evaluation) -> Iterator[_Block]:
    """Yield a block for each file, then two for each shared title: files side by side, and the mean."""
    for table in evaluation.tables:
        yield _build_block(table)
    for mean in evaluation.means:
        yield _build_overview([table for table in evaluation.tables if table.title == mean.title], mean)
        yield _build_block(mean)


def _build_block(table: Table) -> _Block:
    name = Path(table.file).name if table.file else "mean over files"
    columns = COLUMNS[table.kind]
    rows = [_format_row(row, list(columns)) for row in table.rows]
    notes = [f"{row.name}: not run. {row.not_run}" for row in table.rows if row.not_run]
    return _Block(f"{name}: {table.title}", _describe_table(table), ["", *columns.values()], rows, notes)


def _build_overview(tables: list[Table], mean: Table) -> _Block:
    """Build a block with one figure per file and system; the mean over files is the last row."""
    name = HEADLINE[mean.kind]
    systems = [row.name for row in mean.rows if not row.not_run]
    rows = []
    for table in (*tables, mean):
        found = {row.name: row for row in table.rows}
        cells = [_format_cell(name, found[system]) if system in found else NOTHING for system in systems]
        rows.append([Path(table.file).name if table.file else "mean over files", *cells])
    title = f"all files: {COLUMNS[mean.kind][name]}, {mean.title}"
    return _Block(title, _describe_table(mean), ["", *systems], rows, [])


def _describe_system(evaluation: Evaluation) -> str:
    settings = evaluation.settings
    return f"tier {settings['tier']}, strictness {settings['strictness']}"


def _describe_table(table: Table) -> str:
    words = {"left_out": "left out", "by_people": "characters marked by people"}
    facts = [f"{count} {words.get(name, name)}" for name, count in table.facts.items()]
    return ", ".join([f"{table.items} items", f"{table.documents} source documents", *facts])


def _format_row(row: Row, columns: list[str]) -> list[str]:
    name = f"{row.name} (not run)" if row.not_run else row.name
    return [name, *(_format_cell(column, row) for column in columns)]


def _format_cell(name: str, row: Row) -> str:
    figure: Figure | None = row.figures.get(name)
    if figure is None or figure.value is None:
        return NOTHING
    shown = _format_number(name, figure.value)
    if figure.low is None or figure.high is None:
        return shown
    return f"{shown} [{_format_number(name, figure.low)}, {_format_number(name, figure.high)}]"


def _format_number(name: str, value: float) -> str:
    return f"{value:.2f}" if name in NON_PERCENT else f"{100 * value:.1f}"

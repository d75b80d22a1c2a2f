"""An evaluation as Markdown and as a table in a terminal."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ascribe.evaluation.results import COLUMNS, Evaluation, Row, Table

if TYPE_CHECKING:
    from ascribe.evaluation.bootstrap import Figure

PLAIN = {"references", "calibration_error", "brier"}
"""Figures that are no shares: shown as they are. All others are shown in percent."""

HEADLINE = {
    "verification": "auroc",
    "attribution": "first_is_gold",
    "citations": "citation_recall",
    "spans": "f1",
}
"""Kind of table → the figure that stands for a file beside other files."""

NOTHING = "–"

WIDE = 110
"""Characters from which on a terminal shows the figures beside one another, not below."""

LEGEND = (
    "In %, but for calibration error, Brier and references per claim. In brackets, or below, the 95 % "
    "interval, by bootstrap over source documents. A dash is a figure that does not exist; the JSON says why."
)


@dataclass(frozen=True, slots=True)
class _Block:
    """A table of strings with what stands around it."""

    title: str
    about: str
    head: list[str]
    rows: list[list[str]]
    notes: list[str]


def markdown(evaluation: Evaluation) -> str:
    """Headings, tables and a legend."""
    parts = [f"# Evaluation: {_system(evaluation)}", LEGEND]
    for block in _blocks(evaluation):
        lines = [block.head, ["---", *["---:"] * (len(block.head) - 1)], *block.rows]
        table = "\n".join(f"| {' | '.join(cell.replace('|', '/') for cell in line)} |" for line in lines)
        parts += [f"## {block.title}", block.about, table, *block.notes]
    parts += [f"Left out: {reason}" for reason in evaluation.skipped.values()]
    return "\n\n".join(parts) + "\n"


def drawn(evaluation: Evaluation, width: int, color: bool) -> str:
    """The same for a terminal of that width, with each interval below its figure."""
    from io import StringIO

    from rich.console import Console
    from rich.text import Text

    console = Console(file=StringIO(), width=width, force_terminal=color, no_color=not color)
    console.print(Text(f"Evaluation: {_system(evaluation)}", style="bold"))
    for block in _blocks(evaluation):
        console.print(Text(f"\n{block.title}", style="bold"))
        console.print(Text(block.about, style="dim"))
        console.print(_grid(block if width >= WIDE else _flipped(block)))
        for note in block.notes:
            console.print(Text(note))
    for reason in evaluation.skipped.values():
        console.print(Text(f"Left out: {reason}"))
    console.print(Text(f"\n{LEGEND}", style="dim"))
    text = console.file.getvalue()  # type: ignore[attr-defined]  # it is the StringIO from above
    return "\n".join(line.rstrip() for line in text.splitlines()) + "\n"


def _flipped(block: _Block) -> _Block:
    """The same with rows as columns."""
    lines = [list(line) for line in zip(block.head, *block.rows, strict=True)]
    return replace(block, head=lines[0], rows=lines[1:])


def _grid(block: _Block) -> Any:
    """The block's table as rich draws it."""
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


def _blocks(evaluation: Evaluation) -> Iterator[_Block]:
    """A block for each file, then for each title that several files have the files side by side."""
    for table in evaluation.tables:
        yield _block(table)
    for mean in evaluation.means:
        yield _overview([table for table in evaluation.tables if table.title == mean.title], mean)
        yield _block(mean)


def _block(table: Table) -> _Block:
    name = Path(table.file).name if table.file else "mean over files"
    columns = COLUMNS[table.kind]
    rows = [_row(row, list(columns)) for row in table.rows]
    notes = [f"{row.name}: not run. {row.not_run}" for row in table.rows if row.not_run]
    return _Block(f"{name}: {table.title}", _about(table), ["", *columns.values()], rows, notes)


def _overview(tables: list[Table], mean: Table) -> _Block:
    """One figure of every file for each system; the mean over files is the last row."""
    name = HEADLINE[mean.kind]
    systems = [row.name for row in mean.rows if not row.not_run]
    rows = []
    for table in (*tables, mean):
        found = {row.name: row for row in table.rows}
        cells = [_cell(name, found[system]) if system in found else NOTHING for system in systems]
        rows.append([Path(table.file).name if table.file else "mean over files", *cells])
    title = f"all files: {COLUMNS[mean.kind][name]}, {mean.title}"
    return _Block(title, _about(mean), ["", *systems], rows, [])


def _system(evaluation: Evaluation) -> str:
    settings = evaluation.settings
    return f"tier {settings['tier']}, strictness {settings['strictness']}"


def _about(table: Table) -> str:
    words = {"left_out": "left out", "by_people": "characters marked by people"}
    facts = [f"{count} {words.get(name, name)}" for name, count in table.facts.items()]
    return ", ".join([f"{table.items} items", f"{table.documents} source documents", *facts])


def _row(row: Row, columns: list[str]) -> list[str]:
    name = f"{row.name} (not run)" if row.not_run else row.name
    return [name, *(_cell(column, row) for column in columns)]


def _cell(name: str, row: Row) -> str:
    figure: Figure | None = row.figures.get(name)
    if figure is None or figure.value is None:
        return NOTHING
    shown = _number(name, figure.value)
    if figure.low is None or figure.high is None:
        return shown
    return f"{shown} [{_number(name, figure.low)}, {_number(name, figure.high)}]"


def _number(name: str, value: float) -> str:
    return f"{value:.2f}" if name in PLAIN else f"{100 * value:.1f}"

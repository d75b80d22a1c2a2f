"""``ascribe batch``: check every reply of a table or a folder."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from ascribe.apps.completion import complete_statuses
from ascribe.apps.inputs import parse_source_path, parse_strictness
from ascribe.apps.options import (
    EXIT_CODE,
    Calibration,
    Language,
    Model,
    StrictnessOption,
    Tier,
    resolve_verifier,
)
from ascribe.errors import InputError
from ascribe.text.counts import format_count
from ascribe.write.display_text import escape_controls, to_one_line

if TYPE_CHECKING:
    from ascribe.batches import BatchSummary
    from ascribe.batches.run import RowProgress


Engine = Literal["local", "ray", "spark"]


def batch(
    table: Annotated[
        Path,
        typer.Argument(metavar="IN", help="Table (.jsonl, .csv or .parquet), or a folder of replies."),
    ],
    output: Annotated[
        Path, typer.Argument(metavar="OUT", help="Table of the answers (.jsonl, .csv or .parquet).")
    ],
    sources: Annotated[
        list[str] | None,
        typer.Option(
            "--source", "-s", metavar="PATH", help="File or folder with the sources of rows that have none."
        ),
    ] = None,
    library: Annotated[
        str | None,
        typer.Option(
            "--library",
            "-l",
            metavar="FILE",
            help="Library, or its URL; the sources of a row are ids of its documents.",
        ),
    ] = None,
    columns: Annotated[
        list[str] | None,
        typer.Option(
            "--column",
            metavar="PART=NAME",
            help="Name of the column with the reply, question, sources or id, such as reply=text.",
        ),
    ] = None,
    keep: Annotated[
        list[str] | None,
        typer.Option(
            metavar="NAME",
            help="Column that the answers repeat, such as question, or metadata.model in nested objects. All "
            "flat columns that have no other use are repeated anyway. Can be repeated.",
        ),
    ] = None,
    engine: Annotated[
        Engine, typer.Option(help="Where rows are checked: on this machine, with Ray or with Spark.")
    ] = "local",
    address: Annotated[
        str | None,
        typer.Option(help="Cluster of Ray or master of Spark; without it, the engine starts here."),
    ] = None,
    workers: Annotated[
        int, typer.Option("--workers", "-w", min=1, metavar="NUMBER", help="Processes that check rows.")
    ] = 1,
    cache: Annotated[
        Path | None, typer.Option(metavar="FILE", help="File that keeps results between runs.")
    ] = None,
    answers: Annotated[
        bool, typer.Option("--answers", help="Add a column with the whole answer as JSON.")
    ] = False,
    restart: Annotated[
        bool, typer.Option("--restart", help="Forget what an unfinished run has done.")
    ] = False,
    fail_on: Annotated[
        str | None,
        typer.Option(
            metavar="STATUS,...",
            help="Statuses of a sentence that cause exit code 1, such as contradicted. Default: none.",
            rich_help_panel=EXIT_CODE,
            autocompletion=complete_statuses,
        ),
    ] = None,
    fail_under: Annotated[
        float | None,
        typer.Option(
            metavar="SHARE",
            help="Exit with 1 if the share of statements that are supported, over all answers, is below this "
            "value, from 0 to 1. Undecided ones count as not supported.",
            rich_help_panel=EXIT_CODE,
        ),
    ] = None,
    tier: Tier = None,
    model: Model = None,
    strictness: StrictnessOption = "balanced",
    language: Language = None,
    calibration: Calibration = None,
) -> None:
    """Check every reply of a table; write a table of the answers and one of their sentences.

    Columns are found by the names that RAGAS, LangSmith and Phoenix use, such as answer, question and
    contexts. After a kill, the same command goes on where the run stopped.
    Exits with 0 if every row has a result, whatever its verdicts; 1 if some were rejected, or fail by
    --fail-on or --fail-under; 2 if it could not run.
    """
    from ascribe.apps.batch_gate import build_batch_gate
    from ascribe.apps.terminal import print_skipped
    from ascribe.batches import batch as run_batch

    gate = build_batch_gate(fail_on, fail_under)
    with _show_progress() as progress:
        summary = run_batch(
            table,
            output,
            sources=[parse_source_path(each, "--source") for each in sources] if sources else None,
            library=library,
            columns=_parse_columns(columns or []),
            keep=keep or (),
            workers=workers,
            engine=engine,
            address=address,
            cache=cache,
            include_answers=answers,
            restart=restart,
            on_progress=progress,
            tier=resolve_verifier(tier, model),
            strictness=parse_strictness(strictness),
            language=language,
            calibration=calibration,
        )
    print_skipped(summary.skipped)
    for line in describe_summary(summary):
        typer.echo(line)
    failures = gate.find_failures(summary.files[0])
    if failures:
        typer.echo(f"ascribe: {'; '.join(failures)}", err=True)
    if summary.rejected or failures:
        raise typer.Exit(1)


def _parse_columns(given: list[str]) -> dict[str, str]:
    pairs = [each.partition("=") for each in given]
    wrong = next((each for each, pair in zip(given, pairs, strict=True) if not all(pair)), None)
    if wrong is not None:
        raise InputError(f"--column must be a part and a name, such as reply=text, got {wrong!r}.")
    return {part: name for part, _, name in pairs}


def describe_summary(summary: BatchSummary) -> Iterator[str]:
    """Yield the lines that are printed after a run."""
    from ascribe.write.wording import describe_counts

    fresh = summary.rows - summary.resumed
    parts = [format_count(summary.rows, "row"), f"{summary.rejected} rejected"]
    if summary.repeated:
        parts.append(f"{summary.repeated} known from equal rows")
    if summary.resumed:
        parts.append(f"{summary.resumed} from the earlier run")
    rate = f"{fresh / summary.seconds:.1f} rows/s" if summary.seconds else ""
    yield f"{', '.join(parts)}; {summary.seconds:.1f} s, {rate}"
    for reason, count in islice(summary.reasons.items(), 1):
        yield escape_controls(f"rejected most often, {format_count(count, 'row')}: {to_one_line(reason)}")
    yield f"statements: {describe_counts(summary.counts)}"
    for name, path in zip(("answers", "sentences", "rejects"), summary.files, strict=False):
        yield f"{name}: {path}"


@contextmanager
def _show_progress() -> Iterator[RowProgress | None]:
    """Show rows done, their rate and the time left, if standard error is a terminal."""
    import sys

    if not sys.stderr.isatty():
        yield None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TaskProgressColumn, TimeRemainingColumn

    speed = TaskProgressColumn(show_speed=True)
    columns = (BarColumn(bar_width=20), MofNCompleteColumn(), speed, TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("checking", total=None)
        yield lambda done, total: bar.update(task, completed=done, total=total)

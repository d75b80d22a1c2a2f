"""``ascribe report``: one page over the results of many replies."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ascribe.errors import InputError

if TYPE_CHECKING:
    from ascribe.batch_results import Comparison


def report(
    results: Annotated[
        list[Path],
        typer.Argument(metavar="RESULTS", help="Tables of answers that ascribe batch wrote."),
    ],
    output: Annotated[
        Path, typer.Option("--output", "-o", metavar="PAGE", help="The page, a file named .html.")
    ],
    by: Annotated[
        list[str] | None,
        typer.Option(
            metavar="COLUMN",
            help="Group the answers by this column, too. Columns for model, topic and run are found by their "
            "names. Can be repeated.",
        ),
    ] = None,
    time: Annotated[
        str | None,
        typer.Option(metavar="COLUMN", help="Column with the time of an answer. Default: found by its name."),
    ] = None,
    cluster: Annotated[
        str | None,
        typer.Option(metavar="COLUMN", help="Of two results: as for ascribe compare."),
    ] = None,
    limit: Annotated[int, typer.Option(min=0, help="List at most this many of the worst sentences.")] = 20,
    title: Annotated[str | None, typer.Option(help="Title of the page.")] = None,
) -> None:
    """Write one HTML page over the results of ascribe batch: by source, topic, model and time, with charts.

    With two results over the same table it also shows what changed from the first to the second.
    Exits with 0, or with 2 if it could not run.
    """
    from ascribe.apps.terminal import check_output_path, write
    from ascribe.batch_results import render_page, summarize
    from ascribe.batch_results.page import DEFAULT_TITLE, describe_rate

    if output.suffix.lower() not in (".html", ".htm"):
        raise InputError(f"{output}: the report is a page; give -o a name that ends in .html.")
    check_output_path(output)
    if cluster is not None and len(results) != 2:
        raise InputError("--cluster is for the comparison of two results; give two, or leave it out.")
    summary = summarize(results, by=by or (), time=time, limit=limit)
    write(render_page(summary, _find_drift(results, cluster), title or DEFAULT_TITLE), output)
    typer.echo(f"{summary.total.answers:,} answers; {describe_rate(summary.total)} → {output}", err=True)


def _find_drift(results: list[Path], cluster: str | None) -> Comparison | str | None:
    """Compare two results; without a common row, say so. None for another number of results."""
    from ascribe.batch_results import compare
    from ascribe.batch_results.pairs import NoCommonAnswersError

    if len(results) != 2:
        return None
    try:
        return compare(*results, cluster=cluster, limit=0)
    except NoCommonAnswersError as error:
        return str(error)

"""``ascribe evaluate``: measure quality on labelled files."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from ascribe.apps.completion import complete_components
from ascribe.apps.options import (
    TIERS,
    VERDICTS,
    Calibration,
    Model,
    Output,
    StrictnessOption,
    TableFormat,
    resolve_verifier,
)
from ascribe.errors import InputError


def evaluate(
    files: Annotated[
        list[Path],
        typer.Argument(metavar="FILES", help="Labelled files (.jsonl, .jsonl.gz), or folders of them."),
    ],
    tier: Annotated[
        list[str] | None,
        typer.Option(
            metavar=TIERS,
            help="Verifier, as for ascribe check. Can be repeated: further ones are measured beside the "
            "first on the same records, for verification and cited answers. Default: builtin.",
            rich_help_panel=VERDICTS,
            autocompletion=complete_components("verify"),
        ),
    ] = None,
    model: Model = None,
    strictness: StrictnessOption = "balanced",
    scorer: Annotated[
        str | None,
        typer.Option(
            metavar="NAME", help="Scorer whose ranking is measured for attribution. Default: that of check."
        ),
    ] = None,
    calibration: Calibration = None,
    limit: Annotated[
        int | None,
        typer.Option(
            min=1, metavar="NUMBER", help="Evaluate at most this many records of each file, drawn at random."
        ),
    ] = None,
    with_question: Annotated[
        bool,
        typer.Option(
            "--with-question",
            help="Attribution: put the query before the claim, for claims that are short answers.",
        ),
    ] = False,
    seed: Annotated[
        int, typer.Option(min=0, metavar="NUMBER", help="Random seed of the sample and the resamples.")
    ] = 0,
    resamples: Annotated[
        int, typer.Option(min=0, metavar="NUMBER", help="Bootstrap resamples for the intervals; 0 for none.")
    ] = 1000,
    format_: TableFormat = None,
    output: Output = None,
) -> None:
    """Measure quality on labelled files, with intervals.

    Every table compares the system with trivial baselines.
    Exits with 0 if the figures were computed, 2 if it could not run.
    """
    from ascribe.apps.inputs import parse_strictness
    from ascribe.apps.listings import check_output, choose_table_format
    from ascribe.apps.terminal import show_progress, write
    from ascribe.evaluation import evaluate as measure

    output = None if output == Path("-") else output
    name = choose_table_format(format_, output)
    check_output(output, files)
    first, others = (tier[0], tier[1:]) if tier else (None, [])
    if "hf" in others:
        raise InputError("--tier hf must be the first of several tiers, as it takes --model.")
    with show_progress("evaluating") as progress:
        evaluation = measure(
            files,
            tier=resolve_verifier(first, model),
            beside=others,
            strictness=parse_strictness(strictness),
            scorer=scorer,
            calibration=calibration,
            limit=limit,
            with_question=with_question,
            seed=seed,
            resamples=resamples,
            progress=progress,
        )
    write(_render(evaluation, name, output), output)
    if output is not None:
        typer.echo(f"figures → {output}", err=True)


def _render(evaluation: Any, name: str, output: Path | None) -> str:
    """Render the figures; a table on a terminal is coloured."""
    if name == "json":
        return str(evaluation.to_json())
    if name == "md":
        return str(evaluation.to_markdown())
    from shutil import get_terminal_size

    from ascribe.apps.terminal import wants_color
    from ascribe.evaluation.results import render_terminal

    width = get_terminal_size((120, 24)).columns
    return render_terminal(evaluation, width=width, color=output is None and wants_color())

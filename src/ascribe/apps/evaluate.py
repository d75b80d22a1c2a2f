"""``ascribe evaluate``: the figures of quality on labelled files."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from ascribe.errors import InputError

FORMATS = ("table", "md", "json")

_SUFFIXES = {".json": "json", ".md": "md", ".markdown": "md", ".txt": "table", ".text": "table"}
"""Ending of the output file → format."""


def evaluate(
    files: Annotated[
        list[Path],
        typer.Argument(metavar="FILES", help="Labelled files (.jsonl, .jsonl.gz), or folders of them."),
    ],
    tier: Annotated[
        str | None, typer.Option(help="Who judges: builtin (the models) or rules. Default: builtin.")
    ] = None,
    strictness: Annotated[str, typer.Option(help="loose, balanced, strict or paranoid.")] = "balanced",
    scorer: Annotated[
        str | None, typer.Option(help="Whose ranking is measured for attribution. Default: that of check.")
    ] = None,
    calibration: Annotated[
        Path | None, typer.Option(metavar="FILE", help="A file of ascribe calibrate, for the tier builtin.")
    ] = None,
    limit: Annotated[
        int | None, typer.Option(min=1, help="Judge at most this many records of each file, at random.")
    ] = None,
    with_question: Annotated[
        bool,
        typer.Option(
            "--with-question", help="Attribution: put the query before the claim, for short answers."
        ),
    ] = False,
    seed: Annotated[int, typer.Option(min=0, help="Of the sample and the resamples.")] = 0,
    resamples: Annotated[int, typer.Option(min=0, help="Draws for the intervals; 0 for none.")] = 1000,
    format_: Annotated[
        str | None,
        typer.Option(
            "--format",
            "-f",
            help="table, md or json. Default: by the ending of -o; else table on a terminal, md in a pipe.",
        ),
    ] = None,
    output: Annotated[
        Path | None, typer.Option("--output", "-o", help="Write there, not to the screen; - is the screen.")
    ] = None,
) -> None:
    """Measure quality on labelled files, with intervals.

    Every table has trivial floors beside the system.
    Exits with 0 if the figures were made, 2 if it could not run.
    """
    from ascribe.apps.cli import _progress, _write
    from ascribe.evaluation import evaluate as measure

    output = None if output == Path("-") else output
    name = _format(format_, output)
    _check_output(output, files)
    with _progress("judging") as progress:
        evaluation = measure(
            files,
            tier=tier,
            strictness=strictness,  # type: ignore[arg-type]  # check() names the four levels if it is none of them
            scorer=scorer,
            calibration=calibration,
            limit=limit,
            with_question=with_question,
            seed=seed,
            resamples=resamples,
            progress=progress,
        )
    _write(_render(evaluation, name, output), output)


def _format(name: str | None, output: Path | None) -> str:
    import sys

    if name is None and output is not None:
        name = _SUFFIXES.get(output.suffix.lower())
        if name is None:
            raise InputError(f"{output}: no format is known by that ending; name one with --format.")
    if name is None:
        name = "table" if sys.stdout is not None and sys.stdout.isatty() else "md"
    if name not in FORMATS:
        raise InputError(f"--format must be one of {', '.join(FORMATS)}, got {name!r}.")
    return name


def _check_output(output: Path | None, files: list[Path]) -> None:
    if output is None:
        return
    if output.is_dir() or not output.parent.is_dir():
        raise InputError(f"{output}: cannot be written; give a file in a folder that exists as -o.")
    if any(file.is_file() and output.exists() and output.samefile(file) for file in files):
        raise InputError(f"{output}: -o would overwrite a labelled file; give another -o.")


def _render(evaluation: Any, name: str, output: Path | None) -> str:
    """The text of the figures; as a table in colour where a person looks."""
    if name == "json":
        return str(evaluation.to_json())
    if name == "md":
        return str(evaluation.to_markdown())
    from shutil import get_terminal_size

    from ascribe.apps.cli import _wants_color
    from ascribe.evaluation.tables import drawn

    width = get_terminal_size((120, 24)).columns
    return drawn(evaluation, width=width, color=output is None and _wants_color())

"""``ascribe calibrate``: fits the built-in tier's probability and bars to labelled statements."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ascribe.errors import InputError

if TYPE_CHECKING:
    from ascribe.apps.listings import Listing
    from ascribe.calibration.report import FileCount, Level, Report
    from ascribe.evaluation.bootstrap import Figure

NOTHING = "–"

INTERVAL = "In brackets the 95 % interval, by bootstrap over source documents."

HELD_OUT = (
    "After: each statement is judged by a fit on four fifths of the source documents, without its own. "
    "Before: the shipped numbers on the same statements. The file itself is fitted on all of them."
)


def calibrate(
    files: Annotated[
        list[Path],
        typer.Argument(
            metavar="FILES", help="Labelled files (.jsonl, .jsonl.gz), or folders: claim, source, label."
        ),
    ],
    output: Annotated[
        Path, typer.Option("--output", "-o", metavar="FILE", help="Write the calibration there, as JSON.")
    ],
    seed: Annotated[int, typer.Option(min=0, help="Of the fifths and the intervals.")] = 0,
) -> None:
    """Fit the tier builtin to labelled statements of your own.

    Exits with 0 if the file was written, 2 if it could not run.
    """
    from ascribe.apps.listings import check_output, for_screen, shown
    from ascribe.apps.screen import progress_bar, write
    from ascribe.calibration import calibrated

    if output == Path("-"):
        raise InputError("-o takes the name of a file; the figures go to the screen.")
    check_output(output, files)
    with progress_bar("judging") as progress:
        report = calibrated(files, seed, progress)
    write(_json(report), output)
    write(shown(listings(report, output), for_screen(), None), None)


def _json(report: Report) -> str:
    import msgspec

    return msgspec.json.format(msgspec.json.encode(report.combiner), indent=2).decode()


def listings(report: Report, output: Path) -> list[Listing]:
    """What was fitted, the levels before and after, and how the file is used."""
    from ascribe.apps.listings import Listing

    head = ("level", "bar before", "bar", "kept before", "kept", "let through before", "let through")
    notes = (
        f"AUROC before {_auroc(report.auroc_before)}, after {_auroc(report.auroc_after)}. {INTERVAL}",
        "Kept: supported statements that are called supported, in %. Let through: others that are.",
        "A statement that the rules object to needs the bar of the level above.",
        HELD_OUT if not report.why_not else f"After is not known: {report.why_not}.",
    )
    used = (
        f"Written to {output}. Use it with: ascribe check … --tier builtin --calibration {output}",
        f"From Python: ascribe.check(…, tier='builtin', calibration={str(output)!r})",
    )
    return [
        Listing(
            f"Statements, from {report.documents} source documents",
            ("file", "fitted", "left out"),
            tuple(map(_file, report.files)),
        ),
        Listing("Levels", head, tuple(map(_level, report.levels)), notes),
        Listing("How to use it", notes=used),
    ]


def _file(count: FileCount) -> tuple[str, ...]:
    reasons = ", ".join(f"{number} {reason}" for reason, number in count.left_out.items())
    return count.name, str(count.fitted), reasons or "0"


def _level(level: Level) -> tuple[str, ...]:
    after = (NOTHING, NOTHING)
    if level.after is not None:
        after = (_percent(level.after.kept), _percent(level.after.let_through))
    return (
        level.name,
        f"{level.bar_before:.2f}",
        f"{level.bar:.2f}",
        _percent(level.before.kept),
        after[0],
        _percent(level.before.let_through),
        after[1],
    )


def _percent(figure: Figure) -> str:
    return NOTHING if figure.value is None else f"{100 * figure.value:.1f}"


def _auroc(figure: Figure | None) -> str:
    """The figure with its interval."""
    if figure is None or figure.value is None:
        return NOTHING
    if figure.low is None or figure.high is None:
        return f"{figure.value:.3f}"
    return f"{figure.value:.3f} [{figure.low:.3f}, {figure.high:.3f}]"

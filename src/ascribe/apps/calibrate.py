"""``ascribe calibrate``: fits to labelled statements, or to questions, of the user's own."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ascribe.apps.calibrate_answers import calibrate_answers
from ascribe.apps.library import ConfigFile, LibraryFile, opened_library, read_config_file
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
    output: Annotated[
        Path, typer.Option("--output", "-o", metavar="FILE", help="Write the calibration there, as JSON.")
    ],
    files: Annotated[
        list[Path] | None,
        typer.Argument(
            metavar="[FILES]", help="Labelled files (.jsonl, .jsonl.gz), or folders: claim, source, label."
        ),
    ] = None,
    questions: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Instead: questions (.jsonl) with answerable and quotes."),
    ] = None,
    library: LibraryFile = None,
    config: ConfigFile = None,
    risk: Annotated[
        float, typer.Option(help="With --questions: most of the answers that may be wrong, as a share.")
    ] = 0.1,
    confidence: Annotated[
        float, typer.Option(help="With --questions: how sure that must be, as a probability.")
    ] = 0.95,
    seed: Annotated[int, typer.Option(min=0, help="Of the fifths and the intervals.")] = 0,
) -> None:
    """Fit the tier builtin to statements of your own, or bound the wrong answers to your own questions.

    Exits with 0 if the file was written, 1 if no bar keeps the bound, 2 if it could not run.
    """
    from ascribe.apps.listings import check_output

    if output == Path("-"):
        raise InputError("-o takes the name of a file; the figures go to the screen.")
    if bool(files) == (questions is not None):
        raise InputError("calibrate takes labelled files, or --questions with a file; give one of them.")
    if questions is None and (library or config):
        raise InputError("--library and --config are for --questions; leave them out.")
    if questions is not None:
        check_output(output, [questions])
        calibrate_answers(
            questions, opened_library(library, read_config_file(config)), risk, confidence, output
        )
        return
    _calibrate_tier(files or [], output, seed)


def _calibrate_tier(files: list[Path], output: Path, seed: int) -> None:
    from ascribe.apps.listings import check_output, for_screen, shown
    from ascribe.apps.screen import progress_bar, write
    from ascribe.calibration import calibrated

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

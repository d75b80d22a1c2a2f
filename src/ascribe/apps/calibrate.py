"""``ascribe calibrate``: fit tier ``builtin`` to labelled statements, or an answer threshold to questions."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ascribe.apps.library import LibraryFile, open_library, read_config_file
from ascribe.apps.options import ConfigFile
from ascribe.errors import InputError

if TYPE_CHECKING:
    from ascribe.apps.listings import Listing
    from ascribe.evaluation.calibration import AnswerReport
    from ascribe.evaluation.calibration.answer_threshold import ThresholdOutcome
    from ascribe.evaluation.calibration.report import FileCount, Level, Report
    from ascribe.evaluation.metrics import Figure
    from ascribe.library import Library


NOTHING = "–"

INTERVAL = "In brackets the 95 % interval, by bootstrap over source documents."

HELD_OUT = (
    "After: each statement is scored by a fit on four fifths of the source documents, without its own. "
    "Before: the shipped numbers on the same statements. The file itself is fitted on all of them."
)


def calibrate(
    output: Annotated[
        Path,
        typer.Option("--output", "-o", metavar="FILE", help="Write the calibration to this file, as JSON."),
    ],
    files: Annotated[
        list[Path] | None,
        typer.Argument(
            metavar="[FILES]",
            help="Labelled files (.jsonl, .jsonl.gz) with claim, source and label, or folders of them.",
        ),
    ] = None,
    questions: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE",
            help="Fit the answer threshold instead, to questions (.jsonl) with answerable and quotes.",
        ),
    ] = None,
    library: LibraryFile = None,
    config: ConfigFile = None,
    risk: Annotated[
        float, typer.Option(metavar="SHARE", help="With --questions: maximum share of wrong answers.")
    ] = 0.1,
    confidence: Annotated[
        float, typer.Option(metavar="SHARE", help="With --questions: confidence that the share holds.")
    ] = 0.95,
    seed: Annotated[
        int, typer.Option(min=0, metavar="NUMBER", help="Random seed of the folds and the intervals.")
    ] = 0,
    tier: Annotated[
        str, typer.Option(metavar="builtin|large", help="Tier to fit to the statements.")
    ] = "builtin",
) -> None:
    """Fit a tier to your own statements, or bound the share of wrong answers to your own questions.

    Exits with 0 if the file was written, 1 if no threshold meets the bound, 2 if it could not run.
    """
    from ascribe.apps.listings import check_output

    if output == Path("-"):
        raise InputError("-o takes the name of a file; the figures are printed to the screen.")
    if bool(files) == (questions is not None):
        raise InputError("calibrate takes labelled files, or --questions with a file; give one of them.")
    if questions is None and (library or config):
        raise InputError("--library and --config need --questions; leave them out.")
    if questions is not None:
        check_output(output, [questions])
        calibrate_answers(
            questions, open_library(library, read_config_file(config)), risk, confidence, output
        )
        return
    _calibrate_tier(files or [], output, seed, tier)


def _calibrate_tier(files: list[Path], output: Path, seed: int, tier: str) -> None:
    from ascribe.apps.listings import check_output, choose_screen_format, render_listings
    from ascribe.apps.terminal import show_progress, write
    from ascribe.evaluation.calibration import calibrate_combiner

    check_output(output, files)
    with show_progress("checking") as progress:
        report = calibrate_combiner(files, seed, progress, tier=tier)
    write(_render_json(report), output)
    write(render_listings(build_listings(report, output, tier), choose_screen_format(), None), None)


def _render_json(report: Report) -> str:
    import msgspec

    return msgspec.json.format(msgspec.json.encode(report.combiner), indent=2).decode()


def build_listings(report: Report, output: Path, tier: str) -> list[Listing]:
    """Build the tables: what was fitted, the levels before and after, and how to use the file."""
    from ascribe.apps.listings import Listing

    head = (
        "level",
        "threshold before",
        "threshold",
        "recall before",
        "recall",
        "false positives before",
        "false positives",
    )
    notes = (
        f"AUROC before {_format_auroc(report.auroc_before)}, after {_format_auroc(report.auroc_after)}.",
        INTERVAL,
        "Recall: share of the supported statements that are called supported, in %.",
        "False positives: share of the other statements that are called supported, in %.",
        "A statement with a rule objection needs the threshold of the level above.",
        HELD_OUT if not report.why_not else f"After is not known: {report.why_not}.",
    )
    used = (
        f"Written to {output}. To use it: ascribe check … --tier {tier} --calibration {output}",
        f"From Python: ascribe.check(…, tier={tier!r}, calibration={str(output)!r})",
    )
    return [
        Listing(
            f"Statements, from {report.documents} source documents",
            ("file", "fitted", "left out"),
            tuple(map(_build_file_row, report.files)),
        ),
        Listing("Levels", head, tuple(map(_build_level_row, report.levels)), notes),
        Listing("How to use it", notes=used),
    ]


def _build_file_row(count: FileCount) -> tuple[str, ...]:
    reasons = ", ".join(f"{number} {reason}" for reason, number in count.left_out.items())
    return count.name, str(count.fitted), reasons or "0"


def _build_level_row(level: Level) -> tuple[str, ...]:
    after = (NOTHING, NOTHING)
    if level.after is not None:
        after = (_format_figure(level.after.recall), _format_figure(level.after.false_positive_rate))
    return (
        level.name,
        f"{level.shipped_threshold:.2f}",
        f"{level.threshold:.2f}",
        _format_figure(level.before.recall),
        after[0],
        _format_figure(level.before.false_positive_rate),
        after[1],
    )


def _format_figure(figure: Figure) -> str:
    return NOTHING if figure.value is None else f"{100 * figure.value:.1f}"


def _format_auroc(figure: Figure | None) -> str:
    """Format the figure with its interval, or a dash if it has no value."""
    if figure is None or figure.value is None:
        return NOTHING
    if figure.low is None or figure.high is None:
        return f"{figure.value:.3f}"
    return f"{figure.value:.3f} [{figure.low:.3f}, {figure.high:.3f}]"


def calibrate_answers(
    questions: Path, library: Library, risk: float, confidence: float, output: Path
) -> None:
    """Write the calibration file and print what its threshold does; exit with 1 if none was found."""
    import msgspec

    from ascribe.apps.listings import choose_screen_format, render_listings
    from ascribe.apps.terminal import show_progress, write
    from ascribe.evaluation.calibration import calibrate_answer_threshold

    with library, show_progress("asking") as progress:
        report = calibrate_answer_threshold(questions, library, risk, confidence, progress)
    if report.threshold is not None:
        write(msgspec.json.format(msgspec.json.encode(report.threshold), indent=2).decode(), output)
    write(render_listings(build_answer_listings(report, output), choose_screen_format(), None), None)
    if report.threshold is None:
        raise typer.Exit(1)


def build_answer_listings(report: AnswerReport, output: Path) -> list[Listing]:
    """Build the table of the level's threshold and the fitted one, and how to use the file."""
    from ascribe.apps.listings import Listing

    risk, confidence = _format_share(report.risk), _format_share(report.confidence)
    promise = f"at most {risk} % of the answers wrong, with {confidence} % confidence"
    head = ("threshold", "value", "answered", "in %", "wrong", "in %", "at most, in %")
    rows = [_build_threshold_row("before", report.before)]
    if report.after is None:
        notes: tuple[str, ...] = (
            f"No threshold guarantees {promise}: {report.why_not}. Nothing was written.",
        )
    else:
        rows.append(_build_threshold_row("found", report.after))
        notes = (
            f"Found: the lowest threshold that guarantees {promise}.",
            f"Written to {output}. To use it: ascribe ask … --calibration {output}",
            f"From Python: library.ask(…, calibration={str(output)!r})",
        )
    return [Listing(f"Answers to {report.before.asked} questions", head, tuple(rows), notes)]


def _build_threshold_row(name: str, outcome: ThresholdOutcome) -> tuple[str, ...]:
    share = _format_share(outcome.wrong / outcome.answered) if outcome.answered else "–"
    answered = (str(outcome.answered), _format_share(outcome.coverage))
    return name, f"{outcome.threshold:g}", *answered, str(outcome.wrong), share, _format_share(outcome.bound)


def _format_share(share: float) -> str:
    return f"{100 * share:.1f}".removesuffix(".0")

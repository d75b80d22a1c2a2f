"""``ascribe calibrate --questions``: the bar of extractive answers of which few enough are wrong."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import typer

if TYPE_CHECKING:
    from ascribe.apps.listings import Listing
    from ascribe.calibration import AnswerReport
    from ascribe.calibration.risk import Bar
    from ascribe.library import Library


def calibrate_answers(
    questions: Path, library: Library, risk: float, confidence: float, output: Path
) -> None:
    """Write the file and show what its bar does; where there is none, exit with 1."""
    import msgspec

    from ascribe.apps.listings import for_screen, shown
    from ascribe.apps.screen import progress_bar, write
    from ascribe.calibration import calibrated_answers

    with library, progress_bar("asking") as progress:
        report = calibrated_answers(questions, library, risk, confidence, progress)
    if report.answer_bar is not None:
        write(msgspec.json.format(msgspec.json.encode(report.answer_bar), indent=2).decode(), output)
    write(shown(listings(report, output), for_screen(), None), None)
    if report.answer_bar is None:
        raise typer.Exit(1)


def listings(report: AnswerReport, output: Path) -> list[Listing]:
    """What the bar of the level and the one that was found do, and how the file is used."""
    from ascribe.apps.listings import Listing

    risk, confidence = _percent(report.risk), _percent(report.confidence)
    promise = f"at most {risk} % of the answers wrong, with {confidence} % confidence"
    head = ("bar", "from", "answered", "in %", "wrong", "in %", "at most, in %")
    rows = [_row("before", report.before)]
    if report.after is None:
        notes: tuple[str, ...] = (f"No bar keeps {promise}: {report.why_not}. Nothing was written.",)
    else:
        rows.append(_row("found", report.after))
        notes = (
            f"Found: the lowest bar with {promise}.",
            f"Written to {output}. Use it with: ascribe ask … --calibration {output}",
            f"From Python: library.ask(…, calibration={str(output)!r})",
        )
    return [Listing(f"Answers to {report.before.asked} questions", head, tuple(rows), notes)]


def _row(name: str, bar: Bar) -> tuple[str, ...]:
    share = _percent(bar.wrong / bar.answered) if bar.answered else "–"
    answered = (str(bar.answered), _percent(bar.coverage))
    return name, f"{bar.bar:g}", *answered, str(bar.wrong), share, _percent(bar.bound)


def _percent(share: float) -> str:
    return f"{100 * share:.1f}".removesuffix(".0")

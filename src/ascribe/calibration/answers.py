"""A file of questions and a library → the bar of answers that keeps a risk, or why none does."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from ascribe.calibration.questions import ask_all, read_questions
from ascribe.calibration.risk import Bar, at_bar, bars_tried, least_answers
from ascribe.errors import InputError
from ascribe.library import Library
from ascribe.library.answer_bar import AnswerBar, circumstances
from ascribe.library.answering.extractive import BARS
from ascribe.pipeline import Progress, choose


@dataclass(frozen=True, slots=True)
class AnswerReport:
    """What was found.

    Args:
        risk: share of wrong answers that was asked for.
        confidence: that it is kept.
        before: what the bar of the level does to the same questions.
        after: the bar that was found; None if none keeps the risk.
        why_not: why there is none, in one sentence; empty if there is one.
        answer_bar: what is written to the file; None if there is none.
    """

    risk: float
    confidence: float
    before: Bar
    after: Bar | None
    why_not: str
    answer_bar: AnswerBar | None


def calibrated_answers(
    file: Path,
    library: Library,
    risk: float = 0.1,
    confidence: float = 0.95,
    progress: Progress | None = None,
) -> AnswerReport:
    """The lowest bar with at most that share of wrong answers, at that confidence.

    Args:
        file: the questions; see ``read_questions``.
        library: the one that is asked, by its options.
        risk: share of wrong answers among those that are given, above 0 and below 1.
        confidence: that it is kept, above 0 and below 1.
        progress: told of every question.

    Raises:
        InputError: a number is out of range, the file or a line of it cannot be used, or the library is
            asked with another generator.
    """
    for name, value in (("risk", risk), ("confidence", confidence)):
        if not 0.0 < value < 1.0:
            raise InputError(f"{name} must be above 0 and below 1, got {value}.")
    told = library.options
    if told.generator != "extractive" or told.calibration is not None:
        raise InputError(
            "only the generator 'extractive' can be calibrated: leave generator and calibration out."
        )
    choice = choose(tier=told.tier, strictness=told.strictness, language=told.language)
    rows = ask_all(read_questions(file), library, progress)
    tried = bars_tried(rows, risk, confidence)
    kept = [bar for bar in tried if bar.bound <= risk]
    before = at_bar(rows, BARS[choice.strictness], confidence)
    if not kept:
        why_not = _why_not(tried, at_bar(rows, 0.0, confidence), risk, confidence)
        return AnswerReport(risk, confidence, before, None, why_not, None)
    found = AnswerBar(
        bar=kept[-1].bar,
        risk=risk,
        confidence=confidence,
        bound=kept[-1].bound,
        asked=len(rows),
        answered=kept[-1].answered,
        wrong=kept[-1].wrong,
        asked_with=circumstances(
            told, choice, encoded=not library.info()["not encoded"], language=told.language
        ),
    )
    return AnswerReport(risk, confidence, before, kept[-1], "", found)


def _why_not(tried: list[Bar], loosest: Bar, risk: float, confidence: float) -> str:
    """Why no bar keeps the risk: too few answers, or too many wrong ones."""
    if not tried:
        least = least_answers(risk, confidence)
        return f"it takes at least {least} answers, all of them right, and there are {loosest.answered}"
    first = tried[0]
    counts = f"{first.wrong} of {first.answered} are wrong: up to {100 * first.bound:.1f} % may be"
    return f"at the strictest bar that enough answers reach, {first.bar}, {counts}"

"""``evaluate``: labelled files in, tables of figures out."""

from __future__ import annotations

import platform
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any, Protocol

import numpy as np

from ascribe.errors import InputError
from ascribe.evaluation.attribution import AttributionTally
from ascribe.evaluation.bootstrap import LEVEL, Resampling
from ascribe.evaluation.cited_answers import CitedAnswersTally
from ascribe.evaluation.files import Labelled, NoTaskError, find_files, look_through, sample
from ascribe.evaluation.floors import NotRun, ScorerRanking, floor_predictors, floor_rankings, scorer_maker
from ascribe.evaluation.items import Task
from ascribe.evaluation.judged import Resample
from ascribe.evaluation.metrics import BINS
from ascribe.evaluation.predictors import NEUTRAL, CheckPredictor, Predictor
from ascribe.evaluation.results import Evaluation, Table, mean_tables
from ascribe.evaluation.spans import SpansTally
from ascribe.evaluation.verification import VerificationTally
from ascribe.records import Strictness
from ascribe.stages import VerifierFactory

Progress = Callable[[str, int, int], None]


class Tally(Protocol):
    """Judges the items of one file and makes its tables."""

    def add(self, item: Any) -> None:
        """Judge one item."""
        ...

    def tables(self, file: str, resample: Resample) -> list[Table]:
        """The tables of what was judged."""
        ...


def evaluate(
    paths: str | Path | Iterable[str | Path],
    *,
    tier: str | VerifierFactory | None = None,
    strictness: Strictness = "balanced",
    scorer: str | None = None,
    calibration: str | Path | None = None,
    beside: Sequence[Predictor] = (),
    limit: int | None = None,
    with_question: bool = False,
    seed: int = 0,
    resamples: int = 1000,
    progress: Progress | None = None,
) -> Evaluation:
    """How well ``check`` does on labelled files, beside trivial floors, with 95 % intervals.

    Args:
        paths: files in JSON Lines (.jsonl or .jsonl.gz), or folders of them. The task is read off the fields:
            ``claim``, ``source``, ``label``; or ``claim``, ``sources``, ``gold``; or ``passages``,
            ``sentences``; or ``answer``, ``sources``, ``unsupported``.
        tier: who judges, as ``check`` takes it; None takes the strongest that is installed.
        strictness: the level whose shipped threshold is used.
        scorer: registered scorer whose ranking is measured for attribution; None takes that of ``check``.
        calibration: a file of ``ascribe calibrate``, for a tier that takes one.
        beside: further systems to measure with the same items, for verification and cited answers.
        limit: judge at most this many records of each file, drawn at random; each is equally likely.
        with_question: put ``query`` before the claim of an attribution record, for claims that are short
            answers.
        seed: of the sample and the resamples; the same seed gives the same figures.
        resamples: draws of source documents for the intervals; 0 gives none.
        progress: called with (file name, records done, records in all).

    Raises:
        InputError: a file or line that cannot be used; the message names it.
        UnknownComponentError: a tier or scorer that is not installed.
    """
    _check_numbers(limit, seed, resamples)
    given = [paths] if isinstance(paths, str | Path) else list(paths)
    files, skipped = _looked_through(given, with_question)
    system = CheckPredictor(tier, strictness, calibration)
    scorer = scorer or str(system.settings["components"]["score"])
    make = _tallies(system, scorer, strictness, beside)
    tables: list[Table] = []
    for number, file in enumerate(files):

        def resample(clusters: Sequence[str], number: int = number) -> Resampling:
            return Resampling(tuple(clusters), resamples, seed, number)

        tally = make[file.task]()
        _judge(file, tally, sample(file.clusters, limit, seed), progress)
        tables += tally.tables(str(file.path), resample)
    used = {} if calibration is None else {"calibration": str(calibration)}
    options = {**used, "limit": limit, "with_question": with_question, "seed": seed, "resamples": resamples}
    settings = _settings(system, scorer, options)
    return Evaluation(tuple(tables), mean_tables(tables), settings, skipped)


def _tallies(
    system: CheckPredictor, scorer: str, strictness: Strictness, beside: Sequence[Predictor]
) -> dict[Task, Callable[[], Tally]]:
    """Task → what makes a tally of the system and its floors, which are loaded here, once for all files."""
    ranking = ScorerRanking(scorer_maker(scorer), f"{scorer} ranking")
    predictors = _named_once([system, *beside, *floor_predictors(strictness)])
    rankings = floor_rankings()
    return {
        "verification": lambda: VerificationTally(predictors),
        "attribution": lambda: AttributionTally(system, ranking, rankings),
        "cited_answers": lambda: CitedAnswersTally(predictors),
        "spans": lambda: SpansTally(system),
    }


def _named_once(predictors: list[Predictor | NotRun]) -> list[Predictor | NotRun]:
    """The predictors, if no two share a name.

    Raises:
        InputError: two of them do.
    """
    names = [predictor.name for predictor in predictors]
    for name in names:
        if names.count(name) > 1:
            raise InputError(f"two systems are called {name!r}; give each a name of its own.")
    return predictors


def _check_numbers(limit: int | None, seed: int, resamples: int) -> None:
    if limit is not None and limit < 1:
        raise InputError(f"limit must be at least 1, got {limit}.")
    for name, value in (("seed", seed), ("resamples", resamples)):
        if value < 0:
            raise InputError(f"{name} must be 0 or more, got {value}.")


def _looked_through(
    paths: Sequence[str | Path], with_question: bool
) -> tuple[list[Labelled], dict[str, str]]:
    """The files to judge; those of a folder whose records fit no task, with the reason."""
    named = {Path(path) for path in paths}
    files, skipped = [], {}
    for path in find_files(paths):
        try:
            files.append(look_through(path, with_question))
        except NoTaskError as error:
            if path in named:
                raise
            skipped[str(path)] = str(error)
    if not files:
        raise InputError(next(iter(skipped.values())))
    return files, skipped


def _judge(file: Labelled, tally: Tally, chosen: frozenset[int] | None, progress: Progress | None) -> None:
    total = len(file.clusters) if chosen is None else len(chosen)
    for done, (line, item) in enumerate(file.items(chosen)):
        if progress is not None:
            progress(file.path.name, done, total)
        try:
            tally.add(item)
        except InputError as error:
            raise InputError(f"{file.path}, line {line}: {error}") from error
    if progress is not None:
        progress(file.path.name, total, total)


def _settings(system: CheckPredictor, scorer: str, options: dict[str, Any]) -> dict[str, Any]:
    return {
        **system.settings,
        "scorer": scorer,
        **options,
        "interval_percent": LEVEL,
        "calibration_bins": BINS,
        "neutral": NEUTRAL,
        "versions": {
            **system.settings["versions"],
            "numpy": np.__version__,
            "python": platform.python_version(),
        },
    }

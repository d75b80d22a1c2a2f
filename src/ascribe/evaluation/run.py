"""``evaluate``: measure a tier on labelled files and return tables of figures."""

from __future__ import annotations

import platform
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any, Protocol

import numpy as np

from ascribe.errors import InputError
from ascribe.evaluation.attribution import AttributionEvaluator
from ascribe.evaluation.cited_answers import CitedAnswersEvaluator
from ascribe.evaluation.datasets import (
    LabelledFile,
    NoTaskError,
    find_files,
    sample_indices,
    scan_file,
)
from ascribe.evaluation.items import Task
from ascribe.evaluation.metrics import BINS, CONFIDENCE_LEVEL, Resampling
from ascribe.evaluation.predictors import (
    NEUTRAL,
    CheckPredictor,
    Predictor,
    ScorerRanking,
    SkippedRow,
    build_baseline_predictors,
    build_baseline_rankings,
    find_scorer_factory,
)
from ascribe.evaluation.results import Evaluation, Table, compute_mean_tables
from ascribe.evaluation.scoring import Resample, VerificationEvaluator
from ascribe.evaluation.spans import SpansEvaluator
from ascribe.option_names import explain_unknown_options
from ascribe.protocols import TierChoice
from ascribe.read.sources import Progress
from ascribe.records import Strictness


class Evaluator(Protocol):
    """Evaluates the items of one file and builds its tables."""

    def add(self, item: Any) -> None:
        """Evaluate one item."""
        ...

    def tables(self, file: str, resample: Resample) -> list[Table]:
        """Return the tables of the evaluated items."""
        ...


@explain_unknown_options()
def evaluate(
    paths: str | Path | Iterable[str | Path],
    *,
    tier: TierChoice | None = None,
    strictness: Strictness = "balanced",
    scorer: str | None = None,
    calibration: str | Path | None = None,
    beside: Sequence[Predictor | str] = (),
    limit: int | None = None,
    with_question: bool = False,
    seed: int = 0,
    resamples: int = 1000,
    progress: Progress | None = None,
) -> Evaluation:
    """Measure ``check`` on labelled files beside trivial baselines, with 95 % intervals.

    Args:
        paths: files in JSON Lines (.jsonl or .jsonl.gz), or folders of them. The fields tell the task:
            ``claim``, ``source``, ``label``; or ``claim``, ``sources``, ``gold``; or ``passages``,
            ``sentences``; or ``answer``, ``sources``, ``unsupported``.
        tier: as for ``check``; None takes the strongest installed tier.
        strictness: the level whose threshold is used.
        scorer: name of the scorer whose ranking is measured for attribution; None takes that of ``check``.
        calibration: a file from ``ascribe calibrate``, for a tier that accepts one.
        beside: further systems to measure on the same items, for verification and cited answers: predictors,
            or names of tiers.
        limit: maximum number of records per file, drawn at random; each is equally likely.
        with_question: put ``query`` before the claim of an attribution record, for claims that are short
            answers.
        seed: seed of the sample and the resamples; the same seed gives the same figures.
        resamples: bootstrap resamples for the intervals; 0 gives no intervals.
        progress: called with (file name, records done, records in total).

    Raises:
        InputError: a file or line is invalid; the message names it.
        UnknownComponentError: the tier or scorer is not installed.
    """
    _check_numbers(limit, seed, resamples)
    if not isinstance(paths, str | Path | Iterable):
        raise InputError(f"paths must be files or folders, got {type(paths).__name__}.")
    given = [paths] if isinstance(paths, str | Path) else list(paths)
    files, skipped = _load_files(given, with_question)
    if isinstance(tier, list | tuple | set):
        raise InputError("tier is one tier; give the others in beside, as in evaluate(…, beside=['rules']).")
    system = CheckPredictor(tier, strictness, calibration)
    others = _build_others(beside, strictness)
    scorer = scorer or str(system.settings["components"]["score"])
    make = _build_evaluators(system, scorer, strictness, others)
    tables: list[Table] = []
    for number, file in enumerate(files):

        def resample(clusters: Sequence[str], number: int = number) -> Resampling:
            return Resampling(tuple(clusters), resamples, seed, number)

        evaluator = make[file.task]()
        _evaluate_file(file, evaluator, sample_indices(file.clusters, limit, seed), progress)
        tables += evaluator.tables(str(file.path), resample)
    used = {} if calibration is None else {"calibration": str(calibration)}
    options = {**used, "limit": limit, "with_question": with_question, "seed": seed, "resamples": resamples}
    settings = _build_settings(system, scorer, options)
    return Evaluation(tuple(tables), compute_mean_tables(tables), settings, skipped)


def _build_evaluators(
    system: CheckPredictor, scorer: str, strictness: Strictness, beside: Sequence[Predictor]
) -> dict[Task, Callable[[], Evaluator]]:
    """Build task → factory of an evaluator; the system and its baselines are loaded once for all files."""
    ranking = ScorerRanking(find_scorer_factory(scorer), f"{scorer} ranking")
    predictors = _check_unique_names([system, *beside, *build_baseline_predictors(strictness)])
    rankings = build_baseline_rankings()
    return {
        "verification": lambda: VerificationEvaluator(predictors),
        "attribution": lambda: AttributionEvaluator(system, ranking, rankings),
        "cited_answers": lambda: CitedAnswersEvaluator(predictors),
        "spans": lambda: SpansEvaluator(system),
    }


def _build_others(beside: Sequence[Predictor | str], strictness: Strictness) -> list[Predictor]:
    """Return the further systems; a name is that of a tier."""
    if isinstance(beside, str):
        raise InputError(f"beside must be a list of systems, got {beside!r}; write [{beside!r}].")
    others = [CheckPredictor(each, strictness) if isinstance(each, str) else each for each in beside]
    for each in others:
        if not isinstance(getattr(each, "name", None), str):
            raise InputError(
                f"beside: a system must be the name of a tier or a predictor with a name, got "
                f"{type(each).__name__}."
            )
    return others


def _check_unique_names(predictors: list[Predictor | SkippedRow]) -> list[Predictor | SkippedRow]:
    """Return the predictors if their names are unique.

    Raises:
        InputError: two predictors have the same name.
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


def _load_files(
    paths: Sequence[str | Path], with_question: bool
) -> tuple[list[LabelledFile], dict[str, str]]:
    """Return the files to evaluate, and the reason for each skipped file of a folder."""
    named = {Path(path) for path in paths}
    files, skipped = [], {}
    for path in find_files(paths):
        try:
            files.append(scan_file(path, with_question))
        except NoTaskError as error:
            if path in named:
                raise
            skipped[str(path)] = str(error)
    if not files:
        raise InputError(next(iter(skipped.values())))
    return files, skipped


def _evaluate_file(
    file: LabelledFile, evaluator: Evaluator, chosen: frozenset[int] | None, progress: Progress | None
) -> None:
    total = len(file.clusters) if chosen is None else len(chosen)
    for done, (line, item) in enumerate(file.items(chosen)):
        if progress is not None:
            progress(file.path.name, done, total)
        try:
            evaluator.add(item)
        except InputError as error:
            raise InputError(f"{file.path}, line {line}: {error}") from error
    if progress is not None:
        progress(file.path.name, total, total)


def _build_settings(system: CheckPredictor, scorer: str, options: dict[str, Any]) -> dict[str, Any]:
    return {
        **system.settings,
        "scorer": scorer,
        **options,
        "interval_percent": CONFIDENCE_LEVEL,
        "calibration_bins": BINS,
        "neutral": NEUTRAL,
        "versions": {
            **system.settings["versions"],
            "numpy": np.__version__,
            "python": platform.python_version(),
        },
    }

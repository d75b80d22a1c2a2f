"""Calibrate the combiner on labelled files, and report cross-validated figures.

Figures on the fitted statements would be too optimistic. So the source documents are split into five folds,
and each fold is predicted by a fit on the other four (Stone 1974, with whole documents as in ``ascribe
evaluate``). The returned combiner is fitted on all statements. The features are those in the details of each
verdict of ``check``, so the fit sees what will run. Every file has the same weight, and in it the supported
statements have the same weight as the others, except in small files.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from ascribe.errors import InputError
from ascribe.evaluation import metrics
from ascribe.evaluation.calibration.fitting import (
    TrainingSet,
    compute_even_weights,
    fit_combiner,
    predict_supported,
)
from ascribe.evaluation.datasets import LabelledFile, find_files, scan_file
from ascribe.evaluation.items import VerificationItem
from ascribe.evaluation.metrics import Figure, Resampling
from ascribe.pipeline import check
from ascribe.read.sources import Progress
from ascribe.records import Strictness, Verdict
from ascribe.records.verdict import STRICTNESS
from ascribe.verify.combiner import FEATURES, Combiner, load_shipped_combiner
from ascribe.verify.decision import outweighs_models

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Whole = NDArray[np.int64]


FOLDS = 5
"""Number of folds; each is predicted by a fit on the others."""

MIN_OTHERS = 20
"""Minimum statements of each label in the other folds for a meaningful fit."""


@dataclass(frozen=True, slots=True)
class FileCount:
    """The number of fitted statements of a file, and the reasons for leaving others out.

    Args:
        name: file name.
        fitted: statements of one sentence with a verdict by the models.
        left_out: reason → number of statements.
    """

    name: str
    fitted: int
    left_out: Mapping[str, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class SupportRates:
    """Recall and false-positive rate of the status supported."""

    recall: Figure
    false_positive_rate: Figure


@dataclass(frozen=True, slots=True)
class Level:
    """One level: its threshold and the effect of it, before and after the fit.

    Args:
        name: the level.
        shipped_threshold: threshold of the shipped combiner.
        threshold: threshold of the new combiner.
        before: rates of the shipped combiner on the same statements.
        after: rates of fits that did not see the statements; None without such fits.
    """

    name: Strictness
    shipped_threshold: float
    threshold: float
    before: SupportRates
    after: SupportRates | None


@dataclass(frozen=True, slots=True)
class Report:
    """The combiner, fitted on all statements, and its expected quality on others.

    Args:
        combiner: the combiner that is written to the file.
        files: counts of each file's statements.
        documents: number of source documents.
        levels: from ``loose`` to ``paranoid``.
        auroc_before: AUROC of the shipped combiner.
        auroc_after: AUROC of fits that did not see the statements; None without such fits.
        why_not: why no documents could be held out; empty if they could.
    """

    combiner: Combiner
    files: tuple[FileCount, ...]
    documents: int
    levels: tuple[Level, ...]
    auroc_before: Figure
    auroc_after: Figure | None
    why_not: str


@dataclass(frozen=True, slots=True)
class _Predictions:
    """The probability of each statement, and for each level whether it is called supported."""

    probability: metrics.Vector
    said: Mapping[Strictness, metrics.Flags]


def calibrate_combiner(
    files: Sequence[str | Path],
    seed: int = 0,
    progress: Progress | None = None,
    counts: Mapping[str, float] | None = None,
    tier: str = "builtin",
) -> Report:
    """Fit a combiner on labelled files, and measure it on statements held out from the fit.

    Args:
        files: labelled files of the task verification, or folders of them; see ``ascribe.evaluate``.
        seed: seed of the folds and the intervals; the same seed gives the same figures. The combiner does
            not depend on it.
        progress: called with (file name, statements done, statements in total).
        counts: name of a file, without suffixes → relative weight; 1 for files that it lacks.
        tier: ``builtin`` or ``large``.

    Raises:
        InputError: another tier, a file or line is invalid, or there are too few statements of one label;
            the message says which.
        ModelFileError: a file of the built-in models is missing or damaged.
    """
    known = load_shipped_combiner(tier)
    found: list[LabelledVerdict] = []
    files_fitted = []
    scanned = [scan_calibration_file(path) for path in find_files(files)]
    _check_count([item.label for file in scanned for item in _list_statements(file)])
    for file in scanned:
        some, left_out = judge_statements(file, progress, tier)
        found += some
        files_fitted.append(FileCount(file.path.name, len(some), left_out))
    rows = build_training_set(found, counts)
    combiner = replace(fit_combiner(rows, tier), fitted_on=count_fitted(found))
    return _build_report(combiner, known, tuple(files_fitted), rows, [one.cluster for one in found], seed)


def _build_report(
    combiner: Combiner,
    known: Combiner,
    counts: tuple[FileCount, ...],
    rows: TrainingSet,
    clusters: Sequence[str],
    seed: int,
) -> Report:
    resampling = Resampling(tuple(clusters), seed=seed)
    before = _apply_combiner(known, rows)
    parts = _assign_folds(clusters, seed)
    why_not = _explain_no_holdout(parts, rows.supported)
    after = None if why_not else _predict_held_out(rows, parts)
    levels = tuple(
        Level(
            name,
            known.supported[name],
            combiner.supported[name],
            _compute_rates(rows, before.said[name], resampling),
            None if after is None else _compute_rates(rows, after.said[name], resampling),
        )
        for name in STRICTNESS
    )
    return Report(
        combiner,
        counts,
        len(set(clusters)),
        levels,
        _compute_auroc(rows, before, resampling),
        None if after is None else _compute_auroc(rows, after, resampling),
        why_not,
    )


def _assign_folds(clusters: Sequence[str], seed: int) -> Whole:
    """Assign each statement a fold, 0 to 4: whole documents in random order, each to the smallest fold."""
    sizes = Counter(clusters)
    names = sorted(sizes)
    order = np.random.default_rng(seed).permutation(len(names))
    held, part = [0] * FOLDS, {}
    for index in order:
        name = names[int(index)]
        part[name] = held.index(min(held))
        held[part[name]] += sizes[name]
    return np.array([part[name] for name in clusters], dtype=np.int64)


def _explain_no_holdout(parts: Whole, supported: metrics.Flags) -> str:
    """Explain why a fold cannot be held out; empty if every fold can."""
    if len(set(parts.tolist())) < FOLDS:
        return f"the statements come from fewer than {FOLDS} source documents"
    for part in range(FOLDS):
        others = supported[parts != part]
        if min(int(others.sum()), int((~others).sum())) < MIN_OTHERS:
            return "nearly all statements of one label come from one source document"
    return ""


def _predict_held_out(rows: TrainingSet, parts: Whole) -> _Predictions:
    """Predict each statement by the fit on the folds that do not contain it."""
    probability = np.zeros(len(parts))
    found = {name: np.zeros(len(parts), dtype=bool) for name in STRICTNESS}
    for part in range(FOLDS):
        inside = parts == part
        answers = _apply_combiner(fit_combiner(rows.select(~inside)), rows.select(inside))
        probability[inside] = answers.probability
        for name in STRICTNESS:
            found[name][inside] = answers.said[name]
    return _Predictions(probability, found)


def _apply_combiner(combiner: Combiner, rows: TrainingSet) -> _Predictions:
    found = zip(rows.features.tolist(), rows.objects.tolist(), rows.confirmed.tolist(), strict=True)
    probability = np.array([combiner.probability(*one) for one in found])
    thresholds = {
        name: (combiner.get_threshold(name), combiner.get_threshold(name, objected=True))
        for name in STRICTNESS
    }
    return _Predictions(
        probability, {name: predict_supported(probability, rows, *thresholds[name]) for name in STRICTNESS}
    )


def _compute_rates(rows: TrainingSet, found: metrics.Flags, resampling: Resampling) -> SupportRates:
    recall = metrics.ratio(rows.supported & found, rows.supported)
    false_positive_rate = metrics.ratio(~rows.supported & found, ~rows.supported)
    return SupportRates(resampling.figure(recall), resampling.figure(false_positive_rate))


def _compute_auroc(rows: TrainingSet, answers: _Predictions, resampling: Resampling) -> Figure:
    return resampling.figure(metrics.auroc(rows.supported, answers.probability))


CONFIRMED = "confirmed"
"""Reason code of the rules that raises the probability."""

MIN_STATEMENTS = 50
"""Minimum number of statements of each label for a fit."""


@dataclass(frozen=True, slots=True)
class LabelledVerdict:
    """A statement with a verdict by the models: its file, source document, label and verdict."""

    file: str
    cluster: str
    supported: bool
    verdict: Verdict


def scan_calibration_file(path: Path) -> LabelledFile:
    """Scan the file and check that its task is verification."""
    labelled = scan_file(path)
    if labelled.task != "verification":
        raise InputError(f"{path}: calibration needs claim, source and label, got {labelled.task}.")
    return labelled


def judge_statements(
    file: LabelledFile, progress: Progress | None, tier: str
) -> tuple[list[LabelledVerdict], dict[str, int]]:
    """Return the statements that can be fitted, and reason → number of the others."""
    rows: list[LabelledVerdict] = []
    left_out: Counter[str] = Counter()
    for number, (line, item) in enumerate(file.items(), 1):
        assert isinstance(item, VerificationItem)  # noqa: S101  # the file's task says so
        try:
            verdict, reason = _judge_item(item, tier)
        except InputError as error:
            raise InputError(f"{file.path}, line {line}: {error}") from error
        if verdict is None:
            left_out[reason] += 1
        else:
            rows.append(LabelledVerdict(str(file.path), item.cluster, item.label, verdict))
        if progress is not None:
            progress(file.path.name, number, len(file.clusters))
    return rows, dict(sorted(left_out.items()))


def _judge_item(item: VerificationItem, tier: str) -> tuple[Verdict | None, str]:
    """Return the verdict on a statement of one sentence that the models read, or why there is none."""
    statement = item.statement
    answer = check(statement.claim, statement.documents, tier=tier, language=statement.language)
    verdicts = [s.verdict for s in answer.sentences if s.verdict is not None]
    if len(verdicts) > 1:
        return None, "several sentences"
    if not verdicts or verdicts[0].status == "not_checkable":
        return None, "nothing to check"
    if "features" not in verdicts[0].details:
        return None, "not read by the models"
    return verdicts[0], ""


def build_training_set(
    found: Sequence[LabelledVerdict], counts: Mapping[str, float] | None = None
) -> TrainingSet:
    """Build the training set of the fit.

    Args:
        found: statements with their verdicts.
        counts: name of a file, without suffixes → relative weight; 1 for files that it lacks.

    Raises:
        InputError: there are too few statements of one label; the message gives the numbers.
    """
    supported = np.array([one.supported for one in found], dtype=bool)
    _check_count(supported.tolist())
    features = np.array([[one.verdict.details["features"][name] for name in FEATURES] for one in found])
    objects = np.array([bool(one.verdict.details["objects"]) for one in found])
    vetoed = np.array([outweighs_models(one.verdict, str(one.verdict.details["rules"])) for one in found])
    confirmed = np.array([one.verdict.details["rules"] == CONFIRMED for one in found])
    shares = [(counts or {}).get(_get_short_name(one.file), 1.0) for one in found]
    weights = compute_even_weights([(one.file, one.supported) for one in found], shares)
    return TrainingSet(features, supported, objects, vetoed, confirmed, weights)


def _list_statements(file: LabelledFile) -> Iterator[VerificationItem]:
    return (item for _, item in file.items() if isinstance(item, VerificationItem))


def _check_count(supported: Sequence[bool]) -> None:
    """Check that there are enough statements of both labels, before any is judged and after."""
    held = sum(supported)
    for name, count in (("supported", held), ("not supported", len(supported) - held)):
        if count < MIN_STATEMENTS:
            raise InputError(
                f"calibration needs at least {MIN_STATEMENTS} statements that are {name}, got {count}."
            )


def count_fitted(found: Sequence[LabelledVerdict]) -> dict[str, int]:
    """Count the fitted statements of each file."""
    return dict(sorted(Counter(_get_short_name(one.file) for one in found).items()))


def _get_short_name(file: str) -> str:
    """Return the file name without its folder and suffixes."""
    return Path(file).name.split(".")[0]

"""Calibrate on labelled files, and report what to expect: figures of fits that never saw the statements they
judge.

Figures on the statements that were fitted flatter. So the source documents are split into five parts; each
part is judged by a fit on the other four (Stone 1974, with whole documents as in ``ascribe evaluate``). The
combiner that is returned is fitted on all statements. The features are those that ``check`` leaves in each
verdict's details, so what is fitted is what will run. Every file counts the same, and in it the supported
statements as much as the others, except for small ones.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
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
from ascribe.pipeline import Progress, check
from ascribe.records import Strictness, Verdict
from ascribe.records.verdict import STRICTNESS
from ascribe.verify.combiner import Combiner, load_shipped_combiner
from ascribe.verify.decision import is_veto
from ascribe.verify.features import FEATURES

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Whole = NDArray[np.int64]


FOLDS = 5
"""Each part is judged by a fit on the others."""

MIN_OTHERS = 20
"""Statements of each label that the other parts must have for a fit that says anything."""


@dataclass(frozen=True, slots=True)
class FileCount:
    """How many statements of a file were fitted, and why the others were not.

    Args:
        name: of the file.
        fitted: statements of one sentence that the models judged.
        left_out: reason → how many.
    """

    name: str
    fitted: int
    left_out: Mapping[str, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class SupportRates:
    """Of the supported statements those that are called so, and of the others those let through."""

    kept: Figure
    let_through: Figure


@dataclass(frozen=True, slots=True)
class Level:
    """One level: its bar and what that does, before and after.

    Args:
        name: the level.
        bar_before: that of the shipped combiner.
        bar: that of the new one.
        before: by the shipped combiner, on the same statements.
        after: by fits that did not see the statement; None if there are none.
    """

    name: Strictness
    bar_before: float
    bar: float
    before: SupportRates
    after: SupportRates | None


@dataclass(frozen=True, slots=True)
class Report:
    """The combiner, fitted on all statements, and what is to be expected of it on others.

    Args:
        combiner: what is written to the file.
        files: what became of each file's statements.
        documents: how many source documents the statements come from.
        levels: from ``loose`` to ``paranoid``.
        auroc_before: of the shipped combiner.
        auroc_after: of fits that did not see the statement; None if there are none.
        why_not: why nothing could be held out; empty if it could.
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
    """What combiners say of each statement: its probability, and for each level whether it is supported."""

    probability: metrics.Vector
    said: Mapping[Strictness, metrics.Flags]


def calibrate_combiner(
    files: Sequence[str | Path],
    seed: int = 0,
    progress: Progress | None = None,
    counts: Mapping[str, float] | None = None,
) -> Report:
    """A combiner fitted on labelled files, with figures on statements held out from the fit.

    Args:
        files: labelled files for the task verification, or folders of them; see ``ascribe.evaluate``.
        seed: of the parts and the intervals; the same seed gives the same figures. The combiner does not
            depend on it.
        progress: called with (file name, statements done, statements in all).
        counts: name of a file, without its endings → how much it counts; 1 if it is not there.

    Raises:
        InputError: a file or line that cannot be used, or too few statements of one kind; the message says
            which.
        ModelFileError: a file of the built-in models is missing or damaged.
    """
    known = load_shipped_combiner()
    found: list[LabelledVerdict] = []
    files_fitted = []
    for file in [scan_calibration_file(path) for path in find_files(files)]:
        some, left_out = judge_statements(file, progress)
        found += some
        files_fitted.append(FileCount(file.path.name, len(some), left_out))
    rows = build_training_set(found, counts)
    combiner = replace(fit_combiner(rows), fitted_on=count_fitted(found))
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
    """The part of each statement, 0 to 4: whole documents in random order, each to the smallest part."""
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
    """Why no part can be held out; empty if every one can."""
    if len(set(parts.tolist())) < FOLDS:
        return f"the statements come from fewer than {FOLDS} source documents"
    for part in range(FOLDS):
        others = supported[parts != part]
        if min(int(others.sum()), int((~others).sum())) < MIN_OTHERS:
            return "nearly all statements of one label come from one source document"
    return ""


def _predict_held_out(rows: TrainingSet, parts: Whole) -> _Predictions:
    """What is said of each statement by the fit on the parts that it is not in."""
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
    bars = {name: (combiner.bar(name), combiner.bar(name, objected=True)) for name in STRICTNESS}
    return _Predictions(
        probability, {name: predict_supported(probability, rows, *bars[name]) for name in STRICTNESS}
    )


def _compute_rates(rows: TrainingSet, found: metrics.Flags, resampling: Resampling) -> SupportRates:
    kept = metrics.ratio(rows.supported & found, rows.supported)
    let_through = metrics.ratio(~rows.supported & found, ~rows.supported)
    return SupportRates(resampling.figure(kept), resampling.figure(let_through))


def _compute_auroc(rows: TrainingSet, answers: _Predictions, resampling: Resampling) -> Figure:
    return resampling.figure(metrics.auroc(rows.supported, answers.probability))


CONFIRMED = "confirmed"
"""The rules' finding that raises the probability."""

MIN_STATEMENTS = 50
"""Supported statements, and others, below which nothing is fitted."""


@dataclass(frozen=True, slots=True)
class LabelledVerdict:
    """One statement that the models judged: its file, source document, label, and the verdict on it."""

    file: str
    cluster: str
    supported: bool
    verdict: Verdict


def scan_calibration_file(path: Path) -> LabelledFile:
    """The file, if its records can be fitted."""
    labelled = scan_file(path)
    if labelled.task != "verification":
        raise InputError(f"{path}: calibration needs claim, source and label, got {labelled.task}.")
    return labelled


def judge_statements(
    file: LabelledFile, progress: Progress | None
) -> tuple[list[LabelledVerdict], dict[str, int]]:
    """Each statement that can be fitted, and of the others how many cannot and why."""
    rows: list[LabelledVerdict] = []
    left_out: Counter[str] = Counter()
    for number, (line, item) in enumerate(file.items(), 1):
        assert isinstance(item, VerificationItem)  # noqa: S101  # the file's task says so
        try:
            verdict, reason = _judge_item(item)
        except InputError as error:
            raise InputError(f"{file.path}, line {line}: {error}") from error
        if verdict is None:
            left_out[reason] += 1
        else:
            rows.append(LabelledVerdict(str(file.path), item.cluster, item.label, verdict))
        if progress is not None:
            progress(file.path.name, number, len(file.clusters))
    return rows, dict(sorted(left_out.items()))


def _judge_item(item: VerificationItem) -> tuple[Verdict | None, str]:
    """The verdict on a statement of one sentence that the models read, or why there is none."""
    statement = item.statement
    answer = check(statement.claim, statement.documents, tier="builtin", language=statement.language)
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
    """What the fit takes.

    Args:
        found: the statements.
        counts: name of a file, without its endings → how much it counts; 1 if it is not there.

    Raises:
        InputError: too few statements of one label; the message gives the numbers.
    """
    supported = np.array([one.supported for one in found], dtype=bool)
    for name, count in (("supported", supported.sum()), ("not supported", (~supported).sum())):
        if count < MIN_STATEMENTS:
            raise InputError(
                f"calibration needs at least {MIN_STATEMENTS} statements that are {name}, got {count}."
            )
    features = np.array([[one.verdict.details["features"][name] for name in FEATURES] for one in found])
    objects = np.array([bool(one.verdict.details["objects"]) for one in found])
    vetoed = np.array([is_veto(str(one.verdict.details["rules"])) for one in found])
    confirmed = np.array([one.verdict.details["rules"] == CONFIRMED for one in found])
    shares = [(counts or {}).get(_get_short_name(one.file), 1.0) for one in found]
    weights = compute_even_weights([(one.file, one.supported) for one in found], shares)
    return TrainingSet(features, supported, objects, vetoed, confirmed, weights)


def count_fitted(found: Sequence[LabelledVerdict]) -> dict[str, int]:
    """File name → statements of it that were fitted."""
    return dict(sorted(Counter(_get_short_name(one.file) for one in found).items()))


def _get_short_name(file: str) -> str:
    """Without its folder and its endings."""
    return Path(file).name.split(".")[0]

"""What a calibration is worth: its combiner, and the figures of fits that never saw what they judge.

Figures on the statements that were fitted flatter. So the source documents are dealt into five parts; each
part is judged by a fit on the other four (Stone 1974, with whole documents as in ``ascribe evaluate``). The
combiner that is handed out is fitted on all statements.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from ascribe.calibration.bars import said
from ascribe.calibration.fitting import fit
from ascribe.calibration.rows import Rows
from ascribe.calibration.statements import Judged, facts, judged, looked_through, rows_of
from ascribe.evaluation import metrics
from ascribe.evaluation.bootstrap import Figure, Resampling
from ascribe.evaluation.files import find_files
from ascribe.pipeline import Progress
from ascribe.records import Strictness
from ascribe.records.verdict import STRICTNESS
from ascribe.verify.combiner import Combiner, shipped

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Whole = NDArray[np.int64]

PARTS = 5
"""Each part is judged by a fit on the others."""

LEAST_OTHERS = 20
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
class Shares:
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
    before: Shares
    after: Shares | None


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
class _Answers:
    """What combiners say of each statement: its probability, and for each level whether it is supported."""

    probability: metrics.Vector
    said: Mapping[Strictness, metrics.Flags]


def calibrated(
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
    known = shipped()
    found: list[Judged] = []
    files_fitted = []
    for file in [looked_through(path) for path in find_files(files)]:
        some, left_out = judged(file, progress)
        found += some
        files_fitted.append(FileCount(file.path.name, len(some), left_out))
    rows = rows_of(found, counts)
    combiner = replace(fit(rows), fitted_on=facts(found))
    return _report(combiner, known, tuple(files_fitted), rows, [one.cluster for one in found], seed)


def _report(
    combiner: Combiner,
    known: Combiner,
    counts: tuple[FileCount, ...],
    rows: Rows,
    clusters: Sequence[str],
    seed: int,
) -> Report:
    resampling = Resampling(tuple(clusters), seed=seed)
    before = _answers(known, rows)
    parts = _parts(clusters, seed)
    why_not = _why_not(parts, rows.supported)
    after = None if why_not else _held_out(rows, parts)
    levels = tuple(
        Level(
            name,
            known.supported[name],
            combiner.supported[name],
            _shares(rows, before.said[name], resampling),
            None if after is None else _shares(rows, after.said[name], resampling),
        )
        for name in STRICTNESS
    )
    return Report(
        combiner,
        counts,
        len(set(clusters)),
        levels,
        _auroc(rows, before, resampling),
        None if after is None else _auroc(rows, after, resampling),
        why_not,
    )


def _parts(clusters: Sequence[str], seed: int) -> Whole:
    """The part of each statement, 0 to 4: whole documents in random order, each to the smallest part."""
    sizes = Counter(clusters)
    names = sorted(sizes)
    order = np.random.default_rng(seed).permutation(len(names))
    held, part = [0] * PARTS, {}
    for index in order:
        name = names[int(index)]
        part[name] = held.index(min(held))
        held[part[name]] += sizes[name]
    return np.array([part[name] for name in clusters], dtype=np.int64)


def _why_not(parts: Whole, supported: metrics.Flags) -> str:
    """Why no part can be held out; empty if every one can."""
    if len(set(parts.tolist())) < PARTS:
        return f"the statements come from fewer than {PARTS} source documents"
    for part in range(PARTS):
        others = supported[parts != part]
        if min(int(others.sum()), int((~others).sum())) < LEAST_OTHERS:
            return "nearly all statements of one label come from one source document"
    return ""


def _held_out(rows: Rows, parts: Whole) -> _Answers:
    """What is said of each statement by the fit on the parts that it is not in."""
    probability = np.zeros(len(parts))
    found = {name: np.zeros(len(parts), dtype=bool) for name in STRICTNESS}
    for part in range(PARTS):
        inside = parts == part
        answers = _answers(fit(rows.some(~inside)), rows.some(inside))
        probability[inside] = answers.probability
        for name in STRICTNESS:
            found[name][inside] = answers.said[name]
    return _Answers(probability, found)


def _answers(combiner: Combiner, rows: Rows) -> _Answers:
    found = zip(rows.features.tolist(), rows.objects.tolist(), rows.confirmed.tolist(), strict=True)
    probability = np.array([combiner.probability(*one) for one in found])
    bars = {name: (combiner.bar(name), combiner.bar(name, objected=True)) for name in STRICTNESS}
    return _Answers(probability, {name: said(probability, rows, *bars[name]) for name in STRICTNESS})


def _shares(rows: Rows, found: metrics.Flags, resampling: Resampling) -> Shares:
    kept = metrics.ratio(rows.supported & found, rows.supported)
    let_through = metrics.ratio(~rows.supported & found, ~rows.supported)
    return Shares(resampling.figure(kept), resampling.figure(let_through))


def _auroc(rows: Rows, answers: _Answers, resampling: Resampling) -> Figure:
    return resampling.figure(metrics.auroc(rows.supported, answers.probability))

"""Labelled files → what ``check`` found of each statement, as rows for the fit.

The features are those that ``check`` leaves in each verdict's details, so what is fitted is what will run.
Every file counts the same, and in it the supported statements as much as the others, but for small ones: the
probability is that of a claim that is as likely right as wrong before anybody looked.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from ascribe.calibration.rows import Rows, even_weights
from ascribe.errors import InputError
from ascribe.evaluation.files import Labelled, look_through
from ascribe.evaluation.items import VerificationItem
from ascribe.pipeline import Progress, check
from ascribe.records import Verdict
from ascribe.verify.examination import FEATURES
from ascribe.verify.model_table import is_veto

CONFIRMED = "confirmed"
"""The rules' finding that raises the probability."""

LEAST = 50
"""Supported statements, and others, below which nothing is fitted."""


@dataclass(frozen=True, slots=True)
class Judged:
    """One statement that the models judged: its file, source document, label, and the verdict on it."""

    file: str
    cluster: str
    supported: bool
    verdict: Verdict


def looked_through(path: Path) -> Labelled:
    """The file, if its records can be fitted."""
    labelled = look_through(path)
    if labelled.task != "verification":
        raise InputError(f"{path}: calibration needs claim, source and label, got {labelled.task}.")
    return labelled


def judged(file: Labelled, progress: Progress | None) -> tuple[list[Judged], dict[str, int]]:
    """Each statement that can be fitted, and of the others how many cannot and why."""
    rows: list[Judged] = []
    left_out: Counter[str] = Counter()
    for number, (line, item) in enumerate(file.items(), 1):
        assert isinstance(item, VerificationItem)  # noqa: S101  # the file's task says so
        try:
            verdict, reason = _verdict(item)
        except InputError as error:
            raise InputError(f"{file.path}, line {line}: {error}") from error
        if verdict is None:
            left_out[reason] += 1
        else:
            rows.append(Judged(str(file.path), item.cluster, item.label, verdict))
        if progress is not None:
            progress(file.path.name, number, len(file.clusters))
    return rows, dict(sorted(left_out.items()))


def _verdict(item: VerificationItem) -> tuple[Verdict | None, str]:
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


def rows_of(found: Sequence[Judged], counts: Mapping[str, float] | None = None) -> Rows:
    """What the fit takes.

    Args:
        found: the statements.
        counts: name of a file, without its endings → how much it counts; 1 if it is not there.

    Raises:
        InputError: too few statements of one label; the message gives the numbers.
    """
    supported = np.array([one.supported for one in found], dtype=bool)
    for name, count in (("supported", supported.sum()), ("not supported", (~supported).sum())):
        if count < LEAST:
            raise InputError(f"calibration needs at least {LEAST} statements that are {name}, got {count}.")
    features = np.array([[one.verdict.details["features"][name] for name in FEATURES] for one in found])
    objects = np.array([bool(one.verdict.details["objects"]) for one in found])
    vetoed = np.array([is_veto(str(one.verdict.details["rules"])) for one in found])
    confirmed = np.array([one.verdict.details["rules"] == CONFIRMED for one in found])
    shares = [(counts or {}).get(_name(one.file), 1.0) for one in found]
    weights = even_weights([(one.file, one.supported) for one in found], shares)
    return Rows(features, supported, objects, vetoed, confirmed, weights)


def facts(found: Sequence[Judged]) -> dict[str, int]:
    """File name → statements of it that were fitted."""
    return dict(sorted(Counter(_name(one.file) for one in found).items()))


def _name(file: str) -> str:
    """Without its folder and its endings."""
    return Path(file).name.split(".")[0]

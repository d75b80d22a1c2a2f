"""Measure the value of each finding of the rules on labelled statements; print a Markdown table.

    python -m training.findings build/kept_aside

``check`` runs on every statement, which takes some minutes for all held-out ones. Shares are in %, and each
statement counts once. The threshold is that of ``balanced``, and the probability that of the models alone.
"""

from __future__ import annotations

import argparse
import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from ascribe.evaluation.calibration.report import (
    LabelledVerdict,
    judge_statements,
    scan_calibration_file,
)
from ascribe.verify.decision import CONTRADICTION_THRESHOLD, OBJECTIONS
from training.calibrate import list_statement_files, progress_bar

HESITANT = 2.0
"""Log odds within this distance of zero are hesitant: a probability between 12 % and 88 %."""

DENIED = (0.5, CONTRADICTION_THRESHOLD)
"""Probabilities of the class contradicted: more likely than not, and the threshold of ``refuted``."""

HEAD = ("the rules find", "statements", "supported", "at the threshold", "supported of those")


@dataclass(frozen=True, slots=True)
class Finding:
    """Labels of the statements with one finding of the rules.

    Args:
        name: the reason code of the rules, or the name of a group.
        labels: True for each supported statement.
        at_bar: labels of those whose probability by the models alone reaches the threshold.
    """

    name: str
    labels: tuple[bool, ...]
    at_bar: tuple[bool, ...]


def compute_findings(found: Sequence[LabelledVerdict]) -> list[Finding]:
    """Return each finding, most frequent first, then objections, contradictions, all others, and all."""
    groups: dict[str, list[LabelledVerdict]] = {}
    for one in found:
        groups.setdefault(_rules(one), []).append(one)
    rows = [_finding(name, members) for name, members in groups.items()]
    rows.sort(key=lambda row: (-len(row.labels), row.name))
    together: dict[str, list[LabelledVerdict]] = {"objections": [], "contradictions": [], "all others": []}
    for one in found:
        together[_group(one)].append(one)
    together["all"] = list(found)
    return [*rows, *(_finding(name, members) for name, members in together.items())]


def _group(one: LabelledVerdict) -> str:
    if _rules(one) in OBJECTIONS:
        return "objections"
    return "contradictions" if one.verdict.details["objects"] else "all others"


def _rules(one: LabelledVerdict) -> str:
    return str(one.verdict.details["rules"])


def _finding(name: str, members: Sequence[LabelledVerdict]) -> Finding:
    reached = tuple(one.supported for one in members if _reaches(one))
    return Finding(name, tuple(one.supported for one in members), reached)


def _reaches(one: LabelledVerdict) -> bool:
    """Return True if the probability by the models alone reaches the threshold."""
    threshold = one.verdict.threshold
    return threshold is not None and one.verdict.details["models_alone"] >= threshold


def compute_hesitant_share(found: Sequence[LabelledVerdict]) -> float | None:
    """Compute the share of statements with hesitant log odds by the models alone; None without statements."""
    edge = 1.0 / (1.0 + math.exp(-HESITANT))
    near = [1.0 - edge < one.verdict.details["models_alone"] < edge for one in found]
    return sum(near) / len(near) if near else None


def list_denied(found: Sequence[LabelledVerdict], probability: float) -> tuple[bool, ...]:
    """Return the labels of the statements that the models contradict with at least that probability."""
    edge = math.log(probability / (1.0 - probability))
    return tuple(
        one.supported for one in found if one.verdict.details["features"]["best_contradicted"] >= edge
    )


def render_markdown(found: Sequence[LabelledVerdict]) -> str:
    """Render the table, and lines on the confidence of the models."""
    rows = [HEAD, ("---", *["--:"] * (len(HEAD) - 1)), *map(_cells, compute_findings(found))]
    table = "\n".join(f"| {' | '.join(row)} |" for row in rows)
    lines = [
        f"Log odds of the models alone within {HESITANT:g} of zero: {_percent(compute_hesitant_share(found))}"
    ]
    for threshold in DENIED:
        count, share = _count_labels(list_denied(found, threshold))
        lines.append(
            f"Contradicted with at least {threshold:g} by the models: {count} statements, {share} supported"
        )
    return f"{table}\n\n" + "  \n".join(lines) + "\n"


def _cells(row: Finding) -> tuple[str, ...]:
    return (row.name, *_count_labels(row.labels), *_count_labels(row.at_bar))


def _count_labels(labels: Sequence[bool]) -> tuple[str, str]:
    return str(len(labels)), _percent(sum(labels) / len(labels) if labels else None)


def _percent(share: float | None) -> str:
    return "–" if share is None else f"{100 * share:.0f} %"


def _judge_files(files: Sequence[Path]) -> Iterator[LabelledVerdict]:
    with progress_bar() as threshold:
        tasks = {path.name: threshold.add_task(path.name, total=None) for path in files}
        for path in files:
            yield from judge_statements(
                scan_calibration_file(path),
                lambda name, done, of: threshold.update(tasks[name], completed=done, total=of),
                "builtin",
            )[0]


def main() -> None:
    """Check the statements of a folder and print the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("folder", type=Path, nargs="?", default=Path("build/kept_aside"))
    print(render_markdown(list(_judge_files(list_statement_files(parser.parse_args().folder)))), end="")


if __name__ == "__main__":
    main()

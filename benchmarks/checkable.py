"""Measure the detection of sentences that are not checkable; print Markdown tables.

Usage: ``python -m benchmarks.checkable FILE``, where each line has ``text`` (one sentence of a reply),
``language``, ``checkable`` and optionally ``category``. A false alarm is a sentence that states something but
is not checked, and so escapes the check. Single cases are not printed.
"""

from __future__ import annotations

import argparse
import json
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from ascribe import check

SOURCE = "The bridge is 30 m long."
"""Any source works: whether a sentence is checkable does not depend on it."""

Row = tuple[bool, bool]
"""Whether a sentence states something, and whether it was checked."""


def main() -> None:
    """Print the accuracy and the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("file", type=Path)
    cases = [json.loads(line) for line in parser.parse_args().file.read_text("utf-8").splitlines()]
    found = [(case["checkable"], is_checked(case["text"], case["language"])) for case in cases]
    right = sum(states == checked for states, checked in found)
    print(f"Told right: {right} of {len(found)} ({right / len(found):.1%})\n")
    for by in ("language", "category"):
        if all(by in case for case in cases):
            print("\n".join(build_table(by, [case[by] for case in cases], found)) + "\n")


def build_table(by: str, names: Sequence[str], found: Sequence[Row]) -> Iterator[str]:
    """Yield a line for each name, in order, and a line for all."""
    groups: dict[str, list[Row]] = defaultdict(list)
    for name, row in zip(names, found, strict=True):
        groups[name].append(row)
    yield f"| {by} | states nothing: left alone | states something: checked | false alarms | right |"
    yield "|---|---|---|---|---|"
    for name, rows in (*sorted(groups.items()), ("all", found)):
        yield f"| {name} | {format_cells(rows)} |"


def is_checked(text: str, language: str) -> bool:
    """Return True if any sentence of the text has a verdict other than ``not_checkable``."""
    answer = check(text, SOURCE, language=language, tier="rules")
    return any(s.verdict is not None and s.verdict.status != "not_checkable" for s in answer.sentences)


def format_cells(rows: Iterable[Row]) -> str:
    """Format the counts of some sentences as cells of a table."""
    rows = list(rows)
    empty = [checked for states, checked in rows if not states]
    full = [checked for states, checked in rows if states]
    alarms = full.count(False)
    return (
        f"{empty.count(False)} of {len(empty)} | {full.count(True)} of {len(full)} | {alarms} | "
        f"{sum(states == checked for states, checked in rows)} of {len(rows)}"
    )


if __name__ == "__main__":
    main()

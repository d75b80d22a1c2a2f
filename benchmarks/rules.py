"""Tier ``rules`` on pairs of a fair restatement and a small lie, by category; prints one Markdown table.

Usage: ``python benchmarks/rules.py [FILE] [--tier TIER] [--list]``. A line has ``id`` (``name-true`` or
``name-lie``), ``category``, ``language``, ``sources``, ``claim`` and ``status``; a lie has the kind of its
fault too, as ``reason``, one of ``reasons.CODES``. Half of the pairs, by a hash of their name, were held out
while the rules were written (``tests/verify/test_cases.py`` has their figures of then), but not while the
naming of reasons was: ``named_lies.jsonl`` was, until its figures of then had been taken.
``--list`` prints what fails in the other half, ``--time`` what the rules alone cost for a sentence beside
each of its sources, texts read anew.
"""

from __future__ import annotations

import argparse
import json
import statistics
import time
import zlib
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ascribe import Verdict, check
from ascribe.records import Strictness
from ascribe.verify.rules import RULES, Text
from benchmarks.reasons import is_named

CASES = Path(__file__).parents[1] / "tests/verify/cases.jsonl"


@dataclass(frozen=True, slots=True)
class Result:
    """A case and the verdict on it."""

    case: dict[str, Any]
    verdict: Verdict

    @property
    def is_true(self) -> bool:
        """Whether the claim follows from its sources."""
        return bool(self.case["status"] == "supported")

    @property
    def is_held_out(self) -> bool:
        """Whether the pair belongs to the half that the rules were not tuned on."""
        pair = str(self.case["id"]).rsplit("-", 1)[0]
        return zlib.crc32(pair.encode()) % 2 == 1


@dataclass(frozen=True, slots=True)
class Figures:
    """Counts over some cases.

    Args:
        truths: claims that follow from their sources.
        kept: those called supported.
        alarms: those called contradicted.
        lies: claims that do not follow.
        passed: those called supported.
        named: those called contradicted or unsupported.
        caught: those not called supported of which the suite says what is wrong.
        right: those of them whose reason code names that.
    """

    truths: int
    kept: int
    alarms: int
    lies: int
    passed: int
    named: int
    caught: int
    right: int

    @property
    def balanced(self) -> float:
        """Mean of the share of truths called supported, and of lies not called so."""
        return (self.kept / max(1, self.truths) + 1 - self.passed / max(1, self.lies)) / 2

    def row(self) -> str:
        """The figures as cells of a table."""
        return (
            f"{self.kept} of {self.truths} | {self.alarms} | {self.passed} of {self.lies} | {self.named} | "
            f"{self.balanced:.2f} | {self.right} of {self.caught}"
        )


def results(file: Path = CASES, strictness: Strictness = "balanced", tier: str = "rules") -> list[Result]:
    """A verdict for each case; a claim read as several sentences has the verdict of the first that fails."""
    return [_result(json.loads(line), strictness, tier) for line in file.read_text("utf-8").splitlines()]


def _result(case: dict[str, Any], strictness: Strictness, tier: str) -> Result:
    separator = "\n" if case["category"] == "table_list" else "\n\n"
    source = separator.join(case["sources"])
    answer = check(case["claim"], source, language=case["language"], tier=tier, strictness=strictness)
    verdicts = [sentence.verdict for sentence in answer.sentences if sentence.verdict]
    return Result(case, next((v for v in verdicts if v.status != "supported"), verdicts[0]))


def figures(chosen: Iterable[Result]) -> Figures:
    """The counts over these results."""
    chosen = list(chosen)
    truths = [r.verdict.status for r in chosen if r.is_true]
    lies = [r.verdict.status for r in chosen if not r.is_true]
    named = sum(status in ("contradicted", "unsupported") for status in lies)
    caught = [r for r in chosen if r.case.get("reason") and r.verdict.status != "supported"]
    return Figures(
        len(truths),
        truths.count("supported"),
        truths.count("contradicted"),
        len(lies),
        lies.count("supported"),
        named,
        len(caught),
        sum(is_named(r.verdict, r.case["reason"]) for r in caught),
    )


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("file", type=Path, nargs="?", default=CASES)
    parser.add_argument("--tier", default="rules")
    parser.add_argument("--list", action="store_true")
    parser.add_argument("--time", action="store_true")
    options = parser.parse_args()
    if options.time:
        print(f"{cost(options.file):.3f} ms per sentence and source sentence")
        return
    found = results(options.file, tier=options.tier)
    groups: dict[str, list[Result]] = defaultdict(list)
    for result in found:
        groups[result.case["category"]].append(result)
    print(
        "| category | truths supported | contradicted | lies supported | named | balanced | reason right | "
        "held out: truths supported | contradicted | lies supported | named | balanced | reason right |"
    )
    print("|---" * 13 + "|")
    for name, group in (*groups.items(), ("all", found)):
        halves = [figures(r for r in group if r.is_held_out == half) for half in (False, True)]
        print(f"| {name} | {halves[0].row()} | {halves[1].row()} |")
    if options.list:
        print("\n" + "\n".join(map(describe, filter(is_wrong, found))))


def cost(file: Path, rounds: int = 5) -> float:
    """Milliseconds of processor time for one claim beside one source, all rules; the median of the rounds.

    A claim is read once for all of its sources, as in a check. Each round has texts of its own, by a space at
    their ends, so that none finds another's in memory.
    """
    cases = [json.loads(line) for line in file.read_text("utf-8").splitlines()]
    spent = []
    for turn in range(rounds + 1):
        end = " " * turn
        texts = [
            (Text(c["claim"] + end, c["language"]), [Text(s + end, c["language"]) for s in c["sources"]])
            for c in cases
        ]
        began = time.process_time()
        for claim, sources in texts:
            for source in sources:
                for rule in RULES:
                    rule(claim, source)
        spent.append((time.process_time() - began) / sum(len(sources) for _, sources in texts))
    return 1000 * statistics.median(spent[1:])  # the first round imports libraries


def is_wrong(result: Result) -> bool:
    """Whether the tuning half's verdict is not the one hoped for."""
    return not result.is_held_out and result.is_true != (result.verdict.status == "supported")


def describe(result: Result) -> str:
    """A wrong verdict, in a few lines."""
    case, verdict = result.case, result.verdict
    compared = [f"{c['rule']} {c['finding']} {c['claim']!r}" for c in verdict.details.get("compared", [])]
    return (
        f"- {case['id']}: {verdict.status} ({verdict.reason}, {verdict.details.get('coverage')})\n"
        f"    {case['claim']}\n    {' / '.join(case['sources'])}\n    {compared}"
    )


if __name__ == "__main__":
    main()

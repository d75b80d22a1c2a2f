"""Measure tier ``rules`` on pairs of a restatement and a hard negative, by category; print a Markdown table.

Usage: ``python benchmarks/rules.py [FILE] [--tier TIER] [--list]``. A line has ``id`` (``name-true`` or
``name-lie``), ``category``, ``language``, ``sources``, ``claim`` and ``status``; a negative also has the kind
of its fault as ``reason``, one of ``reasons.CODES``. Half of the pairs, chosen by a hash of their name, were
held out while the rules were written (``tests/verify/test_cases.py`` has the figures of that time). They were
not held out while the reasons were assigned; ``named_lies.jsonl`` was, until its figures had been taken.
``--list`` prints the failures in the other half, ``--time`` the cost of the rules alone for a sentence and
each of its sources, with uncached texts.
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
from ascribe.verify.comparison import Text
from ascribe.verify.rules import RULES
from benchmarks.reasons import is_named

CASES = Path(__file__).parents[1] / "tests/verify/cases.jsonl"


@dataclass(frozen=True, slots=True)
class Result:
    """A case and its verdict."""

    case: dict[str, Any]
    verdict: Verdict

    @property
    def is_true(self) -> bool:
        """Return True if the claim follows from its sources."""
        return bool(self.case["status"] == "supported")

    @property
    def is_held_out(self) -> bool:
        """Return True if the pair belongs to the half that was held out while the rules were written."""
        pair = str(self.case["id"]).rsplit("-", 1)[0]
        return zlib.crc32(pair.encode()) % 2 == 1


@dataclass(frozen=True, slots=True)
class Figures:
    """Counts over some cases.

    Args:
        truths: claims that follow from their sources.
        kept: truths called supported.
        alarms: truths called contradicted.
        lies: claims that do not follow.
        passed: lies called supported.
        named: lies called contradicted or unsupported.
        caught: lies not called supported whose fault the suite names.
        right: those of them whose reason code names that fault.
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
        """Return the mean of the shares of truths called supported and of lies not called so."""
        return (self.kept / max(1, self.truths) + 1 - self.passed / max(1, self.lies)) / 2

    def row(self) -> str:
        """Format the figures as cells of a table."""
        return (
            f"{self.kept} of {self.truths} | {self.alarms} | {self.passed} of {self.lies} | {self.named} | "
            f"{self.balanced:.2f} | {self.right} of {self.caught}"
        )


def results(file: Path = CASES, strictness: Strictness = "balanced", tier: str = "rules") -> list[Result]:
    """Return a verdict per case; the first failing sentence decides a claim of several sentences."""
    return [_result(json.loads(line), strictness, tier) for line in file.read_text("utf-8").splitlines()]


def _result(case: dict[str, Any], strictness: Strictness, tier: str) -> Result:
    separator = "\n" if case["category"] == "table_list" else "\n\n"
    source = separator.join(case["sources"])
    answer = check(case["claim"], source, language=case["language"], tier=tier, strictness=strictness)
    verdicts = [sentence.verdict for sentence in answer.sentences if sentence.verdict]
    return Result(case, next((v for v in verdicts if v.status != "supported"), verdicts[0]))


def figures(chosen: Iterable[Result]) -> Figures:
    """Count over these results."""
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
    """Measure the processor time of all rules for one claim and source: median milliseconds of the rounds.

    A claim is parsed once for all of its sources, as in a check. Added spaces make the texts of each round
    different, so that no round finds another's in a cache.
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
                    rule.compare(claim, source)
        spent.append((time.process_time() - began) / sum(len(sources) for _, sources in texts))
    return 1000 * statistics.median(spent[1:])  # the first round imports libraries


def is_wrong(result: Result) -> bool:
    """Return True if the verdict is wrong and the case is not held out."""
    return not result.is_held_out and result.is_true != (result.verdict.status == "supported")


def describe(result: Result) -> str:
    """Describe a wrong verdict in a few lines."""
    case, verdict = result.case, result.verdict
    compared = [f"{c['rule']} {c['finding']} {c['claim']!r}" for c in verdict.details.get("compared", [])]
    return (
        f"- {case['id']}: {verdict.status} ({verdict.reason}, {verdict.details.get('coverage')})\n"
        f"    {case['claim']}\n    {' / '.join(case['sources'])}\n    {compared}"
    )


if __name__ == "__main__":
    main()

"""What each rule wins: verdicts without it; prints a Markdown table.

Usage: ``python -m benchmarks.ablation FOLDER [--without NAME,NAME …] [--limit N] [--suites NAME …]
[--tier TIER]``. The folder has ``*.verification.jsonl.gz`` and ``perturbation.jsonl``, none of which a rule
was written on; the other suites are our own tests. Every argument of ``--without`` is a group of rules that
are left out together; without it, each rule is left out alone. A cell says how many more true and false
claims are supported, and how many more contradicted. The first row is the engine as it is shipped.
"""

from __future__ import annotations

import argparse
import gzip
import json
import random
import tomllib
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any

from tests.laws.oppositions import list_equivalences, list_oppositions

from ascribe import check
from ascribe.verify import rules
from ascribe.verify.comparison import Comparison, Rule, Text
from ascribe.verify.evidence.sets import compare_by_rules
from ascribe.verify.rules import RULES

FILES = (
    "wice", "fever", "attribution_bench", "factcheck_gpt", "fever_symmetric", "begin", "cad_nli",
    "fool_me_twice", "bump", "wiki_split",
)  # fmt: skip
SEED = 7
TESTS = Path(__file__).parents[1] / "tests"


@dataclass(frozen=True, slots=True)
class LabelledClaim:
    """A claim with its sources, and whether they support it."""

    suite: str
    claim: str
    sources: tuple[str, ...]
    language: str
    is_supported: bool


def read_outside(folder: Path, limit: int) -> Iterator[LabelledClaim]:
    """Yield at most so many claims of each outside file, drawn by a fixed seed."""
    for name in FILES:
        with gzip.open(folder / f"{name}.verification.jsonl.gz", "rt", encoding="utf-8") as lines:
            records = [json.loads(line) for line in lines]
        random.Random(SEED).shuffle(records)  # noqa: S311 - a sample, not a secret
        for r in records[:limit]:
            yield LabelledClaim("outside", r["claim"], (r["source"],), "en", r["label"] == "supported")


def read_perturbed(folder: Path) -> Iterator[LabelledClaim]:
    """Yield the small lies and fair restatements."""
    for line in (folder / "perturbation.jsonl").read_text("utf-8").splitlines():
        r = json.loads(line)
        language = r["language"].split(">")[-1]
        yield LabelledClaim("perturbed", r["claim"], _list_texts(r["sources"]), language, r["supported"])


def read_written() -> Iterator[LabelledClaim]:
    """Yield the cases of our own tests of verdicts."""
    for path in sorted((TESTS / "verify").glob("*.jsonl")):
        for line in path.read_text("utf-8").splitlines():
            r = json.loads(line)
            status = r.get("status") or r.get("expected") or r.get("supported")
            if "claim" in r and status is not None:
                sources = _list_texts(r.get("sources") or [r["source"]])
                language = r.get("language") or "en"
                yield LabelledClaim("written", r["claim"], sources, language, status in (True, "supported"))


def _list_texts(sources: Sequence[str]) -> tuple[str, ...]:
    """Return the sources that have a word."""
    return tuple(source for source in sources if any(map(str.isalnum, source)))


def read_laws() -> Iterator[LabelledClaim]:
    """Yield the pairs of the laws; what must not be contradicted counts as supported."""
    for pairs, is_supported in ((list_oppositions(), False), (list_equivalences(), True)):
        for pair in pairs:
            yield LabelledClaim("laws", pair.claim, (pair.source,), pair.language, is_supported)
    for path in sorted((TESTS / "laws" / "patterns").glob("*.toml")):
        for case in tomllib.loads(path.read_text("utf-8"))["case"]:
            yield from _read_pattern(case)


def _read_pattern(case: dict[str, Any]) -> Iterator[LabelledClaim]:
    for row in case["rows"]:
        source, language = (case[name].format(*row) for name in ("source", "language"))
        for kind in ("false", "true", "supported"):
            for pattern in case[kind]:
                claim = pattern.format(*row)
                claim = claim[0].upper() + claim[1:]
                yield LabelledClaim("laws", claim, (source,), language, kind != "false")


@contextmanager
def leave_out(names: Sequence[str], known: Sequence[Rule] = RULES) -> Iterator[None]:
    """Run the engine without the rules of these names."""
    rules.RULES = tuple(rule for rule in known if rule.name not in names)
    compare_by_rules.cache_clear()
    try:
        yield
    finally:
        rules.RULES = RULES


def get_status(claim: LabelledClaim, tier: str) -> str:
    """Return the status of a claim; if it is read as several sentences, the first that is not supported."""
    answer = check(claim.claim, list(claim.sources), tier=tier, language=claim.language)
    statuses = [sentence.verdict.status for sentence in answer.sentences if sentence.verdict]
    return next((status for status in statuses if status != "supported"), "supported" if statuses else "")


def judge_without(
    claim: LabelledClaim, groups: Sequence[tuple[str, ...]], tier: str
) -> dict[tuple[str, ...], str]:
    """Return the status with all rules, as that of an empty group, and without each group that changes it.

    Each rule compares a pair of texts once; a group that found nothing in any of them changes nothing.
    """
    found: set[str] = set()
    kept = [replace(rule, compare=_keep(rule, found)) for rule in RULES]
    with leave_out((), kept):
        shipped = get_status(claim, tier)
    statuses: dict[tuple[str, ...], str] = {(): shipped}
    for group in groups:
        if not found.isdisjoint(group):
            with leave_out(group, kept):
                statuses[group] = get_status(claim, tier)
    return {group: status for group, status in statuses.items() if not group or status != shipped}


def _keep(rule: Rule, found: set[str]) -> Callable[[Text, Text], list[Comparison]]:
    """Return the comparison of a rule, kept for each pair; the name of a rule that finds one is added."""

    @cache
    def compare(claim: Text, evidence: Text) -> list[Comparison]:
        compared = rule.compare(claim, evidence)
        if compared:
            found.add(rule.name)
        return compared

    return compare


def format_changes(count: Counter[tuple[bool, str]], shipped: Counter[tuple[bool, str]]) -> str:
    """Return how the counts differ: true and false supported, true and false contradicted."""
    shown = [(label, status) for status in ("supported", "contradicted") for label in (True, False)]
    changes = [count[one] - shipped[one] for one in shown]
    return " / ".join(f"{change:+}" if change else "0" for change in changes) if any(changes) else "–"


SUITES: dict[str, Callable[[Path, int], Iterator[LabelledClaim]]] = {
    "outside": read_outside,
    "perturbed": lambda folder, _: read_perturbed(folder),
    "written": lambda *_: read_written(),
    "laws": lambda *_: read_laws(),
}


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--without", nargs="+", default=[], metavar="NAME,NAME", help="groups of rules")
    parser.add_argument("--limit", type=int, default=100, help="claims of an outside file")
    parser.add_argument("--tier", default="rules")
    parser.add_argument("--suites", nargs="+", default=[*SUITES], choices=[*SUITES])
    chosen = parser.parse_args()
    names = {rule.name for rule in RULES}
    groups = [tuple(group.split(",")) for group in chosen.without] or [(name,) for name in sorted(names)]
    if unknown := {name for group in groups for name in group} - names:
        parser.error(f"no rule is called {min(unknown)}; the names: {', '.join(sorted(names))}")
    counts: dict[tuple[str, tuple[str, ...]], Counter[tuple[bool, str]]] = {}
    sizes: Counter[str] = Counter()
    for suite in chosen.suites:
        for claim in SUITES[suite](chosen.folder, chosen.limit):
            sizes[suite] += 1
            statuses = judge_without(claim, groups, chosen.tier)
            for group in [(), *groups]:
                counted = counts.setdefault((suite, group), Counter())
                counted[claim.is_supported, statuses.get(group, statuses[()])] += 1
    print("| without | " + " | ".join(f"{suite}, {sizes[suite]} claims" for suite in chosen.suites) + " |")
    print("|---" * (1 + len(chosen.suites)) + "|")
    shipped = [format_changes(counts[suite, ()], Counter()) for suite in chosen.suites]
    print(f"| nothing | {' | '.join(shipped)} |")
    for group in groups:
        cells = (format_changes(counts[suite, group], counts[suite, ()]) for suite in chosen.suites)
        print(f"| {', '.join(group)} | {' | '.join(cells)} |")


if __name__ == "__main__":
    main()

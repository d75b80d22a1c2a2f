"""What each rule wins: verdicts on outside claims without it; prints a Markdown table.

Usage: ``python -m benchmarks.ablation FOLDER [--without NAME,NAME …] [--each] [--tier TIER] [--limit N]``.
The folder has ``*.verification.jsonl.gz`` and ``perturbation.jsonl``, none of which a rule was written on.
Every argument of ``--without`` is a group of rules that is left out together; ``--each`` leaves out one rule
at a time. The first row is the engine as it is shipped.
"""

from __future__ import annotations

import argparse
import gzip
import json
import random
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from statistics import fmean

from ascribe import check
from ascribe.verify import rules
from ascribe.verify.rules import RULES

FILES = (
    "wice", "fever", "attribution_bench", "factcheck_gpt", "fever_symmetric", "begin", "cad_nli",
    "fool_me_twice", "bump", "wiki_split",
)  # fmt: skip
PAIRS = "perturbation"
SEED = 7


@dataclass(frozen=True, slots=True)
class LabelledClaim:
    """A claim with its source, and whether it is supported."""

    file: str
    claim: str
    source: str
    language: str
    is_supported: bool


@dataclass(frozen=True, slots=True)
class Counts:
    """How many of some claims got which status."""

    true: int = 0
    false: int = 0
    true_supported: int = 0
    false_supported: int = 0
    true_contradicted: int = 0
    false_contradicted: int = 0

    @property
    def balanced_accuracy(self) -> float:
        """The mean of recall and specificity of ``supported``."""
        recall = self.true_supported / max(1, self.true)
        return (recall + 1 - self.false_supported / max(1, self.false)) / 2


def read_claims(folder: Path, limit: int) -> list[LabelledClaim]:
    """Return at most so many claims of each file, drawn by a fixed seed, and all of the perturbed pairs."""
    found = []
    for name in FILES:
        with gzip.open(folder / f"{name}.verification.jsonl.gz", "rt", encoding="utf-8") as lines:
            records = [json.loads(line) for line in lines]
        random.Random(SEED).shuffle(records)  # noqa: S311 - a sample, not a secret
        found += [
            LabelledClaim(name, r["claim"], r["source"], "en", r["label"] == "supported")
            for r in records[:limit]
        ]
    for line in (folder / f"{PAIRS}.jsonl").read_text("utf-8").splitlines():
        r = json.loads(line)
        source = "\n\n".join(r["sources"])
        found.append(LabelledClaim(PAIRS, r["claim"], source, r["language"].split(">")[-1], r["supported"]))
    return found


@contextmanager
def leave_out(names: Sequence[str]) -> Iterator[None]:
    """Run the engine without the rules of these names.

    Raises:
        SystemExit: there is no rule of that name.
    """
    unknown = set(names) - {rule.name for rule in RULES}
    if unknown:
        raise SystemExit(f"No rule is called {min(unknown)}; the names: {', '.join(r.name for r in RULES)}.")
    rules.RULES = tuple(rule for rule in RULES if rule.name not in names)
    try:
        yield
    finally:
        rules.RULES = RULES


def get_status(claim: LabelledClaim, tier: str) -> str:
    """Return the status of a claim; if it is read as several sentences, the first that is not supported."""
    answer = check(claim.claim, claim.source, tier=tier, language=claim.language)
    statuses = [sentence.verdict.status for sentence in answer.sentences if sentence.verdict]
    return next((status for status in statuses if status != "supported"), "supported" if statuses else "")


def count_statuses(claims: Sequence[LabelledClaim], tier: str) -> dict[str, Counts]:
    """Return the counts of each file."""
    rows: dict[str, list[tuple[bool, str]]] = {}
    for claim in claims:
        rows.setdefault(claim.file, []).append((claim.is_supported, get_status(claim, tier)))
    return {file: _count(found) for file, found in rows.items()}


def _count(found: Sequence[tuple[bool, str]]) -> Counts:
    true = [status for is_true, status in found if is_true]
    false = [status for is_true, status in found if not is_true]
    return Counts(
        len(true),
        len(false),
        true.count("supported"),
        false.count("supported"),
        true.count("contradicted"),
        false.count("contradicted"),
    )


def format_row(title: str, counts: dict[str, Counts]) -> str:
    """Return one row: the outside files together, then the perturbed pairs."""
    outside = [one for file, one in counts.items() if file != PAIRS]
    true = sum(one.true_supported for one in outside)
    false = sum(one.false_supported for one in outside)
    alarms = sum(one.true_contradicted for one in outside)
    caught = sum(one.false_contradicted for one in outside)
    balanced = fmean(one.balanced_accuracy for one in outside)
    pairs = counts[PAIRS]
    return (
        f"| {title} | {true} | {false} | {true / max(1, true + false):.1%} | {balanced:.3f} | {alarms} | "
        f"{caught} | {pairs.true_supported} | {pairs.false_supported} | {pairs.balanced_accuracy:.3f} |"
    )


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--without", nargs="+", default=[], metavar="NAME,NAME", help="groups of rules")
    parser.add_argument("--each", action="store_true", help="leave out every rule, one at a time")
    parser.add_argument("--tier", default="rules")
    parser.add_argument("--limit", type=int, default=300, help="claims of a file")
    chosen = parser.parse_args()
    groups = [tuple(group.split(",")) for group in chosen.without]
    groups += [(rule.name,) for rule in RULES] if chosen.each else []
    claims = read_claims(chosen.folder, chosen.limit)
    print(f"{len(claims)} claims, tier `{chosen.tier}`, `balanced`.\n")
    print(
        "| without | true supported | false supported | precision | balanced accuracy, mean of files | "
        "true contradicted | false contradicted | pairs: true supported | false supported | "
        "balanced accuracy |"
    )
    print("|---" * 10 + "|")
    for group in [(), *groups]:
        with leave_out(group):
            print(format_row(", ".join(group) or "nothing", count_statuses(claims, chosen.tier)), flush=True)


if __name__ == "__main__":
    main()

"""Count the verdicts that come out again from their printed references alone, over all cases at hand.

``python -m benchmarks.replays [--tier rules builtin large] [--list]``. The law test checks a part of these
cases on every run; here each of them is checked: the suites of ``tests/verify``, the pairs of opposites and
of sentences that say the same, the whole replies of ``benchmarks/trial``, and the written claims of
``training/claims`` in every language, of the domains kept aside. A verdict ``supported`` or ``contradicted``
must come out again from its references, and these must hold every figure, date, name and negation of a
supported sentence. ``--list`` prints each that breaks one of these laws.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence

from tests.laws.replays import (
    Case,
    find_change,
    find_unprinted,
    list_document_cases,
    list_pair_cases,
    list_suite_cases,
    replay_cases,
)
from training.claims import read_sets

from benchmarks.attribution import build_table
from benchmarks.written import build_sources

SUITES = ("cases", "language_cases", "figures", "truths", "restatements")


def list_written_cases() -> list[Case]:
    """Return the written claims of the domains kept aside, each with the documents of its set."""
    return [
        Case(f"{source.id}-{number}", claim.text, tuple(build_sources(source)), source.lang)
        for source in read_sets()
        if source.part == "test"
        for number, claim in enumerate(source.claims)
    ]


def count_replays(name: str, cases: Sequence[Case], tier: str, *, listed: bool) -> list[str]:
    """Replay the cases, and return a row with the counts."""
    changed = replay_cases(cases, find_change, tier=tier)
    lacking = replay_cases(cases, find_unprinted, tier=tier)
    for found in (*changed.violations, *lacking.violations) if listed else ():
        print(f"- {found.case}: “{found.sentence}” {found.status}; {found.problem}; {list(found.printed)}")
    counts = (len(cases), changed.supported, changed.contradicted)
    return [tier, name, *map(str, (*counts, len(changed.violations), len(lacking.violations)))]


def build_rows(tiers: Sequence[str], *, listed: bool) -> Iterator[list[str]]:
    """Yield a row for each tier and kind of case."""
    kinds = {
        "suites": list_suite_cases(*SUITES),
        "pairs": list_pair_cases(),
        "whole replies": list_document_cases(),
        "written claims": list_written_cases(),
    }
    for tier in tiers:
        for name, cases in kinds.items():
            yield count_replays(name, cases, tier, listed=listed)


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tier", nargs="+", default=["rules", "builtin"])
    parser.add_argument("--list", action="store_true")
    asked = parser.parse_args()
    heads = ["tier", "cases", "number", "supported", "contradicted", "changed alone", "words not printed"]
    print(build_table(heads, list(build_rows(asked.tier, listed=asked.list))))


if __name__ == "__main__":
    main()

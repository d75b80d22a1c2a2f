"""Count, by kind of difference and language, the sentences that are judged as if they said something else.

``python -m benchmarks.laws [--tier rules builtin large] [--list]``. The pairs are those of
``tests/laws/oppositions.toml``: a sentence and its opposite must never be supported by one another, and two
sentences that say the same must never be called contradicted or unsupported. ``--list`` prints the pairs
that break one of these laws.
"""

from __future__ import annotations

import argparse
from collections import defaultdict
from collections.abc import Iterator

from tests.laws.oppositions import Pair, list_equivalences, list_oppositions

from ascribe import check
from benchmarks.attribution import build_table

Group = dict[tuple[str, str], list[tuple[Pair, str]]]


def judge_pairs(pairs: list[Pair], tier: str) -> Group:
    """Return each pair with the status of its claim, by kind and language."""
    found: Group = defaultdict(list)
    for pair in pairs:
        verdict = check(pair.claim, pair.source, tier=tier, language=pair.language).sentences[0].verdict
        found[pair.kind, pair.language].append((pair, verdict.status if verdict else "unknown"))
    return found


def build_rows(found: Group, statuses: tuple[str, ...]) -> Iterator[list[str]]:
    """Yield a row for each kind and language, with the number of pairs of each status, and one for all."""
    for (kind, language), judged in sorted(found.items()):
        yield [kind, language, str(len(judged)), *(str(_count(judged, status)) for status in statuses)]
    every = [one for judged in found.values() for one in judged]
    yield ["all", "", str(len(every)), *(str(_count(every, status)) for status in statuses)]


def _count(judged: list[tuple[Pair, str]], status: str) -> int:
    return sum(one == status for _, one in judged)


def print_laws(tier: str, *, listed: bool) -> None:
    """Print the tables of one tier, and the pairs that break a law if asked."""
    opposed, equal = (judge_pairs(pairs, tier) for pairs in (list_oppositions(), list_equivalences()))
    shown = (
        ("A sentence and its opposite", opposed, ("supported", "contradicted", "unknown"), {"supported"}),
        (
            "Two sentences that say the same",
            equal,
            ("supported", "contradicted", "unsupported", "unknown"),
            {"contradicted", "unsupported"},
        ),
    )
    for title, found, statuses, wrong in shown:
        print(f"### {title}, tier {tier}\n")
        print(build_table(["difference", "language", "pairs", *statuses], list(build_rows(found, statuses))))
        print()
        for pair, status in (one for judged in found.values() for one in judged if listed):
            if status in wrong:
                print(f"- {status}: “{pair.claim}” beside “{pair.source}”")


def main() -> None:
    """Print the tables of the tiers."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tier", nargs="+", default=["rules"])
    parser.add_argument("--list", action="store_true")
    asked = parser.parse_args()
    for tier in asked.tier:
        print_laws(tier, listed=asked.list)


if __name__ == "__main__":
    main()

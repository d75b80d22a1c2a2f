"""Count, by language, what tier ``rules`` says of written claims in other languages than English.

Run ``python -m benchmarks.languages [--tier TIER] [--list]``. The claims are those of ``training/claims`` in
other languages (``lang_*``), each checked separately against the documents of its set; nothing is fitted on
them. The table has, for each language, the claims called supported that are so ("true") and the others
("false"), those called contradicted that are not supported ("right") and the others ("wrong"), and those left
undecided. A partial claim is not supported. ``--list`` prints the false and the wrong ones.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence

from training.claims import read_sets

from benchmarks.attribution import build_table
from benchmarks.written import Judged, build_sources, group_claims, judge

HEADS = (
    "language", "claims", "true", "supported: true", "supported: false",
    "contradicted: right", "contradicted: wrong", "undecided",
)  # fmt: skip


def judge_languages(tier: str) -> dict[str, list[Judged]]:
    """Return the verdicts on the claims of each language but English."""
    found: dict[str, list[Judged]] = {}
    for source in read_sets():
        if source.lang != "en":
            found.setdefault(source.lang, []).extend(judge(source.claims, build_sources(source), tier))
    return dict(sorted(found.items()))


def build_row(name: str, found: Sequence[Judged]) -> list[str]:
    """Build a table row with the counts of one language."""
    said = [one for one in found if one.is_supported]
    denied = [one for one in found if one.status == "contradicted"]
    counts = (
        len(found),
        sum(one.is_true for one in found),
        sum(one.is_true for one in said),
        sum(not one.is_true for one in said),
        sum(not one.is_true for one in denied),
        sum(one.is_true for one in denied),
        sum(one.status in ("unknown", "not_checkable") for one in found),
    )
    return [name, *map(str, counts)]


def list_errors(found: Sequence[Judged]) -> list[str]:
    """Return a line for each claim called supported that is not, or contradicted although it is supported."""
    wrong = [
        one
        for one in found
        if (one.is_supported and not one.is_true) or (one.status == "contradicted" and one.is_true)
    ]
    groups = group_claims(wrong, lambda claim: claim.error or "true")
    return [f"- {one.status}, {kind}: {one.claim.text}" for kind, own in groups.items() for one in own]


def main() -> None:
    """Print the table, and the errors if asked."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--tier", default="rules")
    parser.add_argument("--list", action="store_true")
    asked = parser.parse_args()
    found = judge_languages(asked.tier)
    every = [one for own in found.values() for one in own]
    rows = [build_row(name, own) for name, own in (*found.items(), ("all", every))]
    print(build_table(list(HEADS), rows))
    if asked.list:
        print("\n".join(["", *list_errors(every)]))


if __name__ == "__main__":
    main()

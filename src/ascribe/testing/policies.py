"""The laws of citation policies."""

from __future__ import annotations

import copy

from ascribe.protocols import Policy, Scores
from ascribe.testing.samples import claims, evidence


def check_policy(policy: Policy, scores: Scores) -> None:
    """Cites only what it was given, nothing twice, the same each time, and mutates nothing.

    The scores are of ``CLAIMS`` against the sentences of ``SOURCES``.
    """
    asked, given = claims(), evidence()
    before = copy.deepcopy((asked, given))
    assert all(isinstance(v, float) for v in policy.thresholds.values()), "a threshold is not a float"
    cited = policy.cite(asked, given, scores)
    assert len(cited) == len(asked), "one tuple per claim"
    for members in cited:
        assert len(set(members)) == len(members), "a sentence is cited twice"
        assert all(0 <= member < len(given) for member in members), "cites what it was not given"
    assert cited == policy.cite(asked, given, scores), "citing twice gives two results"
    assert (asked, given) == before, "the inputs were changed"

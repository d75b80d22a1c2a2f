"""Contract check for citation policies."""

from __future__ import annotations

import copy

from ascribe.protocols import Policy, Scores
from ascribe.testing.samples import claims, evidence


def check_policy(policy: Policy, scores: Scores) -> None:
    """Check that a policy cites only given sentences, none twice, deterministically, without mutation.

    The scores are those of ``CLAIMS`` against the sentences of ``SOURCES``.

    Raises:
        AssertionError: the policy breaks this contract.
    """
    asked, given = claims(), evidence()
    before = copy.deepcopy((asked, given))
    assert all(isinstance(v, float) for v in policy.thresholds.values()), "a threshold is not a float"
    cited = policy.cite(asked, given, scores)
    assert len(cited) == len(asked), "not one tuple for each claim"
    for members in cited:
        assert len(set(members)) == len(members), "a sentence is cited twice"
        assert all(0 <= member < len(given) for member in members), "a sentence is cited that was not given"
    assert cited == policy.cite(asked, given, scores), "citing twice gives two results"
    assert (asked, given) == before, "the inputs were changed"

"""The table of tier ``llm``, cell by cell."""

from itertools import pairwise, product

import pytest

from ascribe.records import Verdict
from ascribe.records.outcomes import OUTCOMES
from ascribe.records.verdict import STRICTNESS
from ascribe.verify.decision import EXACT_FINDINGS, OBJECTIONS, is_veto
from ascribe.verify.llm_judge.session import JUDGE_LABELS
from ascribe.verify.llm_judge.verifier import decide_judged_reason, is_decided_by_rules

BY_CLAUSE = ("clauses_confirmed", "clause_not_found", "whole_not_found")
RULED = [
    row.reason
    for row in OUTCOMES.values()
    if "rules" in row.tiers and row.status != "not_checkable" and row.reason not in BY_CLAUSE
]
SETTLED = [r for r in RULED if OUTCOMES[r].status == "contradicted"] + ["sources_disagree"]
OBJECTING = [r for r in OBJECTIONS if r not in EXACT_FINDINGS and r != "sources_disagree"]
UNREAD = ["partly_covered", "other_language", "language_unread"]
OTHERS = [r for r in RULED if r not in {*SETTLED, *OBJECTIONS, *UNREAD, "confirmed", "not_found"}]


def ruled(reason: str, **details: object) -> Verdict:
    return Verdict(OUTCOMES[reason].status, reason, "rules", details=details)


NOWHERE = ruled(
    "not_found", compared=[{"rule": "numbers", "finding": "missing", "claim": "150", "evidence": None}]
)


@pytest.mark.parametrize(("reason", "said"), list(product(SETTLED, JUDGE_LABELS)))
def test_what_the_rules_settle_stands(reason, said) -> None:
    assert is_decided_by_rules(ruled(reason))
    assert {decide_judged_reason(ruled(reason), said, level) for level in STRICTNESS} == {reason}


@pytest.mark.parametrize("reason", sorted(set(RULED) - set(SETTLED)))
def test_what_a_judge_does_not_support(reason) -> None:
    absent = reason if OUTCOMES[reason].status == "unsupported" else "not_entailed"
    denied = "refuted"
    if OUTCOMES[reason].status == "supported":  # two witnesses against one another
        absent = denied = "uncertain"
    for level in STRICTNESS:
        assert decide_judged_reason(ruled(reason), "partial", level) == "partly_entailed"
        assert decide_judged_reason(ruled(reason), "contradicted", level) == denied
        assert decide_judged_reason(ruled(reason), "not_found", level) == absent


@pytest.mark.parametrize(
    ("reasons", "expected"),
    [
        (list(EXACT_FINDINGS), ["own"] * 4),
        (OBJECTING, ["entailed", "entailed", "own", "own"]),
        (OTHERS, ["entailed", "entailed", "entailed", "uncertain"]),
        (UNREAD, ["entailed"] * 4),
        (["not_found"], ["entailed"] * 4),
        (["confirmed"], ["own"] * 4),
    ],
)
def test_what_a_judge_supports_by_level(reasons, expected) -> None:
    assert reasons
    for reason in reasons:
        found = [decide_judged_reason(ruled(reason), "supported", level) for level in STRICTNESS]
        assert found == [reason if one == "own" else one for one in expected], reason


def test_a_figure_that_is_nowhere_is_a_veto() -> None:
    assert {decide_judged_reason(NOWHERE, "supported", level) for level in STRICTNESS} == {"number_not_found"}
    assert decide_judged_reason(NOWHERE, "not_found", "balanced") == "not_found"


@pytest.mark.parametrize("reason", RULED)
def test_a_stricter_level_never_supports_more_and_no_veto_is_supported(reason) -> None:
    for said in JUDGE_LABELS:
        statuses = [OUTCOMES[decide_judged_reason(ruled(reason), said, level)].status for level in STRICTNESS]
        supported = [status == "supported" for status in statuses]
        assert all(looser >= stricter for looser, stricter in pairwise(supported))
        assert not any(supported) or (said == "supported" and not is_veto(reason))

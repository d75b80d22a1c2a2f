"""Claims that a document leaves something out."""

from __future__ import annotations

import pytest

from ascribe import check
from ascribe.verify.comparison import Text
from ascribe.verify.denials.silence import states_silence


@pytest.mark.parametrize("tier", ["rules", "builtin"])
def test_what_a_report_leaves_out_is_checked(tier) -> None:
    claim = "The report does not mention costs."
    for source, status in [
        ("The report mentions costs: 40,000 euros.", "contradicted"),
        ("The mill was sold in 1923, and Anna Kohl wrote this report.", "unknown"),
        ("The sea is blue.", "unknown"),
        (claim, "supported"),
    ]:
        verdict = check(claim, source, tier=tier).sentences[0].verdict
        assert verdict is not None
        assert verdict.status == status


@pytest.mark.parametrize(
    "text",
    ["The sources do not mention costs.", "I could not find the costs.", "The text is silent on costs."],
)
def test_what_the_sources_leave_out_is_still_a_refusal(text) -> None:
    verdict = check(text, "The report mentions costs.", tier="rules").sentences[0].verdict
    assert verdict is not None
    assert (verdict.status, verdict.reason) == ("not_checkable", "refusal")


@pytest.mark.parametrize(
    ("text", "is_silent"),
    [
        ("The annual report contains no figures.", True),
        ("These articles never name the author.", True),
        ("The report mentions no-go areas.", False),
        ("The council does not mention costs.", False),
        ("The report did not reach the council.", False),
    ],
)
def test_only_documents_leave_things_out(text, is_silent) -> None:
    assert states_silence(Text(text, "en")) == is_silent

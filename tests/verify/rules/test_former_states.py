"""Former states: what has ended, by a word or a time of its sentence, is not so now."""

import pytest
from tests.verdicts import get_verdict

from ascribe.verify.comparison import Text
from ascribe.verify.rules.former_states import compare_former_states


@pytest.mark.parametrize(
    ("claim", "evidence", "is_former"),
    [
        ("The barn is a chapel.", "The barn was once a chapel.", True),
        ("The barn was a chapel.", "The barn was once a chapel.", False),
        ("The barn is a chapel.", "The barn, once a chapel, stands empty.", True),
        ("The barn is a chapel.", "The barn was turned into a chapel.", False),
        ("The island has a keeper.", "Until 1990 the island had a keeper.", True),
        ("The hall seats 300 people.", "Originally, the hall seated 300 people.", True),
        ("The hall seats 300 people.", "The hall was built in 1890 and seats 300 people.", False),
        ("The hall is made of brick.", "The hall was built in 1890 and is made of brick.", False),
        ("The valley is covered by ice.", "The valley was at that time covered by ice.", True),
        ("Ms Abe lives in Osaka.", "When she was young, Ms Abe lived in Osaka.", True),
        ("The mill runs at night.", "For six years the mill ran at night.", True),
        ("The spire is the tallest in town.", "For six years the spire has been the tallest in town.", False),
        ("The bakery sells rye bread.", "The bakery stopped selling rye bread.", True),
        ("The bakery sold rye bread.", "The bakery stopped selling rye bread.", False),
        ("The bakery no longer sells rye bread.", "The bakery stopped selling rye bread.", False),
        ("The paper is printed in Ulm.", "The paper ceased to be printed in Ulm.", True),
        ("The council meets weekly.", "The council meets once a week.", False),
        ("The mill once made card.", "The mill once made paper and now makes card.", True),
        ("The mill once made paper.", "The mill once made paper and now makes card.", False),
    ],
)
def test_what_has_ended_is_not_so_now(claim: str, evidence: str, is_former: bool) -> None:
    found = compare_former_states(Text(claim, "en"), Text(evidence, "en"))
    assert [one.finding for one in found] == ["missing"] * is_former


@pytest.mark.parametrize("tier", ["rules", "builtin"])
@pytest.mark.parametrize(
    ("claim", "status"),
    [
        ("Wolves are common in the forest.", "unknown"),
        ("Until the 1850s wolves were common in the forest.", "supported"),
    ],
)
def test_a_former_state_is_told_in_the_past_only(claim: str, status: str, tier: str) -> None:
    verdict = get_verdict(claim, ["Wolves were common in the forest until the 1850s."], tier=tier)
    assert verdict.status == status

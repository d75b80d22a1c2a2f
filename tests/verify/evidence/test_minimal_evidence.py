"""A claim that no single sentence supports: the fewest that do are cited, and each of them is needed."""

from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.verdicts import get_verdict

from ascribe import check
from ascribe.records import Verdict
from ascribe.verify.evidence.minimal_sets import find_minimal_set

LEVELS = ("loose", "balanced", "strict", "paranoid")

JOINT = [
    (
        "The mill was built in 1871 and has 12 sails.",
        ["The mill was built in 1871.", "The mill has 12 sails."],
    ),
    (
        "The ferry carries 240 passengers, and the harbour was dredged in 1963.",
        ["The ferry carries 240 passengers.", "The harbour was dredged in 1963."],
    ),
    (
        "Anna Kohl founded the museum in 1921, and Bram Odel gave it 300 paintings in 1934.",
        ["Anna Kohl founded the museum in 1921.", "Bram Odel gave it 300 paintings in 1934."],
    ),
]
"""Claim, and one sentence for each of its parts, from two documents."""

ASIDE = ["The town lies on the coast.", "Bread rises faster in a warm kitchen."]


def verdict(claim: str, sources: list[str], tier: str = "rules", **options: str) -> Verdict:
    return get_verdict(claim, sources, tier=tier, language="en", **options)


@pytest.mark.parametrize("tier", ["rules", "builtin"])
@pytest.mark.parametrize(("claim", "parts"), JOINT)
def test_the_parts_are_cited_and_nothing_else(claim, parts, tier) -> None:
    found = verdict(claim, [*ASIDE, *parts], tier)
    assert found.status == "supported"
    assert sorted(r.quote for r in found.references) == sorted(parts)


@pytest.mark.parametrize("tier", ["rules", "builtin"])
@pytest.mark.parametrize(("claim", "parts"), JOINT)
def test_without_any_of_them_the_claim_is_not_supported(claim, parts, tier) -> None:
    for part in parts:
        assert verdict(claim, [*ASIDE, part], tier).status != "supported"


@pytest.mark.parametrize(("claim", "parts"), JOINT)
def test_a_sentence_that_says_all_of_it_is_cited_alone(claim, parts) -> None:
    for sources in permutations([*parts, claim]):
        assert [r.quote for r in verdict(claim, list(sources)).references] == [claim]


@pytest.mark.parametrize("tier", ["rules", "builtin"])
def test_the_same_sentence_twice_is_cited_once(tier) -> None:
    claim, parts = JOINT[0]
    found = verdict(claim, [*parts, *parts], tier)
    assert sorted(r.quote for r in found.references) == sorted(parts)


@pytest.mark.parametrize("strictness", LEVELS)
@pytest.mark.parametrize(
    ("claim", "sources"),
    [
        (JOINT[0][0], ["The mill was built in 1871.", "The barn has 12 sails."]),
        (
            "Lorne was founded in 2014 by Ines Pell.",
            ["Lorne was founded in 2014.", "Ines Pell was born in Arle."],
        ),
        ("The lamp won a prize in 1999.", ["The chair won a prize in 1999.", "The lamp was made in 1998."]),
        ("Its flue is made of steel.", ["The bow is made of steel.", "Its flue is made of brick."]),
    ],
)
def test_parts_of_different_things_are_not_joined(claim, sources, strictness) -> None:
    assert verdict(claim, sources, strictness=strictness).status != "supported"


@pytest.mark.parametrize("strictness", LEVELS)
def test_nor_do_the_models_join_them_where_the_rules_object(strictness) -> None:
    sources = ["The mill was built in 1871.", "The barn has 12 sails."]
    found = verdict(JOINT[0][0], sources, "builtin", strictness=strictness)
    assert found.status != "supported"
    assert found.details["rules"] == "other_subject"


@given(st.sets(st.integers(0, 6), min_size=1).map(lambda members: tuple(sorted(members))), st.data())
def test_each_member_that_is_left_is_needed(members, data) -> None:
    needed = data.draw(st.lists(st.frozensets(st.sampled_from(members), min_size=1), min_size=1, max_size=4))

    def suffices(chosen: tuple[int, ...]) -> bool:
        return any(one <= set(chosen) for one in needed)

    kept = find_minimal_set(members, suffices)
    assert suffices(kept)
    assert not any(suffices(tuple(m for m in kept if m != dropped)) for dropped in kept)


LACKING = [
    (
        "Anna Berg founded the school in 1920.",
        "The school was founded in 1920 by its first teacher.",
        "name_not_found",
    ),
    (
        "The clinic on the hill closed in May 1987.",
        "The clinic on the hill closed in 1987.",
        "date_not_found",
    ),
]
"""Claim, source, and what the source lacks of it word for word."""


@pytest.mark.parametrize("tier", ["builtin", "large"])
@pytest.mark.parametrize("strictness", LEVELS)
@pytest.mark.parametrize(("claim", "source", "reason"), LACKING)
def test_no_window_supports_what_it_lacks(claim, source, reason, strictness, tier) -> None:
    found = verdict(claim, [*ASIDE, source], tier, strictness=strictness)
    assert found.status in ("unknown", "unsupported")
    assert found.reason in (reason, reason.replace("_not_found", "_not_entailed"))


@pytest.mark.parametrize("tier", ["builtin", "large"])
def test_a_window_is_completed_with_the_sentence_that_has_what_it_lacks(tier) -> None:
    sources = [LACKING[0][1], "Anna Berg was the first teacher of the school."]
    found = verdict(LACKING[0][0], [*ASIDE, *sources], tier)
    assert found.status == "supported"
    assert {reference.quote for reference in found.references} == set(sources)


@pytest.mark.parametrize("tier", ["rules", "builtin", "large"])
@pytest.mark.parametrize("strictness", LEVELS)
def test_two_things_are_not_evidence_for_one(strictness, tier) -> None:
    sources = ["The mill was built in 1871.", "The barn has 12 sails painted on its wall."]
    found = verdict("The mill was built in 1871 and has 12 sails.", sources, tier, strictness=strictness)
    assert found.status != "supported"


STRANGERS = [
    "The lighthouse was painted in 1930. It is 41 m tall.",
    "The ferry carries 240 passengers.",
    "The harbour has 16 berths.",
]
"""Three sources about three things."""


@pytest.mark.parametrize("tier", ["builtin", "large"])
@pytest.mark.parametrize(
    "claim",
    [
        "The lighthouse has 16 berths.",
        "The harbour carries 240 passengers.",
        "The ferry was painted in 1930.",
        "The harbour is 41 m tall.",
    ],
)
def test_what_a_source_says_of_one_thing_supports_no_claim_on_that_of_another_source(claim, tier) -> None:
    assert verdict(claim, STRANGERS, tier).status != "supported"


@pytest.mark.parametrize("tier", ["rules", "builtin", "large"])
@pytest.mark.parametrize(
    ("reply", "quotes"),
    [
        ("The harbour has the following features:\n\n- It has 16 berths", ["The harbour has 16 berths."]),
        ("The harbour has these:\n\n- 16 berths", ["The harbour has 16 berths."]),
        ("The following is known:\n\n- The harbour has 16 berths", ["The harbour has 16 berths."]),
    ],
)
def test_an_item_below_an_announcement_cites_what_states_it_and_nothing_else(reply, quotes, tier) -> None:
    lead, item = check(reply, STRANGERS, tier=tier, language="en").sentences
    assert lead.verdict is not None
    assert lead.verdict.status == "not_checkable"
    assert [reference.quote for reference in item.references] == quotes


@pytest.mark.parametrize("tier", ["builtin", "large"])
def test_a_sentence_that_adds_nothing_is_not_cited(tier) -> None:
    reply = "The harbour has many sights, among them this:\n\n- It has 16 berths"
    sentences = check(reply, STRANGERS, tier=tier, language="en").sentences
    cited = {r.quote for one in sentences for r in one.references if r.label == "supports"}
    assert cited <= {STRANGERS[2]}

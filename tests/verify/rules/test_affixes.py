"""What "-free", "-less" and "un-" deny: in other words it agrees, and its contrary is never supported."""

import pytest
from tests.verdicts import get_verdict

from ascribe.verify.comparison import Text
from ascribe.verify.cues import find_scopes
from ascribe.verify.rules.affixes import compare_affixes


@pytest.mark.parametrize(
    ("claim", "source", "status"),
    [
        ("The sauce is free of egg.", "The sauce is egg-free.", "supported"),
        ("The sauce is egg-free.", "The sauce is free from egg.", "supported"),
        ("There are no queues at the gate.", "The gate is queue-free.", "supported"),
        ("There are queues at the gate.", "The gate is queue-free.", "contradicted"),
        ("The sauce is egg-free.", "The sauce is not egg-free.", "contradicted"),
        ("The sauce is not egg-free.", "The sauce is egg-free.", "contradicted"),
        ("The well is free of nitrate.", "The well is not free of nitrate.", "contradicted"),
        ("The well is not free of nitrate.", "The well is free of nitrate.", "contradicted"),
        ("The inn is not cat-friendly.", "The inn is cat-friendly but not dog-friendly.", "contradicted"),
        ("The inn is not dog-friendly.", "The inn is cat-friendly but not dog-friendly.", "supported"),
        ("The night had no moon.", "The night was moonless.", "supported"),
        ("The glass cannot be broken.", "The glass is unbreakable.", "supported"),
        ("The loss cannot be replaced.", "The loss is irreplaceable.", "supported"),
        ("The map has no date.", "The map is undated.", "supported"),
    ],
)
def test_a_denial_in_one_word_is_compared_with_one_in_several(claim: str, source: str, status: str) -> None:
    assert get_verdict(claim, [source], tier="rules", language="en").status == status


@pytest.mark.parametrize(
    ("claim", "evidence", "findings"),
    [
        ("The ford can be passed in spring.", "The ford is impassable in spring.", ["missing"]),
        ("The ford is impassable in spring.", "The ford can be passed in spring.", ["missing"]),
        ("The ford is impassable.", "The ford cannot be passed.", ["agree"]),
        ("The jar is unbreakable.", "The jar did not break.", ["missing"]),
        ("There was a moon that night.", "It was a moonless night.", ["missing"]),
        ("There is a limit on guests.", "The number of guests is unlimited.", ["missing"]),
        ("The limit is high.", "Beyond the limit, growth is unlimited.", []),
        ("It may be used.", "It is useless.", []),
        ("The sign is unreadable.", "The sign is unreadable.", []),
    ],
)
def test_a_word_inside_an_affix_is_denied(claim: str, evidence: str, findings: list[str]) -> None:
    found = compare_affixes(Text.read(claim, "en"), Text.read(evidence, "en"))
    assert [one.finding for one in found] == findings


@pytest.mark.parametrize(
    ("text", "denied"),
    [
        ("The paint is solvent-free.", ["solvent"]),
        ("It is a dust-free, oil-free room.", ["dust", "oil"]),
        ("The paint is not solvent-free.", []),
        ("Use the hands-free set.", []),
        ("A sugar-free-range test", []),
    ],
)
def test_free_at_the_end_of_a_compound_denies_its_first_word(text: str, denied: list[str]) -> None:
    assert [
        word.form for cue in find_scopes(Text.read(text, "en"), "negation") for word in cue.words
    ] == denied

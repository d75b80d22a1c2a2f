# ruff: noqa: E501 - one case a line reads best
"""Each rule on what stands beside a figure or name, and on how words stand to one another.

Every case has the first finding of one rule, or none, and its reason.
"""

import pytest

from ascribe.records.outcomes import OUTCOMES
from ascribe.verify.comparison import Text
from ascribe.verify.rules import RULES

DAY = "Shops on the quay close at noon."


def first(rule: str, claim: str, evidence: str, language: str = "en") -> tuple[str, str] | None:
    """Finding and reason of the first comparison that is not ``agree``, else of the first one."""
    (row,) = (row for row in RULES if row.name == rule)
    found = row.compare(Text(claim, language), Text(evidence, language))
    worst = next((c for c in found if c.finding != "agree"), found[0] if found else None)
    return (worst.finding, worst.reason) if worst else None


@pytest.mark.parametrize(
    ("rule", "claim", "evidence", "expected"),
    [
        ("modality", "The drug helps.", "The drug may help.", ("missing", "modality_strengthened")),
        ("modality", "The drug may help.", "The drug helps.", None),
        ("modality", "Members must pay.", "Members should pay.", ("missing", "modality_strengthened")),
        ("modality", "The city replaced its buses.", "The city plans to replace its buses.", ("missing", "modality_strengthened")),
        ("modality", "The crew cleared the track.", "The crew are still clearing the track.", ("missing", "modality_strengthened")),
        ("modality", "The crew are clearing the track.", "The crew are still clearing the track.", None),
        ("modality", "The roof has been mended.", "The roof is being mended.", ("missing", "modality_strengthened")),
        ("modality", "The panel has accepted a bid.", "The panel is weighing a bid.", ("missing", "modality_strengthened")),
        ("modality", "The firm opened a shop.", "The firm is expanding and opened a shop.", None),
        ("modality", "Staff catalogued the letters.", "Staff began cataloguing the letters.", ("missing", "modality_strengthened")),
        ("modality", "Staff began to catalogue the letters.", "Staff began cataloguing the letters.", None),
        ("modality", "The report was published.", "The report has yet to be published.", ("missing", "modality_strengthened")),
        ("modality", "The bank closed a branch.", "The bank has resolved to close a branch.", ("missing", "modality_strengthened")),
        ("modality", "The pilot landed.", "The pilot was about to land.", ("missing", "modality_strengthened")),
        ("modality", "The prisoner was released.", "The prisoner begged to be released.", ("missing", "modality_strengthened")),
        ("modality", "The museum opened in June.", "The museum was to have opened in June.", ("missing", "modality_strengthened")),
        ("modality", "Ravi shut the gate.", "The warden told Ravi to shut the gate.", ("missing", "modality_strengthened")),
        ("modality", "The crew filmed the race.", "The club allowed the crew to film the race, and they filmed it.", None),
        ("modality", "The tenor sang.", "The tenor, who was asked by the choir, sang.", None),
        ("modality", "The fair will begin in May.", "The fair began in May.", ("missing", "modality_unclear")),
        ("modality", "The fair will begin in May.", "The fair is to begin in May.", None),
        ("quantifiers", "All members came.", "Some members came.", ("missing", "quantifier_widened")),
        ("quantifiers", "Some members came.", "All members came.", ("missing", "quantifier_unclear")),
        ("quantifiers", "None of the members came.", "Most of the members came.", ("clash", "quantifier_mismatch")),
        ("quantifiers", "The majority of members came.", "Most members came.", ("agree", "")),
        ("bounds", "At least 5 came.", "5 came.", ("missing", "bound_unclear")),
        ("bounds", "5 came.", "Up to 5 came.", ("missing", "bound_unclear")),
        ("bounds", "At most 5 came.", "At least 5 came.", ("clash", "bound_mismatch")),
        ("bounds", "Not at most 5 came.", "At least 5 came.", ("missing", "bound_unclear")),
        ("bounds", "5 or more came.", "At least 5 came.", ("agree", "")),
        ("order", "The mill opened after the war.", "The mill opened before the war.", ("clash", "order_reversed")),
        ("order", "The war came before the mill.", "The mill came after the war.", ("agree", "")),
        ("order", "After the vote, the chair left.", "The vote was held, and later the chair left.", ("agree", "")),
        ("order", "The mill opened after the war.", "The mill opened.", ("missing", "order_unclear")),
        ("order", "The mill opened.", "The mill opened after the war.", None),
        ("order", "Sand it, then paint it.", "1. Paint the door.\n\n2. Sand it.", ("missing", "order_unclear")),
        ("order", "Paint it, then sand it.", "1. Paint the door.\n\n2. Sand it.", None),
        ("order", "It burned and was then rebuilt.", "It was rebuilt in 1990.\n\nIt had burned.", None),
        ("causes", "Rain caused the flood.", "The flood was caused by rain.", ("agree", "")),
        ("causes", "The flood caused rain.", "The flood was caused by rain.", ("clash", "cause_reversed")),
        ("causes", "Rain led to the flood.", "Rain fell, and there was a flood.", ("missing", "cause_added")),
        ("causes", "Trams stop because rails break in hard winters.", "Trams stop because old rails (all of them) break in hard winters.", ("agree", "")),
        ("quantifiers", "Rud and other shops closed.", "Rud closed, as did several other shops.", None),
        ("quantifiers", "The shops closed.", "Several shops closed.", ("missing", "quantifier_widened")),
        ("bounds", "Between 10 and 20 boats came.", "More than 10 but less than 20 boats came.", None),
        ("bounds", "10 boats came.", "More than 10 boats came.", ("missing", "bound_unclear")),
        ("bounds", "Guests under sixteen pay half.", "Guests under sixteen pay half.", ("agree", "")),
        ("attribution", "They must keep a flow of 12 litres.", "They must maintain a flow of 12 litres.", None),
        ("conditions", "The yearly fee falls.", "If the bill is paid in May, the yearly fee falls.", ("missing", "condition_dropped")),
        ("conditions", "Paying the bill in May lowers the yearly fee.", "If the bill is paid in May, the yearly fee falls.", None),
        ("conditions", "It is void unless the seal is broken.", "It is void if the seal is broken.", ("clash", "condition_mismatch")),
        ("directions", "The sea is deeper than the lake.", "The lake is shallower than the sea.", ("agree", "")),
        ("directions", "The lake is deeper than the sea.", "The sea is deeper than the lake.", ("clash", "comparison_reversed")),
        ("directions", "The old oven uses twice as much gas as the new one.", "The new oven uses half as much gas as the old one.", ("agree", "")),
        ("directions", "The van uses less fuel than the car.", "The van costs less than the car but uses more fuel.", ("missing", "comparison_unclear")),
        ("attribution", "The old mill was sold.", "Critics claim that the old mill was sold.", ("missing", "attribution_dropped")),
        ("attribution", "A study says that birds sleep.", "A study found that birds sleep.", ("agree", "")),
        ("attribution", "According to the clerk, the mill was sold.", "The mill was sold, the mayor said.", ("clash", "attribution_mismatch")),
        ("complements", "The gate is closed.", "The gate is not open.", ("agree", "")),
        ("complements", "All pupils passed.", "None of the pupils failed.", ("agree", "")),
        ("affixes", "The trams are driverless.", "The trams run without drivers.", ("agree", "")),
        ("complements", "The gate is closed.", "The gate is open.", None),
        ("roles", "The printer sued the publisher.", "The publisher sued the printer.", ("clash", "roles_exchanged")),
        ("roles", "The printer was sued by the publisher.", "The publisher sued the printer.", None),
        ("negation", "Parking is included.", "Breakfast is included; parking is not.", ("clash", "negation_mismatch")),
        ("negation", "Parking is not included.", "Breakfast is included; parking is not.", ("agree", "")),
        ("negation", "Support for Rome was dropped.", "Rome is no longer supported.", ("agree", "")),
        ("dates", "It burned down in 1987.", "It opened in 1984. Three years later it burned down.", ("agree", "")),
        ("dates", "It burned down in 1986.", "It opened in 1984. Three years later it burned down.", ("missing", "date_not_found")),
        ("opposites", "The vote was put off.", "The vote was postponed.", ("agree", "")),
        ("opposites", "The senate passed the bill.", "The senate turned down the bill.", ("clash", "polarity_mismatch")),
        ("opposites", "The town imposed the ban.", "The town lifted the ban.", ("clash", "polarity_mismatch")),
        ("opposites", "Orvane sold the yard to Pelling.", "Pelling bought the yard from Orvane.", ("agree", "")),
        ("opposites", "Pelling sold the yard to Orvane.", "Pelling bought the yard from Orvane.", ("missing", "polarity_unclear")),
        ("replaced", "Painted grey jugs were sold.", "Glazed brown jugs were sold.", ("missing", "word_replaced")),
        ("names", "Roughly ten came.", "About ten came.", None),
        ("paired_values", "9% of the pupils were ill.", "12% of the pupils and 9% of the teachers were ill.", ("missing", "misplaced")),
        ("paired_values", "12% of the pupils were ill.", "12% of the pupils and 9% of the teachers were ill.", None),
        ("paired_values", "9% of the nurses were ill.", "12% of the pupils and 9% of the teachers were ill.", None),
        ("binding", "Students may borrow six books.", "Members may borrow six books, students ten.", ("missing", "misplaced")),
    ],
)  # fmt: skip
def test_what_a_rule_finds_first(rule, claim, evidence, expected) -> None:
    assert first(rule, claim, evidence) == expected


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.name)
def test_a_sentence_agrees_with_itself(rule) -> None:
    sentence = Text("Most shops on the quay may close before noon if it rains, said the mayor.", "en")
    assert [c for c in rule.compare(sentence, sentence) if c.finding != "agree"] == []


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.name)
def test_a_rule_says_nothing_where_its_kind_of_thing_does_not_occur(rule) -> None:
    assert [c for c in rule.compare(Text(DAY, "en"), Text(DAY, "en")) if c.finding != "agree"] == []
    assert rule.compare(Text("", "en"), Text(DAY, "en")) == []


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.name)
def test_every_reason_has_a_row(rule) -> None:
    claim = Text(
        "All 5 Ruds must not leave Oslo after 1 May 1990 because Ann said so, unless it is more than 6 km.",
        "en",
    )
    evidence = Text(
        "Some 7 Ruds may leave Oslo before 2 May 1991, Bo said, if it is less than 6 km. They left.", "en"
    )
    found = rule.compare(claim, evidence)
    assert {c.reason for c in found if c.finding != "agree"} <= OUTCOMES.keys()


@pytest.mark.parametrize(
    ("claim", "evidence", "language"),
    [
        ("Quelques membres sont venus.", "Tous les membres sont venus.", "fr"),
        ("Er muss gehen.", "Er soll gehen.", "de"),
    ],
)
def test_other_languages_keep_their_cues(claim, evidence, language) -> None:
    found = [first(rule, claim, evidence, language) for rule in ("quantifiers", "modality")]
    assert [one for one in found if one and one[0] == "missing"]

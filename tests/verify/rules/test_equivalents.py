"""What is said by another quantifier, denial, permission or comparison, and what only looks like it."""

import pytest

from ascribe.verify.comparison import Text
from ascribe.verify.rules import RULES
from ascribe.verify.rules.negation import compare_negation
from ascribe.verify.rules.opposites import compare_opposites


def findings(name: str, claim: str, evidence: str, language: str = "en") -> list[str]:
    (rule,) = (row for row in RULES if row.name == name)
    return [one.finding for one in rule.compare(Text(claim, language), Text(evidence, language))]


@pytest.mark.parametrize(
    ("claim", "evidence"),
    [
        ("All of the pumps failed to start.", "None of the pumps started."),
        ("No driver failed the test.", "Every driver passed the test."),
        ("Some of the tapes could not be read.", "Not all of the tapes could be read."),
        ("Neither gate is open.", "Both gates are closed."),
        ("Most of the seeds did not sprout.", "Few of the seeds sprouted."),
    ],
)
def test_a_quantifier_and_its_dual_say_the_same(claim: str, evidence: str) -> None:
    assert findings("duals", claim, evidence) == findings("duals", evidence, claim) == ["agree"]


@pytest.mark.parametrize(
    ("claim", "evidence"),
    [
        ("All of the pumps started.", "None of the pumps started."),
        ("All of the pumps failed to start.", "Not all of the pumps started."),
        ("All of the fans failed to start.", "None of the pumps started."),
        ("No driver passed the test.", "Every driver passed the test."),
        ("All of the pumps failed to start on Monday.", "None of the pumps started."),
        ("All of the pumps started.", "All of the pumps started."),
    ],
)
def test_no_dual_says_more_than_it_does(claim: str, evidence: str) -> None:
    assert findings("duals", claim, evidence) == []


@pytest.mark.parametrize(
    ("claim", "evidence", "language"),
    [
        ("Near the pier the lake is not deep.", "The lake is shallow near the pier.", "en"),
        ("Profits did not rise in May.", "In May profits fell.", "en"),
        ("Montags ist das Bad nicht geöffnet.", "Das Bad ist montags geschlossen.", "de"),
    ],
)
def test_an_opposite_says_no_to_the_other(claim: str, evidence: str, language: str) -> None:
    assert findings("contraries", claim, evidence, language) == ["agree"]


@pytest.mark.parametrize(
    ("claim", "evidence"),
    [
        ("The lake is shallow near the pier.", "Near the pier the lake is not deep."),
        ("The pond is not deep.", "The lake is shallow near the pier."),
        ("Profits did not rise in May.", "In May profits did not fall."),
        ("Anna did not buy the car.", "Anna sold the car."),
        ("The gate is no longer open.", "The gate is closed."),
        ("Profits did not rise in May.", "Profits fell in April and rose in May."),
    ],
)
def test_the_reverse_or_another_thing_is_no_contrary(claim: str, evidence: str) -> None:
    assert findings("contraries", claim, evidence) == []


@pytest.mark.parametrize(
    ("claim", "evidence", "expected"),
    [
        ("Visitors are not allowed to bring dogs.", "Visitors may not bring dogs.", ["agree"]),
        ("Wearing a helmet is compulsory for riders.", "Riders must wear a helmet.", ["agree"]),
        ("Guests are allowed to use the pool.", "Guests may use the pool.", ["agree"]),
        ("Guests are allowed to use the pool.", "Guests must use the pool.", []),
        ("Visitors are allowed to bring dogs.", "Visitors may not bring dogs.", []),
        ("Visitors are not allowed to bring cats.", "Visitors may not bring dogs.", []),
        ("Dogs are no longer prohibited.", "Visitors may not bring dogs.", []),
    ],
)
def test_a_ban_a_duty_and_a_leave_are_told_apart(claim: str, evidence: str, expected: list[str]) -> None:
    assert findings("permissions", claim, evidence) == expected


@pytest.mark.parametrize(
    ("claim", "evidence", "expected"),
    [
        (
            "The siren does not sound unless the lid is open.",
            "The siren sounds only if the lid is open.",
            True,
        ),
        ("Without a key, the door stays shut.", "The door stays shut unless a key is used.", True),
        ("The siren sounds unless the lid is open.", "The siren sounds only if the lid is open.", False),
        (
            "The siren does not sound unless the door is open.",
            "The siren sounds only if the lid is open.",
            False,
        ),
        (
            "The lid does not open unless the siren sounds.",
            "The siren sounds only if the lid is open.",
            False,
        ),
    ],
)
def test_a_requirement_keeps_its_sides(claim: str, evidence: str, expected: bool) -> None:
    assert findings("requirements", claim, evidence) == ["agree"] * expected


@pytest.mark.parametrize(
    ("claim", "evidence", "expected"),
    [
        ("Most of the members came.", "Of the 60 members, 41 came.", ["agree"]),
        ("Nearly all of the asked homes have gas.", "We asked 500 homes. Of these, 480 have gas.", ["agree"]),
        ("More than half of the members came.", "Of the 60 members, 30 came.", ["missing"]),
        ("Few of the members came.", "Of the 60 members, 41 came.", ["missing"]),
        ("Most of the guests came.", "Of the 60 members, 41 came.", []),
    ],
)  # fmt: skip
def test_a_proportion_follows_from_part_and_whole(claim: str, evidence: str, expected: list[str]) -> None:
    assert findings("proportions", claim, evidence.replace(". Of", ".\n\nOf")) == expected


def test_who_is_ahead_of_whom_may_be_said_from_both_ends() -> None:
    evidence = "Lena finished the race ahead of Mira."
    assert findings("directions", "Mira finished the race behind Lena.", evidence) == ["agree"]
    assert findings("directions", "Lena finished the race behind Mira.", evidence) == ["clash"]


def test_a_comparison_is_found_under_each_opposite_of_its_word() -> None:
    evidence = "The north tower is taller than the south tower."
    assert "agree" in findings("directions", "The south tower is shorter than the north tower.", evidence)


def test_what_is_dropped_is_not_said_to_be_there() -> None:
    evidence = "Version 4 drops support for tapes."
    assert findings("dropped", "Version 4 has support for tapes.", evidence) == ["missing"]
    assert findings("dropped", "Version 4 no longer supports tapes.", evidence) == []
    assert findings("negation", "Version 4 no longer supports tapes.", evidence) == ["agree"]


def test_a_predicate_of_one_small_word_must_be_there() -> None:
    assert findings("particles", "The mayor was against the plan.", "The mayor welcomed the plan.") == [
        "missing"
    ]
    assert findings("particles", "The lamp is off.", "The lamp is off.") == []


def test_small_words_change_with_the_verb_that_changes_sides() -> None:
    claim, evidence = Text("Ghent borrowed it from Bruges."), Text("Bruges lent it to Ghent.")
    said = {claim.text[slice(*one.claim)]: one.formula for one in compare_opposites(claim, evidence)}
    assert said == {"borrowed": "lent = borrowed", "from": "to = from"}


def test_two_words_for_one_denial_are_shown() -> None:
    (found,) = compare_negation(Text("The pump did not start."), Text("The pump failed to start."))
    assert (found.finding, found.formula) == ("agree", "failed to = not")

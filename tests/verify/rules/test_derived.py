import pytest
from hypothesis import given
from hypothesis import strategies as st

from ascribe.verify.comparison import Comparison, Text
from ascribe.verify.rules.derived import compare_derived_figures
from ascribe.verify.rules.numbers import compare_numbers

ROSE = "Output rose from 40 to 50 units per hour."
TOWERS = "The north tower is 92 metres tall and the south tower is 85 metres tall."
TEAM = "The team has 12 women and 8 men."


def found(claim: str, evidence: str, language: str = "en") -> list[Comparison]:
    texts = Text(claim, language), Text(evidence, language)
    return [c for c in (*compare_numbers(*texts), *compare_derived_figures(*texts)) if c.rule == "derived"]


@pytest.mark.parametrize(
    ("claim", "evidence", "formula"),
    [
        ("Output rose by 25 %.", ROSE, "40 → 50 is +25 %"),
        ("Output rose by a quarter.", ROSE, "40 → 50 is +25 %"),
        ("Output rose by 10 units per hour.", ROSE, "40 → 50 is +10"),
        ("The fund grew by 300,000 euros.", "The fund grew from 1.2 to 1.5 million euros.", None),
        (
            "The share rose by 10 percentage points.",
            "The share rose from 40 % to 50 %.",
            "40 % → 50 % is +10 points",
        ),
        ("Sales doubled.", "Sales grew from 6 to 12 tonnes.", "6 → 12 tonnes is × 2"),
        ("Sales more than doubled.", "Sales grew from 6 to 14 tonnes.", "6 → 14 tonnes is × 2.3333"),
        ("The north tower is 7 metres taller than the south tower.", TOWERS, "92 metres − 85 metres = 7"),
        ("The south tower is 7 metres shorter than the north tower.", TOWERS, "92 metres − 85 metres = 7"),
        ("The team has 4 more women than men.", TEAM, "12 − 8 = 4"),
        ("The team has 20 women and men in total.", TEAM, "12 + 8 = 20"),
        (
            "The old mast is twice as high as the new mast.",
            "The old mast is 40 m high and the new mast is 20 m high.",
            "40 m / 20 m = 2",
        ),
        ("A third of the 60 pupils cycle.", "Of the 60 pupils, 20 cycle.", "20 of 60 is 33.33 %"),
        ("Of the 80 men, 20 were not admitted.", "Of the 80 men, 60 were admitted.", "80 − 60 = 20"),
        ("The mean score was 6 points.", "The scores were 4, 6 and 8 points.", "(4 + 6 + 8 points) / 3 = 6"),
        ("It has three mills: in Arle, Brandt and Lorne.", "It has mills in Arle, Brandt and Lorne.", None),
        (
            "She led the choir for 15 years.",
            "She led the choir from 1988 to 2003.",
            "1988 → 2003 is 15 years",
        ),
        ("He lived to the age of 75.", "He was born in 1902 and died in 1977.", "1902 → 1977 is 75 years"),
    ],
)
def test_a_named_operation_gives_its_result(claim, evidence, formula) -> None:
    comparisons = found(claim, evidence)
    assert comparisons
    assert {c.finding for c in comparisons} == {"agree"}
    assert formula is None or comparisons[0].formula == formula


@pytest.mark.parametrize(
    ("claim", "evidence"),
    [
        ("Output rose by 20 %.", ROSE),
        ("Output rose by 50 units.", ROSE),
        ("Sales tripled.", "Sales grew from 6 to 12 tonnes."),
        ("The north tower is 9 metres taller than the south tower.", TOWERS),
        ("The south tower is 7 metres taller than the north tower.", TOWERS),
        ("The team has 21 women and men in total.", TEAM),
        ("Half of the 60 pupils cycle.", "Of the 60 pupils, 20 cycle."),
        ("It has four mills: in Arle, Brandt and Lorne.", "It has mills in Arle, Brandt and Lorne."),
        ("She led the choir for 25 years.", "She led the choir from 1988 to 2003."),
    ],
)
def test_another_result_is_a_clash_of_its_own(claim, evidence) -> None:
    comparisons = found(claim, evidence)
    assert [(c.finding, c.reason) for c in comparisons] == [("clash", "derivation_mismatch")]


@pytest.mark.parametrize(
    ("claim", "evidence"),
    [
        ("The team has 20 members.", TEAM),
        ("The team has 4 men.", TEAM),
        ("Output fell by 25 %.", ROSE),
        ("A third of the 60 pupils walk.", "Of the 60 pupils, 20 cycle and the others walk."),
        ("It has three mills.", "It has mills in places including Arle, Brandt and Lorne."),
        ("The firm lasted 10 years.", "The firm was founded in 1990 and the mill was sold in 2000."),
        ("Costs rose by 25 %.", ROSE),
        ("Its length is 7 metres more than planned.", TOWERS),
    ],
)
def test_without_the_words_or_the_operands_nothing_is_derived(claim, evidence) -> None:
    assert not found(claim, evidence)


@given(st.integers(2, 400), st.integers(2, 400))
def test_only_the_difference_is_the_difference(low, more) -> None:
    source = f"Output rose from {low} to {low + more} tonnes."
    assert [c.finding for c in found(f"Output rose by {more} tonnes.", source)] == ["agree"]
    wrong = found(f"Output rose by {more + 1} tonnes.", source)
    assert [c.finding for c in wrong] == ["clash"]


@given(st.text("abcdefg ,.", max_size=40), st.text("abcdefg ,.", max_size=40))
def test_without_figures_nothing_is_derived(claim, evidence) -> None:
    assert found(claim, evidence) == []


@pytest.mark.parametrize(
    ("claim", "formula"),
    [
        ("You need two people: the head and the director.", "the head, the director: 2"),
        ("You need two spices: salt and pepper, and oil.", ""),
    ],
)
def test_items_that_a_claim_lists_prove_its_figure_and_never_deny_it(claim: str, formula: str) -> None:
    found = compare_numbers(Text(claim, "en"), Text("The head and the director sign it.", "en"))
    assert [one.formula for one in found if one.finding == "agree"] == ([formula] if formula else [])
    assert all(one.finding != "clash" for one in found)

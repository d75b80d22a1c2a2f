"""Each theme's rules on sentences written for them: what they make, and what they must leave alone."""

import random
from collections.abc import Iterator

import pytest
from training.hard_negatives.edits import Context, Edit
from training.hard_negatives.verbs import available

from training.hard_negatives import (
    comparison,
    dates,
    joining,
    modality,
    names,
    negation,
    numbers,
    opposites,
    quantifiers,
    rewriting,
    roles,
    units,
)

forms = pytest.mark.skipif(
    not available(), reason="lemminflect is not installed: pip install -r training/requirements.txt"
)
NOTHING = Context()


def made(theme: object, sentence: str, context: Context = NOTHING) -> dict[str, str]:
    """The label of each claim that the theme makes of the sentence."""

    def edits() -> Iterator[Edit]:
        for rule in theme.RULES:  # type: ignore[attr-defined]
            yield from rule(sentence, random.Random(1), context)

    return {edit.text: edit.label for edit in edits()}


def test_the_same_number_is_a_truth_and_another_one_a_lie() -> None:
    claims = made(numbers, "The firm sold 1,500,000 cars.")
    assert claims["The firm sold 1.5 million cars."] == "entailed"
    assert "contradicted" in claims.values()


def test_a_bound_holds_downwards_only() -> None:
    for claim, label in made(numbers, "The hall seats at least 500 people.").items():
        number = (
            int(claim.split("at least ")[1].split()[0].replace(",", ""))
            if "at least" in claim and claim[24].isdigit()
            else 500
        )
        assert label == ("entailed" if number <= 500 else "neither"), claim


def test_a_number_in_a_name_is_left_alone() -> None:
    assert made(numbers, "The crew of Apollo 11 landed safely.") == {}


def test_dates_in_other_formats_and_wider_spans() -> None:
    claims = made(dates, "The bridge was opened on March 24, 1907.")
    assert claims["The bridge was opened on 24 March 1907."] == "entailed"
    assert claims["The bridge was opened in March 1907."] == "entailed"
    wider = made(dates, "The bridge was opened in 1907.")
    assert wider["The bridge was opened in the 1900s."] == "entailed"
    assert wider["The bridge was opened in the 20th century."] == "entailed"


def test_a_year_under_a_denial_is_not_widened() -> None:
    assert "The bridge was not opened in the 1900s." not in made(dates, "The bridge was not opened in 1907.")


def test_units_are_converted_fairly() -> None:
    pytest.importorskip("pint", reason="pint is not installed: pip install -r training/requirements.txt")
    claims = made(units, "The tunnel is 10 km long.")
    assert claims["The tunnel is 6.21 miles long."] == "entailed"
    assert claims["The tunnel is 10 miles long."] == "contradicted"


def test_names_change_within_their_kind() -> None:
    claims = made(names, "The painter was born in France.")
    assert claims
    assert set(claims.values()) == {"contradicted"}


def test_listed_names_in_a_row_are_not_exchanged() -> None:
    sentence = "Peter Smith and Paul Jones were there."
    assert "Paul Jones and Peter Smith were there." not in made(names, sentence)


def test_negation_goes_in_and_out() -> None:
    assert made(negation, "The bridge was repaired.")["The bridge was not repaired."] == "contradicted"
    assert made(negation, "The bridge was not repaired.")["The bridge was repaired."] == "contradicted"


@forms
def test_failing_is_not_doing() -> None:
    claims = made(negation, "The army failed to take the town.")
    assert claims["The army did not take the town."] == "entailed"
    assert claims["The army took the town."] == "contradicted"


def test_a_denied_opposite_says_the_same() -> None:
    claims = made(opposites, "The mayor was alive at that time.")
    claims |= made(opposites, "The vote was legal.")
    assert claims["The vote was not illegal."] == "entailed"
    assert claims["The vote was illegal."] == "contradicted"


def test_a_comparison_is_turned_with_its_opposite() -> None:
    claims = made(comparison, "The tower is taller than the church.")
    assert claims["The church is shorter than the tower."] == "entailed"
    assert claims["The church is taller than the tower."] == "contradicted"


def test_quantifiers_step_down_but_not_up() -> None:
    claims = made(quantifiers, "Most of the houses were sold.")
    assert claims["Some of the houses were sold."] == "entailed"
    assert claims["All of the houses were sold."] == "neither"
    assert claims["None of the houses were sold."] == "contradicted"


@forms
def test_passive_becomes_active_and_roles_exchanged_is_a_lie() -> None:
    claims = made(roles, "The novel was written by Jane Hill.")
    assert claims["Jane Hill wrote the novel."] == "entailed"
    assert claims["The novel wrote Jane Hill."] == "contradicted"


@forms
def test_a_plan_is_no_fact_but_what_was_managed_is() -> None:
    assert made(modality, "The club planned to build a hall.") == {"The club built a hall.": "neither"}
    assert made(modality, "The club managed to build a hall.") == {"The club built a hall.": "entailed"}


def test_hearsay_and_conditions_do_not_make_facts() -> None:
    assert made(modality, "Brown claimed that the mill was sold.")["The mill was sold."] == "neither"
    assert made(modality, "The dam breaks if the river rises.")["The dam breaks."] == "neither"


def test_clauses_move_and_appositions_are_told() -> None:
    assert made(rewriting, "In 1907, the bridge was opened.")["The bridge was opened in 1907."] == "entailed"
    told = made(rewriting, "Anna Bell, a painter from Leeds, moved to Rome.")
    assert told["Anna Bell was a painter from Leeds."] == "entailed"
    assert told["Anna Bell moved to Rome."] == "entailed"


def test_two_facts_joined_are_no_cause() -> None:
    claims = made(joining, "The mill was sold.", Context(after="The river froze."))
    assert claims["The mill was sold, and the river froze."] == "entailed"
    assert claims["The mill was sold because the river froze."] == "neither"


def test_a_stranger_adds_what_the_source_does_not_say() -> None:
    claims = made(joining, "The mill was sold.", Context(stranger="Copper is a metal."))
    assert set(claims.values()) == {"neither"}

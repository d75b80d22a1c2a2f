"""What the tier makes of the rules' findings; the findings themselves are tested in ``rules/``."""

import time

import pytest
from tests.verdicts import get_verdict

from ascribe import check


def outcome(reply: str, *sources: str) -> tuple[str, str]:
    verdict = get_verdict(reply, list(sources), language="en", tier="rules")
    return verdict.status, verdict.reason


def test_a_clash_is_void_where_another_passage_says_the_same_figure() -> None:
    reply = "The mill on the Arle has 12 sails."
    clash = "The old mill on the Arle has 14 sails."
    assert outcome(reply, clash) == ("contradicted", "number_mismatch")
    assert outcome(reply, clash, "The mill on the Arle has 12 sails.") == ("supported", "confirmed")


def test_a_figure_and_a_name_must_stand_in_one_sentence() -> None:
    source = "Building the Brandt index takes 8.5 hours. Building the Lorne index is cheaper."
    assert outcome("Building the Lorne index takes 8.5 hours.", source)[0] == "unknown"
    assert outcome("Building the Brandt index takes 8.5 hours.", source)[0] == "supported"


def test_a_name_may_stand_beside_the_passage_if_that_has_none_of_its_own() -> None:
    source = "The Arle Mill is old. It was built of oak in 1871."
    assert outcome("The Arle Mill was built of oak in 1871.", source)[0] == "supported"
    other = "The Arle Mill is old. The Lorne Barn was built of oak in 1871."
    assert outcome("The Arle Mill was built of oak in 1871.", other)[0] == "unknown"


@pytest.mark.parametrize("subject", ["barn", "Lorne Barn"])
def test_it_does_not_stand_for_what_comes_after(subject) -> None:
    source = f"The mill is old. It was built of oak in 1871. Nobody knows who burned the {subject}."
    assert outcome(f"The {subject} was built of oak in 1871.", source)[0] == "unknown"
    assert outcome("The mill was built of oak in 1871.", source)[0] == "supported"


def test_a_qualifier_keeps_a_sentence_from_being_supported() -> None:
    expected = ("unsupported", "modality_strengthened")
    assert outcome("The oak mill was closed.", "The oak mill may be closed.") == expected


def test_another_language_is_said() -> None:
    source = {
        "id": "a",
        "text": "Die alte Mühle am Fluss hat zwölf Flügel und ist aus Holz gebaut worden. " * 3,
    }
    reply = "The old mill near the river has wooden sails, and its height is well known in the whole town."
    verdict = get_verdict(reply, source, tier="rules")
    assert verdict.reason in ("other_language", "not_found")
    assert verdict.status != "supported"


def test_the_details_name_what_was_compared() -> None:
    (sentence,) = check("They took 25.1 kg home.", "They took 21.5 kg home.", tier="rules").sentences
    assert sentence.verdict is not None
    (compared,) = sentence.verdict.details["compared"]
    assert compared == {"rule": "numbers", "finding": "clash", "claim": "25.1", "evidence": "21.5"}
    assert [r.label for r in sentence.references] == ["contradicts"]
    assert sentence.supporting_sentence_ids == ()


def test_what_is_too_long_to_be_a_sentence_is_not_compared() -> None:
    row = " and ".join(str(3 * number + 1) for number in range(500))
    assert outcome(f"Seen were {row}.", f"Seen were {row}.") == ("unknown", "too_long")


def test_figures_without_words_may_be_too_long_too() -> None:
    row = "1," * 5000
    assert outcome(f"Seen were {row}.", "Seen were 1, 2 and 3 boats.") == ("unknown", "too_long")


def test_many_figures_in_one_sentence_take_little_time() -> None:
    row = " and ".join(str(3 * number + 1) for number in range(350))
    began = time.process_time()
    assert outcome(f"Seen were {row}.", f"Seen were {row}.")[0] == "supported"
    assert time.process_time() - began < 5.0


@pytest.mark.parametrize(
    ("reply", "source"),
    [
        ("Research spending rose in 2022.", "Revenue rose 12 percent. Research spending fell in 2022."),
        ("The dose is safe in pregnancy.", "The dose is high. Rest is safe in pregnancy."),
        (
            "Sales of the lamp fell in Norway.",
            "Sales of the lamp grew in Norway. Sales of the chair fell in Norway.",
        ),
        ("Lorne was founded in 2014 by Ines Pell.", "Brandt Motors was founded in 2014 by Ines Pell."),
        ("Lorne has 3.7 million inhabitants.", "Brandt has 3.7 million inhabitants. Lorne has a large port."),
    ],
)
@pytest.mark.parametrize("strictness", ["loose", "balanced", "strict", "paranoid"])
def test_words_of_two_sentences_do_not_make_a_third_one_true(reply, source, strictness) -> None:
    verdict = get_verdict(reply, source, strictness=strictness, language="en", tier="rules")
    assert verdict.status != "supported"


def test_a_sentence_may_rest_on_one_that_refers_to_another() -> None:
    source = "The mill was built in 1871 by Anna Kohl. It has 12 sails."
    assert outcome("The mill was built in 1871 by Anna Kohl and has 12 sails.", source)[0] == "supported"


def test_another_unit_is_converted() -> None:
    assert outcome("The water reached 25 °C.", "The water reached 77 °F.") == ("supported", "confirmed")
    assert outcome("The water reached 25 °C.", "The water reached 25 °F.")[0] == "unknown"


def test_a_derived_figure_shows_its_formula() -> None:
    source = "Output rose from 40 to 50 units per hour."
    verdict = get_verdict("Output rose by 25 %.", source, language="en", tier="rules")
    assert verdict.status == "supported"
    (derived,) = (c for c in verdict.details["compared"] if c["rule"] == "derived")
    assert derived["formula"] == "40 → 50 is +25 %"
    assert outcome("Output rose by 20 %.", source) == ("contradicted", "derivation_mismatch")


def test_the_score_of_what_is_supported_reaches_the_threshold() -> None:
    verdict = get_verdict("The mill has 12 sails.", "The old mill has 12 large sails.", tier="rules")
    assert verdict.score is not None
    assert verdict.threshold is not None
    assert verdict.score >= verdict.threshold


@pytest.mark.parametrize("piece", ["not mill ", "x, ", "7 ", "is built by mill ", "Anna Kohl, "])
def test_a_source_that_is_one_endless_sentence_takes_little_time(piece) -> None:
    source = piece * (90_000 // len(piece))
    began = time.process_time()
    assert outcome("The mill has 12 sails and was not built in 1871.", source)[0] != "supported"
    assert time.process_time() - began < 5.0


@pytest.mark.parametrize(
    ("sources", "status"),
    [
        (["Does the old mill have 12 rooms?"], "unknown"),
        (["Why has the old mill 14 rooms?"], "unknown"),
        (["The old mill has 14 rooms."], "contradicted"),
        (["The old mill has 12 rooms.", "Why has the old mill 14 rooms?"], "supported"),
    ],
)
def test_a_question_neither_supports_nor_contradicts(sources, status) -> None:
    assert get_verdict("The old mill has 12 rooms.", sources, tier="rules").status == status


@pytest.mark.parametrize(
    ("reply", "source"),
    [
        ("The mill was not built in 1875.", "The mill was built in 1871."),
        ("The mill was built in 1875.", "The mill was not built in 1871."),
        ("The fee is not 5 euros.", "The fee is 7 euros."),
    ],
)
def test_another_value_does_not_contradict_a_negated_one(reply, source) -> None:
    assert outcome(reply, source)[0] == "unknown"
    both_negated = outcome("The dose must not exceed 20 mg.", "The dose must not exceed 10 mg.")
    assert both_negated == ("contradicted", "number_mismatch")


@pytest.mark.parametrize(
    ("claim", "source"),
    [
        ("Turnover was 4 million euros in 2020.", "Turnover was 5 million euros in 2021."),
        ("The 2019 report lists 14 accidents.", "The 2018 report lists 11 accidents."),
        ("Section 3 requires a fee of 20 euros.", "Section 4 requires a fee of 30 euros."),
        ("Version 2 supports 12 languages.", "Version 1 supports 5 languages."),
        ("Children pay 5 euros.", "Adults pay 9 euros for a ticket."),
        ("Students get a discount of 20 %.", "Pensioners get a discount of 10 %."),
        ("Ada Kohl sold the mill in 1950.", "Ada Kohl bought the mill in 1902."),
    ],
)
def test_figure_of_another_thing_contradicts_nothing(claim: str, source: str) -> None:
    assert get_verdict(claim, source, tier="rules").status == "unknown"


def test_figure_of_the_same_thing_contradicts() -> None:
    for claim, source in (
        ("The 2019 report lists 14 accidents.", "The 2019 report lists 11 accidents."),
        ("Section 3 requires a fee of 20 euros.", "Section 3 requires a fee of 30 euros."),
        ("Children pay 5 euros.", "Children pay 9 euros for a ticket."),
        ("Ada Kohl purchased the mill in 1950.", "Ada Kohl bought the mill in 1902."),
    ):
        assert get_verdict(claim, source, tier="rules").status == "contradicted"

"""The table of tier ``builtin``, cell by cell, and the tier on the shipped weights."""

from itertools import pairwise
from typing import Any

import pytest

from ascribe import check
from ascribe.records import Strictness, Verdict
from ascribe.records.outcomes import OUTCOMES, Status
from ascribe.records.verdict import STRICTNESS
from ascribe.verify.combiner import load_shipped_combiner
from ascribe.verify.decision import (
    EXACT_FINDINGS,
    OBJECTIONS,
    decide_reason,
    get_finding,
    get_proved_level,
    is_veto,
)

SOURCE = "The mill has twelve sails. It was closed to visitors in 1987 after a storm had damaged its roof."

MUSEUM = (
    "The museum first opened its doors in 1921. Entry is free for children under twelve. It owns a depot."
)

LOOSEST, BAR = 0.3, 0.5
BELOW, BETWEEN, ABOVE = 0.1, 0.4, 0.8
"""Below the loosest threshold, between it and the level's, and above both; ``combiner`` has 0.3 and 0.5."""


def ruled(reason: str) -> Verdict:
    return Verdict(OUTCOMES[reason].status, reason, "rules")


def decide(reason: str, probability: float, against: float = 0.1, *, absent: bool = True) -> str:
    return decide_reason(ruled(reason), probability, against, LOOSEST, BAR, absent=absent)


@pytest.mark.parametrize("probability", [BELOW, BETWEEN, ABOVE])
@pytest.mark.parametrize(
    "reason",
    ["number_mismatch", "derivation_mismatch", "date_mismatch", "negation_mismatch", "polarity_mismatch"],
)
def test_what_the_rules_contradict_is_contradicted(reason, probability):
    assert decide(reason, probability, 0.0) == reason


STANDING = [r for r in OBJECTIONS if r != "sources_disagree" and OUTCOMES[r].status == "unknown"]


@pytest.mark.parametrize("reason", STANDING)
@pytest.mark.parametrize(
    ("probability", "against", "expected"),
    [
        (ABOVE, 0.96, "above"),
        (BETWEEN, 0.96, None),
        (BELOW, 0.96, "refuted"),
        (BELOW, 0.1, "not_entailed"),
    ],
)
def test_an_objection_stands_between_what_is_sure_and_what_is_not_there(
    reason, probability, against, expected
):
    if expected == "above":
        expected = None if reason in EXACT_FINDINGS else "entailed"
    assert decide(reason, probability, against) == (expected or reason)


@pytest.mark.parametrize("probability", [BELOW, BETWEEN, ABOVE])
def test_sources_that_disagree_are_never_averaged_away(probability) -> None:
    assert decide("sources_disagree", probability, 0.96) == "sources_disagree"


@pytest.mark.parametrize("reason", ["partly_covered", "content_not_found", "word_replaced"])
@pytest.mark.parametrize(
    ("probability", "against", "expected"),
    [
        (ABOVE, 0.96, "entailed"),
        (BETWEEN, 0.96, "uncertain"),
        (BELOW, 0.96, "refuted"),
        (BELOW, 0.1, "not_entailed"),
    ],
)
def test_else_the_models_decide(reason, probability, against, expected):
    assert decide(reason, probability, against) == expected


@pytest.mark.parametrize(
    ("reason", "probability", "expected"),
    [
        ("confirmed", ABOVE, "confirmed"),
        ("confirmed", BETWEEN, "uncertain"),
        ("confirmed", BELOW, "uncertain"),
        ("not_found", ABOVE, "entailed"),
        ("not_found", BETWEEN, "uncertain"),
        ("not_found", BELOW, "not_found"),
    ],
)
def test_what_the_rules_found_is_named_where_the_models_agree(reason, probability, expected) -> None:
    assert decide(reason, probability) == expected


def test_what_the_rules_confirm_is_never_refuted() -> None:
    assert decide("confirmed", 0.0, 1.0) == "uncertain"


@pytest.mark.parametrize(
    ("reason", "probability", "against", "expected"),
    [
        ("number_not_found", BELOW, 0.1, "number_not_found"),
        ("partly_covered", BELOW, 0.1, "uncertain"),
        ("partly_covered", BELOW, 0.96, "refuted"),
        ("not_found", BELOW, 0.1, "not_found"),
        ("partly_covered", ABOVE, 0.1, "entailed"),
    ],
)
def test_a_rejected_claim_stays_open_where_its_words_are_in_the_sources(
    reason, probability, against, expected
) -> None:
    assert decide(reason, probability, against, absent=False) == expected


def test_an_objection_asks_for_the_bar_of_the_level_above():
    known = load_shipped_combiner()
    for level, above in pairwise(STRICTNESS):
        assert known.get_threshold(level, objected=True) == known.get_threshold(above)
    assert known.get_threshold("paranoid", objected=True) == 1.0


def test_a_figure_that_is_nowhere_is_a_veto_where_all_else_is_not_found_too():
    row = {"rule": "numbers", "finding": "missing", "claim": "150", "evidence": None}
    nowhere = Verdict("unsupported", "not_found", "rules", details={"compared": [row]})
    assert get_finding(nowhere) == "number_not_found"
    assert get_finding(ruled("not_found")) == "not_found"
    agreed = Verdict("unsupported", "not_found", "rules", details={"compared": [{**row, "finding": "agree"}]})
    assert get_finding(agreed) == "not_found"


@pytest.mark.parametrize("reason", ["condition_dropped", "modality_strengthened"])
def test_a_step_beyond_the_source_is_named_where_the_models_find_it_unlikely(reason):
    assert decide(reason, BELOW) == reason
    assert decide(reason, ABOVE) == (reason if is_veto(reason) else "entailed")


@pytest.mark.parametrize("reason", ["condition_dropped", "attribution_dropped", "quantifier_widened"])
def test_a_dropped_condition_or_speaker_and_a_wider_quantifier_are_vetoes(reason):
    assert is_veto(reason)


@pytest.mark.parametrize("probability", [BELOW, BETWEEN, ABOVE, 1.0])
def test_no_veto_can_be_supported(probability):
    vetoes = [reason for reason in OUTCOMES if is_veto(reason)]
    assert {"number_mismatch", "sources_disagree"} <= set(vetoes)
    said = [decide(reason, probability, 0.0) for reason in vetoes]
    assert "supported" not in {OUTCOMES[reason].status for reason in said}
    assert set(EXACT_FINDINGS) < set(vetoes)


def verdict(claim: str, source: str = SOURCE, **options: Any) -> Verdict:
    found = check(claim, [source], tier="builtin", **options).sentences[0].verdict
    assert found is not None
    return found


def test_a_paraphrase_is_supported_and_cites_its_sentence() -> None:
    found = verdict("Children under twelve can visit for free.", MUSEUM)
    assert (found.status, found.reason, found.tier) == ("supported", "entailed", "builtin")
    assert [reference.quote for reference in found.references] == ["Entry is free for children under twelve."]


def test_a_changed_figure_is_not_supported():
    assert verdict("The mill has fourteen sails.").status == "contradicted"


def test_something_else_is_unsupported():
    assert verdict("The castle was painted by a Dutch master.").status == "unsupported"


def test_claims_in_another_language_fall_to_the_rules_and_say_so() -> None:
    text = "Die Mühle hat zwölf Flügel."
    found = verdict(text, text, language="de")
    assert (found.status, found.tier) == ("supported", "rules")
    assert "English only" in found.details["builtin"]


def test_a_claim_is_proved_by_a_formula_only_where_the_rules_confirm_every_word() -> None:
    plain = {"rule": "derived", "finding": "agree", "claim": "25 %", "evidence": "40 to 50"}
    shown = {**plain, "formula": "40 → 50 is +25 %"}

    def ruled_with(status: Status, reason: str, coverage: float, *compared: dict[str, str]) -> Verdict:
        return Verdict(status, reason, "rules", details={"coverage": coverage, "compared": list(compared)})

    assert get_proved_level(ruled_with("supported", "confirmed", 1.0, plain, shown)) == "strict"
    assert get_proved_level(ruled_with("supported", "confirmed", 1.0, plain)) is None
    assert get_proved_level(ruled_with("supported", "confirmed", 0.9, shown)) is None
    assert get_proved_level(ruled_with("unknown", "misplaced", 1.0, shown)) is None


def test_what_is_proved_is_supported_up_to_strict_whatever_the_models_say() -> None:
    source = "The number of visitors rose from 40 to 50."
    found = verdict("The number of visitors rose by a quarter.", source, strictness="strict")
    assert found.details["models_alone"] < load_shipped_combiner().get_threshold("loose")
    assert (found.reason, found.score) == ("confirmed", load_shipped_combiner().get_threshold("strict"))


SEEN = "Seen were " + " and ".join(str(3 * number + 1) for number in range(500)) + "."

GERMAN = (
    "Die Mühle hat zwölf Flügel. Sie steht am Fluss und gehört der Stadt. Im Jahr 1987 wurde sie geschlossen."
)


@pytest.mark.parametrize(
    ("claim", "source", "reason", "note"),
    [
        (SEEN, SEEN, "too_long", "too long for the built-in models"),
        ("Twelve.", SOURCE, "too_short", "alone says too little"),
        ("The mill has twelve sails.", GERMAN, "other_language", "cannot compare two languages"),
    ],
)
def test_what_the_models_did_not_read_falls_to_the_rules_and_says_why(claim, source, reason, note) -> None:
    found = verdict(claim, source)
    assert (found.reason, found.tier) == (reason, "rules")
    assert note in found.details["builtin"]


def test_where_no_sentence_shares_a_word_by_words_alone_the_rules_say_so() -> None:
    found = verdict("Castles were painted.", scorer="lexical")
    assert (found.reason, found.tier) == ("not_found", "rules")
    assert "No passage shares any content" in found.details["builtin"]


def test_where_nothing_is_to_be_judged_no_note_is_needed() -> None:
    found = verdict("Hello!")
    assert (found.status, found.tier) == ("not_checkable", "builtin")
    assert "builtin" not in found.details


@pytest.mark.parametrize(
    "claim", ["The mill has twelve sails.", "It closed after a storm.", "The mill is old."]
)
def test_a_stricter_level_never_supports_more(claim):
    levels = ("loose", "balanced", "strict", "paranoid")
    supported = [verdict(claim, strictness=level).status == "supported" for level in levels]
    assert supported == sorted(supported, reverse=True)


def test_the_models_are_named_in_the_settings():
    versions = check("The mill has twelve sails.", [SOURCE], tier="builtin").settings.versions
    assert {"encoder.onnx", "verifier.onnx", "combiner.json"} <= set(versions)


@pytest.mark.parametrize(
    ("lead", "supported"),
    [
        ("The gardener is responsible for:", True),
        ("The caretaker is responsible for:", False),
        ("The caretaker must:", False),
    ],
)
def test_an_item_of_a_list_about_another_thing_supports_no_item(lead, supported) -> None:
    tasks = "- {} the ferns in the glass house twice a week\n- {} the gravel path after every storm\n"
    source = {
        "id": "garden.md",
        "text": f"# Garden\n\nThe gardener must:\n\n{tasks.format('water', 'sweep')}",
    }
    answer = check(f"{lead}\n\n{tasks.format('watering', 'sweeping')}", [source], tier="builtin")
    statuses = [one.verdict.status for one in answer.sentences if one.verdict is not None][1:]
    assert statuses == ["supported" if supported else "unknown"] * 2


@pytest.mark.parametrize("tier", ["builtin", "large"])
def test_a_model_contradicts_no_detail_that_the_source_does_not_give(tier: str) -> None:
    claim, source = "The clinic on the hill closed in May 1987.", "The clinic on the hill closed in 1987."
    (sentence,) = check(claim, [source], tier=tier).sentences
    assert sentence.verdict is not None
    assert sentence.verdict.status == "unknown"


def test_a_model_may_contradict_a_detail_that_the_source_gives_otherwise() -> None:
    claim, source = "The clinic lost its licence in 1987.", "The clinic kept its licence in 1987."
    (sentence,) = check(claim, [source], tier="builtin").sentences
    assert sentence.verdict is not None
    assert sentence.verdict.status == "contradicted"


@pytest.mark.parametrize("level", STRICTNESS)
def test_a_sentence_of_the_source_is_supported_at_every_level(level: Strictness) -> None:
    source = (
        "The Ghent office opened in 2016 and has 45 employees. The Porto office opened in 2019 and has 22."
    )
    assert (
        verdict("The Porto office opened in 2019 and has 22.", source, strictness=level).status == "supported"
    )


@pytest.mark.parametrize(
    ("claim", "source"),
    [
        ("The lamp burns for 40 hours.", "The lamp burns for up to 40 hours."),
        ("The code must be 6 digits long.", "The code must be at least 6 digits long."),
        ("The barn holds 90 bales.", "The barn holds a maximum of 90 bales."),
        ("The lessons are 15 euros each.", "The lessons start at 15 euros each."),
    ],
)
def test_no_model_supports_a_claim_that_drops_a_limit(claim: str, source: str) -> None:
    verdict = check(claim, [source], language="en").sentences[0].verdict
    assert verdict is not None
    assert (verdict.status, verdict.reason) == ("unknown", "bound_unclear")


@pytest.mark.parametrize(
    "source", ["Release 5 needs Python 3.9 or newer.", "Release 5 needs at least Python 3.9."]
)
def test_a_figure_that_keeps_a_limit_is_neither_denied_nor_called_absent(source: str) -> None:
    verdict = check("Release 5 works with Python 3.11.", [source], language="en").sentences[0].verdict
    assert verdict is not None
    assert (verdict.status, verdict.reason) == ("unknown", "number_not_found")

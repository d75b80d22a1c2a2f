"""The table of verdicts and statements, cell by cell."""

import pytest

import ascribe
from ascribe.protocols import Claim
from ascribe.records import Reference, Verdict
from ascribe.records.outcomes import OUTCOMES
from ascribe.verify.reasons.refinement import aggregate_clauses, needs_clause_verdicts

TEXT = "The mill was built in 1871 and a bank bought the castle"
PLACES = ((0, 26), (31, 55))


def ruled(reason: str, score: float | None = None) -> Verdict:
    return Verdict(OUTCOMES[reason].status, reason, "builtin", score, 0.5)


def statement(place: tuple[int, int]) -> Claim:
    text = TEXT[slice(*place)]
    return Claim(text, *place, "prose", text)


def outcome(whole: str, *judged: str) -> tuple[str, str]:
    found = [statement(place) for place in PLACES]
    claim = Claim(TEXT, 0, len(TEXT), "prose", TEXT)
    verdict = aggregate_clauses(claim, ruled(whole), found, [ruled(reason) for reason in judged])
    assert [(c.char_start, c.char_end) for c in verdict.clauses] == list(PLACES)
    assert [c.reason for c in verdict.clauses] == list(judged)
    return verdict.status, verdict.reason


BY_RULE = (
    "number_mismatch",
    "date_mismatch",
    "negation_mismatch",
    "polarity_mismatch",
    "derivation_mismatch",
    "roles_exchanged",
)
OPEN = ("partly_covered", "uncertain", "number_not_found", "roles_unclear", "not_found", "refuted")


@pytest.mark.parametrize("whole", BY_RULE)
@pytest.mark.parametrize(
    "judged", [("confirmed", "confirmed"), ("confirmed", "not_found"), ("refuted", "not_found")]
)
def test_what_a_rule_contradicts_stays(whole, judged) -> None:
    assert outcome(whole, *judged) == ("contradicted", whole)


@pytest.mark.parametrize("whole", [*OPEN, "entailed"])
def test_a_contradicted_statement_decides_unless_another_holds(whole) -> None:
    assert outcome(whole, "confirmed", "date_mismatch") == ("partial", "clause_contradicted")
    assert outcome(whole, "not_found", "date_mismatch") == ("contradicted", "date_mismatch")
    assert outcome(whole, "refuted", "not_found") == ("contradicted", "refuted")


@pytest.mark.parametrize("whole", [*OPEN, "entailed"])
@pytest.mark.parametrize("judged", [("confirmed", "not_found"), ("not_entailed", "entailed")])
def test_one_true_and_one_invented_statement_are_partial(whole, judged) -> None:
    assert outcome(whole, *judged) == ("partial", "clause_not_found")


@pytest.mark.parametrize("whole", ["partly_covered", "uncertain", "number_not_found", "not_found", "refuted"])
def test_statements_that_are_all_confirmed_support_what_no_single_passage_says(whole) -> None:
    assert outcome(whole, "confirmed", "confirmed") == ("supported", "clauses_confirmed")


@pytest.mark.parametrize("whole", ["roles_unclear", "negation_unclear", "unit_unclear", "misplaced"])
def test_confirmed_statements_do_not_overrule_an_objection(whole) -> None:
    assert outcome(whole, "confirmed", "confirmed") == ("unknown", whole)


def test_statements_that_a_model_supports_leave_it_open() -> None:
    assert outcome("refuted", "confirmed", "entailed") == ("unknown", "whole_not_found")
    assert outcome("uncertain", "confirmed", "entailed") == ("unknown", "uncertain")


def test_support_by_a_model_falls_with_a_statement() -> None:
    assert outcome("entailed", "uncertain", "not_entailed") == ("partial", "clause_not_found")
    assert outcome("entailed", "not_found", "not_entailed") == ("unknown", "uncertain")
    assert outcome("entailed", "uncertain", "uncertain") == ("supported", "entailed")


@pytest.mark.parametrize("whole", OPEN)
def test_anything_undecided_stays(whole) -> None:
    for judged in (("confirmed", "uncertain"), ("not_found", "uncertain"), ("greeting", "not_found")):
        assert outcome(whole, *judged) == (OUTCOMES[whole].status, whole)


def test_only_support_by_the_rules_settles_a_sentence() -> None:
    asked = {reason for reason in OUTCOMES if needs_clause_verdicts(ruled(reason))}
    settled = {row.reason for row in OUTCOMES.values() if row.status == "not_checkable"} | {"confirmed"}
    assert asked == set(OUTCOMES) - settled


def test_the_score_is_the_least_and_the_evidence_that_of_all() -> None:
    references = [
        Reference(place, place + 4, 0, 9, 0.9, "a", 1, label, "words")
        for place, label in ((0, "related"), (8, "supports"), (8, "supports"))
    ]
    judged = [
        Verdict("unsupported", "not_found", "rules", 0.2, 0.5, (references[0],)),
        Verdict("supported", "confirmed", "rules", 0.9, 0.5, tuple(references[1:])),
    ]
    claim = Claim(TEXT, 0, len(TEXT), "prose", TEXT)
    found = aggregate_clauses(claim, ruled("uncertain", 0.4), [statement(place) for place in PLACES], judged)
    assert found.score == 0.2
    assert [(r.document_start_idx, r.label) for r in found.references] == [(8, "supports"), (0, "related")]


def test_the_words_that_the_evidence_lacks_are_marked() -> None:
    reference = Reference(0, 9, 0, 9, 0.5, "a", 1, "related", "A Spanish bank was built in Lund.")
    claim = Claim(TEXT, 100, 100 + len(TEXT), "prose", TEXT)
    whole = Verdict("unsupported", "not_found", "rules", references=(reference,))
    marked = aggregate_clauses(claim, whole, (), ()).unsupported
    assert [TEXT[start - 100 : end - 100] for start, end in marked] == ["mill", "1871", "bought the castle"]


def test_a_sentence_is_marked_whole_where_the_evidence_has_all_its_words() -> None:
    reference = Reference(0, 9, 0, 9, 0.5, "a", 1, "contradicts", f"Not so: {TEXT}.")
    claim = Claim(TEXT, 7, 7 + len(TEXT), "prose", TEXT)
    whole = Verdict("contradicted", "negation_mismatch", "rules", references=(reference,))
    assert aggregate_clauses(claim, whole, (), ()).unsupported == ((7, 7 + len(TEXT)),)


def test_words_of_the_headings_of_a_quote_are_not_marked_as_missing() -> None:
    source = "# FAA issues airworthiness directives\n\nThe FAA said it will inspect the wings by September."
    reply = "The FAA wants an airworthiness directive by October."
    verdict = ascribe.check(reply, source, tier="rules").sentences[0].verdict
    assert verdict is not None
    assert [reply[start:end] for start, end in verdict.unsupported] == ["wants", "October"]

import json
from pathlib import Path

import pytest

from ascribe.protocols import Claim
from ascribe.records.outcomes import OUTCOMES
from ascribe.testing import check_sentence_classifier
from ascribe.verify.checkable import (
    CERTAINTY,
    NO_STATEMENT,
    REASONS,
    RuleSentenceClassifier,
)

CASES = Path(__file__).with_name("checkable_cases.jsonl")


def claim(text: str, kind="prose") -> Claim:
    return Claim(text, 0, len(text), kind, text)


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("The mill has 12 sails.", "needs_verification"),
        ("Levoamphetamine is exclusively a sedative.", "needs_verification"),
        ("Aldford Mill, 1871", "needs_verification"),
        ("1871", "needs_verification"),
        ("No trains crossed it.", "needs_verification"),
        ("Hello!", "greeting"),
        ("I cannot answer that from the documents.", "refusal"),
        ("No answer found.", "refusal"),
        ("What else would you like to know?", "question"),
        ("Yes.", NO_STATEMENT),
        ("N/A", NO_STATEMENT),
        ("(none)", NO_STATEMENT),
        ("https://example.org/mill?page=3", NO_STATEMENT),
        ("aaaaaaaa", NO_STATEMENT),
        ("qwrt zxcvb plkjh", NO_STATEMENT),
        ("\ufffd\ufffd x", NO_STATEMENT),
        ("***", "no_content"),
    ],
)
def test_a_sentence_has_one_class(text: str, name: str) -> None:
    assert RuleSentenceClassifier().classify(claim(text)) == name


def test_the_language_chooses_the_phrases() -> None:
    text = "Nein."
    assert RuleSentenceClassifier("de").classify(claim(text)) == NO_STATEMENT
    assert RuleSentenceClassifier("en").classify(claim(text)) == "needs_verification"
    assert RuleSentenceClassifier("xx").classify(claim("Anything at all.")) == "needs_verification"


def test_the_contract_of_sentence_classifiers() -> None:
    check_sentence_classifier(RuleSentenceClassifier())


def test_the_classes_are_the_reasons_for_not_checkable() -> None:
    reasons = {row.reason for row in OUTCOMES.values() if row.status == "not_checkable"}
    assert {*REASONS, NO_STATEMENT} == reasons


def test_the_class_has_the_share_that_was_measured() -> None:
    rules = RuleSentenceClassifier()
    rows = rules.probabilities([claim("The mill has 12 sails."), claim("Hello!")])
    assert rows[0].max() == pytest.approx(CERTAINTY[True])
    assert rows[1].max() == pytest.approx(CERTAINTY[False])
    assert [rules.classes[n] for n in rows.argmax(axis=1)] == ["needs_verification", "greeting"]


def test_what_states_something_needs_verification_in_every_language() -> None:
    cases = [json.loads(line) for line in CASES.read_text("utf-8").splitlines()]
    states = [case for case in cases if case["checkable"]]
    assert len(states) > 50
    wrong = [
        case["text"]
        for case in states
        if RuleSentenceClassifier(case["language"]).classify(claim(case["text"])) == NO_STATEMENT
    ]
    assert wrong == []

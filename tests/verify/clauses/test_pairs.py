"""True and invented statements in one sentence, in many shapes, by both tiers on real sources."""

import json
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from ascribe import Answer, check

CASES = [json.loads(line) for line in Path(__file__).with_name("pairs.jsonl").read_text("utf-8").splitlines()]
INVENTED = [case for case in CASES if case["invented"]]
TRUE = [case for case in CASES if not case["invented"]]
LEVELS = ("loose", "balanced", "strict", "paranoid")
LEAST = {"rules": 12, "builtin": 20}
"""Of 24 sentences with an invented statement those that are partial; rules leave more undecided."""


@cache
def answer(name: str, tier: str, strictness: Any = "balanced") -> Answer:
    case = next(case for case in CASES if case["id"] == name)
    text = " ".join(case["sources"])  # one text: a pronoun does not point into another one
    return check(case["claim"], [text], tier=tier, strictness=strictness, language="en")


def status(name: str, tier: str, strictness: str = "balanced") -> str:
    verdict = answer(name, tier, strictness).sentences[0].verdict
    assert verdict is not None
    return verdict.status


@pytest.mark.parametrize("tier", ["rules", "builtin"])
def test_an_invented_statement_is_never_supported(tier) -> None:
    assert "supported" not in {status(case["id"], tier, "loose") for case in INVENTED}


@pytest.mark.parametrize("tier", ["rules", "builtin"])
def test_most_are_partial_with_the_invented_words_marked(tier) -> None:
    partial = [case for case in INVENTED if status(case["id"], tier) == "partial"]
    assert len(partial) >= LEAST[tier]
    for case in partial:
        found = answer(case["id"], tier)
        verdict = found.sentences[0].verdict
        assert verdict is not None
        first = case["claim"].index(case["invented"])
        for start, end in verdict.unsupported:
            assert first <= start < end <= first + len(case["invented"])
        assert {"supports"} <= {reference.label for reference in verdict.references}


@pytest.mark.parametrize("tier", ["rules", "builtin"])
def test_no_true_sentence_is_called_partial_or_contradicted(tier) -> None:
    said = [status(case["id"], tier) for case in TRUE]
    assert set(said) <= {"supported", "unknown"}
    assert said.count("supported") >= 6


@pytest.mark.parametrize("tier", ["rules", "builtin"])
def test_a_stricter_level_never_supports_more(tier) -> None:
    for case in CASES:
        supported = [status(case["id"], tier, level) == "supported" for level in LEVELS]
        assert supported == sorted(supported, reverse=True), case["id"]


def test_the_json_holds_statements_and_marks() -> None:
    found = answer(INVENTED[0]["id"], "rules")
    assert Answer.from_json(found.to_json()) == found
    (sentence,) = found.audit_trail()["sentences"]
    assert [clause["status"] for clause in sentence["verdict"]["clauses"]] == ["supported", "unsupported"]
    assert sentence["verdict"]["unsupported"]

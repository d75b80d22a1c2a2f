"""What a judge wrote is read, or its fault is named."""

import json
import re
from typing import Any

import pytest

from ascribe.llm import Completion
from ascribe.llm.json_answer import UnusableAnswerError
from ascribe.verify.llm_judge.passages import Passage
from ascribe.verify.llm_judge.session import (
    MAX_QUOTES,
    JudgeFinding,
    QuoteError,
    parse_finding,
)

PASSAGES = (Passage((0,), 0, "The mill has 12 sails. It is old."),)
QUOTE = {"passage": 1, "quote": "12 sails"}


def read(record: Any) -> JudgeFinding:
    text = record if isinstance(record, str) else json.dumps(record)
    return parse_finding(Completion(text), PASSAGES)


@pytest.mark.parametrize("said", ["supported", "partial", "contradicted"])
def test_a_judgement_with_its_quotes(said: str) -> None:
    found = read(
        {"verdict": said, "quotes": [QUOTE, {"passage": 9, "quote": "It is old."}, QUOTE], "more": 1}
    )
    assert found.label == said
    assert [place.text for place in found.places] == ["12 sails", "It is old."]


def test_not_found_needs_no_quote_and_keeps_none() -> None:
    assert read({"verdict": "not_found", "quotes": []}) == JudgeFinding("not_found")
    assert read(
        {"verdict": "not_found", "quotes": [{"passage": 1, "quote": "no such words"}]}
    ) == JudgeFinding("not_found")


@pytest.mark.parametrize(
    ("record", "fault"),
    [
        ("I think it is supported.", "It contains no JSON"),
        ('{"verdict": "supp', "It contains no JSON"),
        ("[]", "not a JSON object"),
        ({"quotes": [QUOTE]}, '"verdict" must be one of supported, partial'),
        ({"verdict": "SUPPORTED!", "quotes": [QUOTE]}, '"verdict" must be one of'),
        ({"verdict": ["supported"], "quotes": [QUOTE]}, '"verdict" must be one of'),
        ({"verdict": "supported"}, '"quotes" must be a list'),
        ({"verdict": "supported", "quotes": {"passage": 1}}, '"quotes" must be a list'),
        ({"verdict": "supported", "quotes": [QUOTE] * (MAX_QUOTES + 1)}, f"at most {MAX_QUOTES}"),
        ({"verdict": "supported", "quotes": ["12 sails"]}, 'Each of "quotes" must be an object'),
        ({"verdict": "supported", "quotes": [{"passage": "1", "quote": "12 sails"}]}, 'Each of "quotes"'),
        ({"verdict": "supported", "quotes": [{"passage": True, "quote": "12 sails"}]}, 'Each of "quotes"'),
        ({"verdict": "supported", "quotes": [{"passage": 1}]}, 'Each of "quotes"'),
    ],
)
def test_another_form_is_unreadable(record: Any, fault: str) -> None:
    with pytest.raises(UnusableAnswerError, match=re.escape(fault)) as caught:
        read(record)
    assert not isinstance(caught.value, QuoteError)


@pytest.mark.parametrize("said", ["supported", "partial", "contradicted"])
@pytest.mark.parametrize(
    "quotes", [[], [{"passage": 1, "quote": "14 sails"}], [QUOTE, {"passage": 1, "quote": ""}]]
)
def test_a_verdict_without_a_quote_that_stands_there_is_none(said: str, quotes: list[Any]) -> None:
    with pytest.raises(QuoteError):
        read({"verdict": said, "quotes": quotes})

"""Claims about 32 texts by a writer who had not seen the verifier and set out to mislead it.

``strangers.jsonl`` was run before the rules knew such errors: of 215 false claims, tier ``rules`` supported
25 and ``builtin`` 35. The rules were mended with it, so it guards them and measures nothing.
"""

import json
from collections import Counter
from pathlib import Path

import pytest
from tests.verdicts import get_verdict

MOST_FALSE_SUPPORTED = {"rules": 4, "builtin": 16}
LEAST_TRUE_SUPPORTED = {"rules": 63, "builtin": 94}
MOST_TRUE_CONTRADICTED = {"rules": 0, "builtin": 1}


@pytest.mark.parametrize("tier", MOST_FALSE_SUPPORTED)
def test_few_false_claims_are_supported_and_few_true_ones_contradicted(tier: str) -> None:
    found: Counter[tuple[bool, str]] = Counter()
    for line in Path(__file__).with_name("strangers.jsonl").read_text("utf-8").splitlines():
        case = json.loads(line)
        for claim in case["claims"]:
            verdict = get_verdict(claim["text"], [case["source"]], tier=tier, language="en")
            found[claim["supported"], verdict.status] += 1
    assert found[False, "supported"] <= MOST_FALSE_SUPPORTED[tier]
    assert found[True, "supported"] >= LEAST_TRUE_SUPPORTED[tier]
    assert found[True, "contradicted"] <= MOST_TRUE_CONTRADICTED[tier]

"""Claims that name an item by its number: "step 3", "the third step"."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.read.test_list_numbers import build_docx

from ascribe import check
from ascribe.records import CitedSentence

TIERS = ("rules", "builtin")


def judge(claim: str, source: str | Path, tier: str) -> CitedSentence:
    return check(claim, source, tier=tier).sentences[0]


def status(sentence: CitedSentence) -> str:
    assert sentence.verdict is not None
    return sentence.verdict.status


STEPS = "1. Paint the sails.\n2. Fix the roof.\n3. Repair the sails.\n"


@pytest.mark.parametrize("tier", TIERS)
@pytest.mark.parametrize(
    "claim",
    [
        "The second step is to repair the sails.",
        "Step 2 is to repair the sails.",
        "Step 3 is to fix the roof.",
    ],
)
def test_a_step_with_another_number_is_not_supported(claim: str, tier: str) -> None:
    assert status(judge(claim, STEPS, tier)) not in ("supported", "contradicted")


def test_a_step_is_known_by_its_number() -> None:
    found = judge("The third step is to repair the sails.", STEPS, "builtin")
    assert status(found) == "supported"
    assert found.references[0].quote == "3. Repair the sails."


@pytest.mark.parametrize("tier", TIERS)
def test_a_step_of_word_is_known_by_its_number(tmp_path: Path, tier: str) -> None:
    source = tmp_path / "source.docx"
    source.write_bytes(build_docx([(92, 0, "Drain the boiler."), (92, 0, "Open the cover.")], "Step %1:"))
    assert status(judge("Step 2: Open the cover.", source, tier)) == "supported"
    assert status(judge("Step 1: Open the cover.", source, tier)) != "supported"

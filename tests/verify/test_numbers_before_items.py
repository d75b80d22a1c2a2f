"""The number before an item or heading: it counts nothing and names nothing, in any language and format."""

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


IN_A_PAGE = [
    ("<ol start=12><li>Segel wurden repariert.</ol>", "12 Segel wurden repariert."),
    ("<ol start=12><li>Voiles ont été réparées.</ol>", "12 voiles ont été réparées."),
    ("<ol start=12><li>Velas fueron reparadas.</ol>", "12 velas fueron reparadas."),
    ("<ol start=12><li>帆被修理了。</ol>", "12 帆被修理了。"),
    ("<ol type=A start=3><li>Vitamin helps sailors.</ol>", "Vitamin C helps sailors."),
    ("<ol type=A start=2><li>Plan was adopted.</ol>", "Plan B was adopted."),
    ("<ol type=I start=4><li>Henry was crowned.</ol>", "Henry IV was crowned."),
    ("<p>Text.<ol start=2><li>Sails to mend<ul><li>Ropes are cut.</ul></ol>", "2 ropes are cut."),
]


@pytest.mark.parametrize("tier", TIERS)
@pytest.mark.parametrize(("page", "claim"), IN_A_PAGE)
def test_the_number_of_an_item_of_a_page_counts_and_names_nothing(
    tmp_path: Path, page: str, claim: str, tier: str
) -> None:
    source = tmp_path / "source.html"
    source.write_text(page, encoding="utf-8")
    assert status(judge(claim, source, tier)) != "supported"


@pytest.mark.parametrize("tier", TIERS)
@pytest.mark.parametrize(
    "form", ["%1.", "§ %1", "[%1]", "%1 -", "No. %1", "%1°", "Step %1:", "Chapter %1", "(%1)"]
)
def test_no_number_of_word_counts(tmp_path: Path, form: str, tier: str) -> None:
    source = tmp_path / "source.docx"
    source.write_bytes(build_docx([(92, 0, "Masts fell."), (92, 0, "Sails were broken.")], form))
    assert status(judge("2 sails were broken.", source, tier)) != "supported"
    item = judge("Sails were broken.", source, tier)
    assert status(item) == "supported"
    assert item.references[0].quote.endswith("Sails were broken.")
    assert item.references[0].quote != "Sails were broken."


@pytest.mark.parametrize("tier", TIERS)
@pytest.mark.parametrize(
    ("source", "claim"),
    [
        ("- 12. Sails", "There are 12 sails."),
        ("### 12. Sails", "There are 12 sails."),
        ("**12. Sails**", "There are 12 sails."),
        ("12: Sails", "There are 12 sails."),
        ("12: Sails\n13: Ropes", "There are 13 ropes."),
        ("12) Sails", "There are 12 sails."),
        ("The mill has:\n12. Sails", "There are 12 sails."),
        ("[12] Sails\n[13] Ropes", "There are 12 sails."),
        ("> 12. Sails", "There are 12 sails."),
        ("12. Segel wurden repariert.", "12 Segel wurden repariert."),
        ("a. Plan one.\nb. Plan was adopted.", "Plan B was adopted."),
    ],
)
def test_the_number_of_an_item_of_a_text_counts_and_names_nothing(source: str, claim: str, tier: str) -> None:
    assert status(judge(claim, source, tier)) != "supported"


@pytest.mark.parametrize("tier", TIERS)
@pytest.mark.parametrize(
    ("source", "claim"),
    [
        ("12 sails were repaired.", "12 sails were repaired."),
        ("- 12 sails were repaired.", "12 sails were repaired."),
        ("12. Sails were repaired.", "12. Sails were repaired."),
        ("3. 20 sails were repaired.", "20 sails were repaired."),
        ("3. Mai 1999: Das Haus wurde gebaut.", "3. Mai 1999: Das Haus wurde gebaut."),
        ("## 3. Mai 1999: Das Haus wurde gebaut.", "3. Mai 1999: Das Haus wurde gebaut."),
        ("J. Smith was adopted.", "J. Smith was adopted."),
        ("- J. Smith was adopted.\n- K. Miller left.", "J. Smith was adopted."),
    ],
)
def test_figures_dates_and_initials_are_no_numbers_of_items(source: str, claim: str, tier: str) -> None:
    assert status(judge(claim, source, tier)) == "supported"


@pytest.mark.parametrize("tier", TIERS)
@pytest.mark.parametrize(
    ("page", "claim"),
    [
        ("<ol start=12><li>The sails were repaired in 1999.</ol>", "The sails were repaired in 1999."),
        ("<ol type=A start=3><li>Vitamin D helps 20 sailors.</ol>", "Vitamin D helps 20 sailors."),
        ("<p>The crew must:<ol start=4><li>repair 12 sails</ol>", "The crew must repair 12 sails."),
        ("<ol start=12><li>20 Segel wurden repariert.</ol>", "20 Segel wurden repariert."),
    ],
)
def test_references_to_numbered_items_give_the_verdict_again(
    tmp_path: Path, page: str, claim: str, tier: str
) -> None:
    source = tmp_path / "source.html"
    source.write_text(page, encoding="utf-8")
    found = judge(claim, source, tier)
    assert status(found) == "supported"
    again = check(claim, list(found.references), tier=tier).sentences[0]
    assert status(again) == "supported"
    assert again.references[0].quote == found.references[0].quote


@pytest.mark.parametrize("tier", TIERS)
def test_the_number_stays_a_number_in_a_replay(tmp_path: Path, tier: str) -> None:
    source = tmp_path / "source.docx"
    source.write_bytes(build_docx([(92, 0, "Masts fell."), (92, 0, "Sails were broken.")], "§ %1"))
    found = judge("Sails were broken.", source, tier)
    assert (
        status(check("2 sails were broken.", list(found.references), tier=tier).sentences[0]) != "supported"
    )

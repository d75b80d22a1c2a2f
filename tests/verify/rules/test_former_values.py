"""Former values: what changed from one value to another has the second one, and had the first one before."""

import pytest
from tests.verdicts import get_verdict

from ascribe.verify.comparison import Text
from ascribe.verify.rules.former_values import compare_former_values, find_changes

VISITORS = "The number of visitors rose from 400 in 2018 to 700 in 2019."


@pytest.mark.parametrize(
    ("text", "language", "changes"),
    [
        ("The fee rose from 20 to 25 euros.", "en", [("20", "25")]),
        ("The fee rose to 25 euros from 20.", "en", [("20", "25")]),
        ("The fee rose to 25 euros, up from 20.", "en", [("20", "25")]),
        ("The exam was moved from Monday to Friday.", "en", [("Monday", "Friday")]),
        ("The exam was moved from 2 May to the 9 May date.", "en", [("2 May", "9 May")]),
        ("Der Preis stieg von 20 auf 25 Euro.", "de", [("20", "25")]),
        ("Die Frist wurde vom 2. Mai auf den 9. Mai verschoben.", "de", [("2. Mai", "9. Mai")]),
        ("Le prix est passé de 20 à 25 euros.", "fr", [("20", "25")]),
        ("The shop is open from Monday to Friday.", "en", []),
        ("The rooms have from 20 to 25 seats.", "en", []),
        ("The shop, which moved in 2010, is open from Monday to Friday.", "en", []),
    ],
)
def test_found(text: str, language: str, changes: list[tuple[str, str]]) -> None:
    found = find_changes(Text(text, language))
    assert [tuple(text[v.start : v.end] for v in (one.old, one.new)) for one in found] == changes


@pytest.mark.parametrize(
    ("claim", "evidence", "language", "status"),
    [
        ("The fee is 20 euros.", "The fee rose from 20 to 25 euros.", "en", "unknown"),
        ("The fee was 20 euros.", "The fee rose from 20 to 25 euros.", "en", "unknown"),
        ("The fee is 25 euros.", "The fee rose from 20 to 25 euros.", "en", "supported"),
        ("The fee was 20 euros before.", "The fee rose from 20 to 25 euros.", "en", "supported"),
        ("The fee rose from 20 euros.", "The fee rose from 20 to 25 euros.", "en", "supported"),
        ("The number of visitors was 400 in 2018.", VISITORS, "en", "supported"),
        ("The number of visitors was 700 in 2019.", VISITORS, "en", "supported"),
        ("The number of visitors was 400 in 2019.", VISITORS, "en", "unknown"),
        ("The number of visitors was 400.", VISITORS, "en", "unknown"),
        ("The fee is 20 euros.", "The fee doubled from 20 to 40 euros.", "en", "unknown"),
        ("The board has 9 members.", "The board has 12 members, up from 9.", "en", "unknown"),
        ("The board has 12 members.", "The board has 12 members, up from 9.", "en", "supported"),
        ("The exam is on Monday.", "The exam was moved from Monday to Friday.", "en", "unknown"),
        ("The exam is on Friday.", "The exam was moved from Monday to Friday.", "en", "supported"),
        ("The exam is at 9 am.", "The exam was moved from 9 am to 11 am.", "en", "unknown"),
        ("The exam is at 11 am.", "The exam was moved from 9 am to 11 am.", "en", "supported"),
        ("Die Gebühr ist 20 Euro.", "Die Gebühr stieg von 20 auf 25 Euro.", "de", "unknown"),
        ("Le tarif est de 20 euros.", "Le tarif est passé de 20 à 25 euros.", "fr", "unknown"),
    ],
)
def test_a_former_value_holds_in_the_past_only(claim: str, evidence: str, language: str, status: str) -> None:
    assert get_verdict(claim, [evidence], language=language, tier="rules").status == status


def test_a_value_that_occurs_elsewhere_too_is_left_to_other_rules() -> None:
    evidence = Text("The fee rose from 20 to 25 euros. For children it is 20 euros.", "en")
    assert compare_former_values(Text("The fee for children is 20 euros.", "en"), evidence) == []

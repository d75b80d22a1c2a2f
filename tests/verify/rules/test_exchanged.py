import pytest

from ascribe.verify.comparison import Text
from ascribe.verify.rules.opposites import compare_exchanged_opposites


def findings(claim: str, evidence: str, language: str = "en") -> list[str]:
    return [
        one.finding for one in compare_exchanged_opposites(Text(claim, language), Text(evidence, language))
    ]


@pytest.mark.parametrize(
    ("claim", "evidence", "language"),
    [
        ("Sales fell and costs rose.", "Sales rose and costs fell.", "en"),
        (
            "Die Einnahmen sanken, während die Ausgaben stiegen.",
            "Die Einnahmen stiegen, während die Ausgaben sanken.",
            "de",
        ),
        ("As vendas caíram e os custos aumentaram.", "As vendas aumentaram e os custos caíram.", "pt"),
        ("Доходы снизились, а расходы выросли.", "Доходы выросли, а расходы снизились.", "ru"),
    ],
)
def test_exchanged_opposites_are_not_confirmed(claim, evidence, language) -> None:
    assert set(findings(claim, evidence, language)) == {"missing"}


@pytest.mark.parametrize(
    ("claim", "evidence"),
    [
        ("Costs fell and sales rose.", "Sales rose and costs fell."),
        ("Sales rose.", "Sales rose and costs fell."),
        ("Sales rose.", "Sales rose."),
        (
            "The tower was rebuilt after the war.",
            "The tower was damaged before the war and rebuilt after it.",
        ),
        ("", "Sales rose and costs fell."),
    ],
)
def test_silent_where_nothing_is_exchanged(claim, evidence) -> None:
    assert findings(claim, evidence) == []

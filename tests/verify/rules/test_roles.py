import pytest

from ascribe.verify.comparison import Text
from ascribe.verify.rules.roles import compare_replacements, compare_roles


@pytest.mark.parametrize(
    ("claim", "evidence", "language", "exchanged"),
    [
        ("Pelling acquired Orvane.", "Orvane acquired Pelling.", "en", True),
        ("Pelling was acquired by Orvane.", "Orvane acquired Pelling.", "en", False),
        ("Orvane was acquired by Pelling.", "Orvane acquired Pelling.", "en", True),
        ("Pelling is buying Orvane.", "Orvane is being bought by Pelling.", "en", False),
        ("Orvane is buying Pelling.", "Orvane is being bought by Pelling.", "en", True),
        ("In May, wolves hunt elk.", "Wolves hunt elk in May.", "en", False),
        ("Battery B lasted longer than battery A.", "Battery A lasted longer than battery B.", "en", True),
        ("The mill was closed by 1871 in Lund.", "The mill was closed in 1871 in Lund.", "en", False),
        ("The lake rose by two metres in May.", "The lake rose by 2 metres in May.", "en", False),
        ("Dark mode was added in the release.", "The release adds a dark mode.", "en", False),
        ("L'atelier a racheté la société.", "La société a racheté l'atelier.", "fr", True),
        ("L'atelier a été racheté par la société.", "La société a racheté l'atelier.", "fr", False),
        ("Den Bau lehnte der Rat ab.", "Der Rat lehnte den Bau ab.", "de", False),
    ],
)
def test_who_does_what(claim, evidence, language, exchanged) -> None:
    assert bool(compare_roles(Text(claim, language), Text(evidence, language))) is exchanged


def test_a_date_between_a_passive_and_its_agent_exchanges_nothing() -> None:
    claim = "The ship was launched on July 16, 1969, by a Korrin rocket from the Lorne Space Center."
    evidence = "The ship was launched by a Korrin rocket from the Lorne Space Center on July 16, 1969."
    assert compare_roles(Text(claim, "en"), Text(evidence, "en")) == []


@pytest.mark.parametrize(
    ("evidence", "same", "exchanged"),
    [
        (
            "They replaced the pump with a valve.",
            "The pump was replaced with a valve.",
            "They replaced the valve with a pump.",
        ),
        (
            "The dean substituted chess for rowing.",
            "Chess was substituted for rowing.",
            "The dean substituted rowing for chess.",
        ),
        (
            "Lund swapped its trams for buses.",
            "Lund's trams were swapped for buses.",
            "Lund swapped its buses for trams.",
        ),
    ],
)
def test_what_replaces_what(evidence, same, exchanged) -> None:
    assert compare_replacements(Text(same, "en"), Text(evidence, "en")) == []
    (found,) = compare_replacements(Text(exchanged, "en"), Text(evidence, "en"))
    assert found.reason == "roles_unclear"

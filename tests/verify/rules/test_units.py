import pytest

from ascribe.verify.rules import Text
from ascribe.verify.rules.units import compare


@pytest.mark.parametrize(
    ("claim", "evidence", "unclear"),
    [
        ("It weighs 5 lb.", "It weighs 5 kg.", True),
        ("It weighs 5 kg.", "It weighs 5 kilograms.", False),
        ("It is 3 metres long.", "It is 3 m long.", False),
        ("It is heated to 180 °F.", "It is heated to 180 °C.", True),
        ("The grant is 20,000 dollars.", "The grant is 20,000 euros.", True),
        ("The grant is 20,000 euros.", "The grant is €20,000.", False),
        ("It moves 40 litres per hour.", "It moves 40 litres per minute.", True),
        ("It has 14 rooms.", "It has 14 bright new rooms.", False),
        ("It has 14 rooms.", "Rooms: 14", False),
        ("It has 14 rooms.", "It has 14 towers.", True),
    ],
)
def test_a_figure_keeps_its_unit(claim, evidence, unclear) -> None:
    assert bool(compare(Text(claim, "en"), Text(evidence, "en"))) is unclear

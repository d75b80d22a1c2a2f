import pytest

from ascribe.verify.comparison import Text
from ascribe.verify.rules.units import compare_units


@pytest.mark.parametrize(
    ("claim", "evidence", "unclear"),
    [
        ("It weighs 5 lb.", "It weighs 5 kg.", True),
        ("It weighs 5 kg.", "It weighs 5 kilograms.", False),
        ("It is 3 metres long.", "It is 3 m long.", False),
        ("It is heated to 180 °F.", "It is heated to 180 °C.", True),
        ("The grant is 20,000 dollars.", "The grant is 20,000 euros.", True),
        ("The grant is 20,000 euros.", "The grant is €20,000.", False),
        ("The grant is 20,000 francs.", "The grant is 20,000 crowns.", True),
        ("The grant is 20,000 kroner.", "The grant is 20,000 krone.", False),
        ("It has 5 m2 of glass.", "It has 5 m² of glass.", False),
        ("It has 5 m3 of glass.", "It has 5 m² of glass.", True),
        ("It moves 40 litres per hour.", "It moves 40 litres per minute.", True),
        ("It has 14 rooms.", "It has 14 bright new rooms.", False),
        ("It has 14 rooms.", "Rooms: 14", False),
        ("It has 14 rooms.", "It has 14 towers.", True),
        ("It is 14 m high.", "It has 14 towers.", True),
        ("It has 14 towers.", "It is 14 m high.", True),
        ("It has 14 %.", "It has 14 towers.", True),
        ("It grew by 14 %.", "Growth: 14", True),
        ("It grew by 14 %.", "Growth (%): 14", False),
        ("The error fell to 5.", "The error fell to 5 %.", True),
        ("It gives 5 mW.", "It gives 5 MW.", True),
        ("It costs 5 pounds.", "It costs £5.", False),
        ("It weighs 5 pounds.", "It weighs 5 lb.", False),
        ("It has 14 Europeans.", "It has 14 euros.", True),
        ("It has 14 in the yard.", "It has 14 rooms in the yard.", False),
    ],
)
def test_a_figure_keeps_its_unit(claim, evidence, unclear) -> None:
    assert bool(compare_units(Text(claim, "en"), Text(evidence, "en"))) is unclear

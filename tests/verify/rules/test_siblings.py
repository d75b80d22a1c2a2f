"""Two things of a kind: which one a claim is about, and which one a value belongs to."""

import pytest

from ascribe.verify.comparison import Text
from ascribe.verify.rules.siblings import compare_siblings


def find(claim: str, evidence: str, language: str = "en") -> list[tuple[str, str | None]]:
    one, other = Text.read(claim, language), Text.read(evidence, language)
    found = compare_siblings(one, other)
    assert {each.finding for each in found} <= {"missing"}
    return [
        (one.quote(*each.claim), other.quote(*each.evidence) if each.evidence else None) for each in found
    ]


@pytest.mark.parametrize(
    ("claim", "evidence", "pair"),
    [
        ("The south tower is 27 m high.", "The north tower is 31 m high.", ("south", "north")),
        ("It belongs to the state court.", "The federal court dismissed it.", ("state", "federal")),
        ("Adult tickets cost 8 euros.", "Child tickets cost 4 euros.", ("Adult", "Child")),
        ("The hospital's night shift has 34 nurses.", "The day shift has 34 nurses.", ("night", "day")),
        (
            "The state court ruled.",
            "The federal court ruled before the state appealed.",
            ("state", "federal"),
        ),
        ("The night shift is long.", "The day shift is long and ends at night.", ("night", "day")),
    ],
)
def test_another_modifier_of_the_noun(claim: str, evidence: str, pair: tuple[str, str]) -> None:
    assert find(claim, evidence) == [pair]


@pytest.mark.parametrize(
    ("claim", "evidence"),
    [
        ("The south tower is 31 m high.", "The tower is 31 m high."),  # nobody says which
        ("The concrete wall is 3 m high.", "The sea wall is 3 m high. The wall is made of concrete."),
        ("The annual budget is 4 million.", "The yearly budget is 4 million."),  # synonyms
        ("The old barn has a roof.", "The stone barn is old and has a roof."),
        ("The old barn has a roof.", "The old stone barn has a roof."),
        ("The museum opens at nine.", "The museum of Horn opens at nine."),
        ("It bans taking water.", "It bans people from taking or diverting water."),
        ("The ship Sigrid has 3 engines.", "The icebreaker Sigrid has 3 engines."),  # a name
        ("Farmers sell apples.", "The firm buys apples."),  # a verb before a noun
        ("The nine bays are wide.", "The two bays are wide."),  # figures are no modifiers
        ("In May 1990 it opened.", "In June 1990 it opened."),  # nor are parts of dates
    ],
)
def test_no_sibling(claim: str, evidence: str) -> None:
    assert find(claim, evidence) == []


SHIFTS = "The day shift has 34 nurses, and the night shift has 19."


@pytest.mark.parametrize(
    ("claim", "evidence", "expected"),
    [
        ("The night shift has 34 nurses.", SHIFTS, [("night", "day")]),
        ("The night shift has 19 nurses.", SHIFTS, []),
        (
            "The night shift has 34 nurses.",
            "34 nurses work in the day shift, 19 in the night shift.",
            [("night", "day")],
        ),
        ("The night shift has 19 nurses.", "34 nurses work in the day shift, 19 in the night shift.", []),
        (
            "The old gate was built in 1905.",
            "The old gate is of 1850, the new one was built in 1905.",
            [("old", "new")],
        ),
        # things and values do not alternate, so it is not clear
        ("The north pier has 27 lamps.", "The north pier and the south pier have 31 and 27 lamps.", []),
    ],
)
def test_a_value_belongs_to_the_thing_beside_it(
    claim: str, evidence: str, expected: list[tuple[str, str]]
) -> None:
    assert find(claim, evidence) == expected


def test_a_language_without_word_groups_has_no_siblings() -> None:
    assert find("La torre norte mide 27 m.", "La torre sur mide 31 m.", "es") == []

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ascribe.records.work import Name
from ascribe.write.metadata import parse_names


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ("Anna Kohl", [("Kohl", "Anna")]),
        ("Kohl, Anna", [("Kohl", "Anna")]),
        ("Anna Kohl and Ben J. Ray", [("Kohl", "Anna"), ("Ray", "Ben J.")]),
        ("Kohl, Anna and Ray, Ben", [("Kohl", "Anna"), ("Ray", "Ben")]),
        ("Kohl, A.; Ray, B. J.", [("Kohl", "A."), ("Ray", "B. J.")]),
        ("Kohl, A., Ray, B. J.", [("Kohl", "A."), ("Ray", "B. J.")]),
        ("Anna Kohl, Ben Ray", [("Kohl", "Anna"), ("Ray", "Ben")]),
        ("Anna Kohl, Ben Ray & Cai Ito", [("Kohl", "Anna"), ("Ray", "Ben"), ("Ito", "Cai")]),
        ("Jan van der Berg", [("van der Berg", "Jan")]),
        ("van der Berg, Jan", [("van der Berg", "Jan")]),
        ("King, Jr., Martin", [("King Jr.", "Martin")]),
        ("Plato", [("Plato", "")]),
        ("山田太郎", [("山田太郎", "")]),
        ("River Board of Halden", [("River Board of Halden", "")]),
        ("Ministry of Rivers and Lakes", [("Ministry of Rivers and Lakes", "")]),
        ("{Smith and Sons}", [("Smith and Sons", "")]),
        ("Acme, Inc.", [("Acme, Inc.", "")]),
        ({"family": "Kohl", "given": "Anna"}, [("Kohl", "Anna")]),
        ({"family": "Berg", "given": "Jan", "non-dropping-particle": "van"}, [("van Berg", "Jan")]),
        ({"lastName": "Kohl", "firstName": "Anna"}, [("Kohl", "Anna")]),
        ({"literal": "Smith and Sons"}, [("Smith and Sons", "")]),
        ({"name": "Anna Kohl"}, [("Kohl", "Anna")]),
        (["Anna Kohl", {"family": "Ray"}, "Anna Kohl"], [("Kohl", "Anna"), ("Ray", "")]),
        (None, []),
        (7, []),
        ("", []),
        ([{}, "", " ; "], []),
    ],
)
def test_names(value, expected) -> None:
    assert parse_names(value) == tuple(Name(*pair) for pair in expected)


KEYS = st.sampled_from(["family", "given", "name", "literal"])
VALUES = st.recursive(
    st.none() | st.integers() | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(KEYS, inner, max_size=3),
    max_leaves=4,
)


@given(VALUES)
def test_any_value_gives_names_with_something_in_them(value) -> None:
    assert all(name.family.strip() for name in parse_names(value))

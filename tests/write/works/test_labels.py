from __future__ import annotations

import pytest

from ascribe.records.work import Name, Work
from ascribe.write.works import build_labels, number_to_letters


def work(*families: str, year: int = 2019, title: str = "") -> Work:
    names = tuple(Name(family, "A.") for family in families)
    return Work("k", title=title, authors=names, issued=(year,) if year else ())


@pytest.mark.parametrize(
    ("one", "label"),
    [
        (work("Kohl"), "Kohl, 2019"),
        (work("Kohl", "Ray"), "Kohl & Ray, 2019"),
        (work("Kohl", "Ray", "Ito"), "Kohl et al., 2019"),
        (work("Kohl", year=0), "Kohl, n.d."),
        (work(title="Mills"), "“Mills”, 2019"),
        (work(title="Mills", year=0), "“Mills”, n.d."),
        (work(title=f"Mills, {'x' * 40}"), "“Mills …”, 2019"),
        (work(title="文" * 60), f"“{'文' * 40}…”, 2019"),
        (Work("k", editors=(Name("Kohl"),)), "Kohl, n.d."),
        (work(), ""),
        (work(year=0), ""),
    ],
)  # fmt: skip
def test_labels(one, label) -> None:
    assert build_labels([one]) == [(label, "")]


def test_letters_tell_works_of_the_same_authors_and_year_apart() -> None:
    works = [work("Kohl"), work("Ray"), work("Kohl"), work("Kohl", year=2020), work("KOHL"), work(), work()]
    labels = [label for label, _ in build_labels(works)]
    assert labels == ["Kohl, 2019a", "Ray, 2019", "Kohl, 2019b", "Kohl, 2020", "KOHL, 2019c", "", ""]


def test_works_without_a_year_have_letters_too() -> None:
    assert [label for label, _ in build_labels([work("Kohl", year=0)] * 2)] == [
        "Kohl, n.d.-a",
        "Kohl, n.d.-b",
    ]


def test_letters_go_on_after_z() -> None:
    assert [number_to_letters(n) for n in (1, 26, 27, 52, 53, 703)] == ["a", "z", "aa", "az", "ba", "aaa"]

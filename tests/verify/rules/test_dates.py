import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.verdicts import get_verdict

from ascribe.verify.comparison import Text
from ascribe.verify.quantities.calendar_dates import find_dates, find_relative_dates
from ascribe.verify.rules.dates import compare_dates


@pytest.mark.parametrize(
    ("text", "language", "parts"),
    [
        ("on 12 March 1999", "en", [(1999, 3, 12)]),
        ("on March 12, 1999", "en", [(1999, 3, 12)]),
        ("on the 3rd of May 2001", "en", [(2001, 5, 3)]),
        ("in Sept. 2004", "en", [(2004, 9, None)]),
        ("on July 4", "en", [(None, 7, 4)]),
        ("on 1999-03-12", "en", [(1999, 3, 12)]),
        ("on 3/4/2020", "en", [(2020, 3, 4), (2020, 4, 3)]),
        ("am 3. April 2020", "de", [(2020, 4, 3)]),
        ("le 1er mai 1968", "fr", [(1968, 5, 1)]),
        ("el 12 de marzo de 1999", "es", [(1999, 3, 12)]),
        ("12 марта 1999", "ru", [(1999, 3, 12)]),
        ("2020年3月12日", "ja", [(2020, 3, 12)]),
        ("in 1990 people left", "en", [(1990, None, None)]),
        ("between 1990 and 1995", "en", [(1990, None, None), (1995, None, None)]),
        ("1990 people left", "en", []),
        ("we may march", "en", []),
        ("2001 metres", "en", []),
        ("ratio 45/99/2020", "en", []),
    ],
)
def test_found(text, language, parts) -> None:
    assert [date.parts() for date in find_dates(text, language)] == parts


@pytest.mark.parametrize(
    ("claim", "evidence", "expected"),
    [
        ("on 12 March 1999", "It was March 12, 1999.", ["agree"]),
        ("in March 1999", "It was March 12, 1999.", ["agree"]),
        ("in 1999", "It was March 12, 1999.", ["agree"]),
        ("on 12 March 1999", "in 1999", ["missing"]),
        ("on 12 March 1999", "on 13 March 1999", ["clash"]),
        ("in 1998", "on 13 March 1999", ["clash"]),
        ("in 1998", "long ago", ["missing"]),
        ("on 3/4/2020", "on April 3, 2020", ["agree"]),
        ("from 1990 to 1995", "from 1990 to 1996", ["agree", "clash"]),
    ],
)
def test_comparisons(claim, evidence, expected) -> None:
    assert [c.finding for c in compare_dates(Text(claim, "en"), Text(evidence, "en"))] == expected


@given(st.dates())
def test_the_same_day_in_another_format_agrees(day) -> None:
    claim = f"It was on {day.day} {day:%B} {day.year:04d}."
    evidence = f"On {day.year:04d}-{day.month:02d}-{day.day:02d} it was."
    assert [c.finding for c in compare_dates(Text(claim, "en"), Text(evidence, "en"))] == ["agree"]


@given(st.text(alphabet="0123456789/-.年月日MarchJuly,", max_size=40))
def test_any_text_gives_places_inside_it(text) -> None:
    assert all(0 <= d.start < d.end <= len(text) for d in find_dates(text, "en"))


@pytest.mark.parametrize(
    ("evidence", "years"),
    [
        ("It had 48,200 visitors in 2022, up from 39,500 the year before.", [2021]),
        ("In 2022 it closed; the year after, it burned down.", [2023]),
        ("It opened in 1984. Two years before, the old one had closed.", [1982]),
        ("It opened in 1984 and closed three years later.", [1987]),
        ("In 1921, the year before the war, it opened.", []),
        ("In 2022 it closed. The year after it closed, it burned down.", []),
        ("In the 1990s it grew as in the decade before.", []),
        ("It grew the year before.", []),
    ],
)
def test_a_year_is_counted_from_the_nearest_one_before(evidence: str, years: list[int]) -> None:
    assert [date.year for date, _ in find_relative_dates(Text(evidence, "en"))] == years


COUNTED = "The museum counted 48,200 visitors in 2022, up from 39,500 the year before."


@pytest.mark.parametrize(
    ("claim", "status"),
    [
        ("The museum counted 39,500 visitors in 2021.", "supported"),
        ("The museum counted 8,700 more visitors in 2022 than the year before.", "supported"),
        ("The museum counted 48,200 visitors in 2021.", "unknown"),
        ("The museum counted 39,500 visitors in 2022.", "unknown"),
        ("The museum counted 39,500 visitors in 2020.", "unknown"),
        ("The museum counted 39,500 visitors in 2023.", "unknown"),
    ],
)
def test_a_figure_of_the_year_before_belongs_to_that_year(claim: str, status: str) -> None:
    assert get_verdict(claim, [COUNTED], tier="rules").status == status

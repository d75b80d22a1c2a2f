"""Spans of time: what lasts holds between both ends, and begins and ends there."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.verdicts import get_verdict

from ascribe.verify.comparison import Text
from ascribe.verify.quantities.time_spans import TimePoint, TimeSpan, find_time_spans
from ascribe.verify.rules.spans import compare_spans


@pytest.mark.parametrize(
    ("text", "language", "ends"),
    [
        ("from 1990 to 1998", "en", ["1990", "1998"]),
        ("between March 2019 and June 2021", "en", ["March 2019", "June 2021"]),
        ("May to September", "en", ["May", "September"]),
        ("from May to June 2020", "en", ["May", "June 2020"]),
        ("Mondays to Fridays", "en", ["Mondays", "Fridays"]),
        ("3 to 17 May", "en", ["3", "17 May"]),
        ("May 3 to 17", "en", ["May 3", "17"]),
        ("9 am – 5 pm", "en", ["9 am", "5 pm"]),
        ("9 to 5 pm", "en", ["9", "5 pm"]),
        ("from 8:00 until 16:00", "en", ["8:00", "16:00"]),
        ("vom 3. bis zum 17. Mai", "de", ["3.", "17. Mai"]),
        ("von 9 bis 17 Uhr", "de", ["9", "17 Uhr"]),
        ("zwischen Montag und Freitag", "de", ["Montag", "Freitag"]),
        ("du lundi au vendredi", "fr", ["lundi", "vendredi"]),
        ("de 9 h à 17 h 30", "fr", ["9 h", "17 h 30"]),
        ("we may march to June's house", "en", []),
        ("moved from May to June", "en", []),
        ("on Monday and Friday", "en", []),
        ("1990 and 1998", "en", []),
    ],
)
def test_found(text: str, language: str, ends: list[str]) -> None:
    found = find_time_spans(Text(text, language))
    assert [text[end.start : end.end] for span in found for end in (span.first, span.last)] == ends


@given(st.integers(0, 6), st.integers(0, 6), st.integers(0, 6))
def test_a_span_of_days_covers_those_from_the_first_to_the_last(first: int, last: int, day: int) -> None:
    one, two, three = (TimePoint(0, 1, "weekday", place, place) for place in (first, last, day))
    after = [(first + n) % 7 for n in range((last - first) % 7 + 1)]
    assert TimeSpan(one, two).covers(three) == (day in after)


@given(st.text(alphabet="0123456789 to–May.Mondayampfr:,", max_size=40))
def test_any_text_gives_places_inside_it(text: str) -> None:
    for span in find_time_spans(Text(text, "en")):
        assert 0 <= span.first.start < span.first.end <= span.last.start < span.last.end <= len(text)


LIBRARY = "The library is open Monday to Friday from 9 am to 6 pm."


@pytest.mark.parametrize(
    ("claim", "evidence", "language", "status"),
    [
        ("She was the mayor in 1995.", "She was the mayor from 1990 to 1998.", "en", "supported"),
        ("She was the mayor in 1999.", "She was the mayor from 1990 to 1998.", "en", "contradicted"),
        ("She was not the mayor in 1995.", "She was the mayor from 1990 to 1998.", "en", "contradicted"),
        ("She was the mayor in 1990.", "She was the mayor between 1990 and 1998.", "en", "unknown"),
        ("The dam was raised in 1995.", "The dam was raised between 1990 and 1998.", "en", "unknown"),
        ("Ola was ill on Tuesday.", "Ola was ill for two days between Monday and Friday.", "en", "unknown"),
        ("Ola was ill on Tuesday.", "Ola was ill from Monday to Friday.", "en", "supported"),
        ("There was a flood in 1995.", "There was a flood between 1990 and 1998.", "en", "unknown"),
        ("The lift was closed in January.", "The lift was closed from November to March.", "en", "supported"),
        ("The lift was closed in July.", "The lift was closed from November to March.", "en", "contradicted"),
        ("The library is open on Tuesday.", LIBRARY, "en", "supported"),
        ("The library is open on Tuesday at 10 am.", LIBRARY, "en", "supported"),
        ("The library is closed on Tuesday.", LIBRARY, "en", "contradicted"),
        ("The library is open on Sunday.", LIBRARY, "en", "contradicted"),
        ("The library is open on Sunday at 10 am.", LIBRARY, "en", "contradicted"),
        ("The library is open only on Tuesday.", LIBRARY, "en", "unknown"),
        ("The library opens at 9 am.", LIBRARY, "en", "supported"),
        ("The library opens at 6 pm.", LIBRARY, "en", "contradicted"),
        ("The library closes at 6 pm.", LIBRARY, "en", "supported"),
        ("The library closes at 9 am.", LIBRARY, "en", "contradicted"),
        ("The library closes at noon.", LIBRARY, "en", "contradicted"),
        ("The library opens at 9 am and closes at 6 pm.", LIBRARY, "en", "supported"),
        ("The library opens at 6 pm and closes at 9 am.", LIBRARY, "en", "contradicted"),
        ("The library is open until 9 am.", LIBRARY, "en", "unknown"),
        ("The strike began in 1911.", "The strike lasted from 1911 to 1913.", "en", "supported"),
        ("The strike began in 1913.", "The strike lasted from 1911 to 1913.", "en", "contradicted"),
        ("The strike ended in 1913.", "The strike lasted from 1911 to 1913.", "en", "supported"),
        ("The fair starts on 8 May.", "The fair takes place from 4 to 8 May.", "en", "contradicted"),
        ("The fair starts on 4 May.", "The fair takes place from 4 to 8 May.", "en", "supported"),
        ("She was consul from 1998.", "She was consul from 1990 to 1998.", "en", "unknown"),
        ("The desk is shut from 14:30.", "The desk is shut between 12:00 and 14:30.", "en", "unknown"),
        ("The desk is shut from 12:00.", "The desk is shut between 12:00 and 14:30.", "en", "supported"),
        ("The lease starts on 2 May.", "The lease expires on 2 May.", "en", "unknown"),
        ("The lease begins on 2 May.", "The lease starts on 2 May.", "en", "supported"),
        ("The bar closes at 17:00.", "The bar opens at 17:00.", "en", "unknown"),
        (
            "Das Bad ist am Dienstag geöffnet.",
            "Das Bad ist von Montag bis Freitag geöffnet.",
            "de",
            "supported",
        ),
        (
            "Das Bad ist am Sonntag geöffnet.",
            "Das Bad ist von Montag bis Freitag geöffnet.",
            "de",
            "contradicted",
        ),
        ("Das Bad öffnet um 20 Uhr.", "Das Bad ist von 8 bis 20 Uhr geöffnet.", "de", "contradicted"),
        ("Das Bad schließt um 20 Uhr.", "Das Bad ist von 8 bis 20 Uhr geöffnet.", "de", "supported"),
        ("Le bain est ouvert le mardi.", "Le bain est ouvert du lundi au vendredi.", "fr", "supported"),
        ("Le bain ouvre à 20 h.", "Le bain est ouvert de 8 h à 20 h.", "fr", "contradicted"),
        ("Le bain ouvre à 8 h.", "Le bain est ouvert de 8 h à 20 h.", "fr", "supported"),
    ],
)
def test_what_lasts_holds_within_its_ends_only(claim: str, evidence: str, language: str, status: str) -> None:
    assert get_verdict(claim, [evidence], language=language, tier="rules").status == status


@pytest.mark.parametrize(("time", "findings"), [("until 1990", ["missing"]), ("until 1998", [])])
def test_of_several_spans_only_that_with_the_time_counts(time: str, findings: list[str]) -> None:
    evidence = Text("Ms Ek (1950-2019) was consul in Bergen from 1990 to 1998.", "en")
    found = compare_spans(Text(f"Ms Ek was consul in Bergen {time}.", "en"), evidence)
    assert [one.finding for one in found] == findings


def test_two_spans_of_one_scale_prove_nothing() -> None:
    evidence = Text("He was consul from 1990 to 1998 and mayor from 1999 to 2003.", "en")
    assert compare_spans(Text("He was mayor in 1995.", "en"), evidence) == []

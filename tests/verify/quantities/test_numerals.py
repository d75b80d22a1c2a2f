from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ascribe.text.normalize import normalize
from ascribe.verify.quantities.calendar_dates import find_dates
from ascribe.verify.quantities.extract import find_numbers
from ascribe.verify.quantities.number_words import find_listed_numbers


def read(text: str, language: str) -> list[str]:
    return [
        f"{n.value.normalize():f}{'%' if n.kind == 'percent' else ''}"
        for n in find_numbers(normalize(text).text, language)
    ]


@pytest.mark.parametrize(
    ("text", "language", "expected"),
    [
        ("двадцать пять", "ru", ["25"]),
        ("три тысячи двести пять", "ru", ["3205"]),
        ("два три раза", "ru", ["2", "3"]),
        ("пять десять", "ru", ["5", "10"]),
        ("4 млн рублей", "ru", ["4000000"]),
        ("4,5 процента", "ru", ["4.5%"]),
        ("خمسة وعشرون", "ar", ["25"]),
        ("ثلاثة آلاف ومئتان", "ar", ["3200"]),
        ("٤٫٥٪", "ar", ["4.5%"]),
        ("4 ملايين", "ar", ["4000000"]),
        ("तीन सौ पच्चीस", "hi", ["325"]),
        ("4 लाख", "hi", ["400000"]),
        ("12,50,300", "hi", ["1250300"]),
        ("三千二百万", "zh", ["32000000"]),
        ("百分之四点五", "zh", ["4.5%"]),
        ("3200万円", "ja", ["32000000"]),
        ("4.5パーセント", "ja", ["4.5%"]),
        ("45 mil", "pt", ["45000"]),
        ("2,5 Mio. Euro", "de", ["2500000"]),
        ("2 Billionen", "de", ["2000000000000"]),
        ("2 billion", "en", ["2000000000"]),
        ("1 234 500", "de", ["1234500"]),
        ("12 480 people", "en", ["12", "480"]),
        ("1 234 567 people", "en", ["1234567"]),
    ],
)
def test_figures(text, language, expected) -> None:
    assert read(text, language) == expected


@pytest.mark.parametrize(
    ("text", "language", "expected"),
    [
        ("from 4 to 6 million", "en", ["4000000", "6000000"]),
        ("from four to six million", "en", ["4000000", "6000000"]),
        ("between 4 and 6 million", "en", ["4000000", "6000000"]),
        ("from about 4 to nearly 6 million", "en", ["4000000", "6000000"]),
        ("von 4 auf 6 Mio.", "de", ["4000000", "6000000"]),
        ("von vier auf sechs Millionen", "de", ["4000000", "6000000"]),
        ("zwischen 4,5 und 6 Mrd.", "de", ["4500000000", "6000000000"]),
        ("von rund 4 auf rund 6 Tsd.", "de", ["4000", "6000"]),
        ("entre 4 et 6 milliards", "fr", ["4000000000", "6000000000"]),
        ("entre 4 y 6 millones", "es", ["4000000", "6000000"]),
        ("fra 4 e 6 milioni", "it", ["4000000", "6000000"]),
        ("de 4 para 6 milhões", "pt", ["4000000", "6000000"]),
        ("van 4 naar 6 miljoen", "nl", ["4000000", "6000000"]),
        ("с 4 до 6 млн", "ru", ["4000000", "6000000"]),
        ("4 से 6 लाख", "hi", ["400000", "600000"]),
    ],
)
def test_the_figures_of_a_range_share_its_scale_word(text, language, expected) -> None:
    assert read(text, language) == expected


@pytest.mark.parametrize(
    ("text", "language", "expected"),
    [
        ("4 schools and 6 million euros", "en", ["4", "6000000"]),
        ("rose 4 % to 6 million", "en", ["4%", "6000000"]),
        ("ten to twelve hundred", "en", ["10", "1200"]),
        ("from two to a thousand", "en", ["2", "1000"]),
        ("4 Schulen und 6 Millionen Euro", "de", ["4", "6000000"]),
        ("von 4 Schulen auf 6 Millionen Euro", "de", ["4", "6000000"]),
        ("500 bis 2 Millionen", "de", ["500", "2000000"]),
    ],
)
def test_other_figures_do_not_share_a_scale_word(text, language, expected) -> None:
    assert read(text, language) == expected


@pytest.mark.parametrize(
    ("text", "language", "expected"),
    [
        ("Kosten: 1.250 Euro", None, ["1250"]),
        ("Kosten: 1.250 €", None, ["1250"]),
        ("Kosten: 1.250 EUR", None, ["1250"]),
        ("Strecke: 1.250 km", None, ["1.25"]),
        ("petrol: $3.459", None, ["3.459"]),
        ("1.250 euros", "en", ["1.25"]),
        ("1.250 Euro", "de", ["1250"]),
    ],
)
def test_money_with_a_point_in_an_unknown_language_is_grouped(text, language, expected) -> None:
    assert read(text, language) == expected


@pytest.mark.parametrize(
    ("text", "language", "expected"),
    [
        ("03.04.1921", "de", {(1921, 4, 3)}),
        ("03/04/1921", "fr", {(1921, 4, 3)}),
        ("03/04/1921", "en", {(1921, 4, 3), (1921, 3, 4)}),
        ("03.04.1921", "en", {(1921, 4, 3)}),
        ("一九七四年六月", "zh", {(1974, 6, None)}),
        ("二〇二一年十二月二十一日", "zh", {(2021, 12, 21)}),
        ("5月12日", "ja", {(None, 5, 12)}),
        ("5 марта 1911 года", "ru", {(1911, 3, 5)}),
        ("5 آذار 1911", "ar", {(1911, 3, 5)}),
        ("5 मार्च 1911", "hi", {(1911, 3, 5)}),
    ],
)
def test_dates(text, language, expected) -> None:
    assert {date.parts() for date in find_dates(text, language)} == expected


@given(
    st.text(st.sampled_from("два пять сто тысяча двадцать خمسة وعشرون पच्चीस सौ -,").filter(str.strip)),
    st.sampled_from(["ru", "ar", "hi"]),
)
def test_places_are_in_order_and_values_above_one(text, language) -> None:
    last = 0
    for start, end, value in find_listed_numbers(text, language):
        assert last <= start < end <= len(text)
        assert value > Decimal(1)
        last = end

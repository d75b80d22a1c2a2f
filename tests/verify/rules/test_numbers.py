from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ascribe.verify.comparison import Text
from ascribe.verify.quantities.extract import find_numbers
from ascribe.verify.rules.numbers import compare_numbers


def findings(claim: str, evidence: str, language: str = "en") -> list[str]:
    return [c.finding for c in compare_numbers(Text(claim, language), Text(evidence, language))]


@pytest.mark.parametrize(
    ("text", "language", "values"),
    [
        ("1,234.5 units", "en", ["1234.5"]),
        ("1.234,5 Stück", "de", ["1234.5"]),
        ("1\u202f234,5 unités", "fr", ["1234.5"]),
        ("12,345,678 of them", "en", ["12345678"]),
        ("a loss of -3.5 and a gain of +2", "en", ["-3.5", "2"]),
        ("about 2.5 million birds", "en", ["2500000"]),
        ("3 Milliarden Bäume", "de", ["3000000000"]),
        ("twenty-five men and three dogs", "en", ["25", "3"]),
        ("zweihundert Schafe", "de", ["200"]),
        ("trois chats", "fr", ["3"]),
        ("one of the men", "en", ["1"]),
        ("model BM25 on the v2 board, MP3s", "en", []),
        ("the 2nd of its kind", "en", ["2"]),
        ("共40人", "zh", ["40"]),
    ],
)
def test_values(text, language, values) -> None:
    assert [n.value for n in find_numbers(text, language)] == [Decimal(v) for v in values]


@pytest.mark.parametrize(
    ("text", "kind"), [("5 %", "percent"), ("5 percent", "percent"), ("$5", "$"), ("5 €", "€"), ("5 kg", "")]
)
def test_kinds(text, kind) -> None:
    assert [n.kind for n in find_numbers(text, "en")] == [kind]


@pytest.mark.parametrize(
    ("claim", "evidence", "expected"),
    [
        ("It weighs 5 kg.", "It weighs 5 kg.", ["agree"]),
        ("It weighs five kg.", "It weighs 5 kg.", ["agree"]),
        ("It weighs 5.3 kg.", "It weighs 5.26 kg.", ["agree"]),
        ("It weighs 5.26 kg.", "It weighs 5.3 kg.", ["clash"]),
        ("It weighs 6 kg.", "It weighs 5 kg.", ["clash"]),
        ("It weighs 5 kg.", "It is heavy.", ["missing"]),
        ("It fell by 5 %.", "It weighs 6 kg.", ["missing"]),
        ("65 and 52", "65 and 42", ["agree", "clash"]),
        ("Revenue was up 30 million euros.", "Revenue was 120 million euros.", ["missing"]),
        ("Together the crates weigh 55 kg.", "The first crate weighs 24 kg.", ["missing"]),
        ("Together the crates weigh 14 kg.", "The first crate weighs 24 kg.", ["clash"]),
        ("Together the crates weigh 55 kg.", "Together the crates weigh 57 kg.", ["clash"]),
        ("both 65 and 52", "65 cats", ["agree", "missing"]),
        ("It cost $1,000.", "The price was $1000.", ["agree"]),
        ("in 1999 it had 40 rooms", "40 rooms, built in 1998", ["agree"]),
        ("nothing to compare", "5 cats", []),
        ("one of the men", "5 men", ["missing"]),
        ("The mill has one sail.", "The mill with sails has 12 sails.", ["clash"]),
        ("It was put in one group.", "It was put in two groups.", ["missing"]),
        ("One group was treated.", "There were two groups.", []),
        ("The mill has one sail.", "The mill has a sail.", []),
        ("The rate is 10^-5.", "The rate is 10⁻⁵.", ["agree"]),
        ("The rate is 1e-5.", "The rate is $10^{-5}$.", ["agree"]),
        ("There are 10⁹ cells.", "There are 10⁶ cells.", ["clash"]),
        ("It cost 300 crowns.", "It cost 11 crowns a post.", ["missing"]),
        ("It cost 12 crowns a post.", "It cost 11 crowns a post.", ["clash"]),
        ("two doors", "one door", ["clash"]),
        ("two doors", "one window", ["missing"]),
        ("12 large sails", "14 sails", ["missing"]),
        ("by 9%–19%", "by 9%-19%", ["agree", "agree"]),
        # Near by conversion, but not rounded: neither right nor clearly wrong
        ("It is 102 feet tall.", "It is 30 m tall.", ["missing"]),
        ("It is 150 feet tall.", "It is 30 m tall.", ["clash"]),
    ],
)
def test_comparisons(claim, evidence, expected) -> None:
    assert findings(claim, evidence) == expected


def test_the_words_compared_are_exact_slices() -> None:
    claim, evidence = Text("They took 25.1 kg.", "en"), Text.read("They took ２１．５ kg.", "en")
    (found,) = compare_numbers(claim, evidence)
    assert found.reason == "number_mismatch"
    described = found.describe(claim, evidence)
    assert (described["claim"], described["evidence"]) == ("25.1", "２１．５")


@given(st.text(max_size=60))
def test_any_text_gives_ordered_disjoint_places(text) -> None:
    numbers = find_numbers(text, "en")
    ends = [0, *(n.end for n in numbers)]
    assert all(end <= n.start < n.end <= len(text) for end, n in zip(ends, numbers, strict=False))


@given(st.integers(0, 10**12), st.sampled_from(["en", "de", "fr"]))
def test_a_number_is_read_as_it_was_written(value, language) -> None:
    separator = {"en": ",", "de": ".", "fr": "\u202f"}[language]
    written = f"{value:,}".replace(",", separator)
    assert [n.value for n in find_numbers(f"x {written} y", language)] == [value]


@pytest.mark.parametrize(
    ("claim", "evidence", "expected"),
    [
        # A limit, and what keeps or breaks it
        ("A bag of 22 kg needs a label.", "A bag over 20 kg needs a label.", "missing"),
        ("A bag of 18 kg needs a label.", "A bag over 20 kg needs a label.", "clash"),
        ("A bag over 22 kg needs a label.", "A bag over 20 kg needs a label.", "clash"),
        ("A bag of 18 kg is free.", "A bag of up to 20 kg is free.", "missing"),
        ("A bag of 22 kg is free.", "A bag of up to 20 kg is free.", "clash"),
        ("A bag of 18 kg is free.", "A bag of 15 to 20 kg is free.", "missing"),
        ("A bag of 22 kg is free.", "A bag of 15 to 20 kg is free.", "clash"),
        ("A bag of 15 to 22 kg is free.", "A bag of 15 to 20 kg is free.", "clash"),
        ("The mill has 4 sails.", "The mill has nearly 12 sails.", "clash"),
        ("The town has 2,000,000 people.", "The town has over 200 people.", "clash"),
        ("The mill has 24 rooms on 2 floors.", "The mill has 12 rooms on 2 floors.", "agree"),
        # A rate, and what several of them are together
        ("Two loaves need 9 eggs.", "Loaves need 4 eggs each.", "missing"),
        ("Loaves need 9 eggs each.", "Loaves need 4 eggs each.", "clash"),
        ("The crew gets 9 coins.", "The crew gets 4 coins for every trip.", "missing"),
        ("The crew gets 9 coins a day.", "The crew gets 4 coins for every day.", "clash"),
        ("The hall holds 300 people.", "The hall gives 250 people a seat.", "clash"),
        ("Those eggs number 9.", "It needs 4 eggs a day.", "missing"),
        # A difference, and how much there is
        ("The dome is 14 metres wider than the nave.", "The dome is 40 metres wide.", "missing"),
        ("The dome is 14 metres wide.", "The dome is 40 metres wide.", "clash"),
        ("A pass is 6 crowns a year dearer.", "A pass is 30 crowns a year.", "missing"),
        ("The spire is 20 feet higher than the tower.", "The spire is 90 m high.", "missing"),
        ("The hall holds 300 people.", "It holds 250 people rather than guests.", "clash"),
        ("Staff worked 300 hours.", "Staff worked 250 hours and earned more.", "clash"),
        # What one operation gives
        ("Three boxes hold 36 candles.", "A box holds 12 candles.", "missing"),
        ("Four boxes hold 36 candles.", "A box holds 12 candles.", "clash"),
        ("Of the 36 candles 24 were left.", "Then 12 candles were lit.", "missing"),
    ],
)
def test_a_figure_of_another_kind_or_one_that_follows_is_no_clash(claim, evidence, expected) -> None:
    assert findings(claim, evidence)[-1] == expected


@pytest.mark.parametrize(
    ("claim", "evidence", "language"),
    [
        ("Die Mühle hat 14 Zimmer.", "Die Mühle hat 12 Zimmer jetzt.", "de"),
        ("Le moulin a 14 chambres.", "Le moulin a 12 chambres particulières.", "fr"),
        ("Il mulino ha 14 stanze.", "Il mulino ha 12 stanze alte e belle.", "it"),
        ("The mill has 24 rooms on 2 floors.", "The mill has 12 rooms on 2 floors.", "en"),
    ],
)
def test_words_that_begin_like_one_for_a_rate_excuse_no_figure(claim, evidence, language) -> None:
    assert findings(claim, evidence, language)[0] == "clash"

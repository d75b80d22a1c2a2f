from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ascribe.text.phrases import find_phrase

TEXT = st.text(st.sampled_from("ab12 .,-%$not must be sails"), max_size=30)


@pytest.mark.parametrize(
    ("text", "words", "phrase"),
    [
        ("The mill has 14 sails.", "14", "14 sails"),
        ("It grew by 25 % last year.", "25", "25 %"),
        ("It grew by 25% last year.", "25", "25%"),
        ("It costs $5.", "5", "$5"),
        ("It has 14.", "14", "14"),
        ("It has 14, and 5 doors.", "14", "14"),
        ("Of 3 of the ten doors.", "3", "3 of the ten"),
        ("It must not be removed today.", "removed", "must not be removed"),
        ("The field has 5 acres.", "acres", "5 acres"),
        ("It fell after the merger.", "after", "after the merger"),
        ("It is 3 and 3 again.", "3", "3"),
        ("It need not be reported today.", "not be reported", "need not be reported"),
        ("The Court held by five to four that it was so.", "to four", "five to four"),
        ("The Court held by five to four that it was so.", "five", "five to four"),
        ("They won 3 to 2.", "2", "3 to 2"),
        ("It rose from 40 to 50 million.", "50", "50 million"),
        ("It is 3.5 long.", "3", "3"),
        ("It is 30 long.", "3", "3"),
        ("It is long.", "", ""),
        ("The night was -5 °C cold.", "-5", "-5 °C"),
        ("The night was −5°C cold.", "−5", "−5°C"),
        ("It turned by 90° and stopped.", "90", "90°"),
        ("His account was -30 euros.", "-30", "-30 euros"),
        ("It was +4 degrees.", "+4", "+4 degrees"),
        ("It did not fail to open on time.", "open", "did not fail to open"),
        ("Only a few come to the fair.", "few", "Only a few come"),
        ("A few come to the fair.", "few come", "A few come"),
        ("Few come to the fair.", "Few", "Few come"),
        ("Children younger than twelve should not take it.", "twelve", "younger than twelve"),
        ("Children under twelve should not take it.", "under twelve", "under twelve"),
        ("It has more than 12 sails.", "12", "more than 12 sails"),
        ("Pupils under 12 pay 3 euros.", "12", "under 12"),
        ("Lorries under 12 tonnes pay less.", "12", "12 tonnes"),
        ("They raised half a million pounds.", "half a", "half a million"),
        ("They treat patients with mild asthma.", "with mild", "with mild asthma"),
        ("No personal data were lost.", "No personal", "No personal data"),
        ("Very little iron passes into milk.", "iron", "Very little iron"),
    ],
)
def test_phrases(text: str, words: str, phrase: str) -> None:
    assert find_phrase(text, words) == phrase


def test_other_languages_have_their_own_function_words() -> None:
    assert find_phrase("Die Mühle hat 14 Flügel.", "14", "de") == "14 Flügel"
    assert find_phrase("Sie was removed.", "removed", "de") == "removed"


@given(TEXT, st.text(st.sampled_from("ab12 "), max_size=4))
def test_a_phrase_contains_the_words_and_is_in_the_text(text: str, words: str) -> None:
    phrase = find_phrase(text, words)
    assert words in phrase
    assert phrase == words or phrase in text

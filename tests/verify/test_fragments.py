import pytest
from tests.verdicts import get_verdict

from ascribe.verify.checkable import is_elliptical
from ascribe.verify.comparison import Text

SOURCE = "Yes, it was so: the old mill is 30 m high, has 12 sails and was built in 1871 by Anna Kohl."


@pytest.mark.parametrize(
    ("text", "language", "expected"),
    [
        ("Yes.", "en", True),
        ("It was so.", "en", True),
        ("30 m.", "en", True),
        ("On 3 May 1871.", "en", True),
        ("From 1871 to 1890.", "en", True),
        ("| 12 | 30 |", "en", True),
        ("Anna Kohl.", "en", True),
        ("It burned.", "en", True),
        ("是的。", "zh", True),
        ("三十米。", "zh", True),
        ("It burned in 1871.", "en", False),
        ("12 sails.", "en", False),
        ("The mill burned.", "en", False),
        ("Paris is in France.", "en", False),
        ("THE MILL BURNED.", "en", False),
        ("Die Mühle brannte.", "de", False),
        ("水車は川のそばにある。", "ja", False),
    ],
)
def test_what_says_something(text, language, expected) -> None:
    assert is_elliptical(Text(text, language)) is expected


@pytest.mark.parametrize("reply", ["Yes.", "It was.", "30 m.", "Anna Kohl.", "1871.", "12 12 12", "High."])
def test_a_fragment_is_never_supported_by_a_sentence_that_has_its_words(reply) -> None:
    verdict = get_verdict(reply, SOURCE, language="en", tier="rules")
    assert (verdict.status, verdict.reason) == ("unknown", "too_short")


def test_a_fragment_that_occurs_nowhere_is_unsupported() -> None:
    assert get_verdict("A zebra.", SOURCE, language="en", tier="rules").status == "unsupported"


@pytest.mark.parametrize("tier", ["rules", "builtin"])
@pytest.mark.parametrize(
    ("reply", "language"),
    [
        ("Yes.", "en"),
        ("No.", "en"),
        ("Perhaps.", "en"),
        ("In 1902.", "en"),
        ("45 kg.", "en"),
        ("Ja.", "de"),
        ("Oui.", "fr"),
        ("Sí.", "es"),
        ("是的。", "zh"),
        ("はい。", "ja"),
    ],
)
def test_a_short_answer_that_names_nothing_is_not_said_to_be_absent(reply, language, tier) -> None:
    source = "The mill is of brick."
    verdict = get_verdict(reply, source, "How many sails has it?", language=language, tier=tier)
    assert (verdict.status, verdict.reason) == ("unknown", "too_short")
    assert verdict.message.startswith("These words alone say too little to be compared")


@pytest.mark.parametrize("tier", ["rules", "builtin"])
def test_a_figure_that_answers_the_question_is_read_with_it(tier) -> None:
    question = "How many sails does the mill have?"
    absent = get_verdict("14.", "The quay is of brick.", question, language="en", tier=tier)
    assert (absent.status, absent.details["read_as"]) == ("unsupported", "The mill does have 14 sails.")
    assert get_verdict("14.", "The mill has 14 sails.", question, tier=tier).status == "supported"
    assert get_verdict("14.", "The mill has 12 sails.", question, tier=tier).status == "contradicted"


MINUTES = "Present: Anna Kohl.\n\nExcused: Jan Nowak.\n\nYes.\n\nOn 3 May 1871.\n\n30 m.\n\nThe dam was seen."


@pytest.mark.parametrize("tier", ["rules", "builtin"])
@pytest.mark.parametrize(
    "reply", ["Excused: Jan Nowak.", "**Excused:** Jan Nowak [1].", "Present: Anna Kohl."]
)
def test_a_short_sentence_that_a_source_has_as_a_whole_is_supported(reply, tier) -> None:
    assert get_verdict(reply, MINUTES, language="en", tier=tier).status == "supported"


@pytest.mark.parametrize("tier", ["rules", "builtin"])
@pytest.mark.parametrize(
    "reply", ["Excused: Anna Kohl.", "Present: Jan Nowak.", "Jan Nowak.", "Yes.", "On 3 May 1871.", "30 m."]
)
def test_a_part_of_a_sentence_or_a_bare_value_is_not(reply, tier) -> None:
    assert get_verdict(reply, MINUTES, language="en", tier=tier).status != "supported"

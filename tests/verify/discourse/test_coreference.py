"""What a sentence with a leading pronoun speaks of, and which claims it supports."""

import pytest
from tests.verdicts import get_verdict

from ascribe.records import Verdict
from ascribe.verify.comparison import Text
from ascribe.verify.grammar.subjects import (
    find_leading_pronoun,
    find_subject_heads,
    find_subject_stems,
)

SOURCE = "The Aldford mill stands by the bridge. It opened in 1999."


def verdict(claim: str, source: str, tier: str = "rules") -> Verdict:
    return get_verdict(claim, source, language="en", tier=tier)


@pytest.mark.parametrize("tier", ["rules", "builtin"])
@pytest.mark.parametrize(
    ("claim", "source"),
    [
        ("The Aldford mill opened in 1999.", SOURCE),
        ("In 1999 the Aldford mill opened.", SOURCE),
        ("The Aldford mill opened in 1999.", "The Aldford mill stands by the bridge. In 1999 it opened."),
        ("The Kestrel weighs 900 kg.", "The Kestrel is a light aircraft. It weighs 900 kg."),
        ("The mill's roof burned in 1901.", "The mill stands by the bridge. Its roof burned in 1901."),
        (
            "The mill was sold in 1910.",
            "The mill is made of oak. It burned in 1901. It was sold in 1910.",
        ),
    ],
)
def test_the_two_sentences_support_it_together_and_both_are_cited(claim, source, tier) -> None:
    found = verdict(claim, source, tier)
    assert found.status == "supported"
    first, last = source.split(". ")[0] + ".", source.split(". ")[-1]
    assert {r.quote for r in found.references} == {first, last}


@pytest.mark.parametrize("tier", ["rules", "builtin"])
@pytest.mark.parametrize(
    ("claim", "source"),
    [
        ("The bridge opened in 1999.", SOURCE),
        ("In 1999 the bridge opened.", SOURCE),
        ("Lorne opened in 1999.", "Aldford mill is near Lorne. It opened in 1999."),
        ("The bridge opened in 1999.", "The mill replaced the bridge. It opened in 1999."),
        ("The barn burned in 1901.", "The mill stands beside the barn. Its roof burned in 1901."),
        (
            "The mill was built in 1871 and has 12 sails.",
            "The mill was built in 1871. The barn has 12 sails.",
        ),
    ],
)
def test_what_is_said_of_something_else_is_not_supported(claim, source, tier) -> None:
    found = verdict(claim, source, tier)
    assert found.status != "supported"
    assert "supports" not in {r.label for r in found.references}


@pytest.mark.parametrize(
    ("claim", "source"),
    [
        (
            "Ingrid Falk left the choir after two seasons.",
            "Ingrid Falk founded the choir. Its first head was her cousin. He left after two seasons.",
        ),
        (
            "The Rask family turned the old mill into a hostel.",
            "The town bought the old mill from the Rask family. The town turned it into a hostel.",
        ),
        (
            "Anna Kohl opened a bakery in Tromvik.",
            "Most bakers weigh their flour. Anna Kohl moved to Tromvik in 1931.",
        ),
    ],
)
def test_whose_doing_it_is_is_told_by_the_rules(claim, source) -> None:
    assert verdict(claim, source).status != "supported"


def test_what_is_said_of_all_is_said_of_each_kind() -> None:
    said = "crossings were made from Aldford to Lorne in May 1999 in small steel boats with tall oak masts."
    claim = f"All night ferry {said}"
    assert verdict(claim, f"All {said}").status == "supported"
    assert verdict(claim, f"The {said}").status != "supported"


def test_a_claim_with_the_pronoun_itself_needs_no_other_sentence() -> None:
    found = verdict("It opened in 1999.", SOURCE)
    assert [r.quote for r in found.references] == ["It opened in 1999."]


@pytest.mark.parametrize(
    ("sentence", "expected"),
    [
        ("The Aldford mill stands by the bridge.", {"mill"}),
        ("The mill wheel broke in 1999.", {"wheel"}),
        ("The mill wheel was repaired.", {"wheel"}),
        ("In 1871, the mill was built by Kohl.", {"mill"}),
        ("In 1999 the bridge opened.", {"bridg"}),
        ("The mill and the bridge were built in 1871.", {"mill", "bridg"}),
        ("The museum first opened its doors in 1921.", {"museum"}),
        ("Sales of the lamp fell.", {"sale"}),
        ("12 sails turn the barn.", {"sail"}),
        ("Students get a discount.", {"student"}),
        ("Children pay 5 euros.", {"child"}),
        ("", set()),
    ],
)
def test_the_head_of_the_subject(sentence, expected) -> None:
    assert expected <= find_subject_heads(Text(sentence, "en"))
    assert "barn" not in find_subject_heads(Text(sentence, "en"))


def test_a_subject_has_its_modifiers() -> None:
    assert find_subject_stems(Text("The Aldford mill stands by the bridge.", "en")) == {"aldford", "mill"}


@pytest.mark.parametrize(
    ("sentence", "expected"),
    [
        ("It opened.", "it"),
        ("In 1999 it opened.", "it"),
        ("However, they left.", "they"),
        ("The mill and its roof burned.", None),
        ("When the owner died, it was closed.", "it"),
    ],
)
def test_a_leading_pronoun(sentence, expected) -> None:
    found = find_leading_pronoun(Text(sentence, "en"))
    assert (found.form if found else None) == expected


def test_other_languages_are_left_alone() -> None:
    assert find_leading_pronoun(Text("Es wurde 1999 eröffnet.", "de")) is None
    assert find_subject_heads(Text("Die Mühle steht am Fluss.", "de")) == frozenset()

"""Markdown and HTML tags of a source change no verdict, and quotes keep them."""

import pytest

from ascribe import check
from ascribe.inline_markup import blank_inline_markup

TIERS = ("rules", "builtin")
MARKUP = (
    "**{}**",
    "*{}*",
    "__{}__",
    "`{}`",
    "<b>{}</b>",
    "[{}](#part-7)",
    "[{}](https://mills.example/9)",
    "~~{}~~",
)
CASES = {
    "The mill by the river has 12 sails.": "supported",
    "The mill by the river has 14 sails.": "contradicted",
    "The miller bought a castle in Spain.": "unsupported",
}


@pytest.mark.parametrize("tier", TIERS)
@pytest.mark.parametrize("markup", MARKUP)
@pytest.mark.parametrize("word", ["12", "sails", "12 sails"])
def test_no_verdict_depends_on_it(tier: str, markup: str, word: str) -> None:
    plain = "The mill by the river has 12 sails. It was never sold abroad."
    marked = plain.replace(word, markup.format(word))
    for claim, status in CASES.items():
        verdicts = [check(claim, source, tier=tier).sentences[0].verdict for source in (plain, marked)]
        assert [one and one.status for one in verdicts] == [status, status], claim


def test_a_quote_is_the_source_as_it_is_written() -> None:
    source = "The mill has **12** [sails](#sails)."
    verdict = check("The mill has 12 sails.", source).sentences[0].verdict
    assert verdict
    assert [reference.quote for reference in verdict.references] == [source]


@pytest.mark.parametrize(
    ("marked", "plain"),
    [
        ("validated at [FIPS 140](#FIPS140-2) Level 1", "validated at  FIPS 140              Level 1"),
        ("a **b** _c_ `d`", "a   b    c   d "),
        ("2 * 3 and 4*5", "2 * 3 and 4*5"),
        ("snake_case stays", "snake_case stays"),
        (r"5 \* 6", "5  * 6"),
        ("see <https://a.example>", "see  https://a.example "),
        ("x<sup>2</sup>", "x     2      "),
    ],
)
def test_it_is_replaced_by_spaces_of_the_same_length(marked: str, plain: str) -> None:
    assert blank_inline_markup(marked) == plain
    assert len(marked) == len(plain)

"""Each span that a rule gives lies in its text and ends behind its start, however the figures are ordered."""

from itertools import product

import pytest

from ascribe.verify.comparison import Rule, Text
from ascribe.verify.rules import RULES

CLAIMS = (
    "By 25 percent sales rose.",
    "By 5 percentage points the share fell.",
    "It was in use for 35 years.",
    "She died aged 75.",
    "Output doubled.",
    "Four fewer rooms are heated than lit.",
    "12 more than the barn the mill has, as 40 of the 52 sails are not white.",
    "Two people came: the mayor and the baker.",
    "Of the 80 lamps 20 do not work, a quarter of them.",
    "The tower is twice as high as the mill, 80 metres in all.",
    "1 g a day was given, and a week has 40 hours.",
    "Most of the houses have a garden, and no house is older.",
    "The lake had not frozen for three decades, and before 1990 it had 15 islands.",
)
SOURCES = (
    "Sales were 500 in 2020, up from 400 in 2019.",
    "To 30 percent the share fell from 35 percent.",
    "It was closed in 1985 and built in 1950.",
    "Her death was on 3 May 1990; she was born on 4 June 1914.",
    "From 20 tonnes in 2001 output went to 40 tonnes in 2011; in 2011 it was 40, in 2001 it was 20.",
    "To 40 tonnes in 2011 output rose from 20 tonnes in 2001.",
    "8 rooms are lit and 4 are heated.",
    "The barn has 28 sails and the mill 40; of 52 sails, 12 are white.",
    "Of the 80 lamps, 60 work; the rest is broken.",
    "The mill is 20 metres high; the tower 40 metres, the barn 20 metres.",
    "Twice daily she took 500 mg, eight hours a day, five days a week.",
    "Half of the houses have no garden; it is the oldest house of all.",
    "The lake froze for the first time in 30 years; Sweden left, and 14 islands stayed.",
)


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.name)
def test_spans_lie_in_their_texts(rule: Rule) -> None:
    texts = [[Text.read(one, "en") for one in several] for several in (CLAIMS, SOURCES)]
    reversed_pairs = product(*reversed(texts))
    for claim, evidence in (*product(*texts), *reversed_pairs):
        for found in rule.compare(claim, evidence):
            assert 0 <= found.claim[0] < found.claim[1] <= len(claim.text) + 1, (claim.text, found)
            if found.evidence is not None:
                start, end = found.evidence
                assert 0 <= start < end <= len(evidence.text) + 1, (evidence.text, found)

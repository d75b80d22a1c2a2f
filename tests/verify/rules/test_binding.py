import pytest

from ascribe.verify.comparison import Text
from ascribe.verify.rules.binding import compare_bound_values

TREATY = "The treaty was signed on 14 May 1923 and entered into force on 2 January 1924."
BRIDGE = "The bridge is 312 metres long and 18 metres wide."
NOVEL = "The novel was written by Ada Korrin and illustrated by Piet Holm."


@pytest.mark.parametrize(
    ("claim", "evidence", "misplaced"),
    [
        ("The treaty entered into force on 14 May 1923.", TREATY, ["14 May 1923"]),
        ("The treaty entered into force on 2 January 1924.", TREATY, []),
        ("The bridge is 18 metres long.", BRIDGE, ["18"]),
        ("The bridge is 312 metres long.", BRIDGE, []),
        (BRIDGE, BRIDGE, []),
        ("The author Piet Holm wrote the novel.", NOVEL, ["Piet Holm"]),
        ("The artist Piet Holm illustrated the novel.", NOVEL, []),
        ("The fee rose from 15 to 12 euros.", "The fee rose from 12 to 15 euros.", ["15", "12"]),
        ("The fee rose from 12 to 15 euros.", "The fee rose from 12 to 15 euros.", []),
    ],
)
def test_what_stands_with_other_words(claim, evidence, misplaced) -> None:
    found = compare_bound_values(Text(claim, "en"), Text(evidence, "en"))
    assert [claim[slice(*c.claim)] for c in found] == misplaced
    assert {c.finding for c in found} <= {"missing"}

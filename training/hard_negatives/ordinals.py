"""Ordinals: another rank, and the same rank in another form."""
# ruff: noqa: ARG001, E501 - rules share one shape; a pattern reads better on one line

import random
import re
from collections.abc import Iterator

from training.hard_negatives.edits import Context, Edit, free_matches, replaced
from training.hard_negatives.numbers import DATE_AROUND

_ORDINAL = re.compile(
    r"(?<![A-Z]\w )(?<![\w-])(\d{1,2})(st|nd|rd|th)\b(?! (?:and|to|or) )|(?<=the )(second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth)\b(?! of [A-Z])"
)
_NTH = [
    "zeroth",
    "first",
    "second",
    "third",
    "fourth",
    "fifth",
    "sixth",
    "seventh",
    "eighth",
    "ninth",
    "tenth",
]


def ordinal(value: int) -> str:
    """Format the ordinal in digits: 1st, 2nd, 11th."""
    ending = {1: "st", 2: "nd", 3: "rd"}.get(value % 10, "th") if value % 100 not in (11, 12, 13) else "th"
    return f"{value}{ending}"


def another_ordinal(sentence: str, rng: random.Random, context: Context) -> Iterator[Edit]:
    """Another place in an order, and the same place written otherwise."""
    for match in free_matches(_ORDINAL, sentence):
        if re.match(r" (?:[A-Z]|century)", sentence[match.end() :]) or DATE_AROUND.search(
            sentence[match.start() - 12 : match.end() + 12]
        ):
            continue
        value = int(match[1]) if match[1] else _NTH.index(match[3])
        other = (
            rng.choice([n for n in range(2, 11) if 0 < abs(n - value) <= 2])
            if value <= 10
            else value + rng.choice((2, 3, 5))
        )
        lie = _NTH[other] if match[3] else ordinal(other)
        yield Edit(replaced(sentence, match, lie), "contradicted", "ordinal")
        if 2 <= value <= 10:
            yield Edit(
                replaced(sentence, match, ordinal(value) if match[3] else _NTH[value]),
                "entailed",
                "ordinal written otherwise",
            )


RULES = (another_ordinal,)

"""Comparisons: reversed with the opposite word (entailed) or without it (contradicted)."""
# ruff: noqa: ARG001, E501 - rules share one shape; a pattern reads better on one line

import random
import re
from collections.abc import Iterator

from training.hard_negatives.edits import (
    Context,
    Edit,
    capitalised,
    free_matches,
    lowered,
    replaced,
)

_PAIRS = "larger:smaller higher:lower older:younger longer:shorter taller:shorter bigger:smaller heavier:lighter faster:slower stronger:weaker better:worse warmer:cooler hotter:colder cheaper:dearer richer:poorer earlier:later greater:smaller wider:narrower deeper:shallower"
_OTHER = {a: b for pair in _PAIRS.split() for a, b in (pair.split(":"), pair.split(":")[::-1])}
_ER = "|".join(_OTHER)
_THAN = re.compile(
    rf"^(?P<a>[A-Z][^,;]{{1,60}}?) (?P<be>is|was|are|were) (?P<how>(?:slightly |much |far |significantly |considerably |somewhat )?)(?P<er>{_ER}|(?:more|less) [a-z]+) than (?P<b>[^,;]{{2,60}}?)\.$"
)
_PRONOUN = re.compile(
    r"^(?:it|he|she|they|that|those|any|all|most|the other|average|usual|expected|\d|normal|previous|other)\b|\b(?:is|was|did|does|had|had been|would|expected|other|than|any)\b",
    re.IGNORECASE,
)


def turned(sentence: str, rng: random.Random, context: Context) -> Iterator[Edit]:
    """Yield a comparison of two things from the other side."""
    match = _THAN.match(sentence)
    if (
        not match
        or _PRONOUN.search(match["b"])
        or re.match(r"It|He|She|They|This|There", match["a"])
        or " that" in match["a"]
    ):
        return
    a, be, how, er, b = match.group("a", "be", "how", "er", "b")
    word = er.split()[-1]
    opposite = _OTHER.get(er) or ("less " if er.startswith("more") else "more ") + word
    new_be = (
        be
        if a.endswith("s") == b.endswith("s")
        else ({"is": "are", "are": "is", "was": "were", "were": "was"}[be])
    )
    yield Edit(
        f"{capitalised(b)} {new_be} {how}{opposite} than {lowered(a)}.", "entailed", "comparison turned"
    )
    yield Edit(f"{capitalised(b)} {new_be} {how}{er} than {lowered(a)}.", "contradicted", "comparison")
    yield Edit(f"{a} {be} {how}{opposite} than {b}.", "contradicted", "comparison")
    if er.startswith("more"):
        yield Edit(f"{a} {be} not as {word} as {b}.", "contradicted", "comparison")


_SUPERLATIVE = re.compile(
    r"(?<=\b[a-z]{2} )the (?P<est>largest|highest|oldest|longest|biggest|tallest|busiest|greatest|most popular|most important|most famous|most successful|best-selling|fastest|deepest|richest) (?P<noun>[a-z]+)\b"
)
_PLURAL = {
    "city": "cities",
    "country": "countries",
    "company": "companies",
    "university": "universities",
    "party": "parties",
    "family": "families",
    "library": "libraries",
}


def superlative(sentence: str, rng: random.Random, context: Context) -> Iterator[Edit]:
    """Yield the greatest as one of the great (entailed) or as the second (contradicted)."""
    for match in free_matches(_SUPERLATIVE, sentence):
        before, noun = sentence[: match.start()], match["noun"]
        if not re.search(r"\b(?:is|was|as|became|become) $", before):
            continue
        yield Edit(
            replaced(sentence, match, f"the second {match['est']} {noun}"), "contradicted", "superlative"
        )
        after = sentence[match.end() :]
        if re.match(r"[.,]| (?:in|of|on)\b", after) and not noun.endswith(("s", "ed", "ing")):
            many = _PLURAL.get(noun) or (noun + "s" if not noun.endswith(("y", "ch", "x")) else "")
            if many:
                yield Edit(
                    replaced(sentence, match, f"one of the {match['est']} {many}"),
                    "entailed",
                    "superlative",
                    firm=False,
                )


_SECOND = re.compile(
    r"\bthe (?:second|third|fourth|fifth|second-|third-)[ -]?(?=(?:largest|highest|oldest|longest|biggest|tallest|most|best|busiest)\b)"
)


def rank_dropped(sentence: str, rng: random.Random, context: Context) -> Iterator[Edit]:
    """Yield the second largest as the largest."""
    for match in free_matches(_SECOND, sentence):
        yield Edit(replaced(sentence, match, "the "), "contradicted", "superlative")


RULES = (turned, superlative, rank_dropped)

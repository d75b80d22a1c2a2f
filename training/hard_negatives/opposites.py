"""Opposite words: a replacement contradicts; "not" before the opposite keeps the meaning."""
# ruff: noqa: ARG001, E501 - rules share one shape; a pattern reads better on one line

import random
import re
from collections.abc import Iterator
from functools import cache

from training.hard_negatives.edits import (
    Context,
    Edit,
    any_of,
    free_matches,
    replaced,
    word_list,
)


@cache
def _opposites() -> dict[str, tuple[str, ...]]:
    """Return word → its opposites, in both directions except for words listed as one-way."""
    data = word_list("opposites")
    found: dict[str, tuple[str, ...]] = {}
    for one, other in data["opposite"]:
        found[one] = (*found.get(one, ()), other)
        if other not in data["one_way"]:
            found[other] = (*found.get(other, ()), one)
    return {word: others for word, others in found.items() if word != "with"}


@cache
def _any_opposite() -> re.Pattern[str]:
    """Compile a pattern for a listed word in lower case that is not part of a hyphenated word."""
    return re.compile(rf"(?<![\w-])(?:{any_of(_opposites())})(?![\w-])")


# "first" in "at first" or "first-class", "before" a verb and the like mean something else.
_IDIOM = re.compile(
    r"\b(?:at|as|or|and|so|too|very|the late|shortly|soon|day|years?|long|ever|not|never|without|no) $|[A-Z]\w* $"
)
_IDIOM_AFTER = re.compile(
    r"^(?: and\b| or\b| to \d| [A-Z]\w+ (?:and|or)|, (?:and|or)|/|-| name| lady| minister| of all)"
)


_PHASES = ("began", "started", "ended", "finished")


def opposite(sentence: str, rng: random.Random, context: Context) -> Iterator[Edit]:
    """Replace one word by its opposite."""
    for match in free_matches(_any_opposite(), sentence):
        before = sentence[: match.start()]
        if _IDIOM.search(before) and match[0] not in ("before", "after", "won", "lost"):
            continue
        if _IDIOM_AFTER.match(sentence[match.end() :]) or match.start() == 0:
            continue
        if match[0] in _PHASES and re.match(r" (?:to|\w+ing)\b", sentence[match.end() :]):
            continue
        new = rng.choice(_opposites()[match[0]])
        if match[0] in ("won", "lost") and not re.match(
            r" (?:the|a|his|her|its|their|to)\b", sentence[match.end() :]
        ):
            continue
        if not re.search(rf"\b{re.escape(new)}\b", sentence):
            yield Edit(replaced(sentence, match, new), "contradicted", "opposite")


@cache
def _complements() -> tuple[dict[str, str], re.Pattern[str]]:
    """Return pairs of adjectives of which exactly one holds, and a pattern for one as a predicate."""
    pairs = word_list("opposites")["complement"]
    words = dict(pairs) | {other: one for one, other in pairs}
    return words, re.compile(
        rf"\b(is|was|are|were) (not )?({any_of(words)})(?=[.,;]| (?:to|that|in|by|for|of|with|from|at|as)\b)"
    )


def not_opposite(sentence: str, rng: random.Random, context: Context) -> Iterator[Edit]:
    """Yield "is dead" as "is not alive" (entailed) and as "is not dead", "is alive" (contradicted)."""
    words, pattern = _complements()
    for match in free_matches(pattern, sentence):
        be, denied, adjective = match.groups()
        other = words[adjective]
        same = f"{be} {other}" if denied else f"{be} not {other}"
        yield Edit(replaced(sentence, match, same), "entailed", "not the opposite")
        against = f"{be} not {other}" if denied else f"{be} {other}"
        yield Edit(replaced(sentence, match, against), "contradicted", "opposite")


RULES = (opposite, not_opposite)

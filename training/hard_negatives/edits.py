"""The shapes that every edit function shares, and the checks on what it is given."""

import json
import random
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any, Literal

Label = Literal["entailed", "contradicted", "neither"]


@dataclass(frozen=True, slots=True)
class Edit:
    """A claim made from one sentence, its label against that sentence, and the rule that made it.

    `firm` says that the claim is no weaker where it speaks, so that one changed value in it contradicts.
    """

    text: str
    label: Label
    kind: str
    firm: bool = True


@dataclass(frozen=True, slots=True)
class Context:
    """What an edit may draw on: the sentences around, a sentence from elsewhere, and names by kind."""

    before: str | None = None
    after: str | None = None
    stranger: str | None = None
    names: Mapping[str, Sequence[str]] = field(default_factory=dict)


EditRule = Callable[[str, random.Random, Context], Iterator[Edit]]

DENIAL = re.compile(
    r"\b(?:not|no|never|none|nobody|nothing|neither|nor|without|cannot|few|hardly|rarely|seldom|barely|little"
    r"|unless|until|if|whether|failed?|lacks?|lacked|except|denied|unlike|rather|instead)\b|n't\b",
    re.IGNORECASE,
)
NARROW = re.compile(
    r"\b(?:only|all|every|each|any|most|both|first|last|final|latest|sole|exactly|always|total|fewer|less|least"
    r"|than|would|should|may|might|could|\w+est|average|next|per|another|since|percent)\b|%",
    re.IGNORECASE,
)


@cache
def word_list(name: str) -> Any:
    """The JSON data file of this folder with that name."""
    return json.loads((Path(__file__).parent / f"{name}.json").read_text(encoding="utf-8"))


def may_weaken(sentence: str) -> bool:
    """True where leaving out or loosening a detail keeps the sentence true: no denial, no totality."""
    return not DENIAL.search(sentence) and not NARROW.search(sentence)


def replaced(sentence: str, match: re.Match[str], new: str, group: int | str = 0) -> str:
    """The sentence with the words of one group of the match replaced."""
    return sentence[: match.start(group)] + new + sentence[match.end(group) :]


def in_quotes(sentence: str, position: int) -> bool:
    """True where the position lies inside double quotes, whose words are titles or speech."""
    return sentence[:position].count('"') % 2 == 1


def free_matches(pattern: re.Pattern[str], sentence: str) -> list[re.Match[str]]:
    """The matches of the pattern that lie outside double quotes."""
    return [match for match in pattern.finditer(sentence) if not in_quotes(sentence, match.start())]


def any_of(words: Iterable[str]) -> str:
    """A regular expression for one of the words, longest first."""
    return "|".join(re.escape(word) for word in sorted(words, key=len, reverse=True))


def capitalised(text: str) -> str:
    """The text with its first letter as a capital."""
    return text[:1].upper() + text[1:]


LOWERABLE = re.compile(
    r"(?:The|A|An|He|She|It|They|We|His|Her|Its|Their|This|These|That|Those|There|In|On|At|After|Before|During"
    r"|When|While|As|Some|Many|Most|Several|All|Both|For|From|By|With|Since|Although|One|Two|Three|Each|Another)\b"
)


def lowered(text: str) -> str:
    """The text with a small first letter where its first word is no name."""
    return text[:1].lower() + text[1:] if LOWERABLE.match(text) else text

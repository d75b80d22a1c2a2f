"""Types and text checks shared by all edit functions."""

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
    """A claim generated from one sentence, its label against that sentence, and the rule that generated it.

    `firm` is True if the claim is not weaker than the sentence, so that one changed value contradicts it.
    """

    text: str
    label: Label
    kind: str
    firm: bool = True


@dataclass(frozen=True, slots=True)
class Context:
    """Material for edits: the sentences around, a sentence from elsewhere, and names by kind."""

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
    """Load the JSON data file of this folder with that name."""
    return json.loads((Path(__file__).parent / f"{name}.json").read_text(encoding="utf-8"))


def may_weaken(sentence: str) -> bool:
    """Return True if the sentence stays true when a detail is dropped: it has no negation or totality."""
    return not DENIAL.search(sentence) and not NARROW.search(sentence)


def replaced(sentence: str, match: re.Match[str], new: str, group: int | str = 0) -> str:
    """Replace the text of one group of the match."""
    return sentence[: match.start(group)] + new + sentence[match.end(group) :]


def in_quotes(sentence: str, position: int) -> bool:
    """Return True if the position is inside double quotes, which enclose titles or speech."""
    return sentence[:position].count('"') % 2 == 1


def free_matches(pattern: re.Pattern[str], sentence: str) -> list[re.Match[str]]:
    """Return the matches of the pattern outside double quotes."""
    return [match for match in pattern.finditer(sentence) if not in_quotes(sentence, match.start())]


def any_of(words: Iterable[str]) -> str:
    """Build a regular expression for any of the words, longest first."""
    return "|".join(re.escape(word) for word in sorted(words, key=len, reverse=True))


def capitalised(text: str) -> str:
    """Capitalise the first letter of the text."""
    return text[:1].upper() + text[1:]


LOWERABLE = re.compile(
    r"(?:The|A|An|He|She|It|They|We|His|Her|Its|Their|This|These|That|Those|There|In|On|At|After|Before|During"
    r"|When|While|As|Some|Many|Most|Several|All|Both|For|From|By|With|Since|Although|One|Two|Three|Each|Another)\b"
)


def lowered(text: str) -> str:
    """Lower the first letter of the text unless its first word is a name."""
    return text[:1].lower() + text[1:] if LOWERABLE.match(text) else text

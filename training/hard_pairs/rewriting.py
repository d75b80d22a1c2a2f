"""Truths far from the wording: clauses moved, joined, split and shortened; synonyms; light edits."""

import random
import re
from collections.abc import Iterator
from functools import cache

from .edits import (
    DENIAL,
    Context,
    Edit,
    any_of,
    capitalised,
    free_matches,
    lowered,
    may_weaken,
    replaced,
    word_list,
)

_TIME_FIRST = re.compile(
    r"^(?P<when>(?:In|On|During|After|Before|Since|Until|At|By|Throughout|From) (?:[^,]*\d{4}|the [^,]{3,40}|\w+ \d{1,2}(?:, \d{4})?)), (?P<main>(?:the|a|an|he|she|it|they|his|her|their|[A-Z])[^,;:]*)\.$"
)
_CLAUSE_FIRST = re.compile(
    r"^(?P<link>After|Before|When|While|Although|Though|Because|As soon as) (?P<sub>(?:he|she|it|they|the|his|her|their|[A-Z])[^,;]{8,}), (?P<main>(?:he|she|it|they|the|his|her|their|[A-Z])[^,;]{8,})\.$"
)
_CLAUSE_LAST = re.compile(
    r"^(?P<main>[A-Z][^,;]{12,}?),? (?P<link>after|before|when|while|although|because) (?P<sub>(?:he|she|it|they|the|his|her|their) [^,;]{8,})\.$"
)
_YEAR_LAST = re.compile(
    r"^(?P<main>(?:The|A|An|He|She|It|They|His|Her|Their|[A-Z])[^,;:]+?) (?P<when>in (?:[A-Z][a-z]+ )?\d{4}|on [A-Z][a-z]+ \d{1,2}, \d{4}|on \d{1,2} [A-Z][a-z]+ \d{4})\.$"
)


def moved(sentence: str, rng: random.Random, context: Context) -> Iterator[Edit]:
    """The time or the side clause at the other end of the sentence."""
    if (match := _TIME_FIRST.match(sentence)) and " and " not in match["main"]:
        yield Edit(f"{capitalised(match['main'])} {lowered(match['when'])}.", "entailed", "clauses moved")
    if (match := _YEAR_LAST.match(sentence)) and not re.search(
        r"\b(?:and|that|which|who|by|from|between|or|but|when)\b", match["main"]
    ):
        yield Edit(f"{capitalised(match['when'])}, {lowered(match['main'])}.", "entailed", "clauses moved")
    if match := _CLAUSE_FIRST.match(sentence):
        yield Edit(
            f"{capitalised(match['main'])} {match['link'].lower()} {match['sub']}.",
            "entailed",
            "clauses moved",
        )
        yield from _other_link(match["link"].lower(), match["main"], match["sub"])
    if (match := _CLAUSE_LAST.match(sentence)) and not re.search(
        r"\b(?:that|which|who|and|shortly|soon|years?|days?|months?|just|even|only|not)\b", match["main"]
    ):
        yield Edit(
            f"{capitalised(match['link'])} {match['sub']}, {lowered(match['main'])}.",
            "entailed",
            "clauses moved",
        )
        yield from _other_link(match["link"], match["main"], match["sub"])


def _other_link(link: str, main: str, sub: str) -> Iterator[Edit]:
    """The order in time told from the other clause (entailed) or turned (contradicted)."""
    if link not in ("after", "before"):
        return
    other = "before" if link == "after" else "after"
    yield Edit(f"{capitalised(sub)} {other} {lowered(main)}.", "entailed", "order told from the other side")
    yield Edit(f"{capitalised(sub)} {link} {lowered(main)}.", "contradicted", "order in time")
    yield Edit(f"{capitalised(main)} {other} {sub}.", "contradicted", "order in time")


_BE = r"(?:is|was|are|were|has|had|have|will|became|[a-z]+ed|won|lost|led|wrote|made|took|began|went|came|grew|rose|fell)"
_APPOSITION = re.compile(
    rf"^(?P<who>(?:[A-Z][\w.'-]+ ){{0,4}}[A-Z][\w'-]+), (?P<what>(?:the|a|an) [^,;()\"]{{4,70}}), (?P<rest>{_BE} .+)$"
)
_WHO = re.compile(
    r"^(?P<head>[A-Z][^,;]{2,60}), (?P<rel>which|who) (?P<clause>(?:was|is|were|are|had|has) [^,;]+), (?P<rest>[a-z][^;]+)$"
)
_WHO_LAST = re.compile(
    r"^(?P<main>[A-Z][^,;]{10,}), (?:which|who|including|making|leading|causing|where|although|with|becoming|resulting|despite|while) [^;]+\.$"
)
_BRACKETS = re.compile(r" \((?!(?:not|or|but)\b)[^()]*\)")
_TWO_CLAUSES = re.compile(
    r"^(?P<one>(?P<subject>[A-Z][^,;]*?) (?:was|is|has|had|were|are) [^,;]{8,}),? and (?P<two>(?:was|is|has|had|were|are) [^;]{8,}\.)$"
)
_TWO_MAINS = re.compile(
    r"^(?P<one>[A-Z][^,;]{12,}), (?:and|but|while|whereas) (?P<two>(?:the|he|she|it|they|his|her|their) [^,;]{10,}\.)$"
)


def split_off(sentence: str, rng: random.Random, context: Context) -> Iterator[Edit]:
    """One part of the sentence as a sentence of its own."""
    if match := _APPOSITION.match(sentence):
        if not re.search(r"\b(?:and|or|son|daughter|born)\b", match["what"][:12]):
            be = "is" if re.match(r"is|are|has|will", match["rest"]) else "was"
            yield Edit(f"{match['who']} {be} {match['what']}.", "entailed", "apposition told")
            yield Edit(f"{match['who']} {be} not {match['what']}.", "contradicted", "apposition denied")
            yield Edit(f"{match['who']} {match['rest']}", "entailed", "shortened", firm=True)
    if match := _WHO.match(sentence):
        if re.match(_BE, match["rest"]) and " and " not in match["clause"]:
            yield Edit(f"{match['head']} {match['clause']}.", "entailed", "relative clause told")
            yield Edit(f"{match['head']} {match['rest']}", "entailed", "shortened")
    if (
        (match := _TWO_CLAUSES.match(sentence))
        and not DENIAL.search(sentence)
        and " that " not in match["one"]
    ):
        if not re.search(r"\b(?:who|which|when|where|and|if)\b", match["one"]):
            yield Edit(f"{match['subject']} {match['two']}", "entailed", "split")
            yield Edit(f"{match['one']}.", "entailed", "split")
    if (match := _TWO_MAINS.match(sentence)) and not re.search(r"\b(?:that|if|either)\b", match["one"]):
        yield Edit(f"{match['one']}.", "entailed", "split")
        if not _BACKWARD.match(match["two"]):
            yield Edit(capitalised(match["two"]), "entailed", "split")


_BACKWARD = re.compile(r"^(?:the (?:former|latter|two|other|same)|it|this)\b", re.IGNORECASE)


def shortened(sentence: str, rng: random.Random, context: Context) -> Iterator[Edit]:
    """The sentence without a bracket, a trailing side clause or an opening time."""
    for match in free_matches(_BRACKETS, sentence)[:1]:
        yield Edit(replaced(sentence, match, ""), "entailed", "shortened")
    if (
        (match := _WHO_LAST.match(sentence))
        and not DENIAL.search(match["main"])
        and " that " not in match["main"]
    ):
        yield Edit(match["main"] + ".", "entailed", "shortened")
    if may_weaken(sentence):
        if match := _TIME_FIRST.match(sentence):
            yield Edit(f"{capitalised(match['main'])}.", "entailed", "shortened")
        if (match := _YEAR_LAST.match(sentence)) and len(match["main"].split()) >= 5:
            yield Edit(f"{match['main']}.", "entailed", "shortened")


_NAME = r"[A-Z][\w-]+(?: [A-Z][\w-]+)?"
_GENITIVE = re.compile(
    rf"(?<![\w-] )(?<![A-Z]\w )\b(?P<who>{_NAME})'s (?P<what>[a-z]{{4,}})(?=[.,]| (?:was|is|were|are|in|at|from|with|and|by|had|has)\b)"
)
_OF_NAME = re.compile(
    rf"\bthe (?P<what>capital|population|history|economy|president|mayor|king|queen|wife|husband|son|daughter|brother|sister|father|mother|death|author|leader|founder|owner|director|manager|city|coast|parliament|government|army) of (?P<who>{_NAME})(?=[.,]| [a-z])(?! (?:and|or|of)\b)",
    re.IGNORECASE,
)


def possessive(sentence: str, rng: random.Random, context: Context) -> Iterator[Edit]:
    """ "X's Y" as "the Y of X", and back."""
    for match in free_matches(_GENITIVE, sentence):
        start = "The" if match.start() == 0 else "the"
        if match["what"] not in ("only", "best", "most", "first", "last", "largest", "wide") and not match[
            "what"
        ].endswith(("ing", "ed")):
            yield Edit(
                replaced(sentence, match, f"{start} {match['what']} of {match['who']}"),
                "entailed",
                "possessive",
            )
    for match in free_matches(_OF_NAME, sentence):
        if not re.search(r"[A-Z]\w* $", sentence[: match.start()]) and not match["who"].endswith("s"):
            yield Edit(
                replaced(sentence, match, f"{match['who']}'s {match['what']}"), "entailed", "possessive"
            )


@cache
def _synonyms() -> tuple[dict[str, list[str]], re.Pattern[str]]:
    """For each word or phrase its safe synonyms, and the pattern of any."""
    found: dict[str, list[str]] = {}
    for one, other in word_list("synonyms"):
        found.setdefault(one, []).append(other)
    return found, re.compile(rf"(?<![\w-])(?:{any_of(found)})(?![\w-]| [A-Z]\w+ (?:Award|School))")


def synonyms(sentence: str, rng: random.Random, context: Context) -> Iterator[Edit]:
    """One or all of the listed words replaced by synonyms."""
    table, pattern = _synonyms()
    matches = [
        m for m in free_matches(pattern, sentence) if not re.search(r"\b(?:set|not) $", sentence[: m.start()])
    ]
    for match in matches:
        yield Edit(replaced(sentence, match, rng.choice(table[match[0]])), "entailed", "synonym")
    if len(matches) > 1:
        text = sentence
        for match in reversed(matches):
            text = replaced(text, match, rng.choice(table[match[0]]))
        yield Edit(text, "entailed", "synonym")


_LIGHT = [
    (
        re.compile(r"^(In \d{4}|In [A-Z]\w+ \d{4}|Later|Then|Today|Originally|Initially|Eventually), "),
        lambda m: f"{m[1]} ",
    ),
    (re.compile(r"^(In \d{4}|In [A-Z]\w+ \d{4}) (?=he|she|it|they|the)"), lambda m: f"{m[1]}, "),
    (re.compile(r"\b(is|was|are|were) also\b"), lambda m: m[1]),
    (
        re.compile(r"^(?:However|Moreover|Furthermore|Additionally|In addition|Also), (\w)"),
        lambda m: m[1].upper(),
    ),
    (re.compile(r", and (?=[a-z]+ed\b)"), lambda m: " and "),
    (re.compile(r"\bthat (?=(?:he|she|it|they) (?:was|is|were|had|has)\b)"), lambda m: ""),
    (re.compile(r"^(It|He|She) is\b"), lambda m: f"{m[1]}'s"),
    (
        re.compile(
            r"\b(has|had|have|was|were|is|are) (originally|later|often|usually|widely|currently|also) (?=[a-z]+ed\b)"
        ),
        lambda m: f"{m[2]} {m[1]} ",
    ),
]


def light(sentence: str, rng: random.Random, context: Context) -> Iterator[Edit]:
    """A small edit that keeps the meaning."""
    for pattern, new in _LIGHT:
        match = pattern.search(sentence)
        if match and not in_quote(sentence, match.start()):
            yield Edit(replaced(sentence, match, new(match)), "entailed", "light edit")
    if not DENIAL.search(sentence) and sentence.endswith("."):
        yield Edit(sentence[:-1], "entailed", "light edit")


def in_quote(sentence: str, position: int) -> bool:
    """True where the position lies inside double quotes."""
    return sentence[:position].count('"') % 2 == 1


def verbatim(sentence: str, rng: random.Random, context: Context) -> Iterator[Edit]:
    """The sentence itself."""
    yield Edit(sentence, "entailed", "verbatim")


RULES = (moved, split_off, shortened, possessive, synonyms, light, verbatim)

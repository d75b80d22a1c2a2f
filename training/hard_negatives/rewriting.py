"""Positives far from the wording: clauses moved, joined, split and shortened; synonyms; light edits."""
# ruff: noqa: ARG001, E501 - rules share one shape; a pattern reads better on one line

import random
import re
from collections.abc import Callable, Iterator
from functools import cache

from training.hard_negatives.edits import (
    DENIAL,
    Context,
    Edit,
    any_of,
    capitalised,
    free_matches,
    in_quotes,
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
    """Move the time or the subordinate clause to the other end of the sentence."""
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


_FINITE = re.compile(r"\b(?:was|were|had|did|became|won|lost|left|went|came|took|made|began|[a-z]{3,}ed)\b")
_GERUND = re.compile(r"\w+ing\b")


def _other_link(link: str, main: str, sub: str) -> Iterator[Edit]:
    """Express the order in time from the other clause (entailed), or reverse it (contradicted)."""
    if (
        link not in ("after", "before")
        or not _FINITE.search(main)
        or not _FINITE.search(sub)
        or _GERUND.match(sub)
    ):
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


_NO_NAME = re.compile(
    r"(?:\w+ly|Today|Later|However|Then|Here|There|Instead|Also|In|On|At|After|Before|By|For|With|As|\w+ing|\w+ed)\b"
)


_NO_NAME = re.compile(
    r"(?:\w+ly|Today|Later|However|Then|Here|There|Instead|Also|In|On|At|After|Before|By|For|With|As|\w+ing|\w+ed)\b"
)


def split_off(sentence: str, rng: random.Random, context: Context) -> Iterator[Edit]:
    """Yield one part of the sentence as a separate sentence."""
    yield from _apposition_told(sentence)
    clause = _WHO.match(sentence)
    if clause and re.match(_BE, clause["rest"]) and " and " not in clause["clause"]:
        yield Edit(f"{clause['head']} {clause['clause']}.", "entailed", "relative clause told")
        yield Edit(f"{clause['head']} {clause['rest']}", "entailed", "shortened")
    two = _TWO_CLAUSES.match(sentence)
    if (
        two
        and not DENIAL.search(sentence)
        and not re.search(r"\b(?:who|which|that|when|where|and|if)\b", two["one"])
    ):
        yield Edit(f"{two['subject']} {two['two']}", "entailed", "split")
        yield Edit(f"{two['one']}.", "entailed", "split")
    mains = _TWO_MAINS.match(sentence)
    if mains and not re.search(r"\b(?:that|if|either)\b", mains["one"]):
        yield Edit(f"{mains['one']}.", "entailed", "split")
        if not _BACKWARD.match(mains["two"]):
            yield Edit(capitalised(mains["two"]), "entailed", "split")


def _apposition_told(sentence: str) -> Iterator[Edit]:
    """Yield the statement of an apposition, its negation, and the sentence without it."""
    match = _APPOSITION.match(sentence)
    if not match or _NO_NAME.match(match["who"]) or re.search(r"\b(?:and|or|born)\b", match["what"][:12]):
        return
    be = "is" if re.match(r"is|are|has|will", match["rest"]) else "was"
    yield Edit(f"{match['who']} {be} {match['what']}.", "entailed", "apposition told")
    yield Edit(f"{match['who']} {be} not {match['what']}.", "contradicted", "apposition denied")
    yield Edit(f"{match['who']} {match['rest']}", "entailed", "shortened")


_BACKWARD = re.compile(r"^(?:the (?:former|latter|two|other|same)|it|this)\b", re.IGNORECASE)


def shortened(sentence: str, rng: random.Random, context: Context) -> Iterator[Edit]:
    """Remove a bracket, a trailing subordinate clause or an opening time."""
    for bracket in free_matches(_BRACKETS, sentence)[:1]:
        yield Edit(replaced(sentence, bracket, ""), "entailed", "shortened")
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
    rf"(?<![\w-] )(?<![A-Z]\w )\b(?P<who>{_NAME})'s (?P<what>[a-z]{{4,}})(?=[.,]| (?:was|is|were|are|in|at|from|with|by|had|has)\b)"
)
_OWNED = "capital|population|history|economy|president|mayor|king|queen|wife|husband|son|daughter|brother|sister|father|mother|death|author|leader|founder|owner|director|manager|parliament"
_OF_NAME = re.compile(
    rf"(?<!all )(?<!both )\b[Tt]he (?P<what>{_OWNED}) of (?P<who>{_NAME})(?![\w'-])(?=[.,]| (?:was|is|in|at|from|on|and the|to)\b)"
)
_NO_OWNER = re.compile(
    r"(?:Under|In|At|By|After|Before|With|From|For|On|During|Like|When|While|As|To|Of|It|That|There|He|She|What|Who|The|Although|Despite|Unlike|Since|Following)\b"
)


def possessive(sentence: str, rng: random.Random, context: Context) -> Iterator[Edit]:
    """Yield "X's Y" as "the Y of X", and the reverse."""
    for match in free_matches(_GENITIVE, sentence):
        if re.search(r"[A-Z][\w.]* $", sentence[: match.start()]):
            continue
        start = "The" if match.start() == 0 else "the"
        if (
            not _NO_OWNER.match(match["who"])
            and match["what"] not in ("only", "best", "most", "first", "last", "largest", "wide")
            and not match["what"].endswith(("ing", "ed"))
        ):
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
    """Return word or phrase → its safe synonyms, and a pattern for any of them."""
    found: dict[str, list[str]] = {}
    for one, other in word_list("synonyms"):
        found.setdefault(one, []).append(other)
    return found, re.compile(rf"(?<![\w-])(?:{any_of(found)})(?![\w-]| [A-Z]\w+ (?:Award|School))")


def synonyms(sentence: str, rng: random.Random, context: Context) -> Iterator[Edit]:
    """Replace one or all of the listed words by synonyms."""
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


_LIGHT: list[tuple[re.Pattern[str], Callable[[re.Match[str]], str]]] = [
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
    (re.compile(r"(?<!however), and (?=[a-z]+ed\b)"), lambda _: " and "),
    (re.compile(r"\bthat (?=(?:he|she|it|they) (?:was|is|were|had|has)\b)"), lambda _: ""),
    (re.compile(r"^(It|He|She) is\b"), lambda m: f"{m[1]}'s"),
    (
        re.compile(
            r"\b(has|had|have|was|were|is|are) (originally|later|often|usually|widely|currently|also) (?=[a-z]+ed\b)"
        ),
        lambda m: f"{m[2]} {m[1]} ",
    ),
]


def light(sentence: str, rng: random.Random, context: Context) -> Iterator[Edit]:
    """Yield a small edit that keeps the meaning."""
    for pattern, new in _LIGHT:
        match = pattern.search(sentence)
        if match and not in_quotes(sentence, match.start()):
            yield Edit(replaced(sentence, match, new(match)), "entailed", "light edit")
    if rng.random() < 0.1 and sentence.endswith("."):
        yield Edit(sentence[:-1], "entailed", "light edit")


def verbatim(sentence: str, rng: random.Random, context: Context) -> Iterator[Edit]:
    """Yield the sentence unchanged."""
    yield Edit(sentence, "entailed", "verbatim")


RULES = (moved, split_off, shortened, possessive, synonyms, light, verbatim)

"""Names: one replaced by another of its kind, and two of the sentence exchanged."""
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

_PLACE_IN = re.compile(r"\b(?:in|from|of|to|near|at) (?:the )?$")
_EITHER = re.compile(r"^,? (?:and|or|&|to|,)|^,")


@cache
def kinds() -> dict[str, re.Pattern[str]]:
    """Compile a pattern for each listed kind of name; it does not match inside a longer name."""
    edge_after = r"(?![\w'-]| (?:[A-Z]|\d))"
    lists: dict[str, list[str]] = word_list("names")
    kinds_ = {k: v for k, v in lists.items() if k not in ("given", "female")}
    return {
        kind: re.compile(rf"(?<![A-Z][a-z] )(?<![\w'-])(?<!, )(?:{any_of(names)}){edge_after}")
        for kind, names in kinds_.items()
    }


@cache
def person() -> re.Pattern[str]:
    """Compile a pattern for a listed given name followed by one or two capitalised words."""
    given = any_of(word_list("names")["given"])
    return re.compile(
        rf"(?<![\w'-])(?<![A-Z]\w )(?<![a-z]\. )(?:{given})(?: [A-Z]\.)?(?: [A-Z][a-z]{{2,}}){{1,2}}(?<!Award)(?<!Awards)(?<!Park)(?<!Street)(?<!University)(?<!Tree)(?<!Wars)(?<!Island)(?<!Prize)(?<!School)(?<!Cup)(?![\w'-]| [A-Z]| of\b)"
    )


def _inner(sentence: str, match: re.Match[str]) -> bool:
    """Return True if the name is part of a longer one."""
    return (
        re.search(r"[A-Z][\w.]* $|[A-Z]\w* of (?:the )?$|\d ?$", sentence[: match.start()]) is not None
        and match.start() > 8
    )


def other_name(sentence: str, rng: random.Random, context: Context) -> Iterator[Edit]:
    """Replace a listed name by another one of its kind that is not in the sentence."""
    lists: dict[str, list[str]] = word_list("names")
    for kind, pattern in kinds().items():
        for match in free_matches(pattern, sentence):
            options = [name for name in lists[kind] if name not in sentence]
            if _inner(sentence, match) or not options or _EITHER.match(sentence[match.end() :]):
                continue
            label = "neither" if match.start() == 0 else "contradicted"
            yield Edit(
                replaced(sentence, match, rng.choice(options)),
                "neither" if label == "neither" else "contradicted",
                f"name: {kind}",
            )


def other_person(sentence: str, rng: random.Random, context: Context) -> Iterator[Edit]:
    """Replace a person by another from the passages; if it is the subject, the label is neither."""
    pool = [
        name
        for name in context.names.get("person", ())
        if name not in sentence and name.split()[-1] not in sentence
    ]
    if not pool:
        return
    for match in free_matches(person(), sentence):
        agent = re.search(
            r"\b(?:by|named|called|was|is|starring|stars|president|director|with|to|from|defeated|married) $",
            sentence[: match.start()],
        )
        if agent and not re.match(r",? (?:and|or|&)|,", sentence[match.end() :]):
            yield Edit(replaced(sentence, match, rng.choice(pool)), "contradicted", "name: person")
        elif match.start() == 0:
            yield Edit(replaced(sentence, match, rng.choice(pool)), "neither", "name: person")


_SYMMETRIC = re.compile(
    r"\b(?:and|or|between|with|both|married|met|border\w*|near|joins?|joined|connect\w*|versus|vs|like|similar|same|together"
    r"|alongside|equal\w*|respectively|either|neighbou?r\w*|among|include\w*|including)\b|,[^,]*,",
    re.IGNORECASE,
)


def exchanged_names(sentence: str, rng: random.Random, context: Context) -> Iterator[Edit]:
    """Exchange two names of one kind, unless a list or a symmetric verb joins them."""
    for pattern in (person(), kinds()["country"], kinds()["city"]):
        pair = free_matches(pattern, sentence)
        if len(pair) != 2 or pair[0][0] == pair[1][0] or any(_inner(sentence, m) for m in pair):
            continue
        one, two = pair
        between = sentence[one.end() : two.start()]
        if (
            len(between.split()) >= 2
            and not _SYMMETRIC.search(between)
            and not _EITHER.match(sentence[two.end() :])
        ):
            swapped = replaced(sentence, two, one[0])
            yield Edit(replaced(swapped, one, two[0]), "contradicted", "names exchanged")


def surname_only(sentence: str, rng: random.Random, context: Context) -> Iterator[Edit]:
    """Shorten a full name to the surname, which is the same person."""
    people = free_matches(person(), sentence)
    for match in people[:1]:
        surname, before, after = match[0].split()[-1], sentence[: match.start()], sentence[match.end() :]
        longer = re.match(r" \(|, (?:Jr|Sr)| (?:Street|Park|School|University|Award)|'", after)
        named = re.search(r"\b(?:named|called|born|as|film|the|a) $|\($", before)
        if sentence.count(surname) == 1 and not longer and not named:
            yield Edit(replaced(sentence, match, surname), "entailed", "name shortened")


RULES = (other_name, other_person, exchanged_names, surname_only)

"""Names of authors, in whatever form metadata has them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any

from ascribe.records.work import Name
from ascribe.write.visible import one_line

_PARTICLES = {
    "af", "al", "bin", "da", "das", "de", "del", "della", "den", "der", "di", "do", "dos", "du", "el", "la",
    "le", "ten", "ter", "van", "von", "zu", "zum", "zur",
}  # fmt: skip
_BODY = re.compile(
    r"\b(?:agency|association|bank|board|bureau|center|centre|college|commission|committee|company|consortium"
    r"|corporation|council|department|foundation|gmbh|group|inc|institute|laboratory|ltd|ministry|museum"
    r"|office|organi[sz]ation|press|school|service|society|team|trust|union|university|universität|université"
    r"|verein|of|for|the|für|pour)\b",
    re.IGNORECASE,
)
"""Words of bodies, which have no given name to put behind a comma."""

_BETWEEN = re.compile(r"\s*[;\n]\s*")
_AND = re.compile(r"\s+(?:and|und|et|y|e|&)\s+")
_INITIALS = re.compile(r"(?:[^\W\d_a-z]\.?[\s-]?){1,4}")
_SUFFIXES = ("jr", "sr", "ii", "iii", "iv")


def names_of(value: Any) -> tuple[Name, ...]:
    """The names that a value of metadata holds: text, a dict, or a list of either; each once, in order.

    One text may hold several names, apart by ``;`` or a word for "and", or by commas where that is the only
    reading: ``Anna Kohl, Ben Ray``, ``Kohl, A., Ray, B.``. A name in braces, as in BibTeX, stays whole.
    """
    return tuple(dict.fromkeys(_names(value)))


def _names(value: Any) -> Iterable[Name]:
    if isinstance(value, str):
        for part in _parts(one_line(value)):
            yield from _from_text(part)
    elif isinstance(value, Mapping):
        yield from _from_dict(value)
    elif isinstance(value, list | tuple):
        for item in value:
            yield from _names(item)


def _parts(text: str) -> list[str]:
    """The text cut between names. An "and" in a body, as in "Board of Rivers and Lakes", is its own."""
    if text.startswith("{") and text.endswith("}") and text.count("{") == 1:
        return [text]
    people = ([w] if _BODY.search(w) else _AND.split(w) for w in _BETWEEN.split(text))
    parts = [part for several in people for part in several]
    return [part.strip(" ,") for part in parts if part.strip(" ,")]


def _from_text(text: str) -> Iterable[Name]:
    if text.startswith("{") and text.endswith("}"):
        yield Name(text[1:-1].strip())
        return
    pieces = [piece.strip() for piece in text.split(",") if piece.strip()]
    if len(pieces) == 1:
        yield _in_order(pieces[0])
    elif len(pieces) % 2 == 0 and all(_INITIALS.fullmatch(given) for given in pieces[1::2]):
        for family, given in zip(pieces[::2], pieces[1::2], strict=True):
            yield Name(family, given)
    elif _BODY.search(text):
        yield Name(text)
    elif len(pieces) == 2 and _is_family(pieces[0]):
        yield Name(pieces[0], pieces[1])
    elif len(pieces) == 3 and pieces[1].lower().rstrip(".") in _SUFFIXES:
        yield Name(f"{pieces[0]} {pieces[1]}", pieces[2])
    else:
        for piece in pieces:
            yield _in_order(piece)


def _is_family(text: str) -> bool:
    """True for one word, or for one behind particles or with a second family name: ``van der Berg``."""
    words = text.split()
    return len(words) == 1 or words[0].lower() in _PARTICLES


def _in_order(text: str) -> Name:
    """A name with the given names first."""
    words = text.split()
    if len(words) < 2 or _BODY.search(text):
        return Name(text)
    start = len(words) - 1
    while start > 1 and words[start - 1].lower() in _PARTICLES:
        start -= 1
    return Name(" ".join(words[start:]), " ".join(words[:start]))


def _from_dict(value: Mapping[Any, Any]) -> Iterable[Name]:
    def text(*keys: str) -> str:
        return next((one_line(str(value[k])) for k in keys if isinstance(value.get(k), str)), "")

    family = text("family", "last", "lastName", "last_name", "surname", "familyName")
    particle = text("non-dropping-particle", "dropping-particle")
    given = text("given", "first", "firstName", "first_name", "givenName", "forename")
    if family:
        yield Name(f"{particle} {family}".strip(), given)
    elif literal := text("literal"):
        yield Name(literal)
    else:
        yield from _from_text(name) if (name := text("name", "full_name", "fullName")) else ()

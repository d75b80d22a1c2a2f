"""Find identifiers, which tell things of one kind apart: "AAL2", "HTTP/2", "RFC 9110", "model B"."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from ascribe.inline_markup import blank_inline_markup
from ascribe.read.list_numbers import write_roman
from ascribe.text.words import get_stop_word_forms, stem_word
from ascribe.verify.comparison import Text
from ascribe.verify.rules.labels import find_labels


@dataclass(frozen=True, slots=True)
class Identifier:
    """A mention of one thing of a kind.

    Args:
        kinds: what it is one of: the stem of the noun or the letters of a code, and the initials of the name
            that the noun ends: "level" and "aal" for "Authenticator Assurance Level 2".
        value: the number or letter, in capitals.
        start: index of its first code point.
        end: index one past its last code point.
    """

    kinds: frozenset[str]
    value: str
    start: int
    end: int


_NUMBERED = re.compile(
    r"annex|appendix|article|batch|block|building|bus|category|cell|channel|chapter|class|clause|district|edition"
    r"|engine|episode|equation|exhibit|experiment|figure|flight|gate|generation|grade|group|hall|item|lane|lesson"
    r"|level|line|lot|machine|mark|model|number|option|page|paragraph|part|phase|plan|platform|pump|question"
    r"|reactor|release|room|route|row|rule|sample|scenario|schedule|season|section|series|site|size|stage|step"
    r"|study|table|team|terminal|tier|tower|track|type|unit|version|volume|ward|zone"
)
"""Nouns that take a number or a letter as a name, whatever word is behind it: "level 3 requires"."""

_SHORT_FORMS = {
    "art": "article", "ch": "chapter", "fig": "figure", "no": "number", "nr": "number", "sec": "section",
    "v": "version", "ver": "version", "vol": "volume", "§": "section", "§§": "section",
}  # fmt: skip
_DATES = re.compile(
    r"jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?"
    r"|nov(?:ember)?|dec(?:ember)?|(?:mon|tues|wednes|thurs|fri|satur|sun)day",
    re.IGNORECASE,
)
_YEAR = re.compile(r"(?:1\d|20)\d\d")

_VALUE = (
    r"(?P<value>\d{1,6}(?:[.\-/]\d+|[.\-/]?[A-Za-z](?![A-Za-z]))*"
    r"|[A-Z](?![\w'’]|\.\w|\.? [A-Z][a-z])|[IVX]{1,5})"
    r"(?![^\W_]|['’][a-z]|[.,]\d|%| ?(?:percent|per cent)\b)"
)
_MENTION = re.compile(rf"(?<![\w.])(?P<noun>[A-Za-z]{{1,24}}|§§?)(?P<joint>\.? |[-/]|){_VALUE}")
_ALSO = re.compile(rf"(?:,? (?:and|or|&|to|through) |, ?(?=\w+,? (?:and|or) \w)| ?– ?){_VALUE}")
"""Another value of the same kind: "sections 4.1 and 4.2", "levels 1 to 3"."""

_INITIAL = re.compile(r"\.? [A-Z][a-z]")
"""What is behind a letter that is part of a name: "George W. Bush"."""

_NAME_BEFORE = re.compile(r"(?:[A-Z][a-z]+[ -]){1,4}$")


def find_identifiers(text: str) -> list[Identifier]:
    """Return the identifiers of the text, in order.

    >>> [one.value for one in find_identifiers("HTTP/2 needs TLS 1.2: see Sections 4.1 and 4.2.")]
    ['2', '1.2', '4.1', '4.2']
    """
    bare = blank_inline_markup(text)
    found = {one.end: one for one in (*_find_nouns_with_label(bare), *_find_mentions(bare))}
    return [found[end] for end in sorted(found)]


def get_kind(noun: str) -> str:
    """Return the stem of a noun, or the word that it is short for."""
    noun = noun.lower()
    if noun in _SHORT_FORMS:
        return _SHORT_FORMS[noun]
    bare = noun.removesuffix("s")
    return bare if _NUMBERED.fullmatch(bare) else stem_word(noun, "en")


def _find_nouns_with_label(text: str) -> Iterator[Identifier]:
    """Yield nouns with a label, as the rules find them: "pier 2", "gallery C"."""
    read = Text.read(text, "en")
    words = {word.end: word for word in read.words}
    for one in find_labels(read):
        word = words[one.start - 1]
        is_initial = one.label.isalpha() and _INITIAL.match(read.text, one.end) is not None
        if not is_initial and not _DATES.fullmatch(word.form):
            yield Identifier(
                frozenset((get_kind(word.form),)), one.label, *read.original(word.start, one.end)
            )


def _find_mentions(text: str) -> Iterator[Identifier]:
    """Yield codes, names with a number, and nouns that take a number or a letter."""
    for match in _MENTION.finditer(text):
        if not _is_identifier(match):
            continue
        kinds = frozenset(_list_kinds(match))
        yield Identifier(kinds, match["value"].upper(), *match.span())
        end = match.end()
        while (also := _ALSO.match(text, end)) and _is_listed_with(match, also):
            yield Identifier(kinds, also["value"].upper(), *also.span("value"))
            end = also.end()


def _is_identifier(match: re.Match[str]) -> bool:
    noun, joint, value = match["noun"], match["joint"], match["value"]
    is_short_form = noun.lower() in _SHORT_FORMS
    if _DATES.fullmatch(noun) or ("." in joint and not is_short_form):
        return False
    if not joint:
        return value[0].isdigit() and (len(noun) < 4 or not noun.islower())
    is_known = is_short_form or _NUMBERED.fullmatch(get_kind(noun)) is not None
    if not value[0].isdigit():
        return joint == " " and (is_known or (noun[0].isupper() and len(value) > 1))
    if _YEAR.fullmatch(value) and not noun.isupper():
        return False
    return is_known or (noun[0].isupper() and noun.lower() not in get_stop_word_forms("en"))


def _is_listed_with(first: re.Match[str], also: re.Match[str]) -> bool:
    """Return True for "levels 2 and 3" and "AAL1 to 3", but not for "Level 2 and 3 days"."""
    is_list = first["noun"].endswith("s") or not first["joint"]
    return is_list and first["value"][0].isdigit() == also["value"][0].isdigit()


def _list_kinds(match: re.Match[str]) -> Iterator[str]:
    yield get_kind(match["noun"])
    name = _NAME_BEFORE.search(match.string, 0, match.start())
    if name and match["joint"] == " " and match["noun"][0].isupper():
        words = [*re.split(r"[ -]", name[0].strip()), match["noun"]]
        yield "".join(word[0] for word in words).lower()


# --- Compare values ---

_PARTS = re.compile(r"(\d*)([A-Z]*)")
_ROMAN_VALUES = {write_roman(number).upper(): str(number) for number in range(1, 40)}


def is_same(value: str, other: str) -> bool:
    """Return True for the same value, for one that is part of the other, and for III and 3.

    >>> is_same("3.12", "3"), is_same("3.12", "3.1"), is_same("VIII", "VII")
    (True, False, False)
    """
    if value.isdigit() != other.isdigit():
        value, other = (_ROMAN_VALUES.get(each, each) for each in (value, other))
    short, long = sorted((value, other), key=len)
    return long == short or (long.startswith(short) and long[len(short)] in ".-/")


def read_order(value: str) -> list[tuple[int, str]]:
    """Return what orders values: 3.9 is before 3.12, and B before C."""
    return [(int(digits or 0), letters) for digits, letters in _PARTS.findall(value) if digits or letters]

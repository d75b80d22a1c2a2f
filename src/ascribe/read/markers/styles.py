"""The forms of citation markers: a table with one row per style.

To add a form, add a row: its name, its opening characters, its pattern and how its documents are parsed.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable
from dataclasses import dataclass

from ascribe.read.markers.known_sources import KnownSources
from ascribe.read.markers.note_numbers import is_note_place
from ascribe.text.character_classes import RAISED

DocumentKeys = tuple[int | str, ...]
_PART = re.compile(r"(\d+)\s*[-–—‑−~〜]\s*(\d+)|(\d+)")
_MAX_RANGE = 100
_FOOTNOTE_NUMBERS = re.compile(r"\d{1,6}(?:[,;–-]\d{1,6}){0,30}")
_LINES = re.compile(r"L\d+(?:-L?\d+)?")
_LOCATOR = r"(?:[,:]\s*(?:pp?|S|ch|sec|§|l|ll|lines?|pages?)\.?\s*[\d–-]+|:\s+\d{1,5}(?:[–-]\d{1,5})?)?"
_BETWEEN = r"(?:\s*[,;–—‑−-]\s*(?:(?:and|&)\s*)?|\s*&\s*|\s+(?:and|und|et|y|e|en|och)\s+)"
_NUMBERS = rf"\s*\d{{1,6}}(?:{_BETWEEN}\d{{1,6}}){{0,30}}\s*"
_FULL_WIDTH_NUMBERS = r"\s*\d{1,6}(?:\s*[,;，、；–—‑−～〜-]\s*\d{1,6}){0,30}\s*"


@dataclass(frozen=True, slots=True)
class MarkerStyle:
    """One form of marker.

    Args:
        name: its value in ``Marker.style``.
        opens: the characters that can begin it.
        pattern: matches the whole marker.
        documents: match → 1-based positions or literal keys; empty if it is no citation after all.
        plain: whether it is bare numbers in brackets, which may be an index, an interval or a year instead.
        wraps: whether groups 1 and 2 are tags around words of the reply.
        is_known: tells of a match and its documents whether it is one, by the names of the sources:
            "(Smith, 2020)" may as well be a place and a year; None if no name is needed.
    """

    name: str
    opens: str
    pattern: re.Pattern[str]
    documents: Callable[[re.Match[str]], DocumentKeys]
    plain: bool = False
    wraps: bool = False
    is_known: Callable[[re.Match[str], DocumentKeys, KnownSources], bool] | None = None


def _parse_numbers(match: re.Match[str]) -> DocumentKeys:
    return expand_ranges(match.group(1))


def _parse_range(match: re.Match[str]) -> DocumentKeys:
    return expand_ranges(match.group(1).replace("[", "").replace("]", ""))


def _parse_zero_based(match: re.Match[str]) -> DocumentKeys:
    return tuple(int(number) + 1 for number in re.findall(r"\d+", match.group(1)))


def _parse_footnote(match: re.Match[str]) -> DocumentKeys:
    label = match.group(1)
    return expand_ranges(label) if _FOOTNOTE_NUMBERS.fullmatch(label) else (label,)


def _parse_literal(match: re.Match[str]) -> DocumentKeys:
    return (match.group(1),)


def _parse_keys(match: re.Match[str]) -> DocumentKeys:
    return tuple(part.strip() for part in match.group(1).split(","))


def _parse_private_keys(match: re.Match[str]) -> DocumentKeys:
    """Return all keys except the line locators."""
    return tuple(part for part in match.group(1).split("\ue202") if not _LINES.fullmatch(part))


def _parse_citation_keys(match: re.Match[str]) -> DocumentKeys:
    return tuple(re.findall(r"@([^\s,;\]]+)", match.group(1)))


def _parse_authors(match: re.Match[str]) -> DocumentKeys:
    return tuple(part.strip() for part in match.group(1).split(";"))


def _parse_year(match: re.Match[str]) -> DocumentKeys:
    """Return the key of a year in brackets behind its authors: "Smith (2020) says"."""
    start = max(0, match.start() - _LONGEST_AUTHORS)
    authors = _AUTHORS_BEFORE.search(match.string, start, match.start())
    return (f"{authors.group(1)}, {match.group(1)}",) if authors else ()


def shorten_work(key: str) -> str:
    """Return first author and year of a key such as ``Moss et al., 2019``: ``moss 2019``."""
    names, year = _FIRST_AUTHOR.match(key), _YEAR_OF_KEY.search(key)
    return f"{names.group(1).casefold()} {year.group()}" if names and year else ""


def _is_known_work(_match: re.Match[str], keys: DocumentKeys, known: KnownSources) -> bool:
    return any(shorten_work(str(key)) in known.works for key in keys)


_MONTHS = frozenset(("april", "august", "june", "may", "march"))
"""Months that are names of people too: "(May 2018)"."""


def _is_by_known_author(match: re.Match[str], keys: DocumentKeys, known: KnownSources) -> bool:
    """Return True for a known work, or for a known author and another year: "(Smith, 2018)"."""
    if _is_known_work(match, keys, known):
        return True
    return any(shorten_work(str(key)).partition(" ")[0] in known.authors - _MONTHS for key in keys)


def _parse_names(match: re.Match[str]) -> DocumentKeys:
    return tuple(_NAME_SEPARATOR.split(match.group(1).strip()))


def _is_known_name(_match: re.Match[str], keys: DocumentKeys, known: KnownSources) -> bool:
    return all(str(key).casefold() in known.names for key in keys)


def _is_known_file(match: re.Match[str], keys: DocumentKeys, known: KnownSources) -> bool:
    """Return True for names that are no words of a language: "mill.txt", not "mill"."""
    return _is_known_name(match, keys, known) and all(map(_FILE_NAME.search, map(str, keys)))


def _is_known_title(match: re.Match[str], keys: DocumentKeys, known: KnownSources) -> bool:
    """Return True for names of files, and for other names where a note stands: "[Moss] said" adds a word."""
    return _is_known_file(match, keys, known) or (
        _is_known_name(match, keys, known) and is_note_place(match.string, *match.span())
    )


def _parse_tag_keys(match: re.Match[str]) -> DocumentKeys:
    found = re.search(r"""\b(?:id|ids|source|doc|ref)\s*=\s*["']?([^"'>\s]+)""", match.group(1))
    return tuple(found.group(1).split(",")) if found else ()


def expand_ranges(numbers: str) -> tuple[int, ...]:
    """Return the numbers of a list such as ``1, 3-5``, in the digits of any script or in superscript.

    A range that runs backwards, or has more than 101 numbers, gives its two ends only.
    """
    found: list[int] = []
    for part in _PART.finditer(unicodedata.normalize("NFKC", numbers)):
        first = int(part.group(1) or part.group(3))
        last = int(part.group(2) or first)
        found.extend(range(first, last + 1) if 0 <= last - first <= _MAX_RANGE else (first, last))
    return tuple(found)


_NAME_PARTICLE = r"(?:(?:van|von|de|del|den|der|la|le|di) ){0,3}"
_NAME = _NAME_PARTICLE + r"[^\W\d_a-z][\w'’-]{1,30}"
_AND = r"(?:,? (?:and|&|und|et|y|e|och|en) )"
_YEAR = r"(?:1[5-9]|20)\d\d"
_CITED_WORK = rf"{_NAME}(?:(?:, {_NAME}){{0,3}}{_AND}{_NAME}| et al\.?),? {_YEAR}[a-z]?"
"""Two or more authors: a single word and a year may as well be a place or a month."""

_AUTHORS = rf"{_NAME}(?:(?:, {_NAME}){{0,3}}{_AND}{_NAME}| et al\.?)?"
_AUTHORS_BEFORE = re.compile(rf"\b({_AUTHORS})\s\Z")
_LONGEST_AUTHORS = 120
_YEAR_OF_KEY = re.compile(_YEAR)
_FIRST_AUTHOR = re.compile(rf"{_NAME_PARTICLE}([^\W\d_a-z][\w'’-]{{1,30}})")

_PAGES = r", pp?\. ?[\d–-]+"
_ONE_AUTHOR = rf"\((?:see )?({_NAME},? {_YEAR}(?:[a-z]|(?={_PAGES})))(?:{_PAGES})?\)"
"""One author, if a letter after the year or a page number shows that it is a work."""
_ANY_WORK = rf"{_AUTHORS},? {_YEAR}[a-z]?"
_WORKS = rf"\((?:see )?({_ANY_WORK}(?:; ?{_ANY_WORK}){{0,5}})(?:{_PAGES})?\)"
_WORKS_IN_SQUARES = rf"\[(?:see )?({_ANY_WORK}(?:; ?{_ANY_WORK}){{0,5}})(?:{_PAGES})?\](?!\()"
_YEAR_ALONE = rf"(?<=\w[ \n])\(({_YEAR}[a-z]?)(?:{_PAGES})?\)"
"""A year behind the authors, who are words of the sentence."""
_NAMES = r"(?:sources?|docs?|documents?|refs?|references?|citations?|chunks?|passages?)"
_PRIVATE_USE = (
    r"\ue200(?:file)?cite\ue202([^\ue200-\ue202]{1,80}(?:\ue202[^\ue200-\ue202]{1,80}){0,20})\ue201"
)
_WRAPPING_TAG = r"(<cite\b[^<>]{0,200}(?<!/)>)[^<]*(?:<(?!/?cite\b)[^<]*)*(</cite>)"
_NUMBERED_SPAN = (
    r"(<co:\s?\d{1,6}(?:,\s?\d{1,6}){0,30}>)[^<]*(?:<(?!/?co[:>])[^<]*)*(</co(?::[^<>]{0,100})?>)"
)
_SUPERSCRIPT = (
    r"(?:(?<=[^\W\d_]{3})|(?<=[.,;:!?”’»。，！？」])|(?<=[ \n(](?:1[5-9]|20)\d\d))"
    rf"([{RAISED}]{{1,6}}(?:[,⁻][{RAISED}]{{1,6}}){{0,30}})(?![⁺⁻\w]| ?[=×·+])"
)
"""A superscript after a word, a stop or a year; after one or two letters it would be an exponent."""
_RAISED_BRACKETS = rf"⁽([{RAISED}]{{1,6}}(?:[,⁻][{RAISED}]{{1,6}}){{0,30}})⁾"
_RAISED_TAG = (
    rf"(?:(?<=[^\W\d_]{{3}})|(?<=[\s.,;:!?”’»。，！？」])|(?=<sup>\s?\[))<sup>\s?\[?({_NUMBERS})\]?\s?</sup>"
)
_NUMBER_LIST = rf"\d{{1,6}}(?:\s*[,;–-]\s*(?:{_NAMES}[\s:#._-]*)?\d{{1,6}}){{0,30}}"

_LINKED = r"\[\[(\d{1,6})\](?:\]\([^()\s]{1,2000}\)|\([^()\s]{1,2000}\)\])"
_ID = r"[\[(]ID:\s?(\d{1,6}(?:\s*,\s*(?:ID:\s?)?\d{1,6}){0,30})[\])]"
_TEMPLATE = r"\{\{\s*(?:source|doc|document|ref|cite)\s*[:=]\s*(\d{1,6})\s*\}\}"
_PANDOC = r"\[((?:[^@\[\]]{0,40}[\s;])?-?@\w[^\[\]]{0,300})\]"
_CITED_WORKS = rf"(?:see )?({_CITED_WORK}(?:; ?{_CITED_WORK}){{0,5}})(?:{_PAGES})?"
_AUTHOR_YEAR = rf"\({_CITED_WORKS}\)"
_AUTHOR_YEAR_IN_SQUARES = rf"\[{_CITED_WORKS}\]"
_GENERATED_KEY = r"\((pqac-[0-9a-f]{4,16}(?:,\s?pqac-[0-9a-f]{4,16}){0,20})\)"
_DAGGER = r"(\d{1,4}(?::\d{1,4})?)†"

_NAME_SEPARATOR = re.compile(r"\s*(?:;|,(?=\s*[^\s,;]+\.\w))\s*")
_FILE_NAME = re.compile(r"\w[._/:#]\w")
_LEAD_TO_NAME = (
    r"(?:(?:sources?|quellen?|fuentes?|font[ei]|docs?|documents?|files?|refs?|references?)\s*:\s*"
    r"|(?:see|from|siehe|vgl\.|voir|ver|vedi)\s+)"
)
_QUOTING = "[`*_\"“”'‘’]{0,3}"
_FILE = r"[^\s()\[\];,`*\"“”]{3,200}"
_FILES = rf"\({_QUOTING}({_FILE}(?:\s*[;,]\s*{_FILE}){{0,10}}){_QUOTING}{_LOCATOR}\)"
_LED_NAMES = rf"[(\[]{_LEAD_TO_NAME}\[?{_QUOTING}([^()\[\]\n]{{2,200}}?){_QUOTING}{_LOCATOR}\]?[)\]]"
_NAMES_IN_SQUARES = rf"(?<![A-Za-z0-9_])\[{_QUOTING}([^()\[\]\n]{{2,200}}?){_QUOTING}{_LOCATOR}\](?!\()"

_RANGE = r"\[(\d{1,6}\][ \t]?[-–—‑−][ \t]?\[\d{1,6})\]"
"""A range of markers: ``[1]–[3]``."""

STYLES = (
    MarkerStyle("range", "[", re.compile(rf"{_RANGE}(?!\()"), _parse_range, plain=True),
    MarkerStyle("linked", "[", re.compile(_LINKED), _parse_numbers),
    MarkerStyle("bracket", "[", re.compile(rf"\[\[({_NUMBERS})\]\]"), _parse_numbers),
    MarkerStyle("bracket", "[", re.compile(rf"\[({_NUMBERS}){_LOCATOR}\](?!\()"), _parse_numbers, plain=True),
    MarkerStyle("bracket", "\\", re.compile(rf"\\\[({_NUMBERS}){_LOCATOR}\\\]"), _parse_numbers, plain=True),
    MarkerStyle("linked", "[", re.compile(r"\[\d{1,6}\]\(id=([\w:.-]{1,100})\)"), _parse_literal),
    MarkerStyle("bracket", "［【〔", re.compile(rf"[［【〔]({_FULL_WIDTH_NUMBERS})[］】〕]"), _parse_numbers),
    MarkerStyle("footnote", "[", re.compile(r"\[\^([^\[\]\s^]{1,60})\^?\]"), _parse_footnote),
    MarkerStyle("openai", "【", re.compile(rf"【{_DAGGER}[^【】]{{0,200}}】"), _parse_literal),
    MarkerStyle("openai", "[", re.compile(rf"\[{_DAGGER}[^\[\]\n]{{0,200}}\]"), _parse_literal),
    MarkerStyle("openai", "\ue200", re.compile(_PRIVATE_USE), _parse_private_keys),
    MarkerStyle(
        "named", "[", re.compile(rf"\[{_NAMES}[\s:#._-]*({_NUMBER_LIST})\]", re.IGNORECASE), _parse_numbers
    ),
    MarkerStyle(
        "named", "(", re.compile(rf"\({_NAMES}[\s:#._-]+({_NUMBER_LIST})\)", re.IGNORECASE), _parse_numbers
    ),
    MarkerStyle("id", "[(", re.compile(_ID), _parse_zero_based),
    MarkerStyle("template", "{", re.compile(_TEMPLATE), _parse_numbers),
    MarkerStyle("pandoc", "[", re.compile(_PANDOC), _parse_citation_keys),
    MarkerStyle("tag", "<", re.compile(_WRAPPING_TAG), _parse_tag_keys, wraps=True),
    MarkerStyle("tag", "<", re.compile(r"(<cite\b[^<>]{0,200}/>)"), _parse_tag_keys),
    MarkerStyle("tag", "<", re.compile(_NUMBERED_SPAN), _parse_zero_based, wraps=True),
    MarkerStyle("superscript", "<", re.compile(_RAISED_TAG), _parse_numbers),
    MarkerStyle("superscript", "⁰¹²³⁴⁵⁶⁷⁸⁹", re.compile(_SUPERSCRIPT), _parse_numbers),
    MarkerStyle("superscript", "⁽", re.compile(_RAISED_BRACKETS), _parse_numbers),
    MarkerStyle("author_year", "(", re.compile(_AUTHOR_YEAR), _parse_authors),
    MarkerStyle("author_year", "(", re.compile(_ONE_AUTHOR), _parse_authors),
    MarkerStyle("author_year", "[", re.compile(rf"{_AUTHOR_YEAR_IN_SQUARES}(?!\()"), _parse_authors),
    MarkerStyle("author_year", "(", re.compile(_WORKS), _parse_authors, is_known=_is_by_known_author),
    MarkerStyle(
        "author_year", "[", re.compile(_WORKS_IN_SQUARES), _parse_authors, is_known=_is_by_known_author
    ),
    MarkerStyle("author_year", "(", re.compile(_YEAR_ALONE), _parse_year, is_known=_is_known_work),
    MarkerStyle("key", "(", re.compile(_GENERATED_KEY), _parse_keys),
    MarkerStyle("name", "(", re.compile(_FILES), _parse_names, is_known=_is_known_file),
    MarkerStyle("name", "([", re.compile(_LED_NAMES, re.IGNORECASE), _parse_names, is_known=_is_known_name),
    MarkerStyle("name", "[", re.compile(_NAMES_IN_SQUARES), _parse_names, is_known=_is_known_title),
)
"""Styles in the order in which they are tried; the first that matches and names documents wins."""

STYLES_OPENED_BY = {
    sign: tuple(style for style in STYLES if sign in style.opens) for style in STYLES for sign in style.opens
}

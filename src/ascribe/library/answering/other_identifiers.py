"""Whether a sentence is about another thing than the question, of the same kind. English only.

What a sentence below the heading "AAL1" says does not answer what is asked about AAL2, unless the sentence
names AAL2 itself.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise

from ascribe.inline_markup import blank_inline_markup
from ascribe.library.answering.identifiers import Identifier, find_identifiers, get_kind, is_same, read_order
from ascribe.records import Context, Sentence

_BOUND = re.compile(
    r"\b(?:(?:after|before|since|until|till|than|beyond|above|below|over|replac\w+|supersed\w+|succe\w+"
    r"|follow\w*|preced\w+|obsolet\w+)(?: by)?|(?:successor|predecessor|alternative) (?:of|to)"
    r"|from(?: [\w./-]+){1,2} to"
    r"|(?:compar|differ|upgrad|mov|chang|switch|migrat)\w* (?:\w+ ){0,2}(?:from|to|with))"
    r"(?: the)? $",
    re.IGNORECASE,
)
"""What comes before an identifier that only bounds what is asked for: "later than Python 3.11"."""

_ASKED_KIND = re.compile(r"\b(?:which|what|how many) (\w+)(?: (\w+))?", re.IGNORECASE)
_IS_YES_NO = re.compile(
    r"(?:is|are|was|were|do|does|did|has|have|had|can|could|may|must|shall|should|will|would)\b",
    re.IGNORECASE,
)


def find_asked(question: str) -> list[Identifier]:
    """Return the identifiers that the question asks about.

    One that only bounds what is asked for is none, nor one of the kind that is asked for ("Which level …?").
    "Does HTTP/2 need TLS 1.2?" asks about HTTP/2: the answer may name another version of TLS.

    >>> [one.value for one in find_asked("What did Python 3.12 add to Python 3.11?")]
    ['3.12', '3.11']
    >>> [one.value for one in find_asked("What did Python 3.12 add after Python 3.11?")]
    ['3.12']
    """
    found = find_identifiers(question)
    wanted = _find_asked_kinds(question, found)
    asked = [one for one in found if not one.kinds & wanted and not _BOUND.search(question, 0, one.start)]
    if _IS_YES_NO.match(question):
        return [one for one in asked if one.kinds & asked[0].kinds]
    return asked


def _find_asked_kinds(question: str, found: Sequence[Identifier]) -> set[str]:
    starts = {one.start for one in found}
    return {
        get_kind(match[place])
        for match in _ASKED_KIND.finditer(question)
        for place in (1, 2)
        if match[place] and match.start(place) not in starts
    }


# --- What a sentence is about ---

_OPENS_WITH = re.compile(
    r"\W*(?:(?:at|in|for|under|with|on|by|to|since|the|a|an|all|our|this) )*$", re.IGNORECASE
)
"""What may stand before the thing that a sentence begins with: "In the model A"."""

_OPENS_WITH_PRONOUN = re.compile(
    r"\W*(?:it|its|he|his|she|her|they|their|this|these|that|those|there)\b", re.IGNORECASE
)

_SECTIONS = frozenset(("section", "chapter", "article", "clause", "part", "paragraph", "rule"))
_HEADING_NUMBER = re.compile(r"\W*(\d{1,3}(?:\.\d{1,3})*)(?![\w,])")


def tells_of_asked(
    asked: Sequence[Identifier], sentence: Sentence, before: str = "", name: str = ""
) -> bool | None:
    """Return True if the sentence tells of what is asked about, False if of another thing of that kind.

    Its own words decide, then the sentence before it if it begins with a pronoun, then the nearest of its
    headings, leads and column heads that names one, then the name of its document. None if nothing does.

    Args:
        asked: what the question asks about, by ``find_asked``.
        sentence: the sentence, with its context.
        before: the sentence before it; empty if there is none.
        name: the name of the document.
    """
    around = _list_context(sentence, before, name) if asked else []
    alike = {one.kinds: [other for other in asked if other.kinds & one.kinds] for one in asked}
    told = {_tells_of(each, sentence.text, around) for each in alike.values()}
    return None if told <= {None} else False not in told


def _list_context(sentence: Sentence, before: str, name: str) -> list[Context]:
    """Return what tells what the sentence is about, the nearest first."""
    earlier = [Context("lead", before, 0, 0)] if before and _OPENS_WITH_PRONOUN.match(sentence.text) else []
    title = re.sub(r"[_-]", " ", name).title()  # "rfc_9110.txt" is the name of RFC 9110
    return [*earlier, *reversed(sentence.context), Context("heading", title, 0, 0)]


def _tells_of(asked: Sequence[Identifier], text: str, around: Sequence[Context]) -> bool | None:
    own = _find_alike(asked, text)
    if own and _includes(text, own, asked):
        return True
    if own and _OPENS_WITH.match(blank_inline_markup(text), 0, own[0].start):
        return False
    is_about = _is_about(asked, around)
    return False if own and is_about is None else is_about


def _is_about(asked: Sequence[Identifier], around: Sequence[Context]) -> bool | None:
    """Return True if the nearest context that names one of the kind names one that is asked about.

    The number of a heading tells the section if no context names one. None if nothing does.
    """
    for one in around:
        found = _find_alike(asked, one.text)
        if found:
            return _includes(one.text, found, asked)
    if not any(one.kinds & _SECTIONS for one in asked):
        return None
    numbers = (
        _HEADING_NUMBER.match(blank_inline_markup(one.text))
        for one in around
        if one.kind in ("heading", "number")
    )
    nearest = next(filter(None, numbers), None)
    return None if nearest is None else any(is_same(nearest[1], one.value) for one in asked)


def _find_alike(asked: Sequence[Identifier], text: str) -> list[Identifier]:
    kinds = frozenset[str]().union(*(one.kinds for one in asked))
    return [one for one in find_identifiers(text) if one.kinds & kinds]


# --- Ranges ---

_AND_MORE = re.compile(r" (?:and|or) (?:above|higher|later|newer|greater|over|up|beyond)\b|\+", re.IGNORECASE)
_AND_LESS = re.compile(r" (?:and|or) (?:below|lower|earlier|older|under|down)\b", re.IGNORECASE)
_FROM = re.compile(r"\b(?:at least|minimum of|since|from) (?:the )?$", re.IGNORECASE)
_UP_TO = re.compile(r"\b(?:at most|maximum of|until|up to|before) (?:the )?$", re.IGNORECASE)
_BETWEEN = re.compile(r" ?(?:to|through|–|-) ?", re.IGNORECASE)


def _includes(text: str, found: Sequence[Identifier], asked: Sequence[Identifier]) -> bool:
    """Return True if one that is asked about is among those found in the text, or within their range."""
    bare = blank_inline_markup(text)
    return any(
        any(is_same(one.value, other.value) or _is_within(bare, other, one.value) for other in found)
        or any(_is_between(bare, *pair, one.value) for pair in pairwise(found))
        for one in asked
    )


def _is_within(text: str, found: Identifier, value: str) -> bool:
    """Return True for a value of "AAL2 or higher" or "until version 3"."""
    bound, order = read_order(found.value), read_order(value)
    is_open = _FROM.search(text, 0, found.start) and not _BETWEEN.match(text, found.end)
    if _AND_MORE.match(text, found.end) or is_open:
        return bound < order
    return bool(_AND_LESS.match(text, found.end) or _UP_TO.search(text, 0, found.start)) and order < bound


def _is_between(text: str, first: Identifier, last: Identifier, value: str) -> bool:
    if not _BETWEEN.fullmatch(text[first.end : last.start]):
        return False
    return read_order(first.value) <= read_order(value) <= read_order(last.value)

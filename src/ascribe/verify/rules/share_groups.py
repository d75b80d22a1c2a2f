"""Shares in a text: how much of which group, what restricts the group, and the words behind it.

"Sixty percent | of the patients | who took the drug | recovered", "of the patients who took it, 60 percent
recovered", "among women, 40 percent read daily". ``shares.json`` lists the small words by language.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from itertools import islice
from operator import itemgetter

from ascribe.text.package_data import load_package_json
from ascribe.text.word_lists import load_irregular_forms
from ascribe.text.words import Word
from ascribe.verify.comparison import Text, find_once
from ascribe.verify.cues import Span
from ascribe.verify.grammar.relations import find_stretch_at
from ascribe.verify.grammar.verb_forms import is_helper, is_past_form, is_verb_form
from ascribe.verify.lexicon import find_calendar_place
from ascribe.verify.quantities.extract import find_figures
from ascribe.verify.quantities.number import Number


@dataclass(frozen=True, slots=True)
class Share:
    """A share of a group.

    Args:
        place: from the amount to the group, or the other way round.
        part: the figure of the share; None for a word such as "most".
        whole: the figure that counts the group: "ten" in "seven of the ten students".
        is_several: whether the amount is no share: "many", "some", "three of the" without their number.
        head: the noun of the group.
        is_restricted: whether something restricts the group: "who took the drug".
        row: the content words behind the group, without figures.
        is_fronted: whether the group stands before the amount.
    """

    place: Span
    part: Number | None
    whole: Number | None
    is_several: bool
    head: Word
    is_restricted: bool
    row: tuple[Word, ...]
    is_fronted: bool = False


@dataclass(frozen=True, slots=True)
class _Patterns:
    """The patterns of a language.

    Args:
        amount: an amount in words: "most", "the majority".
        several: an amount that is no share: "many".
        percent: what may stand between a figure and the group.
        of: what joins an amount and its group.
        article: what may stand before the group.
        opener: what begins a relative clause, right behind the group.
        fronting: what begins a group that stands before its amount.
        phrase: a preposition that restricts the group, right behind it.
        stating: verbs before which "that" opens no relative clause.
        bound: a limit before a figure that restricts the group: "with more than 50".
        ruling: verbs that say what a group must or may do, right before it: "requires employers".
    """

    amount: re.Pattern[str]
    several: re.Pattern[str]
    percent: re.Pattern[str]
    of: re.Pattern[str]
    article: re.Pattern[str]
    opener: re.Pattern[str]
    fronting: re.Pattern[str]
    phrase: re.Pattern[str]
    stating: re.Pattern[str] | None
    bound: re.Pattern[str]
    ruling: re.Pattern[str]


_MOST_SHARES = 24
"""Shares of a text that are compared with a claim."""

_MOST_GROUP_WORDS = 4
"""Words of a group up to its noun: "of the older patients"."""

_WORD = re.compile(r"\s*(?P<word>[^\W\d_][\w'’-]*)")
_FIGURE_GAP = re.compile(r"\s*")


def find_shares(text: Text) -> tuple[Share, ...]:
    """Return the shares of restricted groups, and those of a group that stands before its amount."""
    patterns = load_patterns(text.code)
    return _find_shares(text) if patterns is not None else ()


@find_once
def _find_shares(text: Text) -> tuple[Share, ...]:
    patterns = load_patterns(text.code)
    if patterns is None:
        return ()
    fronted = tuple(islice(_find_fronted(text, patterns), _MOST_SHARES))
    covered = [share.place for share in fronted]
    plain = (
        share
        for share in _find_plain(text, patterns)
        if not any(start <= share.place[0] < end for start, end in covered)
    )
    return (*fronted, *plain)[:_MOST_SHARES]


def _find_plain(text: Text, patterns: _Patterns) -> Iterator[Share]:
    """Yield the shares with the group behind the amount."""
    for start, end, part, is_several in _list_amounts(text, patterns):
        of = patterns.of.match(text.lowered, end)
        if of is None and part is not None and part.kind != "part":
            continue
        group = _find_group(text, of.end() if of else end, patterns)
        if group is None or _is_time(group[0], text):
            continue
        head, whole = group
        is_open = is_several or (part is not None and not part.kind and whole is None)
        row = list_row(text, head.end, find_stretch_at(text, head.start)[1])
        is_restricted = find_opener(text, head) is not None
        yield Share((start, head.end), part, whole, is_open, head, is_restricted, row)


def _is_time(word: Word, text: Text) -> bool:
    """Return True for a month or a day, which has no share: "rose by 4% in March"."""
    return bool(find_calendar_place(text.text[word.start : word.end], word.stem, text.code)[0])


def _list_amounts(text: Text, patterns: _Patterns) -> Iterator[tuple[int, int, Number | None, bool]]:
    """Yield start, end and figure of each amount, and whether it is no share."""
    for match in patterns.amount.finditer(text.lowered):
        yield (*match.span(), None, False)
    for match in patterns.several.finditer(text.lowered):
        yield (*match.span(), None, True)
    for figure in find_figures(text):
        if figure.kind in ("", "percent", "part"):
            behind = patterns.percent.match(text.lowered, figure.end)
            yield figure.start, behind.end() if behind else figure.end, figure, False


def _find_group(text: Text, start: int, patterns: _Patterns) -> tuple[Word, Number | None] | None:
    """Return the noun of the group that begins there, and the figure that counts it.

    It is the word right before a restriction, or else the first content word.
    """
    at = _skip_articles(text, start, patterns)
    whole = _index_counts(text).get(at)
    at = whole.end if whole else at
    words = text.words_after(at, _MOST_GROUP_WORDS)
    last = at
    inside: list[Word] = []
    for word in words:
        if text.text[last : word.start].strip(" \u00a0-'’") or word.form[0].isdigit():
            break
        inside.append(word)
        last = word.end
    heads = [word for word in inside if word in text.within(word.start, word.end)]
    if not heads or heads[0].start in _find_places_of_figures(text):  # "8 percent in any twelve months"
        return None
    return next((word for word in heads if is_restricted(text, word)), heads[0]), whole


@find_once
def _index_counts(text: Text) -> dict[int, Number]:
    """Return the figures that may count something, by where they begin."""
    return {one.start: one for one in find_figures(text) if not one.kind}


def _skip_articles(text: Text, start: int, patterns: _Patterns) -> int:
    article = patterns.article.match(text.lowered, start)
    end = article.end() if article else start
    gap = _FIGURE_GAP.match(text.text, end)
    return gap.end() if gap else end


def _find_fronted(text: Text, patterns: _Patterns) -> Iterator[Share]:
    """Yield the shares with the group before the amount."""
    amounts = sorted((one for one in _list_amounts(text, patterns) if not one[3]), key=itemgetter(0))
    for match in patterns.fronting.finditer(text.lowered):
        group = _find_group(text, match.end(), patterns)
        if group is None:
            continue
        head, whole = group
        last = find_stretch_at(text, head.start)[1]
        limited = is_restricted(text, head)
        first = _find_amount_place(text, head, last, is_restricted=limited)
        place = bisect_left(amounts, first.start, key=itemgetter(0)) if first is not None else len(amounts)
        if first is None or place == len(amounts) or amounts[place][0] not in first:
            continue
        amount = amounts[place]
        _, end, part, _ = amount
        row = list_row(text, head.end, last)
        yield Share(
            (match.start(), end), part, whole, is_several=False, head=head, is_restricted=limited,
            row=row, is_fronted=True,
        )  # fmt: skip


def _find_amount_place(text: Text, head: Word, last: int, *, is_restricted: bool) -> range | None:
    """Return where the amount may begin: behind the comma, with at most a verb before it."""
    comma = text.text.find(", ", head.end, last)
    if is_restricted:
        comma = text.text.rfind(", ", head.end, last) if text.code in _MARKED_CLAUSES else comma
        return range(comma, min(last, comma + _REACH)) if comma >= 0 else None
    if text.text[head.end : head.end + 1] == ",":
        return range(head.end, head.end + _REACH)
    behind = text.words_after(head.end, 1)
    verbal = bool(behind) and text.code in _VERB_SECOND
    return range(head.end, behind[0].end + _REACH_BEHIND_VERB) if verbal else None


_REACH = 24
_REACH_BEHIND_VERB = 8
_VERB_SECOND = ("de", "nl")
"""Languages in which the verb follows what opens the sentence: "von den Frauen lesen 40 Prozent"."""

_MARKED_CLAUSES = ("de", "nl", "pl", "ru")
"""Languages in which a comma ends a relative clause."""


@find_once
def find_ruled_groups(text: Text) -> tuple[Share, ...]:
    """Return the restricted groups of which a verb says what they must or may do: "requires employers with".

    Such a group has no amount: it stands for all of its kind.
    """
    patterns = load_patterns(text.code)
    found = []
    for match in patterns.ruling.finditer(text.lowered) if patterns is not None else ():
        group = _find_group(text, match.end(), patterns) if patterns is not None else None
        if group is not None and is_restricted(text, group[0]):
            head = group[0]
            row = list_row(text, head.end, find_stretch_at(text, head.start)[1])
            found.append(Share((match.start(), head.end), None, None, False, head, True, row))
    return tuple(found)


# --- What restricts a group ---


def is_restricted(text: Text, head: Word) -> bool:
    """Return True if a clause, a phrase or a limit restricts the noun: "firms with more than 50 staff"."""
    patterns = load_patterns(text.code)
    if patterns is None:
        return False
    bound = patterns.bound.match(text.lowered, head.end)
    has_bound = bound is not None and any(one.start == bound.end() for one in find_figures(text))
    return has_bound or find_opener(text, head) is not None


_PERFECT_ENDS = ("en", "wn", "rn")
"""Ends of irregular participles that are no past forms: "eaten", "grown", "born"."""

_ACTIVE_PARTICIPLE = re.compile(r"\s+(?!during\b|including\b|according\b|regarding\b|being\b)[a-z]{2,}ing\b")
_SIGNS = re.compile(r"[,;:.()]|\b(?:and|but|or|while|whereas|because|although|when|if|who|which|that)\b")


def find_opener(text: Text, head: Word) -> int | None:
    """Return where a restriction of that noun begins; None if nothing restricts it."""
    patterns = load_patterns(text.code)
    if patterns is None:
        return None
    relative = patterns.opener.match(text.lowered, head.end)
    if relative is not None and not (patterns.stating and patterns.stating.fullmatch(head.form)):
        return relative.start()
    phrase = patterns.phrase.match(text.lowered, head.end)
    if phrase is not None and _may_be_phrase(text, head, phrase.end()):
        return phrase.start()
    if not text.is_english:
        return None
    behind = text.words_after(head.end, 1)
    if not behind or text.text[head.end : behind[0].start].strip():
        return None
    if _ACTIVE_PARTICIPLE.match(text.lowered, head.end):
        return behind[0].start
    if behind[0].form.endswith(_PERFECT_ENDS) and behind[0].form in load_irregular_forms("en"):
        return behind[0].start
    return behind[0].start if is_past_form(behind[0].form, text) and _has_verb(text, behind[0].end) else None


def _may_be_phrase(text: Text, head: Word, end: int) -> bool:
    """Return True for "with" behind a noun, and not behind the verb: "most people agree with".

    Outside English only what ends in "en", "s" or the like could tell, so it is taken for a phrase.
    """
    if not text.is_english:
        return False
    before = next(text.iterate_within(find_stretch_at(text, head.start)[0], head.start), None)
    return before is not None or _has_verb(text, end)


def _has_verb(text: Text, start: int) -> bool:
    """Return True if a verb that cannot be a noun follows in the clause: "hired in spring left"."""
    last = find_stretch_at(text, start)[1]
    sign = _SIGNS.search(text.lowered, start, last)
    end = sign.start() if sign else last
    words = (word for word in text.words_after(start, _MOST_CLAUSE_WORDS) if word.end <= end)
    return any(is_helper(word, text) or is_verb_form(word.form, text) for word in words)


_MOST_CLAUSE_WORDS = 20


def list_row(text: Text, start: int, end: int) -> tuple[Word, ...]:
    """Return the content words of a stretch, without figures."""
    places = _find_places_of_figures(text)
    return tuple(
        word for word in islice(text.iterate_within(start, end), _MOST_ROW_WORDS) if word.start not in places
    )


@find_once
def _find_places_of_figures(text: Text) -> frozenset[int]:
    return frozenset(at for one in find_figures(text) for at in range(one.start, one.end))


_MOST_ROW_WORDS = 40


def has_amount(text: Text) -> bool:
    """Return True for a share in words or in figures: "most", "60 percent", "half"."""
    patterns = load_patterns(text.code)
    has_word = patterns is not None and patterns.amount.search(text.lowered) is not None
    return has_word or any(one.kind in ("percent", "part") for one in find_figures(text))


def has_several(text: Text) -> bool:
    """Return True for an amount that is no share: "some", "many"."""
    patterns = load_patterns(text.code)
    return patterns is not None and patterns.several.search(text.lowered) is not None


@cache
def load_patterns(language: str) -> _Patterns | None:
    """Return the patterns of a language; None if it is not listed."""
    words = load_package_json("verify/rules/shares.json", dict[str, dict[str, str]]).get(language)
    if words is None:
        return None
    comma = ",?" if language in _MARKED_CLAUSES else ""
    return _Patterns(
        re.compile(rf"(?<!\w)(?:{words['amounts']})(?!\w)"),
        re.compile(rf"(?<!\w)(?:{words['several']})(?!\w)"),
        re.compile(rf"\s*(?:{words['percent']})(?!\w)"),
        re.compile(rf"\s+(?:{words['of']})(?!\w)"),
        re.compile(rf"(?:\s*(?:{words['articles']})(?!\w))+"),
        re.compile(rf"{comma}\s+(?:{words['relative']})(?!\w)"),
        re.compile(rf"(?:^|(?<=[\n;:,.] )|(?<=\n))(?:{words['fronting']})(?!\w)"),
        re.compile(rf"\s+(?:{words['group']})(?!\w)"),
        re.compile(words["stating"]) if words["stating"] else None,
        re.compile(rf"\s+(?:{words['bounds']})\s+(?=\S)"),
        re.compile(rf"(?<!\w)(?:{words['ruling']})(?!\w)"),
    )

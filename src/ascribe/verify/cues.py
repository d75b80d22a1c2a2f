"""Cues such as negations and qualifiers: where they occur, which words they affect, and where clauses end.

A cue affects the content words that follow it in its clause, at most ``REACH``. A negation stops at the next
negation, but covers its whole clause in the languages of ``BIDIRECTIONAL_LANGUAGES``. ``cues.json`` lists
cues and clause ends by language and group; in a language without an entry, clauses end at punctuation.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from itertools import islice, pairwise

from ascribe.text.package_data import load_package_json
from ascribe.text.words import Word
from ascribe.verify.comparison import Text, find_once
from ascribe.verify.lexicon import Prefilter

_CLAUSE_END_SIGNS = (
    r"[.!?](?=\s+[^\W\d_a-zа-я]|\s*$)",
    r"[;:](?=\s)",
    r"[()|\t\n。；：！？،؛।，、]",
    r",(?=\s)",
)
_CLAUSE_END_GROUPS = frozenset(("ends",))
_CLAUSE_END = re.compile("|".join(_CLAUSE_END_SIGNS))
"""What ends a clause in any language. A full stop before a lower-case letter or a figure ends none."""

REACH = 3
"""Content words that a cue affects: "did not improve the results" negates the verb and its object."""

_REACH_CHARS = 240
"""Where they lie at most: far more than three content words and what stands between them take."""

BIDIRECTIONAL_LANGUAGES = ("ar", "de", "hi", "ja", "nl", "ru", "zh")
"""Languages in which the negated word may come before the cue, or far behind it."""

_CONCORD_LANGUAGES = ("es", "fr", "it", "pt")
"""Languages in which two consecutive cues negate once."""

_MAX_CLAUSE_WORDS = 40
"""Most content words on each side that a negation affects in those languages: more than a clause has."""

TREND_GROUPS = ("rise", "fall", "shift")
"""Groups of the verbs by which a value becomes another one."""

Span = tuple[int, int]


def do_overlap(one: Span, other: Span) -> bool:
    """Return True if two spans share a character."""
    return one[0] < other[1] and other[0] < one[1]


@dataclass(frozen=True, slots=True)
class Scope:
    """A cue of a group, its span, and the words that it affects, nearest first.

    An adverb at an edge of its clause affects the whole of it: "Usually, the gate is locked".
    """

    group: str
    start: int
    end: int
    words: tuple[Word, ...]
    is_whole: bool = False

    @property
    def place(self) -> tuple[int, int]:
        """Return the span from the cue to the first word that it affects."""
        return self.start, max(self.end, self.words[0].end) if self.words else self.end

    @property
    def stems(self) -> frozenset[str]:
        """Return the stems of the words that the cue affects."""
        return frozenset(word.stem for word in self.words)


def find_scopes(text: Text, group: str) -> tuple[Scope, ...]:
    """Return the cues of that group in the text, in order."""
    groups = _index_groups(text)
    found = groups.get(group, ())
    if found is None:
        found = groups[group] = _match_cues(text, group)
    return found


def may_have_cues(groups: frozenset[str], *texts: Text) -> bool:
    """Return False if the words of the texts rule out every cue of these groups."""
    return not all(groups.isdisjoint(_index_groups(text)) for text in texts)


@find_once
def _index_groups(text: Text) -> dict[str, tuple[Scope, ...] | None]:
    """Return the groups that the text may have cues of, judged by its words, each with its cues.

    The cues of a group are None until they are looked for.
    """
    return dict.fromkeys(_build_prefilter(text.code).groups(text.tokens))


@cache
def _build_prefilter(language: str) -> Prefilter:
    return Prefilter(get_cues(language))


def _match_cues(text: Text, group: str) -> tuple[Scope, ...]:
    pattern = _build_cue_pattern(text.code, group)
    if pattern is None:
        return ()
    found = [cue for cue in pattern.finditer(text.lowered) if not text.is_month_of_may(*cue.span())]
    if group in _OTHER_BOUND and found:
        longer = _list_other_bounds(text, group)
        found = [cue for cue in found if not _is_inside(cue.start() - 1, longer)]
    if group == "negation" and text.language in _CONCORD_LANGUAGES:
        found = [
            cue for cue, behind in pairwise([*found, None]) if cue and not _is_concordant(text, cue, behind)
        ]
    if group == "negation" and text.language in BIDIRECTIONAL_LANGUAGES:
        return tuple(Scope(group, *cue.span(), _get_whole_clause(text, *cue.span())) for cue in found)
    if group == "negation":
        found = _drop_double_negations(text, found)
    stops = [_get_start(cue) for cue in found[1:] if group == "negation" and cue[0] != "nor"]
    if group == "negation" and text.is_english:
        stops = sorted([*stops, *(match.end() for match in _WHETHER.finditer(text.lowered))])
    return tuple(
        _build_compound_scope(text, group, cue)
        if _is_in_compound(cue)
        else _build_scope(text, group, *cue.span(), stops)
        for cue in found
    )


_WHETHER = re.compile(r"\b(?=whether\b)|\b(?:known|clear|sure|certain|said|say|know|decided?)\s+(?=if\b)")
"""Where an indirect question begins: a negation before it denies nothing in it."""


def _is_in_compound(cue: re.Match[str]) -> bool:
    """Return True for the "free" of "gluten-free", which affects the word before it."""
    return cue[0] == "free" and cue.string.startswith("-", cue.start() - 1)


def _get_start(cue: re.Match[str]) -> int:
    """Return where a cue begins, or the compound that it ends."""
    if not _is_in_compound(cue):
        return cue.start()
    first = _COMPOUND.search(cue.string, max(0, cue.start() - _LONGEST_COMPOUND), cue.start())
    return first.start() if first else cue.start()


_COMPOUND = re.compile(r"[^\W_]+(?:['’-][^\W_]+)*-$")
_LONGEST_COMPOUND = 40


def _build_compound_scope(text: Text, group: str, cue: re.Match[str]) -> Scope:
    start = _get_start(cue)
    return Scope(group, start, cue.end(), tuple(text.within(start, cue.start())[-1:]))


_OTHER_BOUND = {"least": "most_at", "over": "most_at", "most_at": "least", "under": "least"}


def _list_other_bounds(text: Text, group: str) -> list[Span]:
    """Return the spans of the contrary bounds; a bound inside one is turned: "not be given more than"."""
    pattern = _build_cue_pattern(text.code, _OTHER_BOUND[group])
    return [one.span() for one in pattern.finditer(text.lowered)] if pattern else []


_DOUBLING = re.compile(
    r"fail|refus|lack|declin|avoid|rul|prevent|refrain|escap|forg|neglect|omit|stopp?|keep|kept|barr|bann|without"
    r"|free"
)
"""Starts of negations that undo one right before them: "did not fail to deliver"."""


def _drop_double_negations(text: Text, found: list[re.Match[str]]) -> list[re.Match[str]]:
    """Return the negations without each pair that says as much as none: "did not stop it from opening"."""
    kept: list[re.Match[str]] = []
    for cue in found:
        undone = kept[-1] if kept and _DOUBLING.match(cue[0]) else None
        if undone is not None and not text.text[undone.end() : _get_start(cue)].strip():
            kept.pop()
        else:
            kept.append(cue)
    return kept


def _is_concordant(text: Text, cue: re.Match[str], behind: re.Match[str] | None) -> bool:
    """Return True if the next cue is part of the same negation: "n'a jamais", "non ha mai"."""
    return behind is not None and not text.within(cue.end(), behind.start())


def _build_scope(text: Text, group: str, start: int, end: int, stops: list[int]) -> Scope:
    """Build the scope of a cue: the next words up to the end of its clause or the next of the ``stops``."""
    ends = (_find_first_from(places, end, len(text.text)) for places in (stops, _find_clause_ends(text)))
    stop = min(*ends, end + _REACH_CHARS)
    lines = find_interrupting_lines(text)
    reached = (word for word in text.iterate_within(end, stop) if not _is_inside(word.start, lines))
    words = tuple(islice(reached, REACH))
    if words or group not in _ADVERB_GROUPS:
        return Scope(group, start, end, words)
    return Scope(group, start, end, _get_clause_of_adverb(text, start, end), is_whole=True)


_ADVERB_GROUPS = frozenset(("most", "mainly", "some", "may"))
"""Groups of adverbs that affect their whole clause if nothing follows them: "Usually, …", "… at times."."""


def _get_clause_of_adverb(text: Text, start: int, end: int) -> tuple[Word, ...]:
    """Return the first words of the clause behind a comma, or else the last ones before the adverb."""
    first, last = find_clauses_around(text, (start, end))  # "now and then" has what may end a clause
    before = text.within(max(first, start - _REACH_CHARS), start)
    if not before and text.text[last : last + 1] == ",":
        behind = find_clause_at(text, last + 1)
        return tuple(islice(text.iterate_within(end, min(behind[1], end + _REACH_CHARS)), REACH))
    return tuple(reversed(before[-REACH:]))


def _is_inside(place: int, spans: Sequence[Span]) -> bool:
    return any(start <= place < end for start, end in spans)


def _find_first_from(places: Sequence[int], start: int, otherwise: int) -> int:
    place = bisect_left(places, start)
    return places[place] if place < len(places) else otherwise


def _get_whole_clause(text: Text, start: int, end: int) -> tuple[Word, ...]:
    """Return the content words of the cue's clause, nearest first, at most ``_MAX_CLAUSE_WORDS`` a side."""
    first, last = find_clause_at(text, start)
    inside = [*text.within(first, start)[-_MAX_CLAUSE_WORDS:], *text.within(end, last)[:_MAX_CLAUSE_WORDS]]
    return tuple(sorted(inside, key=lambda word: max(start - word.end, word.start - end)))


def get_cues(language: str) -> dict[str, list[str]]:
    """Return the cues of each group as patterns in lower case: of the language, and signs of any language."""
    own, signs = _load_cues().get(language, {}), _load_cues()["*"]
    return own | {group: [*own.get(group, ()), *patterns] for group, patterns in signs.items()}


def is_one_denied(one: Text, other: Text) -> bool:
    """Return True if one of two texts has a negation: "only before May" is "not after May"."""
    return bool(find_scopes(one, "negation")) != bool(find_scopes(other, "negation"))


def has_cues(language: str, group: str) -> bool:
    """Return True if ``cues.json`` lists the group in that language."""
    return bool(get_cues(language).get(group))


@find_once
def split_clauses(text: Text) -> tuple[Span, ...]:
    """Return the stretches between clause ends, in order; together they cover the whole text."""
    edges = sorted({0, *_find_clause_ends(text), len(text.text) + 1})
    return tuple(pairwise(edges))


@find_once
def _find_clause_ends(text: Text) -> tuple[int, ...]:
    """Return the offsets at which clauses end, in order."""
    ends = _build_clause_end_pattern(text.code) if may_have_cues(_CLAUSE_END_GROUPS, text) else _CLAUSE_END
    lines = find_interrupting_lines(text)
    places = (end.start() for end in ends.finditer(text.text))
    return tuple(place for place in places if not _is_inside(place, lines))


def find_clause_at(text: Text, position: int) -> Span:
    """Return the span of the clause that contains that character."""
    return _find_span_at(split_clauses(text), text, position)


def find_clauses_around(text: Text, place: Span) -> Span:
    """Return the span of the clauses that the stretch touches: "2. Mai" has what may end a clause."""
    return find_clause_at(text, place[0])[0], find_clause_at(text, place[1] - 1)[1]


_MAX_OPENING_WORDS = 2
"""A first clause with at most this many content words is not a statement of its own."""


@find_once
def split_whole_clauses(text: Text) -> tuple[Span, ...]:
    """Split into clauses; an opening of a word or two joins the next clause: "By default, …"."""
    spans = list(split_clauses(text))
    if len(spans) > 1 and len(text.within(*spans[0])) <= _MAX_OPENING_WORDS:
        spans[:2] = [(spans[0][0], spans[1][1])]
    return tuple(spans)


def find_whole_clause_at(text: Text, position: int) -> Span:
    """Return the span of the clause that contains that character, with its opening."""
    return _find_span_at(split_whole_clauses(text), text, position)


def _find_span_at(spans: tuple[Span, ...], text: Text, position: int) -> Span:
    return spans[bisect_right(spans, (position, len(text.text) + 1)) - 1]


@cache
def _build_cue_pattern(language: str, group: str) -> re.Pattern[str] | None:
    cues = get_cues(language).get(group)
    return re.compile("|".join(sorted(cues, key=len, reverse=True))) if cues else None


@cache
def _build_clause_end_pattern(language: str) -> re.Pattern[str]:
    ends = get_cues(language).get("ends", [])
    return re.compile("|".join([*_CLAUSE_END_SIGNS, *(f"(?i:{end})" for end in ends)]))


@cache
def _load_cues() -> dict[str, dict[str, list[str]]]:
    return load_package_json("verify/rules/cues.json", dict[str, dict[str, list[str]]])


# --- Interrupting lines ---

_INNER_LINE = re.compile(r"(?<=[^\W\d_A-Z])[^\S\n]*\n(?P<line>[^\n]+)(?=\n[^\S\n]*[^\W\d_A-Z])")
_SMALL_WORD = re.compile(
    r"(?:of|the|and|for|in|to|de|du|des|la|le|von|und|der|die|del|y|e|et|[^\w\s]+)", re.IGNORECASE
)
_LEAST_LINE_WORDS = 2
"""Fewest capitalised words or figures of an interrupting line."""


@find_once
def find_interrupting_lines(text: Text) -> tuple[tuple[int, int], ...]:
    """Return the spans of lines that interrupt a sentence, such as the header of a page.

    Such a line has capitalised words and figures only and lies between two lines in lower case.
    """
    if text.untouched is None or "\n" not in text.untouched:
        return ()
    places = [
        match.span("line") for match in _INNER_LINE.finditer(text.untouched) if _is_page_line(match["line"])
    ]
    return tuple((_map_position(text, start), _map_position(text, end)) for start, end in places)


def _is_page_line(line: str) -> bool:
    words = [word for word in line.split() if not _SMALL_WORD.fullmatch(word)]
    return len(words) >= _LEAST_LINE_WORDS and all(word[0].isupper() or word[0].isdigit() for word in words)


def _map_position(text: Text, untouched: int) -> int:
    """Return the first offset of the text that was made from that character or a later one."""
    spans = text.folded.spans if text.folded else None
    return untouched if spans is None else bisect_left(spans, untouched, key=lambda span: span[0])

"""Circumstances of a rule: "the session ends when the limit is reached" is not "the session ends".

A rule, a duty, a right or a state holds only under the condition, up to the time or but for the exception
that the source gives with it. A report of one past event is true without what tells when it was: "the mill
closed when the war began". What stands in the past is therefore left out.

A claim drops a circumstance if it has the words of its main clause, less than half of its own words and no
word that names another circumstance. ``circumstances.json`` lists the words by language. This rule never
returns a clash.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache

from ascribe.text.package_data import load_package_json
from ascribe.verify.comparison import Comparison, Rule, Text, find_once
from ascribe.verify.cues import Span, find_clause_at
from ascribe.verify.grammar.relations import build_bag, compute_coverage, find_stretch_at
from ascribe.verify.grammar.verb_forms import read_tense
from ascribe.verify.lexicon import get_meaning, is_calendar_name
from ascribe.verify.quantities.calendar_dates import find_dates
from ascribe.verify.quantities.extract import find_figures
from ascribe.verify.quantities.measures import find_measure_at

_MOST_CIRCUMSTANCES = 24
"""Circumstances that are read in a text; each one is compared with the whole claim."""

_LEAST_COVERAGE = 0.5
"""Share of the words of a circumstance from which on a claim has it."""

_LEAST_SHARED_WORDS = 2
_LEAST_SHARE = 0.6
"""Content words of a claim that are in a main clause, as a number and as a share, for a claim about that."""

_SUBJECT_WORDS = 2
"""Content words at the start of a sentence that may be the subject of a later clause."""

_MOST_VERBS = 12
"""Content words of a clause whose tense is read."""


@dataclass(frozen=True, slots=True)
class _Circumstance:
    """A circumstance: its cue and its words, and the parts of the clause that holds under it."""

    place: Span
    words: Span
    main: tuple[Span, ...]


@dataclass(frozen=True, slots=True)
class _Patterns:
    """The cues of a language by kind, and those that a claim may have instead.

    Further a period in words ("a year"), helping verbs of the present, and the forms of the past.
    """

    cues: dict[str, re.Pattern[str]]
    any_cue: re.Pattern[str]
    period: re.Pattern[str]
    modal: re.Pattern[str] | None
    past: re.Pattern[str]


def compare_circumstances(claim: Text, evidence: Text) -> list[Comparison]:
    """Return a comparison for the first circumstance of a rule that the claim drops."""
    patterns = _load_patterns(claim.code)
    if patterns is None or claim.code != evidence.code or not claim.content:
        return []
    said = _get_circumstances(evidence)
    if not said or patterns.any_cue.search(claim.lowered):
        return []
    dropped = next((one for one in said if _is_dropped(one, claim, evidence)), None)
    if dropped is None:
        return []
    place = claim.content[0].start, claim.content[-1].end
    return [Comparison("circumstances", "missing", "condition_unclear", place, dropped.place)]


def _is_dropped(one: _Circumstance, claim: Text, evidence: Text) -> bool:
    """Return True if the claim has the main clause without its circumstance, and is said nowhere else."""
    main = {get_meaning(word, evidence.language) for span in one.main for word in evidence.within(*span)}
    asked = [get_meaning(word, claim.language) for word in claim.content]
    first = find_stretch_at(evidence, one.place[0])[0]
    if asked[-1] in main:
        # "it has two ports and beeps when it is charged": the subject stands in another clause
        main |= {
            get_meaning(word, evidence.language)
            for word in evidence.within(first, one.place[0])[:_SUBJECT_WORDS]
        }
    shared = [key for key in asked if key in main]
    if len(shared) < max(_LEAST_SHARED_WORDS, _LEAST_SHARE * len(asked)):
        return False
    own = build_bag(evidence, one.words)
    if not own or compute_coverage(own, build_bag(claim, (0, len(claim.text)))) >= _LEAST_COVERAGE:
        return False
    spans = sorted((one.place, *one.main))
    rest = (*evidence.within(0, spans[0][0]), *evidence.within(spans[-1][1], len(evidence.text)))
    elsewhere = {get_meaning(word, evidence.language) for word in rest}
    # a word that only another clause has makes the claim one about that clause
    return elsewhere.isdisjoint(key for key in asked if key not in main) and not set(asked) <= elsewhere


@find_once
def _get_circumstances(text: Text) -> tuple[_Circumstance, ...]:
    patterns = _load_patterns(text.code)
    if patterns is None:
        return ()
    found = []
    for kind, pattern in patterns.cues.items():
        for cue in [*pattern.finditer(text.lowered)][:_MOST_CIRCUMSTANCES]:
            one = _read(text, kind, cue.span(), patterns)
            if one is not None and not any(_is_past(text, span, patterns) for span in (*one.main, one.words)):
                found.append(one)
    return tuple(found)


def _read(text: Text, kind: str, cue: Span, patterns: _Patterns) -> _Circumstance | None:
    """Return the circumstance that a cue opens, and its main clause; None if it has none."""
    first, last = find_stretch_at(text, cue[0])
    end = _find_end(text, kind, cue, last, patterns)
    if end is None:
        return None
    opens = not text.within(first, cue[0])
    main = [_find_clause_after(text, end, last) if opens else _find_clause_before(text, kind, first, cue[0])]
    if kind in ("until", "after") and not opens and text.text[end : end + 1] != ",":
        main.append((end, min(last, find_clause_at(text, end)[1])))
    if not any(text.within(*span) for span in main) or not text.within(cue[1], end):
        return None
    return _Circumstance((cue[0], end), (cue[1], end), tuple(main))


def _find_end(text: Text, kind: str, cue: Span, last: int, patterns: _Patterns) -> int | None:
    """Return where a circumstance ends: at a comma or the end, or behind the time; None for no circumstance.

    A time "until" or "after" which something holds is a date or a figure, or else a clause.
    """
    comma = text.text.find(", ", cue[1], last)
    end = comma if comma >= 0 else last
    if kind in ("when", "except") or (kind == "until" and text.is_english):
        return end
    behind = text.words_after(cue[1], _MOST_SMALL_WORDS)
    places = [word.start for word in behind]
    dates = [date.end for date in find_dates(text.text, text.language) if date.start in places]
    figures = [find_measure_at(text, one).end for one in find_figures(text) if one.start in places]
    months = [word.end for word in behind if is_calendar_name(word.form, text.language)]
    period = patterns.period.match(text.lowered, behind[0].start) if behind else None
    times = [*dates, *figures, *months, *([period.end()] if period else [])]
    if not times or (kind == "until" and _is_range(text, cue[0])):
        return None
    return max(times)


_MOST_SMALL_WORDS = 3
"""Words behind a cue among which its figure begins: "nach mehr als fünf Jahren"."""

_RANGE_START = re.compile(
    r"\b(?:from|von|de|du|des|da|dal|dalle|van|od|с|от|zwischen|between)\s+\S+(?:\s+\S+)?\s*$|\d\S*\s*$"
)


def _is_range(text: Text, start: int) -> bool:
    """Return True for the second half of "from 9 until 5"."""
    return _RANGE_START.search(text.lowered, max(0, start - _LONGEST_START), start) is not None


_LONGEST_START = 30


def _find_clause_before(text: Text, kind: str, first: int, start: int) -> Span:
    """Return the clause before a cue; an exception is one from all that the sentence says before."""
    if kind == "except":
        return first, start
    at = start - 1
    while at > first:
        clause = find_clause_at(text, at)
        begin = max(first, clause[0])
        if text.within(begin, start):
            return begin, start
        at = begin - 1
    return first, start


def _find_clause_after(text: Text, start: int, last: int) -> Span:
    """Return the clause behind a circumstance; what has a word or none is only an opening of it."""
    end = start + 1
    while end < last:
        end = min(last, find_clause_at(text, end)[1] + 1)
        if len(text.within(start, end)) >= _LEAST_SHARED_WORDS:
            break
    return start, end


def _is_past(text: Text, span: Span, patterns: _Patterns) -> bool:
    """Return True if a stretch tells of the past."""
    # German nouns such as "Karte" end like verbs of the past, so their capital letter counts
    written = text.text if text.code == "de" else text.lowered
    if patterns.past.search(written, *span):
        return True
    if not text.is_english or (patterns.modal and patterns.modal.search(text.lowered, *span)):
        return False
    return any(read_tense(word, text) == "past" for word in text.within(*span)[:_MOST_VERBS])


@cache
def _load_patterns(language: str) -> _Patterns | None:
    words = load_package_json("verify/rules/circumstances.json", dict[str, dict[str, str]]).get(language)
    if words is None:
        return None
    built = {
        name: re.compile(rf"(?<![\w’'-])(?:{pattern})(?!\w)") for name, pattern in words.items() if pattern
    }
    cues = {kind: built[kind] for kind in ("when", "until", "after", "except")}
    return _Patterns(cues, built["any"], built["period"], built.get("modal"), built["past"])


CIRCUMSTANCES = Rule("circumstances", compare_circumstances, kind="condition", opposes="place")

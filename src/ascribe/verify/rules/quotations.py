"""Quotations: what a claim quotes is in the source word for word, and said there by the same person.

Case, typographic signs, punctuation, omissions ("…") and words in brackets do not count. One or two words in
quotation marks are no quotation but a term. This rule never returns a clash.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from ascribe.verify.comparison import Comparison, Rule, Text, find_once
from ascribe.verify.cues import Scope, Span, do_overlap, find_scopes
from ascribe.verify.grammar.word_groups import get_word_group
from ascribe.verify.rules.names import find_names

_QUOTED = re.compile(r"\"([^\"\n]{2,2000})\"|(?<!\w)‘([^‘’\n]{2,500})’(?!\w)")
"""A text is read with straight double quotation marks, whatever it is written with."""

_OMISSION = re.compile(r"\[[^\[\]\n]{0,60}\]|\([.…\s]*\)|…|\.{3,}")
_WORD = re.compile(r"[^\W_]+")
_LEAST_WORDS = 3
_LINE = re.compile(r"[^\n]+")
_INTERVIEW = re.compile(r"\binterview|\binterviste", re.IGNORECASE)


def compare_quotations(claim: Text, evidence: Text) -> list[Comparison]:
    """Return one comparison for each quotation that the evidence lacks or may ascribe to somebody else."""
    found = []
    for quotation in _find_quotations(claim):
        lines = _find_lines(quotation, evidence)
        if not lines:
            found.append(Comparison("quotations", "missing", "quotation_changed", quotation.place))
            continue
        speaker = _find_speaker(claim)
        if speaker is not None and not any(_may_say(speaker, line, evidence) for line in lines):
            place = speaker.start, speaker.end
            found.append(Comparison("quotations", "missing", "speaker_unclear", place))
    return found


@dataclass(frozen=True, slots=True)
class _Quotation:
    """A quotation: its place with the marks, and the words between its omissions, each run in order."""

    place: Span
    runs: tuple[tuple[str, ...], ...]


@dataclass(frozen=True, slots=True)
class _Speaker:
    """The name of whoever says it: where it is, and the stem of its last word."""

    start: int
    end: int
    stem: str


@find_once
def _find_quotations(claim: Text) -> tuple[_Quotation, ...]:
    return tuple(_iterate_quotations(claim))


def _iterate_quotations(claim: Text) -> Iterator[_Quotation]:
    for match in _QUOTED.finditer(claim.text):
        parts = _OMISSION.split(match.group(1) or match.group(2))
        runs = tuple(words for part in parts if (words := tuple(_WORD.findall(part.casefold()))))
        if sum(map(len, runs)) >= _LEAST_WORDS:
            yield _Quotation(match.span(), runs)


def _find_lines(quotation: _Quotation, evidence: Text) -> list[Span]:
    """Return the line of the evidence in which the quotation begins; none if it lacks a word of it."""
    words = _list_words(evidence)
    forms = [form for form, _ in words]
    first = after = -1
    for run in quotation.runs:
        after = _find_run(forms, run, after + 1)
        if after < 0:
            return []
        first = after if first < 0 else first
        after += len(run) - 1
    return [
        line.span() for line in _LINE.finditer(evidence.text) if line.start() <= words[first][1] < line.end()
    ]


@find_once
def _list_words(evidence: Text) -> tuple[tuple[str, int], ...]:
    return tuple((match.group().casefold(), match.start()) for match in _WORD.finditer(evidence.text))


def _find_run(forms: list[str], run: tuple[str, ...], start: int) -> int:
    """Return where the words stand one after the other, from that place on; -1 if nowhere."""
    size = len(run)
    return next((at for at in range(start, len(forms) - size + 1) if tuple(forms[at : at + size]) == run), -1)


@find_once
def _find_speaker(text: Text) -> _Speaker | None:
    """Return the name outside of the quotations that is nearest to a word of saying; None without one."""
    cues = [cue for cue in find_scopes(text, "said") if not _is_quoted(cue.start, text)]
    spoken = [name for name in _find_name_runs(text) if not _is_quoted(name.start, text)]
    names = [
        name
        for name in spoken
        if not any(do_overlap((cue.start, cue.end), (name.start, name.end)) for cue in cues)
    ]
    pairs = [(_measure_gap(cue, name), name.start, name) for cue in cues for name in names]
    return min(pairs)[2] if pairs else None


def _find_name_runs(text: Text) -> list[_Speaker]:
    runs: list[_Speaker] = []
    for name in find_names(text):
        if runs and not text.text[runs[-1].end : name.start].strip(" .-"):
            runs[-1] = _Speaker(runs[-1].start, name.end, name.stem)
        else:
            runs.append(_Speaker(name.start, name.end, name.stem))
    return runs


def _measure_gap(cue: Scope, name: _Speaker) -> int:
    return max(name.start - cue.end, cue.start - name.end)


def _is_quoted(place: int, text: Text) -> bool:
    return any(match.start() < place < match.end() for match in _QUOTED.finditer(text.text))


def _may_say(speaker: _Speaker, line: Span, evidence: Text) -> bool:
    """Return True if the speaker says what the line quotes, or it names nobody and another line quotes him.

    "My father forbade us" alone may be said by whoever another line quotes or interviews.
    """
    speakers = _list_speakers(line, evidence)
    if speakers:
        return speaker.stem in speakers
    others = (other.span() for other in _LINE.finditer(evidence.text))
    return any(
        speaker.stem in _list_speakers(other, evidence) and _speaks(other, evidence) for other in others
    )


def _list_speakers(line: Span, evidence: Text) -> frozenset[str]:
    """Return the last words of the names that may be those of the speaker, outside of what is quoted.

    Those before the word of saying go first: "Hale told Marsh". A name after a preposition is another's.
    """
    names = [name for name in _find_name_runs(evidence) if _is_outside(name, line, evidence)]
    names = [name for name in names if not _follows_preposition(name, evidence)]
    cues = [cue for cue in find_scopes(evidence, "said") if _is_outside(cue, line, evidence)]
    before = [name for name in names if cues and name.end <= cues[-1].start]
    return frozenset(name.stem for name in before or names)


def _is_outside(one: Scope | _Speaker, line: Span, evidence: Text) -> bool:
    return line[0] <= one.start < line[1] and not _is_quoted(one.start, evidence)


def _follows_preposition(name: _Speaker, evidence: Text) -> bool:
    before = next((word for word in reversed(evidence.words) if word.end <= name.start), None)
    return before is not None and before.form in _get_other_prepositions(evidence.language)


def _get_other_prepositions(language: str | None) -> frozenset[str]:
    """Return the prepositions but those before a speaker: "interview with Hale", "words by Hale"."""
    return get_word_group(language, "prepositions") - {"with", "by", "from", "of"}


def _speaks(line: Span, evidence: Text) -> bool:
    words = evidence.text[slice(*line)]
    said = any(line[0] <= cue.start < line[1] for cue in find_scopes(evidence, "said"))
    return said or '"' in words or _INTERVIEW.search(words) is not None


QUOTATIONS = Rule(
    "quotations",
    compare_quotations,
    kind="attribution",
    vetoes=("quotation_changed", "speaker_unclear"),
    sure=True,
)

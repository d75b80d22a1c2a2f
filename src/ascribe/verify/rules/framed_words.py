"""Framed words: the content words of a text with the small words that say what each is in its sentence.

The frame of "Veld" in "wurde von Veld übernommen" is "von": articles, pronouns and auxiliaries do not count,
prepositions, conjunctions and words such as "all" do. Hindi and Japanese have them behind a word.
``frames.json`` lists them by language; the first word of an entry of "same" stands for the others, and "_"
joins a phrase.
"""

from __future__ import annotations

import math
import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from operator import attrgetter
from typing import Any, Literal

from ascribe.text.package_data import load_package_json
from ascribe.text.words import Word, is_content_word
from ascribe.verify.comparison import Text, find_once
from ascribe.verify.lexicon import get_meaning, is_calendar_name
from ascribe.verify.rules.placed_words import find_covered_words, find_values, list_lines

VerbMark = Literal["lower", "bare", "first", "any", "none", "free"]
"""What tells that a word may be a verb, which may move: small letters beside nouns with capitals, no article
before it, the first place, nothing that tells; that verbs do not move, or that order is not compared."""

_LONGEST_PHRASE = 3
"""Words of the longest phrase of the tables: "después de que"."""

_PART_SIGN = re.compile(r"[;:()—–]|,(?=[\s\"”’»])|[、，；。：،؛।]")


@dataclass(frozen=True, slots=True)
class FrameWords:
    """The small words of a language, as ``frames.json`` has them.

    Args:
        verbs: what tells a verb.
        follows: whether small words stand behind the word that they belong to.
        joining: words that begin another part of a sentence.
        articles: words right before a noun.
        bearing: words of a frame; all other small words are passed over.
        leading: those of a language with ``follows`` that stand before their word.
        same: small word, or words joined by "_" → the one that stands for it.
        genitive: those that join a word to its neighbour.
        infinitive: those before a verb that count for nothing.
        subject: those of a subject, which some tenses lack.
        agent: those before who acts, in a passive sentence.
        goal: those beside which that word says where something comes from.
        that: those that begin what somebody says, demands or doubts.
        times: nouns that tell when, with or without a small word: "this year".
        cases: article → its cases, if articles show them.
        verbal: the endings that may be those of a verb, if other words show their case by endings.
        past: those of a verb in the past.
    """

    verbs: VerbMark
    follows: bool
    joining: frozenset[str]
    articles: frozenset[str]
    bearing: frozenset[str]
    leading: frozenset[str]
    same: dict[str, str]
    genitive: frozenset[str]
    infinitive: frozenset[str]
    subject: frozenset[str]
    agent: frozenset[str]
    goal: frozenset[str]
    that: frozenset[str]
    times: frozenset[str]
    cases: dict[str, frozenset[str]]
    verbal: re.Pattern[str] | None
    past: re.Pattern[str] | None


@dataclass(frozen=True, slots=True)
class FramedWord:
    """A content word in its sentence.

    Args:
        key: what it shares with the same word elsewhere: its meaning, or the value of a figure or date.
        form: the word as it is written, in lower case.
        kind: ``figure``, ``date``, ``day``, or empty.
        start: first character.
        end: one past the last.
        part: the number of the part of the sentence that it is in.
        frame: the small words that belong to it.
        phrase: the frame of the word that it stands right behind, or its own: "in the old house".
        article: the article right before it or before its phrase; empty if there is none.
        counted: the figure right before it; empty if there is none.
        is_name: whether it has a capital within the sentence.
        is_lower: whether it begins with a small letter.
        root: its first letters where its key may still have an ending; else empty.
    """

    key: str
    form: str
    kind: str
    start: int
    end: int
    part: int
    frame: frozenset[str]
    phrase: frozenset[str]
    article: str
    counted: str = ""
    is_name: bool = False
    is_lower: bool = False
    root: str = ""


_SETS = (
    "joining", "articles", "bearing", "leading", "genitive", "infinitive", "subject", "agent", "goal", "that",
    "times",
)  # fmt: skip


@cache
def load_frame_words(language: str) -> FrameWords | None:
    """Return the small words of a language; None for a language without an entry."""
    entry = load_package_json("verify/rules/frames.json", dict[str, dict[str, Any]]).get(language)
    if entry is None:
        return None
    same = {word: group.split()[0] for group in entry["same"] for word in group.split()}
    sets = {name: frozenset(entry.get(name, "").split()) for name in _SETS}
    cases = (line.split(": ") for line in entry.get("cases", ()))
    verbal, past = (re.compile(rf"{entry[name]}\Z") if name in entry else None for name in ("verbal", "past"))
    return FrameWords(
        verbs=entry["verbs"],
        follows=entry.get("follows", False),
        same=same,
        cases={word: frozenset(own.split()) for words, own in cases for word in words.split()},
        verbal=verbal,
        past=past,
        **sets,
    )


_LEAST_ALIKE = 0.55
"""Share of the longer of two words that both begin with, in the languages below."""

_ROOT = 2
_STEMLESS = ("pl", "ru")
"""Languages of which no stemmer joins all forms of a verb or noun."""


def are_alike(one: FramedWord, other: FramedWord) -> bool:
    """Return True if two words are the same but for their endings."""
    if one.key == other.key:
        return True
    if not one.root or one.root != other.root:
        return False
    shared = math.ceil(_LEAST_ALIKE * max(len(one.form), len(other.form)))
    return one.form[:shared] == other.form[:shared]


@find_once
def read_framed_lines(text: Text) -> tuple[tuple[FramedWord, ...], ...]:
    """Return the framed words of each line, which is a sentence of the evidence."""
    words = load_frame_words(text.code)
    if words is None:
        return ()
    read = {"ja": _read_kana_line, "zh": _read_han_line}.get(text.code, _read_line)
    return tuple(tuple(read(text, span, words)) for span in list_lines(text))


def _read_line(text: Text, span: tuple[int, int], words: FrameWords) -> Iterator[FramedWord]:
    inside = text.words[slice(*(bisect_left(text.words, at, key=attrgetter("start")) for at in span))]
    covered = find_covered_words(text)
    run: list[Word] = []
    part = 0
    for number, word in enumerate(inside):
        behind = inside[number + 1] if number + 1 < len(inside) else None
        if word.form not in words.joining and word.start not in covered:
            run.append(word)
        ends = behind is None or _PART_SIGN.search(text.text, word.end, behind.start) is not None
        if run and (ends or word.form in words.joining):
            yield from _frame_words(run, part, inside[0].start, text, words)
            run, part = [], part + 1


def _frame_words(
    run: Sequence[Word], part: int, first: int, text: Text, words: FrameWords
) -> Iterator[FramedWord]:
    """Yield the content words of a part of a sentence, in order."""
    values = find_values(text)
    places = [n for n, word in enumerate(run) if word.start in values or _is_framed(word, text, words)]
    before: FramedWord | None = None
    for number, place in enumerate(places):
        word = run[place]
        lead = [one.form for one in run[places[number - 1] + 1 if number else 0 : place]]
        tail_end = places[number + 1] if number + 1 < len(places) else len(run)
        tail = [one.form for one in run[place + 1 : tail_end]]
        frame = _build_frame(lead, tail, words) | _list_prefixes(word.form, text.code)
        is_close = before is not None and not lead and text.text[before.end : word.start].isspace()
        article = next((one for one in reversed(lead) if one in words.articles), "")
        if before and is_close and words.cases and before.is_lower:
            article = before.article  # "den alten Hof"
        is_name = word.start > first and text.text[word.start].isupper()
        kind, key = values.get(word.start, ("", get_meaning(word, text.language)))
        is_time = word.form in words.times or is_calendar_name(word.form, text.language)
        kind = kind or ("day" if is_time else "")
        before = FramedWord(
            key=key,
            form=word.form,
            kind=kind,
            start=word.start,
            end=word.end,
            part=part,
            frame=frame,
            phrase=before.frame if before and is_close and _continues(before, is_name, words) else frame,
            article=article,
            counted=before.key if before and is_close and before.kind == "figure" else "",
            is_name=is_name,
            is_lower=text.text[word.start].islower(),
            root=word.form[:_ROOT] if text.code in _STEMLESS and not kind else "",
        )
        yield before


def _continues(before: FramedWord, is_name: bool, words: FrameWords) -> bool:
    """Return True if a word right behind another one belongs to its phrase: "par la société Brivaux"."""
    return not (words.follows or (is_name and before.is_name))


def _is_framed(word: Word, text: Text, words: FrameWords) -> bool:
    small = word.form in words.bearing or word.form in words.leading or word.form in words.articles
    return not small and is_content_word(word, text.language)


def _build_frame(lead: Sequence[str], tail: Sequence[str], words: FrameWords) -> frozenset[str]:
    own = _join_phrases(tail if words.follows else lead, words)
    bearing = {one for one in own if one in words.bearing or "_" in one}
    leading = {one for one in _join_phrases(lead, words) if one in words.leading} if words.follows else set()
    return frozenset(bearing | leading)


def _join_phrases(forms: Sequence[str], words: FrameWords) -> Iterator[str]:
    """Yield the small words, each as the one that stands for it: "antes de que" as "antes"."""
    plain = [words.same.get(form, form) for form in forms]
    place = 0
    while place < len(plain):
        lengths = range(min(_LONGEST_PHRASE, len(plain) - place), 0, -1)
        found = ((n, "_".join(one[place : place + n])) for n in lengths for one in (forms, plain))
        length, name = next(((n, words.same[p]) for n, p in found if p in words.same), (1, plain[place]))
        yield name
        place += length


# --- Japanese ---

_RUN = re.compile(r"([\u4e00-\u9fff々〆ヶ\u30a1-\u30ffーA-Za-z0-9０-９.,％%]+)([\u3041-\u309f]*)")
"""A run of other characters than hiragana, and the hiragana behind it: its particle or its ending."""

_PARTICLE = re.compile(
    r"(?:から|まで|より|には|では|とは|への|での|との|だけ|しか|のみ|など|[はがをにでとのへも])"
)
_ENDING = re.compile(r"ため|ので|のに|ながら|れば|たら|なら|[さら]れ|させ|から(?!\Z)")
"""What an ending says of its word: why, when, if, and who acts."""


def _read_kana_line(text: Text, span: tuple[int, int], words: FrameWords) -> Iterator[FramedWord]:
    """Yield the runs of a Japanese sentence, each with the particle or the ending behind it."""
    part = 0
    for run in _RUN.finditer(text.text, *span):
        behind = run[2]
        particle = _PARTICLE.match(behind)
        found = {words.same.get(particle[0], particle[0])} if particle else set()
        frame = frozenset(found | set(_ENDING.findall(behind, particle.end() if particle else 0)))
        kind = "figure" if run[1][0].isdigit() else ""
        yield FramedWord(run[1], run[0], kind, run.start(), run.end(), part, frame, frame, "")
        part += _PART_SIGN.match(text.text, run.end()) is not None


# --- Chinese ---


def _read_han_line(text: Text, span: tuple[int, int], words: FrameWords) -> Iterator[FramedWord]:
    """Yield the pairs of characters of a Chinese sentence, each with the conjunctions of its part."""
    ends = [match.end() for match in _PART_SIGN.finditer(text.text, *span)]
    for part, (start, end) in enumerate(pairwise([span[0], *ends, span[1]])):
        own = text.text[start:end]
        frame = frozenset(words.same.get(one, one) for one in words.bearing if one in own)
        for word in text.within(start, end):
            yield FramedWord(word.stem, word.form, "", word.start, word.end, part, frame, frame, "")


# --- Arabic ---

_ARABIC_PREFIXES = {"بال": "ب", "لل": "ل", "كال": "ك"}
"""What begins an Arabic word with an article → its preposition."""


def _list_prefixes(form: str, language: str) -> frozenset[str]:
    if language != "ar":
        return frozenset()
    return frozenset(
        letter for start, letter in _ARABIC_PREFIXES.items() if form.removeprefix("و").startswith(start)
    )

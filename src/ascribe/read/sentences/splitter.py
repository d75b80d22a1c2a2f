"""Text → units with exact offsets: the sentences of prose and list items, every other block as a whole."""

from __future__ import annotations

import re

from ascribe.language.abbreviations import Abbreviations, abbreviations
from ascribe.language.detect import language_of
from ascribe.read.blocks import split_blocks
from ascribe.read.markdown import CHECKBOX, HARD_BREAK
from ascribe.read.sentences.citation_tails import tail_end
from ascribe.read.sentences.enclosures import Enclosures, find_enclosures
from ascribe.read.sentences.full_stops import Stop, ends_sentence, next_word_start
from ascribe.stages import Block

_SAMPLE = 4000
"""Characters of a block from which it is told whether it has sentences."""

_STOP = re.compile(
    r"[.!?…‼⁇⁈⁉؟۔।॥։።၊။។᠃᠉‽]+"  # scripts with spaces
    r"|[。！？｡．]+[!?]*"  # scripts without
    r"|(?<=[\u0370-\u03ff\u1f00-\u1fff])[;\u037e]"  # the Greek question mark
)
_NO_SPACE_AFTER = frozenset("。！？｡।॥۔؟။។")
"""Stops that end a sentence with no white space after them."""
_FOOTNOTED = re.compile(r"[^\W\d_]{3}[^\W\d_)”\"’][.!?](?:[⁰¹²³⁴-⁹]|\d{1,3}\s)")
"""A word, a stop and the number of a note, as superscripts come out of a PDF."""
_THAI = re.compile(r"[\u0e00-\u0e7f]")
_LETTER = re.compile(r"[^\W\d_]")
_BIBLIOGRAPHY = re.compile(
    r"(?:\[?\d{1,3}[\].]\s+)?[^\W\d_a-z][\w'’-]+,\s(?:[^\W\d_a-z]\.[\s-]?){1,3}[^.]{0,200}"
    r"(?:\((?:1[5-9]|20)\d\d[a-z]?\)\.|[“\"])"
)
_LONGEST_ENTRY = 600
_HARD_BREAK = re.compile(HARD_BREAK, re.IGNORECASE)
_ITEM_MARK = re.compile(
    rf"(?:[^\w\s]|\(?(?:\d{{1,4}}|[a-zA-Z]|[ivxIVX]{{1,5}})[.)])[ \t]+(?:{CHECKBOX}[ \t]+)?(?=\S)"
)
"""The mark of a list item in any format; a stop in it ends no sentence."""


def split_sentences(text: str, language: str | None = None) -> list[tuple[int, int]]:
    """``[start, end)`` of every unit of the text, in code points, in order, without white space around it.

    Units are sentences, headings, table rows, code blocks and formulas. The mark of a list item belongs to
    its first sentence, marks of citations after a full stop to the sentence before them. ``language`` is an
    ISO 639-1 code; None has it detected, and where that fails English rules hold.
    """
    language = language_of(text, language)
    return [unit for block in split_blocks(text) for unit in split_block(text, block, language)]


def split_block(
    text: str, block: Block, language: str | None, *, curated: bool = False
) -> list[tuple[int, int]]:
    """The units of one block of ``text``, one at least.

    ``language`` is the text's, or None; ``curated`` adds the abbreviations of trades.
    """
    if block.kind not in ("prose", "list_item") or _is_whole(text, block):
        return [(block.start, block.end)]
    rules = abbreviations(language or "en", curated)
    mark = _ITEM_MARK.match(text, block.start, block.end) if block.kind == "list_item" else None
    first, *others = _sentences(text, mark.end() if mark else block.start, block.end, rules)
    return [(block.start, first[1]), *others]


def _is_whole(text: str, block: Block) -> bool:
    """Thai marks no sentences; an entry of a bibliography has stops that end none."""
    sample = text[block.start : min(block.end, block.start + _SAMPLE)]
    thai = len(_THAI.findall(sample))
    if thai and 2 * thai > len(_LETTER.findall(sample)):
        return True
    return block.end - block.start <= _LONGEST_ENTRY and _BIBLIOGRAPHY.match(sample) is not None


def _sentences(text: str, start: int, end: int, rules: Abbreviations) -> list[tuple[int, int]]:
    pairs = find_enclosures(text, start, end)
    all_lower = text[start:end].islower()
    units, unit, after = [], start, start
    for match in _STOP.finditer(text, start, end):
        if match.start() < after:
            continue
        stop = _stop(text, match, unit, end, pairs)
        if stop is None or stop.after >= end:
            continue
        if ends_sentence(text, stop, rules, pairs, all_lower=all_lower):
            units.append((unit, stop.after))
            unit = after = stop.next_start
    units.append((unit, end))
    return units


def _stop(text: str, match: re.Match[str], unit: int, end: int, pairs: Enclosures) -> Stop | None:
    """The stop with all that belongs to it; None where no sentence can end."""
    mark_end = match.end()
    unspaced = text[mark_end - 1] in _NO_SPACE_AFTER
    if (
        mark_end < end
        and not unspaced
        and text[mark_end].isalnum()
        and not _FOOTNOTED.match(text, max(match.start() - 4, 0), end)
    ):
        return None  # a stop inside a word: a name of a file, a host, a version
    closed, after, cited = tail_end(text, mark_end, end, pairs)
    broken = _HARD_BREAK.match(text, after, end)
    after = broken.end() if broken else after
    next_start = after
    while next_start < end and text[next_start].isspace():
        next_start += 1
    if next_start == after and after < end and not (unspaced or cited or broken):
        return None
    return Stop(
        unit=unit,
        mark=match.start(),
        mark_end=mark_end,
        closed=closed,
        after=after,
        next_start=next_start,
        word=next_word_start(text, next_start, end),
        end=end,
        cited=cited,
    )

"""Merges paragraphs that continue in the next column, on the next page or around a display formula, and
removes footnote marks."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import replace

from ascribe.read.pdf.lines import INDEX_ENTRY, Line
from ascribe.read.pdf.paragraphs import MATH_SIGN, Paragraph
from ascribe.text.character_classes import RAISED

_MAX_DISTANCE = 150
"""How many notes, captions and table rows may stand between the two parts of a paragraph."""

_SENTENCE_END = re.compile(r"[.!?][\"'”’»)\]]*$")


def merge_paragraphs(found: list[Paragraph]) -> list[Paragraph]:
    """The paragraphs with broken ones made whole; asides in between move before or behind them."""
    # Notes that run over columns come first: they move as a whole when the text around them is joined.
    return _merge_pass(_merge_pass(found, over_columns=True), over_columns=False)


def _merge_pass(found: list[Paragraph], *, over_columns: bool) -> list[Paragraph]:
    result: list[Paragraph] = []
    rest = list(found)
    position = 0
    while position < len(rest):
        current = rest[position]
        position += 1
        find = _find_column_follower if over_columns else _find_follower
        follower = find(rest, position, current)
        if follower is None:
            result.append(current)
            continue
        between = rest[position:follower]
        if current.aside:
            rest[position : follower + 1] = [
                replace(current, lines=current.lines + rest[follower].lines),
                *between,
            ]
            continue
        before, whole, after = _arrange_asides(current, between, rest[follower])
        result += before
        rest[follower : follower + 1] = [whole, *after]
        position = follower
    return result


def _find_follower(rest: list[Paragraph], position: int, current: Paragraph) -> int | None:
    """Index of the paragraph that goes on where ``current`` breaks off; None if there is none."""
    if current.kind not in ("prose", "list_item"):
        return None
    if current.aside:
        return _find_note_follower(rest, position, current)
    for index in range(position, min(position + _MAX_DISTANCE, len(rest))):
        candidate = rest[index]
        if candidate.lines[0].page > current.lines[-1].page + 1:
            return None
        if _continues(current, candidate):
            return index
        if not candidate.aside:
            return None
    return None


def _find_note_follower(rest: list[Paragraph], position: int, current: Paragraph) -> int | None:
    """For a note: the next paragraph, or what stands first among the notes of the next page."""
    if position < len(rest) and _continues(current, rest[position]):
        return position
    page = current.lines[-1].page + 1
    if position >= len(rest) or rest[position].lines[0].page != page:
        return None  # the lines of a page stay together
    return _find_first_note(rest, position, current, page)


def _find_column_follower(rest: list[Paragraph], position: int, current: Paragraph) -> int | None:
    """For a note: what stands first among the notes of the next column."""
    if not current.aside or current.kind != "prose":
        return None
    return _find_first_note(rest, position, current, current.lines[-1].page)


def _find_first_note(rest: list[Paragraph], position: int, current: Paragraph, page: int) -> int | None:
    """The first note on the page in another place than the current one, if the current one goes on there."""
    last = current.lines[-1]
    for index in range(position, min(position + _MAX_DISTANCE, len(rest))):
        candidate = rest[index]
        if candidate.lines[0].page != page:
            return None
        elsewhere = candidate.lines[0].column != last.column or page != last.page
        if candidate.aside and candidate.kind == "prose" and elsewhere:
            return index if _continues(current, candidate) and not candidate.is_note else None
    return None


def _continues(current: Paragraph, candidate: Paragraph) -> bool:
    last, first = current.lines[-1], candidate.lines[0]
    if candidate.kind not in ("prose", "list_item") or current.aside != candidate.aside:
        return False
    if current.kind == "list_item" and INDEX_ENTRY.search(last.text):
        return False
    if abs(last.size - first.size) > 0.07 * last.size or last.turn != first.turn:
        return False
    same_region = last.column == first.column and last.page == first.page and first.base < last.base
    letter = next((char for char in first.text if char.isalnum()), "")
    if letter.islower() and candidate.kind == "prose":
        return not current.ends or (not same_region and last.text.endswith(".") and _is_full(current))
    if current.ends or same_region or (candidate.kind == "list_item" and not first.text[0].isdigit()):
        return False
    return _is_full(current, first.first_word) and not _is_indented(candidate)


def _is_full(paragraph: Paragraph, word: float = 0.0) -> bool:
    """True if its last line reaches the edge of the column or has no room for the word that follows."""
    last = paragraph.lines[-1]
    room = last.left - last.column[0] if last.rtl else last.column[1] - last.right
    return room < max(0.15 * (last.column[1] - last.column[0]), word + 0.5 * last.size)


def _is_indented(paragraph: Paragraph) -> bool:
    first = paragraph.lines[0]
    others = paragraph.lines[1:]
    edge = min((line.left for line in others), default=first.column[0])
    return not first.rtl and first.left - edge > 0.6 * first.size


def _arrange_asides(
    current: Paragraph, between: list[Paragraph], follower: Paragraph
) -> tuple[list[Paragraph], Paragraph, list[Paragraph]]:
    """What comes before the joined paragraph, the paragraph itself, and what comes after it.

    Every aside stays on its page in the order of the text: before a paragraph that begins on that page,
    behind one that ends there, else at the last sentence end of that page.
    """
    first, last = current.lines[0].page, follower.lines[-1].page
    whole = replace(current, lines=current.lines + follower.lines)
    early = [aside for aside in between if aside.lines[0].page == first]
    late = [aside for aside in between if aside.lines[0].page != first]
    if all(aside.lines[0].page == last for aside in late):
        return early, whole, late
    cut = _find_sentence_cut(current, late[0].lines[0].page)
    if cut is None:
        return early, whole, late
    head = replace(current, lines=current.lines[:cut])
    tail = replace(current, lines=current.lines[cut:] + follower.lines)
    return [*early, head, *late], tail, []


def _find_sentence_cut(current: Paragraph, page: int) -> int | None:
    """The last line of that page that begins behind a sentence end; None if there is none."""
    for index in range(len(current.lines) - 1, 0, -1):
        if current.lines[index].page != page:
            return None
        if _SENTENCE_END.search(current.lines[index - 1].text):
            return index
    return None


_MAX_FORMULA_LINES = 6
"""Lines of a formula, its limits and fractions counted, at most."""

_MAX_FORMULA_DISTANCE = 4.0
"""Font sizes between a line of text and its formula, at most."""

_CLOSED = re.compile(r"[.;](?:\s*\(\w{1,8}(?:\.\d{1,3})?\))?$")
"""How a formula ends that ends its sentence; its number may follow."""


def merge_display_math(found: Sequence[Paragraph]) -> list[Paragraph]:
    """The paragraphs; text, formula and text are one where the text breaks off and goes on."""
    result: list[Paragraph] = []
    at = 0
    while at < len(found):
        current = found[at]
        at += 1
        while (length := _count_display_parts(current, found[at : at + _MAX_FORMULA_LINES + 1])) > 0:
            lines = [line for part in found[at : at + length] for line in part.lines]
            current = replace(current, lines=(*current.lines, *lines))
            at += length
        result.append(current)
    return result


def _count_display_parts(current: Paragraph, following: Sequence[Paragraph]) -> int:
    """How many of the paragraphs that follow belong to the sentence that ``current`` ends with."""
    if current.kind not in ("prose", "list_item") or current.aside or current.ends:
        return 0
    formula: list[Paragraph] = []
    for part in following:
        if not _is_below(formula[-1] if formula else current, part):
            return 0
        if part.kind == "code":
            formula.append(part)
            if _CLOSED.search(part.lines[-1].text):
                return len(formula) if _is_formula(formula) else 0
        else:
            goes_on = part.kind == "prose" and _is_lower_case_word(part.lines[0].text)
            return len(formula) + 1 if goes_on and _is_formula(formula) else 0
    return 0


def _is_below(above: Paragraph, part: Paragraph) -> bool:
    last, first = above.lines[-1], part.lines[0]
    same = (last.page, last.turn, last.column) == (first.page, first.turn, first.column)
    return (
        same
        and not part.aside
        and -0.5 * last.size < last.base - first.base < _MAX_FORMULA_DISTANCE * last.size
    )


def _is_formula(formula: Sequence[Paragraph]) -> bool:
    lines = [line.text for part in formula for line in part.lines]
    return 0 < len(lines) <= _MAX_FORMULA_LINES and any(map(MATH_SIGN.search, lines))


def _is_lower_case_word(text: str) -> bool:
    """True for a text that begins with a word in small letters; a single letter is a variable."""
    return text[0].islower() and text[1:2].isalpha()


_NOTE_HEAD = re.compile(rf"(?:([{RAISED}]{{1,3}})(⁾?)|(\d{{1,3}})(\)?))(\s?)(?=\S)")
"""How a note begins: its number, raised or not, with or without a bracket."""

_NOTE_MARK = re.compile(rf"( ?)([{RAISED}]{{1,3}})(?:⁾|(?![{RAISED}⁺⁻⁽⁾]|[^\W_]))")
"""A raised number that no word goes on after."""

_BRACKETED_MARK = re.compile(rf" ?\[[{RAISED}]{{1,3}}(?:[,⁻–-] ?[{RAISED}]{{1,3}})*\]")
"""A raised number in brackets, as web pages print it: a note mark and nothing else."""

_WORD_BEFORE = re.compile(r"(?:[^\W\d_]{2}|[.,;:!?…。，”’\"'»)\]」])$")
"""What a note is hung on. A number or a single letter has an exponent there."""

_LOWERED = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹", "0123456789")


def remove_note_marks(found: Sequence[Paragraph]) -> list[Paragraph]:
    """The paragraphs without the raised numbers of the notes on the same page or the next.

    The law of the HTML reader: who quotes a sentence leaves its note marks out. A raised number that no note
    has stays, as an exponent does; in raised brackets it is no exponent.
    """
    notes = _find_note_numbers(found)
    cleared = []
    for paragraph in found:
        first, *others = paragraph.lines
        first = _separate_note_number(first) if paragraph.is_note else first
        lines = tuple(_remove_marks(line, notes) for line in (first, *others))
        cleared.append(replace(paragraph, lines=lines))
    return cleared


def _separate_note_number(line: Line) -> Line:
    """The first line of a note with a space between its number and its words."""
    head = _NOTE_HEAD.match(line.text)
    return line.with_space(head.end()) if head and not head[5] and line.text[head.end()].isalpha() else line


def _find_note_numbers(found: Sequence[Paragraph]) -> dict[int, set[str]]:
    """The numbers of the notes of each page."""
    numbers: dict[int, set[str]] = defaultdict(set)
    for paragraph in found:
        head = _NOTE_HEAD.match(paragraph.lines[0].text) if paragraph.is_note else None
        if head:
            numbers[paragraph.lines[0].page].add((head[1] or head[3]).translate(_LOWERED))
    return numbers


def _remove_marks(line: Line, notes: dict[int, set[str]]) -> Line:
    known = notes.get(line.page, set()) | notes.get(line.page + 1, set())
    for mark in reversed(list(_BRACKETED_MARK.finditer(line.text, 1))):
        line = line.without(mark.start(), mark.end())
    for mark in reversed(list(_NOTE_MARK.finditer(line.text)) if known else []):
        if mark[2].translate(_LOWERED) in known and _WORD_BEFORE.search(line.text[: mark.start()]):
            line = line.without(mark.start(), mark.end())
    return line

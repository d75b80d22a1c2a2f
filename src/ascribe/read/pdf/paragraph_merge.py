"""Merges paragraphs across columns, pages and display formulas, and removes footnote marks."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import replace

from ascribe.read.pdf.lines import INDEX_ENTRY, Line
from ascribe.read.pdf.paragraphs import MATH_SIGN, Paragraph
from ascribe.text.character_classes import RAISED, RAISED_TO_PLAIN

_MAX_DISTANCE = 150
"""Maximum number of notes, captions and table rows between the two parts of a paragraph."""

_SENTENCE_END = re.compile(r"[.!?][\"'”’»)\]]*$")


def merge_paragraphs(found: list[Paragraph]) -> list[Paragraph]:
    """Merge paragraphs that are split; asides between the parts move before or after them."""
    # Notes across columns come first, so that they move as a whole when the text around them is merged.
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
    """Return the index of the paragraph that continues ``current``, or None if there is none."""
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
    """Return the index of the paragraph that continues a note, or None if there is none.

    It is the next paragraph, or the first of the notes on the next page.
    """
    if position < len(rest) and _continues(current, rest[position]):
        return position
    page = current.lines[-1].page + 1
    if position >= len(rest) or rest[position].lines[0].page != page:
        return None  # the lines of a page stay together
    return _find_first_note(rest, position, current, page)


def _find_column_follower(rest: list[Paragraph], position: int, current: Paragraph) -> int | None:
    """Return the index of the first note in the next column if it continues a note, or None."""
    if not current.aside or current.kind != "prose":
        return None
    return _find_first_note(rest, position, current, current.lines[-1].page)


def _find_first_note(rest: list[Paragraph], position: int, current: Paragraph, page: int) -> int | None:
    """Return the index of the first note elsewhere on the page if it continues ``current``, or None."""
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
    return _is_full(current, first.first_word_width) and not _is_indented(candidate)


def _is_full(paragraph: Paragraph, word: float = 0.0) -> bool:
    """Return True if the last line reaches the edge of the column or has no room for the next word."""
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
    """Return what comes before the merged paragraph, the paragraph itself, and what comes after it.

    Every aside stays on its page, in text order: before a paragraph that begins on that page, after one that
    ends there, otherwise at the last sentence end of that page.
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
    """Return the index of the last line of that page that follows a sentence end, or None."""
    for index in range(len(current.lines) - 1, 0, -1):
        if current.lines[index].page != page:
            return None
        if _SENTENCE_END.search(current.lines[index - 1].text):
            return index
    return None


# --- Display formulas ---

_MAX_FORMULA_LINES = 6
"""Maximum lines of a formula, including its limits and fractions."""

_MAX_FORMULA_DISTANCE = 4.0
"""Maximum distance between a line of text and its formula, in font sizes."""

_FORMULA_END = re.compile(r"[.;](?:\s*\(\w{1,8}(?:\.\d{1,3})?\))?$")
"""The end of a formula that also ends its sentence; the number of the formula may follow."""


def merge_display_math(found: Sequence[Paragraph]) -> list[Paragraph]:
    """Merge text, formula and text into one paragraph where a display formula interrupts the text."""
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
    """Return how many of the following paragraphs belong to the sentence that ``current`` ends with."""
    if current.kind not in ("prose", "list_item") or current.aside or current.ends:
        return 0
    formula: list[Paragraph] = []
    for part in following:
        if not _is_below(formula[-1] if formula else current, part):
            return 0
        if part.kind == "code":
            formula.append(part)
            if _FORMULA_END.search(part.lines[-1].text):
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
    """Return True if the text begins with a lower-case word; a single letter is a variable."""
    return text[0].islower() and text[1:2].isalpha()


# --- Footnote marks ---

_NOTE_HEAD = re.compile(rf"(?:([{RAISED}]{{1,3}})(⁾?)|(\d{{1,3}})(\)?))(\s?)(?=\S)")
"""The beginning of a note: its number, raised or not, with or without a bracket."""

_NOTE_MARK = re.compile(rf"( ?)([{RAISED}]{{1,3}})(?:⁾|(?![{RAISED}⁺⁻⁽⁾]|[^\W_]))")
"""A raised number that is not directly followed by a word."""

_BRACKETED_MARK = re.compile(rf" ?\[[{RAISED}]{{1,3}}(?:[,⁻–-] ?[{RAISED}]{{1,3}})*\]")
"""A raised number in brackets, as web pages print it; it is always a note mark."""

_WORD_BEFORE = re.compile(r"(?:[^\W\d_]{2}|[.,;:!?…。，”’\"'»)\]」])$")
"""Text that a note mark may follow. After a number or a single letter, a raised number is an exponent."""


def remove_note_marks(found: Sequence[Paragraph]) -> list[Paragraph]:
    """Return the paragraphs without the raised numbers of notes on the same page or the next.

    The HTML reader does the same: a quotation of a sentence leaves its note marks out. A raised number
    without a note stays, because it may be an exponent; a raised number in brackets is always removed.
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
    """Return the first line of a note with a space between its number and its text."""
    head = _NOTE_HEAD.match(line.text)
    return line.insert_space(head.end()) if head and not head[5] and line.text[head.end()].isalpha() else line


def _find_note_numbers(found: Sequence[Paragraph]) -> dict[int, set[str]]:
    """Return the numbers of the notes on each page."""
    numbers: dict[int, set[str]] = defaultdict(set)
    for paragraph in found:
        head = _NOTE_HEAD.match(paragraph.lines[0].text) if paragraph.is_note else None
        if head:
            numbers[paragraph.lines[0].page].add((head[1] or head[3]).translate(RAISED_TO_PLAIN))
    return numbers


def _remove_marks(line: Line, notes: dict[int, set[str]]) -> Line:
    known = notes.get(line.page, set()) | notes.get(line.page + 1, set())
    for mark in reversed(list(_BRACKETED_MARK.finditer(line.text, 1))):
        line = line.remove(mark.start(), mark.end())
    for mark in reversed(list(_NOTE_MARK.finditer(line.text)) if known else []):
        if mark[2].translate(RAISED_TO_PLAIN) in known and _WORD_BEFORE.search(line.text[: mark.start()]):
            line = line.remove(mark.start(), mark.end())
    return line

"""Paragraphs that go on in the next column or on the next page, joined around what stands between."""

from __future__ import annotations

import re
from dataclasses import replace

from ascribe.read.pdf.kinds import Paragraph
from ascribe.read.pdf.signs import INDEXED

_FAR = 150
"""How many notes, captions and table rows may stand between the two parts of a paragraph."""

_SENTENCE_END = re.compile(r"[.!?][\"'”’»)\]]*$")


def joined(found: list[Paragraph]) -> list[Paragraph]:
    """The paragraphs with broken ones made whole; asides in between move before or behind them."""
    # Notes that run over columns come first: they move as a whole when the text around them is joined.
    return _joined(_joined(found, over_columns=True), over_columns=False)


def _joined(found: list[Paragraph], *, over_columns: bool) -> list[Paragraph]:
    result: list[Paragraph] = []
    rest = list(found)
    position = 0
    while position < len(rest):
        current = rest[position]
        position += 1
        find = _column_follower if over_columns else _follower
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
        before, whole, after = _around(current, between, rest[follower])
        result += before
        rest[follower : follower + 1] = [whole, *after]
        position = follower
    return result


def _follower(rest: list[Paragraph], position: int, current: Paragraph) -> int | None:
    """Index of the paragraph that goes on where ``current`` breaks off; None if there is none."""
    if current.kind not in ("prose", "list_item"):
        return None
    if current.aside:
        return _note_follower(rest, position, current)
    for index in range(position, min(position + _FAR, len(rest))):
        candidate = rest[index]
        if candidate.lines[0].page > current.lines[-1].page + 1:
            return None
        if _goes_on(current, candidate):
            return index
        if not candidate.aside:
            return None
    return None


def _note_follower(rest: list[Paragraph], position: int, current: Paragraph) -> int | None:
    """For a note: the next paragraph, or what stands first among the notes of the next page."""
    if position < len(rest) and _goes_on(current, rest[position]):
        return position
    page = current.lines[-1].page + 1
    if position >= len(rest) or rest[position].lines[0].page != page:
        return None  # the lines of a page stay together
    return _first_note(rest, position, current, page)


def _column_follower(rest: list[Paragraph], position: int, current: Paragraph) -> int | None:
    """For a note: what stands first among the notes of the next column."""
    if not current.aside or current.kind != "prose":
        return None
    return _first_note(rest, position, current, current.lines[-1].page)


def _first_note(rest: list[Paragraph], position: int, current: Paragraph, page: int) -> int | None:
    """The first note on the page in another place than the current one, if the current one goes on there."""
    last = current.lines[-1]
    for index in range(position, min(position + _FAR, len(rest))):
        candidate = rest[index]
        if candidate.lines[0].page != page:
            return None
        elsewhere = candidate.lines[0].column != last.column or page != last.page
        if candidate.aside and candidate.kind == "prose" and elsewhere:
            return index if _goes_on(current, candidate) and not candidate.is_note else None
    return None


def _goes_on(current: Paragraph, candidate: Paragraph) -> bool:
    last, first = current.lines[-1], candidate.lines[0]
    if candidate.kind not in ("prose", "list_item") or current.aside != candidate.aside:
        return False
    if current.kind == "list_item" and INDEXED.search(last.text):
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


def _around(
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
    cut = _sentence_cut(current, late[0].lines[0].page)
    if cut is None:
        return early, whole, late
    head = replace(current, lines=current.lines[:cut])
    tail = replace(current, lines=current.lines[cut:] + follower.lines)
    return [*early, head, *late], tail, []


def _sentence_cut(current: Paragraph, page: int) -> int | None:
    """The last line of that page that begins behind a sentence end; None if there is none."""
    for index in range(len(current.lines) - 1, 0, -1):
        if current.lines[index].page != page:
            return None
        if _SENTENCE_END.search(current.lines[index - 1].text):
            return index
    return None

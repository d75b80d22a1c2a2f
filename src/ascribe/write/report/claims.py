"""The words of a sentence as they are read on the page, with what differs and what has no support."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import Literal

from ascribe.write.contexts import strip_marks
from ascribe.write.evidence import Place
from ascribe.write.report.reply_markup import ReplyMarkup
from ascribe.write.view import SentenceView

ClaimPart = tuple[str, Literal["", "missing", "differs"]]
"""Some words, and whether they differ from the source or have no support."""


def build_claim(sentence: SentenceView, reply: ReplyMarkup) -> tuple[ClaimPart, ...]:
    """Return the words of the sentence without Markdown syntax, in parts.

    A sentence that is not in the reply, or consists of syntax, is one part.
    """
    parts = tuple(_split_words(sentence, reply))
    if sentence.place is None or not "".join(words for words, _ in parts).strip():
        return ((strip_marks(sentence.text) or sentence.text, ""),)
    return parts


def _split_words(sentence: SentenceView, reply: ReplyMarkup) -> Iterator[ClaimPart]:
    differing = [] if sentence.differing is None else [sentence.differing]
    marked = [*differing, *sentence.marked]
    for place, shown, separator in reply.find_words(sentence.number):
        yield separator, ""
        if shown:
            yield shown, ""
            continue
        inner = {edge for one in marked for edge in one if place[0] < edge < place[1]}
        for start, end in pairwise(sorted({*place, *inner})):
            kind = _find_kind((start, end), differing, sentence)
            yield reply.view.reply[start:end], kind


def _find_kind(
    place: Place, differing: list[Place], sentence: SentenceView
) -> Literal["", "missing", "differs"]:
    if any(start <= place[0] and place[1] <= end for start, end in differing):
        return "differs"
    return "missing" if any(s <= place[0] and place[1] <= e for s, e in sentence.marked) else ""

"""Numbers of citation markers, shared by every format.

A number stands for distinct words of a distinct source, so that a reader who follows ``[5]`` finds the
exact words. Numbers go by first use in reading order. They start above the highest number that the reply
itself has in square brackets and skip any that it uses, so that a marker of ours and one of the reply's own
can never be taken for one another.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from ascribe.records import Reference

CITED_LABELS = ("supports", "contradicts")
"""Labels that get a number. ``supports`` makes a marker, ``contradicts`` a warning that names the number."""

Words = tuple[int, str, int, int]
"""What a number stands for: position and id of the document, start and end in it."""

_BRACKETED = re.compile(r"[\[【]([^\[\]【】\n]{1,80})[\]】]")
_LARGEST_MARKER = 999
"""A larger number in brackets is a year or an amount; numbering does not start above it."""


def own_numbers(reply: str) -> frozenset[int]:
    """The whole numbers that stand within square brackets in the reply, ends of ranges included."""
    inner = " ".join(_BRACKETED.findall(reply))
    return frozenset(int(digits) for digits in re.findall(r"[0-9]{1,9}", inner))


def words_of(reference: Reference) -> Words:
    """The words that the reference points to."""
    return (
        reference.document_position,
        reference.document_id,
        reference.document_start_idx,
        reference.document_end_idx,
    )


def number_references(reply: str, references: Iterable[Reference]) -> dict[Words, int]:
    """Words → number, for the references whose label is cited, by first use."""
    taken = own_numbers(reply)
    number = max((n for n in taken if n <= _LARGEST_MARKER), default=0)
    numbers: dict[Words, int] = {}
    for reference in references:
        words = words_of(reference)
        if reference.label not in CITED_LABELS or words in numbers:
            continue
        number += 1
        while number in taken:
            number += 1
        numbers[words] = number
    return numbers

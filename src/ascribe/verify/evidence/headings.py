"""Headings: what stands below one heading is not said of what a heading beside it names.

"Adults: take two tablets. Children: take one" has every word of "children take two tablets". Two headings are
beside one another if they stand below the same ones.
"""

from __future__ import annotations

from collections.abc import Iterator

from ascribe.verify.evidence.passages import read_sentence, read_text
from ascribe.verify.evidence.sets import ClaimContext, HeadingPath, list_headings
from ascribe.verify.lexicon import get_meanings


def is_below_other_heading(case: ClaimContext, member: int) -> bool:
    """Return True if the claim names a heading beside that of the sentence, and not the sentence's own.

    What the two headings share does not count, nor what the sentence itself says. A long heading is named by
    half of its words.
    """
    here = case.evidence[member]
    path = list_headings(here)
    said = get_meanings(case.text)
    new = said - get_meanings(read_sentence(case.evidence, member, case.text.language)) if path else said
    language = here.document.language or case.text.language
    for own, other in _list_pairs(path, case.heading_paths.get(here.position, frozenset())):
        mine, theirs = (get_meanings(read_text(one, language)) for one in (own, other))
        named, asked = theirs - mine, new & (theirs - mine)
        if asked and 2 * len(asked) >= len(named) and not said & (mine - theirs):
            return True
    return False


def _list_pairs(path: HeadingPath, others: frozenset[HeadingPath]) -> Iterator[tuple[str, str]]:
    """Yield each heading of a path with each one beside it."""
    for other in others:
        place = next((n for n, pair in enumerate(zip(path, other, strict=False)) if pair[0] != pair[1]), None)
        if place is not None:
            yield path[place], other[place]

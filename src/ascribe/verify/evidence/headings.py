"""Headings: what stands below one heading is not said of what a heading beside it names.

"Adults: take two tablets. Children: take one" has every word of "children take two tablets". Two headings are
beside one another if they stand below the same ones.
"""

from __future__ import annotations

from collections.abc import Iterator

from ascribe.verify.comparison import Text
from ascribe.verify.evidence.passages import read_sentence, read_text
from ascribe.verify.evidence.sets import ClaimContext, HeadingPath, list_headings


def is_below_other_heading(case: ClaimContext, member: int) -> bool:
    """Return True if the claim names a heading beside that of the sentence, and not the sentence's own.

    What the two headings share does not count, nor what the sentence itself says, nor numbers of sections. A
    heading of more than two words is named by half of them. A synonym does not name one: what a fund pays is
    not below "Finance".
    """
    here = case.evidence[member]
    path = list_headings(here)
    said = _list_stems(case.text)
    new = said - _list_stems(read_sentence(case.evidence, member, case.text.language)) if path else said
    language = here.document.language or case.text.language
    for own, other in _list_pairs(path, case.heading_paths.get(here.position, frozenset())):
        mine, theirs = (_list_stems(read_text(one, language)) for one in (own, other))
        named = theirs - mine
        least = len(named) if len(named) <= _SHORT else len(named) / 2
        if named and len(new & named) >= least and not said & (mine - theirs):
            return True
    return False


_SHORT = 2
"""Words of a heading that a claim names with all of them."""


def _list_stems(text: Text) -> frozenset[str]:
    return frozenset(word.stem for word in text.content if not word.form[0].isdigit())


def _list_pairs(path: HeadingPath, others: frozenset[HeadingPath]) -> Iterator[tuple[str, str]]:
    """Yield each heading of a path with each one beside it."""
    for other in others:
        place = next((n for n, pair in enumerate(zip(path, other, strict=False)) if pair[0] != pair[1]), None)
        if place is not None:
            yield path[place], other[place]

"""The first and the last row of a page, where they are heads and footers that run across its columns."""

from __future__ import annotations

from collections.abc import Sequence

from ascribe.read.pdf.fragments import Fragment

Fragments = list[Fragment]

_APART = 1.0
"""Font sizes of white space between such a row and the text, at least."""


def without_edges(fragments: Fragments) -> tuple[Fragments, Fragments, Fragments]:
    """The head, what stands between, and the footer, each in the order of the file.

    The words left and right of a head would count as lines of the columns below them.
    """
    head = _edge(fragments, fragments, top=True)
    text = [f for f in fragments if f.order not in head]
    foot = _edge(text, fragments, top=False)
    parts: tuple[Fragments, Fragments, Fragments] = ([], [], [])
    for fragment in fragments:
        parts[0 if fragment.order in head else 2 if fragment.order in foot else 1].append(fragment)
    return parts


def _edge(text: Fragments, page: Sequence[Fragment], *, top: bool) -> set[int]:
    """Orders of the outermost row, if it has several parts, drawn one after the other, and stands apart."""
    if len(text) < 3:
        return set()
    first = (max if top else min)(text, key=lambda f: f.base)
    row = {f.order: f for f in text if abs(f.base - first.base) < 0.5 * first.size}
    others = [f for f in text if f.order not in row]
    if len(row) < 2 or not others or any(min(row) < f.order < max(row) for f in page if f.order not in row):
        return set()
    upper, lower = (row.values(), others) if top else (others, row.values())
    gap = min(f.low for f in upper) - max(f.high for f in lower)
    return set(row) if gap > _APART * first.size else set()

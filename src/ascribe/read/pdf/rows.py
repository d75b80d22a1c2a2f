"""Fragments of one region → rows, as they are read."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import chain, pairwise

from ascribe.read.pdf.fragments import Fragment

Fragments = list[Fragment]

_INDEX = 0.85
"""Below this share of the usual size of a region, a fragment may be an index or the mark of a note."""


def flows(region: Fragments) -> list[Fragments]:
    """Runs that go down the page as the file draws them, top first; runs side by side become one, by rows."""
    runs: list[Fragments] = []
    for fragment in sorted(region, key=lambda f: f.order):
        last = runs[-1][-1] if runs else None
        if last is None or fragment.base - last.base > 0.8 * max(last.size, fragment.size):
            runs.append([])
        runs[-1].append(fragment)
    merged: list[Fragments] = []
    for run in sorted(runs, key=lambda run: -max(f.base for f in run)):
        if merged and max(f.base for f in run) > min(f.base for f in merged[-1]) - 0.3 * run[0].size:
            merged[-1] = merged[-1] + run
        else:
            merged.append(run)
    whole = {id(run) for run in runs if not _has_index_first(run)}
    return [run if id(run) in whole else list(chain.from_iterable(by_rows(run))) for run in merged]


def _has_index_first(run: Fragments) -> bool:
    """True if the file draws an index before the words to its left."""
    return any(
        index.size < _INDEX * word.size and index.base > word.base and index.left > word.left
        for index, word in pairwise(run)
        if index.base - word.base < 0.7 * word.size
    )


def by_rows(fragments: Fragments) -> list[Fragments]:
    """Rows from top to bottom, each along the line; indices stand in the row that they belong to."""
    usual = _usual_size(fragments)
    found = _stacked([f for f in fragments if f.size >= _INDEX * usual])
    strays = [f for f in fragments if f.size < _INDEX * usual and not _put_into_row(f, found)]
    found = sorted(found + _stacked(strays), key=lambda row: -row[0].base)
    return [sorted(row, key=lambda f: -f.left if f.rtl else f.left) for row in found]


def _usual_size(fragments: Fragments) -> float:
    sizes: Counter[float] = Counter()
    for fragment in fragments:
        sizes[fragment.size] += len(fragment.text)
    return sizes.most_common(1)[0][0]


def _stacked(fragments: Fragments) -> list[Fragments]:
    stack: list[Fragments] = []
    for fragment in sorted(fragments, key=lambda f: (-f.base, f.left)):
        if stack and stack[-1][0].base - fragment.base < 0.45 * min(fragment.size, stack[-1][0].size):
            stack[-1].append(fragment)
        else:
            stack.append([fragment])
    return stack


def _put_into_row(index: Fragment, found: list[Fragments]) -> bool:
    """Adds a small fragment to the row that it touches, a little above or below its base line."""
    for row in found:
        size = row[0].size
        if not -0.4 * size < index.base - row[0].base < 0.7 * size:
            continue
        host = next((other for other in row if _covers(index, other)), None)
        if host is None and any(_touches(index, other) for other in row):
            row.append(index)
            return True
        if host is not None and (gap := _gap(index, host)):
            row.remove(host)
            row += [host.piece(0, gap[0]), index, host.piece(gap[1], len(host.text))]
            return True
    return False


def _gap(index: Fragment, host: Fragment) -> tuple[int, int] | None:
    """The spaces of a fragment that a small one stands over, as offsets."""
    for match in re.finditer(r"(?<=\S) +(?=\S)", host.text):
        slack = 0.1 * host.size
        if (
            host.ends[match.start() - 1] <= index.left + slack
            and index.right - slack <= host.starts[match.end()]
        ):
            return match.span()
    return None


def _touches(index: Fragment, other: Fragment) -> bool:
    gap = max(index.left - other.right, other.left - index.right)
    return gap < 0.3 * other.size


def _covers(index: Fragment, other: Fragment) -> bool:
    shared = min(index.right, other.right) - max(index.left, other.left)
    return shared > 0.3 * (index.right - index.left)


def rows(fragments: Iterable[Fragment]) -> Iterator[Fragments]:
    """Fragments that stand on one line, one after the other."""
    row: Fragments = []
    for fragment in fragments:
        if row and not _goes_on(row, fragment):
            yield row
            row = []
        row.append(fragment)
    if row:
        yield row


def _goes_on(row: Fragments, fragment: Fragment) -> bool:
    last, size = row[-1], max(row[-1].size, fragment.size)
    if last.high - last.low > 2 * size or fragment.high - fragment.low > 2 * size:
        return False  # a whole table, or a brace over several lines
    if min(abs(fragment.base - f.base) for f in (row[0], last)) > 0.6 * size:
        return False
    overlap = min(last.high, fragment.high) - max(last.low, fragment.low)
    if overlap < 0.3 * min(last.high - last.low, fragment.high - fragment.low):
        return False
    if last.rtl or fragment.rtl:
        return fragment.right <= min(f.left for f in row) + 0.5 * size
    return fragment.left >= max(f.right for f in row) - 0.5 * size

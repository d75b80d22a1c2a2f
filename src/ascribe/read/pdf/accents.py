"""Accents that a file draws apart from their letters → accented letters."""

from __future__ import annotations

import unicodedata
from dataclasses import replace

from ascribe.read.pdf.fragments import Fragment

_COMBINING = {
    "`": "\u0300",
    "´": "\u0301",
    "ˆ": "\u0302",
    "˜": "\u0303",
    "¯": "\u0304",
    "˘": "\u0306",
    "˙": "\u0307",
    "¨": "\u0308",
    "˚": "\u030a",
    "˝": "\u030b",
    "ˇ": "\u030c",
    "¸": "\u0327",
    "˛": "\u0328",
}
"""Spacing accents, as TeX and old fonts print them over a letter, and what combines with one."""

_DOTLESS = {"ı": "i", "ȷ": "j"}

_MOST = 200
"""Fragments with such a sign on one page; more of them are code or drawings."""

_OVER = 0.5
"""Share of an accent's width that lies over its letter."""


def with_accents(fragments: list[Fragment]) -> list[Fragment]:
    """The fragments with every accent joined to the letter that it stands over, in one character."""
    sources = [i for i, f in enumerate(fragments) if not _COMBINING.keys().isdisjoint(f.text)]
    for source in sources if len(sources) <= _MOST else ():
        at = 0
        while at < len(fragments[source].text):
            if fragments[source].text[at] not in _COMBINING or not _join(fragments, source, at):
                at += 1
    return [fragment for fragment in fragments if fragment.text]


def _join(fragments: list[Fragment], source: int, at: int) -> bool:
    """Moves one accent onto its letter; False if it stands over none."""
    accent = fragments[source]
    mark, left, right = _COMBINING[accent.text[at]], accent.starts[at], accent.ends[at]
    for target, other in enumerate(fragments):
        if abs(other.base - accent.base) > 0.35 * other.size or other.right < left or other.left > right:
            continue
        for place, letter in enumerate(other.text):
            over = min(other.ends[place], right) - max(other.starts[place], left)
            if over < _OVER * (right - left) or (target == source and place == at):
                continue
            whole = unicodedata.normalize("NFC", _DOTLESS.get(letter, letter) + mark)
            if letter.isalpha() and len(whole) == 1:
                fragments[target] = replace(other, text=other.text[:place] + whole + other.text[place + 1 :])
                fragments[source] = _without(fragments[source], at)
                return True
    return False


def _without(fragment: Fragment, at: int) -> Fragment:
    """The fragment without one character, and without the spaces that only that character made."""
    first, last = at, at + 1
    while first and fragment.text[first - 1] == " ":
        first -= 1
    while last < len(fragment.text) and fragment.text[last] == " ":
        last += 1
    inner = first > 0 and last < len(fragment.text)
    parted = inner and fragment.starts[last] - fragment.ends[first - 1] > 0.15 * fragment.size
    space = [i for i in range(first, last) if i != at][:1] if parted else []
    return _picked(fragment, [*range(first), *space, *range(last, len(fragment.text))])


def _picked(fragment: Fragment, keep: list[int]) -> Fragment:
    if not keep:
        return replace(fragment, text="")
    starts, ends = tuple(fragment.starts[i] for i in keep), tuple(fragment.ends[i] for i in keep)
    return replace(
        fragment,
        text="".join(fragment.text[i] for i in keep),
        starts=starts,
        ends=ends,
        left=min(starts),
        right=max(ends),
        bold_head=min(fragment.bold_head, len(keep)),
    )

"""How a marker names a work by author and year, and the letters that tell such labels apart."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from ascribe.records.work import Work

NO_DATE = "n.d."
_LONGEST_TITLE = 40
_MOST_NAMES = 2
"""Of three authors and more the first stands for all, with "et al.": APA 7, section 8.17."""


def labels_of(works: Sequence[Work]) -> list[tuple[str, str]]:
    """For each work its label, and the letter in it: ``("Kohl & Ray, 2019b", "b")``.

    The letter is empty where no other work has the same label; letters go in the order given. Without
    authors or editors the title stands for them, without a year ``n.d.``. A work without any of the three
    has no label: "".
    """
    names = [_names(work) for work in works]
    years = [str(work.issued[0]) if work.issued else NO_DATE for work in works]
    pairs = [(name.casefold(), year) for name, year in zip(names, years, strict=True)]
    counts, seen = Counter(pairs), Counter[tuple[str, str]]()
    labels = []
    for name, year, pair in zip(names, years, pairs, strict=True):
        seen[pair] += 1
        letter = letters(seen[pair]) if name and counts[pair] > 1 else ""
        labels.append((f"{name}, {with_letter(year, letter)}" if name else "", letter))
    return labels


def with_letter(year: str, letter: str) -> str:
    """``2019a``; without a date ``n.d.-a``."""
    return f"{year}-{letter}" if letter and year == NO_DATE else year + letter


def letters(number: int) -> str:
    """1 → ``a``, 26 → ``z``, 27 → ``aa``."""
    text = ""
    while number:
        number, rest = divmod(number - 1, 26)
        text = chr(ord("a") + rest) + text
    return text


def _names(work: Work) -> str:
    people = work.authors or work.editors
    if not people:
        return f"“{_short(work.title)}”" if work.title else ""
    families = [name.family for name in people]
    return " & ".join(families) if len(families) <= _MOST_NAMES else f"{families[0]} et al."


def _short(title: str) -> str:
    """The title up to its last whole word that fits."""
    if len(title) <= _LONGEST_TITLE:
        return title
    words = title[:_LONGEST_TITLE].rpartition(" ")[0].rstrip(" ,;:–-")
    return f"{words} …" if words else f"{title[:_LONGEST_TITLE]}…"

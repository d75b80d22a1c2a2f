"""A quote → where it stands now, and how sure that is; or nowhere, rather than at a wrong place."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Literal

from ascribe.errors import InputError
from ascribe.quotes.alignment import alignments, tokens_of
from ascribe.quotes.changes import changes_between
from ascribe.quotes.context import context_of
from ascribe.quotes.edges import cuts_a_word
from ascribe.quotes.normal import normal
from ascribe.records import Document

How = Literal["exact", "moved", "normalised", "changed"]

LIKE = 0.7
"""Least similarity of an edited quote between the words that it stood between before."""

ALIKE = 0.9
"""Least similarity where nothing is known of the words around it."""

AROUND = 0.6
"""Least likeness of the words on each known side. Texts have sentences that differ in one word only, so an
edited quote between other words is taken for one of these."""

MARGIN = 0.05
"""A second place that comes so near makes the first no better than a guess."""

FEWEST_WORDS = 4
"""A shorter quote has no words to spare: changed, it is another quote."""

_MOST_PLACES = 500
"""Equal quotes that are compared by their surroundings; the first ones and those nearest the old place."""


@dataclass(frozen=True, slots=True)
class FoundQuote:
    """Where a quote stands. Offsets are half-open code points of the text that was searched.

    Args:
        start: its first code point.
        end: one past its last.
        how: ``exact`` at the old place, ``moved`` (the same characters elsewhere), ``normalised`` (the same
            but for spaces, line ends, hyphens between letters, ligatures, typographic quotes and other
            settings of the same signs), or ``changed``: other words, so no longer what was quoted.
        similarity: share of the words in common by weight, in [0, 1]; 1.0 unless changed.
        changes: (words of the quote, words in their place) for what differs; empty unless changed.
    """

    start: int
    end: int
    how: How
    similarity: float = 1.0
    changes: tuple[tuple[str, str], ...] = ()

    @property
    def same_words(self) -> bool:
        """False if any word, figure or sign of the quote differs."""
        return self.how != "changed"


def find_quote(
    document: Document | str, quote: str, *, prefix: str = "", suffix: str = "", position: int | None = None
) -> FoundQuote | None:
    """The place of the quote in the document; None where it is not, or where several places are as good.

    First come the same words, in whatever setting; only where there are none, the stretch most like them. Of
    several equal ones the words around decide, then the old place. A quote never begins or ends inside a
    word or number.

    Args:
        document: the document, or its text.
        quote: the words, as ``Reference.quote`` or ``TextQuote.exact`` has them.
        prefix: words that stood right before it.
        suffix: words that stood right behind it.
        position: where it began, in code points.

    Raises:
        InputError: a blank quote.
    """
    if not quote.strip():
        raise InputError("quote: it is blank; give the words to find.")
    text = (document.full_text or "") if isinstance(document, Document) else document
    search = _Search(text, quote, prefix, suffix, position)
    return search.untouched() or search.same() or search.changed()


@dataclass(frozen=True, slots=True)
class _Search:
    text: str
    quote: str
    prefix: str
    suffix: str
    position: int | None

    def untouched(self) -> FoundQuote | None:
        """With the very characters around it that it had, in one place only or in the old one."""
        whole, before = f"{self.prefix}{self.quote}{self.suffix}", len(self.prefix)
        places = [at + before for at in _all(self.text, whole)]
        start = self.position if self.position in places else places[0] if len(places) == 1 else None
        if start is None or (whole == self.quote and start != self.position):
            return None
        place = (start, start + len(self.quote))
        return self._found(place) if self._is_whole(*place) else None

    def same(self) -> FoundQuote | None:
        """In normal form, where the words around fit best."""
        whole, wanted = normal(self.text), normal(self.quote).text.strip()
        places = (
            {whole.original(at, at + len(wanted)) for at in _all(whole.text, wanted)} if wanted else set()
        )
        places |= {(at, at + len(self.quote)) for at in _all(self.text, self.quote)}
        place = self._best(sorted(places))
        return self._found(place) if place else None

    def _found(self, place: tuple[int, int]) -> FoundQuote:
        start, end = place
        if self.text[start:end] != self.quote:
            return FoundQuote(start, end, "normalised")
        return FoundQuote(start, end, "exact" if start == self.position else "moved")

    def changed(self) -> FoundQuote | None:
        whole, wanted = normal(self.text), normal(self.quote).text.strip()
        if len(tokens_of(wanted)) < FEWEST_WORDS:
            return None
        scored = []
        for found in alignments(wanted, whole.text, normal(self.prefix).text, normal(self.suffix).text):
            place = whole.original(found.start, found.end)
            sides = context_of(self.text, *place, self.prefix, self.suffix)
            if found.similarity >= (LIKE if sides else ALIKE) and min(sides, default=1.0) >= AROUND:
                scored.append((found.similarity + sum(sides), found, place))
        scored.sort(key=lambda row: (-row[0], row[2]))
        if not scored or self._is_doubtful([(score, place) for score, _, place in scored]):
            return None
        _, found, place = scored[0]
        changes = changes_between(wanted, whole.text[found.start : found.end])
        return FoundQuote(*place, "changed", round(found.similarity, 4), changes) if changes else None

    def _is_doubtful(self, scored: list[tuple[float, tuple[int, int]]]) -> bool:
        first, (start, end) = scored[0]
        return any(first - other < MARGIN and (b <= start or end <= a) for other, (a, b) in scored[1:])

    def _around(self, place: tuple[int, int]) -> float:
        return sum(context_of(self.text, *place, self.prefix, self.suffix))

    def _best(self, places: Iterable[tuple[int, int]]) -> tuple[int, int] | None:
        """The place whose surroundings fit best, then the nearest to the old one; None if two tie."""
        found = [place for place in places if self._is_whole(*place)]
        if len(found) <= 1:
            return found[0] if found else None
        if self.position is not None:
            old = self.position
            found.sort(key=lambda place: abs(place[0] - old))
        ranked = sorted(((self._around(p), p) for p in found[:_MOST_PLACES]), key=lambda row: -row[0])
        best = [place for fit, place in ranked if fit == ranked[0][0]]
        if len(best) > 1 and self.position is None:
            return None
        return best[0]

    def _is_whole(self, start: int, end: int) -> bool:
        """False if it cuts a word that the quote did not cut where it came from."""
        if not cuts_a_word(self.text, start, end):
            return True
        before, after = self.prefix[-2:], self.suffix[:2]
        own = before + self.quote + after
        return cuts_a_word(own, len(before), len(before) + len(self.quote))


def _all(text: str, part: str) -> Iterator[int]:
    at = text.find(part)
    while at >= 0:
        yield at
        at = text.find(part, at + 1)

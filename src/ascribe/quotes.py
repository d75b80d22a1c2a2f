"""Re-anchors quotes: selects a quote with its context and finds it again in a changed document."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from difflib import SequenceMatcher
from functools import lru_cache
from typing import Literal

from ascribe.errors import InputError
from ascribe.records import Document
from ascribe.text.alignment import find_alignments, find_changes, tokenize
from ascribe.text.character_classes import UNSPACED
from ascribe.text.normalize import NormalizedText, normalize

MatchKind = Literal["exact", "moved", "normalised", "changed"]

MIN_SIMILARITY = 0.7
"""Least similarity of an edited quote whose surrounding words are known."""

MIN_SIMILARITY_ALONE = 0.9
"""Least similarity of an edited quote whose surrounding words are unknown."""

MIN_CONTEXT_SIMILARITY = 0.6
"""Least similarity of the words on each known side. Texts contain sentences that differ in one word only, so
an edited quote between other words is taken for such a sentence."""

AMBIGUITY_MARGIN = 0.05
"""Least lead of the best place over the second; with a smaller lead the quote is ambiguous."""

MIN_WORDS = 4
"""Least words of a quote that is searched for with changes: a shorter one would be another quote."""

_MAX_PLACES = 500
"""Most equal quotes compared by their context: the nearest to the old place, or the first ones."""


@dataclass(frozen=True, slots=True)
class FoundQuote:
    """The location of a quote. Offsets are half-open code points of the text that was searched.

    Args:
        start: its first code point.
        end: one past its last.
        how: ``exact`` (the same characters at the old place), ``moved`` (the same characters elsewhere),
            ``normalised`` (the same except for spaces, line ends, hyphens between letters, ligatures,
            typographic quotes and other variants of the same characters), or ``changed`` (different words, so
            no longer the quoted text).
        similarity: weighted share of the words in common, in [0, 1]; 1.0 unless changed.
        changes: pairs of (words of the quote, words in their place) for each difference; empty unless
            changed.
    """

    start: int
    end: int
    how: MatchKind
    similarity: float = 1.0
    changes: tuple[tuple[str, str], ...] = ()

    @property
    def same_words(self) -> bool:
        """Whether every word, figure and punctuation mark of the quote is the same."""
        return self.how != "changed"


def find_quote(
    document: Document | str, quote: str, *, prefix: str = "", suffix: str = "", position: int | None = None
) -> FoundQuote | None:
    """Find a quote in a document; return None if it is missing, or if several places match equally well.

    The same words come first, also with typographic variants; only without such a match is the most similar
    passage used. Among several equal matches the surrounding words decide, then the old position. A match
    never begins or ends inside a word or number.

    Args:
        document: the document, or its text.
        quote: the words, as in ``Reference.quote`` or ``TextQuote.exact``.
        prefix: the text right before the quote when it was made.
        suffix: the text right after it.
        position: its first code point at that time.

    Raises:
        InputError: the quote is blank.
    """
    if not quote.strip():
        raise InputError("quote: it is blank; give the words to find.")
    text = (document.full_text or "") if isinstance(document, Document) else document
    search = _Search(text, quote, prefix, suffix, position)
    return search.find_unchanged() or search.find_normalized() or search.find_changed()


@dataclass(frozen=True, slots=True)
class _Search:
    text: str
    quote: str
    prefix: str
    suffix: str
    position: int | None

    def find_unchanged(self) -> FoundQuote | None:
        """Find the quote with exactly the same context, in only one place or at the old position."""
        whole, before = f"{self.prefix}{self.quote}{self.suffix}", len(self.prefix)
        places = [at + before for at in _find_all(self.text, whole)]
        start = self.position if self.position in places else places[0] if len(places) == 1 else None
        if start is None or (whole == self.quote and start != self.position):
            return None
        place = (start, start + len(self.quote))
        return self._build_match(place) if self._is_whole(*place) else None

    def find_normalized(self) -> FoundQuote | None:
        """Find the same words in normal form, at the place whose context fits best."""
        whole, wanted = normalize_quote(self.text), normalize_quote(self.quote).text.strip()
        places = (
            {whole.original(at, at + len(wanted)) for at in _find_all(whole.text, wanted)}
            if wanted
            else set()
        )
        places |= {(at, at + len(self.quote)) for at in _find_all(self.text, self.quote)}
        place = self._choose_place(sorted(places))
        return self._build_match(place) if place else None

    def _build_match(self, place: tuple[int, int]) -> FoundQuote:
        start, end = place
        if self.text[start:end] != self.quote:
            return FoundQuote(start, end, "normalised")
        return FoundQuote(start, end, "exact" if start == self.position else "moved")

    def find_changed(self) -> FoundQuote | None:
        """Find the passage most similar to the quote, if it is similar enough and unambiguous."""
        whole, wanted = normalize_quote(self.text), normalize_quote(self.quote).text.strip()
        if len(tokenize(wanted)) < MIN_WORDS:
            return None
        scored = []
        for found in find_alignments(
            wanted, whole.text, normalize_quote(self.prefix).text, normalize_quote(self.suffix).text
        ):
            place = whole.original(found.start, found.end)
            sides = compute_context_similarity(self.text, *place, self.prefix, self.suffix)
            if (
                found.similarity >= (MIN_SIMILARITY if sides else MIN_SIMILARITY_ALONE)
                and min(sides, default=1.0) >= MIN_CONTEXT_SIMILARITY
            ):
                scored.append((found.similarity + sum(sides), found, place))
        scored.sort(key=lambda row: (-row[0], row[2]))
        if not scored or self._is_ambiguous([(score, place) for score, _, place in scored]):
            return None
        _, found, place = scored[0]
        changes = find_changes(wanted, whole.text[found.start : found.end])
        return FoundQuote(*place, "changed", round(found.similarity, 4), changes) if changes else None

    def _is_ambiguous(self, scored: list[tuple[float, tuple[int, int]]]) -> bool:
        first, (start, end) = scored[0]
        return any(
            first - other < AMBIGUITY_MARGIN and (b <= start or end <= a) for other, (a, b) in scored[1:]
        )

    def _compute_context_fit(self, place: tuple[int, int]) -> float:
        return sum(compute_context_similarity(self.text, *place, self.prefix, self.suffix))

    def _choose_place(self, places: Iterable[tuple[int, int]]) -> tuple[int, int] | None:
        """Return the place whose context fits best, then the nearest to the old one; None if two tie."""
        found = [place for place in places if self._is_whole(*place)]
        if len(found) <= 1:
            return found[0] if found else None
        if self.position is not None:
            old = self.position
            found.sort(key=lambda place: abs(place[0] - old))
        ranked = sorted(
            ((self._compute_context_fit(p), p) for p in found[:_MAX_PLACES]), key=lambda row: -row[0]
        )
        best = [place for fit, place in ranked if fit == ranked[0][0]]
        if len(best) > 1 and self.position is None:
            return None
        return best[0]

    def _is_whole(self, start: int, end: int) -> bool:
        """Return False if the place cuts a word that the original quote did not cut."""
        if not is_word_cut(self.text, start, end):
            return True
        before, after = self.prefix[-2:], self.suffix[:2]
        own = before + self.quote + after
        return is_word_cut(own, len(before), len(before) + len(self.quote))


def _find_all(text: str, part: str) -> Iterator[int]:
    at = text.find(part)
    while at >= 0:
        yield at
        at = text.find(part, at + 1)


_CONTEXT_CHARS = 32
"""Characters of context on either side, as annotation tools commonly keep."""

_MAX_CONTEXT_CHARS = 512
"""Most characters of context, even if two equal quotes have the same context so far."""


@dataclass(frozen=True, slots=True)
class TextQuote:
    """A quote with its context and position, for ``find_quote``.

    Args:
        exact: the quoted words.
        prefix: the text right before them; empty at the start of the text.
        suffix: the text right after them; empty at its end.
        position: their first code point.
    """

    exact: str
    prefix: str = ""
    suffix: str = ""
    position: int | None = None


def select_quote(text: str, start: int, end: int) -> TextQuote:
    """Return the quote ``text[start:end]`` with 32 characters on either side, or more until it is unique.

    The context has at most 512 characters on either side; beyond that only ``position`` distinguishes two
    quotes.
    """
    reach = _CONTEXT_CHARS
    while True:
        prefix, suffix = text[max(0, start - reach) : start], text[end : end + reach]
        whole = prefix + text[start:end] + suffix
        first = text.find(whole)
        if reach >= _MAX_CONTEXT_CHARS or text.find(whole, first + 1) < 0:
            return TextQuote(text[start:end], prefix, suffix, start)
        reach *= 2


_LETTER = r"[^\W\d_]"
_VARIABLE_SPACING = re.compile(
    rf"(?<=[{UNSPACED}])\s+(?=[{UNSPACED}])|(?<={_LETTER})-\s*(?={_LETTER})|\s+", re.UNICODE
)
"""A space between characters of a script without spaces, a hyphen between letters, or any run of spaces.

A space or hyphen next to a digit stays, because without it ``1-2`` or ``1 2`` would become ``12``.
"""


@lru_cache(maxsize=16)
def normalize_quote(text: str) -> NormalizedText:
    """Normalize a text for comparison; letters, digits and punctuation between words stay unchanged."""
    normalized = normalize(text)
    pieces: list[str] = []
    spans: list[tuple[int, int]] = []
    last = 0
    for match in _VARIABLE_SPACING.finditer(normalized.text):
        space = " " if match[0].isspace() and not _is_between_unspaced(match) else ""
        if match[0] != space:
            pieces += normalized.text[last : match.start()], space
            spans += zip(range(last, match.start()), range(last + 1, match.start() + 1), strict=True)
            spans += [match.span()] * len(space)
            last = match.end()
    if not pieces:
        return normalized
    end = len(normalized.text)
    spans += zip(range(last, end), range(last + 1, end + 1), strict=True)
    if normalized.spans is not None:
        spans = [normalized.original(*span) for span in spans]
    return NormalizedText("".join([*pieces, normalized.text[last:]]), tuple(spans))


def _is_between_unspaced(match: re.Match[str]) -> bool:
    before, after = (
        match.string[match.start() - 1 : match.start()],
        match.string[match.end() : match.end() + 1],
    )
    return bool(before and after and _UNSPACED_CHARACTER.match(before) and _UNSPACED_CHARACTER.match(after))


_UNSPACED_CHARACTER = re.compile(f"[{UNSPACED}]")


def compute_context_similarity(
    text: str, start: int, end: int, prefix: str, suffix: str
) -> tuple[float, ...]:
    """Return the similarity of each known side in normal form, in [0, 1]; empty if neither is known."""
    before, after = normalize_quote(prefix).text.strip(), normalize_quote(suffix).text.strip()
    sides = []
    if before:
        now = normalize_quote(text[max(0, start - 2 * len(prefix)) : start]).text.rstrip()
        sides.append(_compute_text_similarity(now[-len(before) :], before))
    if after:
        now = normalize_quote(text[end : end + 2 * len(suffix)]).text.lstrip()
        sides.append(_compute_text_similarity(now[: len(after)], after))
    return tuple(sides)


def _compute_text_similarity(one: str, other: str) -> float:
    return SequenceMatcher(None, one, other, autojunk=False).ratio()


_NUMBER_CONTINUES = re.compile(r"\s?%|[.,:/]?\w|[-−–]\d")
_NUMBER_BEGINS = re.compile(r"(?:\d[.,:/]|(?<!\w)[-−+]|\w)\Z")


def is_word_cut(text: str, start: int, end: int) -> bool:
    """Return True if the span cuts a word, or a number that continues: ``3.12``, ``-12``, ``12 %``."""
    return _is_cut_before(text, start) or _is_cut_after(text, end)


def _is_cut_before(text: str, start: int) -> bool:
    first, before = text[start : start + 1], text[max(0, start - 2) : start]
    if not before or not first.isalnum() or _UNSPACED_CHARACTER.match(first):
        return False
    return bool(_NUMBER_BEGINS.search(before)) if first.isdigit() else before[-1].isalnum()


def _is_cut_after(text: str, end: int) -> bool:
    last, after = text[end - 1 : end], text[end : end + 2]
    if not after or not last.isalnum() or _UNSPACED_CHARACTER.match(last):
        return False
    if not last.isdigit():
        return after[0].isalnum() and not _UNSPACED_CHARACTER.match(after[0])
    match = _NUMBER_CONTINUES.match(after)
    return match is not None and (after[0] not in ".,:/" or after[1:2].isdigit())

"""Splits what one predicate says of several things, or several times, into one statement for each.

| shape | coordinates |
|---|---|
| gap: "Refunds take 30 days and exchanges 60 days" | "Refunds take 30 days", "exchanges take 60 days" |
| list: "Fires broke out in 1900, 1924 and 1931" | "Fires broke out in 1900", "… in 1924", "… in 1931" |
| apposition: "Ada Kohl, a baker from Leeds, won" | "Ada Kohl is a baker from Leeds", "Ada Kohl won" |

The items of a list and the two sides of a gap must have the same shape. A sentence is not split if a word
says that its items mean something only together ("between", "respectively", "total"), if it has a negation, a
modal verb or a condition, or if it counts the items. Subjects are not split: "Ada and Ben met" says nothing
about Ada alone.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import pairwise

from ascribe.verify.clauses.english_phrases import PhraseFinder, Token, load_word_list, tokenize
from ascribe.verify.clauses.pieces import Piece
from ascribe.verify.comparison import Text
from ascribe.verify.cues import find_scopes

_LONGEST_ITEM = 4
"""Most tokens of one item of a list, of a value, or of a subject without its verb."""

_LEAST_DESCRIPTION = 2
"""Least number of tokens of an apposition: an article and a noun."""

_YEAR_DIGITS = 4

_NAMING_KINDS = ("name", "word", "determiner")
_CONJUNCTIONS = ("and", "or", "but", "yet", ";")
_JOINING_LISTS = ("joint", "negation_or_modal", "condition", "relative")

Span = tuple[int, int]
"""A range of tokens; the end is exclusive."""


def split_coordinates(text: str, piece: Piece) -> list[Piece]:
    """Return one piece for each coordinate of a piece in English; the piece itself if it has none."""
    whole = Text(text, "en")
    inside = piece.trim(text)
    found = [token for token in tokenize(text) if inside.own <= token.start < inside.end]
    if not found or any(map(_joins, found)) or find_scopes(whole, "said") or find_scopes(whole, "if"):
        return [piece]
    source = _PieceTokens(text, piece, found)
    return next((parts for split in _SPLITS if (parts := split(source))), [piece])


def _joins(token: Token) -> bool:
    """Return True for a word by which items mean something only together, and inside quotation marks."""
    is_listed = any(token.form in load_word_list(name) for name in _JOINING_LISTS)
    return is_listed or token.depth > 0 or token.form == ":"


class _PieceTokens:
    """A piece of a sentence with its tokens, from which its coordinates are built."""

    def __init__(self, text: str, piece: Piece, words: Sequence[Token]) -> None:
        self.text = text
        self.piece = piece
        self.words = words
        self.phrases = PhraseFinder(words)

    def write(self, span: Span) -> str:
        """Return the text of a range of tokens; empty for an empty one."""
        start, end = span
        return self.text[self.words[start].start : self.words[end - 1].end] if start < end else ""

    def find_conjunction(self) -> int | None:
        """Return the position of the only "and"; None if there is another conjunction or none."""
        found = [i for i, token in enumerate(self.words) if token.form in _CONJUNCTIONS]
        return found[0] if len(found) == 1 and self.words[found[0]].form == "and" else None

    def find_left_end(self, conjunction: int) -> int:
        """Return the end of what stands before a conjunction, without the comma between them."""
        return conjunction - (self.phrases.get_form(conjunction - 1) == ",")

    def find_opening_end(self) -> int:
        """Return the position behind an opening phrase such as "In 2019,"; 0 if there is none."""
        commas = self.phrases.find_commas(0)
        return commas[0] + 1 if self.words[0].kind == "preposition" and commas else 0

    def build_first(self, end: int) -> Piece:
        """Build the piece up to that token."""
        return replace(self.piece, end=self.words[end - 1].end, is_coordinate=True)

    def build(self, start: int, own: Span, *carried: str) -> Piece:
        """Build a piece from ``start`` on, whose own words are verified after the carried ones."""
        first, last = own
        words = " ".join(filter(None, carried))
        return Piece(self.words[start].start, self.words[last - 1].end, self.words[first].start, words, True)


# --- Gaps ---


def _split_gap(source: _PieceTokens) -> list[Piece]:
    """Split "Refunds take 30 days and exchanges 60 days" before its second subject."""
    words = source.words
    at = source.find_conjunction()
    if at is None or source.piece.carried or source.phrases.is_clause(at + 1):
        return []
    left, end = source.find_left_end(at), len(words)
    value = _find_value(words, at + 1, end)
    first = left - (end - value)
    if not _is_noun_phrase(words, (at + 1, value)) or not _have_same_shape(
        words, (first, left), (value, end)
    ):
        return []
    verb = _find_gapped_verb(source, first)
    if verb is None or not _is_noun_phrase(words, (source.find_opening_end(), verb)):
        return []
    carried = source.write((at + 1, value)), source.write((verb, first))
    return [source.build_first(left), source.build(at + 1, (value, end), *carried)]


def _find_value(words: Sequence[Token], start: int, end: int) -> int:
    """Return where the value begins in which a range ends: at its preposition, number or sign."""
    return next((i for i in range(start, end) if words[i].kind in ("preposition", "number", "sign")), end)


def _is_noun_phrase(words: Sequence[Token], span: Span) -> bool:
    """Return True for a few names and nouns; "first" is no adverb among them."""
    within = words[slice(*span)]
    is_named = all(token.kind in _NAMING_KINDS or token.form == "first" for token in within)
    return 0 < len(within) <= _LONGEST_ITEM and is_named


def _find_gapped_verb(source: _PieceTokens, end: int) -> int | None:
    """Return where the verb begins right before that token, or the word that must be the verb; else None."""
    at = end
    while at > 0 and (source.words[at - 1].is_verb or source.words[at - 1].kind == "adverb"):
        at -= 1
    if at < end:
        return at
    is_word = end > 1 and source.words[end - 1].kind == "word"
    return end - 1 if is_word and source.phrases.find_verb(0, end - 1) is None else None


def _have_same_shape(words: Sequence[Token], one: Span, other: Span) -> bool:
    """Return True for two values with the same kinds of tokens and the same prepositions."""
    first, second = words[max(0, one[0]) : one[1]], words[slice(*other)]
    if one[0] < 0 or not 0 < len(first) == len(second) <= _LONGEST_ITEM:
        return False
    return all(map(_is_alike, first, second)) and first[-1].kind != "preposition"


def _is_alike(one: Token, other: Token) -> bool:
    is_open = one.kind in ("number", *_NAMING_KINDS)
    return one.form == other.form or (one.kind == other.kind and is_open)


# --- Lists ---


def _split_list(source: _PieceTokens) -> list[Piece]:
    """Split a list of nouns, names or values at the end of the piece into its items."""
    at = source.find_conjunction()
    items = _find_items(source, at) if at is not None else []
    if not items:
        return []
    first, *others = items
    shared = source.piece.carried, source.write((0, first[0]))
    return [source.build_first(first[1]), *(source.build(item[0], item, *shared) for item in others)]


def _find_items(source: _PieceTokens, conjunction: int) -> list[Span]:
    """Return the items that the conjunction joins; empty if they are not alike or no predicate has them."""
    words, opening = source.words, source.find_opening_end()
    left = source.find_left_end(conjunction)
    ends = [*(i for i in source.phrases.find_commas(opening) if i < left), left]
    others = [(one + 1, two) for one, two in pairwise(ends)] + [(conjunction + 1, len(words))]
    first = _find_first_item(source, ends[0], others[-1])
    items = [first, *others]
    is_alike = all(_is_item(words, item) and _have_same_kind(words, first, item) for item in items)
    return items if is_alike and _has_predicate(source, (opening, first[0])) else []


def _find_first_item(source: _PieceTokens, end: int, last: Span) -> Span:
    """Return the first item, which ends there, by the kind of the last one; empty if none is clear."""
    words, kind = source.words, _get_item_kind(source.words, last)
    start = end
    if kind == "value":
        start = max(0, end - (last[1] - last[0]))
    elif kind == "name":
        while start > 0 and words[start - 1].kind == "name":
            start -= 1
    elif kind == "noun":
        start = _find_object(source, end)
    return start, end


def _find_object(source: _PieceTokens, end: int) -> int:
    """Return where the nouns begin that end there, behind a verb, a preposition or an unlisted word in -s."""
    words = source.words
    for at in range(end - 1, -1, -1):
        if words[at].is_verb or words[at].kind not in ("word", "determiner"):
            return at + 1
    is_behind_verb = end > 1 and words[end - 2].kind == "word" and words[end - 2].form.endswith("s")
    return end - 1 if is_behind_verb else end


def _get_item_kind(words: Sequence[Token], item: Span) -> str:
    """Return ``value``, ``name`` or ``noun``; empty for anything else."""
    kinds = {token.kind for token in words[slice(*item)]}
    if "number" in kinds and kinds <= {"number", "name", "word", "sign"}:
        return "value"
    if kinds == {"name"}:
        return "name"
    return "noun" if "word" in kinds and kinds <= {"word", "determiner"} else ""


def _is_item(words: Sequence[Token], item: Span) -> bool:
    return 0 < item[1] - item[0] <= _LONGEST_ITEM and bool(_get_item_kind(words, item))


def _have_same_kind(words: Sequence[Token], one: Span, other: Span) -> bool:
    """Return True for two values of one shape, two names, or two nouns, with articles or without."""
    kind = _get_item_kind(words, one)
    if kind != _get_item_kind(words, other):
        return False
    if kind == "value":
        return _have_same_shape(words, one, other)
    return (words[one[0]].kind == "determiner") == (words[other[0]].kind == "determiner")


def _has_predicate(source: _PieceTokens, span: Span) -> bool:
    """Return True if a predicate stands before the items, and neither a count of them nor a comma."""
    before = source.words[slice(*span)]
    if any(_is_count(token) or token.form == "," for token in before):
        return False
    if source.piece.carried:
        return True
    has_verb = source.phrases.find_verb(*span) is not None
    return len(before) > 1 and (has_verb or before[-1].kind in ("preposition", "word"))


def _is_count(token: Token) -> bool:
    is_year = token.form.isdigit() and len(token.form) == _YEAR_DIGITS
    return (token.kind == "number" and not is_year) or token.form in load_word_list("count")


# --- Appositions ---


def _split_apposition(source: _PieceTokens) -> list[Piece]:
    """Split off what an apposition says: behind the subject, or behind a name at the end."""
    words, commas = source.words, source.phrases.find_commas(0)
    if source.piece.carried or not 0 < len(commas) < 3:
        return []
    described = commas[0] + 1, commas[1] if len(commas) > 1 else len(words)
    within = words[slice(*described)]
    is_noun = len(within) >= _LEAST_DESCRIPTION and within[0].kind == "determiner"
    if not is_noun or any(token.is_finite or token.form == "and" for token in within):
        return []
    split = _split_behind_subject if len(commas) > 1 else _split_behind_name
    return split(source, commas[0], described)


def _split_behind_subject(source: _PieceTokens, comma: int, described: Span) -> list[Piece]:
    """Split "Ada Kohl, a baker from Leeds, won the race"."""
    rest, phrases = described[1] + 1, source.phrases
    is_subject = _is_noun_phrase(source.words, (0, comma))
    if not is_subject or not phrases.is_predicate(phrases.skip_adverbs(rest), is_free=True):
        return []
    subject = source.write((0, comma))
    predicate = source.build(rest, (rest, len(source.words)), subject)
    return [source.build(described[0], described, subject, "is"), predicate]


def _split_behind_name(source: _PieceTokens, comma: int, described: Span) -> list[Piece]:
    """Split "The race was won by Ada Kohl, a baker from Leeds"."""
    noun = source.phrases.find_noun_before(0, comma)
    if noun is None or source.words[noun[1] - 1].kind != "name":
        return []
    if source.phrases.find_verb(0, noun[0]) is None:
        return []
    return [source.build_first(comma), source.build(described[0], described, source.write(noun), "is")]


_SPLITS: tuple[Callable[[_PieceTokens], list[Piece]], ...] = (_split_gap, _split_list, _split_apposition)

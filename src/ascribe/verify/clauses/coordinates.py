"""Splits what one predicate says of several things, or several times, into one statement for each.

| shape | coordinates |
|---|---|
| gap: "Refunds take 30 days and exchanges 60 days" | "Refunds take 30 days", "exchanges take 60 days" |
| list: "Fires broke out in 1900, 1924 and 1931" | "Fires broke out in 1900", "… in 1924", "… in 1931" |
| apposition: "Ada Kohl, a baker from Leeds, won" | "Ada Kohl is a baker from Leeds", "Ada Kohl won" |

Items of one list have one shape. A sentence with a word by which its items mean something only together
("between", "respectively", "total"), with a negation or a modal verb, or with a count of the items, is not
split, and no subject is: "Ada and Ben met" is no statement about Ada alone.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from ascribe.verify.clauses.english_phrases import PhraseFinder, Token, load_word_list, tokenize
from ascribe.verify.clauses.pieces import Piece
from ascribe.verify.comparison import Text
from ascribe.verify.cues import find_scopes

_LONGEST_ITEM = 4
"""Most tokens of one item of a list, or of a subject without its verb."""

_NAMING_KINDS = ("name", "word", "determiner")

_YEAR_DIGITS = 4

Items = list[tuple[int, int]]
"""Ranges of tokens, in order; ends are exclusive."""


def split_coordinates(text: str, piece: Piece) -> list[Piece]:
    """Return one piece for each coordinate of a piece; the piece itself if it has none."""
    whole = Text(text, "en")
    if find_scopes(whole, "said") or find_scopes(whole, "if"):
        return [piece]
    inside = piece.trim(text)
    found = [token for token in tokenize(text) if inside.own <= token.start < inside.end]
    if not found or any(_joins(token) for token in found):
        return [piece]
    for split in _SPLITS:
        parts = split(_Source(text, piece, found))
        if parts:
            return parts
    return [piece]


def _joins(token: Token) -> bool:
    """Return True for a word by which items mean something only together, or in quotation marks or brackets."""
    lists = ("joint", "negation_or_modal", "condition", "relative")
    return token.depth > 0 or token.form == ":" or any(token.form in load_word_list(name) for name in lists)


class _Source:
    """A piece of a sentence with its tokens, from which its coordinates are made."""

    def __init__(self, text: str, piece: Piece, found: Sequence[Token]) -> None:
        self.text = text
        self.piece = piece
        self.words = found
        self.phrases = PhraseFinder(found)

    def write(self, start: int, end: int) -> str:
        """Return the text of a range of tokens; empty for an empty one."""
        return self.text[self.words[start].start : self.words[end - 1].end] if start < end else ""

    def find_conjunction(self) -> int | None:
        """Return the position of the only "and"; None if there are several conjunctions or none."""
        found = [i for i, token in enumerate(self.words) if token.form in ("and", "or", "but", "yet", ";")]
        return found[0] if len(found) == 1 and self.words[found[0]].form == "and" else None

    def build_first(self, end: int) -> Piece:
        """Build the piece up to that token."""
        return replace(self.piece, end=self.words[end - 1].end, is_coordinate=True)

    def build(self, start: int, own: int, end: int, *carried: str) -> Piece:
        """Build a piece of a range of tokens whose own words begin at ``own``, after the carried ones."""
        places = self.words[start].start, self.words[end - 1].end, self.words[own].start
        return Piece(*places, " ".join(filter(None, carried)), is_coordinate=True)


# --- Gaps ---


def _split_gap(source: _Source) -> list[Piece]:
    """Split "Refunds take 30 days and exchanges 60 days" after its first object."""
    words, phrases = source.words, source.phrases
    at = source.find_conjunction()
    if at is None or source.piece.carried or phrases.is_clause(at + 1):
        return []
    value = _find_value(words, at + 1, len(words))
    left = at - 1 if words[at - 1].form == "," else at
    start = left - (len(words) - value)
    if not _is_noun_phrase(words, at + 1, value) or not _have_same_shape(words, (start, left), (value, len(words))):
        return []
    verb = _find_gapped_verb(source, start)
    if not 0 < verb < start or not _is_noun_phrase(words, _skip_opening(words), verb):
        return []
    carried = source.write(at + 1, value), source.write(verb, start)
    return [source.build_first(left), source.build(at + 1, value, len(words), *carried)]


def _find_value(words: Sequence[Token], start: int, end: int) -> int:
    """Return where the value begins in which a range ends: at its preposition or number."""
    for at in range(start, end):
        if words[at].kind in ("preposition", "number") or words[at].form in _CURRENCY_SIGNS:
            return at
    return end


_CURRENCY_SIGNS = ("$", "€", "£", "¥")


def _is_noun_phrase(words: Sequence[Token], start: int, end: int) -> bool:
    """Return True for a few names and nouns; "first" is no adverb among them."""
    within = words[start:end]
    is_named = all(token.kind in _NAMING_KINDS or token.form == "first" for token in within)
    return 0 < len(within) <= _LONGEST_ITEM and is_named


def _skip_opening(words: Sequence[Token]) -> int:
    """Return the position behind an opening phrase such as "In 2019,"."""
    comma = next((i for i, token in enumerate(words) if token.form == ","), None)
    return comma + 1 if words[0].kind == "preposition" and comma is not None else 0


def _find_gapped_verb(source: _Source, end: int) -> int:
    """Return where the verb right before that token begins: its auxiliaries, or one word; or -1."""
    at = end
    while at > 0 and (source.words[at - 1].is_verb or source.words[at - 1].kind == "adverb"):
        at -= 1
    if at < end:
        return at
    is_word = end > 1 and source.words[end - 1].kind == "word" and source.phrases.find_verb(0, end - 1) is None
    return end - 1 if is_word else -1


def _have_same_shape(words: Sequence[Token], one: tuple[int, int], other: tuple[int, int]) -> bool:
    """Return True for two ranges with the same kinds of tokens, the same prepositions, and something in them."""
    first, second = words[max(0, one[0]) : one[1]], words[slice(*other)]
    if one[0] < 0 or not 0 < len(first) == len(second) <= _LONGEST_ITEM:
        return False
    return all(map(_is_alike, first, second)) and first[-1].kind != "preposition"


def _is_alike(one: Token, other: Token) -> bool:
    same = one.form == other.form
    return same or (one.kind == other.kind and one.kind in ("number", "name", "word", "determiner"))


# --- Lists ---


def _split_list(source: _Source) -> list[Piece]:
    """Split a list of objects, names or values, at the end of the piece, into its items."""
    at = source.find_conjunction()
    items = _find_items(source, at) if at is not None else []
    if not items:
        return []
    first = items[0][0]
    shared = source.piece.carried, source.write(0, first)
    return [
        source.build_first(items[0][1]),
        *(source.build(start, start, end, *shared) for start, end in items[1:]),
    ]


def _find_items(source: _Source, at: int) -> Items:
    """Return the items joined by the conjunction there; empty if they are not alike or have no verb."""
    words = source.words
    last = (at + 1, len(words))
    ends = [i for i in range(at) if words[i].form == ","]
    opening = _skip_opening(words) - 1
    ends = [i for i in ends if i > opening]
    if ends and ends[-1] == at - 1:
        ends.pop()
        left = at - 1
    else:
        left = at
    bounds = [*ends, left]
    items = [(one + 1, other) for one, other in zip(bounds, bounds[1:], strict=False)] + [last]
    first = (_find_first_start(source, bounds[0], items), bounds[0])
    listed = [first, *items]
    is_alike = all(_is_item(words, one) and _have_same_kind(words, first, one) for one in listed)
    return listed if is_alike and first[0] > 0 and _has_predicate(source, first[0], opening + 1) else []


def _find_first_start(source: _Source, end: int, items: Items) -> int:
    """Return where the first item begins, which ends there; 0 if that is not clear."""
    words = source.words
    length = len(range(*items[-1]))
    kind = _get_kind(words, items[-1])
    start = end
    if kind == "name":
        while start > 0 and words[start - 1].kind == "name":
            start -= 1
        return start
    if kind == "value":
        return end - length
    barrier = (i for i in range(end - 1, -1, -1) if words[i].is_verb or words[i].kind not in ("word", "determiner"))
    before = next(barrier, -1)
    if before >= 0:
        return before + 1
    return end - 1 if end > 1 and words[end - 2].form.endswith("s") and words[end - 2].kind == "word" else 0


def _get_kind(words: Sequence[Token], item: tuple[int, int]) -> str:
    kinds = {token.kind for token in words[slice(*item)]}
    if "number" in kinds and kinds <= {"number", "name", "word", "sign"}:
        return "value"
    if kinds == {"name"}:
        return "name"
    return "noun" if "word" in kinds and kinds <= {"word", "determiner"} else ""


def _is_item(words: Sequence[Token], item: tuple[int, int]) -> bool:
    return 0 < item[1] - item[0] <= _LONGEST_ITEM and bool(_get_kind(words, item)) and item[0] >= 0


def _have_same_kind(words: Sequence[Token], one: tuple[int, int], other: tuple[int, int]) -> bool:
    """Return True for two values of the same shape, two names, or two nouns both with or without an article."""
    kind = _get_kind(words, one)
    if kind != _get_kind(words, other):
        return False
    if kind == "value":
        return _have_same_shape(words, one, other)
    return (words[one[0]].kind == "determiner") == (words[other[0]].kind == "determiner")


def _has_predicate(source: _Source, end: int, start: int) -> bool:
    """Return True if a predicate stands before the items, and no count of them."""
    before = source.words[start:end]
    if any(_is_count(token) for token in before) or any(token.form == "," for token in before):
        return False
    if source.piece.carried:
        return True
    has_verb = source.phrases.find_verb(start, end) is not None
    last = before[-1] if before else None
    return len(before) > 1 and last is not None and (has_verb or last.kind in ("preposition", "word"))


def _is_count(token: Token) -> bool:
    is_year = token.form.isdigit() and len(token.form) == _YEAR_DIGITS
    return (token.kind == "number" and not is_year) or token.form in load_word_list("count")


# --- Appositions ---


def _split_apposition(source: _Source) -> list[Piece]:
    """Split "Ada Kohl, a baker from Leeds, won" into what she is and what she did."""
    words, phrases = source.words, source.phrases
    commas = [i for i, token in enumerate(words) if token.form == ","]
    if source.piece.carried or not commas or phrases.get_kind(commas[0] + 1) != "determiner":
        return []
    first, last = commas[0], commas[1] if len(commas) > 1 else len(words)
    described = words[first + 1 : last]
    if len(described) < _LEAST_DESCRIPTION or any(t.is_finite or t.form == "and" for t in described):
        return []
    if len(commas) > 1:
        return _split_described_subject(source, first, last)
    noun = phrases.find_noun_before(0, first)
    has_name = noun is not None and words[noun[1] - 1].kind == "name"
    if noun is None or not has_name or phrases.find_verb(0, noun[0]) is None:
        return []
    carried = f"{source.write(*noun)} is"
    return [source.build_first(first), source.build(first + 1, first + 1, last, carried)]


_LEAST_DESCRIPTION = 2


def _split_described_subject(source: _Source, first: int, last: int) -> list[Piece]:
    words, phrases = source.words, source.phrases
    is_subject = _is_noun_phrase(words, 0, first)
    if not is_subject or not phrases.is_predicate(phrases.skip_adverbs(last + 1), is_free=True):
        return []
    subject = source.write(0, first)
    return [
        source.build(first + 1, first + 1, last, f"{subject} is"),
        source.build(last + 1, last + 1, len(words), subject),
    ]


_SPLITS: tuple[Callable[[_Source], list[Piece]], ...] = (_split_gap, _split_list, _split_apposition)

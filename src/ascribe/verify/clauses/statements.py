"""A sentence of a reply → its statements, each an exact slice of the reply with what is judged for it.

English is cut by ``english``; other languages at semicolons and at the few conjunctions of
``conjunctions.json`` that surely open a clause. Nothing is cut where somebody is reported to say it, nor
where a condition stands: "A if B, and C" may make C depend on B.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from ascribe.language.words import is_content, words
from ascribe.stages import Claim
from ascribe.verify.clauses.english import Cut, Cutter
from ascribe.verify.clauses.phrases import Phrases
from ascribe.verify.clauses.tokens import Token, tokens, word_list
from ascribe.verify.rules.comparison import Text
from ascribe.verify.rules.scope import find_scopes

LONGEST = 2000
"""Characters above which a sentence is not cut: a list without full stops, or a table in prose."""

_LEAST = 2
"""Content words of a statement; with fewer the sentence is not cut there."""

_KINDS = ("prose", "list_item")
_TRIMMED = " \t\r\n,;.!?:，。；、！？؛،।"


@dataclass(frozen=True, slots=True)
class Statement:
    """One statement of a sentence.

    Args:
        start: its first code point in the reply.
        end: one past its last.
        claim: what is judged: its own words after the subject that they share with an earlier statement.
    """

    start: int
    end: int
    claim: Claim


def statements(claim: Claim, language: str | None = None) -> tuple[Statement, ...]:
    """The statements in order, not overlapping; empty if the sentence is not surely two or more.

    Args:
        claim: a sentence of a reply.
        language: ISO 639-1 code; None reads it as English.
    """
    text = claim.content
    spoken = (language or "en").split("-")[0].lower()
    if claim.kind not in _KINDS or len(text) > LONGEST:
        return ()
    pieces = _english(text) if spoken == "en" else _elsewhere(text, spoken)
    made = [one for piece in pieces if (one := _statement(claim, piece, spoken)) is not None]
    return tuple(made) if len(made) == len(pieces) > 1 else ()


@dataclass(frozen=True, slots=True)
class _Piece:
    """A slice of a sentence: where it starts and ends, what is judged of it, and what goes before that."""

    start: int
    end: int
    own: int
    carried: str = ""


def _statement(claim: Claim, piece: _Piece, language: str) -> Statement | None:
    text = claim.content
    end = piece.start + len(text[piece.start : piece.end].rstrip(_TRIMMED))
    own = text[piece.own : end]
    if sum(is_content(word, language) for word in words(own, language)) < _LEAST:
        return None
    judged = f"{piece.carried} {own}" if piece.carried else own
    judged = judged[:1].upper() + judged[1:] + "."
    start = claim.start + piece.start
    whole = Claim(judged, start, claim.start + end, "prose", judged)
    return Statement(start, claim.start + end, whole)


def _english(text: str) -> list[_Piece]:
    found = tokens(text)
    if any(token.form in word_list("condition") and not token.depth for token in found):
        return []
    cuts = [] if find_scopes(Text(text, "en"), "if") else Cutter(found).run()
    cuts = list(_unreported(text, found, cuts))
    return _pieces(text, found, cuts) if cuts else []


def _unreported(text: str, found: list[Token], cuts: list[Cut]) -> Iterator[Cut]:
    """The cuts before the first report; none if the report follows what is said: "A and B, she said."."""
    reports = [scope.start for scope in find_scopes(Text(text, "en"), "said")]
    if not reports:
        yield from cuts
        return
    after = [i for i, token in enumerate(found) if token.start > reports[0]]
    if after and Phrases(found).verb(after[0], len(found)) and "according to" not in text.lower():
        yield from (cut for cut in cuts if found[cut.right].start < reports[0])


def _pieces(text: str, found: list[Token], cuts: list[Cut]) -> list[_Piece]:
    """The slice before the first cut, unless it is a bare subject, and one from each cut on."""
    ends = [found[cut.left].start for cut in cuts[1:]] + [len(text)]
    first = found[0].start
    skipped = 1 if found[0].form in word_list("subordinator") else 0
    opening = _Piece(first, found[cuts[0].left].start, found[skipped].start)
    has_verb = Phrases(found).verb(0, cuts[0].left) is not None
    rest = [_piece(text, found, cut, end) for cut, end in zip(cuts, ends, strict=True)]
    return [opening, *rest] if has_verb else rest


def _piece(text: str, found: list[Token], cut: Cut, end: int) -> _Piece:
    first, last = cut.carried
    carried = text[found[first].start : found[last - 1].end] if last > first else ""
    if carried and cut.joint:
        carried += cut.joint if cut.joint.startswith("'") else f" {cut.joint}"
    return _Piece(found[cut.right].start, end, found[cut.own].start, carried)


def _elsewhere(text: str, language: str) -> list[_Piece]:
    """Cut at semicolons that no colon announces as a list, and at sure conjunctions."""
    asked = Text(text, language)
    if ":" in text or "：" in text or find_scopes(asked, "said") or find_scopes(asked, "if"):
        return []
    places = [match.span() for match in _ends(language).finditer(text)]
    starts = [len(text) - len(text.lstrip()), *(end for _, end in places)]
    ends = [*(start for start, _ in places), len(text)]
    return [_Piece(start, end, start) for start, end in zip(starts, ends, strict=True)]


@cache
def _ends(language: str) -> re.Pattern[str]:
    text = files("ascribe.verify.clauses").joinpath("conjunctions.json").read_text(encoding="utf-8")
    table: dict[str, list[str]] = json.loads(text)
    return re.compile("|".join([r"(?<!&)[;；؛](?=\s|[^\x00-\x7f])\s*", *table.get(language, [])]))

"""A piece of a sentence that makes one statement, and the statement as a claim of its own."""

from __future__ import annotations

from dataclasses import dataclass

from ascribe.protocols import Claim
from ascribe.text.words import count_content_words

MIN_CONTENT_WORDS = 2
"""Least number of content words in a statement; with fewer, the sentence is not split there."""

_TRIMMED_CHARACTERS = " \t\r\n,;.!?:，。；、！？؛،।"


@dataclass(frozen=True, slots=True)
class Piece:
    """A slice of a sentence that makes one statement.

    Args:
        start: where the slice begins.
        end: where it ends, exclusive.
        own: where its own words begin, after a word such as "which" or a subject that ``carried`` repeats.
        carried: the words put before its own ones.
        is_coordinate: whether it is one of several objects, values or descriptions of one predicate, which
            need not have several words of its own.
    """

    start: int
    end: int
    own: int
    carried: str = ""
    is_coordinate: bool = False

    def trim(self, text: str) -> Piece:
        """Return the piece without white space and punctuation at its end."""
        end = self.start + len(text[self.start : self.end].rstrip(_TRIMMED_CHARACTERS))
        return Piece(self.start, end, self.own, self.carried, self.is_coordinate)

    def write(self, text: str) -> str:
        """Return the words of the statement, without a full stop."""
        own = text[self.own : self.end]
        return f"{self.carried} {own}" if self.carried else own


def build_statement(claim: Claim, piece: Piece, language: str) -> Claim | None:
    """Return the statement of a piece as a claim; None if it has too few words."""
    text = claim.content
    piece = piece.trim(text)
    content = piece.write(text)
    counted = content if piece.is_coordinate else text[piece.own : piece.end]
    if count_content_words(counted, language) < MIN_CONTENT_WORDS:
        return None
    content = content[:1].upper() + content[1:] + "."
    is_led = bool(claim.in_context) and claim.in_context.endswith(claim.content)
    in_context = claim.in_context.removesuffix(claim.content) + content if is_led else ""
    return Claim(content, claim.start + piece.start, claim.start + piece.end, "prose", content, in_context)

"""A sentence by itself → whether it needs verification, and if not, what it is instead."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING

import numpy as np

from ascribe.language.words import stop_words, words
from ascribe.stages import Claim
from ascribe.verify.checkable import why_not_checkable

if TYPE_CHECKING:
    from numpy.typing import NDArray

NEEDS_VERIFICATION = "needs_verification"
NO_STATEMENT = "no_statement"

REASONS = (
    "advice",
    "code",
    "greeting",
    "heading",
    "meta",
    "no_content",
    "offer",
    "opinion",
    "question",
    "refusal",
    "source_list",
    "table_header",
)
"""Those of ``why_not_checkable``."""

CERTAINTY = {True: 0.91, False: 0.99}
"""How often "needs verification" is right, and how often that it does not, were both as frequent.

``python -m benchmarks.reference_predictor FOLDER`` measures them.
"""

_ADDRESS = re.compile(r"\s*<?(?:https?://|www\.|mailto:)\S+>?\s*\Z", re.IGNORECASE)
_UNREADABLE = re.compile("[\ufffd\ud800-\udfff\ue000-\uf8ff]")
_SAME_SIGN = re.compile(r"\W*(\w)\1{3,}\W*\Z")
_LATIN = re.compile(r"[a-z]+")
_PIECES = 2.2
"""Word pieces per word from which letters make no words: running English has 1.2, rare names about 2."""


class VerifiabilityRules:
    """The built-in ``SentenceClassifier``: ``needs_verification``, or the reason why a sentence does not.

    The reasons are those of the status ``not_checkable``, and ``no_statement`` for a remnant that says
    nothing by itself: an address, "N/A", a bare "Yes.", letters that make no words.

    Args:
        language: ISO 639-1 code; phrases are known for the languages of ``docs/languages.md``.
    """

    classes = (NEEDS_VERIFICATION, NO_STATEMENT, *REASONS)

    def __init__(self, language: str = "en") -> None:
        self.language = language

    def probabilities(self, claims: Sequence[Claim]) -> NDArray[np.float64]:
        """Shape (claims, classes). The class that the rules find has the share of ``CERTAINTY``."""
        rows = np.empty((len(claims), len(self.classes)))
        for row, claim in zip(rows, claims, strict=True):
            name = self.class_of(claim)
            sure = CERTAINTY[name == NEEDS_VERIFICATION]
            row[:] = (1.0 - sure) / (len(self.classes) - 1)
            row[self.classes.index(name)] = sure
        return rows

    def class_of(self, claim: Claim) -> str:
        """One of ``classes``."""
        reason = why_not_checkable(claim, self.language)
        if reason is None and _says_nothing(claim.content, self.language):
            reason = NO_STATEMENT
        return NEEDS_VERIFICATION if reason is None else reason


def _says_nothing(text: str, language: str) -> bool:
    if _ADDRESS.match(text) or _SAME_SIGN.match(text):
        return True
    found = words(text, language)
    unreadable = len(_UNREADABLE.findall(text))
    if unreadable and unreadable >= len(found):
        return True
    bare = text.strip(" \t\r\n.!*_\"'()").lower()
    return bare in _remnants(language) or _is_gibberish(text)


def _is_gibberish(text: str) -> bool:
    """True for two and more words in Latin letters of which none is common and most are no words or names."""
    letters = _LATIN.findall(text.lower())
    if len(letters) < 2 or not text.isascii() or not stop_words("en").isdisjoint(letters):
        return False
    from ascribe.neural.tokens import token_ids

    return sum(len(token_ids(word)) for word in letters) >= _PIECES * len(letters)


@cache
def _remnants(language: str) -> frozenset[str]:
    """Words that make no statement where they stand alone."""
    text = files("ascribe.verify").joinpath("no_statement.json").read_text(encoding="utf-8")
    lists: dict[str, str] = json.loads(text)
    return frozenset(lists.get(language, "").split())

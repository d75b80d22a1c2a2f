"""What a judge wrote → what it says, with the place of every quote; or what is wrong with it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from ascribe.llm.json_text import parse_json
from ascribe.verify.judge.passages import Passage
from ascribe.verify.judge.prompt import SAID, Said
from ascribe.verify.judge.quotes import Place, locate

MOST = 20
"""Quotes in one answer; a judge that gives more copies the sources."""


@dataclass(frozen=True, slots=True)
class Finding:
    """What a judge says, and the places of its quotes; there are some unless it says ``not_found``."""

    said: Said
    places: tuple[Place, ...] = ()


@dataclass(frozen=True, slots=True)
class Unusable:
    """An answer that cannot be used.

    Args:
        reason: the code of the verdict if it stays so.
        fault: one sentence, for the judge and for the report.
    """

    reason: str
    fault: str


class _FormError(ValueError):
    """The answer has not the form that was asked for; the message is one sentence."""


def read_finding(answer: str, passages: Sequence[Passage]) -> Finding | Unusable:
    """The finding, if the answer has its form and every quote stands in a passage that was offered."""
    try:
        said, quotes = _read(answer)
    except _FormError as fault:
        return Unusable("judge_unreadable", str(fault))
    places = []
    for number, quote in quotes:
        place = locate(quote, passages, number - 1)
        if place is None:
            return Unusable("quote_not_found", f'No passage has the words "{_shown(quote)}".')
        places.append(place)
    if said != "not_found" and not places:
        return Unusable("quote_not_found", f'A verdict of "{said}" needs a quote.')
    return Finding(said, tuple(dict.fromkeys(places)))


def _read(answer: str) -> tuple[Said, list[tuple[int, str]]]:
    try:
        record = parse_json(answer)
    except ValueError:
        raise _FormError("It is no JSON object.") from None
    if not isinstance(record, dict):
        raise _FormError("It is no JSON object.")
    said = next((one for one in SAID if one == record.get("verdict")), None)
    if said is None:
        raise _FormError(f'"verdict" must be one of {", ".join(SAID)}.')
    quotes = record.get("quotes")
    if not isinstance(quotes, list) or len(quotes) > MOST:
        raise _FormError(f'"quotes" must be a list of at most {MOST} objects.')
    return said, [] if said == "not_found" else [_quote(one) for one in quotes]


def _quote(one: Any) -> tuple[int, str]:
    number, quote = (one.get("passage"), one.get("quote")) if isinstance(one, dict) else (None, None)
    if not isinstance(quote, str) or not isinstance(number, int) or isinstance(number, bool):
        raise _FormError('Each of "quotes" must be an object with a number "passage" and a text "quote".')
    return number, quote


def _shown(text: str) -> str:
    text = " ".join(text.split())
    return text if len(text) <= 80 else f"{text[:79]}…"

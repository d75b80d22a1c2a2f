"""Citation numbers over the turns of a conversation: one number per document, the same in every turn."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ascribe.citation_repair.marker_forms import MarkerForms, collect_forms
from ascribe.errors import InputError
from ascribe.read.markers import Marker, parse_markers, strip_markers
from ascribe.text.cuts import find_gap

_REWRITTEN = ("bracket", "named", "id", "superscript", "template", "linked", "footnote")
"""Marker styles with document numbers; other styles use names, which mean the same in every turn."""


@dataclass(frozen=True, slots=True)
class Turn:
    """One turn with renumbered citations.

    Args:
        text: the reply with the conversation's numbers; otherwise unchanged.
        ledger: the ledger after this turn.
        dropped: numbers in the reply that match no document of the turn; their markers are removed, because
            in the conversation they could refer to another document.
    """

    text: str
    ledger: ConversationLedger
    dropped: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class ConversationLedger:
    """The number of each document in a conversation: from 1, in order of first citation, never reused.

    Args:
        document_ids: the documents cited so far; the first has number 1.

    Example:
        >>> first = ConversationLedger().add("Twelve sails [2].", ["fire", "mill"])
        >>> second = first.ledger.add("Still twelve [1], after the fire [2].", ["mill", "fire"])
        >>> first.text, second.text, second.ledger.document_ids
        ('Twelve sails [1].', 'Still twelve [1], after the fire [2].', ('mill', 'fire'))
    """

    document_ids: tuple[str, ...] = ()

    def number(self, document_id: str) -> int | None:
        """Return the number of a document, or None if it was never cited."""
        return self.document_ids.index(document_id) + 1 if document_id in self.document_ids else None

    def add(self, reply: str, document_ids: Sequence[str]) -> Turn:
        """Renumber the citations of the next turn with the numbers of the conversation.

        Args:
            reply: a reply whose markers number the documents of this turn, from 1.
            document_ids: the documents of this turn, in the order in which the model received them.

        Raises:
            InputError: ``document_ids`` is a single string.
        """
        if isinstance(document_ids, str):
            raise InputError("document_ids must be a list of ids, got one string.")
        numbered = [m for m in parse_markers(reply, len(document_ids)) if _is_numbered(m, reply)]
        used = list(dict.fromkeys(n for m in numbered for n in m.documents if isinstance(n, int)))
        inside = [n for n in used if 1 <= n <= len(document_ids)]
        known = tuple(dict.fromkeys([*self.document_ids, *(document_ids[n - 1] for n in inside)]))
        meant = {n: known.index(document_ids[n - 1]) + 1 for n in inside}
        dropped = tuple(n for n in used if n not in meant)
        return Turn(_rewrite_markers(reply, numbered, meant), ConversationLedger(known), dropped)


def without_stale_markers(messages: Iterable[Any], *, keep_last: int = 0) -> list[Any]:
    """Remove the markers of earlier turns, whose documents are no longer in the context.

    Args:
        messages: strings, which count as replies, or dicts with ``role`` and ``content``; only the
            assistant's are changed. Other messages are returned as they are. Nothing is changed in place.
        keep_last: number of replies at the end that keep their markers.
    """
    given = list(messages)
    replies = [place for place, message in enumerate(given) if _is_reply(message)]
    stale = set(replies[: max(0, len(replies) - keep_last)])
    return [_strip_message(message) if place in stale else message for place, message in enumerate(given)]


def _is_reply(message: Any) -> bool:
    if isinstance(message, Mapping):
        return message.get("role") == "assistant" and isinstance(message.get("content"), str)
    return isinstance(message, str)


def _strip_message(message: Any) -> Any:
    if isinstance(message, str):
        return strip_markers(message)
    return {**message, "content": strip_markers(message["content"])}


def _is_numbered(marker: Marker, reply: str) -> bool:
    """Return True if a marker has document numbers and is not a footnote that the reply itself defines."""
    if marker.style not in _REWRITTEN or not all(isinstance(name, int) for name in marker.documents):
        return False
    return marker.style != "footnote" or f"{reply[marker.start : marker.end]}:" not in reply


def _rewrite_markers(reply: str, markers: Sequence[Marker], meant: Mapping[int, int]) -> str:
    forms = collect_forms(reply, (), {})
    pieces, position = [], 0
    for marker in markers:
        names = list(dict.fromkeys(meant[n] for n in marker.documents if isinstance(n, int) and n in meant))
        start, end, text = _build_edit(reply, marker, names, forms)
        pieces += [reply[position : max(start, position)], text]
        position = max(end, position)
    return "".join([*pieces, reply[position:]])


def _build_edit(reply: str, marker: Marker, names: Sequence[int], forms: MarkerForms) -> tuple[int, int, str]:
    """Return the range of the reply to replace, and its replacement."""
    if tuple(names) == marker.documents:
        return marker.start, marker.end, reply[marker.start : marker.end]
    if not names:
        return find_gap(reply, marker.start, marker.end)
    if marker.style == "linked":
        written = re.sub(r"\d+", str(names[0]), reply[marker.start : marker.end], count=1)
        return marker.start, marker.end, written
    return marker.start, marker.end, forms.rewrite(marker, names)

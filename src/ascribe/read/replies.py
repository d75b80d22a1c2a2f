"""Reads a reply (a string or a chat message) as claims with exact offsets into the unchanged text."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from ascribe.errors import InputError
from ascribe.field_access import get_field
from ascribe.inline_markup import blank_inline_markup
from ascribe.list_marks import is_heading_lead
from ascribe.protocols import Block, Claim, Limits
from ascribe.read.blocks import split_blocks
from ascribe.read.context import find_contexts
from ascribe.read.list_numbers import find_numbers
from ascribe.read.markdown import blank_markup
from ascribe.read.markers import (
    MARKER_SIGN,
    NO_SOURCES,
    KnownSources,
    blank_citing_words,
    mask_markers,
    mask_note_numbers,
)
from ascribe.read.sentences import split_block
from ascribe.read.source_entries import find_source_entries, is_source_block
from ascribe.records import Context
from ascribe.text.announcing_words import (
    announces_only,
    blank_announcement,
    blank_opening,
    cut_announcement,
)
from ascribe.text.character_classes import SENTENCE_ENDS
from ascribe.text.language_detection import resolve_language
from ascribe.text.table_cells import (
    CELL_SEPARATOR,
    find_cells,
    is_spanned,
    list_captions,
    list_row_names,
    name_cells,
    split_cells,
)

_SURROGATE = re.compile(r"[\ud800-\udfff]")
_TEXT_FIELDS = ("content", "text", "output_text", "response", "data")
"""Text fields of chat messages, completions, and answers of LlamaIndex and Haystack."""

_LEAD_SIGNS = " :："
_MIN_SENTENCE_WORDS = 4
"""Least words of a list item that is taken for a sentence of its own, which needs no lead."""

_TEXT_PARTS = frozenset({None, "text", "output_text", "input_text"})


@dataclass(frozen=True, slots=True)
class Reply:
    """A reply and its claims.

    Args:
        text: the unchanged text; all offsets are code points in it.
        claims: its units, in order and without overlap; empty for a blank reply.
        language: ISO 639-1 code; None if it cannot be detected.
        known: the names of the sources that its markers may have.
    """

    text: str
    claims: list[Claim]
    language: str | None
    known: KnownSources = NO_SOURCES


def read_reply(
    reply: object,
    language: str | None = None,
    limits: Limits | None = None,
    known: KnownSources = NO_SOURCES,
) -> Reply:
    """Read the text of the reply and split it into claims.

    Args:
        reply: a string; a chat message, as a dict with ``content`` (a string, or a list of parts whose text
            is used) or as an object with ``content`` or ``text``; a list of messages, whose last text of the
            assistant is used; a chat completion with ``choices``, whose first choice is used; a response of
            OpenAI with ``output``; or an answer of Haystack, LangChain or LlamaIndex.
        language: ISO 639-1 code; None detects it.
        limits: only ``max_reply_chars`` is used here; None means the defaults.
        known: the names of its sources, which tell markers such as ``(Smith, 2020)`` from other words.

    Raises:
        InputError: the reply contains no text, is bytes, contains a lone surrogate, or is too long.
    """
    text = get_message_text(reply)
    _check_reply(text, limits or Limits())
    language = resolve_language(text, language)
    blocks = split_blocks(text)
    numbers = find_numbers(text, blocks, language)
    content = blank_markup(_mask_citations(text, blocks, language, known), blocks)
    content = _blank_spans(content, numbers)
    contexts = find_contexts(text, blocks, language)
    entries = find_source_entries(text, blocks)
    blocks = [replace(one, kind="source_entry") if is_source_block(one, entries) else one for one in blocks]
    claims = [
        Claim(
            text[start:end],
            start,
            end,
            block.kind,
            blank_opening(content[start:end], language),
            _read_in_context(block, text, content, (start, end), context, language),
        )
        for block, context in zip(blocks, contexts, strict=True)
        for start, end in split_block(text, block, language)
    ]
    return Reply(text, claims, language, known)


def _mask_citations(text: str, blocks: Sequence[Block], language: str | None, known: KnownSources) -> str:
    """Return the text with its markers, and the words that only lead to one, replaced by spaces."""
    marked = mask_markers(text.replace(MARKER_SIGN, " "), blocks, MARKER_SIGN, known)
    return mask_note_numbers(blank_citing_words(marked, text, language).replace(MARKER_SIGN, " "), blocks)


def _read_in_context(
    block: Block,
    text: str,
    content: str,
    place: tuple[int, int],
    context: Sequence[Context],
    language: str | None,
) -> str:
    """Return an item that is no sentence after its leads, a row with its column heads; otherwise empty.

    Heads and leads that only announce are left out.
    """
    own = content[slice(*place)]
    if block.kind == "table_row":
        columns = next((one.text for one in context if one.kind == "columns"), None)
        if columns is None or announces_only(split_cells(columns)[1:], language):
            return ""
        return _name_cells(text[slice(*place)], own, columns, context)
    words = own.strip()
    is_sentence = words[:1].isupper() and words.endswith(SENTENCE_ENDS)
    leads = [_read_lead(one, content) for one in context if one.kind == "lead"]
    leads = [rest for one in leads if (rest := _cut_announcements(one, language)).strip(_LEAD_SIGNS)]
    if block.kind != "list_item" or not leads or place[0] != block.start:
        return ""
    return "" if is_sentence and len(words.split()) >= _MIN_SENTENCE_WORDS else " ".join([*leads, own])


def _cut_announcements(lead: str, language: str | None) -> str:
    return blank_announcement(cut_announcement(lead, language), language)


def _blank_spans(text: str, spans: Sequence[tuple[int, int]]) -> str:
    """Return the text with these spans, which are in order, replaced by spaces."""
    pieces, position = [], 0
    for start, end in spans:
        pieces += [text[position:start], " " * (end - start)]
        position = end
    return "".join([*pieces, text[position:]])


def _read_lead(lead: Context, content: str) -> str:
    """Return a lead without markers and Markdown syntax, as it is read before its items."""
    words = content[lead.char_start : lead.char_end].strip()
    return f"{words}:" if is_heading_lead(lead.text) else words


def _name_cells(row: str, content: str, columns: str, context: Sequence[Context]) -> str:
    """Return the cells of a row, each behind the head of its column, without markers and Markdown syntax.

    The name of the group that the row stands in comes first, and the cells above that span the row.
    """
    cells = [content[start:end].strip() for start, end in find_cells(row)]
    heads = [blank_inline_markup(head).strip() for head in split_cells(columns)]
    named = name_cells(heads, cells, has_name=is_spanned(context), captions=list_captions(context))
    return CELL_SEPARATOR.join([*map(blank_inline_markup, list_row_names(context)), *filter(None, named)])


def get_message_text(reply: object) -> str:
    """Return the text of a string or chat message unchanged; the text parts of a message are concatenated.

    Of a list of messages it is that of the last one of the assistant that has text.

    Raises:
        InputError: it contains no text.
    """
    if isinstance(reply, str):
        return reply
    if isinstance(reply, (bytes, bytearray, memoryview)):
        raise InputError("The reply is bytes; decode it first, for example reply.decode('utf-8').")
    text = _get_listed_text(reply)
    if text is None:
        text = _get_content_text(_get_content(reply))
    if text is None:
        raise InputError(
            f"The reply must be text or a chat message that contains text, got {type(reply).__name__}; "
            "pass the text itself, or the messages with one of the assistant that has text."
        )
    return text


def _get_listed_text(reply: object) -> str | None:
    """Return the last text of a list of messages, or all texts of a response of OpenAI; None of others."""
    if isinstance(reply, list):
        return next((text for text in reversed(_list_assistant_texts(reply))), None)
    output = get_field(reply, "output")
    return "".join(_list_assistant_texts(output)) or None if isinstance(output, (list, tuple)) else None


def _list_assistant_texts(messages: Sequence[object]) -> list[str]:
    """Return the text of each message of the assistant; one that only calls tools has none."""
    texts = (_get_content_text(_get_content(each)) for each in messages if _is_of_assistant(each))
    return [text for text in texts if text]


def _is_of_assistant(message: object) -> bool:
    role = get_field(message, "role")
    return getattr(role, "value", role) == "assistant" or (
        role is None and get_field(message, "type") == "ai"
    )


def _get_content(reply: object) -> Any:
    choices = get_field(reply, "choices")
    if isinstance(choices, (list, tuple)) and choices:
        reply = choices[0]
    inner = get_field(reply, "message")
    if inner is not None and not isinstance(inner, str):
        reply = inner
    found = (get_field(reply, name) for name in _TEXT_FIELDS)
    return next((value for value in found if value is not None), None)


def _get_content_text(content: Any) -> str | None:
    if isinstance(content, str):
        return content
    if not isinstance(content, (list, tuple)):
        return None
    parts = [text for part in content if (text := _get_part_text(part)) is not None]
    return "".join(parts) if parts or not content else None


def _get_part_text(part: Any) -> str | None:
    if isinstance(part, str):
        return part
    value = get_field(part, "text")
    if not isinstance(value, str):
        value = get_field(value, "value")
    return value if isinstance(value, str) and get_field(part, "type") in _TEXT_PARTS else None


def _check_reply(text: str, limits: Limits) -> None:
    if len(text) > limits.max_reply_chars:
        raise InputError(
            f"The reply has {len(text):,} characters, more than the {limits.max_reply_chars:,} allowed; "
            "shorten it or raise Limits(max_reply_chars=…)."
        )
    stray = _SURROGATE.search(text)
    if stray:
        raise InputError(
            f"The reply contains a lone surrogate (U+{ord(stray.group()):04X}) at character {stray.start()}; "
            "decode it as UTF-8 or replace that character."
        )

"""List the sentences of the sources that can be evidence: those that state something of their own."""

from __future__ import annotations

import re
import unicodedata
from bisect import bisect_left
from collections.abc import Iterator

from ascribe.inline_markup import blank_inline_markup
from ascribe.list_marks import is_heading_lead
from ascribe.records import Context, Document, Sentence
from ascribe.records.source_sentence import SourceSentence
from ascribe.text.character_classes import SENTENCE_ENDS

_LETTER_OR_DIGIT = re.compile(r"[^\W_]")


def list_source_sentences(documents: list[Document]) -> list[SourceSentence]:
    """Return the sentences of the documents as candidate evidence, in order.

    Headings, column heads and names of groups are left out where the sentences below are read with them:
    alone they state nothing, and beside a sentence of another section they mislead. So is what holds only
    markup, such as an HTML anchor: quoted, it would be empty.
    """
    listed = (
        SourceSentence(document, position, sentence)
        for position, document in enumerate(documents, 1)
        for sentence in _list_candidates(document)
    )
    return [one for one in listed if _has_words(one)]


def _list_candidates(document: Document) -> Iterator[Sentence]:
    heads = sorted(
        {
            one.char_start
            for sentence in document.sentences
            for one in sentence.context
            if _is_head(one) and not one.text.endswith(SENTENCE_ENDS)
        }
    )
    for sentence in document.sentences:
        first, after = (bisect_left(heads, at) for at in (sentence.span.char_start, sentence.span.char_end))
        if first == after:
            yield sentence


def _is_head(context: Context) -> bool:
    """Return True for a heading, column heads, the name of a group, or a row that names the table."""
    is_row = context.kind == "caption" and ("\t" in context.text or "|" in context.text)
    is_heading = context.kind == "heading" or (context.kind == "lead" and is_heading_lead(context.text))
    return is_heading or context.kind in ("columns", "group") or is_row


def _has_words(source: SourceSentence) -> bool:
    """Return True if letters or digits are left without markup, or a symbol below a lead or column heads.

    "✓" in a row below "Name | Oak" says something.
    """
    own = blank_inline_markup(source.words)
    return _has_letter_or_digit(own) or (_has_letter_or_digit(source.text) and _has_symbol(own))


def _has_letter_or_digit(text: str) -> bool:
    return _LETTER_OR_DIGIT.search(text) is not None


def _has_symbol(text: str) -> bool:
    return any(unicodedata.category(sign) == "So" for sign in text)

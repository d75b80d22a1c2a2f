"""The text of a quoted answer: its sentences, each with the list or the column heads that it needs."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from ascribe.protocols import RetrievedPassage
from ascribe.read.sentences import split_sentences
from ascribe.records import Context, Sentence
from ascribe.text.table_cells import split_cells

MAX_LIST_ITEMS = 12
"""Items of a list that are quoted with the sentence that introduces it."""

_LIST_ITEM = re.compile(r"\s*(?:[-*+•–]|\(?(?:\d{1,3}|[a-z]|[ivx]{1,4})[.)])\s")

_SECTION_NUMBER = re.compile(r"(\d{1,3})(?:\.\d{1,3})+\.?\s+(?=[^\W\d_])")

_DIGIT = re.compile(r"\d")

SentencePlace = tuple[int, int]
"""Index of a passage among those offered, and of a sentence in it."""


def add_list(offered: Sequence[RetrievedPassage], place: SentencePlace) -> list[SentencePlace]:
    """Return the sentence, and the items of the list that it introduces by a colon."""
    passage, first = place
    sentences = offered[passage].sentences
    found = [place]
    if not sentences[first].text.rstrip("*_ ").endswith((":", "：")):
        return found
    for later in range(first + 1, min(len(sentences), first + 1 + MAX_LIST_ITEMS)):
        if not _LIST_ITEM.match(sentences[later].text):
            break
        found.append((passage, later))
    return found


@dataclass(frozen=True, slots=True)
class _Quote:
    """A sentence that is quoted.

    Args:
        place: where it is.
        text: its text; for a row of a table, the row in Markdown.
        is_row: whether it is a row of a table.
        start: its document and first character.
        columns: the document and first character of its column heads; None if they are unknown.
        heads: its column heads in Markdown, with the line below them.
    """

    place: SentencePlace
    text: str
    is_row: bool
    start: tuple[str, int]
    columns: tuple[str, int] | None = None
    heads: str = ""


def compose_quotes(
    offered: Sequence[RetrievedPassage], places: Iterable[SentencePlace], language: str | None = None
) -> str:
    """Compose the sentences into one text: by passage, in their order, neighbours together.

    Rows of a table are written as Markdown below the heads of their columns, so that each is read as one
    unit, whatever full stops it contains.
    """
    chosen = sorted(set(places))
    quotes = [_read_quote(offered[place[0]].sentences, place, language) for place in chosen]
    heads = {quote.columns for quote in quotes}
    quotes = [quote for quote in quotes if quote.start not in heads]
    separators = [_separate(before, quote) for before, quote in zip([None, *quotes], quotes, strict=False)]
    return "".join(part for pair in zip(separators, quotes, strict=True) for part in (pair[0], pair[1].text))


def _read_quote(sentences: Sequence[Sentence], place: SentencePlace, language: str | None) -> _Quote:
    sentence = sentences[place[1]]
    document = sentence.span.doc_id
    start = (document, sentence.span.char_start)
    columns = next((one for one in sentence.context if one.kind == "columns"), None)
    if not _is_row(sentence.text, columns, language):
        return _Quote(place, _drop_section_number(sentence), is_row=False, start=start)
    above = None if columns is not None else _find_heads_above(sentences, place[1])
    if columns is not None:
        text, head_start = columns.text, columns.char_start
    elif above is not None:
        text, head_start = above.text, above.span.char_start
    else:
        return _Quote(place, _write_row(sentence.text), is_row=True, start=start)
    n_columns = len(split_cells(text))
    heads = f"{_write_row(text)}\n|{'---|' * n_columns}\n"
    row = _write_row(sentence.text, n_columns)
    return _Quote(place, row, is_row=True, start=start, columns=(document, head_start), heads=heads)


def _drop_section_number(sentence: Sentence) -> str:
    """Return the text without the number of its section: "2.3" below a heading with "2.".

    Only the number of the heading tells it from a figure, as in "2.3 million people came".
    """
    found = _SECTION_NUMBER.match(sentence.text)
    above = {one.text.rstrip(".") for one in sentence.context if one.kind == "number"}
    return sentence.text[found.end() :] if found and found[1] in above else sentence.text


def _find_heads_above(sentences: Sequence[Sentence], place: int) -> Sentence | None:
    """Return the first row of the table above a row if it has no figure; None without such a row.

    The reader is not sure that these are column heads, so no verdict rests on them. A person needs them to
    tell which figure of the row is which.
    """
    n_cells = len(split_cells(sentences[place].text))
    first = place
    while first and len(split_cells(sentences[first - 1].text)) == n_cells:
        first -= 1
    head = sentences[first]
    is_head = first < place and all(split_cells(head.text)) and not _DIGIT.search(head.text)
    return head if is_head and _DIGIT.search(sentences[place].text) else None


def _is_row(text: str, columns: Context | None, language: str | None) -> bool:
    """Return True for several cells with column heads, in Markdown, or with a full stop inside."""
    if len(split_cells(text)) == 1:
        return False
    return columns is not None or text.startswith("|") or len(split_sentences(text, language)) > 1


def _write_row(text: str, n_columns: int | None = None) -> str:
    """Return a row in Markdown, without the empty cells beyond its columns."""
    if len(text) > 1 and text[0] == text[-1] == "|":
        return text
    cells = [" ".join(cell.split()) for cell in split_cells(text)]
    while len(cells) > (n_columns or len(cells)) and not cells[-1]:
        cells.pop()
    return f"| {' | '.join(cells)} |"


def _separate(before: _Quote | None, after: _Quote) -> str:
    """Return what stands between two quotes, including the column heads of a row that opens a table."""
    if before is None:
        return after.heads
    if after.columns is not None and before.columns == after.columns:
        return "\n"
    follows = before.place[0] == after.place[0] and before.place[1] + 1 == after.place[1]
    if not follows or after.heads:
        return f"\n\n{after.heads}"
    is_apart = before.is_row or after.is_row or any(_LIST_ITEM.match(one.text) for one in (before, after))
    return "\n" if is_apart else " "

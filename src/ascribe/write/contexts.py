"""What a quote is printed with: the path of its headings, the lead of its list, the heads of its columns.

A verdict must follow from what is printed, and the sentence was read with these words.
"""

from __future__ import annotations

import html
import re
from collections.abc import Iterable

from ascribe.inline_markup import ESCAPE
from ascribe.list_marks import strip_list_mark
from ascribe.records.span import Context, Reference
from ascribe.text.table_cells import CELL_SEPARATOR, ClaimWords, list_row_names, render_row, split_cells
from ascribe.write.wording import describe_pages

_PATH_SEPARATOR = " › "
_GAP = " … "
"""Between a lead and its item, which may be far below it."""

_TAG = re.compile(r"</?[a-zA-Z][^<>]{0,300}>|<!--.{0,300}?-->", re.DOTALL)
_LINK = re.compile(r"!?\[([^\[\]\n]{0,300})\](?:\([^()\s]{0,300}(?: [^()\n]{0,300})?\)|\[[^\[\]\n]{0,100}\])")
_EMPHASIS = re.compile(
    r"(\*{1,3}|~~|`{1,3})(?=\S)(.{1,400}?)(?<=\S)\1|(?<!\w)(_{1,3})(?=\S)(.{1,400}?)(?<=\S)\3(?!\w)"
)
_CLOSING = re.compile(r"\s#+\s*\Z")
_OPENING = re.compile(r"\A(?:>[ \t]?)*(?:#{1,6}[ \t]+)?")
_WORD = re.compile(r"[^\W_]")
_MARKER = re.compile(r"\[\^?\d[\d\s,;–-]*\]")
"""A citation marker of the reply: its number is no figure of the claim."""


def strip_marks(text: str) -> str:
    """Return the text on one line without Markdown marks and tags, as a reader sees it."""
    words = _LINK.sub(r"\1", _TAG.sub(" ", _CLOSING.sub("", _OPENING.sub("", text))))
    for _ in range(2):  # emphasis within emphasis
        words = _EMPHASIS.sub(lambda match: match[2] or match[4], words)
    return " ".join(ESCAPE.sub("", words).split())


def render_readable(text: str) -> str:
    """Return Markdown as a reader sees it: links by their text, character references as what they mean.

    Line breaks of the text stay, and so does a blank at either edge, because parts of a quote are shown side
    by side.
    """
    return "\n".join(map(_render_line, text.split("\n")))


def _render_line(line: str) -> str:
    words = " ".join(html.unescape(strip_marks(line)).split())
    before, after = " " * line[:1].isspace(), " " * line[-1:].isspace()
    return f"{before}{words}{after}" if words else before


def render_path(context: Iterable[Context]) -> str:
    """Return the headings and the caption that a quote stands below: ``Care › Beds``; empty without any.

    A colon at the end goes, because reports put one after the path; a heading without a word, such as
    ``* * *``, is left out. The question that a short answer was read with comes last.
    """
    context = list(context)
    shown = (strip_marks(one.text).rstrip(": ") for one in context if one.kind in ("heading", "caption"))
    asked = [f"Question: {' '.join(one.text.split())}" for one in context if one.kind == "question"]
    return _PATH_SEPARATOR.join([*(one for one in shown if _WORD.search(one)), *asked])


def render_leads(context: Iterable[Context], before: str = "") -> str:
    """Return the words that introduce a quote, outermost first: ``The ward must:``; empty without any.

    Those that ``before``, the text in front of the quote, already has are left out.
    """
    printed = strip_marks(before)
    shown = (strip_marks(strip_list_mark(one.text)) for one in context if one.kind == "lead")
    return _GAP.join(lead for lead in shown if lead and lead not in printed)


def render_table_row(reference: Reference, claim: str = "", language: str | None = None) -> str:
    """Return a row of a table with the heads of its columns, or the name of its group; otherwise empty.

    If a claim is given, cells that it is not about are left out, as a verifier leaves them out; "…" stands in
    their place. A claim that is itself part of a list or table was read with words that are not in it, so its
    rows are whole.
    """
    words = _MARKER.sub(" ", claim)
    is_whole = not words.strip() or "|" in words or strip_list_mark(words) != words
    row = render_row(
        reference.quote, reference.context, None if is_whole else ClaimWords.read(words, language)
    )
    if row is not None and not is_whole:
        row = _mark_gaps(row, render_row(reference.quote, reference.context) or row)
    if row is None and (names := list_row_names(reference.context)):
        row = CELL_SEPARATOR.join([*names, *filter(None, split_cells(reference.quote))])
    return strip_marks(row) if row else ""


def _mark_gaps(row: str, whole: str) -> str:
    """Return the row with "…" where it lacks cells of the whole row."""
    left = row.split(CELL_SEPARATOR)
    shown: list[str] = []
    for cell in whole.split(CELL_SEPARATOR):
        if left and left[0] == cell:
            shown.append(left.pop(0))
        elif shown[-1:] != ["…"]:
            shown.append("…")
    return row if left else CELL_SEPARATOR.join(shown)


def render_quote(reference: Reference, claim: str = "", language: str | None = None) -> str:
    """Return the quote as it is printed: an item after its leads, a row as in ``render_table_row``."""
    leads = render_leads(reference.context)
    row = render_table_row(reference, claim, language)
    quote = row or (strip_list_mark(reference.quote) if leads else reference.quote)
    return f"{leads}{_GAP}{quote}" if leads else quote


def join_path(where: str, path: str) -> str:
    """Return a place followed by the path of the headings: ``care.pdf, page 3 · Care › Beds``."""
    return f"{where} · {path}" if path else where


def render_reference(reference: Reference, claim: str = "", language: str | None = None) -> str:
    """Return document, pages, path and quote: ``care.pdf, page 3 · Care › Beds: “The ward has 12 beds.”``."""
    pages = describe_pages(reference.pages)
    where = f"{reference.document_id}, {pages}" if pages else reference.document_id
    place = join_path(where, render_path(reference.context))
    return f"{place}: “{render_quote(reference, claim, language)}”"

"""A check as a file: report, Markdown, JSON, table, word processor document, reference file."""

from __future__ import annotations

from collections.abc import Callable

from ascribe.records import Answer
from ascribe.records.reference_formats import resolve_reference_format
from ascribe.registry import make
from ascribe.write.wording import shorten_text

FORMATS = {
    "html": "text/html",
    "md": "text/markdown; charset=utf-8",
    "json": "application/json",
    "csv": "text/csv; charset=utf-8",
    "docx": "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
    "bib": "application/x-bibtex; charset=utf-8",
    "ris": "application/x-research-info-systems; charset=utf-8",
}
"""Ending of the file → its media type."""


def build_title(answer: Answer) -> str:
    """Return what a check is called: the question, or the first words of the reply."""
    return shorten_text(answer.query or answer.reply or "") or "Ascribe report"


def write_export(answer: Answer, name: str, references: str, date: str) -> bytes:
    """Write an answer as a file.

    Args:
        answer: what to write.
        name: a key of ``FORMATS``.
        references: the style of the list of references, in the formats that have one.
        date: when the answer was checked.

    Raises:
        UnknownComponentError: a style that does not exist.
    """
    return _WRITERS[name](answer, references, date)


def _write_html(answer: Answer, _: str, date: str) -> bytes:
    return answer.to_html(build_title(answer), date, images=False).encode("utf-8", "replace")


def _write_markdown(answer: Answer, references: str, _: str) -> bytes:
    from ascribe.write.source_list import list_numbered_sources

    text = answer.to_markdown()
    if references != "own":
        lines = list_numbered_sources(answer, resolve_reference_format(references), "md")
        text += "\n**Sources**\n\n" + "".join(f"- {line}\n" for line in lines)
    return text.encode("utf-8", "replace")


def _write_docx(answer: Answer, references: str, date: str) -> bytes:
    form = resolve_reference_format(references)
    content: bytes = make("file", "docx", title=build_title(answer), date=date, references=form).write(answer)
    return content


_WRITERS: dict[str, Callable[[Answer, str, str], bytes]] = {
    "html": _write_html,
    "md": _write_markdown,
    "json": lambda answer, _, __: answer.to_json().encode(),
    # With its mark, spreadsheets know that it is UTF-8.
    "csv": lambda answer, _, __: ("\ufeff" + answer.to_csv()).encode("utf-8", "replace"),
    "docx": _write_docx,
    "bib": lambda answer, _, __: answer.bibliography("bibtex").encode("utf-8", "replace"),
    "ris": lambda answer, _, __: answer.bibliography("ris").encode("utf-8", "replace"),
}

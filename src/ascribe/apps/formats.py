"""Output formats of a report: choose one, render it, and write the file or the highlighted PDF copies."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

import typer

from ascribe.apps.terminal import wants_color, write
from ascribe.errors import InputError
from ascribe.write.display_text import escape_controls

if TYPE_CHECKING:
    from ascribe.records import Answer

_SUFFIXES = {
    ".md": "md",
    ".markdown": "md",
    ".html": "html",
    ".htm": "html",
    ".json": "json",
    ".jsonld": "jsonld",
    ".sarif": "sarif",
    ".xml": "junit",
    ".pdf": "pdf",
    ".docx": "docx",
    ".txt": "terminal",
    ".text": "terminal",
    "": "terminal",
}
"""Suffix of the output file → format."""

SUFFIX_OF_FORMAT = {
    "md": ".md", "html": ".html", "json": ".json", "jsonld": ".jsonld",
    "sarif": ".sarif", "junit": ".xml", "terminal": ".txt", "docx": ".docx",
}  # fmt: skip
"""Format → suffix of the files in a folder of reports."""

_ALSO_FITTING = {"json": ("jsonld", "sarif"), "md": ("cited",)}
"""Format of a suffix → further formats whose files may have that suffix, too."""

_BINARY = ("pdf", "docx")
"""Formats whose files are no text."""

_OWN_FORMATS = {*_SUFFIXES.values(), "cited"}

_LINKING = ("md", "html", "jsonld")
"""Formats with links to the sources, which are relative to the folder of the output file."""

_TITLED = ("html", "docx")
_REPLACING = ("md", "html", "docx")
"""Formats that can take the reply's own markers out."""


def choose_format(name: str | None, output: Path | None, *, of_many: bool = False) -> str:
    """Return the named format, else the format of the output file's suffix; ``terminal`` for the screen.

    A folder gets highlighted PDF copies of the sources, and with several replies a page for each.

    Raises:
        InputError: the name or the suffix is unknown, or they do not fit.
    """
    from ascribe.registry import components

    known = [row.name for row in (*components("write"), *components("highlight"), *components("file"))]
    if name is None and output is not None and output.is_dir():
        name = "html" if of_many else "pdf"
    if name is None:
        name = _SUFFIXES.get(output.suffix.lower() if output else "")
        if name is None:
            raise InputError(f"{output}: this suffix has no format; choose one with --format.")
    if name not in known:
        raise InputError(f"--format must be one of {', '.join(known)}, got {name!r}.")
    if name == "pdf" and output is None:
        raise InputError("--format pdf writes files; give -o with a folder or a name that ends in .pdf.")
    if name in _list_file_formats() and output is None:
        raise InputError(f"--format {name} writes a file; give -o with a name that ends in .{name}.")
    check_suffix(name, output)
    return name


def check_suffix(name: str, output: Path | None) -> None:
    """Raise ``InputError`` if the suffix of the output file is that of another format than the named one.

    Names of text files may hold any text, and a format of another package may have any suffix.
    """
    own = find_format(output)
    if own is None or own == name or name in _ALSO_FITTING.get(own, ()) or name not in _OWN_FORMATS:
        return
    if own == "terminal" and name not in _BINARY:
        return
    raise InputError(
        f"{output}: this suffix is for {own}, not {name}; give another name, or leave --format out."
    )


def find_format(output: Path | None) -> str | None:
    """Return the format that the suffix of the output file stands for.

    It is None for the screen, a folder, a name without a suffix, and an unknown suffix.
    """
    if output is None or not output.suffix or output.is_dir():
        return None
    return _SUFFIXES.get(output.suffix.lower())


def check_many_pages(output: Path | None) -> None:
    """Raise ``InputError`` for the HTML of several replies on the screen, where it would be no page."""
    if output is None:
        raise InputError("with several replies, -f html needs -o with a folder that exists.")


def _list_file_formats() -> list[str]:
    from ascribe.registry import components

    return [row.name for row in components("file")]


def deliver(
    answer: Answer, name: str, output: Path | None, page: Mapping[str, Any] | None = None, reply: str = "-"
) -> bool:
    """Write the report in that format to the file or the screen, or write the highlighted PDF copies.

    For files, print the result in one line. Return False if no PDF file is cited, so that there is no copy.

    Args:
        answer: what to report.
        name: the format.
        output: the file; None is the screen.
        page: options of the writer: see ``build_page_options``.
        reply: path of the reply; - is standard input.
    """
    if name == "pdf" and output is not None:  # choose_format requires a file or folder
        if not write_highlighted_copies(answer, output):
            return False
        print_result(answer, output)
        return True
    if output is not None and name in _list_file_formats():
        _write_report_file(answer, name, output, page or {}, reply)
        print_result(answer, output)
        return True
    write(render_report(answer, name, output, page or {}, reply), output)
    print_result(answer, output)
    return True


def _write_report_file(answer: Answer, name: str, output: Path, page: Mapping[str, Any], reply: str) -> None:
    """Write the report with the writer of a file format, which gives bytes, not text."""
    from ascribe.registry import make

    make("file", name, **_build_page_heading(page, reply)).write_file(answer, output)


def _build_page_heading(page: Mapping[str, Any], reply: str) -> dict[str, Any]:
    """Return title and date of a report, and the other options of its page."""
    named = {} if reply == "-" else {"title": Path(reply).name}
    return {"date": datetime.now(UTC).astimezone().date().isoformat(), **named, **page}


def print_result(answer: Answer, output: Path | None) -> None:
    """Print the result in one line on standard error, if the report went to a file.

    Lines before it have the warnings of the answer.
    """
    if output is not None:
        print_warnings(answer)
    print_results([answer], output)


def print_warnings(answer: Answer) -> None:
    """Print on standard error that it may not answer the question, and which parts have no answer."""
    from ascribe.records.answer_warnings import list_warnings

    for words in list_warnings(answer):
        typer.echo(escape_controls(f"ascribe: {words}"), err=True)


def print_results(answers: Sequence[Answer], output: Path | None) -> None:
    """Print the result of all answers in one line on standard error, if the report went to a file."""
    if output is None:
        return
    from ascribe.write.reply_citations import count_wrong_citations
    from ascribe.write.view_builder import find_statuses
    from ascribe.write.wording import describe_result

    statuses = [status for answer in answers for status in find_statuses(answer)]
    refused = all(answer.was_refused for answer in answers)
    wrong = sum(map(count_wrong_citations, answers))
    result = "no answer was given" if refused else describe_result(statuses, wrong)
    typer.echo(f"{result} → {output}", err=True)


def build_page_options(
    name: str,
    *,
    title: str | None = None,
    no_images: bool = False,
    replace_markers: bool = False,
    references: str | None = None,
    source_texts: bool = False,
) -> dict[str, Any]:
    """Return the options of the report's writer that the command was given.

    ``references`` counts for Word files, which have their list at the end.

    Raises:
        InputError: an option that reports of this format do not have.
        UnknownComponentError: the format of the references does not exist.
    """
    from ascribe.records.reference_formats import resolve_reference_format

    if title is not None and name not in _TITLED:
        raise InputError(
            "--title is for HTML reports and Word files; add a name for -o that ends in .html or .docx."
        )
    if no_images and name != "html":
        raise InputError("--no-images is for HTML reports; add -f html, or a name for -o that ends in .html.")
    if source_texts and name != "json":
        raise InputError("--source-texts is for json; add -f json, or a name for -o that ends in .json.")
    if replace_markers and name not in _REPLACING:
        raise InputError("--replace-markers needs --style, or a report in md, html or docx.")
    page: dict[str, Any] = {} if title is None else {"title": title}
    page |= {"images": False} if no_images else {}
    page |= {"replace_markers": True} if replace_markers else {}
    page |= {"source_texts": source_texts} if name == "json" else {}
    if references is not None and name == "docx":
        page["references"] = resolve_reference_format(references)
    return page


def render_report(
    answer: Answer, name: str, output: Path | None, page: Mapping[str, Any], reply: str = "-"
) -> str:
    """Render the report in that format; for the screen, in its width and in colour if it can show it."""
    options = _build_page_heading(page, reply) if name in _TITLED else dict(page)
    if name in _LINKING and output is not None:
        options["folder"] = output.parent
    if name in ("sarif", "junit") and reply != "-":
        options["path"] = Path(reply).as_posix()
    if options:
        return str(answer.render(name, **options).text)
    if name != "terminal":
        return str(answer.render(name).text)
    from shutil import get_terminal_size

    color = output is None and wants_color()
    width = get_terminal_size((100, 24)).columns
    return str(answer.render(name, color=color, width=width).text)


def write_highlighted_copies(answer: Answer, output: Path) -> bool:
    """Write the copies and print their names; if there is nothing to copy, print why and return False."""
    from ascribe.write.highlights import find_cited_pdfs

    if not find_cited_pdfs(answer):
        why = (
            f"there is no answer, as {_explain_refusal(answer)}"
            if answer.was_refused
            else "no PDF file is cited"
        )
        is_folder = output.is_dir() and not answer.was_refused
        way_out = " A folder gets highlighted PDF copies; for a report, give -o a file." if is_folder else ""
        typer.echo(f"ascribe: {output}: not written: {why}.{way_out}", err=True)
        return False
    for path in answer.to_pdf(output):
        typer.echo(path)
    return True


def explain_empty_list(answer: Answer) -> str:
    """Return why a list of references has no entry."""
    if answer.was_refused:
        return f"there is no answer, as {_explain_refusal(answer)}"
    return "no sentence is supported"


def _explain_refusal(answer: Answer) -> str:
    from ascribe.records.outcomes import REFUSAL_WORDS

    reason = str(answer.refusal_reason)
    return REFUSAL_WORDS.get(reason, reason)

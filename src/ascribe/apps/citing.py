"""``--style`` and ``--references``: the reply with citations, or its list of references alone."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Annotated, Any

import typer

from ascribe.errors import InputError

Style = Annotated[
    str | None,
    typer.Option(help="Write the reply with citations: bracket, superscript, footnote or author_year."),
]
References = Annotated[
    str | None,
    typer.Option(
        metavar="FORM",
        help="List the sources: own, apa, chicago, ieee, vancouver, bibtex, csl-json, ris, or a CSL style "
        "such as nature.csl. Without --style, the list alone.",
    ),
]
Once = Annotated[
    bool,
    typer.Option("--once", help="With --style: a run of sentences with the same sources has one marker."),
]

_MARKUPS = {"md": "md", "cited": "md", "html": "html", "terminal": "plain"}


def rendering(
    style: str | None, references: str | None, format_: str | None, output: Path | None, *, once: bool
) -> Callable[[Any], str] | None:
    """What writes the answer as these options ask; None where they ask for a report.

    Raises:
        InputError: options that do not go together, or a style that does not exist.
        UnknownComponentError: a form of references that does not exist.
        MissingExtraError: a form that needs an optional package.
    """
    if style is None and references is None:
        if once:
            raise InputError("--once is for citations; give a --style as well.")
        return None
    from ascribe import registry
    from ascribe.records.answer import reference_format

    form = reference_format(references or "own")
    make = registry.load("write", "cited")
    writer = make(style or "bracket", form, _markup(format_, output, style), repeats=not once)
    return writer.bibliography if style is None else lambda answer: str(writer.write(answer).text)


def _markup(format_: str | None, output: Path | None, style: str | None) -> str:
    """By the format, else by the ending of the file; else Markdown for a reply and plain text for a list."""
    if format_ is not None:
        if format_ not in _MARKUPS:
            raise InputError(
                f"--style and --references go with --format md, html or terminal, not {format_}."
            )
        return _MARKUPS[format_]
    ending = output.suffix.lower() if output is not None else ""
    if ending in (".html", ".htm"):
        return "html"
    if ending == ".pdf" or (output is not None and output.is_dir()):
        raise InputError(
            "--style and --references write text; give -o a file that ends in .md, .html or .txt."
        )
    return "plain" if style is None and ending not in (".md", ".markdown") else "md"

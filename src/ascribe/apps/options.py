"""Command-line options shared by several commands, and the objects that they resolve to."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ascribe.errors import InputError

if TYPE_CHECKING:
    from ascribe.protocols import VerifierFactory


ReplyFile = Annotated[
    str, typer.Argument(metavar="REPLY", help="File with the reply; - reads standard input.")
]
ReplyFiles = Annotated[
    list[str], typer.Argument(metavar="REPLY", help="Files with the replies; - reads standard input.")
]
Question = Annotated[
    str | None, typer.Option("--question", "-q", help="The question that the reply answers.")
]
Tier = Annotated[
    str | None,
    typer.Option(
        help="Verifier: builtin (the shipped models), large (a larger model), rules (no model), hf (a "
        "Hugging Face model) or llm (an endpoint). Default: builtin."
    ),
]
Model = Annotated[
    str | None,
    typer.Option(
        metavar="NAME",
        help="Model of the tier hf: a folder, or a name on the Hugging Face hub. Default: ASCRIBE_HF_MODEL.",
    ),
]
Strictness = Annotated[str, typer.Option(help="loose, balanced, strict or paranoid.")]
Language = Annotated[str | None, typer.Option(help="ISO 639-1 code. Default: detected.")]
Calibration = Annotated[
    Path | None,
    typer.Option(metavar="FILE", help="File from ascribe calibrate; tiers builtin, large."),
]
Output = Annotated[
    Path | None,
    typer.Option("--output", "-o", help="Write to this file instead of the screen; - is the screen."),
]
Format = Annotated[
    str | None,
    typer.Option(
        "--format",
        "-f",
        help="terminal, md, html, json, jsonld, sarif, junit, cited or pdf. Default: by the suffix of -o.",
    ),
]
Title = Annotated[
    str | None,
    typer.Option(help="Title of an HTML report. Default: the name of the reply's file, or Ascribe report."),
]
NoImages = Annotated[
    bool,
    typer.Option("--no-images", help="Leave the pictures of cited PDF pages out of an HTML report."),
]
MaxChars = Annotated[int | None, typer.Option(min=1, help="Refuse a source with more characters than this.")]
ReaderNames = Annotated[
    list[str], typer.Option(metavar=".EXT=NAME", help="Reader for files with that suffix. Can be repeated.")
]
Ocr = Annotated[
    bool,
    typer.Option("--ocr", help="Recognise text on scanned PDF pages; needs the extra ocr."),
]


def resolve_verifier(tier: str | None, model: str | None) -> str | VerifierFactory | None:
    """Return the ``tier`` argument of ``check`` for the options ``--tier`` and ``--model``."""
    if model is None:
        return tier
    if tier != "hf":
        raise InputError("--model is for the tier hf; add --tier hf, or leave it out.")
    from ascribe.verify.hugging_face_verifier import HuggingFaceTier

    return HuggingFaceTier(model)


Style = Annotated[
    str | None,
    typer.Option(help="Write the reply with citations: bracket, superscript, footnote or author_year."),
]
References = Annotated[
    str | None,
    typer.Option(
        metavar="FORM",
        help="Format of the reference list: own, apa, chicago, ieee, vancouver, bibtex, csl-json, ris, or a "
        "CSL style such as nature.csl. Without --style, only the list is written.",
    ),
]
Once = Annotated[
    bool,
    typer.Option("--once", help="With --style: put one marker on a run of sentences with the same sources."),
]
ReplaceMarkers = Annotated[
    bool,
    typer.Option(
        "--replace-markers", help="With --style: take the reply's own markers out, instead of adding to them."
    ),
]

_MARKUPS = {"md": "md", "cited": "md", "html": "html", "terminal": "plain"}


def build_renderer(
    style: str | None,
    references: str | None,
    format_: str | None,
    output: Path | None,
    *,
    once: bool,
    replace_markers: bool = False,
) -> Callable[[Any], str] | None:
    """Return a function that renders a cited reply or a reference list; None without citation options.

    Raises:
        InputError: the options exclude each other, or the style does not exist.
        UnknownComponentError: the format of the references does not exist.
        MissingExtraError: the format needs an optional package.
    """
    for name, is_given in (("--once", once), ("--replace-markers", replace_markers)):
        if is_given and style is None:
            raise InputError(f"{name} needs --style; give both.")
    if style is None and references is None:
        return None
    from ascribe import registry
    from ascribe.records.answer import resolve_reference_format

    form = resolve_reference_format(references or "own")
    make = registry.load("write", "cited")
    markup = _choose_markup(format_, output, style)
    writer = make(style or "bracket", form, markup, repeats=not once, replace_markers=replace_markers)
    return writer.bibliography if style is None else lambda answer: str(writer.write(answer).text)


def _choose_markup(format_: str | None, output: Path | None, style: str | None) -> str:
    """Choose by format, else by the file's suffix, else Markdown for a reply and plain text for a list."""
    if format_ is not None:
        if format_ not in _MARKUPS:
            raise InputError(f"--style and --references need --format md, html or terminal, not {format_}.")
        return _MARKUPS[format_]
    ending = output.suffix.lower() if output is not None else ""
    if ending in (".html", ".htm"):
        return "html"
    if ending == ".pdf" or (output is not None and output.is_dir()):
        raise InputError(
            "--style and --references write text; give -o a file that ends in .md, .html or .txt."
        )
    return "plain" if style is None and ending not in (".md", ".markdown") else "md"

"""Command-line options that several commands share, the citation options ``--style`` and ``--references``,
and what they resolve to."""

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
Question = Annotated[str | None, typer.Option("--question", "-q", help="What was asked.")]
Tier = Annotated[
    str | None,
    typer.Option(
        help="Who judges: builtin (the models), rules, hf (a model of yours), or llm (asks an endpoint). "
        "Default: builtin."
    ),
]
Model = Annotated[
    str | None,
    typer.Option(
        metavar="NAME",
        help="For the tier hf: a folder, or a name on the Hugging Face hub. Default: ASCRIBE_HF_MODEL.",
    ),
]
Strictness = Annotated[str, typer.Option(help="loose, balanced, strict or paranoid.")]
Language = Annotated[str | None, typer.Option(help="ISO 639-1 code. Default: detected.")]
Calibration = Annotated[
    Path | None, typer.Option(metavar="FILE", help="A file of ascribe calibrate, for the tier builtin.")
]
Output = Annotated[
    Path | None, typer.Option("--output", "-o", help="Write there, not to the screen; - is the screen.")
]
Format = Annotated[
    str | None,
    typer.Option(
        "--format",
        "-f",
        help="terminal, md, html, json, jsonld, cited or pdf. Default: by the ending of -o.",
    ),
]
MaxChars = Annotated[int | None, typer.Option(min=1, help="Refuse a source with more characters than this.")]
ReaderNames = Annotated[
    list[str], typer.Option(metavar=".EXT=NAME", help="Who reads files of that ending. Repeat it.")
]
Ocr = Annotated[
    bool,
    typer.Option("--ocr", help="Recognise the print on PDF pages that are pictures; needs the extra ocr."),
]


def resolve_verifier(tier: str | None, model: str | None) -> str | VerifierFactory | None:
    """Who judges, as ``check`` takes it, for the options ``--tier`` and ``--model``."""
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
        help="List the sources: own, apa, chicago, ieee, vancouver, bibtex, csl-json, ris, or a CSL style "
        "such as nature.csl. Without --style, the list alone.",
    ),
]
Once = Annotated[
    bool,
    typer.Option("--once", help="With --style: a run of sentences with the same sources has one marker."),
]

_MARKUPS = {"md": "md", "cited": "md", "html": "html", "terminal": "plain"}


def build_renderer(
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
    from ascribe.records.answer import resolve_reference_format

    form = resolve_reference_format(references or "own")
    make = registry.load("write", "cited")
    writer = make(style or "bracket", form, _choose_markup(format_, output, style), repeats=not once)
    return writer.bibliography if style is None else lambda answer: str(writer.write(answer).text)


def _choose_markup(format_: str | None, output: Path | None, style: str | None) -> str:
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

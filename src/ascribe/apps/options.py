"""Command-line options shared by several commands, and the objects that they resolve to."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ascribe.apps.completion import complete_choices, complete_components
from ascribe.apps.formats import check_many_pages, check_suffix, find_format
from ascribe.errors import InputError

if TYPE_CHECKING:
    from ascribe.protocols import TierChoice
    from ascribe.records import Answer


SOURCES, VERDICTS, OUTPUT, CITATIONS = "Sources", "Verdicts", "Output", "Citations"
EXIT_CODE, ANSWERS, AUDIT = "Exit code", "Answers", "Audit"
"""Groups of options on the help pages."""

LEVELS = "loose|balanced|strict|paranoid"
TIERS = "builtin|large|rules|hf|llm"

ReplyFile = Annotated[
    str, typer.Argument(metavar="REPLY", help="File with the reply; - reads standard input.")
]
ReplyFiles = Annotated[
    list[str], typer.Argument(metavar="REPLY", help="Files with the replies; - reads standard input.")
]
Question = Annotated[
    str | None,
    typer.Option(
        "--question",
        "-q",
        metavar="TEXT",
        help="The question that the reply answers.",
        rich_help_panel=SOURCES,
    ),
]
Tier = Annotated[
    str | None,
    typer.Option(
        metavar=TIERS,
        help="Verifier: builtin (the shipped models), large (a larger model), rules (no model), hf (a "
        "Hugging Face model) or llm (an endpoint). Default: builtin.",
        rich_help_panel=VERDICTS,
        autocompletion=complete_components("verify"),
    ),
]
Model = Annotated[
    str | None,
    typer.Option(
        metavar="NAME",
        help="Model of the tier hf: a folder, or a name on the Hugging Face hub. Default: ASCRIBE_HF_MODEL.",
        rich_help_panel=VERDICTS,
    ),
]
StrictnessOption = Annotated[
    str,
    typer.Option(
        metavar=LEVELS,
        help="How sure a verdict must be; a stricter level never supports more.",
        rich_help_panel=VERDICTS,
        autocompletion=complete_choices(*LEVELS.split("|")),
    ),
]
StrictnessOrConfig = Annotated[
    str | None,
    typer.Option(
        metavar=LEVELS,
        help="How sure a verdict must be; a stricter level never supports more. Default: balanced.",
        rich_help_panel=VERDICTS,
        autocompletion=complete_choices(*LEVELS.split("|")),
    ),
]
Language = Annotated[
    str | None,
    typer.Option(metavar="CODE", help="ISO 639-1 code. Default: detected.", rich_help_panel=SOURCES),
]
Calibration = Annotated[
    Path | None,
    typer.Option(
        metavar="FILE",
        help="File from ascribe calibrate; tiers builtin, large.",
        rich_help_panel=VERDICTS,
    ),
]
ConfigFile = Annotated[
    Path | None,
    typer.Option(
        "--config",
        metavar="FILE",
        help="Configuration file (TOML or YAML). Command-line options take precedence.",
    ),
]
Output = Annotated[
    Path | None,
    typer.Option(
        "--output",
        "-o",
        metavar="PATH",
        help="Write to this file instead of the screen; - is the screen.",
        rich_help_panel=OUTPUT,
    ),
]
Format = Annotated[
    str | None,
    typer.Option(
        "--format",
        "-f",
        metavar="FORMAT",
        help="terminal, md, html, json, jsonld, sarif, junit, cited, pdf, docx. Default: by suffix of -o.",
        rich_help_panel=OUTPUT,
        autocompletion=complete_components("write", "highlight", "file"),
    ),
]
TableFormat = Annotated[
    str | None,
    typer.Option(
        "--format",
        "-f",
        metavar="table|md|json",
        help="Default: by the suffix of -o, else table on a terminal, md in a pipe.",
        rich_help_panel=OUTPUT,
        autocompletion=complete_choices("table", "md", "json"),
    ),
]
Title = Annotated[
    str | None,
    typer.Option(
        metavar="TEXT",
        help="Title of an HTML report. Default: the name of the reply's file, or Ascribe report.",
        rich_help_panel=OUTPUT,
    ),
]
NoImages = Annotated[
    bool,
    typer.Option(
        "--no-images",
        help="Leave the pictures of cited PDF pages out of an HTML report.",
        rich_help_panel=OUTPUT,
    ),
]
SourceTexts = Annotated[
    bool,
    typer.Option(
        "--source-texts",
        help="Keep the texts of the sources in json, for Answer.from_json to give the whole answer.",
        rich_help_panel=OUTPUT,
    ),
]
MaxChars = Annotated[
    int | None,
    typer.Option(
        min=1,
        metavar="NUMBER",
        help="Refuse a source with more characters than this.",
        rich_help_panel=SOURCES,
    ),
]
ReaderNames = Annotated[
    list[str],
    typer.Option(
        metavar=".EXT=NAME",
        help="Reader for files with that suffix. Can be repeated.",
        rich_help_panel=SOURCES,
    ),
]
Ocr = Annotated[
    bool,
    typer.Option(
        "--ocr", help="Recognise text on scanned PDF pages; needs the extra ocr.", rich_help_panel=SOURCES
    ),
]


def resolve_verifier(tier: str | None, model: str | None) -> TierChoice | None:
    """Return the ``tier`` argument of ``check`` for the options ``--tier`` and ``--model``."""
    if model is None:
        return tier
    if tier != "hf":
        raise InputError("--model is for the tier hf; add --tier hf, or leave it out.")
    from ascribe.verify.hugging_face_verifier import HuggingFaceTier

    return HuggingFaceTier(model)


STYLES = ("bracket", "superscript", "footnote", "author_year")
Style = Annotated[
    str | None,
    typer.Option(
        metavar="|".join(STYLES),
        help="Write the reply with citations in this style.",
        rich_help_panel=CITATIONS,
        autocompletion=complete_choices(*STYLES),
    ),
]
References = Annotated[
    str | None,
    typer.Option(
        metavar="FORM",
        help="Format of the reference list: own, apa, chicago, ieee, vancouver, bibtex, csl-json, ris, or a "
        "CSL style such as nature.csl. Without --style, only the list is written, or a Word file with it.",
        rich_help_panel=CITATIONS,
        autocompletion=complete_components("references"),
    ),
]
Once = Annotated[
    bool,
    typer.Option(
        "--once",
        help="With --style: put one marker on a run of sentences with the same sources.",
        rich_help_panel=CITATIONS,
    ),
]
ReplaceMarkers = Annotated[
    bool,
    typer.Option(
        "--replace-markers",
        help="Take the reply's own markers out, instead of adding to them: with --style, or in an md, html "
        "or docx report.",
        rich_help_panel=CITATIONS,
    ),
]


def is_report_file(format_: str | None, output: Path | None) -> bool:
    """Return True if a Word file is asked for, which has its list of references at its end."""
    ending = output.suffix.lower() if output is not None else ""
    return format_ == "docx" or (format_ is None and ending == ".docx")


_MARKUPS = {"md": "md", "cited": "md", "html": "html", "terminal": "plain"}


def build_renderer(
    style: str | None,
    references: str | None,
    format_: str | None,
    output: Path | None,
    *,
    once: bool,
    replace_markers: bool = False,
    of_many: bool = False,
) -> Callable[[Answer], str] | None:
    """Return a function that renders a cited reply or a reference list; None without citation options.

    Raises:
        InputError: the options exclude each other, or the style does not exist; ``of_many`` says that there
            are several replies, and what is asked for takes one.
        UnknownComponentError: the format of the references does not exist.
        MissingExtraError: the format needs an optional package.
    """
    if once and style is None:
        raise InputError("--once needs --style; give both.")
    if replace_markers and style is None and references is not None and not is_report_file(format_, output):
        raise InputError("--replace-markers needs --style beside --references; give all three.")
    if style is None and (references is None or is_report_file(format_, output)):
        return None
    from ascribe import registry
    from ascribe.records.reference_formats import resolve_reference_format

    form = resolve_reference_format(references or "own")
    make = registry.load("write", "cited")
    is_data = style is None and bool(form.language)
    if is_data and of_many:
        raise InputError(f"--references {references} without --style takes one reply; run it once for each.")
    markup = _choose_markup(format_, output, style, is_data=is_data)
    if markup == "html" and of_many:
        check_many_pages(output)
    writer = make(style or "bracket", form, markup, repeats=not once, replace_markers=replace_markers)
    return writer.bibliography if style is None else lambda answer: str(writer.write(answer).text)


def _choose_markup(format_: str | None, output: Path | None, style: str | None, *, is_data: bool) -> str:
    """Choose by format, else by the file's suffix, else Markdown for a reply and plain text for a list.

    A list for programs (``is_data``) may have any suffix.
    """
    if is_report_file(format_, output):
        raise InputError(
            "--style is for text; a Word file has its own markers. Leave --style out, or give -o a file that "
            "ends in .md, .html or .txt."
        )
    if format_ is not None:
        if format_ not in _MARKUPS:
            raise InputError(f"--style and --references need --format md, html or terminal, not {format_}.")
        if not is_data:
            check_suffix(format_, output)
        return _MARKUPS[format_]
    ending = output.suffix.lower() if output is not None else ""
    if ending in (".html", ".htm"):
        return "html"
    is_other = not is_data and find_format(output) not in (None, *_MARKUPS)
    if is_other or ending == ".pdf" or (output is not None and output.is_dir()):
        raise InputError(
            "--style and --references write text; give -o a file that ends in .md, .html or .txt."
        )
    return "plain" if style is None and ending not in (".md", ".markdown") else "md"

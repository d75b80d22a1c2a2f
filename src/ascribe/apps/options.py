"""Options that several commands have, each told once."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ascribe.errors import InputError

if TYPE_CHECKING:
    from ascribe.stages import VerifierFactory

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


def judging(tier: str | None, model: str | None) -> str | VerifierFactory | None:
    """Who judges, as ``check`` takes it, for the options ``--tier`` and ``--model``."""
    if model is None:
        return tier
    if tier != "hf":
        raise InputError("--model is for the tier hf; add --tier hf, or leave it out.")
    from ascribe.verify.hf_tier import HfTier

    return HfTier(model)

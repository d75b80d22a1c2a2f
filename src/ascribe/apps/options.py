"""Options that several commands have, each told once."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

ReplyFile = Annotated[
    str, typer.Argument(metavar="REPLY", help="File with the reply; - reads standard input.")
]
Question = Annotated[str | None, typer.Option("--question", "-q", help="What was asked.")]
Tier = Annotated[
    str | None,
    typer.Option(
        help="Who judges: builtin (the models), rules, or llm (asks an endpoint). Default: builtin."
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
MaxChars = Annotated[int | None, typer.Option(min=1, help="Refuse a source with more characters than this.")]
Ocr = Annotated[
    bool,
    typer.Option("--ocr", help="Recognise the print on PDF pages that are pictures; needs the extra ocr."),
]

"""``ascribe check -o FOLDER``: copies of the cited PDF files, with the quotes highlighted."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import typer


def highlight(answer: Any, output: Path | None) -> None:
    """Writes the copies and prints the name of each; says so where there is nothing to write."""
    written = answer.to_pdf(output)
    for path in written:
        typer.echo(path)
    if not written:
        typer.echo("ascribe: no PDF file is cited, so none was written.", err=True)

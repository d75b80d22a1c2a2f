"""``ascribe check -o FOLDER``: copies of the cited PDF files, with the quotes highlighted."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import typer


def highlight(answer: Any, output: Path | None) -> bool:
    """Writes the copies and prints the name of each; False if there are none, which it says."""
    from ascribe.write.highlights import cited_pdfs

    if not cited_pdfs(answer):
        why = f"there is no answer, as {_why(answer)}" if answer.was_refused else "no PDF file is cited"
        is_folder = output is not None and output.is_dir() and not answer.was_refused
        way_out = " A folder gets copies of PDF files; for a report give -o a file." if is_folder else ""
        typer.echo(f"ascribe: {output}: not written: {why}.{way_out}", err=True)
        return False
    for path in answer.to_pdf(output):
        typer.echo(path)
    return True


def _why(answer: Any) -> str:
    from ascribe.records.refusals import REFUSAL_WORDS

    return REFUSAL_WORDS.get(answer.refusal_reason, str(answer.refusal_reason))

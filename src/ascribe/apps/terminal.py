"""Terminal output shared by the commands: colour, writing text, warnings and the progress bar."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import typer

from ascribe.errors import InputError
from ascribe.write.display_text import escape_controls
from ascribe.write.whole_files import write_whole_file

if TYPE_CHECKING:
    from ascribe.records import SkippedSource

_MAX_NAME_CHARS = 30
"""Maximum length of a name beside a progress bar."""


def wants_color() -> bool:
    """Return True for a terminal, unless NO_COLOR is set; FORCE_COLOR turns colour on anywhere."""
    if os.environ.get("NO_COLOR"):
        return False
    forced = os.environ.get("FORCE_COLOR", "")
    if forced:
        return forced != "0"
    return sys.stdout is not None and sys.stdout.isatty() and os.environ.get("TERM") != "dumb"


def check_output_path(output: Path | None) -> None:
    """Raise ``InputError`` if the output file cannot be written, before any work is done."""
    if output is None:
        return
    if output.is_dir():
        raise InputError(f"{output}: this is a folder; give a file in it, or -f pdf for highlighted copies.")
    if not output.parent.is_dir():
        raise InputError(
            f"{output}: cannot be written, as there is no folder {output.parent}; create it first."
        )
    if not os.access(output if output.exists() else output.parent, os.W_OK):
        raise InputError(f"{output}: cannot be written (no permission); give another -o.")


def write(text: str, output: Path | None) -> None:
    """Write the text to the file, or to the screen without one, and end it with a line end."""
    show(text if text.endswith("\n") else text + "\n", output)


def show(text: str, output: Path | None = None) -> None:
    """Write the text unchanged to the file, or to the screen without one, and flush it."""
    data = text.encode("utf-8", errors="replace")
    try:
        if output is not None:
            write_whole_file(output, data)
        elif sys.stdout is not None:
            sys.stdout.buffer.write(data)
            sys.stdout.flush()
    except BrokenPipeError:
        _discard_output()  # such as head, after its last line; the exit code still reports the result
    except OSError as error:
        if output is None:
            _discard_output()
        name = output or "standard output"
        raise InputError(f"{name}: cannot be written ({error.strerror}); give another -o.") from error


def _discard_output() -> None:
    """Send what is still buffered for the screen nowhere; the interpreter would try again as it exits."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def print_skipped(skipped: Iterable[SkippedSource]) -> None:
    """Print to standard error which sources were skipped and why, one per line."""
    for each in skipped:
        typer.echo(escape_controls(f"ascribe: skipped {each.source}: {each.reason}"), err=True)


@contextmanager
def show_progress(doing: str = "reading") -> Iterator[Any]:
    """Show a progress bar after one second, if standard error is a terminal."""
    if not sys.stderr.isatty():
        yield None
        return
    from threading import Timer

    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn

    bar = Progress(
        TextColumn(doing),
        BarColumn(bar_width=20),
        MofNCompleteColumn(),
        TextColumn("{task.description}", markup=False),
        console=Console(stderr=True),
        transient=True,
    )
    task = bar.add_task("")
    delay = Timer(1.0, bar.start)
    delay.start()
    try:
        yield lambda name, done, total: bar.update(
            task, description=_shorten_name(name), completed=done, total=total
        )
    finally:
        delay.cancel()
        bar.stop()


def _shorten_name(name: str) -> str:
    """Return the end of a long path, as it says more than the start and leaves room for the bar."""
    name = escape_controls(name)
    return name if len(name) <= _MAX_NAME_CHARS else f"…{name[1 - _MAX_NAME_CHARS :]}"

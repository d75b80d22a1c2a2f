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

if TYPE_CHECKING:
    from ascribe.records import SkippedSource

_MAX_NAME_CHARS = 30
"""Characters of a name beside a progress bar."""


def wants_color() -> bool:
    """Colour for people: on a terminal, unless NO_COLOR is set; FORCE_COLOR asks for it anywhere."""
    if os.environ.get("NO_COLOR"):
        return False
    forced = os.environ.get("FORCE_COLOR", "")
    if forced:
        return forced != "0"
    return sys.stdout is not None and sys.stdout.isatty() and os.environ.get("TERM") != "dumb"


def check_output_path(output: Path | None) -> None:
    """Refuses a file that cannot be written, before the work whose report it is to hold."""
    if output is None:
        return
    if output.is_dir():
        raise InputError(f"{output}: this is a folder; give a file in it, or -f pdf for highlighted copies.")
    if not output.parent.is_dir():
        raise InputError(
            f"{output}: cannot be written, as there is no folder {output.parent}; make it first."
        )
    if not os.access(output if output.exists() else output.parent, os.W_OK):
        raise InputError(f"{output}: cannot be written (no permission); give another -o.")


def write(text: str, output: Path | None) -> None:
    """Writes text, ended by a line end, into the file, or to the screen where there is none."""
    show(text if text.endswith("\n") else text + "\n", output)


def show(text: str, output: Path | None = None) -> None:
    """Writes text as it is, at once, into the file, or to the screen where there is none."""
    data = text.encode("utf-8", errors="replace")
    try:
        if output is not None:
            output.write_bytes(data)
        elif sys.stdout is not None:
            sys.stdout.buffer.write(data)
            sys.stdout.flush()
    except BrokenPipeError:
        # The reader, such as head, has seen enough; the exit code still says how the check ended.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    except OSError as error:
        name = output or "standard output"
        raise InputError(f"{name}: cannot be written ({error.strerror}); give another -o.") from error


def print_skipped(skipped: Iterable[SkippedSource]) -> None:
    """Says which sources were not read, and why, one in a line, beside what is shown."""
    for each in skipped:
        typer.echo(f"ascribe: skipped {each.source}: {each.reason}", err=True)


@contextmanager
def show_progress(doing: str = "reading") -> Iterator[Any]:
    """A progress bar that appears when it takes longer than a second and somebody is watching."""
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
        TextColumn("{task.description}"),
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
    """The end of a long path, which tells more than its beginning and leaves the bar its place."""
    return name if len(name) <= _MAX_NAME_CHARS else f"…{name[1 - _MAX_NAME_CHARS :]}"

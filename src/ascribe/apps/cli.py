"""The command line: ``ascribe check``, ``repair``, ``evaluate``, ``calibrate``, ``doctor`` and the rest.

Exit codes: 0 clean; 1 a sentence has a status or citation of ``--fail-on``, or fewer statements are supported
than ``--fail-under`` requires;
2 the command could not run, or wrote none of the requested copies.
"""

from __future__ import annotations

import json
import sys
import warnings
from pathlib import Path
from typing import Annotated, Any

import typer

from ascribe.apps.audit import group as audit_group
from ascribe.apps.batch import batch
from ascribe.apps.calibrate import calibrate
from ascribe.apps.check import check
from ascribe.apps.compare import compare
from ascribe.apps.doctor import doctor
from ascribe.apps.evaluate import evaluate
from ascribe.apps.help_page import HelpCommand, HelpGroup
from ascribe.apps.library import add, ask, group
from ascribe.apps.mcp.command import mcp
from ascribe.apps.repair import repair
from ascribe.apps.report import report
from ascribe.apps.server.command import group as serve_group
from ascribe.apps.terminal import write
from ascribe.errors import AscribeError
from ascribe.install_command import build_install_command
from ascribe.version import __version__
from ascribe.write.display_text import escape_controls

CHECKING, DOCUMENTS, SERVING, ABOUT = "Check replies", "Ask documents", "Serve", "Measure and look up"

app = typer.Typer(
    name="ascribe",
    cls=HelpGroup,
    help="Ascribe every sentence of a reply to the source text that supports it, or say that nothing does.",
    no_args_is_help=True,
    context_settings={"help_option_names": ["-h", "--help"]},
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
)


def main() -> None:
    """Run the command line; an error caused by the input ends in one sentence and exit code 2."""
    # Users need no line of code, and names of files must not drive their terminal.
    warnings.formatwarning = lambda message, *_, **__: escape_controls(f"ascribe: {message}\n")
    try:
        app()
    except AscribeError as error:
        if sys.stderr is not None:
            sys.stderr.write(escape_controls(f"ascribe: {error}\n"))
        sys.exit(2)
    except ModuleNotFoundError as error:  # a plugin's, or one that was removed after Ascribe was installed
        if sys.stderr is not None:
            sys.stderr.write(
                escape_controls(
                    f"ascribe: the Python module {error.name!r} is missing; install the package that has it, "
                    f"or reinstall Ascribe: {build_install_command()}\n"
                )
            )
        sys.exit(2)
    except Exception:  # a bug: print the trace, but exit with 2, as 1 means that a sentence failed
        sys.excepthook(*sys.exc_info())
        sys.exit(2)


@app.callback(invoke_without_command=True)
def _top(
    version: Annotated[bool, typer.Option("--version", help="Print the version and exit.")] = False,
) -> None:
    if version:
        typer.echo(f"ascribe {__version__}")
        raise typer.Exit


for _panel, _commands in (
    (CHECKING, (check, repair, batch, compare, report)),
    (DOCUMENTS, (add, ask)),
    (SERVING, (mcp,)),
    (ABOUT, (evaluate, calibrate, doctor)),
):
    for _command in _commands:
        app.command(cls=HelpCommand, rich_help_panel=_panel)(_command)
app.add_typer(group, name="library", rich_help_panel=DOCUMENTS)
app.add_typer(audit_group, name="audit", rich_help_panel=CHECKING)
app.add_typer(serve_group, name="serve", rich_help_panel=SERVING)


@app.command("help", cls=HelpCommand, rich_help_panel=ABOUT)
def help_(
    context: typer.Context,
    command: Annotated[
        list[str] | None, typer.Argument(metavar="COMMAND", help="The command. Default: ascribe itself.")
    ] = None,
) -> None:
    """Print the help page of a command."""
    from ascribe.errors import InputError

    here: Any = context.find_root()
    for name in command or []:
        found = here.command.get_command(here, name) if isinstance(here.command, HelpGroup) else None
        if found is None:
            raise InputError(f"there is no command {name!r}; ascribe --help lists them.")
        here = type(here)(found, info_name=name, parent=here)
    typer.echo(here.command.get_help(here))


@app.command(cls=HelpCommand, rich_help_panel=ABOUT)
def schema(
    output: Annotated[
        Path | None,
        typer.Option("--output", "-o", metavar="FILE", help="Write to this file instead of the screen."),
    ] = None,
) -> None:
    """Print the JSON Schema of an answer, a document, a repair and a stream event."""
    from ascribe.records import Answer, Document, Repair, StreamEvent
    from ascribe.records.serialization import build_schema as schema_of

    write(
        json.dumps(schema_of(Answer, Document, Repair, StreamEvent), indent=2, ensure_ascii=False) + "\n",
        output,
    )


@app.command(cls=HelpCommand, rich_help_panel=ABOUT)
def components() -> None:
    """List every component by stage, including those of other packages."""
    from ascribe.registry import components as rows
    from ascribe.registry import list_refused

    for row in rows():
        typer.echo(f"{row.stage:10} {row.name:15} {row.summary}")
    for row in list_refused():
        typer.echo(f"ascribe: {row.refused}", err=True)

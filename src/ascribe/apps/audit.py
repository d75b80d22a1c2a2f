"""``ascribe audit``: verify an audit log, and replay the checks that it records; and the option --audit."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ascribe.apps.help_page import HelpCommand, HelpGroup
from ascribe.apps.options import AUDIT, Calibration, Model, Tier, resolve_verifier
from ascribe.errors import AuditLogError, InputError
from ascribe.text.counts import format_count

if TYPE_CHECKING:
    from ascribe.audit import AuditLog, Replayed

group = typer.Typer(
    cls=HelpGroup,
    help="Verify an audit log, or replay the checks that it records.",
    no_args_is_help=True,
    rich_markup_mode=None,
)

AuditFile = Annotated[
    Path | None,
    typer.Option(
        "--audit",
        metavar="FILE",
        help="Append the result to this audit log; see ascribe audit.",
        rich_help_panel=AUDIT,
    ),
]
DigestsOnly = Annotated[
    bool,
    typer.Option(
        "--digests-only",
        help="With --audit: record digests of the texts instead of the texts.",
        rich_help_panel=AUDIT,
    ),
]

LogFile = Annotated[Path, typer.Argument(metavar="FILE", help="The audit log.")]


def open_audit_log(path: Path | None, *, digests_only: bool) -> AuditLog | None:
    """Return the audit log of ``--audit``, before any work is done; None without it.

    Raises:
        InputError: ``--digests-only`` without ``--audit``, or a file that would be read as a source.
        AuditLogError: the file cannot be written.
    """
    if path is None:
        if digests_only:
            raise InputError("--digests-only needs --audit; give both.")
        return None
    from ascribe.audit import AuditLog
    from ascribe.read.files import NO_READERS, find_reader

    if find_reader(path, NO_READERS):  # in a folder of sources, the replies in it would support themselves
        raise InputError(
            f"--audit {path}: files with this suffix are read as sources; give a name that ends in .jsonl."
        )
    return AuditLog(path, texts=not digests_only)


@group.command(cls=HelpCommand)
def verify(
    file: LogFile,
    head: Annotated[
        str | None,
        typer.Option(metavar="HASH", help="A hash noted earlier: fail if no line has it any more."),
    ] = None,
) -> None:
    """Verify that no line of an audit log was changed, removed, moved or torn, and print its head.

    Exits with 0 if the log is whole, 1 if it is broken, 2 if it cannot be read.
    """
    from ascribe.audit import verify_log

    state = verify_log(file, head)
    if state.broken is not None:
        typer.echo(f"{file}: broken at {state.broken}")
        typer.echo(f"{format_count(state.lines, 'line')} before it, head {state.head or 'none'}")
        raise typer.Exit(1)
    after = f"; {format_count(state.after_head, 'line')} after the given head" if head else ""
    typer.echo(f"{file}: {format_count(state.lines, 'line')}, whole{after}")
    typer.echo(f"head {state.head or 'none'}")


@group.command(cls=HelpCommand)
def replay(
    file: LogFile,
    source: Annotated[
        list[str],
        typer.Option(
            "--source",
            "-s",
            metavar="PATH",
            help="Source file or folder, instead of the texts in the log. Can be repeated.",
        ),
    ] = [],  # noqa: B006 - typer reads the default and never changes it
    reply: Annotated[
        list[str],
        typer.Option(metavar="PATH", help="File of a reply of which the log has only the digest."),
    ] = [],  # noqa: B006 - as above
    tier: Tier = None,
    model: Model = None,
    calibration: Calibration = None,
) -> None:
    """Check the recorded replies again with the recorded settings, and list each verdict that differs.

    Exits with 0 if all verdicts are the same, 1 if a verdict or an input differs, an input is missing or the
    log is broken, 2 if it could not run.
    """
    from ascribe.apps.inputs import parse_source_path, read_reply
    from ascribe.audit import ReplayOptions, replay_log, verify_log

    state = verify_log(file)
    if state.broken is not None:
        typer.echo(f"{file}: broken at {state.broken}; a broken log is not replayed")
        raise typer.Exit(1)
    sources = [parse_source_path(name) for name in source] or None
    options = ReplayOptions(resolve_verifier(tier, model), calibration, tuple(map(read_reply, reply)))
    same = checked = total = 0
    for result in replay_log(file, sources, options):
        _print_result(result)
        total, checked, same = total + 1, checked + result.is_checked, same + result.is_same
    if total == 0:
        raise AuditLogError(f"{file}: the log records no reply; there is nothing to replay.")
    typer.echo(f"{same} of {format_count(total, 'reply', 'replies')} the same, {checked} checked again")
    if same < total:
        raise typer.Exit(1)


def _print_result(result: Replayed) -> None:
    """Print one line for the reply, and one for each input, note and verdict that differs."""
    if not result.is_checked:
        word = "not replayed" if result.inputs else "nothing to replay"
    else:
        word = "the same" if result.is_same else "differs"
    typer.echo(f"line {result.line}, {result.command}: {word}")
    for each in (*result.inputs, *(f"note: {note}" for note in result.notes), *result.changes):
        typer.echo(f"  {each}")

"""``ascribe repair``: correct the markers of a reply, and report a reason for each and a diff."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ascribe.apps.audit import AuditFile, DigestsOnly, open_audit_log
from ascribe.apps.options import (
    Language,
    MaxChars,
    Model,
    Ocr,
    Question,
    ReplyFile,
    StrictnessOption,
    Tier,
    resolve_verifier,
)
from ascribe.apps.terminal import print_skipped
from ascribe.errors import InputError

if TYPE_CHECKING:
    from ascribe.records import Repair

FORMATS = ("text", "json", "diff")

_ENCODINGS = (
    "utf-8", "utf-8-sig", "cp1252", "latin-1", "cp1250", "cp1251", "cp1253", "cp1254", "cp1255", "cp1256",
    "koi8-r", "shift_jis", "euc_jp", "gb18030", "big5", "euc_kr",
)  # fmt: skip
"""Encodings other than UTF-16 and UTF-32, in the order in which they are tried."""

_BYTE_ORDER_MARKS = {
    "utf-32-le": b"\xff\xfe\0\0",
    "utf-32-be": b"\0\0\xfe\xff",
    "utf-16-le": b"\xff\xfe",
    "utf-16-be": b"\xfe\xff",
}


def repair(
    reply: ReplyFile,
    source: Annotated[
        list[str],
        typer.Option(
            "--source",
            "-s",
            metavar="PATH",
            help="Source file or folder. Can be repeated; markers count them in order.",
        ),
    ],
    question: Question = None,
    tier: Tier = None,
    model: Model = None,
    strictness: StrictnessOption = "balanced",
    language: Language = None,
    format_: Annotated[
        str, typer.Option("--format", "-f", metavar="text|json|diff", help="Format of the report.")
    ] = "text",
    output: Annotated[
        Path | None,
        typer.Option(
            "--output",
            "-o",
            metavar="FILE",
            help="Write the repaired reply to this file; - prints it without a report.",
        ),
    ] = None,
    write: Annotated[bool, typer.Option("--write", help="Overwrite REPLY with the repaired reply.")] = False,
    max_chars: MaxChars = None,
    ocr: Ocr = False,
    audit: AuditFile = None,
    digests_only: DigestsOnly = False,
) -> None:
    """Correct the citation markers of a reply and leave its prose unchanged.

    Exits with 0 if no marker needs a change, 1 if one was changed or needs review, 2 if it could not run.
    """
    import ascribe
    from ascribe.apps.inputs import list_excluded_files, parse_source_path, parse_strictness, read_reply
    from ascribe.apps.terminal import show_progress
    from ascribe.protocols import Limits
    from ascribe.read.sources import load_sources

    _check_options(reply, format_, output, write=write)
    log = open_audit_log(audit, digests_only=digests_only)
    limits = Limits() if max_chars is None else Limits(max_chars=max_chars)
    data = _read_bytes(reply)
    text = read_reply(reply, data)
    target = Path(reply) if write else None if output == Path("-") else output
    without = list_excluded_files(reply, None if write else target)
    with show_progress() as progress:
        loaded = load_sources(
            [parse_source_path(name) for name in source],
            language=language,
            limits=limits,
            progress=progress,
            without=without,
            ocr=ocr,
        )
    fixed = ascribe.repair(
        text,
        loaded,
        question,
        tier=resolve_verifier(tier, model),
        strictness=parse_strictness(strictness),
        language=language,
        limits=limits,
    )
    if log is not None:  # before anything is written: what cannot be recorded is not shown
        log.record(fixed, "repair")
    if target is not None and (fixed.changed or not write):
        _save(target, fixed, data)
    _print(fixed, "" if output == Path("-") else format_, "reply.md" if reply == "-" else reply, data)
    print_skipped(fixed.answer.skipped)
    if fixed.exit_code:
        raise typer.Exit(fixed.exit_code)


def _check_options(reply: str, name: str, output: Path | None, *, write: bool) -> None:
    if name not in FORMATS:
        raise InputError(f"--format must be one of {', '.join(FORMATS)}, got {name!r}.")
    if write and output is not None:
        raise InputError("--write and -o exclude each other; give one of them.")
    if write and reply == "-":
        raise InputError("--write cannot overwrite standard input; give -o, or the file of the reply.")
    both = output is not None and output.is_file() and reply != "-" and Path(reply).is_file()
    if both and output is not None and output.samefile(reply):
        raise InputError(f"{output}: this is the reply itself; use --write to overwrite it.")


def _read_bytes(reply: str) -> bytes:
    from ascribe.apps.inputs import read_reply_bytes

    return read_reply_bytes(reply)


def encode_like(text: str, original: str, data: bytes) -> bytes:
    """Encode the text with the encoding and byte order mark of ``data``, from which ``original`` was read.

    Use UTF-8 if no encoding reproduces these bytes, as in a damaged file, or if it lacks a character.
    """
    for name in (*_BYTE_ORDER_MARKS, *_ENCODINGS):
        mark = _BYTE_ORDER_MARKS.get(name, b"")
        try:
            if mark + original.encode(name) == data:
                return mark + text.encode(name)
        except UnicodeEncodeError:
            continue
    return text.encode("utf-8", errors="replace")


def _save(path: Path, fixed: Repair, data: bytes) -> None:
    try:
        path.write_bytes(encode_like(fixed.repaired, fixed.reply, data))
    except OSError as error:
        raise InputError(f"{path}: cannot be written ({error.strerror}); give another -o.") from error


def _print(fixed: Repair, name: str, reply: str, data: bytes) -> None:
    from ascribe.apps.terminal import write

    if name == "json":
        write(fixed.to_json(), None)
    elif name:
        _write_report(fixed, name, Path(reply).name)
    elif sys.stdout is not None:
        sys.stdout.buffer.write(encode_like(fixed.repaired, fixed.reply, data))
        sys.stdout.flush()


def _write_report(fixed: Repair, name: str, reply: str) -> None:
    from shutil import get_terminal_size

    from ascribe.apps.terminal import wants_color, write
    from ascribe.write.repair_report import color_diff, render_repair_report

    color = wants_color()
    if name == "diff":
        shown = color_diff(fixed.diff(reply), color=color)
    else:
        shown = render_repair_report(fixed, reply, color=color, width=get_terminal_size((100, 24)).columns)
    if shown:
        write(shown, None)

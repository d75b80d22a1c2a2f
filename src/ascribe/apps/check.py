"""``ascribe check``: check one reply or several against their sources."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ascribe.apps.audit import AuditFile, DigestsOnly, open_audit_log
from ascribe.apps.delivery import Delivery
from ascribe.apps.failure_gate import FailureGate, parse_failing
from ascribe.apps.formats import build_page_options, choose_format
from ascribe.apps.inputs import (
    list_excluded_files,
    parse_reader_options,
    parse_source_path,
    parse_where,
    read_reply,
)
from ascribe.apps.library import open_library
from ascribe.apps.options import (
    Calibration,
    Format,
    Language,
    MaxChars,
    Model,
    NoImages,
    Ocr,
    Once,
    Output,
    Question,
    ReaderNames,
    References,
    ReplaceMarkers,
    ReplyFiles,
    Strictness,
    Style,
    Tier,
    Title,
    build_renderer,
    resolve_verifier,
)
from ascribe.apps.stream_output import check_streamable, stream_reply
from ascribe.apps.terminal import print_skipped, show_progress
from ascribe.baseline import Baseline
from ascribe.errors import InputError
from ascribe.records.outcomes import FAILING

if TYPE_CHECKING:
    from ascribe.library.sources import LibrarySources
    from ascribe.protocols import Limits
    from ascribe.read.files import Readers
    from ascribe.read.sources import SourceSet


def check(
    reply: ReplyFiles,
    source: Annotated[
        list[str] | None,
        typer.Option("--source", "-s", metavar="PATH", help="Source file or folder. Can be repeated."),
    ] = None,
    question: Question = None,
    library: Annotated[
        str | None,
        typer.Option(
            "--library",
            "-l",
            metavar="FILE",
            help="Library whose documents are the sources, or its URL; made with ascribe add.",
        ),
    ] = None,
    document: Annotated[
        list[str] | None,
        typer.Option(metavar="ID", help="Only this document of the library. Can be repeated."),
    ] = None,
    where: Annotated[
        list[str] | None,
        typer.Option(
            metavar="KEY=VALUE", help="Only documents of the library with this metadata. Can be repeated."
        ),
    ] = None,
    tier: Tier = None,
    model: Model = None,
    strictness: Strictness = "balanced",
    language: Language = None,
    scorer: Annotated[str | None, typer.Option(help="Evidence scorer. Default: the tier's own.")] = None,
    policy: Annotated[str, typer.Option(help="Citation policy.")] = "best_evidence",
    calibration: Calibration = None,
    reader: ReaderNames = [],  # noqa: B006 - typer reads the default and never changes it
    format_: Format = None,
    output: Output = None,
    title: Title = None,
    no_images: NoImages = False,
    style: Style = None,
    references: References = None,
    once: Once = False,
    replace_markers: ReplaceMarkers = False,
    fail_on: Annotated[
        str,
        typer.Option(
            help="Comma-separated statuses that cause exit code 1, or none. miscited and uncited concern the "
            "reply's own citations: one is wrong, or a supported sentence lacks one."
        ),
    ] = ",".join(FAILING),
    fail_under: Annotated[
        float | None, typer.Option(help="Exit with 1 if faithfulness is below this value, from 0 to 1.")
    ] = None,
    baseline: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="File of known failures; only new ones cause exit code 1."),
    ] = None,
    write_baseline: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE", help="Write the failures of this run as the known ones, and exit with 0."
        ),
    ] = None,
    max_chars: MaxChars = None,
    ocr: Ocr = False,
    stream: Annotated[
        bool, typer.Option("--stream", help="Print each sentence as soon as standard input completes it.")
    ] = False,
    audit: AuditFile = None,
    digests_only: DigestsOnly = False,
) -> None:
    """Check replies against their sources, sentence by sentence.

    With several replies, -o is a folder, or one file for the formats sarif and junit.
    Exits with 0 if every sentence passes, 1 if one fails, 2 if it could not run or no PDF file is cited.
    """
    import ascribe
    from ascribe.protocols import Limits

    output = None if output == Path("-") else output
    if fail_under is not None and not 0.0 <= fail_under <= 1.0:
        raise InputError(f"--fail-under must be from 0 to 1, got {fail_under}.")
    gate = FailureGate(
        parse_failing(fail_on), fail_under, Baseline.read(baseline) if baseline else Baseline()
    )
    cited = build_renderer(style, references, format_, output, once=once, replace_markers=replace_markers)
    name = choose_format(format_, output, of_many=len(reply) > 1) if cited is None else ""
    page = build_page_options(title, name, reply[0] if len(reply) == 1 else "-", no_images=no_images)
    delivery = Delivery(name, output, page, cited, of_many=len(reply) > 1)
    limits = Limits() if max_chars is None else Limits(max_chars=max_chars)
    if stream:
        check_streamable(reply, name, output)
    log = open_audit_log(audit, digests_only=digests_only)
    texts = [] if stream else [(each, read_reply(each)) for each in reply]
    readers = parse_reader_options(reader)
    chosen = _choose_sources(source, library, document, where, reading=bool(readers) or ocr)
    loaded = chosen or _read_sources(source or [], reply, output, readers, language, limits, ocr=ocr)
    options: dict[str, Any] = {
        "tier": resolve_verifier(tier, model),
        "strictness": strictness,
        "language": language,
        "scorer": scorer,
        "policy": policy,
        "calibration": calibration,
        "limits": limits,
    }
    answers = []
    if stream:
        answers.append(("-", stream_reply(loaded, question, name, **options)))
    for each, text in texts:
        answers.append((each, ascribe.check(text, loaded, question, **options)))
    for _, answer in answers:
        if log is not None:  # before the report: what cannot be recorded is not shown
            log.record(answer)
    delivered = stream or delivery.deliver(answers)
    print_skipped(dict.fromkeys(each for _, answer in answers for each in answer.skipped))
    if write_baseline is not None:
        failures = ((each, s) for each, answer in answers for s in gate.list_failures(answer))
        Baseline.build(failures).write(write_baseline)
        return
    if any(gate.is_failing(answer) for _, answer in answers):
        raise typer.Exit(1)
    if not delivered:
        raise typer.Exit(2)


def _choose_sources(
    source: list[str] | None,
    library: str | None,
    documents: list[str] | None,
    where: list[str] | None,
    *,
    reading: bool,
) -> LibrarySources | None:
    """Return the documents of the library, or None if there are sources to read.

    ``reading`` says that options for reading files are given.

    Raises:
        InputError: neither or both are given, or options of the other one.
    """
    if library is None:
        if documents or where:
            raise InputError("--document and --where choose from a library; give one with --library.")
        if not source:
            raise InputError("there are no sources; give files with -s, or a library with --library.")
        return None
    if source:
        raise InputError("-s and --library exclude each other; add the files to the library first.")
    if reading:
        raise InputError("--ocr and --reader are for files; give them to ascribe add.")
    return open_library(library).select(documents, where=parse_where(where or []))


def _read_sources(
    source: list[str],
    replies: list[str],
    output: Path | None,
    readers: Readers,
    language: str | None,
    limits: Limits,
    *,
    ocr: bool,
) -> SourceSet:
    """Read the sources once for all replies; neither a reply nor the output is a source."""
    from ascribe.read.sources import load_sources

    paths = [parse_source_path(name) for name in source]
    without: dict[Path, str] = {}
    for each in replies:
        without |= list_excluded_files(each, output, paths)
    with show_progress() as progress:
        return load_sources(
            paths,
            language=language,
            limits=limits,
            readers=readers,
            progress=progress,
            without=without,
            ocr=ocr,
        )

"""The command line: ``ascribe check``, ``repair``, ``evaluate``, ``calibrate``, ``doctor`` and the rest.

Exit codes: 0 clean; 1 a sentence has a status or citation of ``--fail-on``, or faithfulness is below
``--fail-under``;
2 the command could not run, or wrote none of the requested copies.
"""

from __future__ import annotations

import json
import sys
import warnings
from pathlib import Path
from typing import Annotated, Any

import typer

from ascribe.apps.audit import AuditFile, DigestsOnly, open_audit_log
from ascribe.apps.audit import group as audit_group
from ascribe.apps.batch import batch
from ascribe.apps.calibrate import calibrate
from ascribe.apps.doctor import doctor
from ascribe.apps.evaluate import evaluate
from ascribe.apps.formats import build_page_options, choose_format, deliver, print_result
from ascribe.apps.inputs import (
    list_excluded_files,
    parse_reader_options,
    parse_source_path,
    read_reply,
)
from ascribe.apps.library import add, ask, group
from ascribe.apps.mcp.command import mcp
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
    ReplyFile,
    Strictness,
    Style,
    Tier,
    Title,
    build_renderer,
    resolve_verifier,
)
from ascribe.apps.repair import repair
from ascribe.apps.server.command import group as serve_group
from ascribe.apps.stream_output import check_streamable, stream_reply
from ascribe.apps.terminal import check_output_path, print_skipped, show_progress, write
from ascribe.errors import AscribeError, InputError
from ascribe.records.outcomes import FAILING, STATUSES
from ascribe.version import __version__

app = typer.Typer(
    name="ascribe",
    help="Ascribe every sentence of a reply to the source text that supports it, or say that nothing does.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
)


def main() -> None:
    """Run the command line; an error caused by the input ends in one sentence and exit code 2."""
    warnings.formatwarning = lambda message, *_, **__: f"ascribe: {message}\n"  # users need no line of code
    try:
        app()
    except AscribeError as error:
        if sys.stderr is not None:
            sys.stderr.write(f"ascribe: {error}\n")
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


@app.command()
def check(
    reply: ReplyFile,
    source: Annotated[
        list[str],
        typer.Option("--source", "-s", metavar="PATH", help="Source file or folder. Can be repeated."),
    ],
    question: Question = None,
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
    max_chars: MaxChars = None,
    ocr: Ocr = False,
    stream: Annotated[
        bool, typer.Option("--stream", help="Print each sentence as soon as standard input completes it.")
    ] = False,
    audit: AuditFile = None,
    digests_only: DigestsOnly = False,
) -> None:
    """Check a reply against its sources, sentence by sentence.

    Exits with 0 if every sentence passes, 1 if one fails, 2 if it could not run or no PDF file is cited.
    """
    import ascribe
    from ascribe.protocols import Limits
    from ascribe.read.sources import load_sources

    output = None if output == Path("-") else output
    failing = _parse_statuses(fail_on)
    if fail_under is not None and not 0.0 <= fail_under <= 1.0:
        raise InputError(f"--fail-under must be from 0 to 1, got {fail_under}.")
    cited = build_renderer(style, references, format_, output, once=once, replace_markers=replace_markers)
    name = choose_format(format_, output) if cited is None else ""
    page = build_page_options(title, name, reply, no_images=no_images)
    limits = Limits() if max_chars is None else Limits(max_chars=max_chars)
    if stream:
        check_streamable(reply, name, output)
    if name != "pdf":  # the PDF writer creates missing folders itself
        check_output_path(output)
    log = open_audit_log(audit, digests_only=digests_only)
    text = "" if stream else read_reply(reply)
    paths = [parse_source_path(name) for name in source]
    without = list_excluded_files(reply, output, paths)
    with show_progress() as progress:
        loaded = load_sources(
            paths,
            language=language,
            limits=limits,
            readers=parse_reader_options(reader),
            progress=progress,
            without=without,
            ocr=ocr,
        )
    options: dict[str, Any] = {
        "tier": resolve_verifier(tier, model),
        "strictness": strictness,
        "language": language,
        "scorer": scorer,
        "policy": policy,
        "calibration": calibration,
        "limits": limits,
    }
    delivered = True
    if stream:
        answer = stream_reply(loaded, question, name, **options)
    else:
        answer = ascribe.check(text, loaded, question, **options)
    if log is not None:  # before the report: what cannot be recorded is not shown
        log.record(answer)
    if not stream:
        if cited is None:
            delivered = deliver(answer, name, output, page)
        else:
            write(cited(answer), output)
            print_result(answer, output)
    print_skipped(answer.skipped)
    if _is_failing(answer, failing, fail_under):
        raise typer.Exit(1)
    if not delivered:
        raise typer.Exit(2)


app.command()(add)
app.command()(ask)
app.add_typer(group, name="library")
app.add_typer(audit_group, name="audit")
app.command()(repair)
app.command()(evaluate)
app.command()(batch)
app.command()(calibrate)
app.command()(doctor)
app.add_typer(serve_group, name="serve")
app.command()(mcp)


@app.command()
def schema(
    output: Annotated[
        Path | None, typer.Option("--output", "-o", help="Write to this file instead of the screen.")
    ] = None,
) -> None:
    """Print the JSON Schema of an answer, a document, a repair and a stream event."""
    from ascribe.records import Answer, Document, Repair, StreamEvent
    from ascribe.records.serialization import build_schema as schema_of

    write(
        json.dumps(schema_of(Answer, Document, Repair, StreamEvent), indent=2, ensure_ascii=False) + "\n",
        output,
    )


@app.command()
def components() -> None:
    """List every component by stage, including those of other packages."""
    from ascribe.registry import components as rows
    from ascribe.registry import list_refused

    for row in rows():
        typer.echo(f"{row.stage:10} {row.name:15} {row.summary}")
    for row in list_refused():
        typer.echo(f"ascribe: {row.refused}", err=True)


_CITATION_FAILURES = {"miscited": "miscited_sentences", "uncited": "uncited_sentences"}
"""Word of ``--fail-on`` → the property of the answer that lists its sentences."""


def _parse_statuses(text: str) -> tuple[str, ...]:
    names = tuple(name for name in (part.strip() for part in text.split(",")) if name)
    if names == ("none",):
        return ()
    if not names:
        raise InputError("--fail-on is empty; give comma-separated statuses, or none.")
    for name in names:
        if name not in (*STATUSES, *_CITATION_FAILURES):
            known = ", ".join((*STATUSES, *_CITATION_FAILURES))
            raise InputError(f"--fail-on takes {known}, or none alone, got {name!r}.")
    return names


def _is_failing(answer: Any, failing: tuple[str, ...], fail_under: float | None) -> bool:
    if any(status in failing for status in answer.status_counts()):
        return True
    if any(name in failing and getattr(answer, field) for name, field in _CITATION_FAILURES.items()):
        return True
    return fail_under is not None and (not answer.verification_ran or answer.faithfulness_score < fail_under)

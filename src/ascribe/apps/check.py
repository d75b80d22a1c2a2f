"""``ascribe check``: check one reply or several against their sources."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ascribe.apps.audit import AuditFile, DigestsOnly, open_audit_log
from ascribe.apps.check_settings import CheckSettings, read_check_settings
from ascribe.apps.completion import complete_components, complete_statuses
from ascribe.apps.delivery import Delivery, is_author_year
from ascribe.apps.failure_gate import BaselineRun, FailureGate, parse_failing
from ascribe.apps.formats import build_page_options, choose_format
from ascribe.apps.inputs import (
    list_excluded_files,
    parse_reader_options,
    parse_where,
    read_reply,
)
from ascribe.apps.library import open_library
from ascribe.apps.options import (
    EXIT_CODE,
    OUTPUT,
    SOURCES,
    VERDICTS,
    Calibration,
    ConfigFile,
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
    SourceTexts,
    StrictnessOrConfig,
    Style,
    Tier,
    Title,
    build_renderer,
    resolve_verifier,
)
from ascribe.apps.stream_output import check_streamable, stream_reply
from ascribe.apps.terminal import print_skipped, show_progress
from ascribe.errors import InputError
from ascribe.protocols import Limits
from ascribe.records.outcomes import FAILING
from ascribe.write.display_text import escape_controls

if TYPE_CHECKING:
    from ascribe.library.sources import LibrarySources
    from ascribe.pipeline import CheckArguments
    from ascribe.read.files import Readers
    from ascribe.read.sources import SourceSet
    from ascribe.records import Answer


def check(
    reply: ReplyFiles,
    source: Annotated[
        list[str] | None,
        typer.Option(
            "--source",
            "-s",
            metavar="PATH",
            help="Source file or folder. Can be repeated. Needed, unless --library or --config has them.",
            rich_help_panel=SOURCES,
        ),
    ] = None,
    config: ConfigFile = None,
    question: Question = None,
    library: Annotated[
        str | None,
        typer.Option(
            "--library",
            "-l",
            metavar="FILE",
            help="Library whose documents are the sources, or its URL; made with ascribe add.",
            rich_help_panel=SOURCES,
        ),
    ] = None,
    document: Annotated[
        list[str] | None,
        typer.Option(
            metavar="ID",
            help="Only this document of the library. Can be repeated.",
            rich_help_panel=SOURCES,
        ),
    ] = None,
    where: Annotated[
        list[str] | None,
        typer.Option(
            metavar="KEY=VALUE",
            help="Only documents of the library with this metadata. Can be repeated.",
            rich_help_panel=SOURCES,
        ),
    ] = None,
    tier: Tier = None,
    model: Model = None,
    strictness: StrictnessOrConfig = None,
    language: Language = None,
    scorer: Annotated[
        str | None,
        typer.Option(
            metavar="NAME",
            help="Evidence scorer. Default: the tier's own.",
            rich_help_panel=VERDICTS,
            autocompletion=complete_components("score"),
        ),
    ] = None,
    policy: Annotated[
        str | None,
        typer.Option(
            metavar="NAME",
            help="Citation policy. Default: best_evidence.",
            rich_help_panel=VERDICTS,
            autocompletion=complete_components("cite"),
        ),
    ] = None,
    calibration: Calibration = None,
    reader: ReaderNames = [],  # noqa: B006 - typer reads the default and never changes it
    format_: Format = None,
    output: Output = None,
    title: Title = None,
    no_images: NoImages = False,
    source_texts: SourceTexts = False,
    style: Style = None,
    references: References = None,
    once: Once = False,
    replace_markers: ReplaceMarkers = False,
    fail_on: Annotated[
        str | None,
        typer.Option(
            metavar="STATUS,...",
            help="Statuses that cause exit code 1, or none. miscited and uncited concern the reply's own "
            f"citations: one is wrong, or a supported sentence lacks one. Default: {','.join(FAILING)}.",
            rich_help_panel=EXIT_CODE,
            autocompletion=complete_statuses,
        ),
    ] = None,
    fail_under: Annotated[
        float | None,
        typer.Option(
            metavar="SHARE",
            help="Exit with 1 if the share of statements that are supported is below this value, from 0 to "
            "1. Undecided ones count as not supported.",
            rich_help_panel=EXIT_CODE,
        ),
    ] = None,
    baseline: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE",
            help="File of known failures; only new ones cause exit code 1.",
            rich_help_panel=EXIT_CODE,
        ),
    ] = None,
    write_baseline: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE",
            help="Write the failures as the known ones, and exit with 0. Entries of other replies stay.",
            rich_help_panel=EXIT_CODE,
        ),
    ] = None,
    max_chars: MaxChars = None,
    ocr: Ocr = False,
    stream: Annotated[
        bool,
        typer.Option(
            "--stream",
            help="Print each sentence as soon as standard input completes it.",
            rich_help_panel=OUTPUT,
        ),
    ] = False,
    audit: AuditFile = None,
    digests_only: DigestsOnly = False,
) -> None:
    """Check replies against their sources, sentence by sentence.

    With several replies, -o is a folder, or one file for the formats sarif and junit; on the screen, json and
    jsonld are one line for each reply, in order.
    Exits with 0 if every sentence passes, 1 if one fails or none can be checked, 2 if it could not run or no
    PDF file is cited.
    """
    settings = read_check_settings(
        config,
        reply,
        sources=source or None,
        library=library,
        tier=resolve_verifier(tier, model),
        strictness=strictness,
        language=language,
        scorer=scorer,
        policy=policy,
        calibration=calibration,
        fail_on=None if fail_on is None else parse_failing(fail_on),
        fail_under=fail_under,
        baseline=baseline,
        max_chars=max_chars,
    )
    _name_likely_sources(reply, source or [])
    output = None if output == Path("-") else output
    gate = settings.build_gate()
    baselines = BaselineRun.prepare(gate, settings.baseline, write_baseline)
    delivery = _build_delivery(
        format_,
        output,
        baselines,
        of_many=len(reply) > 1,
        style=style,
        references=references,
        once=once,
        replace_markers=replace_markers,
        title=title,
        no_images=no_images,
        source_texts=source_texts,
    )
    if stream:
        check_streamable(reply, delivery.name, output)
    log = open_audit_log(audit, digests_only=digests_only)
    texts = [] if stream else [(each, read_reply(each)) for each in reply]
    readers = parse_reader_options(reader)
    chosen = _choose_documents(library, document, where, reading=bool(readers) or ocr)
    loaded = chosen or _read_sources(settings, reply, output, readers, ocr=ocr)
    answers = (
        [("-", stream_reply(loaded, question, delivery.name, **settings.options))]
        if stream
        else list(_check_replies(texts, loaded, question, settings.options))
    )
    for _, answer in answers:
        if log is not None:  # before the report: what cannot be recorded is not shown
            log.record(answer)
    delivered = stream or delivery.deliver(answers)
    if not delivery.lists_skipped:
        print_skipped(dict.fromkeys(each for _, answer in answers for each in answer.skipped))
    baselines.finish(answers)
    if write_baseline is not None:
        return
    for each, answer in answers:
        _say_why_failing(gate, answer, each)
    if any(gate.is_failing(answer, each) for each, answer in answers):
        raise typer.Exit(1)
    if not delivered:
        raise typer.Exit(2)


def _build_delivery(
    format_: str | None,
    output: Path | None,
    baselines: BaselineRun,
    *,
    of_many: bool,
    style: str | None,
    references: str | None,
    once: bool,
    replace_markers: bool,
    title: str | None,
    no_images: bool,
    source_texts: bool,
) -> Delivery:
    """Build the delivery of the reports, or of the cited reply, from the options of the command.

    Raises:
        InputError: an option is invalid, or does not go with another.
    """
    cited = build_renderer(
        style, references, format_, output, once=once, replace_markers=replace_markers, of_many=of_many
    )
    name = choose_format(format_, output, of_many=of_many) if cited is None else ""
    page = build_page_options(
        name,
        title=title,
        no_images=no_images,
        source_texts=source_texts,
        replace_markers=replace_markers and cited is None,
        references=references,
    )
    if name in ("sarif", "junit"):
        page |= baselines.writer_options
    if name == "junit":
        page |= {"failing": baselines.gate.failing}
    return Delivery(
        name or format_ or "",
        output,
        page,
        cited,
        of_many=of_many,
        shows_names=is_author_year(style),
    )


def _name_likely_sources(replies: list[str], sources: list[str]) -> None:
    """Say which replies look like sources: ``reply.md -s a.pdf b.pdf`` makes a reply of b.pdf."""
    kinds = {Path(each).suffix.lower() for each in sources} - {Path(replies[0]).suffix.lower(), ""}
    for each in replies[1:]:
        if Path(each).suffix.lower() in kinds:
            line = f"ascribe: {each} is read as a reply; if it is a source, put -s before it"
            typer.echo(escape_controls(line), err=True)


def _say_why_failing(gate: FailureGate, answer: Answer, reply: str) -> None:
    """Say why a reply fails if no sentence of the report shows it."""
    name = "standard input" if reply == "-" else reply
    if gate.has_nothing_to_pass(answer):
        reason = "no sentence of this reply could be checked; --fail-on none lets it pass."
    elif low := gate.describe_low_share(answer):
        reason = f"{low} (--fail-under)."
    else:
        return
    typer.echo(escape_controls(f"ascribe: {name}: {reason}"), err=True)


def _check_replies(
    texts: list[tuple[str, str]],
    loaded: SourceSet | LibrarySources,
    question: str | None,
    options: CheckArguments,
) -> Iterator[tuple[str, Answer]]:
    """Yield each reply with its answer, and show the progress of its sentences."""
    import ascribe

    for name, text in texts:
        with show_progress("judging") as progress:

            def report(done: int, total: int, name: str = name, progress: Any = progress) -> None:
                progress("sentences" if len(texts) == 1 else name, done, total)

            watched: CheckArguments = {**options, "on_judged": None if progress is None else report}
            yield name, ascribe.check(text, loaded, question, **watched)


def _choose_documents(
    library: str | None, documents: list[str] | None, where: list[str] | None, *, reading: bool
) -> LibrarySources | None:
    """Return the documents of the library, or None if there are sources to read.

    ``reading`` says that options for reading files are given.

    Raises:
        InputError: options are given that do not go with a library, or only with one.
    """
    if library is None:
        if documents or where:
            raise InputError("--document and --where choose from a library; give one with --library.")
        return None
    if reading:
        raise InputError("--ocr and --reader are for files; give them to ascribe add.")
    return open_library(library).select(documents, where=parse_where(where or []))


def _read_sources(
    settings: CheckSettings, replies: list[str], output: Path | None, readers: Readers, *, ocr: bool
) -> SourceSet:
    """Read the sources once for all replies; neither a reply nor the output is a source."""
    from ascribe.inference.preload import preload_models
    from ascribe.read.sources import load_sources

    tier = settings.options["tier"]
    # A file is parsed in another process, so both go on at once; a wrong path must not load a model.
    if (tier is None or isinstance(tier, str)) and all(each.exists() for each in settings.sources):
        preload_models(tier or "builtin")
    without: dict[Path, str] = {}
    for each in replies:
        without |= list_excluded_files(each, output, settings.sources)
    with show_progress() as progress:
        return load_sources(
            settings.sources,
            language=settings.options["language"],
            limits=settings.options["limits"] or Limits(),
            readers=readers,
            progress=progress,
            without=without,
            ocr=ocr,
        )

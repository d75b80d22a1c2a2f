"""``ascribe add``, ``ask`` and ``library``: store documents and answer questions with citations."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Iterator
from contextlib import AbstractContextManager, ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ascribe.apps.audit import AuditFile, DigestsOnly, open_audit_log
from ascribe.apps.completion import complete_choices, complete_components
from ascribe.apps.help_page import HelpCommand, HelpGroup
from ascribe.apps.options import (
    ANSWERS,
    OUTPUT,
    SOURCES,
    ConfigFile,
    Format,
    Language,
    Model,
    NoImages,
    Ocr,
    Once,
    Output,
    ReaderNames,
    References,
    SourceTexts,
    StrictnessOrConfig,
    Style,
    Tier,
    Title,
    build_renderer,
    resolve_verifier,
)
from ascribe.apps.terminal import print_skipped
from ascribe.errors import InputError
from ascribe.text.counts import format_count
from ascribe.write.display_text import escape_controls

if TYPE_CHECKING:
    from ascribe.library import Library
    from ascribe.library.config import Config
    from ascribe.records import Answer, StreamEvent

LibraryFile = Annotated[
    str | None,
    typer.Option(
        "--library",
        "-l",
        metavar="FILE",
        help="Library file, or postgresql://user@host/database. Default: library.ascribe.",
        rich_help_panel=SOURCES,
    ),
]

_NAME = "library.ascribe"

group = typer.Typer(
    cls=HelpGroup, help="List, describe or empty a library.", no_args_is_help=True, rich_markup_mode=None
)


def add(
    documents: Annotated[list[str], typer.Argument(metavar="DOCUMENT...", help="Files and folders.")],
    library: LibraryFile = None,
    config: ConfigFile = None,
    language: Language = None,
    reader: ReaderNames = [],  # noqa: B006 - typer reads the default and never changes it
    ocr: Ocr = False,
) -> None:
    """Add documents to a library; unchanged documents are not read again.

    Files of a folder that cannot be read are skipped, named and counted.
    Exits with 0 even if some were skipped, and with 2 if a file that you name cannot be read.
    """
    from ascribe.apps.inputs import parse_reader_options, parse_source_path

    paths = [parse_source_path(name, "DOCUMENT") for name in documents]
    readers = parse_reader_options(reader)
    with open_stored_library(library, config, new=True) as opened, _show_adding() as progress:
        outcome = opened.add(paths, language=language, readers=readers, progress=progress, ocr=ocr)
    print_skipped(outcome.skipped)
    counts = {"added": outcome.added, "updated": outcome.updated, "unchanged": outcome.unchanged}
    parts = [f"{len(ids)} {word}" for word, ids in counts.items() if ids] or ["nothing added"]
    parts += [f"{len(outcome.skipped)} skipped"] if outcome.skipped else []
    typer.echo(", ".join(parts))


def _show_adding() -> AbstractContextManager[Any]:
    """Show a bar on a terminal, and print lines elsewhere: computing vectors takes most of the time."""
    from ascribe.apps.progress_lines import print_progress_lines
    from ascribe.apps.terminal import show_progress

    if sys.stderr.isatty():
        return show_progress("reading and encoding")
    return print_progress_lines("reading the documents and computing a vector of each sentence")


def ask(
    question: Annotated[str, typer.Argument(help="The question.")],
    documents: Annotated[
        list[str] | None,
        typer.Argument(metavar="[DOCUMENT...]", help="Files and folders. Default: the library."),
    ] = None,
    library: LibraryFile = None,
    config: ConfigFile = None,
    generator: Annotated[
        str | None,
        typer.Option(
            metavar="extractive|llm",
            help="Answer generator: extractive (quotes), or llm (an endpoint). Default: extractive.",
            rich_help_panel=ANSWERS,
            autocompletion=complete_components("generate"),
        ),
    ] = None,
    tier: Tier = None,
    model: Model = None,
    strictness: StrictnessOrConfig = None,
    language: Language = None,
    top: Annotated[
        int | None,
        typer.Option(
            min=1,
            metavar="NUMBER",
            help="Number of passages for the generator. Default: 5.",
            rich_help_panel=ANSWERS,
        ),
    ] = None,
    rerank: Annotated[
        str | None,
        typer.Option(
            metavar="MODEL",
            help="Reranker: builtin, or a cross-encoder by name or folder. Default: builtin.",
            rich_help_panel=ANSWERS,
        ),
    ] = None,
    context: Annotated[
        str | None,
        typer.Option(
            metavar="passage|neighbours|section",
            help="Text a language model gets per passage. Default: passage.",
            rich_help_panel=ANSWERS,
            autocompletion=complete_choices("passage", "neighbours", "section"),
        ),
    ] = None,
    history: Annotated[
        list[Path] | None,
        typer.Option(
            metavar="FILE",
            help="JSON file with the turns before the question: an answer (-f json), or a list of answers, "
            "pairs [question, answer] or chat messages. Can be repeated, oldest first.",
            rich_help_panel=ANSWERS,
        ),
    ] = None,
    calibration: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE",
            help="File from ascribe calibrate --questions, for extractive answers.",
            rich_help_panel=ANSWERS,
        ),
    ] = None,
    format_: Format = None,
    output: Output = None,
    title: Title = None,
    no_images: NoImages = False,
    source_texts: SourceTexts = False,
    reader: ReaderNames = [],  # noqa: B006 - typer reads the default and never changes it
    ocr: Ocr = False,
    stream: Annotated[
        bool,
        typer.Option(
            "--stream",
            help="Print each sentence as soon as it is written and checked.",
            rich_help_panel=OUTPUT,
        ),
    ] = False,
    style: Style = None,
    references: References = None,
    once: Once = False,
    audit: AuditFile = None,
    digests_only: DigestsOnly = False,
) -> None:
    """Answer a question from documents, with every sentence cited and checked, or explain the refusal.

    Exits with 0 for an answer, 1 for a refusal, 2 if it could not run or no PDF file is cited.
    """
    from ascribe.apps.conversation import read_history
    from ascribe.apps.delivery import Delivery, is_author_year
    from ascribe.apps.formats import build_page_options, choose_format
    from ascribe.apps.inputs import parse_reader_options
    from ascribe.apps.stream_output import check_watched_report

    if not documents:
        _check_something_to_ask(library, config)
    output = None if output == Path("-") else output
    cited = build_renderer(style, references, format_, output, once=once)
    name = choose_format(format_, output) if cited is None else ""
    page = build_page_options(
        name, title=title, no_images=no_images, references=references, source_texts=source_texts
    )
    if stream:
        check_watched_report(name, output)
    delivery = Delivery(name, output, page, cited, shows_names=is_author_year(style))
    log = open_audit_log(audit, digests_only=digests_only)
    options = {
        "generator": generator,
        "tier": resolve_verifier(tier, model),
        "strictness": strictness,
        "language": language,
        "top": top,
        "rerank": rerank,
        "context": context,
        "calibration": calibration,
        "history": read_history(history or ()),
    }
    reading = {"readers": parse_reader_options(reader), "ocr": ocr}
    settings = read_config_file(config)
    answer = _answer_question(
        question, documents or [], library, settings, reading, options, name if stream else ""
    )
    if log is not None:  # before the report: what cannot be recorded is not shown
        log.record(answer, "ask")
    delivered = stream or delivery.deliver([("-", answer)])
    if not delivery.lists_skipped:
        print_skipped(answer.skipped)
    if answer.was_refused or not delivered:
        raise typer.Exit(1 if answer.was_refused else 2)


def _answer_question(
    question: str,
    documents: list[str],
    library: str | None,
    config: Config | None,
    reading: dict[str, Any],
    options: dict[str, Any],
    watched_as: str,
) -> Answer:
    """Return the answer from the documents, or from the library if no documents are given.

    If ``watched_as`` names a format, print the answer while it arrives.
    """
    from ascribe.apps.inputs import parse_source_path
    from ascribe.apps.stream_output import build_screen_writer, print_events
    from ascribe.apps.terminal import show_progress
    from ascribe.library import ask as ask_documents
    from ascribe.library import stream_answer

    if not documents:
        if any(reading.values()):
            raise InputError("--ocr and --reader are for documents; give them to ascribe add.")
        with open_library(library, config) as opened:
            opened.select().check_not_empty()
            if watched_as:
                return print_events(
                    opened.stream(question, writer=build_screen_writer(), **options), watched_as
                )
            return opened.ask(question, **options)
    if library is not None:
        raise InputError(
            "documents and --library exclude each other; add the documents to the library first."
        )
    paths = [parse_source_path(name, "DOCUMENT") for name in documents]
    with ExitStack() as reading_them:
        arguments = {
            **options,
            **reading,
            "config": config,
            "progress": reading_them.enter_context(show_progress()),
        }
        if not watched_as:
            return ask_documents(question, paths, **arguments)
        events = stream_answer(question, paths, writer=build_screen_writer(), **arguments)
        return print_events(_close_before_first(reading_them, events), watched_as)


def _check_something_to_ask(library: str | None, config: Path | None) -> None:
    """Check that there is a library if none is named.

    Raises:
        InputError: there is none, so nothing says what to ask.
    """
    if library is None and config is None and not Path(_NAME).is_file():
        raise InputError(
            'there is nothing to ask; give files and folders, as in: ascribe ask "Who built it?" papers/, or '
            f"create the library {_NAME} with: ascribe add papers/"
        )


def _close_before_first(bar: ExitStack, events: Iterable[StreamEvent]) -> Iterator[StreamEvent]:
    """Yield the events, and remove the progress bar before the first one."""
    for event in events:
        bar.close()
        yield event


@group.command("list", cls=HelpCommand)
def list_(
    library: LibraryFile = None,
    config: ConfigFile = None,
    format_: Annotated[
        str, typer.Option("--format", "-f", metavar="text|json", help="How the list is written.")
    ] = "text",
) -> None:
    """List the documents by id, with their pages and sentences."""
    with open_stored_library(library, config) as opened:
        documents = opened.documents()
    if format_ == "json":
        rows = [
            {
                "doc_id": d.doc_id,
                "source": d.source,
                "digest": d.digest,
                "language": d.language,
                "pages": d.pages,
                "sentences": d.sentences,
                "metadata": d.metadata,
            }
            for d in documents
        ]
        typer.echo(json.dumps(rows, indent=2, ensure_ascii=False))
        return
    for document in documents:
        pages = format_count(document.pages, "page") if document.pages else ""
        sentences = format_count(document.sentences, "sentence")
        typer.echo(f"{escape_controls(document.doc_id):40} {pages:>10} {sentences:>17}")


@group.command(cls=HelpCommand)
def remove(
    documents: Annotated[
        list[str], typer.Argument(metavar="ID...", help="Document ids, as printed by ascribe library list.")
    ],
    library: LibraryFile = None,
    config: ConfigFile = None,
) -> None:
    """Remove documents from a library; their files are kept."""
    with open_stored_library(library, config) as opened:
        count = opened.remove(*documents)
    typer.echo(f"{count} removed")


@group.command(cls=HelpCommand)
def index(library: LibraryFile = None, config: ConfigFile = None) -> None:
    """Encode what has no vectors yet, and build the approximate index of a library on a server."""
    with open_stored_library(library, config) as opened:
        count = opened.reindex()
        opened.build_vector_index()
    typer.echo(f"{format_count(count, 'passage')} encoded")


@group.command(cls=HelpCommand)
def info(library: LibraryFile = None, config: ConfigFile = None) -> None:
    """Print figures about the contents of a library."""
    with open_stored_library(library, config) as opened:
        for name, value in opened.info().items():
            typer.echo(f"{name:12} {value}")


def read_config_file(config: Path | None) -> Config | None:
    """Return the configuration in that file; None without a file."""
    from ascribe.library.config import read_config

    return None if config is None else read_config(config)


def open_library(library: str | None, config: Config | None = None) -> Library:
    """Open the library of that file, or of the configuration, for questions; it must exist."""
    from ascribe.library import Library
    from ascribe.library.config import Config

    settings = config or Config()
    return Library.from_config(settings, _check_is_there(library or settings.location))


def open_stored_library(library: str | None, config: Path | None, *, new: bool = False) -> Library:
    """Open a library for anything but questions, so that no generator and no key is needed.

    With ``new``, the library may be created.
    """
    from ascribe.library import Library
    from ascribe.library.config import Config

    settings = read_config_file(config) or Config()
    path = library or settings.location
    return Library(_check_is_there(path, new=new), encode=settings.encode, limits=settings.limits)


def _check_is_there(location: Path | str, *, new: bool = False) -> Path | str:
    """Return the URL of a server, or the path if it is a file; raise ``InputError`` otherwise.

    With ``new``, the file may not exist yet.
    """
    from ascribe.library.store import is_on_server

    if is_on_server(location):
        return location
    path = _check_not_folder(Path(location))
    if not new and not path.is_file():
        raise InputError(
            f"{path}: there is no library; create one with: ascribe add DOCUMENT... --library {path}"
        )
    return path


def _check_not_folder(path: Path) -> Path:
    """Return the path, which may not exist yet; raise ``InputError`` if it is a folder."""
    if path.is_dir():
        raise InputError(f"{path}: this is a folder; give the file of a library, such as {path / _NAME}.")
    return path

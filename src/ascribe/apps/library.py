"""``ascribe add``, ``ask`` and ``library``: documents in, questions in, cited answers out."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ascribe.apps.options import (
    Format,
    Language,
    Model,
    Ocr,
    Output,
    ReaderNames,
    Tier,
    resolve_verifier,
)
from ascribe.apps.terminal import check_output_path, print_skipped
from ascribe.errors import InputError

if TYPE_CHECKING:
    from ascribe.library import Library
    from ascribe.library.config import Config
    from ascribe.records import StreamEvent

LibraryFile = Annotated[
    Path | None,
    typer.Option("--library", "-l", metavar="FILE", help="The library. Default: library.ascribe."),
]

ConfigFile = Annotated[
    Path | None,
    typer.Option(
        "--config", metavar="FILE", help="What is said there, in TOML or YAML, holds below the options."
    ),
]

_NAME = "library.ascribe"

group = typer.Typer(help="List, describe or empty a library.", no_args_is_help=True, rich_markup_mode=None)


def add(
    documents: Annotated[list[str], typer.Argument(metavar="DOCUMENT...", help="Files and folders.")],
    library: LibraryFile = None,
    config: ConfigFile = None,
    language: Language = None,
    reader: ReaderNames = [],  # noqa: B006 - typer reads the default and never changes it
    ocr: Ocr = False,
) -> None:
    """Take documents into a library; what is there already is not read again."""
    from ascribe.apps.inputs import parse_reader_options, parse_source_path
    from ascribe.apps.terminal import show_progress

    paths = [parse_source_path(name, "DOCUMENT") for name in documents]
    readers = parse_reader_options(reader)
    with open_stored_library(library, config, new=True) as opened, show_progress() as progress:
        outcome = opened.add(paths, language=language, readers=readers, progress=progress, ocr=ocr)
    print_skipped(outcome.skipped)
    counts = {"added": outcome.added, "updated": outcome.updated, "unchanged": outcome.unchanged}
    typer.echo(", ".join(f"{len(ids)} {word}" for word, ids in counts.items() if ids) or "nothing added")


def ask(
    question: Annotated[str, typer.Argument(help="What to ask.")],
    documents: Annotated[
        list[str] | None,
        typer.Argument(metavar="[DOCUMENT...]", help="Files and folders. Default: the library."),
    ] = None,
    library: LibraryFile = None,
    config: ConfigFile = None,
    generator: Annotated[
        str | None,
        typer.Option(
            help="Who drafts the answer: extractive (quotes), or llm (asks an endpoint). Default: extractive."
        ),
    ] = None,
    tier: Tier = None,
    model: Model = None,
    strictness: Annotated[
        str | None, typer.Option(help="loose, balanced, strict or paranoid. Default: balanced.")
    ] = None,
    language: Language = None,
    top: Annotated[
        int | None, typer.Option(min=1, help="Passages that the generator may read. Default: 5.")
    ] = None,
    rerank: Annotated[
        str | None,
        typer.Option(
            metavar="MODEL",
            help="Who orders the passages: builtin, or a cross-encoder by name or folder. Default: builtin.",
        ),
    ] = None,
    context: Annotated[
        str | None,
        typer.Option(
            help="What a language model reads of each: passage, neighbours or section. Default: passage."
        ),
    ] = None,
    calibration: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="A file of ascribe calibrate --questions, for extractive answers."),
    ] = None,
    format_: Format = None,
    output: Output = None,
    reader: ReaderNames = [],  # noqa: B006 - typer reads the default and never changes it
    ocr: Ocr = False,
    stream: Annotated[
        bool, typer.Option("--stream", help="Show each sentence as soon as it is written and checked.")
    ] = False,
) -> None:
    """Answer a question from documents, every sentence cited and checked, or say why not.

    Exits with 0 for an answer, 1 for a refusal, 2 if it could not run or there is no PDF to copy.
    """
    from ascribe.apps.formats import choose_format, deliver
    from ascribe.apps.inputs import parse_reader_options
    from ascribe.apps.stream_output import check_watchable

    output = None if output == Path("-") else output
    name = choose_format(format_, output)
    if stream:
        check_watchable(name, output)
    if name != "pdf":  # whose folders are made
        check_output_path(output)
    options = {
        "generator": generator,
        "tier": resolve_verifier(tier, model),
        "strictness": strictness,
        "language": language,
        "top": top,
        "rerank": rerank,
        "context": context,
        "calibration": calibration,
    }
    reading = {"readers": parse_reader_options(reader), "ocr": ocr}
    told = read_config_file(config)
    answer = _answer_question(
        question, documents or [], library, told, reading, options, name if stream else ""
    )
    delivered = stream or deliver(answer, name, output)
    print_skipped(answer.skipped)
    if answer.was_refused or not delivered:
        raise typer.Exit(1 if answer.was_refused else 2)


def _answer_question(
    question: str,
    documents: list[str],
    library: Path | None,
    config: Config | None,
    reading: dict[str, Any],
    options: dict[str, Any],
    watched_as: str,
) -> Any:
    """The answer from the documents, or from the library where none are given.

    With the name of a format in ``watched_as`` it is shown while it comes.
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
            if watched_as:
                return print_events(
                    opened.stream(question, writer=build_screen_writer(), **options), watched_as
                )
            return opened.ask(question, **options)
    if library is not None:
        raise InputError(
            "documents and --library are two places to look; add the documents to the library first."
        )
    paths = [parse_source_path(name, "DOCUMENT") for name in documents]
    with ExitStack() as reading_them:
        told = {
            **options,
            **reading,
            "config": config,
            "progress": reading_them.enter_context(show_progress()),
        }
        if not watched_as:
            return ask_documents(question, paths, **told)
        events = stream_answer(question, paths, writer=build_screen_writer(), **told)
        return print_events(_close_before_first(reading_them, events), watched_as)


def _close_before_first(bar: ExitStack, events: Iterable[StreamEvent]) -> Iterator[StreamEvent]:
    """The events; the bar is gone when the first is shown."""
    for event in events:
        bar.close()
        yield event


@group.command("list")
def list_(
    library: LibraryFile = None,
    config: ConfigFile = None,
    format_: Annotated[str, typer.Option("--format", "-f", help="text or json.")] = "text",
) -> None:
    """The documents, by id, with pages and sentences."""
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
        pages = f"{document.pages} pages" if document.pages else ""
        typer.echo(f"{document.doc_id:40} {pages:>10} {document.sentences:7,} sentences")


@group.command()
def remove(
    documents: Annotated[
        list[str], typer.Argument(metavar="ID...", help="As ascribe library list has them.")
    ],
    library: LibraryFile = None,
    config: ConfigFile = None,
) -> None:
    """Take documents out of a library; their files stay."""
    with open_stored_library(library, config) as opened:
        count = opened.remove(*documents)
    typer.echo(f"{count} removed")


@group.command()
def info(library: LibraryFile = None, config: ConfigFile = None) -> None:
    """What a library holds, in figures."""
    with open_stored_library(library, config) as opened:
        for name, value in opened.info().items():
            typer.echo(f"{name:12} {value}")


def read_config_file(config: Path | None) -> Config | None:
    """The config of that file, if one is named."""
    from ascribe.library.config import read_config

    return None if config is None else read_config(config)


def open_library(library: Path | None, config: Config | None = None) -> Library:
    """The library of that file, or of the config, to be asked; it must be there."""
    from ascribe.library import Library
    from ascribe.library.config import Config

    told = config or Config()
    return Library.from_config(told, _check_is_file(library or told.library))


def open_stored_library(library: Path | None, config: Path | None, *, new: bool = False) -> Library:
    """The same, but nobody asks it, so that no generator and no key is needed; it may be a new one."""
    from ascribe.library import Library
    from ascribe.library.config import Config

    told = read_config_file(config) or Config()
    path = library or told.library
    return Library(
        _check_not_folder(path) if new else _check_is_file(path), encode=told.encode, limits=told.limits
    )


def _check_is_file(path: Path) -> Path:
    """The file, if it is one."""
    if not _check_not_folder(path).is_file():
        raise InputError(
            f"{path}: there is no library; make one with: ascribe add DOCUMENT... --library {path}"
        )
    return path


def _check_not_folder(path: Path) -> Path:
    """The file, which may be a new one."""
    if path.is_dir():
        raise InputError(f"{path}: this is a folder; give the file of a library, such as {path / _NAME}.")
    return path

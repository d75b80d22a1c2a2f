"""``ascribe serve``: run the HTTP service, and manage its API keys."""

from __future__ import annotations

from dataclasses import fields
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ascribe import registry
from ascribe.apps.help_page import HelpCommand, HelpGroup
from ascribe.errors import MissingExtraError
from ascribe.install_command import build_install_command

if TYPE_CHECKING:
    from ascribe.apps.server.settings import ServerSettings

group = typer.Typer(
    cls=HelpGroup, help="Run the HTTP service.", invoke_without_command=True, rich_markup_mode=None
)
keys = typer.Typer(
    cls=HelpGroup,
    help="Manage the API keys of the HTTP service.",
    no_args_is_help=True,
    rich_markup_mode=None,
)
group.add_typer(keys, name="keys")

_DATA = Path("ascribe-data")

DataFolder = Annotated[
    Path,
    typer.Option(
        "--data",
        metavar="FOLDER",
        envvar="ASCRIBE_DATA",
        help="Folder of documents, history, files and keys.",
    ),
]
KeyFileOption = Annotated[
    Path | None,
    typer.Option("--keys", metavar="FILE", help="File of the API keys. Default: keys.json in --data."),
]


@group.callback()
def serve(
    context: typer.Context,
    host: Annotated[
        str, typer.Option(help="Address to listen on. Any but a loopback address needs API keys.")
    ] = "127.0.0.1",
    port: Annotated[
        int, typer.Option(min=0, max=65535, help="Port to listen on; 0 takes a free one.")
    ] = 8600,
    data: DataFolder = _DATA,
    keys_file: KeyFileOption = None,
    allow_host: Annotated[
        list[str],
        typer.Option(
            metavar="NAME", help="Further name of this service, as a proxy passes it on. Repeatable."
        ),
    ] = [],  # noqa: B006 - typer reads the default and never changes it
    allow_origin: Annotated[
        list[str], typer.Option(metavar="ORIGIN", help="Origin whose pages may send changes. Repeatable.")
    ] = [],  # noqa: B006 - as above
    tier: Annotated[
        str | None, typer.Option(help="Tier of requests that name none. Default: builtin.")
    ] = None,
    allow_tier: Annotated[
        list[str],
        typer.Option(
            metavar="TIER", help="Tier that requests may name beside builtin, rules and large. Repeatable."
        ),
    ] = [],  # noqa: B006 - as above
    generator: Annotated[
        str, typer.Option(help="What drafts answers to questions: extractive, or llm (ASCRIBE_LLM_URL).")
    ] = "extractive",
    concurrency: Annotated[
        int, typer.Option(min=0, help="Checks at the same time; 0 is one for each core.")
    ] = 0,
    queue: Annotated[int, typer.Option(min=0, help="Checks that may wait; further ones get 429.")] = 32,
    request_seconds: Annotated[float, typer.Option(help="Time for one request.")] = 120.0,
    grace_seconds: Annotated[
        float, typer.Option(help="Time for running requests when the service stops.")
    ] = 20.0,
    body_seconds: Annotated[float, typer.Option(help="Time to receive the body of a request.")] = 60.0,
    max_body_bytes: Annotated[int, typer.Option(help="Bytes of a request.")] = 50_000_000,
    max_buffered_bytes: Annotated[
        int, typer.Option(help="Bytes of all requests that are being answered.")
    ] = 500_000_000,
    max_sources: Annotated[int, typer.Option(help="Sources of a request.")] = 50,
    max_pages: Annotated[int, typer.Option(help="Pages of one PDF.")] = 1_000,
    max_source_chars: Annotated[int, typer.Option(help="Characters of one source.")] = 2_000_000,
    max_total_chars: Annotated[int, typer.Option(help="Characters of all sources of a request.")] = 5_000_000,
    max_reply_chars: Annotated[int, typer.Option(help="Characters of a reply.")] = 100_000,
    max_sentences: Annotated[int, typer.Option(help="Sentences of a reply.")] = 1_000,
    max_page_pixels: Annotated[int, typer.Option(help="Pixels of a rendered page.")] = 8_000_000,
    page_cache_bytes: Annotated[int, typer.Option(help="Bytes of rendered pages on disk.")] = 200_000_000,
    read_seconds: Annotated[float, typer.Option(help="Time to read one uploaded file.")] = 60.0,
    read_bytes: Annotated[int, typer.Option(help="Memory to read one uploaded file.")] = 2_000_000_000,
    retention_days: Annotated[
        float, typer.Option(help="Days that checks and their files are kept; 0 keeps none.")
    ] = 30.0,
    max_history_bytes: Annotated[int, typer.Option(help="Bytes of stored checks.")] = 1_000_000_000,
    max_library_documents: Annotated[int, typer.Option(help="Documents of the library.")] = 10_000,
    upstream: Annotated[
        str | None,
        typer.Option(
            metavar="URL", help="Address up to /v1 that /v1/chat/completions passes requests on to."
        ),
    ] = None,
    upstream_key_variable: Annotated[
        str | None,
        typer.Option(
            "--upstream-key-env", metavar="NAME", help="Environment variable with the key of the upstream."
        ),
    ] = None,
    upstream_seconds: Annotated[float, typer.Option(help="Time to wait for the upstream.")] = 300.0,
    max_upstream_bytes: Annotated[
        int, typer.Option(help="Bytes of one answer of the upstream that are checked.")
    ] = 10_000_000,
) -> None:
    """Serve checks, repairs, formats, questions and a checked chat endpoint over HTTP."""
    given = dict(locals())
    if context.invoked_subcommand is not None:
        return
    _run(_build_settings(given))


def _build_settings(given: dict[str, Any]) -> ServerSettings:
    """Build the settings out of the options of the command."""
    from ascribe.apps.server.settings import LOCAL_TIERS, ServerSettings

    for name in (*given["allow_tier"], *filter(None, [given["tier"]])):
        registry.load("verify", name)  # a tier that nobody knows ends the command, not the first check
    special: dict[str, Any] = {
        "allowed_hosts": tuple(given["allow_host"]),
        "allowed_origins": tuple(given["allow_origin"]),
        "tiers": tuple(dict.fromkeys([*LOCAL_TIERS, *given["allow_tier"], *filter(None, [given["tier"]])])),
    }
    named = {field.name: given[field.name] for field in fields(ServerSettings) if field.name in given}
    return ServerSettings(**named, **special)


def _run(settings: ServerSettings) -> None:
    try:
        from ascribe.apps.server.running import run_server
    except ModuleNotFoundError as error:
        if (error.name or "").startswith("ascribe"):
            raise
        raise MissingExtraError(
            f"The service needs {error.name}; run: {build_install_command('serve')}"
        ) from error
    run_server(settings)


@keys.command(cls=HelpCommand)
def add(
    name: Annotated[str, typer.Argument(help="Who will use the key.")],
    data: DataFolder = _DATA,
    keys_file: KeyFileOption = None,
) -> None:
    """Make a key and print it once; only its salted hash is kept."""
    from ascribe.apps.server.keys import KeyFile

    typer.echo(KeyFile(keys_file or data / "keys.json").add(name))


@keys.command("list", cls=HelpCommand)
def list_keys(data: DataFolder = _DATA, keys_file: KeyFileOption = None) -> None:
    """List the names of the keys."""
    from ascribe.apps.server.keys import KeyFile

    for key in KeyFile(keys_file or data / "keys.json").list_keys():
        typer.echo(key.name)


@keys.command(cls=HelpCommand)
def remove(
    name: Annotated[str, typer.Argument(help="Name of the key.")],
    data: DataFolder = _DATA,
    keys_file: KeyFileOption = None,
) -> None:
    """Delete a key; the running service refuses it from then on."""
    from ascribe.apps.server.keys import KeyFile

    KeyFile(keys_file or data / "keys.json").remove(name)

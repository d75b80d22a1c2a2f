"""``ascribe mcp``: serve the tools over standard input and output, or over HTTP on this machine."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from ascribe.apps.options import StrictnessOption, Tier
from ascribe.errors import MissingExtraError
from ascribe.install_command import build_install_command


def mcp(
    folder: Annotated[
        list[Path],
        typer.Option(
            "--folder",
            "-d",
            metavar="DIR",
            help="Folder whose files the tools may read. Can be repeated. Default: none.",
        ),
    ] = [],  # noqa: B006 - typer reads the default and never changes it
    http: Annotated[
        int | None,
        typer.Option(
            metavar="PORT",
            min=1,
            max=65535,
            help="Serve http://127.0.0.1:PORT/mcp to programs on this machine instead.",
        ),
    ] = None,
    tier: Tier = None,
    strictness: StrictnessOption = "balanced",
) -> None:
    """Serve the tools check_answer, find_evidence, ask_documents and format_references to an assistant.

    It speaks the Model Context Protocol over standard input and output until they are closed.
    """
    from ascribe import registry
    from ascribe.apps.inputs import parse_strictness
    from ascribe.apps.mcp.folders import Folders

    level = parse_strictness(strictness)
    if tier is not None:
        registry.load("verify", tier)  # an unknown tier is an error now, not in every call
    folders = Folders(folder)
    try:
        from ascribe.apps.mcp.server import build_server
    except ModuleNotFoundError as error:
        raise MissingExtraError(
            f"ascribe mcp needs {error.name}; run: {build_install_command('mcp')}"
        ) from error
    server = build_server(folders, tier=tier, strictness=level)
    if http is None:
        server.run("stdio")
    else:
        server.run("streamable-http", host="127.0.0.1", port=http)

"""``ascribe doctor``: report what works here, what is missing, and what each tier costs."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ascribe.apps.options import Output, TableFormat
from ascribe.errors import InputError

if TYPE_CHECKING:
    from ascribe.apps.diagnosis import Diagnosis, FoundTier, Machine
    from ascribe.apps.listings import Listing

NOTHING = "–"

COST_NOTE = (
    "Measured now with a reply of two sentences and a source of three, each tier in its own process. The "
    "first check includes all loading; the warm check reads other texts."
)


def doctor(
    format_: TableFormat = None,
    output: Output = None,
    quiet: Annotated[
        bool, typer.Option("--quiet", help="Print one line and measure only the default tier.")
    ] = False,
    ask_endpoint: Annotated[
        bool,
        typer.Option("--ask-endpoint", help="Send a few questions to the language model of the tier llm."),
    ] = False,
) -> None:
    """Report what works here, what is missing, and what each tier costs.

    Nothing is downloaded, and no network is used unless --ask-endpoint is given.
    Exits with 0 if the default tier works, 1 if it does not, 2 if it could not run.
    """
    from ascribe.apps.diagnosis import diagnose
    from ascribe.apps.listings import check_output, choose_table_format, render_listings
    from ascribe.apps.terminal import show_progress, write

    if quiet and (format_ is not None or output is not None):
        raise InputError("--quiet prints one line; leave --format and -o out.")
    output = None if output == Path("-") else output
    name = choose_table_format(format_, output)
    check_output(output, [])
    with show_progress("measuring") as progress:
        found = diagnose(progress, ask_endpoint=ask_endpoint, only_default=quiet)
    if quiet:
        typer.echo(_describe_state(found))
        raise typer.Exit(int(not found.works))
    text = (
        json.dumps(found.as_dict(), indent=2)
        if name == "json"
        else render_listings(build_listings(found), name, output)
    )
    write(text, output)
    if not found.works:
        raise typer.Exit(1)


def build_listings(found: Diagnosis) -> list[Listing]:
    """Build the tables: the machine, tiers, model files, components and optional packages."""
    from ascribe.apps.listings import Listing

    files = tuple(
        (
            f.name,
            _format_state(f.state, f.problem),
            _format_size(f.size),
            ", ".join(f.languages) or NOTHING,
            f.purpose,
        )
        for f in found.models
    )
    components = tuple(
        (c.stage, c.name, _format_state(c.state, c.problem), c.summary) for c in found.components
    )
    packages = tuple((p.name, p.version or "not installed", p.purpose) for p in found.packages)
    return [
        Listing(_describe_outcome(found), ("item", "found"), _build_machine_rows(found.machine)),
        Listing(
            "Tiers",
            ("tier", "state", "first check, ms", "warm check, ms", "memory, MB"),
            tuple(map(_build_tier_row, found.tiers)),
            (COST_NOTE,),
        ),
        Listing("Model files", ("file", "state", "size", "languages", "purpose"), files),
        Listing("Components", ("stage", "name", "state", "what it does"), components),
        Listing("Optional packages", ("package", "version", "purpose"), packages),
    ]


def _describe_outcome(found: Diagnosis) -> str:
    default = next((tier.name for tier in found.tiers if tier.is_default), None)
    if default is None:
        return "Ascribe does not work here: it has no default tier"
    return f"Ascribe {'works' if found.works else 'does not work'} here; the default tier is {default}"


def _describe_state(found: Diagnosis) -> str:
    """Return the outcome in one line, with the problem if there is one."""
    problems = [f"tier {tier.name} {_format_state(tier.state, tier.problem)}" for tier in found.tiers]
    problems += [f"{file.name} {_format_state(file.state, file.problem)}" for file in found.models]
    bad = [each for each in problems if not each.endswith((" ready", " ok"))]
    return f"{_describe_outcome(found)}{'' if found.works else f' ({bad[0]})' if bad else ''}"


def _build_machine_rows(machine: Machine) -> tuple[tuple[str, str], ...]:
    return (
        ("Ascribe", machine.ascribe),
        ("Python", machine.python),
        ("platform", machine.platform),
        ("cores", str(machine.cores)),
        ("threads per model", machine.problem or str(machine.threads)),
    )


def _build_tier_row(tier: FoundTier) -> tuple[str, ...]:
    name = f"{tier.name} (default)" if tier.is_default else tier.name
    state = _format_state(tier.state, tier.problem)
    if tier.cost is None:
        return name, state, NOTHING, NOTHING, NOTHING
    memory = NOTHING if tier.cost.memory_mb is None else f"{tier.cost.memory_mb:.0f}"
    return name, state, f"{tier.cost.first_ms:.0f}", f"{tier.cost.warm_ms:.1f}", memory


def _format_state(state: str, problem: str) -> str:
    return f"{state}: {problem}" if problem else state


def _format_size(size: int | None) -> str:
    if size is None:
        return NOTHING
    return f"{size / 1e6:.1f} MB" if size >= 100_000 else f"{size / 1e3:.1f} kB"

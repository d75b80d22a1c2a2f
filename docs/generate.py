"""Writes the pages of docs/ that the code itself knows: verdicts, components, command line, records.

``make docs`` runs it; a test fails while a page is out of date.
"""

from __future__ import annotations

import json
import re
from pathlib import Path

from ascribe.records import Answer, Document, Repair
from ascribe.records.outcomes import FAILING, OUTCOMES, STATUS_WORDS
from ascribe.records.serialise import schema
from ascribe.records.verdict import STRICTNESS
from ascribe.registry import components
from ascribe.verify.combiner import shipped
from ascribe.verify.thresholds import LEVELS

HERE = Path(__file__).parent
NOTE = "<!-- Written by `make docs`; edit the code instead. -->\n\n"


def pages() -> dict[str, str]:
    """File name → content."""
    return {
        "verdicts.md": verdicts(),
        "components.md": component_list(),
        "command-line.md": command_line(),
        "schema.json": json.dumps(schema(Answer, Document, Repair), indent=2, ensure_ascii=False) + "\n",
    }


def verdicts() -> str:
    """Tier × finding → status → exit code → wording, and the thresholds."""
    lines = [
        NOTE + "# Verdicts",
        "",
        "Every verdict has a status, a reason code and the tier that judged. Similarity alone never makes",
        "`supported`. What was not checked is never shown as supported.",
        "",
        "| status | in words | `ascribe check` exits with | counts in faithfulness |",
        "|---|---|---|---|",
    ]
    for status, words in STATUS_WORDS.items():
        counts = "yes" if status in ("supported", "partial", "contradicted", "unsupported") else "no"
        lines.append(f"| `{status}` | {words} | {int(status in FAILING)} | {counts} |")
    lines += [
        "",
        "## Reasons",
        "",
        "| reason | status | tiers | exit code | wording |",
        "|---|---|---|---|---|",
    ]
    for row in OUTCOMES.values():
        tiers = ", ".join(row.tiers)
        lines.append(f"| `{row.reason}` | `{row.status}` | {tiers} | {row.exit_code} | {row.wording} |")
    lines += ["", *thresholds()]
    return "\n".join(lines) + "\n"


def thresholds() -> list[str]:
    """The bars of tier rules."""
    lines = [
        "## Strictness",
        "",
        "A stricter level never supports more.",
        "",
        "In tier `builtin` the level is the probability from which on a claim is supported:",
        "",
        "| " + " | ".join(f"`{level}`" for level in STRICTNESS) + " |",
        "|---" * len(STRICTNESS) + "|",
        "| " + " | ".join(f"{shipped().supported[level]:.2f}" for level in STRICTNESS) + " |",
        "",
        "A claim that the rules confirm needs the bar of the level below.",
        "",
        "In tier `rules` only the first bar moves, and only up:",
        "",
        "- covered: weighted share of the claim's content that its evidence must hold for `supported`",
        "- clashing: share of the other content that must match before a differing figure contradicts",
        "- negated: the same for a negation",
        "- absent: weighted share found in the best passages below which the claim is `unsupported`",
        "",
        "| level | covered | clashing | negated | absent |",
        "|---|---|---|---|---|",
    ]
    for level, bars in LEVELS.items():
        values = (bars.covered, bars.clashing, bars.negated, bars.absent)
        lines.append(f"| `{level}` | " + " | ".join(f"{value:.2f}" for value in values) + " |")
    return lines


def component_list() -> str:
    """Every built-in component by stage."""
    lines = [NOTE + "# Components", "", "| stage | name | what it does |", "|---|---|---|"]
    lines += [f"| {row.stage} | `{row.name}` | {row.summary} |" for row in components()]
    return "\n".join(lines) + "\n"


def command_line() -> str:
    """The help of every command."""
    from typer.testing import CliRunner

    from ascribe.apps.cli import app

    runner = CliRunner(env={"COLUMNS": "100", "NO_COLOR": "1", "TERM": "dumb"})
    parts = [NOTE + "# Command line\n"]
    for command in ("", "check", "repair", "evaluate", "calibrate", "doctor", "schema", "components"):
        shown = runner.invoke(app, [*command.split(), "--help"], prog_name="ascribe").output
        clean = re.sub(r"[ \t]+$", "", shown.strip("\n"), flags=re.MULTILINE)
        parts.append(f"## `{f'ascribe {command}'.strip()}`\n")
        parts.append(f"```text\n{clean}\n```\n")
    return "\n".join(parts)


def main() -> None:
    """Write the pages."""
    for name, content in pages().items():
        (HERE / name).write_text(content, encoding="utf-8")


if __name__ == "__main__":
    main()

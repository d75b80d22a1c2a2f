"""Writes the pages of docs/ that the code itself knows: verdicts, components, languages, commands, records.

``make docs`` runs it; a test fails while a page is out of date.
"""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

from babel import Locale

import ascribe
from ascribe.records import Answer, Document, Repair, StreamEvent
from ascribe.records.outcomes import FAILING, OUTCOMES, STATUS_WORDS
from ascribe.records.serialization import build_schema
from ascribe.records.verdict import STRICTNESS
from ascribe.registry import components
from ascribe.text.stems import SNOWBALL
from ascribe.text.word_lists import list_known_languages
from ascribe.text.words import get_stop_word_forms
from ascribe.verify.builtin_verifier import MODEL_LANGUAGES
from ascribe.verify.combiner import load_shipped_combiner
from ascribe.verify.decision import RULE_THRESHOLDS
from ascribe.verify.hugging_face_verifier import DEFAULT_THRESHOLDS as OWN_BARS
from ascribe.verify.quantities.number_words import WORD_LANGUAGES

HERE = Path(__file__).parent
PACKAGE = Path(ascribe.__file__).parent
COMMANDS = (
    "", "check", "add", "ask", "library list", "library remove", "library info", "repair", "evaluate",
    "calibrate", "doctor", "schema", "components",
)  # fmt: skip
NOTE = "<!-- Written by `make docs`; edit the code instead. -->\n\n"


ABOUT_LANGUAGES = """\
Words, separators of numbers (Unicode CLDR) and names of months are read in every language. What needs
a table is below; the figures are the numbers of words or patterns.

- **Noise.** Ligatures, full-width forms, accents apart from their letter, soft hyphens, words divided
  at the end of a line, letters set with wide spaces, typographic quotes, hyphens and spaces, vowel
  points and digits of other scripts are undone in one place, `ascribe.text.normalize`, before
  anything is compared. Offsets and quotes still point into the untouched text.
- **Negation.** Without a table for it a dropped “not” would go unseen. There only a sentence that a
  source has word for word is `confirmed`; else, if nothing clashes, it is `language_unread`.
- **Two languages.** Words of two languages are never compared: a claim whose passages are all clearly
  in another language is `other_language`, whatever names and figures they share, unless it is a
  quotation.
- **Not checkable.** Without phrases every sentence is checked: questions, headings, tables and code
  are known by their form.
- **Models.** A claim that the built-in models do not read gets the verdict of the rules, and says so."""


def pages() -> dict[str, str]:
    """File name → content."""
    return {
        "verdicts.md": verdicts(),
        "components.md": component_list(),
        "command-line.md": command_line(),
        "languages.md": languages(),
        "schema.json": json.dumps(
            build_schema(Answer, Document, Repair, StreamEvent), indent=2, ensure_ascii=False
        )
        + "\n",
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
        "| " + " | ".join(f"{load_shipped_combiner().supported[level]:.2f}" for level in STRICTNESS) + " |",
        "",
        "In tier `hf` it is the model's own probability, which nobody calibrated, so the bars are round:",
        "",
        "| " + " | ".join(f"`{level}`" for level in STRICTNESS) + " |",
        "|---" * len(STRICTNESS) + "|",
        "| " + " | ".join(f"{OWN_BARS[level]:.2f}" for level in STRICTNESS) + " |",
        "",
        "Where the rules object, both need the bar of the level above; at `paranoid` none is enough.",
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
    for level, bars in RULE_THRESHOLDS.items():
        values = (bars.covered, bars.clashing, bars.negated, bars.absent)
        lines.append(f"| `{level}` | " + " | ".join(f"{value:.2f}" for value in values) + " |")
    return lines


def component_list() -> str:
    """Every built-in component by stage."""
    lines = [NOTE + "# Components", "", "| stage | name | what it does |", "|---|---|---|"]
    lines += [f"| {row.stage} | `{row.name}` | {row.summary} |" for row in components() if not row.package]
    return "\n".join(lines) + "\n"


def languages() -> str:
    """What each language has, from the data, and what the rules do without it."""
    columns = known()
    lines = [
        NOTE + "# Languages",
        "",
        *ABOUT_LANGUAGES.splitlines(),
        "",
        "| language | " + " | ".join(columns) + " |",
        "|---" * (len(columns) + 1) + "|",
    ]
    names = sorted({language for column in columns.values() for language in column})
    for language in names:
        cells = (column.get(language, "") for column in columns.values())
        lines.append(f"| {name(language)} (`{language}`) | " + " | ".join(cells) + " |")
    return "\n".join(lines) + "\n"


def name(language: str) -> str:
    """The English name of a language."""
    return Locale.parse(language).get_display_name("en") or language


def known() -> dict[str, dict[str, str]]:
    """Column of the table → language → what stands there."""
    phrases = _table("verify/phrases.json")
    cues = _table("verify/rules/cues.json")
    numerals = _table("verify/rules/numerals.json")
    opposites = {k: v for k, v in _table("verify/rules/opposites.json").items() if "/" not in k}
    lists = [path.stem for path in (PACKAGE / "language/stop_words").glob("*.txt")]
    spelled = {**dict.fromkeys(WORD_LANGUAGES, "text2num"), **dict.fromkeys(("ja", "zh"), "by places")}
    listed = [language for language, row in numerals.items() if "words" in row]
    return {
        "sentence ends": dict.fromkeys(list_known_languages(), "list"),
        "small words": {language: str(len(get_stop_word_forms(language))) for language in lists},
        "stems": dict.fromkeys(SNOWBALL, "Snowball"),
        "figures in words": {**spelled, **dict.fromkeys(listed, "list")},
        "negation": {k: str(len(v["negation"])) for k, v in cues.items() if "negation" in v},
        "other cues": {
            k: str(sum(map(len, v.values())) - len(v.get("negation", []))) for k, v in cues.items()
        },
        "opposites": {k: str(len(v)) for k, v in opposites.items()},
        "not checkable": {
            k: str(sum(len(p) for r in v.values() for p in r.values())) for k, v in phrases.items()
        },
        "models": dict.fromkeys(MODEL_LANGUAGES, "built-in"),
    }


def _table(path: str) -> dict[str, Any]:
    table: dict[str, Any] = json.loads((PACKAGE / path).read_text(encoding="utf-8"))
    return table


def command_line() -> str:
    """The help of every command."""
    from typer.testing import CliRunner

    from ascribe.apps.cli import app

    runner = CliRunner(env={"COLUMNS": "100", "NO_COLOR": "1", "TERM": "dumb"})
    parts = [NOTE + "# Command line\n"]
    for command in COMMANDS:
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

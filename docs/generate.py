"""Write the generated pages of docs/: verdicts, components, languages, command line, names, JSON schema.

``make docs`` runs it; a test fails if a page is out of date.
"""

from __future__ import annotations

import inspect
import json
import re
from pathlib import Path
from typing import Any

from babel import Locale

import ascribe
from ascribe.inference.model_files import TIERS_WITH_WEIGHTS
from ascribe.records import Answer, Document, Repair, StreamEvent
from ascribe.records.citation import CITATION_FINDINGS
from ascribe.records.outcomes import CHECKED, FAILING, OUTCOMES, STATUS_MESSAGES, STATUS_WORDS, Status
from ascribe.records.serialization import build_schema
from ascribe.records.verdict import STRICTNESS
from ascribe.registry import components
from ascribe.text.word_lists import list_known_languages
from ascribe.text.words import SNOWBALL, get_stop_word_forms
from ascribe.verify.builtin_verifier import MODEL_LANGUAGES
from ascribe.verify.combiner import load_shipped_combiner
from ascribe.verify.decision import RULE_THRESHOLDS
from ascribe.verify.hugging_face_verifier import DEFAULT_THRESHOLDS
from ascribe.verify.quantities.number_words import WORD_LANGUAGES

HERE = Path(__file__).parent
PACKAGE = Path(ascribe.__file__).parent
COMMANDS = (
    "", "check", "add", "ask", "library list", "library remove", "library info",
    "library index", "repair", "evaluate",
    "batch", "compare", "report", "calibrate", "audit verify", "audit replay", "serve", "serve keys add",
    "serve keys list", "serve keys remove", "mcp", "doctor", "help", "schema", "components",
)  # fmt: skip
NOTE = "<!-- Written by `make docs`; edit the code instead. -->\n\n"


ABOUT_LANGUAGES = """\
Words, number separators (Unicode CLDR) and month names are recognised in every language. Everything that
needs a table is listed below; the figures are numbers of words or patterns.

- **Noise.** Before texts are compared, `ascribe.text.normalize` removes differences in ligatures,
  full-width forms, combining accents, soft hyphens, hyphenation at line ends, letter-spacing, typographic
  quotes, hyphens and spaces, vowel points and digits of other scripts. Offsets and quotes still refer to
  the unchanged text.
- **Negation.** Without a table of negations, a dropped “not” would go unnoticed. In such a language only a
  sentence that a source contains word for word is `confirmed`; otherwise, if nothing clashes, it is
  `language_unread`.
- **Two languages.** Words of two languages are never compared: a claim whose passages are all clearly in
  another language is `other_language`, even if they share names and figures, unless it is a quotation.
  One word among English ones is too little: it may be a name. A text without a sign of any language is read
  in that of the rest of the reply, of the sources, or, if its words are English, in English.
- **Not checkable.** Without a table of phrases every sentence is checked, except for questions, headings,
  tables and code, which are recognised by their form.
- **Arrangement.** With a table of small words by their role, the rules compare how the words of a claim are
  arranged in the source: exchanged, turned round, or taken from two parts of a sentence. Without one, a claim
  with all the words of a source in another order may be `confirmed`.
- **Frames.** With a second such table, a claim is `confirmed` only if each of its words has the small words
  ("by", "because", "all"), the case and the place that it has in the source, and if what is planned, allowed
  or demanded there is so in the claim; otherwise it is undecided, as `wording_unclear` for example.
- **Models.** A claim in a language that the built-in models do not read gets the verdict of the rules, and
  the verdict names that tier.
- **Levels.** In such a language a [level](verdicts.md#strictness) only changes the share of the claim's words
  that its evidence must contain (“covered”). A stricter one asks for more of the words; it does not look more
  closely at names, values or roles."""


REPLAY_SECTION = """\
## Replay

What is printed decides. In every tier except `llm`, a verdict `supported` or `contradicted` counts only if
it comes out again when the sentence is checked against its references alone: their quotes, and the context
printed beside them. If the quotes do not suffice, the sentence before each, then the next best sentences are
added. If they still do not, the sentence is `printed_insufficient`. An item of a list or a row of a table is
checked with the lead or the column heads that it has in the reply: the [guide](guide.md#replay-a-verdict)
replays both.

A row of a table is read with the heads of its columns, the name of its group and the caption. The figures of
the sentence that are in the row must be in the column and the row that the sentence names:

| reason | when |
|---|---|
| `column_mismatch` | the figure is in another column than the one the sentence names |
| `column_unclear` | the sentence names no column, and the row has other figures that it could mean |
| `other_row` | the sentence does not name the row that has the figure |
| `printed_insufficient` | the sources seem to decide the sentence, but no few passages do on their own |"""


def build_pages() -> dict[str, str]:
    """Build all pages: file name → content."""
    return {
        "verdicts.md": build_verdicts_page(),
        "components.md": build_components_page(),
        "command-line.md": build_command_line_page(),
        "languages.md": build_languages_page(),
        "reference/index.md": build_reference_page(),
        "schema.json": json.dumps(
            build_schema(Answer, Document, Repair, StreamEvent), indent=2, ensure_ascii=False
        )
        + "\n",
    }


def build_verdicts_page() -> str:
    """Build the page of verdicts: tier × finding → status → exit code → wording, and the thresholds."""
    lines = [
        NOTE + "# Verdicts",
        "",
        "Every verdict has a status, a reason code and the tier that produced it. Similarity alone never",
        "makes a claim `supported`, and an unchecked sentence is never shown as supported.",
        "",
        "| status | meaning | `ascribe check` exits with | counts in faithfulness |",
        "|---|---|---|---|",
    ]
    for status, words in STATUS_WORDS.items():
        counts = "yes" if status in CHECKED else "no"
        lines.append(f"| `{status}` | {words} | {int(status in FAILING)} | {counts} |")
    lines += [
        "",
        "## Reasons",
        "",
        "A reason says why a verdict is what it is. The message is what reports print; where the words that",
        "differ are known, the message names them.",
        "",
    ]
    for status in STATUS_WORDS:
        lines += build_reason_section(status)
    lines += [
        *REPLAY_SECTION.splitlines(),
        "",
        *build_message_section(),
        "",
        *build_citation_section(),
        "",
        *build_threshold_section(),
    ]
    return "\n".join(lines) + "\n"


def build_reason_section(status: Status) -> list[str]:
    """Build the section on the reasons of one status."""
    rows = [row for row in OUTCOMES.values() if row.status == status]
    lines = [
        f"### `{status}`",
        "",
        "| reason | message | with the words that differ | tiers |",
        "|---|---|---|---|",
    ]
    for row in rows:
        words = (row.compared or row.alone).format(source="…", reply="…")
        lines.append(f"| `{row.reason}` | {row.wording} | {words} | {', '.join(row.tiers)} |")
    return [*lines, ""]


def build_message_section() -> list[str]:
    """Build the section on the messages of verdicts."""
    return [
        "## Messages",
        "",
        "`verdict.message`, which is also `str(verdict)`, is the sentence of the table: with the words that",
        "differ where `verdict.details` has those of the reply, and of the source if both say something.",
        "A figure has the word that it counts, a verb its auxiliaries. What it quotes as the source's is in",
        "the quote of a reference or in its context, word for word. Every report prints it. A reason of",
        "another package is its own message if it is a sentence; for a code, the message tells the status:",
        "",
        "| status | message |",
        "|---|---|",
        *(f"| `{status}` | {message} |" for status, message in STATUS_MESSAGES.items()),
    ]


def build_citation_section() -> list[str]:
    """Build the section on the findings about the citations that a reply contains."""
    lines = [
        "## Citations of the reply",
        "",
        "Each citation that the reply itself contains has a finding; the",
        "[guide](guide.md#citations-in-the-reply) has an example. `--fail-on miscited` exits with 1 for",
        "those that are wrong, `--fail-on uncited` for those that are missing; neither is on by default.",
        "",
        "| finding | needs review | exits with 1 | in reports |",
        "|---|---|---|---|",
    ]
    for row in CITATION_FINDINGS.values():
        if row.phrase:
            option = "`miscited`" if row.miscited else "`uncited`" if row.finding == "missing" else "no"
            review = "yes" if row.needs_review else "no"
            shown = f"{row.phrase} … (source n)" if row.finding == "missing" else f"[n] {row.phrase}"
            lines.append(f"| `{row.finding}` | {review} | {option} | {shown} |")
    return lines


def _format_thresholds(tier: str) -> str:
    supported = load_shipped_combiner(tier).supported
    return f"| `{tier}` | " + " | ".join(f"{supported[level]:.2f}" for level in STRICTNESS) + " |"


def build_threshold_section() -> list[str]:
    """Build the section on the thresholds of each tier."""
    lines = [
        "## Strictness",
        "",
        "A stricter level never supports more. The thresholds below are those of probabilities in a language",
        "that the models read. In all others the rules decide, and a level changes only the covered share.",
        "",
        "In the tiers with models of ours a claim is supported from this probability:",
        "",
        "| tier | " + " | ".join(f"`{level}`" for level in STRICTNESS) + " |",
        "|---" * (1 + len(STRICTNESS)) + "|",
        *(_format_thresholds(tier) for tier in TIERS_WITH_WEIGHTS),
        "",
        "Tier `hf` uses the model's own probability, which is not calibrated, so the thresholds are round:",
        "",
        "| " + " | ".join(f"`{level}`" for level in STRICTNESS) + " |",
        "|---" * len(STRICTNESS) + "|",
        "| " + " | ".join(f"{DEFAULT_THRESHOLDS[level]:.2f}" for level in STRICTNESS) + " |",
        "",
        "With a rule objection, all need the threshold of the level above; at `paranoid` none is enough.",
        "",
        "In tier `rules` only the first threshold depends on the level, and it only rises:",
        "",
        "- covered: weighted share of the claim's content that its evidence must contain for `supported`",
        "- clashing: share of the other content that must match before a different figure contradicts",
        "- negated: the same for a negation",
        "- absent: weighted share in the best passages below which the claim is `unsupported`",
        "",
        "| level | covered | clashing | negated | absent |",
        "|---|---|---|---|---|",
    ]
    for level, row in RULE_THRESHOLDS.items():
        values = (row.covered, row.clashing, row.negated, row.absent)
        lines.append(f"| `{level}` | " + " | ".join(f"{value:.2f}" for value in values) + " |")
    return lines


def build_components_page() -> str:
    """Build the page of built-in components by stage."""
    lines = [NOTE + "# Components", "", "| stage | name | what it does |", "|---|---|---|"]
    lines += [f"| {row.stage} | `{row.name}` | {row.summary} |" for row in components() if not row.package]
    return "\n".join(lines) + "\n"


def build_languages_page() -> str:
    """Build the page of languages: the data of each, and the rules' behaviour without it."""
    columns = build_language_columns()
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
        lines.append(f"| {get_language_name(language)} (`{language}`) | " + " | ".join(cells) + " |")
    return "\n".join(lines) + "\n"


def get_language_name(language: str) -> str:
    """Return the English name of a language."""
    return Locale.parse(language).get_display_name("en") or language


def build_language_columns() -> dict[str, dict[str, str]]:
    """Return column of the table → language → cell."""
    phrases = _table("verify/phrases.json")
    cues = {code: groups for code, groups in _table("verify/rules/cues.json").items() if code != "*"}
    numerals = _table("verify/rules/numerals.json")
    opposites = {k: v for k, v in _table("verify/rules/opposites.json").items() if "/" not in k}
    lists = [path.stem for path in (PACKAGE / "text/stop_words").glob("*.txt")]
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
        "arrangement": {
            language: str(sum(map(len, roles.values())))
            for language, roles in _table("verify/rules/arrangement.json").items()
        },
        "frames": {
            language: str(sum(len(v.split()) for v in words.values() if isinstance(v, str)))
            for language, words in _table("verify/rules/frames.json").items()
        },
        "not checkable": {
            k: str(sum(len(p) for r in v.values() for p in r.values())) for k, v in phrases.items()
        },
        "models": dict.fromkeys(MODEL_LANGUAGES, "built-in"),
    }


def _table(path: str) -> dict[str, Any]:
    table: dict[str, Any] = json.loads((PACKAGE / path).read_text(encoding="utf-8"))
    return table


def build_command_line_page() -> str:
    """Build the page with the help of every command."""
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


def build_reference_page() -> str:
    """Build the list of public names, each with what its docstring begins with and a link to its page."""
    pages = find_reference_pages()
    lines = [
        NOTE + "# Reference",
        "",
        "Every public name of `ascribe`. The pages below are made of docstrings when the site is built, with",
        "`make site`; on a code host they are empty. Without the site, `help(ascribe.check)` and",
        "`help(ascribe.Answer)` in Python, or `python -m pydoc ascribe.Answer` in a shell, show the same:",
        "every argument, every field and every error.",
        "",
        "| name | what it is |",
        "|---|---|",
    ]
    lines += [f"| {link_name(name, pages)} | {summarise(name)} |" for name in ascribe.__all__]
    lines += [
        "",
        "See also [`verdict.details`](details.md), [statuses and reasons](../verdicts.md), the",
        "[command line](../command-line.md), the built-in [components](../components.md), and the",
        "[schema](../schema.json) of an answer in JSON.",
    ]
    return "\n".join(lines) + "\n"


def link_name(name: str, pages: dict[str, str]) -> str:
    """Return a public name as a link to its page, and to its place there."""
    page = pages.get(name)
    return f"[`{name}`]({page})" if page else f"`{name}`"


def find_reference_pages() -> dict[str, str]:
    """Return public name → page of the reference that describes it."""
    pages = {}
    for page in sorted((HERE / "reference").glob("*.md")):
        for name in re.findall(r"ascribe\.(\w+)\s*$", page.read_text(encoding="utf-8"), re.MULTILINE):
            pages[name] = page.name
    return pages | {"Strictness": "answers.md#strictness"}


def summarise(name: str) -> str:
    """Return one line on a public name: the first sentence of its docstring."""
    known = {
        "Strictness": "The type of a level: loose, balanced, strict or paranoid.",
        "__version__": "The version.",
    }
    return known.get(name) or (inspect.getdoc(getattr(ascribe, name)) or "").splitlines()[0]


def main() -> None:
    """Write the pages."""
    for name, content in build_pages().items():
        (HERE / name).write_text(content, encoding="utf-8")


if __name__ == "__main__":
    main()

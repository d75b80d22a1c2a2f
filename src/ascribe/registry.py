"""Components by stage and name, imported when they are asked for.

A third party adds one with an entry point of the group ``ascribe.components`` named ``stage.name``
(for example ``score.my_scorer = "my_package:MyScorer"``); nothing here has to change.
"""

from __future__ import annotations

import difflib
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from importlib.metadata import entry_points
from typing import Any

from ascribe.errors import MissingExtraError, UnknownComponentError

GROUP = "ascribe.components"


@dataclass(frozen=True, slots=True)
class Component:
    """One row of the registry.

    Args:
        stage: the folder it belongs to.
        name: how users ask for it.
        target: ``module:attribute``.
        summary: one line for lists.
        extra: the optional install it needs; empty for the base install.
        handles: for a reader, the file extensions it reads. A reader of a third party leaves it empty and
            has them on its class, as ``extensions``.
    """

    stage: str
    name: str
    target: str
    summary: str
    extra: str = ""
    handles: tuple[str, ...] = ()


_BUILT_IN = (
    Component("read", "text", "ascribe.read.text:TextReader", "Plain text and Markdown files.", handles=(".txt", ".text", ".md", ".markdown")),
    Component("read", "html", "ascribe.read.html:HtmlReader", "HTML pages.", handles=(".html", ".htm", ".xhtml")),
    Component("read", "pdf", "ascribe.read.pdf:PdfReader", "PDF files with a text layer.", handles=(".pdf",)),
    Component("read", "docx", "ascribe.read.docx:DocxReader", "Word files.", handles=(".docx",)),
    Component("score", "lexical", "ascribe.score.lexical:LexicalScorer", "Weighted coverage of the claim's words."),
    Component("score", "embedding", "ascribe.score.embedding:EmbeddingScorer", "Likeness of meaning, by the built-in encoder."),
    Component("score", "hybrid", "ascribe.score.hybrid:HybridScorer", "Words and meaning together."),
    Component("cite", "best_evidence", "ascribe.cite.best_evidence:BestEvidence", "The best sentence and the neighbours it needs."),
    Component("cite", "threshold_decay", "ascribe.cite.threshold_decay:ThresholdDecay", "What comes near the best, at the highest level that cites."),
    Component("verify", "rules", "ascribe.verify.rules_tier:RulesVerifier", "Coverage, numbers, dates, names and negation; no model."),
    Component("verify", "builtin", "ascribe.verify.builtin_tier:BuiltinVerifier", "The shipped models decide, the rules object; English."),
    Component("verify", "hf", "ascribe.verify.hf_tier:HfVerifier", "A model of the Hugging Face hub or a folder decides, the rules object.", extra="hf"),
    Component("verify", "llm", "ascribe.verify.judge_tier:JudgeVerifier", "A language model judges and quotes, the rules object.", extra="llm"),
    Component("write", "terminal", "ascribe.write.terminal:TerminalWriter", "Coloured text, readable without colour."),
    Component("write", "md", "ascribe.write.markdown:MarkdownWriter", "Markdown with markers and a reference list."),
    Component("write", "html", "ascribe.write.html:HtmlWriter", "One self-contained page."),
    Component("write", "json", "ascribe.write.json:JsonWriter", "The whole answer as JSON."),
    Component("write", "cited", "ascribe.write.citations.writer:CitedWriter", "The reply with citations in a chosen style, and its references."),
    Component("generate", "extractive", "ascribe.library.answering.extractive:ExtractiveGenerator", "The fewest sentences of the sources that answer, quoted."),
    Component("generate", "llm", "ascribe.library.prompted:PromptedGenerator", "A language model behind an OpenAI-compatible endpoint.", extra="llm"),
    Component("references", "own", "ascribe.write.references.own:OwnReferences", "All that is known of each source, in a plain form."),
    Component("references", "bibtex", "ascribe.write.references.bibtex:Bibtex", "BibTeX, in UTF-8."),
    Component("references", "csl-json", "ascribe.write.references.csl_json:CslJson", "CSL-JSON, for Zotero, Pandoc and CSL processors."),
    Component("references", "ris", "ascribe.write.references.ris:Ris", "RIS, for reference managers."),
    Component("references", "apa", "ascribe.write.references.csl:apa", "APA, 7th edition.", extra="csl"),
    Component("references", "chicago", "ascribe.write.references.csl:chicago", "Chicago, author and date.", extra="csl"),
    Component("references", "ieee", "ascribe.write.references.csl:ieee", "IEEE.", extra="csl"),
    Component("references", "vancouver", "ascribe.write.references.csl:vancouver", "Vancouver, as NLM has it.", extra="csl"),
    Component("references", "csl", "ascribe.write.references.csl:CslReferences", "Any style of the Citation Style Language, by name or file.", extra="csl"),
)  # fmt: skip


_NOUNS = {
    "read": "reader",
    "score": "scorer",
    "cite": "policy",
    "verify": "tier",
    "write": "format",
    "generate": "generator",
    "references": "form of references",
}
"""What users call a component of a stage."""


@cache
def _rows() -> dict[tuple[str, str], Component]:
    rows = {(row.stage, row.name): row for row in _BUILT_IN}
    for point in entry_points(group=GROUP):
        stage, _, name = point.name.partition(".")
        rows.setdefault((stage, name), Component(stage, name, point.value, f"from {point.value}"))
    return rows


def components(stage: str | None = None) -> list[Component]:
    """Every component, or those of one stage: built-in ones first, in the order of the stages."""
    return [row for row in _rows().values() if stage in (None, row.stage)]


def load(stage: str, name: str) -> Any:
    """The class or function registered under that name, imported now.

    Raises:
        UnknownComponentError: no such name; the message lists the known ones.
        MissingExtraError: it needs a package that is not installed.
    """
    row = _rows().get((stage, name))
    if row is None:
        known = [row.name for row in components(stage)]
        near = difflib.get_close_matches(name, known, n=1)
        hint = f" Did you mean {near[0]!r}?" if near else ""
        raise UnknownComponentError(
            f"No {_NOUNS.get(stage, stage)} is called {name!r}; known: {', '.join(known)}.{hint}"
        )
    path, _, attribute = row.target.partition(":")
    try:
        module = import_module(path)
    except ModuleNotFoundError as error:
        if not row.extra:
            raise
        raise MissingExtraError(
            f'{name!r} needs {error.name}; run: pip install "ascribe[{row.extra}]"'
        ) from error
    if not hasattr(module, attribute):
        raise UnknownComponentError(
            f"The {_NOUNS.get(stage, stage)} {name!r} is declared as {row.target}, which does not exist; "
            "correct or uninstall the package that declares it."
        )
    return getattr(module, attribute)

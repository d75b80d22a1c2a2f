"""The registry of components by stage and name. A component is imported when it is first requested.

A third party adds a component with an entry point of the group ``ascribe.components`` named ``stage.name``
(for example ``score.my_scorer = "my_package:MyScorer"``), without a change in this file. An installed package
cannot override a built-in name, so that installing a package never changes results.
"""

from __future__ import annotations

import re
import warnings
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from importlib.metadata import EntryPoint, entry_points
from typing import Any

from ascribe.errors import (
    AscribeError,
    BrokenComponentError,
    IgnoredComponentWarning,
    MissingExtraError,
    UnknownComponentError,
)
from ascribe.install_command import build_install_command
from ascribe.option_names import find_meant_name

GROUP = "ascribe.components"


@dataclass(frozen=True, slots=True)
class Component:
    """One row of the registry.

    Args:
        stage: the folder it belongs to.
        name: the name that users pass.
        target: ``module:attribute``.
        summary: one line for lists.
        extra: the optional extra it needs; empty for the base install.
        handles: for a reader, the file extensions it reads. A third-party reader leaves it empty and lists
            them on its class, as ``extensions``.
        package: the installed package that declares it; empty for a built-in component.
        refused: one sentence on why a declaration is not used; empty for every usable component.
    """

    stage: str
    name: str
    target: str
    summary: str
    extra: str = ""
    handles: tuple[str, ...] = ()
    package: str = ""
    refused: str = ""


_BUILT_IN = (
    Component("read", "text", "ascribe.read.text:TextReader", "Plain text and Markdown files.", handles=(".txt", ".text", ".md", ".markdown")),
    Component("read", "html", "ascribe.read.html:HtmlReader", "HTML pages.", handles=(".html", ".htm", ".xhtml")),
    Component("read", "pdf", "ascribe.read.pdf:PdfReader", "PDF files with a text layer.", handles=(".pdf",)),
    Component("read", "docx", "ascribe.read.docx:DocxReader", "Word files.", handles=(".docx",)),
    Component("score", "lexical", "ascribe.score.lexical:LexicalScorer", "Weighted coverage of the claim's words."),
    Component("score", "embedding", "ascribe.score.embedding:EmbeddingScorer", "Semantic similarity, by the built-in encoder."),
    Component("score", "hybrid", "ascribe.score.hybrid:HybridScorer", "Word overlap and semantic similarity combined."),
    Component("cite", "best_evidence", "ascribe.cite.best_evidence:BestEvidence", "The best sentence, and others that add coverage."),
    Component("cite", "threshold_decay", "ascribe.cite.threshold_decay:ThresholdDecay", "The sentences closest to the best one, above a decaying threshold."),
    Component("verify", "rules", "ascribe.verify.rules_verifier:RulesVerifier", "Coverage, numbers, dates, names and negation; no model."),
    Component("verify", "builtin", "ascribe.verify.builtin_verifier:BuiltinVerifier", "The shipped models decide, rules cross-check; English."),
    Component("verify", "large", "ascribe.verify.builtin_verifier:LargeVerifier", "A larger model of a package of its own decides; the rules cross-check; English."),
    Component("verify", "hf", "ascribe.verify.hugging_face_verifier:HuggingFaceVerifier", "A model of the Hugging Face hub or a folder decides, rules cross-check.", extra="hf"),
    Component("verify", "llm", "ascribe.verify.llm_judge.verifier:LLMJudgeVerifier", "A language model judges and quotes, rules cross-check.", extra="llm"),
    Component("write", "terminal", "ascribe.write.terminal:TerminalWriter", "Coloured text, readable without colour."),
    Component("write", "md", "ascribe.write.markdown:MarkdownWriter", "Markdown with markers and a reference list."),
    Component("write", "html", "ascribe.write.report.page:HtmlWriter", "One self-contained page."),
    Component("write", "json", "ascribe.write.json:JsonWriter", "The whole answer as JSON."),
    Component("write", "jsonld", "ascribe.write.annotations:AnnotationsWriter", "The references as W3C Web Annotations."),
    Component("write", "sarif", "ascribe.write.sarif:SarifWriter", "The failing sentences as SARIF, for code hosts and editors."),
    Component("write", "junit", "ascribe.write.junit:JUnitWriter", "The sentences as JUnit XML, for continuous integration."),
    Component("write", "cited", "ascribe.write.citations:CitedWriter", "The reply with citations in a chosen style, and its references."),
    Component("generate", "extractive", "ascribe.library.answering.extractive:ExtractiveGenerator", "The fewest source sentences that answer the question, quoted."),
    Component("generate", "llm", "ascribe.library.prompted:PromptedGenerator", "A language model behind an OpenAI-compatible endpoint.", extra="llm"),
    Component("highlight", "pdf", "ascribe.write.highlights:PdfHighlighter", "Copies of the cited PDF files with the quotes highlighted."),
    Component("file", "docx", "ascribe.write.docx:DocxWriter", "A Word file: the marked reply, each sentence with its evidence, the references."),
    Component("references", "own", "ascribe.write.references.plain:PlainReferences", "Everything known about each source, in a plain format."),
    Component("references", "bibtex", "ascribe.write.references.bibtex:BibtexReferences", "BibTeX, in UTF-8."),
    Component("references", "csl-json", "ascribe.write.references.csl_json:CslJsonReferences", "CSL-JSON, for Zotero, Pandoc and CSL processors."),
    Component("references", "ris", "ascribe.write.references.ris:RisReferences", "RIS, for reference managers."),
    Component("references", "apa", "ascribe.write.references.csl:apa", "APA, 7th edition.", extra="csl"),
    Component("references", "chicago", "ascribe.write.references.csl:chicago", "Chicago, author and date.", extra="csl"),
    Component("references", "ieee", "ascribe.write.references.csl:ieee", "IEEE.", extra="csl"),
    Component("references", "vancouver", "ascribe.write.references.csl:vancouver", "Vancouver, in the form of the NLM.", extra="csl"),
    Component("references", "csl", "ascribe.write.references.csl:CslReferences", "Any style of the Citation Style Language, by name or file.", extra="csl"),
)  # fmt: skip


_NOUNS = {
    "read": "reader",
    "score": "scorer",
    "cite": "policy",
    "verify": "tier",
    "write": "format",
    "generate": "generator",
    "highlight": "highlighter",
    "file": "file format",
    "references": "reference format",
}
"""What messages call a component of each stage."""


@cache
def _list_rows() -> tuple[Component, ...]:
    """List the built-in rows, then those of other packages, sorted to not depend on the search path."""
    points = [(_get_package(point), point) for point in entry_points(group=GROUP)]
    points.sort(key=lambda pair: (pair[0], pair[1].name))
    packages: dict[str, list[str]] = {}
    for package, point in points:
        packages.setdefault(point.name, []).append(package)
    return (
        *_BUILT_IN,
        *(_parse_entry_point(point, package, packages[point.name]) for package, point in points),
    )


def _get_package(point: EntryPoint) -> str:
    return re.split("[.:]", point.value)[0] if point.dist is None else str(point.dist.name)


def _parse_entry_point(point: EntryPoint, package: str, packages: list[str]) -> Component:
    stage, _, name = point.name.partition(".")
    target = point.value.partition("[")[0].strip()
    refused = _explain_refusal(stage, name, package, packages)
    return Component(stage, name, target, f"from {point.value}", package=package, refused=refused)


def _explain_refusal(stage: str, name: str, package: str, packages: list[str]) -> str:
    if stage not in _NOUNS or not name:
        return (
            f"The package {package} declares {f'{stage}.{name}'.strip('.')!r}, which is not a component "
            f"name: it must be one of the stages {', '.join(_NOUNS)}, a dot and a name of its own."
        )
    if any((row.stage, row.name) == (stage, name) for row in _BUILT_IN):
        return (
            f"The package {package} declares the {_NOUNS[stage]} {name!r}, but the built-in one of that name "
            "is used; the package must choose another name."
        )
    if len(packages) > 1:
        return (
            f"The packages {' and '.join(packages)} declare the {_NOUNS[stage]} {name!r}; "
            "uninstall all but one of them."
        )
    return ""


def components(stage: str | None = None) -> list[Component]:
    """Return all components, or those of one stage: built-in ones first, in the order of the stages."""
    return [row for row in _list_rows() if stage in (None, row.stage) and not row.refused]


def list_refused() -> list[Component]:
    """Return the declarations of other packages that cannot be used, each with the reason."""
    return [row for row in _list_rows() if row.refused]


def load(stage: str, name: str) -> Any:
    """Import the class or function registered under that name.

    Raises:
        UnknownComponentError: no component has that name; the message lists the known names.
        MissingExtraError: the component needs a package that is not installed.
        BrokenComponentError: a component of another package cannot be imported.

    Warns:
        IgnoredComponentWarning: another package also declares a component of that name.
    """
    return _import_target(_find_row(stage, name))


def _find_row(stage: str, name: str) -> Component:
    rows = [row for row in _list_rows() if (row.stage, row.name) == (stage, name)]
    unused = next((row.refused for row in rows if row.refused), "")
    row = next((row for row in rows if not row.refused), None)
    if row is None:
        raise BrokenComponentError(unused) if unused else _build_unknown_error(stage, name)
    if unused:
        warnings.warn(unused, IgnoredComponentWarning, stacklevel=3)
    return row


def make(stage: str, name: str, **options: Any) -> Any:
    """Create the component registered under that name with those options.

    Raises:
        BrokenComponentError: a component of another package cannot be created.
        AscribeError: any error of ``load``, or one that the component itself raises.
    """
    row = _find_row(stage, name)
    factory = _import_target(row)
    try:
        return factory(**options)
    except AscribeError:
        raise
    except Exception as error:
        if not row.package:
            raise
        given = ", ".join(f"{key}=" for key in options)
        raise _build_broken_error(row, f"created with {given}" if given else "created", error) from error


def _build_unknown_error(stage: str, name: str) -> UnknownComponentError:
    known = [row.name for row in components(stage)]
    meant = find_meant_name(name.lower(), known)
    hint = f" Did you mean {meant!r}?" if meant else ""
    if not meant:
        hint = (
            f" One of your own is an object that is passed in Python, or {stage}.NAME among the entry points "
            f"{GROUP} of an installed package, as docs/extending.md shows."
        )
    return UnknownComponentError(
        f"No {_NOUNS.get(stage, stage)} is called {name!r}; known: {', '.join(known)}.{hint}"
    )


def _import_target(row: Component) -> Any:
    path, _, attribute = row.target.partition(":")
    try:
        found = import_module(path)
        for part in attribute.split("."):
            found = getattr(found, part)
    except ModuleNotFoundError as error:
        if not (row.extra or row.package):
            raise
        raise MissingExtraError(_explain_missing(row, error.name)) from error
    except (Exception, SystemExit) as error:
        if not row.package:
            raise
        raise _build_broken_error(row, "loaded", error) from error
    return found


def _explain_missing(row: Component, module: str | None) -> str:
    if row.extra:
        return f"{row.name!r} needs {module}; run: {build_install_command(row.extra)}"
    return f"{_describe_row(row)} needs {module}; install it, or uninstall {row.package}."


def _build_broken_error(row: Component, done: str, error: BaseException) -> BrokenComponentError:
    details = " ".join(f"{type(error).__name__}: {error}".split()).rstrip(": ")
    return BrokenComponentError(
        f"{_describe_row(row)} cannot be {done} ({details}); repair or uninstall that package, which declares {row.target}."
    )


def _describe_row(row: Component) -> str:
    return f"The {_NOUNS[row.stage]} {row.name!r} of the package {row.package}"

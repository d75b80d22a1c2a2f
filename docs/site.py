"""Build the docs as a site: ``python -m docs.site FOLDER``.

The pages of docs/ are plain Markdown that reads well in a clone. This copies them, adds a page for every
other file of the repository that they link to (prose, code, notebooks), adds the navigation, and calls Sphinx
on the copy. ``conf.py`` has its settings. A warning of Sphinx, such as one on a dead link, is an error.
"""

from __future__ import annotations

import posixpath
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
FOLDER = "repository"
NOTEBOOK = "examples/notebook/apollo11.ipynb"

NAVIGATION: dict[str, tuple[str, ...]] = {
    "Tutorial": (
        "tutorial/check-a-report.md",
        "tutorial/read-the-page.md",
        "tutorial/gate-answers.md",
        "tutorial/own-verifier.md",
        NOTEBOOK,
    ),
    "How to check": (
        "install.md",
        "guide.md",
        "streaming.md",
        "batch.md",
        "fleet-reports.md",
        "continuous-integration.md",
        "repair.md",
        "report.md",
        "citation-styles.md",
        "highlights.md",
    ),
    "How to ask": ("ask.md", "large-libraries.md", "generators.md", "config.md"),
    "How to connect": (
        "haystack.md",
        "langchain.md",
        "llama-index.md",
        "dspy.md",
        "pydantic-ai.md",
        "provider-citations.md",
        "evaluation-hooks.md",
        "mcp.md",
    ),
    "How to choose and fit models": ("hugging-face.md", "llm-judge.md", "evaluate.md", "calibrate.md"),
    "How to run it": ("serve.md", "web-app.md", "audit.md", "telemetry.md", "doctor.md", "packaging.md"),
    "Explanation": (
        "explanation/verdict.md",
        "explanation/levels-and-tiers.md",
        "faq.md",
        "rules.md",
        "languages.md",
        "design.md",
        "models.md",
        "explanation/benchmarks.md",
        "comparison.md",
        "security.md",
        "security-findings.md",
        "trial-frictions.md",
        "glossary.md",
    ),
    "Coming from another system": (
        "coming-from.md",
        "verifiable-rag.md",
        "answer-builder.md",
        "reference-predictor.md",
        "reference-formatters.md",
        "threshold-decay.md",
    ),
    "Reference": (
        "reference/index.md",
        "reference/functions.md",
        "reference/answers.md",
        "reference/documents.md",
        "reference/classes.md",
        "reference/errors.md",
        "reference/details.md",
        "verdicts.md",
        "command-line.md",
        "components.md",
        "licences.md",
    ),
    "Contribute": ("contributing.md", "extending.md", "CONTRIBUTING.md", "CHANGELOG.md"),
}
"""Caption → its pages; a path outside docs/ is one of the repository."""

LINK = re.compile(r"(?<=\]\()(?!https?:|mailto:|#)([^)#\s]+)")
FENCE = "`````"


def build_site(target: Path) -> int:
    """Write the site into a folder and return the exit code of Sphinx."""
    with tempfile.TemporaryDirectory() as folder:
        source = Path(folder)
        write_sources(source)
        command = [sys.executable, "-m", "sphinx", "-W", "--keep-going", "-q", "-E", "-b", "html"]
        command += [str(source), str(target)]
        return subprocess.run(command, cwd=ROOT, check=False).returncode  # noqa: S603 - our own command


def write_sources(folder: Path) -> None:
    """Write the sources of all pages, as Sphinx takes them, into an empty folder."""
    shutil.copytree(
        ROOT / "docs", folder, dirs_exist_ok=True, ignore=shutil.ignore_patterns("__pycache__", "*.py")
    )
    shutil.copy(ROOT / "docs" / "conf.py", folder)
    for path in sorted(find_linked_files()):
        for name, content in build_page(path).items():
            place = folder / name
            place.parent.mkdir(parents=True, exist_ok=True)
            place.write_bytes(content)
    for place in folder.rglob("*.md"):
        name = place.relative_to(folder).as_posix()
        text = place.read_text(encoding="utf-8")
        place.write_text(change_links(text, get_source(name), name), encoding="utf-8")
    with (folder / "index.md").open("a", encoding="utf-8") as index:
        index.write(build_navigation())


def build_navigation() -> str:
    """Return the navigation as directives of Sphinx, hidden in the front page."""
    parts = []
    for caption, pages in NAVIGATION.items():
        names = [page if (ROOT / "docs" / page).is_file() else get_page(page) for page in pages]
        parts.append(f"\n```{{toctree}}\n:hidden:\n:caption: {caption}\n\n" + "\n".join(names) + "\n```\n")
    return "".join(parts)


def find_linked_files() -> set[str]:
    """Return the files outside docs/ that are in the navigation, or linked from a page of the site."""
    named = [page for pages in NAVIGATION.values() for page in pages]
    waiting = [path.relative_to(ROOT).as_posix() for path in (ROOT / "docs").rglob("*.md")]
    waiting += [page for page in named if not (ROOT / "docs" / page).is_file()]
    found: set[str] = set()
    while waiting:
        path = waiting.pop()
        if path in found:
            continue
        if not path.startswith("docs/"):
            found.add(path)
        if path.endswith(".md"):
            waiting += iterate_targets((ROOT / path).read_text(encoding="utf-8"), path)
    return found


def iterate_targets(markdown: str, path: str) -> Iterator[str]:
    """Yield the files of the repository, outside docs/, that a page links to."""
    for match in LINK.finditer(markdown):
        target = resolve(match[1], path)
        if target and not target.startswith("docs/"):
            yield target


def resolve(link: str, path: str) -> str | None:
    """Return the file of the repository that a link in a file leads to, or None; a folder is its README."""
    target = posixpath.normpath(posixpath.join(posixpath.dirname(path), link))
    if (ROOT / target).is_dir():
        target = posixpath.join(target, "README.md")
    return target if not target.startswith("..") and (ROOT / target).is_file() else None


def get_page(path: str) -> str:
    """Return the page of the site that shows a file of the repository."""
    if path.startswith("docs/"):
        return path.removeprefix("docs/")
    return f"{FOLDER}/{path}" if path.endswith(".md") else f"{FOLDER}/{path}.md"


def get_source(page: str) -> str:
    """Return the file of the repository that a page of the site shows."""
    if not page.startswith(f"{FOLDER}/"):
        return f"docs/{page}"
    path = page.removeprefix(f"{FOLDER}/")
    return path if (ROOT / path).is_file() else path.removesuffix(".md")


def change_links(markdown: str, path: str, page: str) -> str:
    """Return the text of a page with its links to files of the repository as links to their pages."""

    def change(match: re.Match[str]) -> str:
        target = resolve(match[1], path)
        if target is None or (path.startswith("docs/") and target.startswith("docs/")):
            return match[1]
        return posixpath.relpath(get_page(target), posixpath.dirname(page) or ".")

    return LINK.sub(change, markdown)


def build_page(path: str) -> dict[str, bytes]:
    """Return the files that show a file of the repository on the site: name → content."""
    if path.endswith(".ipynb"):
        return build_notebook_page(path)
    text = (ROOT / path).read_text(encoding="utf-8")
    if not path.endswith(".md"):
        language = {".py": "python", ".toml": "toml", ".yaml": "yaml"}.get(Path(path).suffix, "text")
        orphan = "" if any(path in pages for pages in NAVIGATION.values()) else "---\norphan: true\n---\n"
        text = f"{orphan}# {path}\n\n{FENCE}{language}\n{text.rstrip()}\n{FENCE}\n"
    elif not any(path in pages for pages in NAVIGATION.values()):
        text = f"---\norphan: true\n---\n{text}"
    return {get_page(path): text.encode()}


def build_notebook_page(path: str) -> dict[str, bytes]:
    """Return the page of a notebook, with the outputs that are stored in it, and its pictures."""
    from nbconvert import MarkdownExporter
    from nbformat import reads

    exporter: Any = MarkdownExporter()
    text, resources = exporter.from_notebook_node(reads((ROOT / path).read_text("utf-8"), as_version=4))
    folder = posixpath.dirname(get_page(path))
    pictures = {posixpath.join(folder, name): data for name, data in resources["outputs"].items()}
    return {get_page(path): text.encode(), **pictures}


if __name__ == "__main__":
    sys.exit(build_site(Path(sys.argv[1])))

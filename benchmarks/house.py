"""Measures how far a reader of the code has to go: files entered by one call, sizes, names, clients.

Usage: ``python -m benchmarks.house``. A file counts as entered if a function of it runs. Models and sources
are read before the tracing starts, so that a second call is traced, as a reader would follow it.
"""

from __future__ import annotations

import ast
import inspect
import statistics
import sys
from collections import Counter, defaultdict
from collections.abc import Callable
from pathlib import Path
from types import FrameType
from typing import Any

import ascribe
from ascribe.read.sources import load_sources

PACKAGE = Path(ascribe.__file__).parent
EXAMPLE = Path(__file__).resolve().parents[1] / "examples" / "apollo11"
SOURCE = EXAMPLE / "apollo11.pdf"
ANSWERED, REFUSED = "Who stayed in orbit?", "What did the mission cost?"
OTHER = "How many kilograms did they collect?"
"""A question asked before the tracing starts."""

PARTICIPLES = ("asked", "told", "found", "made", "said", "held", "kept", "given", "opened", "woven", "read_")
"""Irregular forms beside the ending "ed" that count as a bare participle."""


def count_entered_files(call: Callable[[], object]) -> tuple[int, int]:
    """Return how many files and functions of the package one call enters."""
    entered: set[tuple[str, str]] = set()
    root = str(PACKAGE)

    def trace(frame: FrameType, event: str, _argument: Any) -> None:
        code = frame.f_code
        is_function = code.co_flags & inspect.CO_OPTIMIZED  # unlike the bodies of modules and classes
        if event == "call" and is_function and code.co_filename.startswith(root):
            entered.add((code.co_filename, code.co_qualname))

    sys.setprofile(trace)
    try:
        call()
    finally:
        sys.setprofile(None)
    return len({file for file, _ in entered}), len(entered)


def list_calls() -> dict[str, Callable[[], object]]:
    """Return what is traced, by name."""
    reply = (EXAMPLE / "reply.md").read_text(encoding="utf-8")
    document = load_sources(SOURCE).documents
    answer = ascribe.check(reply, document)
    ascribe.ask(OTHER, document)
    return {
        "a PDF file, read": lambda: load_sources(SOURCE),
        "check, tier rules": lambda: ascribe.check(reply, document, tier="rules"),
        "check, tier builtin": lambda: ascribe.check(reply, document, tier="builtin"),
        "Answer.to_html": answer.to_html,
        "ask, answered": lambda: ascribe.ask(ANSWERED, document),
        "ask, refused": lambda: ascribe.ask(REFUSED, document),
    }


def parse_modules() -> dict[str, ast.Module]:
    """Return the syntax tree of every module of the package, by its dotted name."""
    trees = {}
    for path in sorted(PACKAGE.rglob("*.py")):
        parts = path.relative_to(PACKAGE.parent).with_suffix("").parts
        name = ".".join(parts[:-1] if parts[-1] == "__init__" else parts)
        trees[name] = ast.parse(path.read_text(encoding="utf-8"))
    return trees


def find_clients(trees: dict[str, ast.Module]) -> dict[str, set[str]]:
    """Return for each module those that import it, or a name of it."""
    clients: dict[str, set[str]] = defaultdict(set)
    for name, tree in trees.items():
        for node in ast.walk(tree):
            if isinstance(node, ast.ImportFrom) and node.module:
                for alias in node.names:
                    whole = f"{node.module}.{alias.name}"
                    used = whole if whole in trees else node.module
                    if used in trees and used != name:
                        clients[used].add(name)
    return clients


def is_single_client(name: str, clients: dict[str, set[str]]) -> bool:
    """Return True if one module alone imports it, and that one lies in the same package."""
    users = clients.get(name, set())
    return len(users) == 1 and next(iter(users)).rpartition(".")[0] == name.rpartition(".")[0]


def is_participle(name: str) -> bool:
    """Return True if the last word of a one-word function name is a participle; a crude pattern."""
    word = name.strip("_")
    return "_" not in word and (word.endswith("ed") or word in PARTICIPLES)


def find_repeated_names(trees: dict[str, ast.Module]) -> list[str]:
    """Return file names that occur twice inside one package of the first level."""
    names = Counter(
        (".".join(parts[:2]), parts[-1])
        for parts in (name.split(".") for name in trees)
        if len(parts) > 2 and not any(other.startswith(".".join(parts) + ".") for other in trees)
    )
    return [f"{package}: {name} × {count}" for (package, name), count in names.items() if count > 1]


def main() -> None:
    """Print both tables."""
    print("| call | files entered | functions |\n|---|---|---|")
    for name, call in list_calls().items():
        call()
        files, entered = count_entered_files(call)
        print(f"| {name} | {files} | {entered} |")
    trees = parse_modules()
    sizes = [len(path.read_text(encoding="utf-8").splitlines()) for path in PACKAGE.rglob("*.py")]
    functions = [
        node
        for tree in trees.values()
        for node in ast.walk(tree)
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
    ]
    lengths = [(node.end_lineno or node.lineno) - node.lineno + 1 for node in functions]
    clients = find_clients(trees)
    lonely = [name for name in trees if is_single_client(name, clients)]
    odd = [node.name for node in functions if is_participle(node.name)]
    repeated = find_repeated_names(trees)
    print("\n| measure of the package | |\n|---|---|")
    print(f"| files; lines | {len(sizes)}; {sum(sizes):,} |")
    print(f"| lines of a file, median; largest | {statistics.median(sizes):.0f}; {max(sizes)} |")
    print(f"| lines of a function, median; largest | {statistics.median(lengths):.0f}; {max(lengths)} |")
    print(f"| modules with one client, of their package | {len(lonely)} ({len(lonely) / len(trees):.0%}) |")
    print(f"| functions named by a bare participle | {len(odd) / len(functions):.1%} |")
    print(f"| file names twice in one package | {'; '.join(repeated) or 'none'} |")


if __name__ == "__main__":
    main()

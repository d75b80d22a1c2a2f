"""What an install costs: the megabytes of each package in an environment, and what needs it.

Usage: ``python -m benchmarks.install_size [PYTHON]``; by default a plain install of this checkout is made in
``.venv-package`` first. Bytecode, which is written at the first import, is counted apart.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
from collections import defaultdict
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]

_LIST = """
import json, sys
from importlib.metadata import distributions
from re import match
rows = []
for one in distributions():
    files = [one.locate_file(file) for file in one.files or ()]
    sizes = {str(path): path.stat().st_size for path in files if path.is_file()}
    needs = [match(r"[A-Za-z0-9._-]+", each)[0] for each in one.requires or () if "extra ==" not in each]
    metadata = one.metadata
    kinds = [name for name in metadata.get_all("Classifier") or () if "License ::" in name]
    rows.append({
        "name": metadata["Name"], "version": one.version, "needs": needs,
        "licence": metadata.get("License-Expression") or metadata.get("License") or "",
        "classifiers": [name.rpartition(" :: ")[2] for name in kinds],
        "size": sum(size for path, size in sizes.items() if not path.endswith(".pyc")),
        "bytecode": sum(size for path, size in sizes.items() if path.endswith(".pyc")),
    })
print(json.dumps(rows))
"""


@dataclass(frozen=True, slots=True)
class Distribution:
    """An installed package: what its metadata say, and its bytes on disk without bytecode."""

    name: str
    version: str
    licence: str
    needs: tuple[str, ...]
    size: int
    bytecode: int


def list_distributions(python: Path | str = sys.executable) -> list[Distribution]:
    """Return the packages that are installed for that Python, by name."""
    printed = subprocess.check_output([str(python), "-I", "-c", _LIST])  # noqa: S603 - a Python of ours
    found = [
        Distribution(
            normalize(row["name"]),
            row["version"],
            _choose_licence(row["licence"], row["classifiers"]),
            tuple(sorted({normalize(name) for name in row["needs"]})),
            row["size"],
            row["bytecode"],
        )
        for row in json.loads(printed)
    ]
    return sorted(found, key=lambda each: each.name)


def normalize(name: str) -> str:
    """Return the name of a package as indexes compare it."""
    return name.lower().replace("_", "-").replace(".", "-")


def _choose_licence(stated: str, classifiers: list[str]) -> str:
    """Return the stated licence if it is short, else that of the classifiers."""
    first = stated.strip().splitlines()[0].strip() if stated.strip() else ""
    if first and len(first) <= 60:
        return first
    return "; ".join(classifiers) or first[:60] or "not stated"


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("python", nargs="?", help="Python of the environment")
    python = parser.parse_args().python or make_plain_install()
    rows = list_distributions(python)
    users = defaultdict(list)
    for row in rows:
        for name in row.needs:
            users[name].append(row.name)
    total, bytecode = sum(row.size for row in rows), sum(row.bytecode for row in rows)
    print(f"{len(rows)} packages, {total / 1e6:.0f} MB, and {bytecode / 1e6:.0f} MB of bytecode\n")
    print("| package | MB | needed by |\n|---|--:|---|")
    for row in sorted(rows, key=lambda each: -each.size):
        if row.size >= 1e6:
            print(f"| {row.name} | {row.size / 1e6:.1f} | {', '.join(users[row.name]) or '–'} |")


def make_plain_install() -> Path:
    """Install this checkout without extras in ``.venv-package``, and return its Python."""
    folder = ROOT / ".venv-package"
    python = folder / "bin" / "python"
    if not python.exists():
        for command in ([sys.executable, "-m", "venv", folder], [python, "-m", "pip", "install", "-q", ROOT]):
            subprocess.run([*map(str, command)], check=True)  # noqa: S603 - commands of ours
    return python


if __name__ == "__main__":
    main()

"""Write docs/licences.md: every package of a plain install, with its licence and what needs it.

``make licences`` runs it. It reads the metadata of an environment that holds a plain install and nothing
else; a test of ``make test-all`` fails if a package is missing on the page.
"""

from __future__ import annotations

import sys
from collections import defaultdict
from collections.abc import Sequence
from pathlib import Path

from benchmarks.install_size import Distribution, list_distributions, make_plain_install

PAGE = Path(__file__).parent / "licences.md"

INSTALLER = frozenset({"pip", "setuptools", "wheel", "uv"})
"""Packages of the environment that Ascribe does not bring."""

HEAD = """\
<!-- Written by `make licences`. -->

# Licences

Ascribe is under the Apache License 2.0, see `LICENSE`. `NOTICE` says what the models are made of that
lie in the package. Nothing else is shipped: the packages below come with `pip install` under their own
licences. This is a plain install; what an extra adds is in the list that `make sbom EXTRAS=serve` writes.

| package | licence | needed by |
|---|---|---|
"""


def build_rows(found: Sequence[Distribution]) -> dict[str, str]:
    """Return name → licence of what comes with Ascribe."""
    return {each.name: each.licence for each in found if each.name not in INSTALLER | {"ascribe"}}


def build_page(found: Sequence[Distribution]) -> str:
    """Build the page from the packages of a plain install."""
    users = defaultdict(list)
    for each in found:
        for name in each.needs:
            users[name].append(each.name)
    rows = build_rows(found)
    lines = [f"| {name} | {licence} | {', '.join(users[name]) or '–'} |" for name, licence in rows.items()]
    return HEAD + "\n".join(lines) + "\n"


def read_licences(page: str) -> dict[str, str]:
    """Return name → licence from the table of the page."""
    rows = [line.split("|")[1:-1] for line in page.splitlines() if line.startswith("| ")]
    cells = [[cell.strip() for cell in row] for row in rows]
    return {name: licence for name, licence, _ in cells[1:]}


def main() -> None:
    """Write the page for the environment of that Python, or of a new plain install."""
    python = Path(sys.argv[1]) if len(sys.argv) > 1 else make_plain_install()
    PAGE.write_text(build_page(list_distributions(python)), encoding="utf-8")


if __name__ == "__main__":
    main()

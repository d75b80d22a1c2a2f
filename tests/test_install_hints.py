"""The install commands that messages and docs give can be carried out, though no index has the package."""

import re
import subprocess
import sys
import tomllib

import pytest

from tests.test_docs import PROSE, ROOT

EXTRAS = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["optional-dependencies"]
OTHERS = {"ascribe", "pandas", "--force-reinstall rapidocr", "./packages/ascribe-large"}
"""Further packages in hints: ours, to complete what is installed; one of others; one in the clone."""


def test_pip_completes_the_installed_package_without_an_index() -> None:
    command = [
        "pip",
        "install",
        "--dry-run",
        "--no-index",
        "--disable-pip-version-check",
        "ascribe[csl,llm,yaml]",
    ]
    done = subprocess.run([sys.executable, "-m", *command], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert "Would install" not in done.stdout


def test_hints_of_messages_name_what_can_be_installed() -> None:
    texts = [path.read_text(encoding="utf-8") for path in (ROOT / "src").rglob("*.py")]
    hints = {
        hint
        for text in texts
        for hint in re.findall(r"run: pip install ([^'\n]*?[^'\n.;,])[.;,]?['\"]", text)
    }
    named = {hint.strip('"') for hint in hints}
    assert len(named) > 10
    assert [hint for hint in named - OTHERS if get_extra(hint) not in {*EXTRAS, "{row.extra}"}] == []


def get_extra(hint: str) -> str | None:
    """Return the extra that a hint names, if it names one of ours."""
    found = re.match(r"ascribe\[([^\]]+)\]", hint)
    return found[1] if found else None


@pytest.mark.parametrize("path", PROSE, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_docs_install_from_the_clone(path) -> None:
    text = path.read_text(encoding="utf-8").replace('`run: pip install "ascribe[ocr]"`', "")
    assert not re.search(r'pip install "?ascribe', text)
    for extras in re.findall(r'pip install "\.\[([\w,-]+)\]"', text):
        assert set(extras.split(",")) <= set(EXTRAS)


def test_the_page_on_installing_lists_every_extra() -> None:
    page = (ROOT / "docs" / "install.md").read_text(encoding="utf-8")
    rows = [line.split("|")[1] for line in page.splitlines() if line.startswith("| `")]
    assert {name for row in rows for name in re.findall(r"`([\w-]+)`", row)} == set(EXTRAS)

"""The install commands that messages and docs give can be carried out, though no index has the package."""

import json
import re
import shlex
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import pytest

from ascribe import install_command
from ascribe.install_command import build_install_command, build_large_command, quote_argument
from tests.test_docs import PROSE, ROOT

EXTRAS = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["optional-dependencies"]
CALL = re.compile(r"""build_install_command\(['"]([^'"]+)['"]\)""")
WHEEL = "file:///tmp/ascribe-0.1.0-py3-none-any.whl"


def test_a_checkout_is_completed_by_pip_without_an_index() -> None:
    command = build_install_command("csl,llm,yaml")
    assert command == f'pip install -e "{ROOT}[csl,llm,yaml]"'
    without = ["--dry-run", "--no-index", "--no-deps", "--no-build-isolation", "--disable-pip-version-check"]
    folder = shlex.split(command)[-1]  # without -e, which needs more of the build backend
    arguments = [sys.executable, "-m", "pip", "install", folder, *without]
    done = subprocess.run(arguments, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert "Would install ascribe" in done.stdout


def test_the_larger_model_is_installed_from_the_checkout(monkeypatch: pytest.MonkeyPatch) -> None:
    folder = shlex.split(build_large_command())[-1]
    assert (Path(folder) / "pyproject.toml").is_file()
    monkeypatch.setattr(install_command, "find_checkout", lambda: None)
    assert build_large_command() == "pip install ./packages/ascribe-large"


class Installed:
    """Metadata of an installed distribution, as far as the command needs them."""

    def __init__(self, origin: Any) -> None:
        self._origin = origin

    def read_text(self, name: str) -> str | None:
        assert name == "direct_url.json"
        return self._origin if isinstance(self._origin, str | None) else json.dumps(self._origin)


@pytest.mark.parametrize(
    ("origin", "argument"),
    [
        ({"url": "file:///my%20clone", "dir_info": {}}, "/my clone[hf]"),
        ({"url": WHEEL, "archive_info": {}}, f"ascribe[hf] @ {WHEEL}"),
        (
            {"url": "file:///srv/a.git", "vcs_info": {"vcs": "git", "commit_id": "b42"}},
            "ascribe[hf] @ git+file:///srv/a.git@b42",
        ),
        (None, "ascribe[hf]"),
        ("{", "ascribe[hf]"),
        ([], "ascribe[hf]"),
    ],
)
def test_an_installed_package_is_completed_from_its_origin(
    monkeypatch: pytest.MonkeyPatch, origin: Any, argument: str
) -> None:
    monkeypatch.setattr(install_command, "find_checkout", lambda: None)
    monkeypatch.setattr(install_command, "find_distribution", lambda: Installed(origin))
    assert shlex.split(build_install_command("hf")) == ["pip", "install", argument]


def test_a_bare_copy_never_names_a_package_of_an_index(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(install_command, "_PACKAGE", tmp_path / "src" / "ascribe")
    assert install_command.find_distribution() is None
    assert build_install_command("hf") == 'pip install ".[hf]" in a clone of Ascribe'
    (tmp_path / "pyproject.toml").write_text('[project]\nname = "other"\n', encoding="utf-8")
    assert install_command.find_checkout() is None


@pytest.mark.parametrize("path", ["/plain", "/with space", "/a$b", "/a`b", '/a"b', "/a'b", "/a!b", "/a\\b"])
def test_a_path_reaches_pip_as_it_is(path: str) -> None:
    assert shlex.split(quote_argument(path, is_windows=False)) == [path]
    assert quote_argument("C:\\my clone", is_windows=True) == '"C:\\my clone"'


def test_hints_of_messages_name_what_can_be_installed() -> None:
    texts = [path.read_text(encoding="utf-8") for path in (ROOT / "src").rglob("*.py")]
    named = {name for text in texts for name in CALL.findall(text)}
    assert len(named) > 10
    assert named <= set(EXTRAS)
    literal = {hint for text in texts for hint in re.findall(r"run: pip install ([^'\"\n]+)", text)}
    assert literal == {"pandas", "--force-reinstall rapidocr"}


@pytest.mark.parametrize("path", PROSE, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_docs_install_from_the_clone(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert not re.search(r'pip install "?ascribe', text)
    for extras in re.findall(r'pip install "\.\[([\w,-]+)\]"', text):
        assert set(extras.split(",")) <= set(EXTRAS)


def test_the_page_on_installing_lists_every_extra() -> None:
    page = (ROOT / "docs" / "install.md").read_text(encoding="utf-8")
    rows = [line.split("|")[1] for line in page.splitlines() if line.startswith("| `")]
    assert {name for row in rows for name in re.findall(r"`([\w-]+)`", row)} == set(EXTRAS)

"""The package as a user gets it: a wheel in a clean environment, and what is in wheel and source archive.

``python -m tests.heavy`` builds both, installs the wheel alone and names the places in the environment.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import tarfile
import zipfile
from pathlib import Path

import pytest
from benchmarks.install_size import list_distributions
from docs.licences import PAGE, build_rows, read_licences

pytestmark = pytest.mark.package

KNOWN_LICENCES = re.compile(r"\b(MIT|BSD|Apache|ISC|PSF|MPL)\b")
"""Kinds of licence under which an unchanged package may be used beside any code."""

LARGEST = 100_000_000
"""Bytes of one file that the usual index of packages takes."""


@pytest.fixture(scope="session")
def python() -> Path:
    """The Python of the clean environment."""
    return Path(os.environ["ASCRIBE_CLEAN_PYTHON"])


@pytest.fixture(scope="session")
def archives() -> tuple[Path, Path]:
    """The wheel and the source archive."""
    built = Path(os.environ["ASCRIBE_BUILT"])
    (wheel,), (source,) = built.glob("*.whl"), built.glob("*.tar.gz")
    return wheel, source


def run(python: Path, *arguments: str, folder: Path) -> subprocess.CompletedProcess[str]:
    """Run the installed command outside of the checkout."""
    command = [str(python.parent / "ascribe"), *arguments]
    own = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    return subprocess.run(command, cwd=folder, env=own, capture_output=True, text=True, check=False)


def test_a_plain_install_checks_text_pdf_and_docx(
    python: Path, tmp_path: Path, made_files: dict[str, tuple[str, bytes]]
) -> None:
    for name, data in made_files.values():
        (tmp_path / name).write_bytes(data)
    (tmp_path / "mill.txt").write_text("The mill has 12 sails. It was built in 1871.", encoding="utf-8")
    (tmp_path / "reply.md").write_text("The mill was built in 1871.", encoding="utf-8")
    for source in ("mill.txt", "mill.pdf", "mill.docx"):
        done = run(python, "check", "reply.md", "-s", source, "-f", "json", folder=tmp_path)
        assert done.returncode == 0, done.stderr
        assert json.loads(done.stdout)["settings"]["tier"] == "builtin"
    page = run(python, "check", "reply.md", "-s", "mill.pdf", "-o", "page.html", folder=tmp_path)
    assert page.stderr == "1 of 1 supported → page.html\n"
    asked = run(python, "ask", "When was the mill built?", "mill.txt", folder=tmp_path)
    assert "1871" in asked.stdout


def test_a_plain_install_is_whole(python: Path, tmp_path: Path) -> None:
    pip = subprocess.run([str(python), "-m", "pip", "check"], capture_output=True, text=True, check=False)
    assert pip.returncode == 0, pip.stdout
    assert run(python, "doctor", "--quiet", folder=tmp_path).stdout.startswith("Ascribe works here")


def test_a_missing_extra_is_one_sentence_with_the_command(python: Path, tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("The mill turns.", encoding="utf-8")
    done = run(python, "check", "a.txt", "-s", "a.txt", "--references", "apa", folder=tmp_path)
    assert (done.returncode, done.stderr.count("\n")) == (2, 1)
    assert re.search(r'pip install "[^"]*\[csl\][^"]*"', done.stderr)


def test_the_shell_completes_the_installed_command(python: Path, tmp_path: Path) -> None:
    # The command looks among its parents for the shell to complete for, so the shell must start it.
    load = 'eval "$(ascribe --show-completion)"'
    complete = "COMP_WORDS=(ascribe check --tier ru); COMP_CWORD=3; _ascribe_completion ascribe"
    own = {"PATH": f"{python.parent}:{os.environ['PATH']}", "HOME": str(tmp_path)}
    shell = ["bash", "--norc", "-c", f"{load}\n{complete}\necho ${{COMPREPLY[*]}}"]
    done = subprocess.run(shell, env=own, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.stdout.strip() == "rules", done.stderr


def test_wheel_and_source_archive_hold_what_they_should(archives: tuple[Path, Path]) -> None:
    wheel, source = archives
    in_wheel = set(zipfile.ZipFile(wheel).namelist())
    with tarfile.open(source) as packed:
        in_source = {name.partition("/")[2] for name in packed.getnames()}
    for name in ("py.typed", "inference/weights/encoder.onnx", "write/report/report.css"):
        assert f"ascribe/{name}" in in_wheel, name
    assert any(name.endswith("licenses/NOTICE") for name in in_wheel)
    assert not [name for name in in_wheel if not name.startswith("ascribe")]
    assert {
        "src/ascribe/inference/weights/encoder.onnx",
        "tests/conftest.py",
        "NOTICE",
        "Makefile",
    } <= in_source
    assert not [name for name in in_source if "ascribe_large" in name], "it is a package of its own"
    assert max(path.stat().st_size for path in archives) < LARGEST


def test_the_source_archive_makes_the_same_wheel(archives: tuple[Path, Path]) -> None:
    wheel = archives[0]
    (again,) = (wheel.parent / "from-source").glob("*.whl")
    files = [{one.filename: one.CRC for one in zipfile.ZipFile(each).infolist()} for each in (wheel, again)]
    assert files[0] == files[1]


def test_every_package_of_a_plain_install_is_listed_and_asks_nothing_of_its_users(python: Path) -> None:
    found = build_rows(list_distributions(python))
    assert found.keys() <= read_licences(PAGE.read_text(encoding="utf-8")).keys(), "run: make licences"
    others = {name: licence for name, licence in found.items() if not KNOWN_LICENCES.search(licence)}
    assert not others, "read this licence, then add its kind here"


def test_the_bill_of_materials_names_every_package(python: Path) -> None:
    bill = json.loads(Path(os.environ["ASCRIBE_SBOM"]).read_text(encoding="utf-8"))
    assert bill["bomFormat"] == "CycloneDX"
    named = {one["name"].lower().replace("_", "-") for one in bill["components"]}
    assert {each.name for each in list_distributions(python)} - {"pip", "setuptools"} <= named

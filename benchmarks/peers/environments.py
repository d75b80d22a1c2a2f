"""Make a virtual environment for each peer, under ``build/peers``."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Sequence

from benchmarks.peers.runner import ROOT

FOLDER = ROOT / "build" / "peers"

INSTALL_SECONDS = 900.0
"""Time limit for one installation step."""


class CannotInstallError(Exception):
    """A package of the peer could not be installed here."""


def make_environment(name: str, steps: Sequence[Sequence[str]]) -> str:
    """Make the environment unless it is there already, and return its Python.

    Args:
        name: folder of the environment.
        steps: the arguments of each ``pip install``, in order.

    Raises:
        CannotInstallError: pip failed or took too long.
    """
    home = FOLDER / "environments" / name
    python, done = home / "bin" / "python", home / "installed.txt"
    wanted = "\n".join(" ".join(step) for step in steps)
    if done.is_file() and done.read_text("utf-8") == wanted:
        return str(python)
    home.parent.mkdir(parents=True, exist_ok=True)
    run([sys.executable, "-m", "venv", "--clear", str(home)])
    for step in steps:
        run([str(python), "-m", "pip", "install", "--quiet", "--disable-pip-version-check", *step])
    done.write_text(wanted, "utf-8")
    return str(python)


def run(command: Sequence[str]) -> None:
    """Run a step of the installation."""
    try:
        done = subprocess.run(  # noqa: S603 - our own command
            command, capture_output=True, text=True, timeout=INSTALL_SECONDS, check=False
        )
    except subprocess.TimeoutExpired:
        raise CannotInstallError(f"installation took longer than {INSTALL_SECONDS:g} s") from None
    if done.returncode:
        lines = [line for line in done.stderr.splitlines() if line.startswith("ERROR")]
        raise CannotInstallError(lines[-1] if lines else "pip failed")


def list_versions(python: str, packages: Sequence[str]) -> dict[str, str]:
    """Return the installed versions of the packages."""
    code = "import sys, importlib.metadata as m; print(*(m.version(name) for name in sys.argv[1:]))"
    done = subprocess.run(  # noqa: S603 - our own command
        [python, "-c", code, *packages], capture_output=True, text=True, check=True
    )
    return dict(zip(packages, done.stdout.split(), strict=True))

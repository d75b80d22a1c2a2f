"""Build the command that adds an extra to this installation, for messages about what is missing.

No index has this package: another project has its name there. A command with the bare name would install a
stranger's package wherever ours is not installed already, so the command names the place that ours came from.
"""

from __future__ import annotations

import json
import os
import re
import shlex
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

if TYPE_CHECKING:
    from importlib.metadata import Distribution

_PACKAGE = Path(__file__).parent
_NAMES_US = re.compile(r'^name = "ascribe"$', re.MULTILINE)


def build_install_command(extra: str = "") -> str:
    """Return the command that installs Ascribe again from where it came from, with an extra if named."""
    extras = f"[{extra}]" if extra else ""
    checkout = find_checkout()
    if checkout is not None:
        return f"pip install -e {quote_argument(f'{checkout}{extras}')}"
    installed = find_distribution()
    if installed is None:  # a bare copy of the package says nothing about where it came from
        return f'pip install ".{extras}" in a clone of Ascribe'
    return f"pip install {quote_argument(_build_requirement(_read_origin(installed), extras))}"


def build_large_command() -> str:
    """Return the command that installs the package of the tier ``large``."""
    checkout = find_checkout()
    if checkout is None:
        return "pip install ./packages/ascribe-large"
    return f"pip install {quote_argument(str(checkout / 'packages' / 'ascribe-large'))}"


def find_checkout() -> Path | None:
    """Return the folder of the checkout that the running code is in; None if it is installed elsewhere."""
    root = _PACKAGE.parents[1]
    try:
        project = (root / "pyproject.toml").read_text(encoding="utf-8")
    except OSError:
        return None
    return root if _NAMES_US.search(project) else None


def find_distribution() -> Distribution | None:
    """Return the metadata of the running code; None if it has none, or they are those of another copy."""
    from importlib.metadata import PackageNotFoundError, distribution

    try:
        found = distribution("ascribe")
    except PackageNotFoundError:
        return None
    return found if Path(str(found.locate_file("ascribe"))).resolve() == _PACKAGE.resolve() else None


def _read_origin(installed: Distribution) -> dict[str, Any]:
    """Return what pip noted about the origin (PEP 610); empty if it came from an index."""
    try:
        found = json.loads(installed.read_text("direct_url.json") or "{}")
    except ValueError:
        return {}
    return found if isinstance(found, dict) else {}


def _build_requirement(origin: dict[str, Any], extras: str) -> str:
    """Return the requirement that pip finds at the origin: a folder, a file, a repository or an index."""
    from urllib.request import url2pathname

    url = str(origin.get("url", ""))
    if not url:
        return f"ascribe{extras}"
    if "dir_info" in origin:
        return f"{url2pathname(urlsplit(url).path)}{extras}"
    version = origin.get("vcs_info")
    if isinstance(version, dict):
        url = f"{version.get('vcs')}+{url}@{version.get('commit_id')}"
    return f"ascribe{extras} @ {url}"


def quote_argument(text: str, *, is_windows: bool = os.name == "nt") -> str:
    r"""Quote an argument for the shell: in double quotes, unless it has what a POSIX shell reads in those.

    >>> quote_argument("/my clone[hf]")
    '"/my clone[hf]"'
    >>> quote_argument("/my$clone[hf]", is_windows=False)
    "'/my$clone[hf]'"
    """
    if not is_windows and any(one in text for one in '"$`\\!'):
        return shlex.quote(text)
    return f'"{text}"'

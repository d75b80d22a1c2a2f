"""HTML pages that fetch nothing and run nothing: templates that escape, one style sheet, a policy."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Callable
from hashlib import sha256
from typing import TYPE_CHECKING

from ascribe.write.display_text import escape_controls

if TYPE_CHECKING:
    from jinja2 import Environment


def build_policy(stylesheet: str) -> str:
    """Return the Content-Security-Policy: that style sheet and pictures within the page, nothing else."""
    digest = b64encode(sha256(stylesheet.encode()).digest()).decode("ascii")
    return f"default-src 'none'; style-src 'sha256-{digest}'; img-src data:"


def build_environment(read: Callable[[str], str], stylesheet: str) -> Environment:
    """Build the templates of a page.

    They escape every value and show control characters as their codes. ``css`` is the style sheet and
    ``policy`` its policy.

    Args:
        read: returns the template of a name.
        stylesheet: what the page contains as ``css``.
    """
    from jinja2 import Environment, FunctionLoader, StrictUndefined
    from markupsafe import Markup

    environment = Environment(
        loader=FunctionLoader(read),
        autoescape=True,
        undefined=StrictUndefined,
        finalize=_escape_value,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    environment.globals["css"] = Markup(stylesheet)  # noqa: S704 - our own file
    environment.globals["policy"] = build_policy(stylesheet)
    return environment


def _escape_value(value: object) -> object:
    """Make the control characters of template values visible, before the values are escaped."""
    from markupsafe import Markup

    return escape_controls(value) if isinstance(value, str) and not isinstance(value, Markup) else value

"""The pages as shells: they contain nobody's data; scripts fetch it with the visitor's key."""

from __future__ import annotations

from functools import lru_cache
from importlib.resources import files
from typing import TYPE_CHECKING, Any

from ascribe.apps.server.settings import ServerSettings
from ascribe.apps.web.assets import compute_digest
from ascribe.apps.web.texts import LANGUAGES, read_texts
from ascribe.records.outcomes import STATUSES
from ascribe.version import __version__
from ascribe.write.wording import SYMBOLS

if TYPE_CHECKING:
    from jinja2 import Environment

CONTENT_SECURITY_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
    "form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)
"""Scripts and styles come from files of ours alone, so that no text of a reply or source can run."""

STYLES = ("own", "apa", "chicago", "ieee", "vancouver", "bibtex", "csl-json", "ris")
"""Formats of reference lists that the page offers; the service knows every CSL style."""

LEVELS = ("loose", "balanced", "strict", "paranoid")


def render_page(name: str, language: str, settings: ServerSettings) -> str:
    """Render the page of that name, such as ``check``."""
    texts = read_texts(language)
    page: str = (
        _build_environment()
        .get_template(f"{name}.html.jinja")
        .render(
            page=name,
            language=language,
            languages=LANGUAGES,
            t=texts,
            assets=f"/assets/{compute_digest()}",
            version=__version__,
            footer=texts["footer_sends" if settings.sends_texts else "footer"],
            tiers=settings.tiers,
            default_tier=settings.tier or "builtin",
            levels=LEVELS,
            styles=STYLES,
            days=f"{settings.retention_days:g}",
            keeps=settings.retention_days > 0,
            data=_build_data(texts),
        )
    )
    return page


def _build_data(texts: dict[str, str]) -> dict[str, Any]:
    return {"texts": texts, "statuses": STATUSES, "symbols": SYMBOLS}


@lru_cache(maxsize=1)
def _build_environment() -> Environment:
    from jinja2 import Environment, FunctionLoader, StrictUndefined

    return Environment(
        loader=FunctionLoader(
            lambda name: (files("ascribe.apps.web") / "templates" / name).read_text(encoding="utf-8")
        ),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )

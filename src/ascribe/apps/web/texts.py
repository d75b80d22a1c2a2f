"""The words of the pages in each language, and which language a visitor gets."""

from __future__ import annotations

from functools import lru_cache

from ascribe.text.package_data import load_package_json

LANGUAGES = ("en", "de")


@lru_cache(maxsize=len(LANGUAGES))
def read_texts(language: str) -> dict[str, str]:
    """Return the words of the pages in a language, by key."""
    return load_package_json(f"apps/web/texts/{language}.json", dict[str, str])


def choose_language(chosen: str | None, accepted: str) -> str:
    """Return the language that the visitor chose, else the first that the browser accepts, else English.

    Args:
        chosen: what the visitor chose, if anything.
        accepted: the ``Accept-Language`` header (RFC 9110, section 12.5.4).
    """
    if chosen in LANGUAGES:
        return chosen
    weighted = [_parse_range(one) for one in accepted.split(",")]
    for weight, tag in sorted(weighted, key=lambda pair: -pair[0]):
        if weight > 0 and tag in LANGUAGES:
            return tag
    return "en"


def _parse_range(text: str) -> tuple[float, str]:
    tag, _, parameters = text.strip().partition(";")
    try:
        weight = float(parameters.partition("=")[2]) if parameters else 1.0
    except ValueError:
        weight = 0.0
    return weight, tag.partition("-")[0].strip().lower()

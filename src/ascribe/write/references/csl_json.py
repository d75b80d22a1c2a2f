"""References as CSL-JSON, which Zotero, Pandoc and every CSL processor read."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from ascribe.records.work import CitedWork, Markup, Name
from ascribe.write.references.markup import clean_text, find_title


class CslJsonReferences:
    """Writes one object for each work; its key is the id, and text is taken from the metadata as it is."""

    language = "json"
    frame = ("[\n", ",\n", "\n]\n")

    def entries(self, works: Sequence[CitedWork], markup: Markup) -> list[str]:  # noqa: ARG002 - the protocol's
        """Return one JSON object for each work, in order."""
        return [json.dumps(build_csl_item(cited), ensure_ascii=False, indent=2) for cited in works]


def build_csl_item(cited: CitedWork) -> dict[str, Any]:
    """Build the CSL-JSON item of a work; what is not known has no key."""
    work = cited.work
    item: dict[str, Any] = {"id": work.key, "type": work.kind, "title": find_title(cited)}
    item["author"] = [_build_name(name) for name in work.authors]
    item["editor"] = [_build_name(name) for name in work.editors]
    item["issued"] = {"date-parts": [list(work.issued)]} if work.issued else None
    item["container-title"] = clean_text(work.container)
    item |= {name: clean_text(value) for name, value in work.fields.items()}
    return {name: value for name, value in item.items() if value}


def _build_name(name: Name) -> Mapping[str, str]:
    if not name.given:
        return {"literal": clean_text(name.family)}
    return {"family": clean_text(name.family), "given": clean_text(name.given)}

"""References as CSL-JSON: what Zotero, Pandoc and every CSL processor read."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from ascribe.records.work import CitedWork, Markup, Name
from ascribe.write.references.markup import clean, title_of


class CslJson:
    """Writes one object for each work; the id is its key, all text is as the metadata has it."""

    language = "json"
    frame = ("[\n", ",\n", "\n]\n")

    def entries(self, works: Sequence[CitedWork], markup: Markup) -> list[str]:  # noqa: ARG002 - the protocol's
        """One object for each work, in order."""
        return [json.dumps(csl_item(cited), ensure_ascii=False, indent=2) for cited in works]


def csl_item(cited: CitedWork) -> dict[str, Any]:
    """The work by the names of the CSL-JSON schema; what is not known has no key."""
    work = cited.work
    item: dict[str, Any] = {"id": work.key, "type": work.kind, "title": title_of(cited)}
    item["author"] = [_name(name) for name in work.authors]
    item["editor"] = [_name(name) for name in work.editors]
    item["issued"] = {"date-parts": [list(work.issued)]} if work.issued else None
    item["container-title"] = clean(work.container)
    item |= {name: clean(value) for name, value in work.fields.items()}
    return {name: value for name, value in item.items() if value}


def _name(name: Name) -> Mapping[str, str]:
    if not name.given:
        return {"literal": clean(name.family)}
    return {"family": clean(name.family), "given": clean(name.given)}

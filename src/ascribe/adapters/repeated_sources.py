"""Sources that an agent or a chain collects from several searches, which may find the same one again."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from ascribe.read.inline_sources import build_inline_source, is_framework_document


def drop_repeated_sources(items: Iterable[Any]) -> Iterator[Any]:
    """Yield the sources without those whose id and text came before; ``check`` takes each id once.

    Raises:
        InputError: a source has no text.
    """
    seen: set[tuple[str, str]] = set()
    for position, item in enumerate(items, 1):
        is_record = isinstance(item, Mapping) or is_framework_document(item)
        source = build_inline_source(item, position) if is_record else None
        if source is None or source.own_id is None:
            yield item
        elif (source.own_id, source.text) not in seen:
            seen.add((source.own_id, source.text))
            yield item

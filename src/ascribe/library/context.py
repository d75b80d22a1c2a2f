"""Context that a generator reads: the passages that were found, with their neighbours or their section."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain
from typing import Literal, TypeAlias, get_args

from ascribe.library.chunking import Passage, merge_passages
from ascribe.library.reranking import Hit
from ascribe.library.store import Store
from ascribe.protocols import RetrievedPassage
from ascribe.read.passages import TARGET_CHARS
from ascribe.records import Document

Context = Literal["passage", "neighbours", "section"]
CONTEXTS: tuple[Context, ...] = get_args(Context)

MAX_CONTEXT_CHARS = 6_000
"""Most characters of a source around one hit, the passage included: five times its usual size."""

CONTEXT_REACH: dict[Context, int] = {
    "passage": 0,
    "neighbours": 1,
    "section": 2 * MAX_CONTEXT_CHARS // TARGET_CHARS,
}
"""Passages to load before and after a hit. Two adjacent ones together exceed ``TARGET_CHARS`` characters, so
no more passages of a section fit into ``MAX_CONTEXT_CHARS``."""

Stretch: TypeAlias = dict[int, Passage]
"""Consecutive passages of one section, by row."""


@dataclass(frozen=True, slots=True)
class PromptContext:
    """Passages and documents that an answer is made of.

    Args:
        offered: the passages that were found, best first.
        read: what the generator reads, in the order of the best passage of each stretch; no sentence twice.
        documents: the documents of the passages, with the sentences of all that is read.
    """

    offered: list[RetrievedPassage]
    read: list[RetrievedPassage]
    documents: list[Document]


def expand_context(store: Store, found: Sequence[Hit], context: Context) -> PromptContext:
    """Return the passages with their context, without those that another process has removed."""
    with store.snapshot():
        stretches = [
            {one.row: one.passage}
            if context == "passage"
            else _find_stretch(store, one.row, CONTEXT_REACH[context])
            for one in found
        ]
        documents = store.parts(list(dict.fromkeys(chain((one.row for one in found), *stretches))))
    held = {sentence.id for document in documents for sentence in document.sentences}
    there = {one.row: one.offered for one in found if held.issuperset(one.passage.chunk.sentence_ids)}
    homes = {document.doc_id: document for document in documents}
    read = [
        _join_stretch(each, there, homes)
        for each in merge_stretches(stretches)
        if not there.keys().isdisjoint(each)
    ]
    return PromptContext(list(there.values()), read, documents)


def merge_stretches(stretches: Sequence[Stretch]) -> list[Stretch]:
    """Merge the stretches that share a passage, in reading order, at the position of the first of them."""
    found: list[Stretch] = []
    for stretch in stretches:
        apart = [other for other in found if other.keys().isdisjoint(stretch)]
        touched = [other for other in found if not other.keys().isdisjoint(stretch)]
        whole = dict(sorted(chain(stretch.items(), *(other.items() for other in touched))))
        place = found.index(touched[0]) if touched else len(found)
        found = [*apart[:place], whole, *apart[place:]]
    return found


def _find_stretch(store: Store, row: int, reach: int) -> Stretch:
    """Return the passages around a hit that fit, the nearest first; empty if the hit is gone."""
    passages = store.around(row, reach)
    if not passages:
        return {}
    rows = list(passages)
    here = rows.index(row)
    kept = range(here, here + 1)
    for near in sorted(range(len(rows)), key=lambda place: abs(place - here)):
        wider = range(min(near, kept.start), max(near + 1, kept.stop))
        if (
            len(wider) == len(kept) + 1
            and _compute_width([passages[rows[place]] for place in wider]) <= MAX_CONTEXT_CHARS
        ):
            kept = wider
    return {rows[place]: passages[rows[place]] for place in kept}


def _compute_width(passages: Sequence[Passage]) -> int:
    """Count the characters from the first to the last passage."""
    spans = [passage.chunk.span for passage in passages]
    return max(span.char_end for span in spans) - min(span.char_start for span in spans)


def _join_stretch(
    stretch: Stretch, there: Mapping[int, RetrievedPassage], homes: Mapping[str, Document]
) -> RetrievedPassage:
    """Build one passage for the generator from a stretch, with the score of the best hit in it."""
    best = next(offered for row, offered in there.items() if row in stretch)
    if len(stretch) == 1:
        return best
    each = [
        (there[row].shares, there[row].likeness) if row in there else ((0.0,) * len(passage.sentences),) * 2
        for row, passage in stretch.items()
    ]
    return replace(
        best,
        chunk=merge_passages(homes[best.chunk.doc_id], list(stretch.values())),
        sentences=tuple(chain(*(passage.sentences for passage in stretch.values()))),
        shares=tuple(chain(*(shares for shares, _ in each))),
        likeness=tuple(chain(*(likeness for _, likeness in each))),
    )

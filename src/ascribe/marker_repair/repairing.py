"""``repair``: one check, one question per pointed document, one plan, one set of edits."""

from __future__ import annotations

from typing import Any

from ascribe.marker_repair.decisions import decide, settle
from ascribe.marker_repair.editing import edit
from ascribe.marker_repair.evidence import ask
from ascribe.marker_repair.keys import Keys, is_foreign
from ascribe.marker_repair.places import find_groups
from ascribe.marker_repair.site import Pointer, Site
from ascribe.marker_repair.wording import forms_of
from ascribe.pipeline import Progress, prepare
from ascribe.read.markers import parse_markers
from ascribe.records import Document, Repair, Strictness
from ascribe.records.repair import apply_edits
from ascribe.stages import Limits, VerifierFactory


def repair(
    reply: Any,
    sources: Any,
    question: str | None = None,
    *,
    tier: str | VerifierFactory | None = None,
    strictness: Strictness = "balanced",
    language: str | None = None,
    limits: Limits | None = None,
    progress: Progress | None = None,
) -> Repair:
    """The reply with its citation markers set right: kept, re-pointed, added or dropped, each with a reason.

    The prose stays byte for byte. A number names the source at that position, from 1; a key names one by its
    id, file name or title. Every source that a marker names is judged by itself, so that a second right
    source is never called wrong. What cannot be decided is kept, and says so.

    Args:
        reply: the generated text, or a chat message that holds it.
        sources: what the reply was written from, in the order in which its markers count; as for ``check``.
        question: what was asked; kept in the answer.
        tier: as for ``check``.
        strictness: as for ``check``; a stricter level keeps more markers undecided.
        language: ISO 639-1 code of reply and sources; None detects it.
        limits: sizes above which an input is refused.
        progress: called with (file name, files done, files in all) while files are read.

    Raises:
        InputError: an input that cannot be used; the message names it and the way out.
        UnknownComponentError: a tier that is not installed.

    Example:
        >>> sources = ["The mill has 12 sails.", "The bridge was built in 1871."]
        >>> fixed = repair("The bridge was built in 1871 [1].", sources, tier="rules")
        >>> fixed.repaired
        'The bridge was built in 1871 [2].'
        >>> fixed.actions[0].kind, fixed.actions[0].reason
        ('re-point', 'wrong_source')
    """
    prepared = prepare(
        reply,
        sources,
        question,
        tier=tier,
        strictness=strictness,
        language=language,
        limits=limits,
        progress=progress,
    )
    answer = prepared.answer()
    text, documents = prepared.read.text, prepared.sources.documents
    markers = parse_markers(text, len(documents))
    groups = find_groups(text, prepared.read.claims, markers)
    keys = Keys(documents)
    pointers = [[p for marker in group.markers for p in _pointers(keys, marker, text)] for group in groups]
    site = Site(prepared.read.claims, answer.sentences, groups, pointers)
    verdicts = ask(prepared, site.questions())
    site = settle(site, verdicts)
    plan = decide(site, verdicts)
    named = {marker: [p.position for p in _pointers(keys, marker, text)] for marker in markers}
    edits, actions = edit(text, site, plan, forms_of(text, _ids(documents), named))
    return Repair(text, apply_edits(text, edits), tuple(actions), tuple(edits), answer)


def _pointers(keys: Keys, marker: Any, text: str) -> list[Pointer]:
    written = text[marker.start : marker.end]
    found = [(key, keys.position(key, marker, written)) for key in marker.documents]
    return [Pointer(marker, key, place, place is None and is_foreign(key, marker)) for key, place in found]


def _ids(documents: list[Document]) -> list[str]:
    return [document.doc_id for document in documents]

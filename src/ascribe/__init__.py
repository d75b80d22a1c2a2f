"""Ascribe: find the exact source words that support each sentence of a reply, or report that none do."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from ascribe.version import __version__

if TYPE_CHECKING:
    from ascribe.batches import batch
    from ascribe.citation_repair import repair
    from ascribe.cite import ThresholdDecay
    from ascribe.compat import AnswerBuilder, GeneratedAnswer, ReferencePredictor
    from ascribe.errors import AscribeError, InputError, MissingExtraError, SourceError
    from ascribe.evaluation import evaluate
    from ascribe.library import Library, aask, ask
    from ascribe.many_replies import check_many
    from ascribe.pipeline import acheck, check
    from ascribe.protocols import Limits
    from ascribe.read import read_sources, split_sentences
    from ascribe.records import (
        Answer,
        BBox,
        Chunk,
        CitedSentence,
        Document,
        FaithfulnessComponents,
        PageBBox,
        Paragraph,
        Reference,
        Repair,
        RetrievedChunk,
        Section,
        Sentence,
        Span,
        Strictness,
        Verdict,
        VerificationResult,
    )
    from ascribe.streaming import astream, stream

_HOMES = {
    "ascribe.batches": ("batch",),
    "ascribe.cite": ("ThresholdDecay",),
    "ascribe.errors": (
        "AscribeError",
        "InputError",
        "MissingExtraError",
        "SourceError",
    ),
    "ascribe.evaluation": ("evaluate",),
    "ascribe.library": ("Library", "aask", "ask"),
    "ascribe.citation_repair": ("repair",),
    "ascribe.many_replies": ("check_many",),
    "ascribe.pipeline": ("acheck", "check"),
    "ascribe.read": ("read_sources", "split_sentences"),
    "ascribe.records": (
        "Answer",
        "BBox",
        "Chunk",
        "CitedSentence",
        "Document",
        "FaithfulnessComponents",
        "PageBBox",
        "Paragraph",
        "Reference",
        "Repair",
        "RetrievedChunk",
        "Section",
        "Sentence",
        "Span",
        "Strictness",
        "Verdict",
        "VerificationResult",
    ),
    "ascribe.protocols": ("Limits",),
    "ascribe.streaming": ("astream", "stream"),
    "ascribe.compat": ("AnswerBuilder", "GeneratedAnswer", "ReferencePredictor"),
}
_HOME = {name: module for module, names in _HOMES.items() for name in names}

__all__ = [
    "Answer",
    "AnswerBuilder",
    "AscribeError",
    "BBox",
    "Chunk",
    "CitedSentence",
    "Document",
    "FaithfulnessComponents",
    "GeneratedAnswer",
    "InputError",
    "Library",
    "Limits",
    "MissingExtraError",
    "PageBBox",
    "Paragraph",
    "Reference",
    "ReferencePredictor",
    "Repair",
    "RetrievedChunk",
    "Section",
    "Sentence",
    "SourceError",
    "Span",
    "Strictness",
    "ThresholdDecay",
    "Verdict",
    "VerificationResult",
    "__version__",
    "aask",
    "acheck",
    "ask",
    "astream",
    "batch",
    "check",
    "check_many",
    "evaluate",
    "read_sources",
    "repair",
    "split_sentences",
    "stream",
]


def __getattr__(name: str) -> Any:
    """Import a public name on first use, so that ``import ascribe`` stays light."""
    if name not in _HOME:
        raise AttributeError(f"module 'ascribe' has no attribute {name!r}")
    value = getattr(import_module(_HOME[name]), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted(__all__)

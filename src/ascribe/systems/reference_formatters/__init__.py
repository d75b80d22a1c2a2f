"""A reply and the chunks it was made from → the list of its references, as text or as chunks.

chunks → formatting, selection, events, calls → formatter → similarity; lm_context, lm_output, lm_chat → lm.
"""

from ascribe.llm import ChatEndpoint
from ascribe.systems.reference_formatters.events import ReferenceEvent
from ascribe.systems.reference_formatters.formatting import (
    DEFAULT_FORMAT_CHUNK_METADATA_MAP,
    format_chunk_as_string,
    format_references_as_string,
)
from ascribe.systems.reference_formatters.lm import (
    DEFAULT_BATCH_SIZE,
    DEFAULT_MAX_CONCURRENCY,
    LMBasedReferenceFormatter,
)
from ascribe.systems.reference_formatters.lm_context import DEFAULT_REFERENCE_METADATA
from ascribe.systems.reference_formatters.selection import BatchFailure, ReferenceSelection
from ascribe.systems.reference_formatters.similarity import (
    BUILTIN_THRESHOLD,
    DEFAULT_THRESHOLD,
    SimilarityBasedReferenceFormatter,
)

__all__ = [
    "BUILTIN_THRESHOLD",
    "DEFAULT_BATCH_SIZE",
    "DEFAULT_FORMAT_CHUNK_METADATA_MAP",
    "DEFAULT_MAX_CONCURRENCY",
    "DEFAULT_REFERENCE_METADATA",
    "DEFAULT_THRESHOLD",
    "BatchFailure",
    "ChatEndpoint",
    "LMBasedReferenceFormatter",
    "ReferenceEvent",
    "ReferenceSelection",
    "SimilarityBasedReferenceFormatter",
    "format_chunk_as_string",
    "format_references_as_string",
]

"""Reference formatters: the list of references for a reply, as text or as chunks."""

from ascribe.compat.reference_formatters.chunks import (
    DEFAULT_FORMAT_CHUNK_METADATA_MAP,
    format_chunk_as_string,
    format_references_as_string,
)
from ascribe.compat.reference_formatters.formatter import BatchFailure, ReferenceEvent, ReferenceSelection
from ascribe.compat.reference_formatters.lm import (
    DEFAULT_BATCH_SIZE,
    DEFAULT_MAX_CONCURRENCY,
    DEFAULT_REFERENCE_METADATA,
    LMBasedReferenceFormatter,
)
from ascribe.compat.reference_formatters.similarity import (
    BUILTIN_THRESHOLD,
    DEFAULT_THRESHOLD,
    SimilarityBasedReferenceFormatter,
)
from ascribe.llm import ChatEndpoint

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

"""Components that are compatible with those of other systems, built from Ascribe's stages."""

from ascribe.compat.answer_builder import (
    AnswerBuilder,
    GeneratedAnswer,
    ReferenceWarning,
    SourceDocument,
)
from ascribe.compat.conversation import ConversationLedger, Turn, without_stale_markers
from ascribe.compat.given_citations import verify_citations
from ascribe.compat.provider_citations import (
    CitationAudit,
    CitedReply,
    NativeCitation,
    SourceLocation,
    audit_citations,
)
from ascribe.compat.reference_formatters.chunks import (
    DEFAULT_FORMAT_CHUNK_METADATA_MAP,
    format_chunk_as_string,
    format_references_as_string,
)
from ascribe.compat.reference_formatters.events import EventLevel, ReferenceEvent
from ascribe.compat.reference_formatters.formatter import BatchFailure, ReferenceSelection
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
from ascribe.compat.reference_predictor import (
    AnswerSentence,
    PredictedReferences,
    ReferencePredictor,
    groundedness,
)
from ascribe.llm import ChatEndpoint

__all__ = [
    "BUILTIN_THRESHOLD",
    "DEFAULT_BATCH_SIZE",
    "DEFAULT_FORMAT_CHUNK_METADATA_MAP",
    "DEFAULT_MAX_CONCURRENCY",
    "DEFAULT_REFERENCE_METADATA",
    "DEFAULT_THRESHOLD",
    "AnswerBuilder",
    "AnswerSentence",
    "BatchFailure",
    "ChatEndpoint",
    "CitationAudit",
    "CitedReply",
    "ConversationLedger",
    "EventLevel",
    "GeneratedAnswer",
    "LMBasedReferenceFormatter",
    "NativeCitation",
    "PredictedReferences",
    "ReferenceEvent",
    "ReferencePredictor",
    "ReferenceSelection",
    "ReferenceWarning",
    "SimilarityBasedReferenceFormatter",
    "SourceDocument",
    "SourceLocation",
    "Turn",
    "audit_citations",
    "format_chunk_as_string",
    "format_references_as_string",
    "groundedness",
    "verify_citations",
    "without_stale_markers",
]

"""Audit of the native citations that a provider returns with its reply."""

from ascribe.compat.provider_citations.audit import audit_citations
from ascribe.compat.provider_citations.records import (
    CITATION_FINDINGS,
    CheckedCitation,
    CitationAudit,
    CitationFinding,
    CitedReply,
    NativeCitation,
    SourceLocation,
)

__all__ = [
    "CITATION_FINDINGS",
    "CheckedCitation",
    "CitationAudit",
    "CitationFinding",
    "CitedReply",
    "NativeCitation",
    "SourceLocation",
    "audit_citations",
]

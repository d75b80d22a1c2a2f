"""Audit of the native citations that a provider returns with its reply."""

from ascribe.compat.provider_citations.audit import audit_citations
from ascribe.compat.provider_citations.records import (
    CheckedCitation,
    CitationAudit,
    CitedReply,
    NativeCitation,
    SourceLocation,
)
from ascribe.records.citation import CITATION_FINDINGS, CitationFinding

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

"""The citations that a provider's model wrote beside its reply, held against the sources.

records, findings → quotes, sites → cases → phrases → auditing. ``ascribe.adapters`` reads them out of the
messages of each provider.
"""

from ascribe.systems.provider_citations.auditing import audit_citations
from ascribe.systems.provider_citations.findings import CITATION_FINDINGS, CitationFinding
from ascribe.systems.provider_citations.records import (
    CheckedCitation,
    CitationAudit,
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

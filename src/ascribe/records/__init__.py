"""The records that the stages pass on: frozen, compared by value, with a JSON round trip."""

from ascribe.records.answer import Answer
from ascribe.records.answer_parts import FaithfulnessComponents, Settings, SkippedSource
from ascribe.records.citation import Citation
from ascribe.records.cited_sentence import CitedSentence
from ascribe.records.document import Chunk, Document, Paragraph, RetrievedChunk, Section, Sentence, TextLine
from ascribe.records.repair import Repair
from ascribe.records.span import BBox, Context, PageBBox, Reference, Span
from ascribe.records.stream_event import NumberedReference, StreamEvent
from ascribe.records.verdict import Clause, Strictness, Verdict, VerificationResult

__all__ = [
    "Answer",
    "BBox",
    "Chunk",
    "Citation",
    "CitedSentence",
    "Clause",
    "Context",
    "Document",
    "FaithfulnessComponents",
    "NumberedReference",
    "PageBBox",
    "Paragraph",
    "Reference",
    "Repair",
    "RetrievedChunk",
    "Section",
    "Sentence",
    "Settings",
    "SkippedSource",
    "Span",
    "StreamEvent",
    "Strictness",
    "TextLine",
    "Verdict",
    "VerificationResult",
]

"""Components that stand in for those of other systems, made of the stages' parts.

What each keeps of its original, and what it does better, is said in ``docs/``.
"""

from ascribe.systems.answer_builder import AnswerBuilder, GeneratedAnswer, ReferenceWarning, SourceDocument
from ascribe.systems.conversation import ConversationLedger, Turn, without_stale_markers

__all__ = [
    "AnswerBuilder",
    "ConversationLedger",
    "GeneratedAnswer",
    "ReferenceWarning",
    "SourceDocument",
    "Turn",
    "without_stale_markers",
]

"""Components that stand in for those of other systems, made of the stages' parts.

What each keeps of its original, and what it does better, is said in ``docs/``.
"""

from ascribe.systems.answer_builder import AnswerBuilder, GeneratedAnswer, ReferenceWarning, SourceDocument

__all__ = ["AnswerBuilder", "GeneratedAnswer", "ReferenceWarning", "SourceDocument"]

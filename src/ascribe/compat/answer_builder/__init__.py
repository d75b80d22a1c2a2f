"""``AnswerBuilder``: answers with the documents they cite, built from replies and documents."""

from ascribe.compat.answer_builder.builder import AnswerBuilder
from ascribe.compat.answer_builder.citations import ReferenceWarning
from ascribe.compat.answer_builder.generated_answer import GeneratedAnswer, SourceDocument

__all__ = ["AnswerBuilder", "GeneratedAnswer", "ReferenceWarning", "SourceDocument"]

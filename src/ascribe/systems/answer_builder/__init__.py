"""Replies and the documents they were made from → answers with the documents that they cite.

translation → patterns → citations; messages, source_documents; generated → builder.
"""

from ascribe.systems.answer_builder.builder import AnswerBuilder
from ascribe.systems.answer_builder.citations import ReferenceWarning
from ascribe.systems.answer_builder.generated import GeneratedAnswer
from ascribe.systems.answer_builder.source_documents import SourceDocument

__all__ = ["AnswerBuilder", "GeneratedAnswer", "ReferenceWarning", "SourceDocument"]

"""Components for Haystack pipelines: ``pip install ".[haystack]"``.

The components take and return Haystack's ``GeneratedAnswer``; input answers are never changed.
"""

from ascribe.errors import MissingExtraError
from ascribe.install_command import build_install_command

try:
    from ascribe.adapters.haystack.answer_builder import AnswerBuilder
    from ascribe.adapters.haystack.answer_checker import AnswerChecker
    from ascribe.adapters.haystack.citation_auditor import CitationAuditor
    from ascribe.adapters.haystack.citation_inserter import CitationInserter
    from ascribe.adapters.haystack.citation_repairer import CitationRepairer
    from ascribe.adapters.haystack.faithfulness_evaluator import AscribeFaithfulness
    from ascribe.adapters.haystack.lm_reference_formatter import LMReferenceFormatter
    from ascribe.adapters.haystack.reference_formatter import ReferenceFormatter
    from ascribe.adapters.haystack.reference_predictor import ReferencePredictor
except ModuleNotFoundError as error:
    if (error.name or "").partition(".")[0] != "haystack":
        raise
    raise MissingExtraError(
        f"The components for Haystack need haystack-ai; run: {build_install_command('haystack')}."
    ) from error

__all__ = [
    "AnswerBuilder",
    "AnswerChecker",
    "AscribeFaithfulness",
    "CitationAuditor",
    "CitationInserter",
    "CitationRepairer",
    "LMReferenceFormatter",
    "ReferenceFormatter",
    "ReferencePredictor",
]

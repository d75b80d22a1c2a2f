"""Contract checks for components: functions that you can run on your own readers, scorers, verifiers, ….

Each ``check_…`` function takes a component and raises ``AssertionError`` with the part of the contract that
it breaks; it returns nothing. The project runs them over every registered component. ``samples`` has the
texts that they run on. ``assert_supported`` checks a reply in the tests of an application.
"""

from ascribe.testing.generators import check_generator
from ascribe.testing.models import check_pair_model, check_sentence_classifier
from ascribe.testing.policies import check_policy
from ascribe.testing.readers import check_extract, check_reader
from ascribe.testing.samples import (
    CLAIMS,
    QUESTIONS,
    SOURCES,
    WORKS,
    cited,
    claims,
    documents,
    evidence,
    offered,
    scores,
)
from ascribe.testing.scorers import check_scorer
from ascribe.testing.support import assert_supported
from ascribe.testing.verifiers import check_verifier
from ascribe.testing.writers import check_reference_format, check_writer

__all__ = [
    "CLAIMS",
    "QUESTIONS",
    "SOURCES",
    "WORKS",
    "assert_supported",
    "check_extract",
    "check_generator",
    "check_pair_model",
    "check_policy",
    "check_reader",
    "check_reference_format",
    "check_scorer",
    "check_sentence_classifier",
    "check_verifier",
    "check_writer",
    "cited",
    "claims",
    "documents",
    "evidence",
    "offered",
    "scores",
]

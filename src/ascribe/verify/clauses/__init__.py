"""Clause-level verification of sentences that make several statements.

``split`` divides a sentence into statements, the verifier of the sentence gives each its own verdict, and
``aggregate`` combines these into one verdict.
"""

from ascribe.verify.clauses.aggregate import aggregate_clauses, needs_clause_verdicts
from ascribe.verify.clauses.split import split_statements

__all__ = ["aggregate_clauses", "needs_clause_verdicts", "split_statements"]

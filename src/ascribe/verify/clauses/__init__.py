"""A sentence with several statements: where they stand, what each is found to be, and what follows.

Sentence → statements → a verdict each, by the verifier that judged the sentence → the table → one verdict.
"""

from ascribe.verify.clauses.aggregate import aggregate_clauses, needs_clause_verdicts
from ascribe.verify.clauses.split import Statement, split_statements

__all__ = ["Statement", "aggregate_clauses", "needs_clause_verdicts", "split_statements"]

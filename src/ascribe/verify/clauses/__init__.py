"""A sentence with several statements: where they stand, what each is found to be, and what follows.

Sentence → statements → a verdict each, by the verifier that judged the sentence → the table → one verdict.
"""

from ascribe.verify.clauses.statements import Statement, statements
from ascribe.verify.clauses.table import by_clause, is_asked

__all__ = ["Statement", "by_clause", "is_asked", "statements"]

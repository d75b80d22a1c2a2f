"""Splits a sentence into its statements; ``verify.refinement`` combines their verdicts into one."""

from ascribe.verify.clauses.split import split_statements

__all__ = ["split_statements"]

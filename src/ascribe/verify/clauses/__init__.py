"""Splits a sentence into its statements; ``verify.refinement`` combines their verdicts into one."""

from ascribe.verify.clauses.split import find_coordinate_spans, split_parts, split_statements

__all__ = ["find_coordinate_spans", "split_parts", "split_statements"]

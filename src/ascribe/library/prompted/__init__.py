"""Answers by a language model: prompt → endpoint → parsed."""

from ascribe.library.prompted.generator import PromptedGenerator

__all__ = ["PromptedGenerator"]

"""The documents of an answer as sources."""

from typing import Any

from haystack.dataclasses import GeneratedAnswer

from ascribe.read.sources import SourceSet


def find_sources(answer: GeneratedAnswer) -> Any:
    """Return the documents with text; an empty source set if there are none, so that nothing is supported."""
    return [one for one in answer.documents if (one.content or "").strip()] or SourceSet()

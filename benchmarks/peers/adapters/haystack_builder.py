"""Haystack's AnswerBuilder with the pattern of its documentation, ranges expanded."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from haystack import Document
from haystack.components.builders import AnswerBuilder


def load() -> dict[str, Callable[..., Any]]:
    """Return its one operation."""
    return {"markers": find_markers}


def find_markers(text: str, count: int) -> list[int]:
    """Return the positions of the documents that the builder marks as referenced."""
    builder = AnswerBuilder(reference_pattern=r"\[(\d+)\]", expand_reference_ranges=True)
    documents = [Document(content=f"Document {n}.", meta={"n": n}) for n in range(1, count + 1)]
    answers = builder.run(query="Which?", replies=[text], documents=documents)["answers"]
    return [document.meta["n"] for document in answers[0].documents]

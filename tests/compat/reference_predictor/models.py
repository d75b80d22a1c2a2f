"""Models for the tests that say plainly what they do."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from typing import Any

import numpy as np

from ascribe.compat import ReferencePredictor
from ascribe.protocols import Claim


def words(text: str) -> set[str]:
    return set(re.findall(r"\w+", text.lower()))


def shared(answer: str, document: str) -> float:
    """Share of the answer's words that the document has."""
    own = words(answer)
    return len(own & words(document)) / len(own) if own else 0.0


class Overlap:
    """One value: the log odds of the share of words, so that the sigmoid is nearly the share."""

    labels: tuple[str, ...] = ("LABEL_0",)

    def __init__(self) -> None:
        self.asked: list[tuple[str, str]] = []

    def logits(self, pairs: Sequence[tuple[str, str]]) -> Any:
        self.asked += pairs
        return np.array([[self.value(*pair)] for pair in pairs]).reshape(len(pairs), len(self.labels))

    def value(self, answer: str, document: str) -> float:
        share = min(max(shared(answer, document), 0.001), 0.999)
        return math.log(share / (1 - share))


class Judge(Overlap):
    """Three values, as of an NLI model: entailed by the share of words, contradicted by a word "not"."""

    labels = ("contradiction", "entailment", "neutral")

    def logits(self, pairs: Sequence[tuple[str, str]]) -> Any:
        rows = [[3.0 if "not" in words(d) else -3.0, 8 * shared(a, d) - 4, 0.0] for a, d in pairs]
        return np.array(rows).reshape(len(pairs), 3)


class Grades(Judge):
    """Three values whose labels say nothing of support."""

    labels = ("bad", "good", "fair")


class Length:
    """Two classes: sentences of up to two words are ``noise``."""

    classes = ("needs_verification", "noise")

    def probabilities(self, claims: Sequence[Claim]) -> Any:
        short = [len(words(claim.text)) <= 2 for claim in claims]
        return np.array([[0.1, 0.9] if noise else [0.8, 0.2] for noise in short]).reshape(len(claims), 2)


def predictor(model: Any = None, **parameters: Any) -> ReferencePredictor:
    """By the share of words, with all sentences verified unless something else is asked for."""
    return ReferencePredictor(model or Overlap(), **{"verifiability_model": None, **parameters})


def answer(data: str, *documents: Any, **meta: Any) -> dict[str, Any]:
    return {"data": data, "query": "q", "documents": list(documents), "meta": meta}


def references(made: ReferencePredictor, given: Any) -> list[dict[str, Any]]:
    """Those of one answer."""
    (found,) = made.run([given])["answers"]
    rows: list[dict[str, Any]] = found["meta"]["_references"]
    return rows


def quotes(rows: list[dict[str, Any]], given: dict[str, Any]) -> list[tuple[str, str]]:
    """The two texts of each reference."""
    texts = [
        document if isinstance(document, str) else document["content"] for document in given["documents"]
    ]
    return [
        (
            given["data"][row["answer_start_idx"] : row["answer_end_idx"]],
            texts[row["document_position"] - 1][row["document_start_idx"] : row["document_end_idx"]],
        )
        for row in rows
    ]

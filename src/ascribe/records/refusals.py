"""Why there is no answer: the code that ``Answer.refusal_reason`` carries, and what people read.

``docs/ask.md`` has the table of what leads to which.
"""

from __future__ import annotations

from typing import Literal, get_args

Refusal = Literal[
    "no_evidence",
    "unsupported_answer",
    "conflicting_sources",
    "generator_refused",
    "generator_error",
    "no_verifier",
]
REFUSALS: tuple[Refusal, ...] = get_args(Refusal)

REFUSAL_WORDS: dict[str, str] = {
    "no_evidence": "nothing in the sources answers the question",
    "unsupported_answer": "too little of what was generated is supported by the sources",
    "conflicting_sources": "the sources disagree",
    "generator_refused": "the generator found no answer in the sources",
    "generator_error": "the generator failed",
    "no_verifier": "what was generated could not be checked",
}
"""Reason → how people read it."""

"""What the hooks for evaluation tools measure: the share of a reply's checkable sentences that are supported.

Every hook takes the same options and means the same by score, pass and reason; it only converts the inputs
and the result of its tool.
"""

from __future__ import annotations

import asyncio
import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ascribe.adapters.fields import MessageField
from ascribe.errors import InputError
from ascribe.pipeline import check
from ascribe.protocols import TierChoice
from ascribe.read.sources import SourceSet
from ascribe.records import Answer, CitedSentence, Strictness

NAME = "ascribe_faithfulness"
"""The name under which the tools list the score."""


@dataclass(frozen=True, slots=True)
class Measurement:
    """The faithfulness of one reply.

    Args:
        score: the share of the checkable sentences that are supported, in [0, 1]; an undecided sentence
            counts as not supported. None if no sentence got a decision: a refusal, a greeting, an empty
            reply, or a reply about which nothing could be decided.
        passed: True if there is a score and it reaches the threshold.
        reason: one line with the count, then one for each sentence that is not supported, with the message
            of its verdict.
        checkable: the sentences that the score counts, in order.
        answer: what ``ascribe.check`` returned.
    """

    score: float | None
    passed: bool
    reason: str
    checkable: tuple[CitedSentence, ...]
    answer: Answer

    @property
    def number(self) -> float:
        """The score, or NaN where there is none, for tools whose score must be a number."""
        return math.nan if self.score is None else self.score


@dataclass(frozen=True, slots=True)
class Faithfulness:
    """Measures replies against the texts that were retrieved for them.

    Args:
        tier: as in ``check``: ``builtin``, ``large``, ``rules``, ``hf``, ``llm``, a verifier or a factory;
            None selects the strongest built-in tier.
        strictness: ``loose``, ``balanced``, ``strict`` or ``paranoid``.
        threshold: the lowest score that passes, in [0, 1]; 1.0 passes only replies in which every checkable
            sentence is supported.
        language: ISO 639-1 code; None detects it.

    Raises:
        InputError: an option is invalid.
        UnknownComponentError: no tier has that name.
    """

    tier: TierChoice | None = None
    strictness: Strictness = "balanced"
    threshold: float = 1.0
    language: str | None = None

    def __post_init__(self) -> None:
        given = self.threshold
        if isinstance(given, bool) or not isinstance(given, int | float) or not 0.0 <= given <= 1.0:
            raise InputError(f"threshold must be a number from 0 to 1, got {given!r}.")
        self._check("", (), None)  # reject an invalid value now, not at the first reply

    def measure(self, reply: Any, contexts: Any, question: Any = None) -> Measurement:
        """Check a reply and return its faithfulness.

        Args:
            reply: the text of the reply.
            contexts: the retrieved texts, or documents with ``page_content``, ``content``, ``text`` or
                ``context``; blank ones are left out. Without any text nothing is supported.
            question: the question that the reply answers, or None.

        Raises:
            InputError: the reply is not text, or the contexts are not a list of texts.
        """
        if not isinstance(reply, str):
            raise InputError(f"The reply must be text, got {type(reply).__name__}.")
        answer = self._check(reply, _select_texts(contexts), question if isinstance(question, str) else None)
        return _build_measurement(answer, self.threshold)

    async def ameasure(self, reply: Any, contexts: Any, question: Any = None) -> Measurement:
        """Run ``measure`` in a thread, so that the event loop is not blocked."""
        return await asyncio.to_thread(self.measure, reply, contexts, question)

    def _check(self, reply: str, contexts: Sequence[str], question: str | None) -> Answer:
        return check(
            reply,
            list(contexts) or SourceSet(),
            question,
            tier=self.tier,
            strictness=self.strictness,
            language=self.language,
        )


def _build_measurement(answer: Answer, threshold: float) -> Measurement:
    judged = answer.stating_sentences
    supported = sum(is_supported(sentence) for sentence in judged)
    score = answer.supported_share if answer.verification_ran else None
    passed = score is not None and score >= threshold
    return Measurement(score, passed, _describe(judged, supported, score), tuple(judged), answer)


def is_supported(sentence: CitedSentence) -> bool:
    """Return True if the verdict of a sentence is ``supported``."""
    return sentence.verdict is not None and sentence.verdict.status == "supported"


def _describe(checkable: Sequence[CitedSentence], supported: int, score: float | None) -> str:
    if not checkable:
        return "No score: the reply has no sentence that can be checked."
    noun = "sentence is" if len(checkable) == 1 else "sentences are"
    count = f"{supported} of {len(checkable)} checkable {noun} supported."
    first = count if score is not None else f"No score: no sentence got a decision. {count}"
    return "\n".join([first, *(f"“{s.text.strip()}”: {s.verdict}" for s in checkable if not is_supported(s))])


def _select_texts(contexts: Any) -> list[str]:
    """Return the contexts that are not blank.

    Raises:
        InputError: they are not a list of texts. A missing field is no empty list: it is a mistake in the
            data, and must not look like an unsupported reply.
    """
    if isinstance(contexts, str | bytes | Mapping) or not isinstance(contexts, Iterable):
        raise InputError(f"The contexts must be a list of texts, got {type(contexts).__name__}.")
    texts = [_get_text(context) for context in contexts]
    for number, text in enumerate(texts, 1):
        if not isinstance(text, str):
            raise InputError(f"context {number}: expected a text or a document that has one.")
    return [text for text in texts if text.strip()]


def _get_text(context: Any) -> Any:
    """Return the text of a document; a text as it is."""
    if isinstance(context, str):
        return context
    return MessageField(context).get("page_content", "content", "text", "context").value

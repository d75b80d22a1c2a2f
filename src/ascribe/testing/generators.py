"""Contract check for generators."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, get_args

from ascribe.protocols import Draft, DraftOutcome, Generator, RetrievedPassage
from ascribe.testing.samples import QUESTIONS, offered


def check_generator(generator: Generator, *, quotes: bool = False) -> None:
    """Check that a generator drafts for any question, the same each time, with a text if it answers.

    It must raise nothing, mutate nothing, and answer nothing without passages. If it streams, the pieces must
    add up to the text of the draft that they end with. With ``quotes``, an answer must consist of sentences
    of the given passages.

    Raises:
        AssertionError: the generator breaks this contract.
    """
    given, before = offered(), offered()
    for question in QUESTIONS:
        for language in ("en", None):
            draft = generator.generate(question, given, language)
            _check_draft(draft)
            assert draft == generator.generate(question, given, language), (
                f"{question!r} gets two different drafts"
            )
            _check_stream(getattr(generator, "stream", None), draft, (question, given, language))
            assert not quotes or not _remove_quoted(draft.text, given), (
                f"the draft for {question!r} has words that no passage has"
            )
            without = generator.generate(question, [], language)
            _check_draft(without)
            assert without.outcome != "answer", f"{question!r} is answered without passages"
    assert given == before, "the passages were changed"


def _check_stream(write: Callable[..., Iterable[object]] | None, draft: Draft, asked: Any) -> None:
    if write is None:
        return
    *pieces, last = write(*asked)
    assert last == draft, f"the stream ends with {last!r}, not with the draft"
    text = "".join(map(str, pieces))
    assert text == draft.text, f"the pieces of the stream are {text!r}, the draft is {draft.text!r}"


def _check_draft(draft: object) -> None:
    assert isinstance(draft, Draft), f"a draft is a {type(draft).__name__}"
    assert draft.outcome in get_args(DraftOutcome), f"unknown outcome {draft.outcome!r}"
    assert (draft.outcome == "answer") == bool(draft.text.strip()), (
        f"{draft.outcome} with text {draft.text!r}"
    )
    assert draft.confidence is None or 0.0 <= draft.confidence <= 1.0, "confidence is not in [0, 1]"
    assert draft.logprob is None or draft.logprob <= 0.0, "a log probability is above 0"


def _remove_quoted(text: str, given: Sequence[RetrievedPassage]) -> str:
    """Return what is left of the text without the given sentences, white space and table rules."""
    for sentence in sorted((s.text for one in given for s in one.sentences), key=len, reverse=True):
        text = text.replace(sentence, "")
    return text.strip().strip("|-\n")

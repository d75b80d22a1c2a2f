"""What a language model wrote → a draft."""

from __future__ import annotations

import re
from typing import Any

from ascribe.library.prompted.baring import bared
from ascribe.llm.json_text import parse_json, without_thought
from ascribe.stages import Draft

_NO_PROSE = re.compile(r"\s*(?:[{\[]|```|<think>)")
_HALF = re.compile("[\ud800-\udfff]")


def draft_of(text: str, sentences: int, logprob: float | None = None) -> Draft | None:
    """The draft; None for JSON that cannot be read, a thought without end, or half a character.

    A model that was asked for JSON and wrote prose has answered all the same.

    Args:
        text: what the model wrote.
        sentences: how many were numbered for it, so that ``[2019]`` is told from a year.
        logprob: mean log probability of its tokens.
    """
    try:
        said = parse_json(text)
    except ValueError:
        prose = without_thought(text)
        return None if _NO_PROSE.match(prose) else _answer(prose, sentences, logprob)
    return _of_object(said, sentences, logprob)


def _of_object(said: Any, sentences: int, logprob: float | None) -> Draft | None:
    if not isinstance(said, dict) or not isinstance(said.get("answer"), str):
        return None
    if said.get("answerable") is False or not said["answer"].strip():
        return Draft(outcome="generator_refused", logprob=logprob)
    return _answer(said["answer"], sentences, logprob)


def _answer(text: str, sentences: int, logprob: float | None) -> Draft | None:
    bare = bared(text, sentences)
    if _HALF.search(bare):
        return None
    return Draft(bare, logprob=logprob) if bare else Draft(outcome="generator_refused", logprob=logprob)

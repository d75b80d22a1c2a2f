"""A language model behind an OpenAI-compatible endpoint as a generator."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import closing
from typing import Any

from ascribe.errors import EndpointError, TokenLimitError
from ascribe.library.prompted.baring import Baring
from ascribe.library.prompted.parsing import draft_of
from ascribe.library.prompted.prompt import FORMAT, VERSION, asked, once_more
from ascribe.library.prompted.unfolding import Unfolding
from ascribe.llm import ChatConnection, ChatEndpoint, Completion
from ascribe.llm.request import Message
from ascribe.stages import Draft, Offered

ANSWER_TOKENS = 2_000
"""Most tokens of an answer; some models think aloud first."""


class PromptedGenerator:
    """Asks a language model to answer from the passages, with the numbers of the sentences it rests on.

    Its answer is checked like any other; what it cites is a hint and no proof.

    Args:
        endpoint: who is asked; None takes that of ``ASCRIBE_LLM_URL`` and ``ASCRIBE_LLM_MODEL``.
        answer_tokens: most tokens of an answer.

    Raises:
        InputError: no endpoint is given and none is configured.
    """

    def __init__(self, endpoint: ChatEndpoint | None = None, *, answer_tokens: int = ANSWER_TOKENS) -> None:
        self.endpoint = endpoint or ChatEndpoint.from_environment()
        self.answer_tokens = answer_tokens
        self.versions = {"generator": self.endpoint.model, "prompt": VERSION}

    @property
    def _wanted(self) -> dict[str, Any]:
        return {"response_format": FORMAT, "max_tokens": self.answer_tokens, "logprobs": True}

    def generate(self, question: str, offered: Sequence[Offered], language: str | None) -> Draft:  # noqa: ARG002 (a Generator has it)
        """The draft; an outage, or an answer that cannot be read twice over, is the generator's failure.

        Raises:
            MissingExtraError: the HTTP library is not installed.
        """
        messages = asked(question, offered)
        try:
            with self.endpoint.connect() as line:
                said = line.complete(messages, **self._wanted)
                return self._draft(line, messages, said, _count(offered))
        except EndpointError as error:
            return self._without(error)

    def stream(
        self,
        question: str,
        offered: Sequence[Offered],
        language: str | None,  # noqa: ARG002 (a Generator has it)
    ) -> Iterator[str | Draft]:
        """The pieces of the draft's text while the model writes it, then the draft, as of ``generate``.

        Raises:
            MissingExtraError: the HTTP library is not installed.
        """
        messages = asked(question, offered)
        text, bare = Unfolding(), Baring(_count(offered))
        try:
            with self.endpoint.connect() as line, closing(line.stream(messages, **self._wanted)) as pieces:
                for piece in pieces:
                    if isinstance(piece, Completion):
                        draft = self._draft(line, messages, piece, _count(offered))
                    else:
                        text.add(piece)
                        yield from filter(None, [bare.piece(text.text)])
        except EndpointError as error:
            draft = self._without(error)
        yield from filter(None, [bare.rest(draft.text)])
        yield draft

    def _draft(
        self, line: ChatConnection, messages: Sequence[Message], said: Completion, sentences: int
    ) -> Draft:
        """The draft that the model's answer is; one that cannot be read is asked for once more."""
        draft = draft_of(said.text, sentences, said.logprob)
        if draft is None:
            again = line.complete(once_more(messages, said.text), **self._wanted)
            draft = draft_of(again.text, sentences, again.logprob)
        if draft is None:
            return _failed(f"{self.endpoint.url}: the model answered twice in no form that can be read")
        return draft

    def _without(self, error: EndpointError) -> Draft:
        """The failure, with the way out where it is ours."""
        if isinstance(error, TokenLimitError):
            return _failed(f"{error} Give more by answer_tokens, which is {self.answer_tokens:,}.")
        return _failed(error)


def _count(offered: Sequence[Offered]) -> int:
    """How many sentences are numbered."""
    return sum(len(one.sentences) for one in offered)


def _failed(why: object) -> Draft:
    return Draft(outcome="generator_error", details=str(why))

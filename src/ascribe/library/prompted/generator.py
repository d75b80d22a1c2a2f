"""A language model behind an OpenAI-compatible endpoint as a generator."""

from __future__ import annotations

from collections.abc import Sequence

from ascribe.errors import EndpointError
from ascribe.library.prompted.parsing import draft_of
from ascribe.library.prompted.prompt import FORMAT, VERSION, asked, once_more
from ascribe.llm import ChatConnection, ChatEndpoint
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

    def generate(self, question: str, offered: Sequence[Offered], language: str | None) -> Draft:  # noqa: ARG002 (a Generator has it)
        """The draft; an outage, or an answer that cannot be read twice over, is the generator's failure.

        Raises:
            MissingExtraError: the HTTP library is not installed.
        """
        sentences = sum(len(one.sentences) for one in offered)
        messages = asked(question, offered)
        try:
            with self.endpoint.connect() as line:
                said, draft = self._ask(line, messages, sentences)
                if draft is None:
                    _, draft = self._ask(line, once_more(messages, said), sentences)
        except EndpointError as error:
            return Draft(outcome="generator_error", details=str(error))
        if draft is None:
            details = f"{self.endpoint.url}: the model answered twice in no form that can be read"
            return Draft(outcome="generator_error", details=details)
        return draft

    def _ask(
        self, line: ChatConnection, messages: Sequence[Message], sentences: int
    ) -> tuple[str, Draft | None]:
        """What the model wrote, and the draft that it is."""
        completion = line.complete(
            messages, response_format=FORMAT, max_tokens=self.answer_tokens, logprobs=True
        )
        return completion.text, draft_of(completion.text, sentences, completion.logprob)

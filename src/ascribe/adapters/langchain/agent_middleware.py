"""``check`` as a middleware of LangChain's agents: the last answer against what the tools returned."""

import asyncio
from collections.abc import Iterator, Sequence
from typing import Any

from langchain.agents.middleware import AgentMiddleware, AgentState
from langchain_core.documents import Document
from langchain_core.messages import AIMessage, BaseMessage, HumanMessage, ToolMessage

from ascribe.adapters.langchain.answer_runnable import collect_sources, get_text
from ascribe.option_names import explain_unknown_options
from ascribe.pipeline import CheckOptions, build_config, check
from ascribe.records import Answer, Strictness


class CheckedState(AgentState[Any]):
    """The state of an agent, with what ``check`` says of its last answer."""

    ascribe: Answer


class AnswerMiddleware(AgentMiddleware[CheckedState, Any, Any]):
    """Checks the last answer of an agent; the state gets ``ascribe``, the ``Answer`` of ``check``.

    The sources are what the tools returned in this conversation: the documents in the artifact of a tool
    message, otherwise its text. An answer without any tool is supported by nothing. The messages stay as they
    are.

    Args:
        tier: ``builtin``, ``large``, ``rules``, ``hf`` or ``llm``; None selects the strongest built-in tier.
        strictness: ``loose``, ``balanced``, ``strict`` or ``paranoid``.
        language: ISO 639-1 code; None detects it.

    Raises:
        InputError: an option is invalid.
        UnknownComponentError: the tier does not exist.
    """

    state_schema = CheckedState

    @explain_unknown_options()
    def __init__(
        self, tier: str | None = None, strictness: Strictness = "balanced", language: str | None = None
    ) -> None:
        super().__init__()
        self._options: dict[str, Any] = {"tier": tier, "strictness": strictness, "language": language}
        build_config(options=CheckOptions(**self._options))  # reject an invalid value now

    def after_agent(self, state: CheckedState, runtime: Any) -> dict[str, Any] | None:  # noqa: ARG002 - LangChain passes it
        """Return the update of the state; None if the agent has written no text."""
        messages = state["messages"]
        written = next((one for one in reversed(messages) if isinstance(one, AIMessage)), None)
        reply = "" if written is None else get_text(written)
        if not reply.strip():
            return None
        asked = next((get_text(one) for one in reversed(messages) if isinstance(one, HumanMessage)), None)
        sources = collect_sources(list(_iterate_sources(messages)))
        return {"ascribe": check(reply, sources, asked, **self._options)}

    async def aafter_agent(self, state: CheckedState, runtime: Any) -> dict[str, Any] | None:
        """Run ``after_agent`` in a thread."""
        return await asyncio.to_thread(self.after_agent, state, runtime)


def _iterate_sources(messages: Sequence[BaseMessage]) -> Iterator[Any]:
    """Yield what the tools returned: documents, or the text of a message without any."""
    for message in messages:
        if isinstance(message, ToolMessage) and message.status != "error":
            artifact = message.artifact if isinstance(message.artifact, list | tuple) else [message.artifact]
            found = [one for one in artifact if isinstance(one, Document)]
            yield from found or [get_text(message)]

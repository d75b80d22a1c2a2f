"""Components for LangChain's chains and agents: ``pip install ".[langchain]"``.

``AnswerMiddleware`` also needs the package langchain; it is imported when it is first used.
"""

from typing import TYPE_CHECKING, Any

from ascribe.errors import MissingExtraError
from ascribe.install_command import build_install_command

try:
    from ascribe.adapters.langchain.answer_runnable import AnswerChecker
    from ascribe.adapters.langchain.library_retriever import LibraryRetriever
    from ascribe.adapters.langchain.passage_splitter import PassageSplitter
except ModuleNotFoundError as error:
    if (error.name or "").partition(".")[0] != "langchain_core":
        raise
    raise MissingExtraError(
        f"The parts for LangChain need langchain-core; run: {build_install_command('langchain')}."
    ) from error

if TYPE_CHECKING:
    from ascribe.adapters.langchain.agent_middleware import AnswerMiddleware

__all__ = ["AnswerChecker", "AnswerMiddleware", "LibraryRetriever", "PassageSplitter"]


def __getattr__(name: str) -> Any:
    """Import the middleware on first use, because chains need no agents."""
    if name != "AnswerMiddleware":
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    try:
        from ascribe.adapters.langchain.agent_middleware import AnswerMiddleware
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] != "langchain":
            raise
        raise MissingExtraError(
            f'AnswerMiddleware needs langchain; run: {build_install_command("langchain")} "langchain>=1".'
        ) from error
    return AnswerMiddleware

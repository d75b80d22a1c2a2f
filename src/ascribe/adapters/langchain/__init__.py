"""Components for LangChain's chains: ``pip install "ascribe[langchain]"``."""

from ascribe.errors import MissingExtraError

try:
    from ascribe.adapters.langchain.answer_runnable import AnswerChecker
    from ascribe.adapters.langchain.passage_splitter import PassageSplitter
except ModuleNotFoundError as error:
    if (error.name or "").partition(".")[0] != "langchain_core":
        raise
    raise MissingExtraError(
        'The parts for LangChain need langchain-core; run: pip install "ascribe[langchain]".'
    ) from error

__all__ = ["AnswerChecker", "PassageSplitter"]

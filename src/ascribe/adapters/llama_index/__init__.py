"""Checks for LlamaIndex: ``pip install ".[llama-index]"``.

The classes take and return LlamaIndex's own responses; input responses are never changed.
"""

from ascribe.errors import MissingExtraError
from ascribe.install_command import build_install_command

try:
    from ascribe.adapters.llama_index.faithfulness_evaluator import AscribeFaithfulness
    from ascribe.adapters.llama_index.node_parser import PassageNodeParser
    from ascribe.adapters.llama_index.query_engine import CheckedQueryEngine
    from ascribe.adapters.llama_index.response_checker import NodeSpan, ResponseChecker, locate
except ModuleNotFoundError as error:
    if (error.name or "").partition(".")[0] != "llama_index":
        raise
    raise MissingExtraError(
        f"The checks for LlamaIndex need llama-index-core; run: {build_install_command('llama-index')}."
    ) from error

__all__ = [
    "AscribeFaithfulness",
    "CheckedQueryEngine",
    "NodeSpan",
    "PassageNodeParser",
    "ResponseChecker",
    "locate",
]

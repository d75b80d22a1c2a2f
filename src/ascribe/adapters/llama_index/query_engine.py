"""A query engine that checks every response of another query engine."""

from collections.abc import Sequence
from typing import Any

from llama_index.core.base.base_query_engine import BaseQueryEngine
from llama_index.core.base.response.schema import RESPONSE_TYPE
from llama_index.core.callbacks import CallbackManager
from llama_index.core.schema import NodeWithScore, QueryBundle

from ascribe.adapters.llama_index.response_checker import ResponseChecker
from ascribe.errors import InputError
from ascribe.option_names import explain_unknown_options


class CheckedQueryEngine(BaseQueryEngine):
    """Wraps a query engine and checks its responses against their source nodes.

    Args:
        query_engine: any query engine, including streaming ones.
        checker: the checker to use; None means ``ResponseChecker()``.
        callback_manager: None uses that of the query engine.

    Raises:
        InputError: an argument of another kind, such as an index.
    """

    @explain_unknown_options()
    def __init__(
        self,
        query_engine: BaseQueryEngine,
        checker: ResponseChecker | None = None,
        callback_manager: CallbackManager | None = None,
    ) -> None:
        _check_kinds(query_engine, checker)
        self._query_engine = query_engine
        self._checker = checker or ResponseChecker()
        super().__init__(callback_manager or query_engine.callback_manager)

    def _get_prompt_modules(self) -> dict[str, Any]:
        return {"query_engine": self._query_engine}

    def retrieve(self, query_bundle: QueryBundle) -> list[NodeWithScore]:
        """Return the nodes that the query engine retrieves."""
        nodes: list[NodeWithScore] = self._query_engine.retrieve(query_bundle)
        return nodes

    def synthesize(
        self,
        query_bundle: QueryBundle,
        nodes: list[NodeWithScore],
        additional_source_nodes: Sequence[NodeWithScore] | None = None,
    ) -> RESPONSE_TYPE:
        """Synthesize a response with the query engine and check it."""
        response = self._query_engine.synthesize(query_bundle, nodes, additional_source_nodes)
        return self._checker.check(response, query_bundle)

    async def asynthesize(
        self,
        query_bundle: QueryBundle,
        nodes: list[NodeWithScore],
        additional_source_nodes: Sequence[NodeWithScore] | None = None,
    ) -> RESPONSE_TYPE:
        """Synthesize and check like ``synthesize``, asynchronously."""
        response = await self._query_engine.asynthesize(query_bundle, nodes, additional_source_nodes)
        return await self._checker.acheck(response, query_bundle)

    def _query(self, query_bundle: QueryBundle) -> RESPONSE_TYPE:
        return self._checker.check(self._query_engine.query(query_bundle), query_bundle)

    async def _aquery(self, query_bundle: QueryBundle) -> RESPONSE_TYPE:
        return await self._checker.acheck(await self._query_engine.aquery(query_bundle), query_bundle)


def _check_kinds(query_engine: Any, checker: Any) -> None:
    if not isinstance(query_engine, BaseQueryEngine):
        way = (
            "give its as_query_engine()"
            if hasattr(query_engine, "as_query_engine")
            else "give a query engine"
        )
        raise InputError(f"query_engine: cannot take a {type(query_engine).__name__}; {way}.")
    if checker is not None and not isinstance(checker, ResponseChecker):
        raise InputError(
            f"checker: expected a ResponseChecker, got {type(checker).__name__}; tier and strictness are its "
            "options, as in ResponseChecker(strictness='strict')."
        )

"""Explain a name that does not exist by the one that was meant: options, components, fields of records.

One table has the words that other libraries use for the same thing; the nearest spelling comes after it.
"""

from __future__ import annotations

import difflib
import inspect
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import wraps
from typing import ParamSpec, TypeVar

from ascribe.errors import UnknownOptionError

Parameters = ParamSpec("Parameters")
Result = TypeVar("Result")

_SOURCES = ("sources", "context", "documents")
_REPLY = ("reply", "answer", "answers")
SYNONYMS: Mapping[str, tuple[str, ...]] = {
    "query": ("question",), "prompt": ("question",), "q": ("question",), "question": ("query",),
    "context": _SOURCES, "contexts": _SOURCES, "documents": _SOURCES, "docs": _SOURCES, "chunks": _SOURCES,
    "passages": _SOURCES, "source": _SOURCES, "files": _SOURCES, "nodes": _SOURCES, "evidence": _SOURCES,
    "answer": _REPLY, "response": _REPLY, "output": _REPLY, "text": _REPLY, "claim": _REPLY,
    "verifier": ("tier", "checker"), "model": ("tier", "generator", "checker"), "nli": ("tier", "checker"),
    "judge": ("tier", "checker"), "llm": ("generator", "tier"), "tier": ("checker",),
    "threshold": ("strictness", "checker", "start"), "level": ("strictness", "checker"),
    "mode": ("strictness",), "min_score": ("strictness",), "strictness": ("checker",), "lang": ("language",),
    "retriever": ("scorer",), "top_k": ("top",), "k": ("top",), "filters": ("where",), "filter": ("where",),
    "engine": ("query_engine", "tier"), "index": ("query_engine",),
    "callback": ("on_judged", "streaming_callback"),
    "markers": ("replace_markers",), "format": ("references", "writer"),
    "markdown": ("md",), "htm": ("html",), "txt": ("terminal",),
    "plain": ("terminal",), "word": ("docx",), "citations": ("cited",), "xml": ("junit",),
}  # fmt: skip
"""Natural guess → what it may be called here; the first one that the call or the stage has is meant."""


def find_meant_name(name: str, known: Sequence[str]) -> str | None:
    """Return the known name that was probably meant: a synonym, or else the nearest spelling."""
    meant = [each for each in SYNONYMS.get(name, ()) if each in known]
    return next(iter([*meant, *difflib.get_close_matches(name, known, 1)]), None)


def explain_unknown_options(
    *records: type,
) -> Callable[[Callable[Parameters, Result]], Callable[Parameters, Result]]:
    """Return a decorator that raises ``UnknownOptionError`` for a keyword that the call does not have.

    The error comes with the call, also where the function is a generator that would start later.

    Args:
        records: typed dicts whose keys the function takes as further keywords.
    """

    def decorate(function: Callable[Parameters, Result]) -> Callable[Parameters, Result]:
        declared = inspect.signature(function).parameters.values()
        keywords = (inspect.Parameter.POSITIONAL_OR_KEYWORD, inspect.Parameter.KEYWORD_ONLY)
        known = {one.name: None for one in declared if one.kind in keywords and one.name != "self"}
        known |= {name: None for record in records for name in record.__annotations__}

        called = (
            function.__name__ if function.__name__ != "__init__" else function.__qualname__.split(".")[-2]
        )

        @wraps(function)
        def call(*args: Parameters.args, **kwargs: Parameters.kwargs) -> Result:
            check_option_names(f"{called}()", kwargs, list(known))
            return function(*args, **kwargs)

        return call

    return decorate


def check_option_names(call: str, given: Iterable[str], known: Sequence[str]) -> None:
    """Raise ``UnknownOptionError`` for the first name that is not known, with the nearest one."""
    for name in given:
        if name not in known:
            meant = find_meant_name(name, known)
            hint = f"did you mean {meant!r}?" if meant else f"it has {', '.join(known) or 'none'}."
            raise UnknownOptionError(f"{call} has no option {name!r}; {hint}")

"""Resolve a generator from a name, an object or a function, and run it; its failures become drafts."""

from __future__ import annotations

from collections import abc
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from inspect import isasyncgenfunction, iscoroutinefunction
from typing import Any, cast

from ascribe import registry
from ascribe.errors import InputError, MissingExtraError
from ascribe.protocols import Draft, Generator, RetrievedPassage
from ascribe.records import Strictness


@dataclass(frozen=True, slots=True)
class FunctionGenerator:
    """A function of the question and the texts of the passages, best first, as a generator.

    Args:
        function: gives the answer; an empty one means that the passages hold none.
    """

    function: Callable[[str, list[str]], str]

    def generate(self, question: str, offered: Sequence[RetrievedPassage], language: str | None) -> Draft:  # noqa: ARG002 (a Generator has it)
        """What the function said; what it raises is the failure of a generator, and no answer."""
        try:
            text = self.function(question, [one.chunk.text for one in offered])
        except Exception as error:  # a function of the user's may raise anything
            return _build_error_draft(error)
        said: object = text
        if not isinstance(said, str):
            return _build_type_error_draft(said, "text")
        return Draft(text) if text.strip() else Draft(outcome="generator_refused")


def generate_draft(
    generator: Generator, question: str, offered: Sequence[RetrievedPassage], language: str | None
) -> Draft:
    """The generator's draft; what it raises, or gives in its place, is its failure, and no answer.

    Raises:
        MissingExtraError: it needs an optional package.
    """
    try:
        draft: object = generator.generate(question, offered, language)
    except MissingExtraError:
        raise
    except Exception as error:  # it may be the user's, and raise anything
        return _build_error_draft(error)
    return draft if isinstance(draft, Draft) else _build_type_error_draft(draft, "a Draft")


def stream_draft(
    generator: Generator, question: str, offered: Sequence[RetrievedPassage], language: str | None
) -> abc.Generator[str | Draft]:
    """The pieces of the draft as they are written, then the draft; without a ``stream`` there is only that.

    What the generator raises, or gives in their place, is its failure, as of ``generate_draft``. Closing
    this closes its stream.

    Raises:
        MissingExtraError: it needs an optional package.
    """
    write = getattr(generator, "stream", None)
    if write is None:
        yield generate_draft(generator, question, offered, language)
        return
    pieces: Any = None
    try:
        pieces = write(question, offered, language)
        yield from _iterate_to_draft(iter(pieces))
    except MissingExtraError:
        raise
    except Exception as error:  # it may be the user's, and raise anything
        yield _build_error_draft(error)
    finally:
        close = getattr(pieces, "close", None)
        if callable(close):
            close()


def _iterate_to_draft(pieces: Iterator[Any]) -> Iterator[str | Draft]:
    for piece in pieces:
        if not isinstance(piece, str):
            yield piece if isinstance(piece, Draft) else _build_type_error_draft(piece, "text or a Draft")
            return
        yield piece
    yield Draft(outcome="generator_error", details="its stream ended without a Draft")


def _build_error_draft(error: Exception) -> Draft:
    return Draft(outcome="generator_error", details=f"{type(error).__name__}: {error}")


def _build_type_error_draft(value: object, expected: str) -> Draft:
    return Draft(outcome="generator_error", details=f"it gave {_get_type_name(value)}, not {expected}")


def resolve_generator(asked: str | Generator | Callable[..., str], strictness: Strictness) -> Generator:
    """The generator of that name, that object, or one that calls that function.

    A registered class with a method ``at`` is made for the level by it.

    Raises:
        InputError: it is none of these.
        UnknownComponentError: no generator has that name.
    """
    if isinstance(asked, str):
        made = registry.load("generate", asked)
        if hasattr(made, "at"):
            return cast("Generator", made.at(strictness))
        return cast("Generator", registry.make("generate", asked))
    if isinstance(asked, type):
        raise InputError(f"generator must be an object, got the class {asked.__name__}; make one of it.")
    if any(_is_async(getattr(asked, name, asked)) for name in ("generate", "stream", "__call__")):
        raise InputError("generator must not be async: ask() does not wait for it; give a plain function.")
    if hasattr(asked, "generate"):
        return cast("Generator", asked)
    if callable(asked):
        return FunctionGenerator(cast("Callable[[str, list[str]], str]", asked))
    raise _build_input_error(asked)


def _build_input_error(asked: Any) -> InputError:
    """The error of what cannot draft."""
    kind = _get_type_name(asked)
    if hasattr(asked, "stream"):
        return InputError(f"generator: a {kind} has stream, but no generate, which ask() calls; add it.")
    return InputError(f"generator must be a name, a Generator or a function, got {kind}.")


def _is_async(asked: object) -> bool:
    return iscoroutinefunction(asked) or isasyncgenfunction(asked)


def _get_type_name(value: Any) -> str:
    return type(value).__name__

"""Generators of any kind, called so that each ends with a draft or with the reason why there is none."""

from __future__ import annotations

from collections import abc
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from inspect import isasyncgenfunction, iscoroutinefunction
from typing import Any, cast

from ascribe import registry
from ascribe.errors import InputError, MissingExtraError, ModelFileError
from ascribe.protocols import Draft, Generator, RetrievedPassage
from ascribe.records import Strictness


@dataclass(frozen=True, slots=True)
class FunctionGenerator:
    """A function of the question and the texts of the passages, best first, as a generator.

    Args:
        function: returns the answer; an empty one means that the passages contain none.
    """

    function: Callable[[str, list[str]], str]

    def generate(self, question: str, offered: Sequence[RetrievedPassage], language: str | None) -> Draft:  # noqa: ARG002 (a Generator has it)
        """Return what the function wrote as a draft; an exception becomes a failure, not an answer."""
        try:
            text = self.function(question, [one.chunk.text for one in offered])
        except Exception as error:  # a user's function may raise anything
            return _build_error_draft(error)
        said: object = text
        if not isinstance(said, str):
            return _build_type_error_draft(said, "text")
        return Draft(text) if text.strip() else Draft(outcome="generator_refused")


def generate_draft(
    generator: Generator, question: str, offered: Sequence[RetrievedPassage], language: str | None
) -> Draft:
    """Return the generator's draft; an exception, or a result that is no draft, becomes a failure.

    Raises:
        MissingExtraError: the generator needs an optional package.
        ModelFileError: a file of its model is missing or damaged.
    """
    try:
        draft: object = generator.generate(question, offered, language)
    except (MissingExtraError, ModelFileError):
        raise
    except Exception as error:  # a user's generator may raise anything
        return _build_error_draft(error)
    return draft if isinstance(draft, Draft) else _build_type_error_draft(draft, "a Draft")


def stream_draft(
    generator: Generator, question: str, offered: Sequence[RetrievedPassage], language: str | None
) -> abc.Generator[str | Draft]:
    """Yield the text of the draft as it is written, then the draft; without ``stream``, only the draft.

    Exceptions and wrong results become failures, as in ``generate_draft``. Closing this closes the
    generator's stream.

    Raises:
        MissingExtraError: the generator needs an optional package.
        ModelFileError: a file of its model is missing or damaged.
    """
    write = getattr(generator, "stream", None)
    if write is None:
        yield generate_draft(generator, question, offered, language)
        return
    pieces: Any = None
    try:
        pieces = write(question, offered, language)
        yield from _iterate_to_draft(iter(pieces))
    except (MissingExtraError, ModelFileError):
        raise
    except Exception as error:  # a user's generator may raise anything
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
    return Draft(outcome="generator_error", details=f"it returned {type(value).__name__}, not {expected}")


def resolve_generator(generator: str | Generator | Callable[..., str], strictness: Strictness) -> Generator:
    """Return the generator with that name, that object, or one that calls that function.

    If a registered class has a method ``at``, the generator for the level is built by it.

    Raises:
        InputError: the argument is none of these.
        UnknownComponentError: no generator has that name.
    """
    if isinstance(generator, str):
        made = registry.load("generate", generator)
        if hasattr(made, "at"):
            return cast("Generator", made.at(strictness))
        return cast("Generator", registry.make("generate", generator))
    if isinstance(generator, type):
        raise InputError(
            f"generator must be an object, got the class {generator.__name__}; pass an instance."
        )
    if any(_is_async(getattr(generator, name, generator)) for name in ("generate", "stream", "__call__")):
        raise InputError("generator must not be async: ask() does not wait for it; pass a plain function.")
    if hasattr(generator, "generate"):
        return cast("Generator", generator)
    if callable(generator):
        return FunctionGenerator(cast("Callable[[str, list[str]], str]", generator))
    raise _build_input_error(generator)


def _build_input_error(generator: Any) -> InputError:
    """Build the error for an object that cannot write drafts."""
    kind = type(generator).__name__
    if hasattr(generator, "stream"):
        return InputError(f"generator: a {kind} has stream(), but no generate(), which ask() calls; add it.")
    return InputError(f"generator must be a name, a Generator or a function, got {kind}.")


def _is_async(generator: object) -> bool:
    return iscoroutinefunction(generator) or isasyncgenfunction(generator)

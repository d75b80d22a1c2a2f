"""The errors of Ascribe, in one tree.

::

    AscribeError
    ├── InputError (ValueError)         an input cannot be used; names it and what to do instead
    │   ├── SourceError                 one source cannot be read; ``source`` names it
    │   └── UnknownOptionError (TypeError)  a call has no option of that name; gives the nearest one
    ├── UnknownComponentError (LookupError)  no component has that name; lists the known ones
    ├── BrokenComponentError            a component of another package cannot be used; says which and why
    ├── UnknownDocumentError (LookupError)   a library has no document with that id
    ├── MissingExtraError (ImportError) an optional package is missing; gives the install command
    ├── PatternTimeout (TimeoutError)   a user's regular expression took too long; names it and the text
    ├── EndpointError (ConnectionError)  a language model's endpoint failed; names the endpoint
    │   └── AnswerError                 the endpoint answered, but not with a complete text
    │       └── TokenLimitError         the text was cut off at a token limit
    ├── SelectionError                  no chunk could be judged, so no selection can be returned
    ├── LibraryError (OSError)          a library's file cannot be used; names it and what to do
    ├── AuditLogError (OSError)         the file of an audit log cannot be used; names it and what to do
    └── ModelFileError                  a file of a built-in model is missing or damaged; names it

Every message is one or two sentences that a user can act on. The command line prints it without a traceback.
"""

from __future__ import annotations

from typing import Self


def escape_unprintable(name: str) -> str:
    r"""Return the name with what cannot be printed, such as controls and lone surrogates, as ``\x1b``."""
    return "".join(one if one.isprintable() else one.encode("unicode_escape").decode() for one in name)


def describe_type(value: object) -> str:
    """Return the type of a value with its article, for messages: ``an int``, ``a list``, ``None``."""
    if value is None:
        return "None"
    name = type(value).__name__
    return f"{'an' if name[0].lower() in 'aeiou' else 'a'} {name}"


class AscribeError(Exception):
    """The base class of all errors that Ascribe raises on purpose."""


class InputError(AscribeError, ValueError):
    """An input cannot be used; the message names the field or file and what to do instead."""


class SourceError(InputError):
    """One source cannot be read.

    Args:
        source: the file name or source id that the user gave.
        reason: one sentence on what is wrong and what to do, without the name.
    """

    def __init__(self, source: str, reason: str) -> None:
        super().__init__(f"{escape_unprintable(source)}: {reason}")
        self.source = source
        self.reason = reason

    def __reduce__(self) -> tuple[type[Self], tuple[str, str]]:
        """Return what rebuilds the error in another process."""
        return type(self), (self.source, self.reason)


class UnknownOptionError(InputError, TypeError):
    """A call has no option of that name; the message gives the nearest one."""


class UnknownComponentError(AscribeError, LookupError):
    """No component of the stage has that name; the message lists the known names."""


class BrokenComponentError(AscribeError):
    """A component of another package cannot be loaded, created or used; the message says which and why."""


class UnknownDocumentError(AscribeError, LookupError):
    """A library has no document with that id.

    Args:
        library: the library's file.
        doc_id: the id that was requested.
    """

    def __init__(self, library: str, doc_id: str) -> None:
        super().__init__(
            f"{library}: no document has the id {doc_id!r}; list the ids with: ascribe library list"
        )
        self.library = library
        self.doc_id = doc_id

    def __reduce__(self) -> tuple[type[Self], tuple[str, str]]:
        """Return what rebuilds the error in another process."""
        return type(self), (self.library, self.doc_id)


class MissingExtraError(AscribeError, ImportError):
    """A component needs a package that is not installed; the message gives the install command."""


class PatternTimeout(AscribeError, TimeoutError):  # noqa: N818 - its public name, like the built-in Timeout
    """A user's regular expression took too long on a reply; the message states the pattern and the time."""


class EndpointError(AscribeError, ConnectionError):
    """A language model's endpoint cannot be reached, refused the request, or broke the protocol.

    Args:
        message: names the endpoint and what went wrong.
        status: the HTTP status, if there was a response.
    """

    def __init__(self, message: str, status: int | None = None) -> None:
        super().__init__(message)
        self.status = status


class AnswerError(EndpointError):
    """The endpoint sent no complete text: not JSON, no choice, a refusal, or text that breaks off."""


class TokenLimitError(AnswerError):
    """The model's text was cut off at a token limit; the incomplete text is discarded."""


class SelectionError(AscribeError):
    """No chunk could be judged, so an empty list of references would be misleading."""


class LibraryError(AscribeError, OSError):
    """A library's file cannot be opened, read or written; the message names it and what to do."""


class AuditLogError(AscribeError, OSError):
    """The file of an audit log cannot be read or written; the message names it and what to do."""


class ModelFileError(AscribeError):
    """A file of a built-in model is missing or damaged; the message names it and what to do."""


class SkippedSourceWarning(UserWarning):
    """A file of a folder could not be read and was skipped."""


class TornLineWarning(UserWarning):
    """An audit log ended with an incomplete line of an interrupted writer, which was removed."""


class IgnoredComponentWarning(UserWarning):
    """Another package declares a component under a built-in name; the built-in component is used."""


def check_whole_number(name: str, value: object, least: int = 1) -> int:
    """Return the value of an argument after checking that it is a whole number of at least ``least``.

    Raises:
        InputError: it is not; the message names the argument.
    """
    if isinstance(value, bool) or not isinstance(value, int) or value < least:
        raise InputError(f"{name}: expected a whole number of at least {least}, got {value!r}.")
    return value

"""The errors of Ascribe, in one tree.

::

    AscribeError
    ├── InputError (ValueError)         what was handed in cannot be used; says which, and the way out
    │   └── SourceError                 one source cannot be read; its ``source`` names it
    ├── UnknownComponentError (LookupError)  a name that no component has; lists the known ones
    ├── BrokenComponentError            what another package declares cannot be used; says which and why
    ├── UnknownDocumentError (LookupError)   a library has no document of that id
    ├── MissingExtraError (ImportError) a component needs an optional package; says the install command
    ├── PatternTimeout (TimeoutError)   a user's regular expression took too long; says which, on what
    ├── EndpointError (ConnectionError)  a language model's endpoint did not answer as it should; names it
    │   └── AnswerError                 it answered, but not with a whole text
    │       └── TokenLimitError         the text was cut off by a limit of tokens
    ├── SelectionError                  no chunk could be judged, so that nothing is known of any
    ├── LibraryError (OSError)          a library's file cannot be used; names it and the way out
    └── ModelFileError                  a file of a built-in model is missing or damaged; names it

Every message is one sentence or two that a user can act on. The command line prints it without a trace.
"""


class AscribeError(Exception):
    """Any error that Ascribe raises on purpose."""


class InputError(AscribeError, ValueError):
    """What was handed in cannot be used: the message names the field or file and the way out."""


class SourceError(InputError):
    """One source cannot be read.

    Args:
        source: the file name or source id, as the user knows it.
        reason: what is wrong and what to do, without the name; one sentence.
    """

    def __init__(self, source: str, reason: str) -> None:
        super().__init__(f"{source}: {reason}")
        self.source = source
        self.reason = reason


class UnknownComponentError(AscribeError, LookupError):
    """No component of that stage has this name; the message lists those that exist."""


class BrokenComponentError(AscribeError):
    """A component that another package declares cannot be loaded or made; the message names both."""


class UnknownDocumentError(AscribeError, LookupError):
    """A library has no document of that id.

    Args:
        library: its file.
        doc_id: what was asked for.
    """

    def __init__(self, library: str, doc_id: str) -> None:
        super().__init__(f"{library}: no document is called {doc_id!r}; see: ascribe library list")
        self.doc_id = doc_id


class MissingExtraError(AscribeError, ImportError):
    """A component needs a package that is not installed; the message gives the command that installs it."""


class PatternTimeout(AscribeError, TimeoutError):  # noqa: N818 - its public name, like the built-in Timeout
    """A regular expression of the user took too long on a reply; the message has both."""


class EndpointError(AscribeError, ConnectionError):
    """A language model's endpoint cannot be reached, refused, or did not speak the protocol.

    Args:
        message: the endpoint and what it did.
        status: of the HTTP answer, if there was one.
    """

    def __init__(self, message: str, status: int | None = None) -> None:
        super().__init__(message)
        self.status = status


class AnswerError(EndpointError):
    """The endpoint answered, but without a whole text of a model: no JSON, no choice, a refusal, or half."""


class TokenLimitError(AnswerError):
    """The model was cut off by a limit of tokens; what it wrote before may say anything, and is dropped."""


class SelectionError(AscribeError):
    """No chunk could be judged, so that an empty list of references would be wrong."""


class LibraryError(AscribeError, OSError):
    """The file of a library cannot be opened, read or written; the message names it and the way out."""


class ModelFileError(AscribeError):
    """A file of a built-in model is missing or damaged; the message names it and the way out."""


class SkippedSourceWarning(UserWarning):
    """A file of a folder could not be read and was left out."""


class IgnoredComponentWarning(UserWarning):
    """Another package declares a component under a built-in name; the built-in one is taken."""

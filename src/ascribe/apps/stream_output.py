"""``--stream``: print a reply from standard input, or an answer, sentence by sentence as it arrives."""

from __future__ import annotations

import codecs
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from shutil import get_terminal_size
from typing import TYPE_CHECKING, Any, Unpack

from ascribe.apps.terminal import show, wants_color
from ascribe.errors import InputError
from ascribe.records import Answer, StreamEvent

if TYPE_CHECKING:
    from ascribe.pipeline import CheckArguments
    from ascribe.write.terminal import TerminalWriter

_CHUNK = 4096


def check_streamable(replies: list[str], name: str, output: Path | None) -> None:
    """Raise ``InputError`` unless the reply is standard input and the report can be streamed.

    ``name`` is the format; empty if citations are requested.
    """
    if replies != ["-"]:
        raise InputError("--stream reads standard input; give - as the reply.")
    check_watched_report(name, output)


def check_watched_report(name: str, output: Path | None) -> None:
    """Raise ``InputError`` for a format that cannot be printed by sentence, or for an output file.

    ``name`` is the format; empty if citations are requested.
    """
    if not name:
        raise InputError("--stream prints a report, not citations; leave --style and --references out.")
    if name not in ("terminal", "json"):
        raise InputError(f"--stream needs --format terminal or json (one event per line), not {name}.")
    if output is not None:
        raise InputError("--stream writes to the screen; leave -o out.")


def stream_reply(sources: Any, question: str | None, name: str, **options: Unpack[CheckArguments]) -> Answer:
    """Print the events of a reply from standard input as they arrive, and return the final answer.

    Raises:
        InputError: as ``ascribe.stream``; or the reply is empty or not UTF-8.
    """
    from ascribe.streaming import stream

    answer = print_events(
        stream(read_standard_input(), sources, question, writer=build_screen_writer(), **options), name
    )
    if not (answer.reply or "").strip():
        raise InputError("standard input: the reply is empty; there is nothing to check.")
    return answer


def build_screen_writer() -> TerminalWriter:
    """Return a writer for the current terminal, in its width and with its colours."""
    from ascribe.write.terminal import TerminalWriter

    return TerminalWriter(wants_color(), get_terminal_size((100, 24)).columns)


def print_events(events: Iterable[StreamEvent], name: str) -> Answer:
    """Print the events in the named format as they arrive, and return the answer of the last one.

    Raises:
        ValueError: the last one has no answer.
    """
    as_text = _EventText()
    answer: Answer | None = None
    for event in events:
        show(event.to_json() + "\n" if name == "json" else as_text.of(event))
        answer = event.answer
    if answer is None:
        raise ValueError("the events end without an answer")
    return answer


REPEATS = {
    "resplit": ("follow", "again, as later text shows where they start and end"),
    "rejudged": ("follow", "again, with another verdict or other references"),
    "rewritten": ("follow", "again, with corrected numbers"),
    "refused": ("do", "not count: the draft broke off or is no answer, and the whole answer is refused"),
    "follows": ("follow", "again, unchanged"),
}
"""Reason of a ``retracted`` event → verb and words that say what happens to several sentences."""

_SINGULAR = {"follow": "follows", "do": "does"}


class _EventText:
    """The text to print for each event; text that takes the place of other text follows a line about it."""

    def __init__(self) -> None:
        self._reason = ""
        self._shown = 0
        self._retracted = 0

    def of(self, event: StreamEvent) -> str:
        """Return the text to print for the next event."""
        if event.kind == "retracted":
            self._reason = event.reason
            self._shown -= 1
            self._retracted += 1
            return ""
        notice = self._take_notice()
        self._shown += event.kind == "sentence"
        return "" if event.kind == "final" else notice + event.text

    def _take_notice(self) -> str:
        """Return the line about the sentences that were retracted since the last text; empty without any."""
        count, self._retracted = self._retracted, 0
        if not count:
            return ""
        verb, words = REPEATS[self._reason]
        first = self._shown + 1
        if count == 1:
            singular = words.replace("they start and end", "it starts and ends")
            return f"\n[sentence {first} {_SINGULAR[verb]} {singular}]\n"
        return f"\n[sentences {first} to {self._shown + count} {verb} {words}]\n"


def read_standard_input() -> Iterator[str]:
    """Yield the text of standard input, decoded as UTF-8, as soon as it arrives."""
    if sys.stdin is None:
        raise InputError("standard input is closed; there is no reply to read.")
    stdin: Any = sys.stdin.buffer  # it has read1, though its type does not say so
    decoder = codecs.getincrementaldecoder("utf-8-sig")()
    data = b"?"
    try:
        while data:
            data = stdin.read1(_CHUNK)
            yield decoder.decode(data, final=not data)
    except UnicodeDecodeError as error:
        raise InputError(f"standard input: not UTF-8 ({error.reason}); convert it first.") from None

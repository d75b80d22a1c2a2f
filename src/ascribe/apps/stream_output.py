"""``--stream``: show a reply from standard input, or an answer, sentence by sentence as it arrives."""

from __future__ import annotations

import codecs
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from shutil import get_terminal_size
from typing import TYPE_CHECKING, Any

from ascribe.apps.terminal import show, wants_color
from ascribe.errors import InputError
from ascribe.records import Answer, StreamEvent
from ascribe.records.stream_event import RETRACTIONS

if TYPE_CHECKING:
    from ascribe.write.terminal import TerminalWriter

_CHUNK = 4096


def check_streamable(reply: str, name: str, output: Path | None) -> None:
    """Refuses what cannot be streamed: a file, a format that has no single sentences, an output file.

    ``name`` is empty where citations were asked for.
    """
    if reply != "-":
        raise InputError("--stream reads standard input; give - as the reply.")
    if not name:
        raise InputError("--stream shows the report as it grows; leave --style and --references out.")
    check_watchable(name, output)


def check_watchable(name: str, output: Path | None) -> None:
    """Refuses a format that has no single sentences, and an output file."""
    if name not in ("terminal", "json"):
        raise InputError(f"--stream shows the terminal format or one JSON event a line, not {name}.")
    if output is not None:
        raise InputError("--stream writes to the screen as it goes; leave -o out.")


def stream_reply(sources: Any, question: str | None, name: str, **options: Any) -> Answer:
    """Shows the events of standard input as they come; the answer at the end.

    Raises:
        InputError: as ``ascribe.stream``; no reply came, or it is not UTF-8.
    """
    from ascribe.streaming import stream

    answer = print_events(
        stream(read_standard_input(), sources, question, writer=build_screen_writer(), **options), name
    )
    if answer is None or not (answer.reply or "").strip():
        raise InputError("standard input: the reply is empty; there is nothing to check.")
    return answer


def build_screen_writer() -> TerminalWriter:
    """The writer of the terminal at hand, in its width."""
    from ascribe.write.terminal import TerminalWriter

    return TerminalWriter(wants_color(), get_terminal_size((100, 24)).columns)


def print_events(events: Iterable[StreamEvent], name: str) -> Answer | None:
    """Shows the events as they come, by the name of the format, and gives the answer of the last one."""
    as_text = _EventText()
    answer: Answer | None = None
    for event in events:
        show(event.to_json() + "\n" if name == "json" else as_text.of(event))
        answer = event.answer
    return answer


class _EventText:
    """The texts of events; what comes again is preceded by a line that says why."""

    def __init__(self) -> None:
        self._reason = ""

    def of(self, event: StreamEvent) -> str:
        """What to show of the next event."""
        why, self._reason = self._reason, event.reason
        if event.kind in ("retracted", "final"):
            return ""
        return f"\n[taken back up to here: {RETRACTIONS[why]}]\n{event.text}" if why else event.text


def read_standard_input() -> Iterator[str]:
    """The text of standard input, as UTF-8, as soon as it comes."""
    if sys.stdin is None:
        raise InputError("standard input is closed; there is no reply to read.")
    stdin: Any = sys.stdin.buffer  # buffered, though its type does not say so
    decoder = codecs.getincrementaldecoder("utf-8-sig")()
    data = b"?"
    try:
        while data:
            data = stdin.read1(_CHUNK)
            yield decoder.decode(data, final=not data)
    except UnicodeDecodeError as error:
        raise InputError(f"standard input: not UTF-8 ({error.reason}); convert it first.") from None

"""A repair as text for a terminal: what was done to each marker and why, and the diff."""

from __future__ import annotations

import re
from collections.abc import Iterator

from ascribe.records import Repair
from ascribe.records.repair import ACTION_KINDS, ActionKind, MarkerAction
from ascribe.write.contexts import render_reference
from ascribe.write.display_text import escape_controls, to_one_line, wrap_text

_RESET, _BOLD, _DIM = "\x1b[0m", "\x1b[1m", "\x1b[2m"
_COLORS: dict[ActionKind, str] = {
    "keep": "\x1b[36m",
    "re-point": "\x1b[33m",
    "add": "\x1b[32m",
    "drop": "\x1b[31m",
}
_SYMBOLS: dict[ActionKind, str] = {"keep": "?", "re-point": "→", "add": "+", "drop": "−"}
"""A marker that is kept is listed only if it needs review."""

_ACTION_WORDS: dict[ActionKind, str] = {
    "keep": "kept",
    "re-point": "re-pointed",
    "add": "added",
    "drop": "dropped",
}
_DIFF_COLORS = {"+": "\x1b[32m", "-": "\x1b[31m", "@": "\x1b[36m"}
_WIDTH = 88


def render_repair_report(
    repair: Repair, name: str = "reply.md", *, color: bool = False, width: int | None = None
) -> str:
    """Render a line of counts, the markers that changed or need review, and the diff.

    Control characters of the reply and the sources are shown as their codes.

    Args:
        repair: the repair.
        name: file name of the reply, for the diff.
        color: whether to write ANSI colours; nothing is shown by colour alone.
        width: columns at which the list wraps, 88 if None. The diff is never wrapped.
    """
    writer = _ActionList(repair, color=color, width=max(20, width or _WIDTH))
    diff = color_diff(repair.diff(name), color=color)
    lines = [writer.bold(render_repair_headline(repair)), *writer.actions()]
    return "\n".join(lines) + "\n" + (f"\n{diff}" if diff else "")


def color_diff(diff: str, *, color: bool) -> str:
    """Colour the diff and escape its control characters; without ``color`` leave it for ``patch``."""
    if not color:
        return diff
    lines = escape_controls(diff).split("\n")
    return "\n".join(_color_line(line) for line in lines)


def render_repair_headline(repair: Repair) -> str:
    """Summarize the repair in one line."""
    counts = repair.action_counts()
    if not counts:
        return "No markers, and none to add."
    done = ", ".join(f"{counts[kind]} {_ACTION_WORDS[kind]}" for kind in ACTION_KINDS if kind in counts)
    look = len(repair.needs_review)
    review = "" if not look else " 1 needs review." if look == 1 else f" {look} need review."
    return f"Markers: {done}.{review}"


class _ActionList:
    """Writes the list of actions."""

    def __init__(self, repair: Repair, *, color: bool, width: int) -> None:
        self.repair, self.color, self.width = repair, color, width

    def actions(self) -> Iterator[str]:
        """Yield the lines of the actions that change something or need review."""
        for action in self.repair.actions:
            if action.kind != "keep" or action.needs_review:
                yield ""
                yield from self._action(action)

    def _action(self, action: MarkerAction) -> Iterator[str]:
        look = ", needs review" if action.needs_review and action.kind != "keep" else ""
        head = f"{_SYMBOLS[action.kind]} {action.kind} {_render_change(self.repair, action)}{look}"
        yield from self._lines(head, 2, _COLORS[action.kind])
        yield from self._lines(action.wording, 6)
        sentence = self.repair.sentence_of(action)
        yield from self._lines(f"“{sentence}”", 6)
        if action.evidence is not None:
            yield from self._lines(render_reference(action.evidence, sentence), 6, _DIM)

    def _lines(self, text: str, indent: int, style: str = "") -> Iterator[str]:
        for line in wrap_text(to_one_line(text), self.width - indent):
            yield " " * indent + (f"{style}{line}{_RESET}" if self.color and style else line)

    def bold(self, text: str) -> str:
        """Return the text in bold, if colours are on."""
        return f"{_BOLD}{text}{_RESET}" if self.color else text


def _render_change(repair: Repair, action: MarkerAction) -> str:
    """Return ``[1] (mill.txt)``, ``[1-3]: 2 (bridge.txt)`` for a part of a marker, or the change of one.

    A change is ``[1]: 1 → 2 (bridge.txt)`` or, for a marker to add, ``2 (bridge.txt)``.
    """
    written = repair.reply[action.start : action.end]
    targets = ", ".join(_render_document(repair, place) for place in action.after)
    if action.kind == "add":
        return targets
    before = ", ".join(map(str, action.before))
    if action.kind == "re-point":
        return f"{written}: {before} → {targets}"
    named = ", ".join(_render_document(repair, place) for place in action.before)
    is_whole = re.findall(r"\w+", written) == [before]
    return written + named.removeprefix(before) if is_whole else f"{written}: {named}"


def _render_document(repair: Repair, place: int | str) -> str:
    """Return a document with its id; a number that no document has, or a key, as it is."""
    documents = repair.answer.documents
    if isinstance(place, str) or not 0 < place <= len(documents):
        return str(place)
    return f"{place} ({documents[place - 1].doc_id})"


def _color_line(line: str) -> str:
    style = _DIFF_COLORS.get(line[:1], "")
    return f"{style}{line}{_RESET}" if style else line

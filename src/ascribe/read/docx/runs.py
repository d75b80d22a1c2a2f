"""The text of one paragraph of a Word file: its runs as they are printed."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ascribe.read.docx.names import COMPATIBILITY, MATH, W, child, is_on, value
from ascribe.read.text_builder import kept_lines, superscript

TEXT_BOX = W + "txbxContent"

_LEFT_OUT = frozenset(
    W + name for name in ("del", "moveFrom", "pPr", "rPr", "instrText", "delText", "rt", "sdtPr")
) | {COMPATIBILITY + "Fallback"}
"""Deleted and moved-away text, properties, field codes, readings above characters, and second versions."""

_TAKEN_OUT = ("vanish", "strike", "dstrike")
"""Hidden text, and text that is struck out: neither holds any more."""

_SIGNS = {W + "tab": " ", W + "cr": "\n", W + "noBreakHyphen": "-", W + "ptab": " "}


def paragraph_text(paragraph: Any) -> str:
    """Insertions kept; deletions, hidden and struck-out text left out; a line break is a line end."""
    return kept_lines("".join(_pieces(paragraph)))


def text_boxes(paragraph: Any) -> list[Any]:
    """The text boxes anchored in the paragraph, outermost first, each once."""
    found: list[Any] = []
    stack = [paragraph]
    while stack:
        element = stack.pop()
        if element.tag == TEXT_BOX:
            found.append(element)
        elif element.tag not in _LEFT_OUT:
            stack.extend(reversed(element))
    return found


def _pieces(element: Any) -> Iterator[str]:
    for part in element:
        tag = part.tag
        if tag in _LEFT_OUT or tag == TEXT_BOX or not isinstance(tag, str):
            continue
        if tag == W + "r":
            yield from _run(part)
        elif tag in (W + "t", MATH + "t"):
            yield part.text or ""
        elif tag in _SIGNS:
            yield _SIGNS[tag]
        elif tag == W + "br":
            yield "\n" if value(part, "type") in ("", "textWrapping") else " "
        else:
            yield from _pieces(part)


def _run(run: Any) -> Iterator[str]:
    properties = child(run, "rPr")
    if any(is_on(child(properties, name)) for name in _TAKEN_OUT):
        return
    raised = child(properties, "vertAlign")
    if raised is not None and value(raised, "val") == "superscript":
        yield superscript("".join(_pieces(run)))
    else:
        yield from _pieces(run)

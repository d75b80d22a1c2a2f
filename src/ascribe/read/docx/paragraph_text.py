"""The text of a Word paragraph, with its insertions and without its deletions."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ascribe.read.docx.elements import COMPATIBILITY, MATH, W, find_child, get_attribute, is_switched_on
from ascribe.read.text_builder import collapse_blanks, to_superscript

_TEXT_BOX = W + "txbxContent"

_EXCLUDED_ELEMENTS = frozenset(
    W + name for name in ("del", "moveFrom", "pPr", "rPr", "instrText", "delText", "rt", "sdtPr")
) | {COMPATIBILITY + "Fallback"}
"""Deleted and moved-away text, properties, field codes, ruby text above characters, and fallback versions."""

_HIDING_PROPERTIES = ("vanish", "strike", "dstrike")
"""Hidden text and struck-out text, both of which are no longer valid."""

_SIGN_TEXTS = {W + "tab": " ", W + "cr": "\n", W + "noBreakHyphen": "-", W + "ptab": " "}


def read_paragraph_text(paragraph: Any) -> str:
    """Return the text of a paragraph, with line breaks as newlines.

    Insertions are kept; deletions, hidden and struck-out text are left out.
    """
    return collapse_blanks("".join(_read_pieces(paragraph)))


def find_text_boxes(paragraph: Any) -> list[Any]:
    """Return the text boxes anchored in the paragraph, outermost first, each once."""
    found: list[Any] = []
    stack = [paragraph]
    while stack:
        element = stack.pop()
        if element.tag == _TEXT_BOX:
            found.append(element)
        elif element.tag not in _EXCLUDED_ELEMENTS:
            stack.extend(reversed(element))
    return found


def _read_pieces(element: Any) -> Iterator[str]:
    for part in element:
        tag = part.tag
        if tag in _EXCLUDED_ELEMENTS or tag == _TEXT_BOX or not isinstance(tag, str):
            continue
        if tag == W + "r":
            yield from _read_run(part)
        elif tag in (W + "t", MATH + "t"):
            yield part.text or ""
        elif tag in _SIGN_TEXTS:
            yield _SIGN_TEXTS[tag]
        elif tag == W + "br":
            yield "\n" if get_attribute(part, "type") in ("", "textWrapping") else " "
        else:
            yield from _read_pieces(part)


def _read_run(run: Any) -> Iterator[str]:
    properties = find_child(run, "rPr")
    if any(is_switched_on(find_child(properties, name)) for name in _HIDING_PROPERTIES):
        return
    raised = find_child(properties, "vertAlign")
    if raised is not None and get_attribute(raised, "val") == "superscript":
        yield to_superscript("".join(_read_pieces(run)))
    else:
        yield from _read_pieces(run)

"""The XML names of WordprocessingML, and how to look one up."""

from __future__ import annotations

from typing import Any

W = "{http://schemas.openxmlformats.org/wordprocessingml/2006/main}"
MATH = "{http://schemas.openxmlformats.org/officeDocument/2006/math}"
COMPATIBILITY = "{http://schemas.openxmlformats.org/markup-compatibility/2006}"


def child(element: Any, name: str) -> Any:
    """The first child with that name, or None; None has no children."""
    return None if element is None else element.find(W + name)


def value(element: Any, attribute: str) -> str:
    """An attribute, or an empty string."""
    return str(element.get(W + attribute, ""))


def is_on(element: Any) -> bool:
    """True for a switch that is there and not switched off."""
    return element is not None and value(element, "val") not in ("0", "false", "off")

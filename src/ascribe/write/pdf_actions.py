"""Switches off what a PDF would do by itself: actions, scripts, forms with scripts and attached files."""

from __future__ import annotations

import re

_ACTIVE = (b"OpenAction", b"AA", b"JavaScript", b"JS", b"Launch", b"EmbeddedFiles", b"XFA", b"SubmitForm",
           b"ImportData", b"RichMedia", b"GoToE", b"Rendition")  # fmt: skip
"""Names that start something (ISO 32000-1, 12.6) or hold an attachment (7.11.4)."""

_PART = re.compile(
    rb"(?P<kept>\bstream\r?\n.*?endstream|\((?:[^()\\]|\\.)*\)|<[0-9A-Fa-f\s]*>|%[^\r\n]*)"
    rb"|/(?P<name>" + b"|".join(_ACTIVE) + rb")(?=[\s/<>\[\]()%])",
    re.DOTALL,
)
"""A stream, a text or a comment, which stay as they are, or one of the names."""


def switch_off_actions(data: bytes) -> bytes:
    """Return the PDF with each of these names changed to one that no viewer knows, of the same length.

    Args:
        data: a PDF as pdfium writes it: without compressed objects, and with names spelled plainly.
    """
    return _PART.sub(lambda found: found["kept"] or b"/x" + found["name"][1:], data)

"""The character encoding that a page names for itself."""

from __future__ import annotations

import re

_META = re.compile(rb"""<meta[^>]{0,500}?charset\s*=\s*["']?\s*([\w:.-]+)""", re.IGNORECASE)
_XML = re.compile(rb"""^\s*<\?xml[^>]{0,200}?encoding\s*=\s*["']([\w:.-]+)""", re.IGNORECASE)
_HEAD = 4_096

_ALIASES = {
    "ascii": "cp1252",
    "us-ascii": "cp1252",
    "latin1": "cp1252",
    "latin-1": "cp1252",
    "iso-8859-1": "cp1252",
    "iso8859-1": "cp1252",
    "iso-8859-9": "cp1254",
    "gb2312": "gb18030",
    "gbk": "gb18030",
    "big5": "big5hkscs",
    "shift_jis": "cp932",
    "shift-jis": "cp932",
    "x-sjis": "cp932",
    "euc-kr": "cp949",
    "ks_c_5601-1987": "cp949",
    "utf-16": "utf-8",
    "utf-16le": "utf-8",
    "utf-16be": "utf-8",
}
"""What browsers read under these names (WHATWG Encoding Standard, "Names and labels")."""


def declared_charset(data: bytes) -> str | None:
    """Python's name for the declared encoding, or None where the page is silent."""
    head = data[:_HEAD]
    match = _XML.search(head) or _META.search(head)
    if match is None:
        return None
    label = match[1].decode("ascii", errors="ignore").lower()
    return _ALIASES.get(label, label)

"""How items, notes and captions begin, and how sentences end on a page."""

from __future__ import annotations

import re

from ascribe.language.scripts import RAISED

BULLET = re.compile(r"[•▪■●○◦‣⁃➢✓–—*\-](?=\s)|(?:\(?(?:\d{1,2}|[a-z]|[ivx]{1,4})[.)])(?=\s)|[•▪■●◦‣]")
"""How a list item begins."""

DOT = re.compile(r"[•▪■●○◦‣➢✓]")
"""A mark that nothing but a list item begins with."""

ENTRY = re.compile(r"\[\w{1,12}\]\s")
"""How an entry of a list of references begins, if it has a mark."""

INDEXED = re.compile(r",\s\d{1,4}(?:[–-]\d{1,4})?$")
"""How an entry of an index ends: with its last page."""

END = re.compile(rf"[.!?:;…。！？؟।](?:[\"'”’»)\]]|\s)*[\d{RAISED}⁾*∗†‡]{{0,3}}$")
"""How the last line of a paragraph ends; a footnote mark may follow."""

NOTE = re.compile(rf"(?:\d{{1,3}}|[{RAISED}]{{1,3}}⁾?|[∗*†‡§¶]{{1,3}})\s?(?=[^\W\d_a-z]|[“\"(])")
"""How a footnote begins: its mark, and a capital right behind it."""

NUMBERED_NOTE = re.compile(
    rf"(?:[{RAISED}]{{1,3}}⁾?|\d{{1,3}}\)?(?!(?:st|nd|rd|th)\b))\s?(?=[^\W\d_]{{2}}|\w\s|[“\"「(‘])"
)

CAPTION = re.compile(
    r"(?:figure|fig\.|table|tab\.|abbildung|abb\.|tabelle|exhibit|chart)\s*[\dIVX]+(?:\.\d+)*\s*[:.|–—]",
    re.IGNORECASE,
)
"""How a caption begins; ``Table 2 compares`` is a sentence."""

LEADER = re.compile(r"(?:\s?\.){5,}|…{2,}")
"""Dots that lead the eye from an entry to its page or figure."""

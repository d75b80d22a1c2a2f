"""Write markers in the form, digits and separators that the reply uses.

A form that can name only one document, such as ``[^1]``, is repeated. A document that cannot be named in a
form (a link needs its address) is named by a copy of a marker that the reply has for it, else by ``[n]``.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby

from ascribe.read.markers import NO_SOURCES, KnownSources, Marker, match_marker

Name = int | str
"""A document in a marker: a 1-based position, or a key that is kept as it is written."""

_SEPARATOR = re.compile(r"\s*[,;]\s*(?:ID:\s?)?")
_DASH = re.compile(r"(?<=\d)\s*[-–—‑−]\s*(?=\d)")
_SHORTEST_RUN = 3
_PLAIN_ID = re.compile(r"\w(?:[\w:.#$%&+?~/-]*\w)?")
"""A document id that fits into a Pandoc citation or an attribute."""

_ID_VALUE = re.compile(r"""(\b(?:id|ids|source|doc|ref)\s*=\s*["']?)([^"'>\s]+)""")
_NUMBER_AT_END = re.compile(r"(.*?)\d+", re.DOTALL)


@dataclass(frozen=True, slots=True)
class MarkerForms:
    """The marker forms of one reply.

    Args:
        text: the reply.
        ids: ids of the documents, by position.
        copies: (style, position) → a marker of the reply that names that document alone.
        keys: (style, position) → the key by which the reply names it.
        lists: True if a marker of the reply names several documents.
        known: the names by which markers may call the documents.
    """

    text: str
    ids: Sequence[str]
    copies: Mapping[tuple[str, int], str]
    keys: Mapping[tuple[str, int], str]
    lists: bool = False
    known: KnownSources = NO_SOURCES

    def rewrite(self, marker: Marker, names: Sequence[Name]) -> str:
        """Return the marker with these documents instead; empty if there are none.

        For a tag around words, this is its opening part.
        """
        if not names:
            return ""
        written = self.text[marker.start : marker.end]
        if (
            marker.style in _LISTING_STYLES
            and len(names) > 1
            and len(marker.documents) == 1
            and not self.lists
        ):
            return "".join(_WRITERS[marker.style](self, marker, written, [name]) for name in names)
        return _WRITERS[marker.style](self, marker, written, list(names))

    def fresh(self, pattern: Marker | None, places: Sequence[int]) -> str:
        """Write a new marker for these documents in the form of another one; ``[n]`` without one."""
        if pattern is None or pattern.style == "tag":
            return _render_brackets(places)
        return self.rewrite(pattern, list(places))

    def copy(self, style: str, place: Name) -> str | None:
        """Return a marker of the reply that names that document alone; None if there is none."""
        return self.copies.get((style, place)) if isinstance(place, int) else None

    def has_note(self, label: Name) -> bool:
        """Return True if a footnote with that label can be used: it is defined, or the reply defines none."""
        return (
            f"[^{label}]:" in self.text or "]:" not in self.text or not re.search(r"\[\^[^\]]+\]:", self.text)
        )


def _render_numbers(forms: MarkerForms, marker: Marker, written: str, names: list[Name]) -> str:
    """Render ``[1, 3-5]``, ``［2］``, ``[Source 1]``, ``[ID:0]`` or ``²,³``: a list in its brackets."""
    _, match = match_marker(forms.text, marker)
    core = match.group(1)
    first, last = match.start(1) - marker.start, match.end(1) - marker.start
    closing = re.search(r"[\\\])］】〕⁾]*(?:\s?</sup>)?\Z", written)
    numbers = [name for name in names if isinstance(name, int)]
    pads = core[: len(core) - len(core.lstrip())], core[len(core.rstrip()) :]
    listed = _render_list(numbers, core.strip(), 1 if marker.style == "id" else 0)
    changed = written[:first] + pads[0] + listed + pads[1]
    whole = written[last:] if tuple(numbers) == marker.documents else closing.group() if closing else ""
    return changed + whole


def _render_list(numbers: Sequence[int], core: str, less: int) -> str:
    """Render the numbers with the digits, separators and dashes of a marker's core."""
    raised = core[0] in SUPERSCRIPTS.values()
    plain = unicodedata.normalize("NFKC", core)
    dash = _DASH.search(plain)
    separator = _SEPARATOR.search(plain)
    between = separator.group() if separator else "," if raised else ", ID:" if "ID:" in plain else ", "
    parts = [
        _render_run(run, dash.group() if dash else None, between, less)
        for run in _split_number_runs(list(numbers))
    ]
    text = between.join(parts)
    return "".join(SUPERSCRIPTS.get(char, char) for char in text) if raised else _convert_digits(text, core)


def _split_number_runs(numbers: list[int]) -> list[list[int]]:
    pairs = groupby(enumerate(numbers), key=lambda pair: pair[1] - pair[0])
    return [[number for _, number in run] for _, run in pairs]


def _render_run(run: list[int], dash: str | None, between: str, less: int) -> str:
    if dash is not None and len(run) >= _SHORTEST_RUN:
        return f"{run[0] - less}{dash}{run[-1] - less}"
    return between.join(str(number - less) for number in run)


def _convert_digits(text: str, core: str) -> str:
    """Return the text with the digits of the script that the core uses."""
    digit = next(char for char in core if char.isdecimal())
    zero = ord(digit) - unicodedata.decimal(digit)
    return "".join(chr(zero + int(char)) if char in "0123456789" else char for char in text)


SUPERSCRIPTS = {
    **dict(zip("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹", strict=True)),
    "-": "⁻",
    "−": "⁻",
}
"""Digits and signs as superscripts."""


def _render_footnotes(forms: MarkerForms, _marker: Marker, _written: str, names: list[Name]) -> str:
    return "".join(f"[^{name}]" if forms.has_note(name) else f"[{name}]" for name in names)


def _render_templates(_forms: MarkerForms, _marker: Marker, written: str, names: list[Name]) -> str:
    return "".join(re.sub(r"\d+", str(name), written, count=1) for name in names)


def _render_pandoc(forms: MarkerForms, marker: Marker, written: str, names: list[Name]) -> str:
    """Render ``[@one; @two, p. 3]``: kept parts keep their page; a new one is the id of its document."""
    parts = {
        key: part.strip() for part in written[1:-1].split(";") for key in re.findall(r"@([^\s,;\]]+)", part)
    }
    keyed = [
        name if isinstance(name, str) else forms.keys.get((marker.style, name), _find_plain_id(forms, name))
        for name in names
    ]
    kept = [parts.get(key, f"@{key}") for key in keyed if key is not None]
    rest = [name for name, key in zip(names, keyed, strict=True) if key is None and isinstance(name, int)]
    return (f"[{'; '.join(kept)}]" if kept else "") + (_render_brackets(rest) if rest else "")


def _find_plain_id(forms: MarkerForms, place: int) -> str | None:
    found = forms.ids[place - 1]
    return found if _PLAIN_ID.fullmatch(found) else None


def _render_tag(forms: MarkerForms, marker: Marker, written: str, names: list[Name]) -> str:
    """Render the tag with other keys: those of the reply, ``s3`` beside ``s1``, an id, or the position."""
    style, match = match_marker(forms.text, marker)
    opening = match.group(1) if style.wraps else written
    if opening.startswith("<co:"):
        return _render_span([name for name in names if isinstance(name, int)])
    keys = [name if isinstance(name, str) else _choose_tag_key(forms, marker, name) for name in names]
    return _ID_VALUE.sub(lambda found: found.group(1) + ",".join(keys), opening, count=1)


def _render_span(numbers: list[int]) -> str:
    """Render ``<co: 0,2>``, which counts from 0."""
    return f"<co: {','.join(str(number - 1) for number in numbers)}>"


def _choose_tag_key(forms: MarkerForms, marker: Marker, place: int) -> str:
    known = forms.keys.get((marker.style, place))
    if known is not None:
        return known
    numbered = _NUMBER_AT_END.fullmatch(str(marker.documents[0]))
    if numbered and marker.documents[0] not in forms.ids:
        return f"{numbered.group(1)}{place}"
    found = _find_plain_id(forms, place)
    return found if found is not None and "," not in found else str(place)


def _render_copies(forms: MarkerForms, marker: Marker, written: str, names: list[Name]) -> str:
    """Render copies of the reply's markers, with kept parts unchanged and ``[n]`` for the rest."""
    kept = [name for name in names if isinstance(name, str)]
    if tuple(names) == marker.documents:
        return written
    inner = "; ".join(kept)
    text = (
        f"{written[0]}{inner}{written[-1]}"
        if kept and marker.style == "author_year"
        else written
        if kept
        else ""
    )
    for name in names:
        if isinstance(name, int):
            text += forms.copy(marker.style, name) or _render_brackets([name])
    return text


def _render_brackets(places: Sequence[Name]) -> str:
    return "".join(f"[{place}]" for place in places)


def _render_names(forms: MarkerForms, marker: Marker, written: str, names: list[Name]) -> str:
    """Render ``(source: mill.txt; inn.txt)``: a new one is the name that the reply has for it, or its id."""
    if tuple(names) == marker.documents:
        return written
    _, match = match_marker(forms.text, marker)
    first, last = match.start(1) - marker.start, match.end(1) - marker.start
    known = (
        name if isinstance(name, str) else forms.keys.get((marker.style, name), forms.ids[name - 1])
        for name in names
    )
    return written[:first] + "; ".join(known) + written[last:]


_LISTING_STYLES = ("bracket", "named", "id", "name")
"""Styles that can name several documents in one marker or in one marker each."""

_WRITERS: Mapping[str, Callable[[MarkerForms, Marker, str, list[Name]], str]] = {
    "bracket": _render_numbers,
    "named": _render_numbers,
    "id": _render_numbers,
    "superscript": _render_numbers,
    "footnote": _render_footnotes,
    "template": _render_templates,
    "pandoc": _render_pandoc,
    "tag": _render_tag,
    "range": _render_copies,
    "linked": _render_copies,
    "openai": _render_copies,
    "author_year": _render_copies,
    "key": _render_copies,
    "name": _render_names,
}
"""One writer for each style of ``read.markers.styles.STYLES``; a test compares the two."""


def collect_forms(
    text: str,
    ids: Sequence[str],
    named: Mapping[Marker, Sequence[int | None]],
    known: KnownSources = NO_SOURCES,
) -> MarkerForms:
    """Collect the forms of the markers in the reply.

    Args:
        text: the reply.
        ids: ids of the documents.
        named: marker → the positions of its documents, None for an unknown one.
        known: the names by which markers may call the documents.
    """
    copies: dict[tuple[str, int], str] = {}
    keys: dict[tuple[str, int], str] = {}
    for marker, places in named.items():
        for key, place in zip(marker.documents, places, strict=True):
            if place is not None and isinstance(key, str):
                keys.setdefault((marker.style, place), key)
        if len(places) == 1 and places[0] is not None:
            copies.setdefault((marker.style, places[0]), text[marker.start : marker.end])
    lists = any(len(marker.documents) > 1 for marker in named)
    return MarkerForms(text, ids, copies, keys, lists, known)

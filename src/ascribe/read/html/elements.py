"""What the elements of a page are for: the names in HTML, and the class names that the web agrees on."""

from __future__ import annotations

import json
from importlib.resources import files

_NAMES = {
    key: frozenset(names.split())
    for key, names in json.loads(
        files("ascribe.read.html").joinpath("elements.json").read_text(encoding="utf-8")
    ).items()
}

UNSEEN = _NAMES["unseen"]
"""Elements whose text a reader of the page does not read as text, navigation included."""

BLOCKS = _NAMES["blocks"]
"""Elements that begin a new line; all others run on within one."""

HEADINGS = {f"h{level}": level for level in range(1, 7)}

LISTS = frozenset({"ul", "ol", "menu", "dir", "dl"})
LIST_ITEMS = frozenset({"li", "dt", "dd"})

VOID = _NAMES["void"]
"""Elements without content."""

FORMATTING = _NAMES["formatting"]
"""Elements that the parser opens again in the next paragraph if they were not closed."""

END_TAG_OPTIONAL = _NAMES["end_tag_optional"]
"""Elements that end where the next one of their kind begins."""

SITE_PARTS = frozenset({"header", "footer", "aside"})
"""They belong to the site unless they stand inside the article."""

SITE_ROLES = _NAMES["site_roles"]

SITE_CLASSES = _NAMES["site_classes"]
"""Class names and ids of furniture, as a whole."""

SITE_WORDS = _NAMES["site_words"]
"""Words in class names and ids of furniture."""

SITE_ITEMS = _NAMES["site_items"]
"""Types of schema.org that are parts of the site."""

CONSENT_WORDS = _NAMES["consent_words"]
"""Words in class names and ids of what asks to be clicked away, if it has a button."""

LINK_CLASSES = _NAMES["link_classes"]
"""Class names and ids of furniture, or words in them, if most of its text is links.

Else a menu may be that of a restaurant.
"""

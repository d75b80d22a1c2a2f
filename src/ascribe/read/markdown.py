"""The signs of Markdown, each as one regular expression, for all who look for them."""

QUOTE = r"(?:>[ \t]?)+"
"""The marks of a block quote at the start of a line."""

HEADING = r"#{1,6}(?=\s|\Z)"

BULLET = r"(?:[-*+◦○■·](?=[ \t\r\n]|\Z)|[•‣▪●])"
NUMBER = r"(?:\d{1,3}[.)]|\(?(?:\d{1,2}|[a-zA-Z]|[ivx]{1,5})\))(?=[ \t])"
CHECKBOX = r"\[[ xX]\](?=\s)"

UNDERLINE = r"(?:=+|-{2,})"
"""What makes a title of the line above it."""

RULE = r"(?:(?:-[ \t]*){3,}|(?:\*[ \t]*){3,}|(?:_[ \t]*){3,})"

DEFINITION = r"\[[^\[\]\n]{1,60}\]:"
"""The mark of a footnote or of a link that is used elsewhere."""

_ADDRESS = r"(?:<[^<>\n]*>|(?=\S*(?:[/#]|\.[A-Za-z]{2,6}(?:\s|\Z)))\S++)"
LINK_DEFINITION = rf"{DEFINITION}[ \t]+{_ADDRESS}(?:[ \t]+[\"'(][^\n]*[\"')])?[ \t]*"
"""A whole line: where a link that is used elsewhere leads, and its title."""

HARD_BREAK = r"\\(?=\r?\n)|<br[ \t]*/?>(?:[ \t]*<br[ \t]*/?>)*"
"""A new line within a paragraph, after the blanks before it."""

LINK_TEXT = r"(?:[^\[\]\n]|\[[^\[\]\n]{0,200}\]){0,1000}"
LINK_TARGET = r"(?:\([^()\s]*(?:\([^()\s]*\)[^()\s]*)*(?:[ \t][^()\n]*)?\)|\[[^\[\]\n]{0,200}\])"
"""In parentheses, or the name of a definition in brackets."""

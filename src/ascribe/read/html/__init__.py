"""HTML pages: the main text as blocks, without the site around it.

charset → nesting → content → tables, menus → reader; elements names what HTML and the web call things.
"""

from ascribe.read.html.reader import HtmlReader

__all__ = ["HtmlReader"]

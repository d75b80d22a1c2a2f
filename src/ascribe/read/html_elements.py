"""What the elements of a page are for: plain tables of HTML names and of the web's common class names."""

from __future__ import annotations

UNSEEN = frozenset(
    [
        "script",
        "style",
        "noscript",
        "template",
        "head",
        "title",
        "svg",
        "iframe",
        "object",
        "embed",
        "canvas",
        "audio",
        "video",
        "map",
        "button",
        "select",
        "textarea",
        "input",
        "datalist",
        "option",
        "progress",
        "meter",
        "dialog",
        "rt",
        "rp",
        "annotation",
        "annotation-xml",
        "del",
        "nav",
    ]
)
"""Elements whose text a reader of the page does not read as text, navigation included."""

BLOCKS = frozenset(
    [
        "address",
        "article",
        "aside",
        "blockquote",
        "body",
        "caption",
        "center",
        "dd",
        "details",
        "dialog",
        "dir",
        "div",
        "dl",
        "dt",
        "fieldset",
        "figcaption",
        "figure",
        "footer",
        "form",
        "h1",
        "h2",
        "h3",
        "h4",
        "h5",
        "h6",
        "header",
        "hgroup",
        "hr",
        "html",
        "legend",
        "li",
        "main",
        "menu",
        "ol",
        "p",
        "pre",
        "search",
        "section",
        "summary",
        "table",
        "tbody",
        "td",
        "tfoot",
        "th",
        "thead",
        "tr",
        "ul",
    ]
)
"""Elements that begin a new line; all others run on within one."""

HEADINGS = {f"h{level}": level for level in range(1, 7)}

LISTS = frozenset(["ul", "ol", "menu", "dir", "dl"])
LIST_ITEMS = frozenset(["li", "dt", "dd"])

SITE_PARTS = frozenset(["header", "footer", "aside"])
"""They belong to the site unless they stand inside the article."""

SITE_ROLES = frozenset(
    [
        "navigation",
        "banner",
        "contentinfo",
        "complementary",
        "search",
        "menu",
        "menubar",
        "toolbar",
        "dialog",
        "alertdialog",
        "tablist",
        "tooltip",
        "doc-backlink",
        "doc-noteref",
        "doc-toc",
    ]
)

SITE_CLASSES = frozenset(
    [
        "skip-link",
        "skip-to-content",
        "sr-only",
        "visually-hidden",
        "screen-reader-text",
        "headerlink",
        "anchor-link",
        "edit-link",
        "cookie-banner",
        "cookie-notice",
        "cookie-consent",
        "advertisement",
        "printfooter",
        "noprint",
        "mw-editsection",
        "mw-jump-link",
        "mw-cite-backlink",
        "mw-portlet",
        "vector-dropdown",
        "vector-page-toolbar",
        "catlinks",
        "navbox",
        "navbox-styles",
        "sister-box",
    ]
)
"""Class names and ids of furniture, as whole words."""

LINK_CLASSES = frozenset(
    [
        "nav",
        "navbar",
        "navigation",
        "navigation-menu",
        "breadcrumb",
        "breadcrumbs",
        "sidebar",
        "side-bar",
        "menu",
        "main-menu",
        "pagination",
        "pager",
        "share",
        "sharing",
        "social",
        "social-share",
        "toc",
        "table-of-contents",
        "toctree-wrapper",
        "related",
        "tags",
        "footer",
    ]
)
"""Class names and ids of furniture if most of its text is links; else a menu may be that of a restaurant."""

"""Settings of Sphinx for the docs as a site; ``python -m docs.site`` builds it."""

from __future__ import annotations

from ascribe.version import __version__

project = "Ascribe"
author = "the authors of Ascribe"
release = version = __version__
html_title = f"Ascribe {__version__}"

extensions = ["myst_parser", "sphinx.ext.autodoc", "sphinx.ext.napoleon"]
myst_heading_anchors = 4

html_theme = "furo"
html_favicon = "images/favicon.svg"
html_static_path = ["site.css"]
html_css_files = ["site.css"]
html_copy_source = False
html_show_sourcelink = False
html_show_sphinx = False
html_show_copyright = False
html_theme_options = {
    "light_css_variables": {"color-brand-primary": "#3949ab", "color-brand-content": "#2f3fa0"},
    "dark_css_variables": {"color-brand-primary": "#9fa8ff", "color-brand-content": "#9fa8ff"},
    "navigation_with_keys": True,
}
pygments_style = "friendly"
pygments_dark_style = "monokai"

autodoc_member_order = "bysource"
autodoc_typehints = "description"
autodoc_typehints_description_target = "documented_params"
autodoc_default_options = {"members": True}
napoleon_google_docstring = True
napoleon_numpy_docstring = False
napoleon_use_rtype = False
python_use_unqualified_type_names = True
toc_object_entries_show_parents = "hide"

"""The HTML report: one self-contained page, or its body as a fragment for another page."""

"""Formats of a list of references: plain, CSL styles, BibTeX, CSL-JSON and RIS."""

"""Copies of the cited PDF files with the quotes highlighted, each with a note that says what rests on it."""

from ascribe.write.highlights.copies import PdfHighlighter, cited_pdfs

__all__ = ["PdfHighlighter", "cited_pdfs"]

"""PDF files with a text layer: text in reading order, and the place of every character on its page.

glyphs → columns → lines → furniture, legible → paragraphs, tables, headings → joins → hyphens → text.
"""

from ascribe.read.pdf.reader import PdfReader

__all__ = ["PdfReader"]

"""PDF files with a text layer: text in reading order, and the place of every character on its page.

glyphs (fragments, accents), pictures → rules, columns, rows → lines → pages → legible, furniture →
tables, headings, kinds, paragraphs → notes, joins → hyphens, text.
"""

from ascribe.read.pdf.reader import PdfReader

__all__ = ["PdfReader"]

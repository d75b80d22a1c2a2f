"""PDF files with a text layer: text in reading order, and the place of every character on its page.

fragments, glyphs → columns → lines → legible, furniture → tables, headings, paragraphs → joins →
hyphens, text.
"""

from ascribe.read.pdf.reader import PdfReader

__all__ = ["PdfReader"]

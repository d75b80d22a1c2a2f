"""PDF files with a text layer: text in reading order, and the place of every character on its page.

glyphs (fragments, bidi, accents, initials), pictures → paths, bullets, rules, edges, columns (sides), rows →
lines → pages → legible, furniture (browser_prints) → tables, headings, kinds, entries, paragraphs → notes,
displays, joins → hyphens, text.
"""

from ascribe.read.pdf.reader import PdfReader

__all__ = ["PdfReader"]

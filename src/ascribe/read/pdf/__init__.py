"""PDF files with a text layer: text in reading order, and the position of every character on its page.

glyphs (text_runs), drawings, ocr → page_layout (lines, tables) → furniture → paragraphs → paragraph_merge →
composer; reader runs the steps.
"""

from ascribe.read.pdf.reader import PdfReader

__all__ = ["PdfReader"]

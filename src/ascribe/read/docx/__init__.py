"""Word files: the text that Word prints, as blocks, notes at the end.

package → styles, runs, tables → reader; names holds the XML names.
"""

from ascribe.read.docx.reader import DocxReader

__all__ = ["DocxReader"]

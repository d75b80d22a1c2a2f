"""One SQLite file with documents, an index of their words, and the vectors of their sentences.

database opens the file; documents, words and vectors each own a group of tables; store changes them together.
"""

from ascribe.library.store.store import IndexedPassage, Store, StoredDocument

__all__ = ["IndexedPassage", "Store", "StoredDocument"]

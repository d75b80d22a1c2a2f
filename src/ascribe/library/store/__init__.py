"""One SQLite file: documents with their spans, an index of their words, and vectors of their sentences.

schema → connection → database → documents, words, vectors, each a group of tables → store, which changes
them together.
"""

from ascribe.library.store.store import IndexedPassage, Store, StoredDocument

__all__ = ["IndexedPassage", "Store", "StoredDocument"]

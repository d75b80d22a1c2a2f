"""Stores of libraries: documents, an index of their words, and the vectors of their sentences.

protocol is what every store does. A file_store is one SQLite file: database opens it and creates its tables,
connection reads and writes it; documents, words, vectors and codes each own a group of tables. postgres holds
the same on a server. location chooses.
"""

from ascribe.library.store.file_store import FileStore
from ascribe.library.store.location import is_on_server, open_store, parse_location
from ascribe.library.store.protocol import IndexedPassage, Store, StoredDocument

__all__ = [
    "FileStore",
    "IndexedPassage",
    "Store",
    "StoredDocument",
    "is_on_server",
    "open_store",
    "parse_location",
]

"""The tables of a library file."""

from __future__ import annotations

APPLICATION = 0x41534352
"""``ASCR``: what says that a SQLite file is a library."""

VERSION = 1
"""Goes up when the tables change; a file of another version is refused."""

TABLES = """
CREATE TABLE documents (           -- long columns last: what stands behind one is as slow to read as it
    id INTEGER PRIMARY KEY,
    doc_id TEXT NOT NULL UNIQUE,
    source TEXT NOT NULL UNIQUE,   -- what tells the document from others: its path, its id or its digest
    digest TEXT NOT NULL,
    reading TEXT NOT NULL,         -- how it was read: the same digest read otherwise is another document
    language TEXT NOT NULL,
    pages INTEGER NOT NULL,
    sentences INTEGER NOT NULL,
    metadata TEXT NOT NULL,
    frame BLOB NOT NULL,           -- the Document without text, paragraphs and lines, as compressed JSON
    text TEXT,
    lines BLOB NOT NULL            -- the printed lines, as compressed JSON
);
CREATE INDEX documents_by_digest ON documents (digest);
CREATE INDEX documents_by_language ON documents (language);
CREATE TABLE metadata (            -- to filter by: one row for each value, and each value of a list
    document INTEGER NOT NULL REFERENCES documents (id) ON DELETE CASCADE,
    key TEXT NOT NULL,
    value TEXT NOT NULL            -- as JSON
);
CREATE INDEX metadata_by_value ON metadata (key, value, document);
CREATE INDEX metadata_by_document ON metadata (document);
CREATE TABLE passages (
    id INTEGER PRIMARY KEY AUTOINCREMENT,   -- never used twice: a search may still hold those of the past
    document INTEGER NOT NULL REFERENCES documents (id) ON DELETE CASCADE,
    position INTEGER NOT NULL,
    sentences INTEGER NOT NULL,
    data BLOB NOT NULL,            -- the Passage as compressed JSON
    UNIQUE (document, position)
);
CREATE VIRTUAL TABLE words USING fts5 (content, title, name, tokenize = 'ascii');
CREATE VIRTUAL TABLE vocabulary USING fts5vocab (words, row);
CREATE TABLE vectors (
    passage INTEGER PRIMARY KEY REFERENCES passages (id) ON DELETE CASCADE,
    model TEXT NOT NULL,
    data BLOB NOT NULL             -- one vector for each sentence, float16, little endian
);
CREATE INDEX vectors_by_model ON vectors (model, passage);
"""

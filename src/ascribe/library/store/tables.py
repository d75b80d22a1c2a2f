"""The tables of a library file."""

from __future__ import annotations

APPLICATION_ID = 0x41534352
"""``ASCR``: marks a SQLite file as a library."""

FORMAT_VERSION = 2
"""Increases when the tables change. A file of version 1 gets the codes of its vectors when it is opened; any
other version is refused."""

TABLES = """
CREATE TABLE documents (           -- long columns last: a column after one is as slow to read as the long one
    id INTEGER PRIMARY KEY,
    doc_id TEXT NOT NULL UNIQUE,
    source TEXT NOT NULL UNIQUE,   -- unique key of the document: its path, its id or its digest
    digest TEXT NOT NULL,
    reading TEXT NOT NULL,         -- how it was read: the same digest read differently is another document
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
    id INTEGER PRIMARY KEY AUTOINCREMENT,   -- never reused: a search may still hold ids of removed passages
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
CREATE TABLE codes (
    passage INTEGER PRIMARY KEY REFERENCES passages (id) ON DELETE CASCADE,
    model TEXT NOT NULL,
    data BLOB NOT NULL             -- a bit for each number of each vector: whether it is above 0
);
CREATE INDEX codes_by_model ON codes (model, passage);
"""

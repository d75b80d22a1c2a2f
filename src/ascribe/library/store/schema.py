"""The tables of a library file."""

from __future__ import annotations

APPLICATION = 0x41534352
"""``ASCR``: what says that a SQLite file is a library."""

VERSION = 1
"""Goes up when the tables change; a file of another version is refused."""

TABLES = """
CREATE TABLE documents (
    id INTEGER PRIMARY KEY,
    doc_id TEXT NOT NULL UNIQUE,
    source TEXT NOT NULL UNIQUE,   -- what tells the document from others: its path, its id or its digest
    digest TEXT NOT NULL,
    reading TEXT NOT NULL,         -- how it was read: the same digest read otherwise is another document
    metadata TEXT NOT NULL,
    frame BLOB NOT NULL,           -- the Document without text, paragraphs and lines, as compressed JSON
    lines BLOB NOT NULL,           -- the printed lines, as compressed JSON
    text TEXT NOT NULL,
    language TEXT NOT NULL,
    pages INTEGER NOT NULL,
    sentences INTEGER NOT NULL
);
CREATE INDEX documents_by_digest ON documents (digest);
CREATE TABLE passages (
    id INTEGER PRIMARY KEY,
    document INTEGER NOT NULL REFERENCES documents (id) ON DELETE CASCADE,
    position INTEGER NOT NULL,
    section TEXT NOT NULL,
    title TEXT,
    sentences INTEGER NOT NULL,
    paragraphs BLOB NOT NULL,      -- its paragraphs, as far as they lie in it, as JSON
    UNIQUE (document, position)
);
CREATE VIRTUAL TABLE words USING fts5 (content, titles, tokenize = 'ascii');
CREATE VIRTUAL TABLE vocabulary USING fts5vocab (words, row);
CREATE TABLE vectors (
    passage INTEGER PRIMARY KEY REFERENCES passages (id) ON DELETE CASCADE,
    model TEXT NOT NULL,
    data BLOB NOT NULL             -- one vector for each sentence, float16, little endian
);
"""

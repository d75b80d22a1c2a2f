"""The schema of a library on a server: its tables, and how they are created or refused."""

from __future__ import annotations

from ascribe.errors import LibraryError
from ascribe.library.store.postgres.connection import WRITE, Connection, Run

FORMAT_VERSION = 1
"""Increases when the tables change; a library of another version is refused."""

OLDEST_SERVER = 130_000
OLDEST_PGVECTOR = (0, 7)
"""The first version with vectors in half precision."""

TABLES = """
CREATE TABLE library (             -- one row; writers update its counts
    format integer NOT NULL,
    passages bigint NOT NULL,
    tokens bigint NOT NULL         -- words of all passages, for the average length
);
CREATE TABLE documents (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    doc_id text COLLATE "C" NOT NULL UNIQUE,
    source text COLLATE "C" NOT NULL UNIQUE,
    digest text COLLATE "C" NOT NULL,
    reading text NOT NULL,
    language text COLLATE "C" NOT NULL,
    pages integer NOT NULL,
    sentences integer NOT NULL,
    metadata text NOT NULL,
    frame bytea NOT NULL,          -- the Document without text, paragraphs and lines, as compressed JSON
    text bytea,                    -- compressed UTF-8, since a text column cannot hold null characters
    lines bytea NOT NULL
);
CREATE INDEX documents_by_digest ON documents (digest);
CREATE TABLE metadata (            -- to filter by: one row for each value, and each value of a list
    document bigint NOT NULL REFERENCES documents ON DELETE CASCADE,
    key bytea NOT NULL,            -- digests, since long texts cannot be indexed
    value bytea NOT NULL
);
CREATE INDEX metadata_by_value ON metadata (key, value, document);
CREATE INDEX metadata_by_document ON metadata (document);
CREATE TABLE passages (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    document bigint NOT NULL REFERENCES documents ON DELETE CASCADE,
    position integer NOT NULL,
    sentences integer NOT NULL,
    data bytea NOT NULL,           -- the Passage as compressed JSON
    words bytea NOT NULL,          -- its words as the index has them, as compressed JSON
    UNIQUE (document, position)
);
CREATE TABLE terms (
    id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    term text COLLATE "C" NOT NULL UNIQUE,
    passages integer NOT NULL      -- number of passages that contain it
) WITH (fillfactor = 70);
CREATE TABLE words (               -- one row for each term of each passage
    term integer NOT NULL,
    length integer NOT NULL,       -- words of the passage
    passage bigint NOT NULL,
    frequency real NOT NULL,       -- weighted: see words.py
    PRIMARY KEY (term, passage) INCLUDE (frequency, length)
);
CREATE TABLE models (
    id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    digest text COLLATE "C" NOT NULL UNIQUE
);
CREATE TABLE vectors (             -- one row for each sentence
    passage bigint NOT NULL REFERENCES passages ON DELETE CASCADE,
    position integer NOT NULL,
    model integer NOT NULL,
    vector halfvec(384) NOT NULL,
    PRIMARY KEY (passage, position)
)
"""

_EXTENSION = """
SELECT n.nspname, e.extversion FROM pg_extension e JOIN pg_namespace n ON n.oid = e.extnamespace
WHERE e.extname = 'vector'
"""

_TABLE_NAMES = """
SELECT c.relname FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
WHERE n.nspname = %s AND c.relkind IN ('r', 'p', 'v', 'm')
"""


def prepare_schema(connection: Connection) -> None:
    """Create the schema of the library unless it is there, and check that it can be used.

    Raises:
        LibraryError: the server, its extension or the schema cannot be used; says the way out.
    """
    shown, schema = connection.address.shown, connection.address.schema
    if connection.server_version < OLDEST_SERVER:
        raise LibraryError(f"{shown}: the server is too old; PostgreSQL 13 or newer is needed.")
    with connection.transaction(WRITE, lock="ascribe: create") as run:
        encoding = run("SHOW server_encoding").fetchone()[0]
        if encoding != "UTF8":
            raise LibraryError(
                f"{shown}: the database stores {encoding}; make one with: CREATE DATABASE … ENCODING 'UTF8'."
            )
        names = {name for (name,) in run(_TABLE_NAMES, (schema,))}
        if names and not {"library", "documents", "passages", "words"} <= names:
            raise LibraryError(
                f"{shown}: the schema {schema} belongs to another program; name another one in the URL, "
                "such as ?library=papers."
            )
        home = _find_extension(run, shown, create=not names)
        run(f'SET LOCAL search_path = "{schema}", "{home}"')
        if not names:
            run(f'CREATE SCHEMA IF NOT EXISTS "{schema}"')
            for statement in TABLES.split(";\n"):
                run(statement)
            run("INSERT INTO library VALUES (%s, 0, 0)", (FORMAT_VERSION,))
        version = run("SELECT format FROM library").fetchone()[0]
        if version != FORMAT_VERSION:
            raise LibraryError(
                f"{shown}: it was made by another version of Ascribe (format {version}, here "
                f"{FORMAT_VERSION}); add the documents to a new library."
            )
    connection.use_schemas(f'"{schema}", "{home}"')


def _find_extension(run: Run, shown: str, *, create: bool) -> str:
    """Return the schema of pgvector, after creating the extension if the server has it."""
    found = run(_EXTENSION).fetchone()
    if found is None and create:
        there = run("SELECT 1 FROM pg_available_extensions WHERE name = 'vector'").fetchone()
        if there is not None:
            run("CREATE EXTENSION vector SCHEMA public")
            found = run(_EXTENSION).fetchone()
    if found is None:
        raise LibraryError(
            f"{shown}: the server has no pgvector; install it there (version 0.7 or newer), and run in this "
            "database: CREATE EXTENSION vector;"
        )
    home, version = found
    if tuple(int(part) for part in version.split(".")[:2]) < OLDEST_PGVECTOR:
        raise LibraryError(
            f"{shown}: pgvector {version} is too old; install version 0.7 or newer, and run in this "
            "database: ALTER EXTENSION vector UPDATE;"
        )
    return str(home)

"""A library in a schema of a PostgreSQL database, with pgvector.

address reads the URL; connection makes transactions of it, errors says what went wrong, and tables creates
the schema; documents, words and vectors each own a group of tables; server_store changes them together.
"""

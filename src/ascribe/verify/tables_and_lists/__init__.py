"""Texts that are no sentences: rows of tables, items of lists, and labels with an answer."""

"""Rows of tables as the evidence of a model, which reads no table: what several rows say is not joined."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ascribe.text.table_cells import split_row
from ascribe.text.words import Word
from ascribe.verify.cues import find_scopes, split_whole_clauses
from ascribe.verify.evidence.passages import read_sentence, read_text
from ascribe.verify.evidence.sets import ClaimContext
from ascribe.verify.lexicon import get_meaning, get_meanings


def mixes_rows(case: ClaimContext, members: Sequence[int]) -> bool:
    """Return True if the claim joins what several rows of a table say.

    "The mayor of Arlen is Rita Mbeki" has the city of one row and the mayor of another. Each clause must be
    in one row, and in the same one as the clause before if it does not name the row.
    """
    rows = {member for member in members if _is_table_row(case, member)}
    others = [member for member in members if member not in rows]
    told = rows
    for start, end in split_whole_clauses(case.text) if len(rows) > 1 else ():
        words = case.text.within(start, end)
        if any(_holds_words(case, member, words) for member in others):
            continue
        holding = {row for row in rows if _holds_words(case, row, words)}
        told = {row for row in holding if _is_row_named(case, row, words)} or holding & told
        if not told:
            return True
    return False


def _holds_words(case: ClaimContext, member: int, words: Iterable[Word]) -> bool:
    text = read_sentence(case.evidence, member, case.text.language)
    return all(
        word.stem in text.stems or get_meaning(word, case.text.language) in get_meanings(text)
        for word in words
    )


def _is_row_named(case: ClaimContext, row: int, words: Iterable[Word]) -> bool:
    """Return True if a word is in the first cell of the row."""
    sentence = case.evidence[row].sentence
    heads = next(one.text for one in sentence.context if one.kind == "columns")
    name = read_text(split_row(heads, sentence.text)[1][0], case.text.language)
    return any(word.stem in name.stems for word in words)


def ranks_rows(case: ClaimContext, members: Iterable[int]) -> bool:
    """Return True if the claim has a superlative and the members are rows of a table that have none.

    One row, or a few of them, do not show that its price is the highest of all.
    """
    if not find_scopes(case.text, "superlative") or not any(_is_table_row(case, one) for one in members):
        return False
    texts = (read_text(part, case.text.language) for one in members for part in _list_parts(case, one))
    return not any(find_scopes(text, "superlative") for text in texts)


def _list_parts(case: ClaimContext, member: int) -> tuple[str, str]:
    return case.evidence[member].text, case.evidence[member].setting


def _is_table_row(case: ClaimContext, member: int) -> bool:
    return any(one.kind == "columns" for one in case.evidence[member].sentence.context)

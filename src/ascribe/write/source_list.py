"""The sources of a report as a list of references, each with the numbers of its passages.

In a report a number means a passage. A list of sources with numbers of its own would lead a reader of ``[4]``
to the wrong document, so an entry shows every number that the report uses for words of that source.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from ascribe.protocols import ReferenceFormat
from ascribe.records import Answer
from ascribe.records.work import Markup
from ascribe.write.citations import render_entries, render_reference_file
from ascribe.write.numbering import NumberedSource, Numbering
from ascribe.write.works import build_cited_works


def list_numbered_sources(answer: Answer, form: ReferenceFormat, markup: Markup = "plain") -> list[str]:
    """Return one line for each source that the report numbers, such as ``[3–5, 8] Kohl (2019). Mills.``.

    A data format such as BibTeX, whose entries have keys, gives the lines of its file.
    """
    grouped = _group_by_source(Numbering.of_words(answer))
    works = build_cited_works([source for source, _ in grouped])
    if form.language:
        return render_reference_file(works, form).splitlines() if works else []
    entries = render_entries(works, form, markup)
    return [f"[{join_ranges(numbers)}] {entry}" for (_, numbers), entry in zip(grouped, entries, strict=True)]


def _group_by_source(numbering: Numbering) -> list[tuple[NumberedSource, tuple[int, ...]]]:
    """Join the numbered passages of each source, in the order of their first numbers."""
    found: dict[tuple[int, str], list[NumberedSource]] = {}
    for passage in numbering.sources:
        first = passage.references[0]
        found.setdefault((first.document_position, first.document_id), []).append(passage)
    return [
        (
            NumberedSource(group[0].number, group[0].document, tuple(r for g in group for r in g.references)),
            tuple(passage.number for passage in group),
        )
        for group in found.values()
    ]


def join_ranges(numbers: Sequence[int]) -> str:
    """Return ``3–5, 8`` for 3, 4, 5 and 8; two in a row stay apart."""
    runs: list[list[int]] = [[numbers[0]]]
    for before, number in pairwise(numbers):
        if number == before + 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    return ", ".join(f"{run[0]}–{run[-1]}" if len(run) > 2 else ", ".join(map(str, run)) for run in runs)

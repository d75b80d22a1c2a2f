r"""Write the training data of the reader: windows of the project's own documents with questions about them.

    python -m training.answers --out build/answers.jsonl.gz

The windows are those that ``ascribe ask`` retrieves at run time, so the reader learns from the passages that
would mislead it there. Held-out documents are not used here; ``training.answer_odds`` fits the weights and
the thresholds on them.
"""

from __future__ import annotations

import argparse
import gzip
import hashlib
import json
import random
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

from ascribe.library import Library
from ascribe.library.answering.candidates import Candidate, find_candidates
from ascribe.library.answering.extractive import MAX_CANDIDATES
from training.claims import read_sets
from training.questions import DOCUMENTS, PAGES, Question, read_questions

SEED = 13

EPOCHS = 2

OFFERED = 8
"""Passages whose sentences are candidates."""

BEST, OTHERS = 3, 4
"""Numbers of windows per question that do not answer it: the best by words and meaning, and random others."""

UNREAD = ("gartenverein.md", "rauchkaese.md", "pains_hiver.md", "puerto_anselmo.md")
"""Documents in languages that the models do not read, besides those whose name starts with ``f_``."""

ASIDE = 5
"""One document in this many is held out."""


def is_unread(doc: str) -> bool:
    """Return True for a document in a language that the models do not read."""
    return doc in UNREAD or doc.startswith("f_")


def is_held_out(doc: str) -> bool:
    """Return True for a document held out from the training of the reader; a hash of its name decides."""
    return not is_unread(doc) and hashlib.sha256(doc.encode()).digest()[0] % ASIDE == 0


def is_training_document(doc: str) -> bool:
    """Return True for a document that the reader is trained on."""
    return not (is_unread(doc) or is_held_out(doc))


def search_questions(wanted: Callable[[str], bool]) -> Iterator[tuple[Question, list[Candidate]]]:
    """Yield the questions of the wanted documents with their candidate sentences, best first."""
    questions = [q for q in (*read_questions(), *read_questions(PAGES)) if wanted(q.doc)]
    pages = {each.id: each.documents[0].text for each in read_sets()}
    with Library() as library:
        library.add(
            [
                {"id": name, "text": pages[name]} if name in pages else DOCUMENTS / name
                for name in sorted({question.doc for question in questions})
            ]
        )
        for question in questions:
            yield question, find_candidates(library.retrieve(question.question, OFFERED))


def is_answer(question: Question, candidate: Candidate) -> bool:
    """Return True if the sentence contains a quote of the answer, or is part of one."""
    held = _squeeze(candidate.sentence.text)
    return any(quote in held or held in quote for quote in map(_squeeze, question.quotes))


def _squeeze(text: str) -> str:
    return " ".join(text.split())


def build_example(
    question: Question, found: Sequence[Candidate], chance: random.Random
) -> dict[str, Any] | None:
    """Build a question with right and wrong windows; None if it is answerable and no candidate answers."""
    right = [one.window for one in found if is_answer(question, one)]
    if question.answerable and not right:
        return None
    wrong = [one.window for one in found[:MAX_CANDIDATES] if not is_answer(question, one)]
    others = wrong[BEST:]
    shown = wrong[:BEST] + chance.sample(others, min(OTHERS, len(others)))
    return {"question": question.question, "right": right, "wrong": shown}


def main() -> None:
    """Write the examples, each epoch in another order and with other windows."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--out", type=Path, required=True)
    chosen = parser.parse_args()
    found = list(search_questions(is_training_document))
    chance = random.Random(SEED)
    with gzip.open(chosen.out, "wt", encoding="utf-8") as file:
        for _ in range(EPOCHS):
            chance.shuffle(found)
            made = (build_example(*each, chance) for each in found)
            file.writelines(json.dumps(row, ensure_ascii=False) + "\n" for row in made if row)
    print(f"{chosen.out}: {len(found)} questions, {EPOCHS} times")


if __name__ == "__main__":
    main()

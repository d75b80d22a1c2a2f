r"""Writes what the reader is trained on: passages of our own documents beside questions about them.

    python -m training.answers --out build/answers.jsonl.gz
    python -m training.verifier build/answers.jsonl.gz --start build/verifier-close.safetensors \
        --rate 5e-5 --rows 16 --name reader --out build/reader.safetensors

The reader is the verifier, taught another question: does this window answer? Entailed stands for "it does",
neither for "it does not". Windows are those that ``ascribe ask`` finds at run time, so that what misleads it
there is what it learns from. Documents kept aside take no part; ``training.bars`` fits the bars on them.
"""

from __future__ import annotations

import argparse
import gzip
import hashlib
import json
import random
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from ascribe.library import Library
from ascribe.library.answering.candidates import Candidate, candidates
from training.pairs import ENTAILED, NEITHER
from training.questions import DOCUMENTS, Question, read_questions

SEED = 13

EPOCHS = 2

OFFERED = 8
"""Passages of which the sentences are taken."""

WRONG = 5
"""Windows that do not answer, for each question: the best by words and meaning."""

UNREAD = ("gartenverein.md", "rauchkaese.md", "pains_hiver.md", "puerto_anselmo.md")
"""Documents in languages that the models do not read."""

ASIDE = 5
"""One document in so many is kept aside."""


def is_kept_aside(doc: str) -> bool:
    """True for a document that the reader never learns from; its name decides."""
    return hashlib.sha256(doc.encode()).digest()[0] % ASIDE == 0


def asked(*, aside: bool) -> Iterator[tuple[Question, list[Candidate]]]:
    """The questions of one side with the sentences that were found for them, the best first."""
    questions = [q for q in read_questions() if q.doc not in UNREAD and is_kept_aside(q.doc) == aside]
    with Library() as library:
        library.add([DOCUMENTS / name for name in sorted({q.doc for q in questions})])
        for question in questions:
            yield question, candidates(library.offered(question.question, OFFERED))


def answers(question: Question, candidate: Candidate) -> bool:
    """True if the sentence has a quote of the answer, or is a part of one."""
    held = _squeezed(candidate.sentence.text)
    return any(quote in held or held in quote for quote in map(_squeezed, question.quotes))


def _squeezed(text: str) -> str:
    return " ".join(text.split())


def examples(question: Question, found: Sequence[Candidate]) -> Iterator[dict[str, Any]]:
    """What answers and what does not, weighted so that both count alike for an answerable question."""
    right = [one for one in found if answers(question, one)]
    wrong = [one for one in found if not answers(question, one)][:WRONG]
    for label, ones, weight in ((ENTAILED, right, WRONG / 2), (NEITHER, wrong, WRONG / 2)):
        for one in ones:
            yield {
                "claim": question.question,
                "evidence": one.window,
                "label": label,
                "weight": weight / len(ones),
                "dataset": "questions",
            }


def main() -> None:
    """Writes the examples, each epoch in another order."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--out", type=Path, required=True)
    chosen = parser.parse_args()
    rows = [row for question, found in asked(aside=False) for row in examples(question, found)]
    chance = random.Random(SEED)
    with gzip.open(chosen.out, "wt", encoding="utf-8") as file:
        for _ in range(EPOCHS):
            chance.shuffle(rows)
            file.writelines(json.dumps(row, ensure_ascii=False) + "\n" for row in rows)
    print(f"{chosen.out}: {len(rows)} examples, {EPOCHS} times")


if __name__ == "__main__":
    main()

"""Questions beside what short documents tell, and questions that they answer, in ordinary words.

``near_misses_kept.jsonl`` was not read while the answering was changed; both have about as many
questions with an answer as without one over each of four documents. A list of several answers belongs to a
question with several parts; a part that the document does not answer is not in it.
"""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

import pytest

from ascribe import Answer, Library


def judge(answer: Answer, wanted: list[str]) -> str:
    reply = (answer.reply or "").casefold()
    if answer.was_refused:
        return "refused"
    if answer.is_doubtful and not wanted:
        return "doubtful"
    return "right" if wanted and all(one.casefold() in reply for one in wanted) else "wrong"


def count_outcomes(file: Path) -> dict[bool, Counter[str]]:
    """Ask the questions; return the outcomes of those without and of those with an answer."""
    counts: dict[bool, Counter[str]] = {False: Counter(), True: Counter()}
    for line in file.read_text(encoding="utf-8").splitlines():
        document = json.loads(line)
        with Library(":memory:") as library:
            library.add({"id": document["id"], "text": document["text"]})
            for one in document["questions"]:
                outcome = judge(library.ask(one["question"]), one["answers"])
                counts[bool(one["answers"])][outcome] += 1
    return counts


@pytest.mark.parametrize(
    ("name", "ticked", "right"), [("near_misses.jsonl", 1, 20), ("near_misses_kept.jsonl", 2, 25)]
)
def test_few_near_misses_get_a_tick_and_most_questions_an_answer(name: str, ticked: int, right: int) -> None:
    counts = count_outcomes(Path(__file__).with_name(name))
    assert sum(counts[False].values()) + sum(counts[True].values()) == 80
    assert counts[False]["wrong"] <= ticked
    assert counts[False]["refused"] >= 30
    assert counts[True]["right"] >= right

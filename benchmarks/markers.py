"""Measure how many wrong markers ``repair`` finds and how many right ones it changes; print a table.

Usage: ``python benchmarks/markers.py FOLDER``, where the folder contains ``docs/answers.jsonl`` with its
documents, and ``dev/expertqa.cited_answers.jsonl.gz``. In the first data set every page of a PDF file and
every long paragraph of a web page is a source; a marker is right if its source contains a gold quote. In the
second the passages of an answer are its sources; a marker is right if people found the sentence completely
supported by its only citation, which must be text and not just an address. The planted errors are the wrong
markers of the first file and, in both data sets, copies of the replies in which one right marker of a true
sentence points to another source, chosen at random.
"""

from __future__ import annotations

import argparse
import gzip
import json
import random
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ascribe import read_sources, repair
from ascribe.read.markers import strip_markers
from ascribe.read.sources import SourceSet, load_sources
from ascribe.records.repair import MarkerAction

PLANTS = {"documents": 6, "ExpertQA": 1}
"""Maximum number of wrong markers planted for each right one."""

SHORTEST = 80
"""Minimum characters of a paragraph that becomes a source."""


@dataclass(frozen=True)
class Case:
    """A reply with one marker under test: its position, and the sources to which it may point."""

    reply: str
    sources: SourceSet
    start: int
    number: int
    right: frozenset[int]

    @property
    def is_right(self) -> bool:
        """Return True if the marker points to a source that supports its sentence."""
        return self.number in self.right

    def move(self, number: int) -> Case:
        """Return a copy whose marker points to another source."""
        end = self.start + len(f"[{self.number}]")
        reply = f"{self.reply[: self.start]}[{number}]{self.reply[end:]}"
        return Case(reply, self.sources, self.start, number, self.right)


def main() -> None:
    """Repair every reply, and copies with planted errors, and print the counts."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--tier", default="rules")
    options = parser.parse_args()
    print(
        "| markers | all | kept | of these to look at | re-pointed to a right source | elsewhere | dropped |"
    )
    print("|---|---|---|---|---|---|---|")
    suites = {
        "documents": list(read_document_cases(options.folder / "docs")),
        "ExpertQA": list(read_expertqa_cases(options.folder / "dev" / "expertqa.cited_answers.jsonl.gz")),
    }
    for name, cases in suites.items():
        right = [case for case in cases if case.is_right]
        wrong = [case for case in cases if not case.is_right]
        for kind, chosen in (
            ("right", right),
            ("wrong in the file", wrong),
            ("planted", list(plant_errors(right, PLANTS[name]))),
        ):
            if chosen:
                print(build_row(f"{name}: {kind}", chosen, options.tier))


def build_row(name: str, cases: list[Case], tier: str) -> str:
    """Build one row of the table."""
    counts: Counter[str] = Counter()
    reply, done = None, None
    for case in cases:
        if done is None or case.reply != reply:
            reply, done = case.reply, repair(case.reply, case.sources, tier=tier)
        action = next(a for a in done.actions if a.start == case.start and a.before)
        counts[get_outcome(action, case)] += 1
        counts["look"] += action.kind == "keep" and action.needs_review
    shown = [len(cases), *(counts[key] for key in ("keep", "look", "right", "elsewhere", "drop"))]
    return f"| {name} | " + " | ".join(map(str, shown)) + " |"


def get_outcome(action: MarkerAction, case: Case) -> str:
    """Return ``keep``, ``drop``, or the new target of the marker."""
    if action.kind != "re-point":
        return action.kind
    return "right" if case.right & set(action.after) else "elsewhere"


def plant_errors(cases: list[Case], most: int) -> Iterator[Case]:
    """Yield copies whose marker points to a wrong source."""
    chance = random.Random(0)  # noqa: S311 - a sample
    for case in cases:
        others = [n for n in range(1, len(case.sources.documents) + 1) if n not in case.right]
        for number in chance.sample(others, min(most, len(others))):
            yield case.move(number)


def read_document_cases(folder: Path) -> Iterator[Case]:
    """Yield the markers of true sentences in the replies over real documents."""
    for line in (folder / "answers.jsonl").read_text("utf-8").splitlines():
        row = json.loads(line)
        if not row["sources"]:
            continue
        texts = split_document(folder / row["doc"])
        named = [min(find_parts(texts, s)) for s in sorted(row["sources"], key=lambda s: int(s["n"]))]
        order = [*named, *(i for i in range(len(texts)) if i not in named and texts[i].strip())]
        sources = load_sources([{"id": f"{n}-{i}", "text": texts[i]} for n, i in enumerate(order, 1)])
        for sentence in row["sentences"]:
            held = {i for quote in sentence["quotes"] for i in find_parts(texts, quote)}
            right = frozenset(n for n, i in enumerate(order, 1) if i in held)
            for marker in sentence["markers"] if sentence["status"] == "supported" else ():
                start = row["answer"].index(f"[{marker['n']}]", sentence["start"])
                yield Case(row["answer"], sources, start, marker["n"], right)


def split_document(path: Path) -> list[str]:
    """Return the pages of a document, or its longer paragraphs if it has no pages."""
    (document,) = read_sources(path)
    text = document.full_text or ""
    if not document.page_breaks:
        return [p.text for p in document.paragraphs if len(p.text) > SHORTEST]
    ends = [*document.page_breaks[1:], len(text)]
    return [text[start:end] for start, end in zip(document.page_breaks, ends, strict=True)]


def find_parts(texts: list[str], quote: dict[str, Any]) -> set[int]:
    """Return the indices of the parts that contain the quote."""
    if quote["page_index"] is not None:
        return {int(quote["page_index"])}
    return {i for i, text in enumerate(texts) if normalize_letters(quote["text"]) in normalize_letters(text)}


def normalize_letters(text: str) -> str:
    """Return the letters and digits of the text in lower case."""
    return re.sub(r"\W+", "", text).casefold()


def read_expertqa_cases(path: Path) -> Iterator[Case]:
    """Yield the sentences with one citation that people labelled complete, each in its reply."""
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        rows = [json.loads(line) for line in lines]
    for row in rows:
        if len(row["passages"]) < 2:
            continue
        sources = load_sources([{"id": f"p{n}", "text": t} for n, t in enumerate(row["passages"], 1)])
        reply, places = join_sentences(row["sentences"])
        for sentence, start in zip(row["sentences"], places, strict=True):
            if len(sentence["cites"]) == 1 and sentence["support"] == "Complete":
                number = sentence["cites"][0] + 1
                if (
                    len(row["passages"][number - 1].split()) == 1
                ):  # an address; people read the page that it links to
                    continue
                yield Case(reply, sources, start, number, frozenset({number}))


def join_sentences(sentences: list[dict[str, Any]]) -> tuple[str, list[int]]:
    """Join the sentences, each followed by its markers; return the text and the starts of the markers."""
    reply, places = "", []
    for sentence in sentences:
        reply += strip_markers(sentence["text"].strip()) + " "
        places.append(len(reply))
        reply += "".join(f"[{cite + 1}]" for cite in sentence["cites"]) + " "
    return reply, places


if __name__ == "__main__":
    main()

"""Count texts split into exactly the right sentences: by Ascribe, plain sentencex and a regular expression.

Run ``python benchmarks/sentences.py [data folder]``; the folder contains ``dev/sentences*.jsonl`` with
``text``, ``language`` and ``sentences``, a list of ``[start, end)``. Prints a Markdown table, and the speed
on the sources of ``dev/wice.verification.jsonl.gz``.
"""

from __future__ import annotations

import gzip
import json
import re
import sys
import time
from collections.abc import Callable
from pathlib import Path

import sentencex

from ascribe import split_sentences

Units = list[tuple[int, int]]
FILES = ("sentences.jsonl", "sentences_more.jsonl")
PROSE = "wice.verification.jsonl.gz"
PROSE_CHARS = 2_000_000


def split_with_sentencex(text: str, language: str) -> Units:
    """Split with sentencex alone, without the blocks and rules of Ascribe."""
    found = sentencex.get_sentence_boundaries(language, text)
    return _bare(text, [(row["start_index"], row["end_index"]) for row in found])


def split_with_regex(text: str, _: str) -> Units:
    """Split after a full stop and white space, as a baseline."""
    return _bare(text, [match.span() for match in re.finditer(r".+?(?:[.!?](?=\s)|\n|$)", text, re.DOTALL)])


def _bare(text: str, units: Units) -> Units:
    found = []
    for start, end in units:
        words = text[start:end].strip()
        if words:
            first = text.index(words, start)
            found.append((first, first + len(words)))
    return found


def _count_exact(cases: list[dict[str, object]], split: Callable[[str, str], Units]) -> int:
    right = 0
    for case in cases:
        wanted = [tuple(unit) for unit in case["sentences"]]  # type: ignore[attr-defined]  # JSON
        right += split(str(case["text"]), str(case["language"])) == wanted
    return right


def main(folder: Path) -> None:
    """Print the table."""
    splitters: dict[str, Callable[[str, str], Units]] = {
        "ascribe": split_sentences,
        "sentencex": split_with_sentencex,
        "regex": split_with_regex,
    }
    print("| file | splitter | cases | exact | share |\n|---|---|--:|--:|--:|")
    for name in FILES:
        lines = (folder / "dev" / name).read_text(encoding="utf-8").splitlines()
        cases = [json.loads(line) for line in lines]
        for label, split in splitters.items():
            exact = _count_exact(cases, split)
            print(f"| {name} | {label} | {len(cases)} | {exact} | {exact / len(cases):.0%} |")
    with gzip.open(folder / "dev" / PROSE, "rt", encoding="utf-8") as file:
        prose = "\n\n".join(json.loads(line)["source"] for line in file)[:PROSE_CHARS]
    started = time.process_time()
    split_sentences(prose, "en")
    spent = time.process_time() - started
    print(f"\n{len(prose.encode()) / 1e6 / spent:.1f} MB/s of prose, one thread")


if __name__ == "__main__":
    default = Path(__file__).resolve().parents[1].parent / "shared" / "data"
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else default)

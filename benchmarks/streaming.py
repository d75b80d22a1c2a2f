"""What streaming costs beside one check, and how often a sentence is taken back; two Markdown tables.

Usage: ``python -m benchmarks.streaming FOLDER``; it holds ``expertqa.cited_answers.jsonl.gz``, replies
with markers of their own. All replies come in pieces of four characters. Timed ones have thirty invented
sentences that were not seen before. What they cost is processor time of all threads, the best of several
runs that take turns.
"""

from __future__ import annotations

import gzip
import json
import sys
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from ascribe.records.stream_event import RETRACTIONS
from benchmarks.english import case

RUNS = 11
PIECE = 4
"""Characters of a delta: about what a token of English has."""


def main() -> None:
    """Measure and print."""
    print("| tier | one check | the stream | ratio | sources read after | first sentence told after |")
    print("|---|---|---|---|---|---|")
    for tier in ("rules", "builtin"):
        print(row(tier))
    print("\n| replies | with a retraction | sentences | " + " | ".join(RETRACTIONS) + " |")
    print("|---" * (3 + len(RETRACTIONS)) + "|")
    print(retractions(Path(sys.argv[1]) / "expertqa.cited_answers.jsonl.gz"))


def row(tier: str) -> str:
    """The best times of one tier."""
    checked(0, tier)
    times = [(checked(run, tier), *watched(100 + run, tier)) for run in range(1, RUNS + 1)]
    whole, streamed, ready, first = (1000 * min(each) for each in zip(*times, strict=True))
    return (
        f"| {tier} | {whole:.0f} ms | {streamed:.0f} ms | {streamed / whole:.2f} "
        f"| {ready:.0f} ms | {first:.0f} ms |"
    )


def retractions(path: Path) -> str:
    """How many replies and sentences there are, and how many events take a sentence back, by reason."""
    from ascribe import stream

    found: Counter[str] = Counter()
    sentences = replies = touched = 0
    for line in gzip.decompress(path.read_bytes()).decode().splitlines():
        item = json.loads(line)
        reply = " ".join(sentence["text"] for sentence in item["sentences"])
        events = list(stream(pieces(reply), item["passages"] or [" "], tier="rules"))
        reasons = [event.reason for event in events if event.kind == "retracted"]
        found.update(reasons)
        answer = events[-1].answer
        sentences += len(answer.sentences) if answer else 0
        replies, touched = replies + 1, touched + bool(reasons)
    return f"| {replies} | {touched} | {sentences} | " + " | ".join(str(found[r]) for r in RETRACTIONS) + " |"


def pieces(reply: str) -> Iterator[str]:
    """The reply as a model sends it."""
    return (reply[start : start + PIECE] for start in range(0, len(reply), PIECE))


def texts(seed: int) -> tuple[str, list[str]]:
    """Thirty sentences in six paragraphs, and ten passages."""
    said, sources = case(seed, claims=30)
    paragraphs = (" ".join(said[start : start + 5]) for start in range(0, 30, 5))
    return "\n\n".join(paragraphs), [" ".join(source) for source in sources]


def checked(seed: int, tier: str) -> float:
    """Seconds of processor time of one check."""
    from ascribe import check

    reply, sources = texts(seed)
    began = time.process_time()
    check(reply, sources, tier=tier)
    return time.process_time() - began


def watched(seed: int, tier: str) -> tuple[float, float, float]:
    """Of one stream, in seconds: what all of it costs, until it asks for text, until it tells a sentence.

    The last counts from when the word behind the first sentence came.
    """
    from ascribe import stream

    reply, sources = texts(seed)
    asked: list[float] = []

    def noted() -> Iterator[str]:
        for piece in pieces(reply):
            asked.append(time.perf_counter())
            yield piece

    began, cost = time.perf_counter(), time.process_time()
    events = stream(noted(), sources, tier=tier)
    next(events)
    first = time.perf_counter() - asked[-1]
    for _ in events:
        pass
    return time.process_time() - cost, asked[0] - began, first


if __name__ == "__main__":
    main()

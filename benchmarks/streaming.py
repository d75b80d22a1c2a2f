"""Measure the cost of streaming beside one check, and the rate of retractions; print two Markdown tables.

Usage: ``python -m benchmarks.streaming FOLDER``; the folder contains ``expertqa.cited_answers.jsonl.gz``,
replies with their own markers. All replies arrive in pieces of four characters. Timed replies have thirty
invented, uncached sentences. Their cost is processor time of all threads, the best of several interleaved
runs.
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
from benchmarks.english import generate_case

RUNS = 11
PIECE = 4
"""Characters of a delta, about as many as an English token has."""


def main() -> None:
    """Measure streaming and print the tables."""
    print("| tier | one check | the stream | ratio | sources read after | first sentence told after |")
    print("|---|---|---|---|---|---|")
    for tier in ("rules", "builtin"):
        print(build_row(tier))
    print("\n| replies | with a retraction | sentences | " + " | ".join(RETRACTIONS) + " |")
    print("|---" * (3 + len(RETRACTIONS)) + "|")
    print(count_retractions(Path(sys.argv[1]) / "expertqa.cited_answers.jsonl.gz"))


def build_row(tier: str) -> str:
    """Build the row with the best times of one tier."""
    time_check(0, tier)
    times = [(time_check(run, tier), *time_stream(100 + run, tier)) for run in range(1, RUNS + 1)]
    whole, streamed, ready, first = (1000 * min(each) for each in zip(*times, strict=True))
    return (
        f"| {tier} | {whole:.0f} ms | {streamed:.0f} ms | {streamed / whole:.2f} "
        f"| {ready:.0f} ms | {first:.0f} ms |"
    )


def count_retractions(path: Path) -> str:
    """Count replies, sentences, and the events that retract a sentence, by reason."""
    from ascribe import stream

    found: Counter[str] = Counter()
    sentences = replies = touched = 0
    for line in gzip.decompress(path.read_bytes()).decode().splitlines():
        item = json.loads(line)
        reply = " ".join(sentence["text"] for sentence in item["sentences"])
        events = list(stream(split_reply(reply), item["passages"] or [" "], tier="rules"))
        reasons = [event.reason for event in events if event.kind == "retracted"]
        found.update(reasons)
        answer = events[-1].answer
        sentences += len(answer.sentences) if answer else 0
        replies, touched = replies + 1, touched + bool(reasons)
    return f"| {replies} | {touched} | {sentences} | " + " | ".join(str(found[r]) for r in RETRACTIONS) + " |"


def split_reply(reply: str) -> Iterator[str]:
    """Yield the reply in pieces, as a model sends it."""
    return (reply[start : start + PIECE] for start in range(0, len(reply), PIECE))


def generate_texts(seed: int) -> tuple[str, list[str]]:
    """Generate thirty sentences in six paragraphs, and ten passages."""
    said, sources = generate_case(seed, claims=30)
    paragraphs = (" ".join(said[start : start + 5]) for start in range(0, 30, 5))
    return "\n\n".join(paragraphs), [" ".join(source) for source in sources]


def time_check(seed: int, tier: str) -> float:
    """Return the seconds of processor time of one check."""
    from ascribe import check

    reply, sources = generate_texts(seed)
    began = time.process_time()
    check(reply, sources, tier=tier)
    return time.process_time() - began


def time_stream(seed: int, tier: str) -> tuple[float, float, float]:
    """Measure one stream, in seconds: its total cost, the time to its first read, and to its first sentence.

    The last is counted from the arrival of the word after the first sentence.
    """
    from ascribe import stream

    reply, sources = generate_texts(seed)
    asked: list[float] = []

    def noted() -> Iterator[str]:
        for piece in split_reply(reply):
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

"""Measure how the cost of a check in tier ``builtin`` grows with its sources, and what a second answer costs.

Usage: ``python -m benchmarks.growth FOLDER``; the folder contains the opinion of 30 pages. Sources double up
to 50,000 sentences, none seen before; a second answer has other sentences over the same sources, which are
read once; a cold process checks a reply of two pages against the PDF.
"""

from __future__ import annotations

import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from ascribe import check, read_sources
from benchmarks.english import generate_case

PASSAGES = (260, 520, 1040, 2080, 4160)  # of 12 sentences each
RUNS = 5
PDF = "scotus_tarrant_2013.pdf"
REPLY_WORDS = 900  # two pages


def main() -> None:
    """Measure growth, second answers and a cold command, and print one table each."""
    time_check(0, 10)  # loads the models
    print("| sentences in the sources | first answer | per doubling | a second answer | first / second |")
    print("|--:|--:|--:|--:|--:|")
    before = 0.0
    for passages in PASSAGES:
        first, second = time_check(passages, passages)
        ratio = f"{first / before:.2f} ×" if before else ""
        print(
            f"| {12 * passages:,} | {first:.2f} s | {ratio} | {second:.2f} s | {first / second:.1f} × |",
            flush=True,
        )
        before = first
    cold = time_command(Path(sys.argv[1]))
    print(
        f"\nA cold `ascribe check` of a reply of about {REPLY_WORDS} words against a PDF of 30 pages: "
        f"best {min(cold):.2f} s, median {statistics.median(cold):.2f} s."
    )


def time_check(seed: int, passages: int) -> tuple[float, float]:
    """Return the seconds of a first reply over sources never seen, and of another reply over the same."""
    said, sources = generate_case(seed, passages, claims=16)
    texts = [" ".join(source) for source in sources]
    began = time.perf_counter()
    documents = read_sources(texts)
    check(" ".join(said[:8]), documents)
    read = time.perf_counter()
    check(" ".join(said[8:]), documents)
    return read - began, time.perf_counter() - read


def time_command(folder: Path) -> list[float]:
    """Return the seconds of the whole command, each time in a process of its own."""
    found = []
    with tempfile.TemporaryDirectory() as place:
        reply = Path(place) / "reply.md"
        reply.write_text(compose_reply(folder / PDF), encoding="utf-8")
        command = [sys.executable, "-m", "ascribe", "check", str(reply), "-s", str(folder / PDF)]
        for _ in range(RUNS):
            began = time.perf_counter()
            subprocess.run(  # noqa: S603 - our own interpreter and code
                [*command, "--fail-on", "none"], check=True, stdout=subprocess.DEVNULL
            )
            found.append(time.perf_counter() - began)
    return found


def compose_reply(pdf: Path) -> str:
    """Compose a reply of two pages: sentences from all over the PDF, each without one of its words."""
    [document] = read_sources([pdf])
    texts = [
        text for text in (sentence.text for sentence in document.sentences) if 8 <= len(text.split()) <= 40
    ]
    wanted = REPLY_WORDS // statistics.mean(len(text.split()) for text in texts)
    said = []
    for text in texts[:: max(1, int(len(texts) // wanted))]:
        words = text.split()
        del words[len(words) // 2]
        said.append(" ".join(words))
    return " ".join(said)


if __name__ == "__main__":
    main()

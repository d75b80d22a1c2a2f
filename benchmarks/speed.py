"""Measure the time of an import and of a check by tier ``rules``; print one Markdown table.

Usage: ``python benchmarks/speed.py``. The reply has eight sentences, the sources are ten passages of 200
words, all generated here. Times are wall-clock: the best and the median of several runs in one process.
"""

from __future__ import annotations

import random
import statistics
import subprocess
import sys
import time

RUNS = 15
VOCABULARY = 900
NAMES = ("Kohl", "Arle", "Brandt", "Lorne", "Pell", "Ito")


def generate_passages(seed: int = 7, words_seed: int = 7) -> list[str]:
    """Generate ten passages of 200 invented words, in sentences of 12 to 24 words, with figures and names."""
    rng = random.Random(words_seed)  # noqa: S311 - invented words need no secrecy
    syllables = [a + b for a in "bdfgklmnprst" for b in ("a", "e", "i", "o", "u", "an", "er", "is")]
    words = ["".join(rng.choices(syllables, k=rng.randint(2, 4))) for _ in range(VOCABULARY)]
    rng = random.Random(seed)  # noqa: S311 - as above
    return [" ".join(generate_sentences(rng, words)) for _ in range(10)]


def generate_sentences(rng: random.Random, words: list[str], total: int = 200) -> list[str]:
    """Generate sentences with ``total`` words in all."""
    made = []
    while total > 0:
        n = min(total, rng.randint(12, 24))
        chosen = rng.choices(words, k=n)
        if n > 3:
            chosen[1], chosen[-1] = rng.choice(NAMES), str(rng.randint(2, 2000))
        made.append(" ".join(chosen).capitalize() + ".")
        total -= n
    return made


def generate_reply(sources: list[str]) -> str:
    """Generate eight sentences of words from the sources, partly reordered, with one changed figure."""
    rng = random.Random(3)  # noqa: S311 - as above
    chosen = [rng.choice(source.split(". ")) for source in sources[:8]]
    chosen[0] = chosen[0].rstrip("0123456789.") + "77"
    return " ".join(sentence.rstrip(".") + "." for sentence in chosen)


def main() -> None:
    """Measure the times and print the table."""
    again, other, strange = [], [], []
    for run in range(RUNS):
        again.append(time_check(generate_passages()))
        other.append(time_check(generate_passages(run + 100)))
        strange.append(time_check(generate_passages(run + 100, words_seed=run + 100)))
    print("| what | best | median |\n|---|---|---|")
    print(format_row("check, 8 sentences against 10 × 200 words: the same texts again", again[1:]))
    print(format_row("the same, other texts in the same words", other[1:]))
    print(format_row("the same, no word seen before", strange[1:]))
    print(format_row("`import ascribe`, beyond a bare interpreter", time_imports()))


def time_check(sources: list[str]) -> float:
    """Return the seconds of one check."""
    from ascribe import check

    text = generate_reply(sources)
    began = time.perf_counter()
    check(text, sources, tier="rules")
    return time.perf_counter() - began


def time_imports() -> list[float]:
    """Return the seconds that the import adds to the start of Python, for pairs of processes."""
    return [max(0.0, time_process("import ascribe") - time_process("pass")) for _ in range(RUNS)]


def time_process(code: str) -> float:
    """Return the seconds of one Python process."""
    began = time.perf_counter()
    subprocess.run([sys.executable, "-c", code], check=True)  # noqa: S603 - our own interpreter and code
    return time.perf_counter() - began


def format_row(name: str, seconds: list[float]) -> str:
    """Build one line of the table, in milliseconds."""
    return f"| {name} | {1000 * min(seconds):.1f} ms | {1000 * statistics.median(seconds):.1f} ms |"


if __name__ == "__main__":
    main()

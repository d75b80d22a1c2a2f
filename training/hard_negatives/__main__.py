"""Print a sample of the pairs generated from a folder of data, and the counts by kind and label."""

import argparse
import random
import time
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

from training.hard_negatives import HardPair, build_hard_pairs
from training.hard_negatives.passages import real_passages


def _show(pairs: Sequence[HardPair], count: int, seed: int) -> None:
    """Print a random sample of the pairs."""
    for pair in random.Random(seed).sample(pairs, min(count, len(pairs))):
        print(f"[{pair.label}] {pair.kind} ({pair.group})")
        print("  source: " + " | ".join(pair.source))
        print("  claim:  " + pair.claim)


def main() -> None:
    """Read the arguments, make the pairs, print the sample and the counts."""
    parser = argparse.ArgumentParser(prog="python -m training.hard_negatives", description=__doc__)
    parser.add_argument("folder", type=Path, help="folder with the .jsonl.gz files")
    parser.add_argument("--sample", type=int, default=40, help="how many pairs to print")
    parser.add_argument("--passages", type=int, default=None, help="how many passages to read")
    parser.add_argument("--seed", type=int, default=0)
    asked = parser.parse_args()
    started = time.perf_counter()
    pairs = list(build_hard_pairs(real_passages(asked.folder, asked.passages), asked.seed))
    took = time.perf_counter() - started
    _show(pairs, asked.sample, asked.seed)
    for (kind, label), count in sorted(Counter((pair.kind, pair.label) for pair in pairs).items()):
        if " + " not in kind:
            print(f"{count:7d} {label:13} {kind}")
    labels = Counter(pair.label for pair in pairs)
    print(
        f"{len(pairs)} pairs of {len({pair.group for pair in pairs})} passages, {took:.0f} s: {dict(labels)}"
    )


if __name__ == "__main__":
    main()

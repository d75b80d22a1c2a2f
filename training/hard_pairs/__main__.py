"""Print a sample of the pairs made from a folder of data, and the counts by kind and label."""

import argparse
import gzip
import json
import random
import sys
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path

from . import HardPair, hard_pairs
from .sentences import split_sentences

# English prose in whole sentences; the other sets are dialogue, other languages, or single made-up lines.
SETS = (
    "fever",
    "fool_me_twice",
    "synthetic_fm2",
    "synthetic_wikitext",
    "wiki_split",
    "wiki_nli",
    "wice",
    "factcheck_gpt",
)


def passages(folder: Path, limit: int | None = None) -> Iterator[tuple[str, ...]]:
    """The distinct sources of the named sets, each as its sentences, in one fixed mixed order."""
    texts: dict[str, None] = {}
    for name in SETS:
        path = folder / f"{name}.jsonl.gz"
        if path.exists():
            with gzip.open(path, "rt", encoding="utf-8") as lines:
                texts.update((str(json.loads(line)["source"]), None) for line in lines)
    if not texts:
        sys.exit(
            f"{folder} holds none of {', '.join(f'{name}.jsonl.gz' for name in SETS)}: name the folder that does."
        )
    mixed = list(texts)
    random.Random(0).shuffle(mixed)  # noqa: S311
    for text in mixed[:limit]:
        yield tuple(split_sentences(text))


def _show(pairs: Sequence[HardPair], count: int, seed: int) -> None:
    """Print a random sample of the pairs."""
    for pair in random.Random(seed).sample(pairs, min(count, len(pairs))):  # noqa: S311
        print(f"[{pair.label}] {pair.kind} ({pair.group})")
        print("  source: " + " | ".join(pair.source))
        print("  claim:  " + pair.claim)


def main() -> None:
    """Read the arguments, make the pairs, print the sample and the counts."""
    parser = argparse.ArgumentParser(prog="python -m training.hard_pairs", description=__doc__)
    parser.add_argument("folder", type=Path, help="folder with the .jsonl.gz files")
    parser.add_argument("--sample", type=int, default=40, help="how many pairs to print")
    parser.add_argument("--passages", type=int, default=None, help="how many passages to read")
    parser.add_argument("--seed", type=int, default=0)
    asked = parser.parse_args()
    started = time.perf_counter()
    pairs = list(hard_pairs(passages(asked.folder, asked.passages), asked.seed))
    took = time.perf_counter() - started
    _show(pairs, asked.sample, asked.seed)
    for (kind, label), count in sorted(Counter((pair.kind, pair.label) for pair in pairs).items()):
        if " + " not in kind:
            print(f"{count:7d} {label:13} {kind}")
    labels = Counter(pair.label for pair in pairs)
    print(
        f"{len(pairs)} pairs of {len({pair.group for pair in pairs})} passages in {took:.0f} s: {dict(labels)}"
    )


if __name__ == "__main__":
    main()

"""Passages of real English prose in a folder of training data."""

import gzip
import json
import random
import sys
from collections.abc import Iterator
from pathlib import Path

from training.hard_negatives.sentences import split_sentences

# English prose in whole sentences; other sets are dialogue, other languages or single invented lines.
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


def real_passages(folder: Path, limit: int | None = None) -> Iterator[tuple[str, ...]]:
    """Yield the distinct sources of the named sets, each as its sentences, in a fixed shuffled order."""
    texts: dict[str, None] = {}
    for name in SETS:
        path = folder / f"{name}.jsonl.gz"
        if path.exists():
            texts.update((text, None) for text in _sources(path))
    if not texts:
        sys.exit(f"{folder} holds none of {', '.join(SETS)} as .jsonl.gz: name the folder that does.")
    mixed = list(texts)
    random.Random(0).shuffle(mixed)
    for text in mixed[:limit]:
        yield tuple(split_sentences(text))


def _sources(path: Path) -> Iterator[str]:
    """Yield the real sources of one file, without those rewritten by rules on both sides."""
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        for line in lines:
            row = json.loads(line)
            if row["orig_label"] != "edited_both":
                yield str(row["source"])

"""The labelled pairs of a folder, in one shape, with the class and the weight of each.

The folder holds ``*.jsonl.gz`` files of records with ``claim``, ``source``, ``label``, ``orig_label`` and
``licence``; ``training/README.md`` names the origin of each. Languages other than English are left out: the
backbone's word pieces are English.
"""

from __future__ import annotations

import gzip
import hashlib
import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

ENTAILED, CONTRADICTED, NEITHER, NOT_ENTAILED = 0, 1, 2, -1
"""Classes; ``NOT_ENTAILED`` is for labels that do not tell contradicted and neither apart."""


@dataclass(frozen=True, slots=True)
class Pair:
    """A claim beside its source.

    Args:
        claim: one or a few sentences.
        source: one text, or several passages joined by line ends.
        label: one of the classes above.
        dataset: the file's name.
        group: the same for all pairs of one source text.
        is_window: True if ``source`` is what a verifier reads, and not to be cut any more.
    """

    claim: str
    source: str
    label: int
    dataset: str
    group: str
    is_window: bool = False


@dataclass(frozen=True, slots=True)
class DataSet:
    """How a file is used.

    Args:
        file: its path in the folder.
        most: how many of its pairs are used, drawn by chance.
        weight: of each in the loss. Rule-made pairs weigh less: they are many and of few kinds.
        times: how often its pairs are shown.
        permissive: True if its licence has no share-alike or unclear part.
    """

    file: str
    most: int = 1_000_000
    weight: float = 1.0
    times: int = 1
    permissive: bool = False


DATA_SETS = (
    DataSet("fever", times=2),
    DataSet("fever_mixed"),
    DataSet("fool_me_twice", times=2),
    DataSet("factcheck_gpt", times=3, permissive=True),
    DataSet("begin", times=3),
    DataSet("q2_wow", times=3),
    DataSet("expertqa", times=2, permissive=True),
    DataSet("wice", times=2),
    DataSet("bump", times=2),
    DataSet("long/bump", times=2),
    DataSet("long/fever"),
    DataSet("long/fever_mixed"),
    DataSet("mnli_sample"),
    DataSet("wiki_nli"),
    DataSet("cad_nli"),
    DataSet("dnc_factive", most=3000, permissive=True),
    DataSet("help_nli", most=3000, weight=0.7),
    DataSet("wiki_split", most=14000, weight=0.7),
    DataSet("synthetic_fever", most=4000, weight=0.5),
    DataSet("synthetic_fm2", most=4000, weight=0.5),
    DataSet("synthetic_wikitext", most=4000, weight=0.5),
)

_CLASSES = {
    "entailment": ENTAILED,
    "contradiction": CONTRADICTED,
    "neutral": NEITHER,
    "REFUTES": CONTRADICTED,
    "refute": CONTRADICTED,
    "irrelevant": NEITHER,
    "partially-support": NEITHER,
    "partially_supported": NEITHER,
    "not_supported": NEITHER,
    "Partial": NEITHER,
    "distractors_only": NEITHER,
    "removed": NEITHER,
    "added": NEITHER,
    "negation": CONTRADICTED,
    "antonym": CONTRADICTED,
    "number": CONTRADICTED,
}
"""Original label → class, where it tells more than supported or not. ``entity`` is not here: another name
may as well make a statement that the source is silent about."""


def read(folder: Path, data_set: DataSet) -> Iterator[Pair]:
    """All pairs of one file, in its order.

    Raises:
        SystemExit: the file is missing; the message names it.
    """
    path = folder / f"{data_set.file}.jsonl.gz"
    if not path.is_file():
        raise SystemExit(f"{path}: no such file; DATA must name the folder with the training pairs.")
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        for line in lines:
            yield _parse_pair(json.loads(line), data_set.file)


def compute_group(text: str) -> str:
    """A short name for a source text: equal texts have equal names."""
    return hashlib.sha256(" ".join(text.split()).encode()).hexdigest()[:16]


def is_held_out(group: str) -> bool:
    """True for one source in twelve: its pairs are for the combiner and its bars, never for training."""
    return int(group[:8], 16) % 12 == 0


def _parse_pair(record: dict[str, Any], dataset: str) -> Pair:
    source = "\n".join(record.get("references") or ()) or record["source"]
    label = ENTAILED if record["label"] == "supported" else _CLASSES.get(record["orig_label"], NOT_ENTAILED)
    return Pair(record["claim"], source, label, dataset, compute_group(record["source"]))

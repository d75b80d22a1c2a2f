"""The labelled pairs of a folder in one format, with the class and the weight of each.

The folder contains ``*.jsonl.gz`` files of records with ``claim``, ``source``, ``label``, ``orig_label`` and
``licence``; ``training/README.md`` names the origin of each. Languages other than English are left out, as
the backbone's word pieces are English.
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
"""Classes; ``NOT_ENTAILED`` is for labels that do not distinguish contradicted and neither."""


@dataclass(frozen=True, slots=True)
class Pair:
    """A claim with its source.

    Args:
        claim: one or a few sentences.
        source: one text, or several passages joined by line ends.
        label: one of the classes above.
        dataset: name of the file.
        group: digest of the source text.
        is_window: True if ``source`` is a verifier's window already, which is not cut further.
    """

    claim: str
    source: str
    label: int
    dataset: str
    group: str
    is_window: bool = False


@dataclass(frozen=True, slots=True)
class DataSet:
    """The use of a data file.

    Args:
        file: its path in the folder.
        most: maximum number of pairs, drawn at random.
        weight: weight of each pair in the loss; lower for generated pairs, which are many and of few kinds.
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
"""Original label → class, for labels that say more than supported or not. ``entity`` is missing, as another
name can also make a statement that the source does not mention."""


def read(folder: Path, data_set: DataSet) -> Iterator[Pair]:
    """Yield all pairs of one file, in order.

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
    """Return a short digest of a source text."""
    return hashlib.sha256(" ".join(text.split()).encode()).hexdigest()[:16]


def is_held_out(group: str) -> bool:
    """Return True for one source in twelve: its pairs are for calibration and never for training."""
    return int(group[:8], 16) % 12 == 0


def _parse_pair(record: dict[str, Any], dataset: str) -> Pair:
    source = "\n".join(record.get("references") or ()) or record["source"]
    label = ENTAILED if record["label"] == "supported" else _CLASSES.get(record["orig_label"], NOT_ENTAILED)
    return Pair(record["claim"], source, label, dataset, compute_group(record["source"]))

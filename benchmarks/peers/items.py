"""Read the items of the comparison: the same for every peer, a fixed sample of each file.

The data are ``dev`` of the data folder. Only claims in English are taken from files of several languages,
except in the suite of small changes, which is taken whole.
"""

from __future__ import annotations

import gzip
import json
import random
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from benchmarks.attribution_models import FILES as ATTRIBUTION_FILES
from benchmarks.attribution_models import read_english_cases
from benchmarks.verification import FILES as VERIFICATION_FILES

SEED = 19

FAMILIES = {
    "figures": (
        "number", "date_time", "unit_swap", "unit_conversion", "arithmetic", "comparison", "table_list",
        "code_version",
    ),
    "negation": ("negation", "polarity"),
    "roles and names": ("entity_swap", "role_swap", "names_titles", "attribution"),
    "hedges, scope, order": (
        "modality", "quantifier", "conditional", "scope", "causality", "temporal_order", "partial_compound",
    ),
    "wording": (
        "verbatim", "light_paraphrase", "heavy_paraphrase", "joint_support", "coreference", "absent_topic",
        "pdf_noise", "typographic",
    ),
    "languages": ("multilingual", "cross_lingual"),
}  # fmt: skip
"""Families of the categories of ``perturbation.jsonl``."""


@dataclass(frozen=True, slots=True)
class Item:
    """One request to every peer.

    Args:
        task: attribution, verification, perturbation or markers.
        group: file or family.
        cluster: what the item shares with others that are not independent of it.
        operation: of the peer.
        arguments: of the operation.
        gold: what is right: sets of sentences, a label, or the set of cited documents.
    """

    task: str
    group: str
    cluster: str
    operation: str
    arguments: dict[str, Any]
    gold: Any


def read_items(folder: Path, size: int | None) -> list[Item]:
    """Read the items; ``size`` is the number taken from each large file, None takes all."""
    return [
        *(item for name in ATTRIBUTION_FILES for item in take(list(read_attribution(folder, name)), size)),
        *(item for name in VERIFICATION_FILES for item in take(list(read_verification(folder, name)), size)),
        *read_perturbations(folder / "perturbation.jsonl"),
        *read_replies(folder / "marker_grammar.jsonl"),
    ]


def take(found: list[Item], size: int | None) -> list[Item]:
    """Return a sample in the order of the file; it depends on the file and ``SEED`` only."""
    if size is None or len(found) <= size:
        return found
    chance = random.Random(f"{SEED} {found[0].task} {found[0].group}")  # noqa: S311 - a sample
    return [found[index] for index in sorted(chance.sample(range(len(found)), size))]


def read_attribution(folder: Path, name: str) -> Iterator[Item]:
    """Yield the claims with gold sentences."""
    for case in read_english_cases(folder / f"{name}.attribution.jsonl.gz"):
        arguments = {"claim": case.claim, "sentences": case.sentences, "documents": case.documents}
        gold = [sorted(group) for group in case.gold]
        yield Item("attribution", name, "\n".join(case.sentences), "rank", arguments, gold)


def read_verification(folder: Path, name: str) -> Iterator[Item]:
    """Yield the labelled claims."""
    with gzip.open(folder / f"{name}.verification.jsonl.gz", "rt", encoding="utf-8") as lines:
        for row in map(json.loads, lines):
            texts = row.get("references") or [row["source"]]
            arguments = {"claim": row["claim"], "texts": texts}
            label = row["label"] == "supported"
            yield Item("verification", name, "\n".join(texts), "verify", arguments, label)


def read_perturbations(path: Path) -> Iterator[Item]:
    """Yield the claims of the suite of small changes."""
    families = {category: family for family, members in FAMILIES.items() for category in members}
    for row in map(json.loads, path.read_text("utf-8").splitlines()):
        text = "\n\n".join(row["sources"])
        arguments = {"claim": row["claim"], "texts": [text]}
        yield Item("perturbation", families[row["category"]], text, "verify", arguments, row["supported"])


def read_replies(path: Path) -> Iterator[Item]:
    """Yield the replies with markers; gold are the documents cited, of those that exist."""
    for row in map(json.loads, path.read_text("utf-8").splitlines()):
        named = {n for marker in row["expected"] for n in marker["documents"] if isinstance(n, int)}
        gold = sorted(n for n in named if 1 <= n <= row["n_documents"])
        group = "nothing to cite" if not row["expected"] else row["category"]
        arguments = {"text": row["text"], "count": row["n_documents"]}
        yield Item("markers", group, row["id"], "markers", arguments, gold)

"""Write every verdict on labelled claims to a file, so that two versions can be compared.

Usage: ``python -m benchmarks.snapshot FOLDER OUT [--tier TIER] [--limit N]``, then the same with another
version and ``diff``. The folder has ``*.verification.jsonl.gz``; the limit is the number of claims of a file.
A line has the claim's id, status, reason, probability, references and marked words.
"""

from __future__ import annotations

import argparse
import gzip
import hashlib
import json
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import Any

from ascribe import check


def main() -> None:
    """Write the verdicts and print how many they are, with their digest."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("out", type=Path)
    parser.add_argument("--tier", default="rules")
    parser.add_argument("--limit", type=int, default=300, help="claims of a file")
    chosen = parser.parse_args()
    lines = list(format_verdicts(chosen.folder, chosen.tier, chosen.limit))
    text = "\n".join(lines) + "\n"
    chosen.out.write_text(text, encoding="utf-8")
    print(f"{len(lines)} verdicts, sha256 {hashlib.sha256(text.encode()).hexdigest()[:16]}")


def format_verdicts(folder: Path, tier: str, limit: int) -> Iterator[str]:
    """Yield a line of JSON for each sentence of each claim."""
    for path in sorted(folder.glob("*.verification.jsonl.gz")):
        with gzip.open(path, "rt", encoding="utf-8") as lines:
            for item in map(json.loads, islice(lines, limit)):
                yield from _format_item(item, tier)


def _format_item(item: dict[str, Any], tier: str) -> Iterator[str]:
    for sentence in check(item["claim"], item["source"], tier=tier).sentences:
        verdict = sentence.verdict
        assert verdict is not None
        references = [(r.document_start_idx, r.document_end_idx, r.label) for r in verdict.references]
        score = None if verdict.score is None else round(verdict.score, 4)
        row = [item["id"], verdict.status, verdict.reason, score, references, verdict.unsupported]
        yield json.dumps(row, ensure_ascii=False)


if __name__ == "__main__":
    main()

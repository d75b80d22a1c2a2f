"""A small labelled set, invented, in the four tasks."""

import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any

MILL = "The old mill stands on the river Arle. It was built in 1871 by Anna Kohl. The mill has 12 sails."
BRIDGE = "The bridge over the Sorn is 240 m long. It opened in May 1932. Tolls ended in 1968."
BAKERY = "The bakery in Lund sells 40 kinds of bread. It employs 15 people. It was founded by two sisters."

VERIFICATION: list[dict[str, Any]] = [
    {"claim": claim, "source": source, "label": label}
    for source, label, claim in (
        (MILL, "supported", "The mill was built in 1871 by Anna Kohl."),
        (MILL, "supported", "The mill has 12 sails."),
        (MILL, "unsupported", "The mill has 14 sails."),
        (MILL, "unsupported", "The mill was built in 1899 by Anna Kohl."),
        (MILL, "unsupported", "A railway crosses the valley twice a day."),
        (BRIDGE, "supported", "The bridge over the Sorn is 240 m long."),
        (BRIDGE, "supported", "The bridge opened in May 1932. Tolls ended in 1968."),
        (BRIDGE, "unsupported", "The bridge opened in May 1932. Tolls ended in 1971."),
        (BRIDGE, "unsupported", "The bridge over the Sorn is 420 m long."),
        (BAKERY, "supported", "The bakery in Lund sells 40 kinds of bread."),
        (BAKERY, "supported", "The bakery employs 15 people."),
        (BAKERY, "unsupported", "The bakery employs 50 people."),
        (BAKERY, "unsupported", "The mayor closed every school last winter."),
    )
]

SENTENCES = [[0, text] for text in MILL.split(". ")] + [[1, text] for text in BRIDGE.split(". ")]

ATTRIBUTION: list[dict[str, Any]] = [
    {"claim": "The mill has 12 sails.", "sources": SENTENCES, "gold": [[2]]},
    {"claim": "The mill was built in 1871 by Anna Kohl.", "sources": SENTENCES, "gold": [[1], [0, 1]]},
    {"claim": "Tolls on the bridge ended in 1968.", "sources": SENTENCES, "gold": [5]},
    {"claim": "Nobody knows.", "sources": SENTENCES, "gold": []},
]

CITED_ANSWERS: list[dict[str, Any]] = [
    {
        "query": "What of the mill?",
        "passages": [MILL, BRIDGE],
        "sentences": [
            {"text": "The mill has 12 sails [1].", "cites": [0], "support": "Complete"},
            {
                "text": "The mill was built in 1871 by Anna Kohl [1][2].",
                "cites": [0, 1],
                "support": "Complete",
            },
            {"text": "The mill has 14 sails [1].", "cites": [0], "support": "Incomplete"},
            {"text": "It is lovely.", "cites": [], "support": "Missing"},
            {"text": "I hope this helps!", "cites": [], "support": "N/A"},
        ],
    },
    {
        "query": "What of the bakery?",
        "passages": [BAKERY],
        "sentences": [{"text": "The bakery employs 50 people.", "cites": [0], "support": "Partial"}],
    },
]


SPANS: list[dict[str, Any]] = [
    {"answer": answer, "sources": [[0, source]], "unsupported": spans}
    for source, answer, spans in (
        (MILL, "The mill has 12 sails.", []),
        (MILL, "The mill has 14 sails.", [[13, 15, "number"]]),
        (
            BRIDGE,
            "The bridge opened in May 1932, and a Spanish bank bought the zoo.",
            [[31, 64, "x"], [33, 40]],
        ),
    )
]


def write(path: Path, records: Iterable[Any]) -> Path:
    """The records as JSON Lines."""
    path.write_text("".join(json.dumps(record) + "\n" for record in records), encoding="utf-8")
    return path

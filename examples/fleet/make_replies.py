"""Write two runs of a question answering system over the same questions: monday.jsonl and friday.jsonl.

Usage: ``python examples/fleet/make_replies.py FOLDER``. The system, its documents and their facts are
invented; on Friday it gets more numbers wrong, above all about bridges.
"""

import json
import sys
from pathlib import Path
from random import Random

TOPICS = {
    "mills": ("The mill of {place} has {count} sails.", "It was built in {year}.", "mills.pdf"),
    "bridges": ("The bridge of {place} has {count} arches.", "It was opened in {year}.", "bridges.pdf"),
    "towers": ("The tower of {place} has {count} bells.", "It was finished in {year}.", "towers.pdf"),
}
PLACES = (
    "Arle", "Bexmoor", "Colby", "Dunmere", "Elsdon", "Farley", "Garth", "Holt", "Ilden", "Jarrow",
    "Kelby", "Lorne", "Marsh", "Norby", "Orsett", "Penrith", "Quarley", "Rushden", "Selby", "Thorpe",
)  # fmt: skip
RUNS = {
    "monday": {"mills": 0.05, "bridges": 0.05, "towers": 0.05},
    "friday": {"mills": 0.05, "bridges": 0.4, "towers": 0.1},
}
"""Run → topic → share of figures that are wrong."""


def build_rows(run: str) -> list[dict[str, object]]:
    """Build the replies of a run: a row for each place and topic."""
    chance = Random(run)  # noqa: S311 - draws examples, keeps no secret
    rows: list[dict[str, object]] = []
    for number, (place, topic) in enumerate((place, topic) for place in PLACES for topic in TOPICS):
        first, second, document = TOPICS[topic]
        count, year = 3 + number % 9, 1700 + 3 * number
        wrong = [int(chance.random() < RUNS[run][topic]) for _ in range(2)]
        said = f"{first} {second}".format(place=place, count=count + wrong[0], year=year + wrong[1])
        source = f"{first} {second}".format(place=place, count=count, year=year)
        rows.append(
            {
                "id": f"{topic}-{place}",
                "question": f"What do you know about the {topic} of {place}?",
                "answer": said + (" I can tell you more." if number % 4 == 0 else ""),
                "contexts": [{"id": document, "text": source}],
                "topic": topic,
                "metadata": {"model": "small" if number % 2 else "large"},
                "time": f"2026-03-{2 + 4 * (run == 'friday'):02d}T{8 + number % 10:02d}:00:00Z",
            }
        )
    return rows


def main() -> None:
    """Write both files."""
    folder = Path(sys.argv[1])
    for run in RUNS:
        lines = [json.dumps(row, ensure_ascii=False) + "\n" for row in build_rows(run)]
        (folder / f"{run}.jsonl").write_text("".join(lines), encoding="utf-8")


if __name__ == "__main__":
    main()

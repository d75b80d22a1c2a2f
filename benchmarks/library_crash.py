"""Kill processes that write a library, and check that nothing is lost; print one table.

Usage: ``python -m benchmarks.library_crash --kills 200``. Each writer adds, changes and removes documents and
reports the start and the end of each change; ``kill -9`` comes at a random moment, sometimes before the file
is open. After that the file must open, contain every change reported as done, and no half-done change. The
change in progress may be present or not. Exits with 1 if a fault was found.
"""

from __future__ import annotations

import argparse
import os
import random
import signal
import sys
import tempfile
import time
from dataclasses import dataclass, field, replace
from pathlib import Path

import numpy as np

from ascribe.errors import AscribeError
from ascribe.library import Library
from ascribe.library.store import FileStore
from ascribe.read.sources import read_sources
from ascribe.records import Document
from benchmarks.library_stand_in import StandIn, generate_document, get_file_store

LONGEST = 0.4
"""Maximum seconds before the kill; one in three comes in the first hundredth of them."""

KILLS_OF_A_FILE = 20
"""Number of kills before a new file is started, so that file creation is hit as well."""

MANY = 60
"""Number of documents from which changes and removals outnumber additions."""

GONE = 0
"""Version of a removed document."""


@dataclass
class Tally:
    """Results over all kills.

    Args:
        kept: number → version of the documents that the current file must contain.
        kills: number of kills by the writer's current step.
        done: changes that writers reported as done.
        faults: descriptions of the faults.
    """

    kept: dict[int, int] = field(default_factory=dict)
    kills: dict[str, int] = field(default_factory=lambda: {"opening": 0, "changing": 0})
    done: int = 0
    faults: list[str] = field(default_factory=list)


def main() -> int:
    """Kill writers, check the files and print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--kills", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    chosen = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        tally = run_and_kill_writers(Path(folder), chosen.kills, random.Random(chosen.seed))  # noqa: S311 - moments need no secrecy
    print("| kills | while opening | inside a change | changes reported | faults |")
    print("|--:|--:|--:|--:|--:|")
    cells = (chosen.kills, *tally.kills.values(), tally.done, len(tally.faults))
    print("| " + " | ".join(map(str, cells)) + " |")
    print(*tally.faults, sep="\n", end="")
    return int(bool(tally.faults))


def run_and_kill_writers(folder: Path, kills: int, rng: random.Random) -> Tally:
    """Run and kill that many writers and return the results."""
    tally = Tally()
    for kill in range(kills):
        if kill % KILLS_OF_A_FILE == 0:
            file, tally.kept = folder / f"{kill}.ascribe", {}
        lines = run_and_kill_writer(file, tally.kept, rng.randrange(1 << 30), LONGEST * rng.random() ** 3)
        changed, under_way = apply_reports(tally, lines)
        last = kill + 1 in (kills, kill // KILLS_OF_A_FILE * KILLS_OF_A_FILE + KILLS_OF_A_FILE)
        tally.faults += find_faults(file, tally.kept, set(tally.kept) if last else changed, under_way)
    return tally


def run_and_kill_writer(path: Path, kept: dict[int, int], seed: int, moment: float) -> list[str]:
    """Run a writer, kill it, and return its reports."""
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        write_until_killed(path, dict(kept), random.Random(seed), writing)  # noqa: S311 - as above
    os.close(writing)
    time.sleep(moment)
    os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)
    with os.fdopen(reading) as report:
        return report.read().splitlines()


def write_until_killed(path: Path, kept: dict[int, int], rng: random.Random, report: int) -> None:
    """Add, change and remove documents until the process is killed."""
    try:
        library = Library(path, encoder=StandIn())
        os.write(report, b"open\n")
        for number, version in iter(lambda: choose_change(kept, rng), None):
            os.write(report, f"begin {number} {version}\n".encode())
            if version == GONE:
                library.remove(build_id(number))
            else:
                library.add(build_source(number, version))
            kept[number] = version
            os.write(report, f"done {number} {version}\n".encode())
    except BaseException as error:  # a forked child must not continue the parent's code
        os.write(report, f"failed {error}\n".encode())
        os._exit(1)


def choose_change(kept: dict[int, int], rng: random.Random) -> tuple[int, int]:
    """Choose the number of a document and its next version."""
    there = [number for number, version in kept.items() if version != GONE]
    if len(there) < MANY * rng.random():
        return max(kept, default=0) + 1, 1
    number = rng.choice(there)
    return number, GONE if rng.random() < 0.3 else kept[number] + 1


def apply_reports(tally: Tally, lines: list[str]) -> tuple[set[int], tuple[int, int] | None]:
    """Add the finished changes to the tally; return the changed documents and the change in progress."""
    changed: set[int] = set()
    under_way = None
    for line in lines:
        if line.startswith("failed"):
            tally.faults.append(f"the writer {line}")
        if line.startswith(("begin", "done")):
            kind, number, version = line.split()
            under_way = (int(number), int(version)) if kind == "begin" else None
            if kind == "done":
                tally.kept[int(number)] = int(version)
                tally.done += 1
                changed.add(int(number))
    tally.kills["changing" if "open" in lines else "opening"] += 1
    return changed, under_way


def find_faults(
    path: Path, kept: dict[int, int], changed: set[int], under_way: tuple[int, int] | None
) -> list[str]:
    """List the faults of the file; record the change in progress as kept if the file has it."""
    try:
        with Library(path, encoder=StandIn()) as library:
            if under_way and is_stored(library, *under_way):
                kept[under_way[0]] = under_way[1]
            looked_at = changed | ({under_way[0]} & set(kept) if under_way else set())
            wrong = [number for number in looked_at if not is_stored(library, number, kept[number])]
            return [
                *(f"document {number} is not as version {kept[number]}" for number in wrong),
                *find_document_faults(library, kept),
                *find_row_faults(path),
            ]
    except AscribeError as error:
        return [str(error)]


def find_document_faults(library: Library, kept: dict[int, int]) -> list[str]:
    """List missing and unexpected documents."""
    there = {document.doc_id for document in library.documents()}
    wanted = {build_id(number) for number, version in kept.items() if version != GONE}
    return [f"the documents {sorted(there ^ wanted)} are lost or too many"] if there != wanted else []


def find_row_faults(path: Path) -> list[str]:
    """List faults found by SQLite, and rows of one table without a matching row in another."""
    store = FileStore(path)
    try:
        with store.database.writing() as run:
            run("INSERT INTO words (words) VALUES ('integrity-check')")  # raises if the index is damaged
            said = [row[0] for row in run("PRAGMA integrity_check")] + list(run("PRAGMA foreign_key_check"))
            without = {table: run(query).fetchone()[0] for table, query in WITHOUT.items()}
    finally:
        store.close()
    return [str(said)] * (said != ["ok"]) + [f"{n} rows: {what}" for what, n in without.items() if n]


WITHOUT = {
    "words without a passage": "SELECT count(*) FROM words WHERE rowid NOT IN (SELECT id FROM passages)",
    "passages without words": "SELECT count(*) FROM passages WHERE id NOT IN (SELECT rowid FROM words)",
    "passages without vectors": "SELECT count(*) FROM passages WHERE id NOT IN (SELECT passage FROM vectors)",
    "codes without vectors, or more than these": "SELECT count(*) FROM codes c LEFT JOIN vectors v "
    "ON v.passage = c.passage WHERE v.passage IS NULL OR length(v.data) != length(c.data) * 16",
    "vectors without codes": "SELECT count(*) FROM vectors WHERE passage NOT IN (SELECT passage FROM codes)",
    "vectors that are too few or too many": "SELECT count(*) FROM vectors v LEFT JOIN passages p "
    "ON p.id = v.passage WHERE p.id IS NULL OR length(v.data) != p.sentences * 768",
}


def is_stored(library: Library, number: int, version: int) -> bool:
    """Return True if the document is stored as it was added, with the vectors of its sentences."""
    if build_id(number) not in {document.doc_id for document in library.documents()}:
        return version == GONE
    if version == GONE:
        return False
    return library.document(build_id(number)) == build_expected_document(number, version) and has_vectors(
        library, number
    )


def has_vectors(library: Library, number: int) -> bool:
    """Return True if each sentence of the document has the expected vector."""
    store, encoder = get_file_store(library), StandIn()
    with store.database.reading() as run:
        query = "SELECT p.id FROM passages p JOIN documents d ON d.id = p.document WHERE d.doc_id = ?"
        rows = [row for (row,) in run(query, (build_id(number),))]
    found = store.load_indexed(rows, encoder.digest)
    return all(
        held.vectors is not None
        and np.allclose(held.vectors, encoder.embed([s.text for s in held.passage.sentences]), atol=1e-3)
        for held in found
    )


def build_id(number: int) -> str:
    """Return the id of a document."""
    return f"document-{number}"


def build_source(number: int, version: int) -> dict[str, object]:
    """Build the document to add."""
    made = generate_document(1000 * number + version, sentences=30)
    return {**made, "id": build_id(number)}


def build_expected_document(number: int, version: int) -> Document:
    """Build the document as the library must return it."""
    return replace(read_sources(build_source(number, version))[0], source_path=Path(build_id(number)))


if __name__ == "__main__":
    sys.exit(main())

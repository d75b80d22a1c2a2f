"""Labelled statements → ``combiner.json``: one probability out of many findings, and the bars of four levels.

    python -m training.calibrate build/kept_aside

Fits on ``*.jsonl`` as ``training.held_out`` writes them, writes the file beside the models, and renews its
line in ``SHA256SUMS``. What is fitted, and how, is in ``ascribe.evaluation.calibration``.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable
from dataclasses import asdict
from pathlib import Path

import msgspec
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from ascribe.errors import AscribeError
from ascribe.inference.model_files import FOLDER, verify_file
from ascribe.records import Strictness
from ascribe.verify.combiner import FILE_NAME, Combiner, load_combiner
from ascribe.verify.features import FEATURES

COUNTS = {**dict.fromkeys(("hard", "page", "scene", "wiki_split"), 0.5), "written": 3.0}
"""Files of rule-made statements count half: what they are like is our choice, not people's. Written claims
count three times: of all files they are most like the replies that people check."""

Store = Callable[[Path, bytes], str]
"""Writes a file and its digest: ``training.export.write_listed``."""


def build_initial_combiner() -> Combiner:
    """A combiner that trusts nothing yet: every claim is as likely right as wrong.

    ``check`` needs some combiner before the features can be read.
    """
    none = (0.0,) * len(FEATURES)
    bars: dict[Strictness, float] = {"loose": 0.5, "balanced": 0.5, "strict": 0.5, "paranoid": 0.5}
    return Combiner(FEATURES, none, (1.0,) * len(FEATURES), none, 0.0, bars, 0.0, 0.0, {})


def encode_combiner(combiner: Combiner) -> bytes:
    """The bytes of its file: JSON with a line for each value, ended by a line end."""
    return msgspec.json.format(msgspec.json.encode(asdict(combiner)), indent=2) + b"\n"


def ensure_combiner(folder: Path, store: Store) -> None:
    """Puts ``build_initial_combiner()`` where there is no combiner that is listed, whole and made for these
    features."""
    path = folder / FILE_NAME
    try:
        load_combiner(verify_file(path))
    except AscribeError:
        store(path, encode_combiner(build_initial_combiner()))


def list_statement_files(folder: Path) -> list[Path]:
    """The labelled files of a folder, by name.

    Raises:
        SystemExit: there are none; the message says what makes them.
    """
    found = sorted(folder.glob("*.jsonl"))
    if not found:
        raise SystemExit(f"{folder}: no *.jsonl in it; make them with python -m training.held_out.")
    return found


def main() -> None:
    """Fits, writes the combiner and prints what it was fitted on."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("folder", type=Path, nargs="?", default=Path("build/kept_aside"))
    parser.add_argument("--out", type=Path, default=FOLDER, help="folder of the models")
    chosen = parser.parse_args()
    from ascribe.evaluation.calibration import calibrate_combiner
    from training.export import write_listed
    from training.loop import log

    files = list_statement_files(chosen.folder)
    ensure_combiner(FOLDER, write_listed)
    with progress_bar() as bar:
        tasks = {path.name: bar.add_task(path.name, total=None) for path in files}
        report = calibrate_combiner(
            files,
            progress=lambda name, done, of: bar.update(tasks[name], completed=done, total=of),
            counts=COUNTS,
        )
    fitted = report.combiner
    digest = write_listed(chosen.out / FILE_NAME, encode_combiner(fitted))
    auroc = report.auroc_after
    held_out: dict[str, object] = {"auroc": auroc.value if auroc else None}
    for level in report.levels:
        if level.after is not None:
            held_out[level.name] = (level.after.kept.value, level.after.let_through.value)
    log({"calibration": fitted.supported, "fitted_on": fitted.fitted_on, "held_out": held_out})
    print(f"{chosen.out / FILE_NAME}: bars {fitted.supported}, fitted on {fitted.fitted_on}, sha256 {digest}")


def progress_bar() -> Progress:
    """One line for each file; on standard error, so that standard output holds results only."""
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn())
    return Progress(*columns, TimeRemainingColumn(), console=Console(stderr=True))


if __name__ == "__main__":
    main()

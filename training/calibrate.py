"""Fit ``combiner.json`` to labelled statements: one probability from many features, and four thresholds.

    python -m training.calibrate build/kept_aside

It fits on the ``*.jsonl`` files of ``training.held_out``, writes the file beside the models, and updates its
line in ``SHA256SUMS``. ``ascribe.evaluation.calibration`` describes the fit.
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
from ascribe.inference.model_files import TIERS_WITH_WEIGHTS, get_weights_folder, verify_file
from ascribe.records import Strictness
from ascribe.verify.combiner import FEATURES, FILE_NAME, Combiner, load_combiner

COUNTS = {**dict.fromkeys(("hard", "page", "scene", "wiki_split"), 0.5), "written": 3.0}
"""Relative weights. Files of generated statements weigh half, as rules and not people determine their form.
Written claims weigh three times as much, as they are most similar to the replies that users check."""

Store = Callable[[Path, bytes], str]
"""Function that writes a file and its digest, such as ``training.export.write_listed``."""


def build_initial_combiner(tier: str = "builtin") -> Combiner:
    """Build a combiner whose probability is one half for every claim.

    ``check`` needs a combiner before the features can be computed.
    """
    none = (0.0,) * len(FEATURES)
    thresholds: dict[Strictness, float] = {"loose": 0.5, "balanced": 0.5, "strict": 0.5, "paranoid": 0.5}
    return Combiner(tier, FEATURES, none, (1.0,) * len(FEATURES), none, 0.0, thresholds, 0.0, 0.0, {})


def encode_combiner(combiner: Combiner) -> bytes:
    """Encode the combiner as JSON with one value per line and a final line end."""
    return msgspec.json.format(msgspec.json.encode(asdict(combiner)), indent=2) + b"\n"


def ensure_combiner(folder: Path, store: Store, tier: str = "builtin") -> None:
    """Write ``build_initial_combiner()`` unless there is a listed, undamaged combiner for these features."""
    path = folder / FILE_NAME
    try:
        load_combiner(verify_file(path), tier)
    except AscribeError:
        store(path, encode_combiner(build_initial_combiner(tier)))


def list_statement_files(folder: Path) -> list[Path]:
    """Return the labelled files of a folder, sorted by name.

    Raises:
        SystemExit: there are none; the message names the command that writes them.
    """
    found = sorted(folder.glob("*.jsonl"))
    if not found:
        raise SystemExit(f"{folder}: no *.jsonl in it; make them with python -m training.held_out.")
    return found


def main() -> None:
    """Fit and write the combiner, and print the files that it was fitted on."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("folder", type=Path, nargs="?", default=Path("build/kept_aside"))
    parser.add_argument("--tier", choices=TIERS_WITH_WEIGHTS, default="builtin")
    chosen = parser.parse_args()
    from ascribe.evaluation.calibration import calibrate_combiner
    from training.export import write_listed
    from training.loop import log

    files = list_statement_files(chosen.folder)
    folder = get_weights_folder(chosen.tier)
    ensure_combiner(folder, write_listed, chosen.tier)
    with progress_bar() as bar:
        tasks = {path.name: bar.add_task(path.name, total=None) for path in files}
        report = calibrate_combiner(
            files,
            progress=lambda name, done, of: bar.update(tasks[name], completed=done, total=of),
            counts=COUNTS,
            tier=chosen.tier,
        )
    fitted = report.combiner
    digest = write_listed(folder / FILE_NAME, encode_combiner(fitted))
    auroc = report.auroc_after
    held_out: dict[str, object] = {"auroc": auroc.value if auroc else None}
    for level in report.levels:
        if level.after is not None:
            held_out[level.name] = (level.after.recall.value, level.after.false_positive_rate.value)
    facts = {"tier": chosen.tier, "fitted_on": fitted.fitted_on, "held_out": held_out}
    log({"calibration": fitted.supported, **facts})
    print(
        f"{folder / FILE_NAME}: thresholds {fitted.supported}, fitted on {fitted.fitted_on}, sha256 {digest}"
    )


def progress_bar() -> Progress:
    """Return a progress bar on standard error, one line per file; standard output is for results only."""
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn())
    return Progress(*columns, TimeRemainingColumn(), console=Console(stderr=True))


if __name__ == "__main__":
    main()

"""Draw the comparison as SVG files; runs in an environment of its own, which has matplotlib.

Usage: ``python plots.py RESULTS FOLDER``, with the JSON of the comparison.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import matplotlib as mpl
from matplotlib import pyplot as plt

OURS, OTHERS, FLOOR = "#0b6e4f", "#8a8f98", "#d0d3d8"

PANELS = (
    ("attribution", "first is gold", "Source sentence found, %"),
    ("verification", "AUROC", "Labelled claims, AUROC, %"),
    ("perturbation", "balanced accuracy", "Small changes,\nbalanced accuracy, %"),
    ("markers", "documents right", "Markers read right, %"),
)


def main() -> None:
    """Draw both figures."""
    results = json.loads(Path(sys.argv[1]).read_text("utf-8"))
    folder = Path(sys.argv[2])
    mpl.rcParams.update({"svg.hashsalt": "peers", "svg.fonttype": "none", "font.size": 9})
    draw_quality(results["quality"], folder / "peers-quality.svg")
    draw_cost(results["cost"], folder / "peers-cost.svg")


def draw_quality(quality: dict[str, Any], path: Path) -> None:
    """Draw one panel per main figure, with intervals; a peer that cannot do it has no bar."""
    names = [name for name, one in quality.items() if one["tasks"]]
    figure, axes = plt.subplots(1, len(PANELS), figsize=(11, 0.28 * len(names) + 1), sharey=True)
    for axis, (task, column, title) in zip(axes, PANELS, strict=True):
        for place, name in enumerate(names):
            value = quality[name]["tasks"].get(task, {}).get(column)
            if not value or value["value"] is None:
                continue
            share = 100 * value["value"]
            axis.barh(place, share, color=choose_colour(name))
            if value["low"] is not None:
                axis.plot([100 * value["low"], 100 * value["high"]], [place, place], color="black", lw=0.8)
        axis.set_title(title, fontsize=9)
        axis.set_xlim(0, 100)
    finish(figure, axes[0], names, path)


def draw_cost(cost: dict[str, Any], path: Path) -> None:
    """Draw the time of one answer as a ratio to tier rules, on a logarithmic axis."""
    key = "time, of Ascribe `rules`"
    rows = {name: one[key] for name, one in cost.items() if one.get(key)}
    figure, axis = plt.subplots(figsize=(7, 0.28 * len(rows) + 1))
    for place, (name, ratio) in enumerate(rows.items()):
        axis.plot([ratio["low"], ratio["high"]], [place, place], color=choose_colour(name), lw=2)
        axis.plot(ratio["median"], place, "o", color=choose_colour(name))
    axis.set_xscale("log")
    axis.axvline(1, color="black", lw=0.5)
    axis.set_title("Time of one answer, as a multiple of tier rules", fontsize=9)
    finish(figure, axis, list(rows), path)


def choose_colour(name: str) -> str:
    """Return the colour of a bar."""
    return OURS if name.startswith("Ascribe") else FLOOR if name.startswith("floor") else OTHERS


def finish(figure: Any, axis: Any, names: list[str], path: Path) -> None:
    """Label the rows and write the file, the same bytes for the same figures."""
    axis.set_yticks(range(len(names)), [name.replace("`", "") for name in names])
    axis.invert_yaxis()
    figure.tight_layout()
    figure.savefig(path, metadata={"Date": None})


if __name__ == "__main__":
    main()

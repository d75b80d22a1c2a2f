"""Write the pictures of the report in docs/images: light, dark, and on a phone.

Usage: ``python -m docs.screenshots`` with Playwright installed; CHROMIUM names the browser if it is not on
the path. The report is that of ``make demo``.
"""

from __future__ import annotations

import os
import shutil
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

import ascribe

ROOT = Path(__file__).resolve().parents[1]
EXAMPLE = ROOT / "examples" / "apollo11"
FOLDER = ROOT / "docs" / "images"
FLAGS = ["--no-sandbox", "--disable-gpu"]


@dataclass(frozen=True)
class Shot:
    """A picture: its file, the window, the colour scheme, pixels for each pixel of the page, and where."""

    name: str
    width: int
    height: int
    scheme: Literal["light", "dark"]
    scale: float
    anchor: str = ""


SHOTS = (
    Shot("report-light.png", 1280, 780, "light", 1.4),
    Shot("report-dark.png", 1280, 780, "dark", 1.4),
    Shot("report-phone.png", 390, 844, "light", 1.5, "#sentences"),
)


def write_report(folder: Path) -> Path:
    """Write the report of the example and return its path."""
    reply = (EXAMPLE / "reply.md").read_text(encoding="utf-8")
    answer = ascribe.check(reply, EXAMPLE / "apollo11.pdf", "How did Apollo 11 go?")
    path = folder / "report.html"
    path.write_text(answer.to_html(title="reply.md"), encoding="utf-8")
    return path


def take_shots(report: Path, chromium: str) -> None:
    """Write every picture of the report."""
    from playwright.sync_api import sync_playwright

    FOLDER.mkdir(exist_ok=True)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=FLAGS)
        for shot in SHOTS:
            page = browser.new_page(
                viewport={"width": shot.width, "height": shot.height},
                color_scheme=shot.scheme,
                device_scale_factor=shot.scale,
            )
            page.goto(report.as_uri() + shot.anchor)
            page.screenshot(path=FOLDER / shot.name)
            page.close()
        browser.close()


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as made:
        take_shots(write_report(Path(made)), os.environ.get("CHROMIUM") or shutil.which("chromium") or "")

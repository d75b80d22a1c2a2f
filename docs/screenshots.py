"""Write the pictures of the reports and of the web app in docs/images: light, dark, and on a phone.

Usage: ``python -m docs.screenshots`` with Playwright and the extras ``serve`` and ``report`` installed;
CHROMIUM names the browser if it is not on the path. The report is that of ``make demo``, that over many
replies the one of ``docs/fleet-reports.md``.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

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

FLEET_SHOTS = (Shot("fleet.png", 1120, 1010, "light", 1.4),)

APP_SHOTS = (
    Shot("app-light.png", 1280, 800, "light", 1.2, "result"),
    Shot("app-dark.png", 1280, 800, "dark", 1.2, "result"),
    Shot("app-phone.png", 390, 844, "light", 1.5, "result"),
    Shot("app-page.png", 1280, 800, "light", 1.2, "page"),
    Shot("app-check.png", 1280, 800, "light", 1.2, "check"),
    Shot("app-ask.png", 1280, 800, "light", 1.2, "ask"),
)
"""Pictures of the web app; the last field is what the picture shows."""


def write_report(folder: Path) -> Path:
    """Write the report of the example and return its path."""
    reply = (EXAMPLE / "reply.md").read_text(encoding="utf-8")
    answer = ascribe.check(reply, EXAMPLE / "apollo11.pdf", "How did Apollo 11 go?")
    path = folder / "report.html"
    path.write_text(answer.to_html(title="reply.md"), encoding="utf-8")
    return path


def write_fleet_report(folder: Path) -> Path:
    """Write the report over the two runs of the example and return its path."""
    from ascribe.batch_results import compare, render_page, summarize

    maker = ROOT / "examples" / "fleet" / "make_replies.py"
    subprocess.run([sys.executable, str(maker), str(folder)], check=True)  # noqa: S603 - our own example
    results = [folder / f"{run}-results.jsonl" for run in ("monday", "friday")]
    for run, result in zip(("monday", "friday"), results, strict=True):
        ascribe.batch(folder / f"{run}.jsonl", result, tier="rules", keep=["metadata.model"])
    path = folder / "fleet.html"
    path.write_text(render_page(summarize(results), compare(*results)), encoding="utf-8")
    return path


def take_shots(report: Path, chromium: str, shots: Sequence[Shot] = SHOTS) -> None:
    """Write every picture of a report."""
    from playwright.sync_api import sync_playwright

    FOLDER.mkdir(exist_ok=True)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=FLAGS)
        for shot in shots:
            page = browser.new_page(
                viewport={"width": shot.width, "height": shot.height},
                color_scheme=shot.scheme,
                device_scale_factor=shot.scale,
            )
            page.goto(report.as_uri() + shot.anchor)
            page.screenshot(path=FOLDER / shot.name)
            page.close()
        browser.close()


@contextmanager
def serve(folder: Path) -> Iterator[str]:
    """Run the service in a thread, and give its address."""
    from ascribe.apps.server.running import build_server
    from ascribe.apps.server.settings import ServerSettings

    server = build_server(ServerSettings(port=0, data=folder, warm_up=False))
    thread = threading.Thread(target=server.run, daemon=True)
    thread.start()
    while not server.started and thread.is_alive():
        time.sleep(0.05)
    try:
        yield f"http://127.0.0.1:{server.servers[0].sockets[0].getsockname()[1]}"
    finally:
        server.should_exit = True
        thread.join()


def take_app_shots(address: str, chromium: str) -> None:
    """Check the example in the app, ask about it, and write every picture."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=FLAGS)
        visitor = browser.new_page(base_url=address, locale="en-GB")
        visitor.goto("/ask")
        visitor.set_input_files("#document-files", EXAMPLE / "apollo11.pdf")
        visitor.locator("#documents button").wait_for()
        check_example(visitor)
        place = visitor.url
        for shot in APP_SHOTS:
            page = browser.new_page(
                base_url=address,
                locale="en-GB",
                viewport={"width": shot.width, "height": shot.height},
                color_scheme=shot.scheme,
                device_scale_factor=shot.scale,
            )
            show_view(page, shot, place)
            page.screenshot(path=FOLDER / shot.name)
            page.close()
        browser.close()


def check_example(page: Any) -> None:
    """Check the reply of the example, from the form to its result."""
    fill_form(page)
    page.click("#start")
    page.locator("#bibliography").wait_for(timeout=120_000)


def fill_form(page: Any) -> None:
    """Fill the form with the example."""
    page.goto("/")
    page.fill("#reply", (EXAMPLE / "reply.md").read_text(encoding="utf-8"))
    page.set_input_files("#source-files", EXAMPLE / "apollo11.pdf")
    page.fill("#question", "How did Apollo 11 go?")
    page.locator("#question").blur()
    page.evaluate("scrollTo(0, 0)")


def show_view(page: Any, shot: Shot, place: str) -> None:
    """Go to what a picture shows."""
    if shot.anchor == "check":
        fill_form(page)
    elif shot.anchor == "ask":
        page.goto("/ask")
        asked = ("How much lunar material was collected?", "Who won the cup in 1954?")
        for count, question in enumerate(asked, 1):
            page.fill("#question", question)
            page.press("#question", "Enter")
            page.locator(".turn .ascribe-report").nth(count - 1).wait_for(timeout=120_000)
        page.locator("#question").blur()
    else:
        page.goto(place)
        page.locator("#bibliography").wait_for()
        if shot.width < 600:
            page.locator("#sentences").evaluate("one => one.scrollIntoView()")
        page.locator(".preview img").first.wait_for()
        if shot.anchor == "page":
            page.locator("article .show-source").first.click()
            page.locator("#viewer-stage img[data-drawn]").wait_for()


def main() -> None:
    """Write all pictures."""
    chromium = os.environ.get("CHROMIUM") or shutil.which("chromium") or ""
    with tempfile.TemporaryDirectory() as made:
        take_shots(write_report(Path(made)), chromium)
        take_shots(write_fleet_report(Path(made)), chromium, FLEET_SHOTS)
        with serve(Path(made) / "data") as address:
            take_app_shots(address, chromium)


if __name__ == "__main__":
    main()

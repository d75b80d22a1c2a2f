"""The page over many replies in a real Chromium: nothing is fetched, charts follow the colour scheme."""

from base64 import b64decode
from pathlib import Path

import pytest
from tests.batch_results.runs import Answers, write_run

from ascribe.batch_results import compare, render_page, summarize

pytestmark = pytest.mark.browser


@pytest.fixture(scope="module")
def fleet(tmp_path_factory) -> Path:
    folder: Path = tmp_path_factory.mktemp("fleet")
    wrong: Answers = {
        n: [("a", "supported"), ("b", "contradicted" if n % 4 == 0 else "unknown")] for n in range(1, 29)
    }
    extra = {n: {"model": f"model {n % 3}", "date": f"2026-02-{n:02d}"} for n in wrong}
    right: Answers = {n: [("a", "supported"), ("b", "supported")] for n in wrong}
    documents = {"a": "guide.pdf", "b": "notes.pdf"}
    first = write_run(folder / "a.jsonl", wrong, extra=extra, documents=documents)
    second = write_run(folder / "b.jsonl", right, extra=extra, documents=documents)
    path = folder / "fleet.html"
    path.write_text(render_page(summarize([first, second]), compare(first, second)), encoding="utf-8")
    return path


@pytest.mark.parametrize("width", [1280, 390])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_charts_are_drawn_nothing_is_fetched_and_axe_finds_nothing(browser, fleet, scheme, width) -> None:
    from axe_playwright_python.base import AXE_FILE_PATH

    context = browser.new_context(
        color_scheme=scheme, viewport={"width": width, "height": 900}, bypass_csp=False
    )
    page = context.new_page()
    asked, said = [], []
    page.on("request", lambda request: asked.append(request.url))
    page.on("console", lambda message: said.append(message.text))
    page.goto(fleet.as_uri())
    charts = page.locator("img.chart")
    assert charts.count() == 6
    for number in range(charts.count()):
        size, source = charts.nth(number).evaluate("one => [one.naturalWidth, one.currentSrc]")
        assert size > 300
        drawn = b64decode(source.partition(",")[2]).decode()
        assert ("#1c2128" in drawn) == (scheme == "light")
    assert [url for url in asked if not url.startswith("data:")] == [fleet.as_uri()]
    assert said == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    context.close()
    checked = browser.new_context(
        color_scheme=scheme, viewport={"width": width, "height": 900}, bypass_csp=True
    )
    page = checked.new_page()
    page.goto(fleet.as_uri())
    page.add_script_tag(path=AXE_FILE_PATH)
    found = page.evaluate("axe.run()")
    assert [violation["id"] for violation in found["violations"]] == []
    checked.close()

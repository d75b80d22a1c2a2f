"""The report in a real Chromium: nothing is fetched, nothing runs, links lead to their evidence."""

import os
from pathlib import Path

import pytest

import ascribe

pytestmark = pytest.mark.browser

ROOT = Path(__file__).resolve().parents[2]
FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update"]


@pytest.fixture(scope="module")
def report(tmp_path_factory) -> Path:
    folder = ROOT / "examples" / "apollo11"
    answer = ascribe.check(
        (folder / "reply.md").read_text(encoding="utf-8")
        + "\n<script>document.title = 'bad'</script> <b>x</b>",
        folder / "apollo11.pdf",
        "How did it go? <img src=x onerror=alert(1)>",
    )
    path: Path = tmp_path_factory.mktemp("report") / "report.html"
    path.write_text(answer.to_html(title="Report & <title>"), encoding="utf-8")
    return path


@pytest.fixture(scope="module")
def browser():
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=os.environ["CHROMIUM"], args=FLAGS)
        yield chromium
        chromium.close()


@pytest.mark.parametrize("width", [390, 1200])
def test_the_page_shows_everything_and_asks_for_nothing(browser, report, width) -> None:
    page = browser.new_page(viewport={"width": width, "height": 900})
    asked, problems = [], []
    page.on("request", lambda request: asked.append(request.url))
    page.on("console", lambda message: problems.append(message.text))
    page.on("pageerror", lambda error: problems.append(str(error)))
    page.goto(report.as_uri())
    assert asked == [report.as_uri()]
    assert problems == []
    assert page.title() == "Report & <title>"
    text = page.inner_text("body")
    assert "25.1" in text
    assert "contradicted" in text.casefold()
    assert "21.5 kilograms" in text
    assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth + 1")
    page.close()


def test_every_in_page_link_leads_somewhere(browser, report) -> None:
    page = browser.new_page()
    page.goto(report.as_uri())
    targets = page.eval_on_selector_all("a[href^='#']", "links => links.map(a => a.getAttribute('href'))")
    assert targets
    for target in set(targets):
        assert page.locator(f"[id='{target[1:]}']").count() == 1, target
    page.close()


@pytest.mark.parametrize(
    ("first", "second"),
    [("הטחנה עומדת על נהר ארל.", "לטחנה יש 12 כנפיים."), ("تقع الطاحونة على نهر أرل.", "للطاحونة 12 شراعا.")],
    ids=["hebrew", "arabic"],
)
def test_each_paragraph_reads_in_the_direction_of_its_own_script(browser, tmp_path, first, second) -> None:
    reply = f"{first} {second}\n\nThe mill is old. It is red."
    answer = ascribe.check(reply, [f"{first} {second}"], f"{first[:-1]}?", tier="rules")
    (tmp_path / "report.html").write_text(answer.to_html(), encoding="utf-8")
    page = browser.new_page(viewport={"width": 1200, "height": 900})
    page.goto((tmp_path / "report.html").as_uri())
    said = page.eval_on_selector_all(".said", "all => all.map(one => one.getBoundingClientRect().x)")
    marks = page.eval_on_selector_all(".flag", "all => all.map(one => one.getBoundingClientRect().x)")
    assert marks[1] < said[1] < marks[0] < said[0]
    assert said[2] < marks[2] < said[3] < marks[3]
    assert page.eval_on_selector(".question bdi", "one => getComputedStyle(one).direction") == "rtl"
    page.close()

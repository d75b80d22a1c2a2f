"""The report in a real Chromium: nothing is fetched, nothing runs, links lead to their evidence."""

from pathlib import Path

import pytest
from tests.write.report.eighteen import check_reply

import ascribe

pytestmark = pytest.mark.browser

ROOT = Path(__file__).resolve().parents[2]
WIDE, PHONE = {"width": 1440, "height": 900}, {"width": 390, "height": 844}


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
def eighteen(tmp_path_factory) -> Path:
    """The report of a reply with eighteen statements, three of them problems."""
    folder: Path = tmp_path_factory.mktemp("eighteen")
    path = folder / "report.html"
    path.write_text(check_reply(folder).to_html(title="velm.md", date="2026-03-01"), encoding="utf-8")
    return path


@pytest.fixture
def page(browser, eighteen):
    page = browser.new_page(viewport=WIDE)
    page.goto(eighteen.as_uri())
    yield page
    page.close()


@pytest.mark.parametrize("width", [390, 1200])
def test_the_page_shows_everything_and_asks_for_nothing(browser, report, width) -> None:
    page = browser.new_page(viewport={"width": width, "height": 900})
    asked, problems = [], []
    page.on("request", lambda request: asked.append(request.url))
    page.on("console", lambda message: problems.append(message.text))
    page.on("pageerror", lambda error: problems.append(str(error)))
    page.goto(report.as_uri())
    assert [url for url in asked if not url.startswith("data:image/png;")] == [report.as_uri()]
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


def test_eighteen_statements_fit_on_four_screens_problems_first(page) -> None:
    assert (
        page.locator(".headline").inner_text()
        == "15 of 18 statements supported; 2 contradicted, 1 not decided."
    )
    assert page.evaluate("document.documentElement.scrollHeight") <= 4 * WIDE["height"]
    assert page.locator("article.card").count() == 2
    assert page.locator("details.card.unknown .finding").is_visible()
    tops = page.eval_on_selector_all(".card", "all => all.map(one => one.getBoundingClientRect().y)")
    assert tops == sorted(tops)
    heights = page.eval_on_selector_all(
        "details.card:not(.unknown)", "all => all.map(one => one.offsetHeight)"
    )
    assert len(heights) == 18
    assert max(heights) < 40


def test_the_pictures_are_drawn_in_their_size(page) -> None:
    sizes = page.eval_on_selector_all(
        "article .crop", "all => all.map(one => [one.naturalWidth, one.naturalHeight, one.width, one.height])"
    )
    assert len(sizes) == 2  # an undecided statement is folded
    for natural_width, natural_height, width, height in sizes:
        assert natural_width > 300
        assert width / height == pytest.approx(natural_width / natural_height, rel=0.05)


def test_markdown_is_rendered_in_the_style_of_the_page(page) -> None:
    assert page.locator(".reply h3").inner_text().startswith("The harbour of Velm")
    assert page.locator(".reply strong").inner_text() == "1884"
    assert page.locator(".reply ol > li").count() == 4
    assert "**" not in page.locator(".reply").inner_text()
    assert page.eval_on_selector(".reply [hidden]", "one => getComputedStyle(one).display") == "none"


def test_a_click_on_a_sentence_shows_its_card_and_the_reply_stays_in_view(page) -> None:
    page.locator(".reply .said", has_text="It has two basins").click()
    card = page.locator("details.card[data-sentence='3']")
    assert card.get_attribute("open") is not None
    assert card.locator(".evidence").is_visible()
    box, reply = card.bounding_box(), page.locator(".reply-pane").bounding_box()
    assert 0 <= box["y"] < WIDE["height"]
    assert 0 <= reply["y"] < 40
    assert reply["x"] + reply["width"] <= box["x"]
    assert (
        page.eval_on_selector("details.card:has(.body:target)", "one => getComputedStyle(one).outlineStyle")
        == "solid"
    )


def test_the_way_back_scrolls_a_long_reply_within_its_own_pane(browser, tmp_path) -> None:
    reply = "\n\n".join(f"The mill has {number} sails." for number in range(1, 81))
    answer = ascribe.check(reply, "The mill has 12 sails.", tier="rules")
    (tmp_path / "report.html").write_text(answer.to_html(), encoding="utf-8")
    page = browser.new_page(viewport=WIDE)
    page.goto((tmp_path / "report.html").as_uri())
    page.locator(".card[data-sentence='70'] .up a").click()
    box = page.locator("#reply-70").bounding_box()
    pane = page.locator(".reply-pane").bounding_box()
    assert 0 < box["y"] < WIDE["height"] - box["height"]
    assert pane["height"] <= WIDE["height"]
    page.close()


def test_filters_work_with_the_keyboard_alone(page) -> None:
    def count_shown() -> int:
        return len([card for card in page.locator(".panes .card").all() if card.is_visible()])

    assert count_shown() == 21
    page.locator(".filters input").first.focus()
    page.keyboard.press("ArrowRight")
    assert page.locator(".filters [value='contradicted']").is_checked()
    assert count_shown() == 2
    page.keyboard.press("ArrowRight")
    assert count_shown() == 1
    page.locator(".reply .said", has_text="It has two basins").click()
    assert page.locator("details.card[data-sentence='3'] .evidence").is_visible()
    assert count_shown() == 2


def test_a_phone_has_one_column(browser, eighteen) -> None:
    page = browser.new_page(viewport=PHONE)
    page.goto(eighteen.as_uri())
    reply, card = page.locator(".reply-pane").bounding_box(), page.locator(".card").first.bounding_box()
    assert card["y"] >= reply["y"] + reply["height"]
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    page.close()


def test_everything_is_unfolded_on_paper(page) -> None:
    page.emulate_media(media="print")
    closed = page.locator("details.card:not([open]) .evidence")
    assert closed.count() >= 15
    assert all(one.bounding_box()["height"] > 20 for one in closed.all())
    assert page.eval_on_selector(".reply-pane", "one => getComputedStyle(one).position") == "static"
    assert not page.locator(".filters").is_visible()


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("viewport", [WIDE, PHONE], ids=["wide", "phone"])
def test_axe_finds_nothing(browser, eighteen, scheme, viewport) -> None:
    """Contrast, order of headings, names of controls and the rest; what is folded is open."""
    from axe_playwright_python.base import AXE_FILE_PATH

    page = browser.new_page(viewport=viewport, color_scheme=scheme, bypass_csp=True)
    page.goto(eighteen.as_uri())
    page.evaluate("document.querySelectorAll('details').forEach(one => one.open = true)")
    page.evaluate(Path(AXE_FILE_PATH).read_text(encoding="utf-8"))
    found = page.evaluate("axe.run()")
    assert len(found["passes"]) > 10
    assert [(one["id"], [node["html"] for node in one["nodes"]]) for one in found["violations"]] == []
    page.close()


@pytest.mark.parametrize(
    ("first", "second"),
    [("הטחנה עומדת על נהר ארל.", "לטחנה יש 12 כנפיים."), ("تقع الطاحونة على نهر أرل.", "للطاحونة 12 شراعا.")],
    ids=["hebrew", "arabic"],
)
@pytest.mark.parametrize("form", ["{} {}", "- {} {}", "**{}** {}"], ids=["plain", "item", "bold"])
def test_each_paragraph_reads_in_the_direction_of_its_own_script(
    browser, tmp_path, first, second, form
) -> None:
    reply = form.format(first, second) + "\n\nThe mill is old. It is red."
    answer = ascribe.check(reply, [f"{first} {second}"], f"{first[:-1]}?", tier="rules")
    (tmp_path / "report.html").write_text(answer.to_html(), encoding="utf-8")
    page = browser.new_page(viewport=WIDE)
    page.goto((tmp_path / "report.html").as_uri())
    said = page.eval_on_selector_all(".said[id]", "all => all.map(one => one.getBoundingClientRect().x)")
    marks = page.eval_on_selector_all(".flag", "all => all.map(one => one.getBoundingClientRect().x)")
    assert marks[1] < said[1] < marks[0] < said[0]
    assert said[2] < marks[2] < said[3] < marks[3]
    assert page.eval_on_selector(".question bdi", "one => getComputedStyle(one).direction") == "rtl"
    page.close()


def test_a_fragment_keeps_its_style_under_a_strict_policy(browser, tmp_path) -> None:
    """In another page, with its own policy, and without a change to what is around it."""
    from ascribe.write.report.page import HtmlWriter, build_content_security_policy, read_stylesheet

    fragment = HtmlWriter().write_fragment(check_reply(tmp_path)).text
    policy = f'<meta http-equiv="Content-Security-Policy" content="{build_content_security_policy()}">'
    head = f"<head>{policy}<title>App</title><style>{read_stylesheet()}</style></head>"
    (tmp_path / "app.html").write_text(
        f"<!doctype html>{head}<h2 id=own>App</h2><table><tr><td>x</table>{fragment}",
        encoding="utf-8",
    )
    page = browser.new_page(viewport=WIDE)
    problems: list[str] = []
    page.on("console", lambda message: problems.append(message.text))
    page.goto((tmp_path / "app.html").as_uri())
    assert problems == []
    assert page.eval_on_selector(".ascribe-report .crop", "one => one.naturalWidth") > 300
    assert page.eval_on_selector(".reply-pane", "one => getComputedStyle(one).position") == "sticky"
    assert page.eval_on_selector("#own", "one => getComputedStyle(one).fontSize") == "24px"
    assert page.eval_on_selector("table", "one => getComputedStyle(one).borderCollapse") == "separate"
    page.close()

"""The pages of the service in a real Chromium, against a real service: every way through them."""

import csv
import io
import json
import re
from pathlib import Path
from typing import Any

import pytest
from tests.apps.server.running import MILL, build_long_work, serving, wait_until
from tests.write.report.eighteen import REPLY, draw_pdf

import ascribe

pytestmark = pytest.mark.browser

WIDE, PHONE = {"width": 1280, "height": 900}, {"width": 390, "height": 844}
NARROW = {"width": 375, "height": 667}
PDF: dict[str, Any] = {"name": "velm.pdf", "mimeType": "application/pdf", "buffer": draw_pdf()}
HOSTILE = "<img src=x onerror=\"document.title='bad'\"><script>document.title='bad'</script>"
READY = "#bibliography:not([hidden])"
SECONDS = 60_000


@pytest.fixture(scope="module")
def service(tmp_path_factory):
    with serving(tmp_path_factory.mktemp("data"), tier="rules") as client:
        yield client


class Visit:
    """A page of the service, with what it asked for and what went wrong in it."""

    def __init__(self, browser: Any, service: Any, **options: Any) -> None:
        self.origin = str(service.base_url).rstrip("/")
        self.context = browser.new_context(
            base_url=self.origin,
            **{"viewport": WIDE, "locale": "en-US", "accept_downloads": True, **options},
        )
        self.page: Any = self.context.new_page()
        self.page.set_default_timeout(SECONDS)
        self.asked: list[str] = []
        self.problems: list[str] = []
        self.page.on("request", lambda request: self.asked.append(request.url))
        self.page.on("console", lambda message: self.problems.append(message.text))
        self.page.on("pageerror", lambda error: self.problems.append(str(error)))

    def leave(self) -> None:
        self.context.close()
        outside = [url for url in self.asked if not url.startswith((self.origin + "/", "data:", "blob:"))]
        assert outside == []
        assert len(self.asked) > 3


@pytest.fixture
def visit(browser, service):
    made = Visit(browser, service)
    yield made
    made.leave()
    assert made.problems == []


@pytest.fixture(scope="module")
def velm(service) -> str:
    """The address of the check of eighteen sentences with a PDF and a note."""
    files = [
        ("reply", ("velm.md", REPLY.encode())),
        ("sources", ("velm.pdf", PDF["buffer"])),
        (
            "sources",
            (
                "note.txt",
                b"The museum of navigation is in the old customs house. It is open from April to October.",
            ),
        ),
    ]
    got = service.post("/v1/check", files=files)
    assert got.status_code == 200
    return f"/checks/{got.headers['x-ascribe-check']}"


def open_check(page, address: str) -> None:
    page.goto(address)
    page.wait_for_selector(READY)


def expect_count(page, selector: str, count: int) -> None:
    from playwright.sync_api import expect

    expect(page.locator(selector)).to_have_count(count)


def wait_for_picture(page) -> None:
    page.wait_for_selector("#viewer-stage img[data-drawn]")


def find_words_on_paper(quote: str) -> tuple[int, tuple[float, float, float, float]]:
    """The page and the box of the first line of the words, by pdfium itself, from the top left corner."""
    import pypdfium2

    pdf = pypdfium2.PdfDocument(PDF["buffer"])
    for number, page in enumerate(pdf):
        text = page.get_textpage()
        found = text.search(quote).get_next()
        if found:
            boxes = [text.get_charbox(found[0] + at) for at in range(found[1])]
            width, height = page.get_size()
            left, bottom = min(box[0] for box in boxes), min(box[1] for box in boxes)
            right, top = max(box[2] for box in boxes), max(box[3] for box in boxes)
            return number + 1, (left / width, 1 - top / height, right / width, 1 - bottom / height)
    raise AssertionError(quote)


# --- The whole way ---


def test_with_the_mouse_from_the_reply_to_the_words_on_their_page(visit) -> None:
    page = visit.page
    page.goto("/")
    page.locator("#reply").fill(REPLY)
    page.locator("#source-files").set_input_files(PDF)
    assert page.locator("#sources-chosen li").inner_text().startswith("velm.pdf")
    page.locator("#source-text").fill("The museum of navigation is in the old customs house.")
    page.locator("#source-add").click()
    page.get_by_role("button", name="Check", exact=True).click()
    page.wait_for_url(re.compile(r"/checks/\w+$"))
    page.wait_for_selector(READY)
    assert re.match(r"\d+ of 18 statements supported; 2 contradicted", page.locator(".headline").inner_text())
    first = page.locator("article.card.contradicted").first
    assert "72" in first.inner_text()
    first.get_by_role("button", name="Show on page 1").click()
    wait_for_picture(page)
    dialog = page.get_by_role("dialog", name="velm.pdf, page 1")
    assert "The lighthouse is 27 metres high." in dialog.locator("blockquote mark").inner_text()
    page.locator("#viewer-close").click()
    assert not dialog.is_visible()
    first.locator(".where a", has_text="velm.pdf").click()  # not to a file that is not here
    wait_for_picture(page)
    assert dialog.is_visible()


def test_with_the_keyboard_alone(visit) -> None:
    page = visit.page
    page.goto("/")
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.className") == "skip"
    page.keyboard.press("Enter")
    assert page.evaluate("document.activeElement.id") == "content"
    press_until(page, "#reply")
    page.keyboard.insert_text("The mill has 14 sails. It was built in 1871.")
    press_until(page, "#source-text")
    page.keyboard.insert_text(MILL)
    press_until(page, "#start")
    page.keyboard.press("Enter")
    page.wait_for_selector(READY)
    press_until(page, ".reply a.marker")
    page.keyboard.press("Enter")
    mark = page.locator("#viewer-stage mark")
    mark.wait_for()
    assert mark.inner_text() == "It was built in 1871 by Anna Kohl."
    for _ in range(6):  # the focus stays in the dialog
        page.keyboard.press("Tab")
        assert page.evaluate(
            "document.activeElement === document.body || !!document.activeElement.closest('dialog')"
        )
    page.keyboard.press("Escape")
    assert page.evaluate("document.activeElement.className") == "marker"
    press_until(page, "article .correct, article .show-source")
    page.keyboard.press("c")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    page.locator(".state[data-status='partial']").wait_for()
    assert page.evaluate("document.activeElement.className") == "correct"
    assert "corrected to: partly supported" in page.locator("#spoken").inner_text()


def test_from_the_result_to_the_words_in_four_keys(visit, velm) -> None:
    page = visit.page
    open_check(page, velm)
    for key in ("Tab", "Tab", "Enter", "Enter"):
        page.keyboard.press(key)
    wait_for_picture(page)
    assert "27 metres" in page.locator("#viewer-words mark").inner_text()
    page.keyboard.press("Escape")
    assert page.evaluate("document.activeElement.className") == "show-source"


def press_until(page, selector: str) -> None:
    """Press Tab until an element that matches has the focus, which must be visible."""
    for _ in range(80):
        page.keyboard.press("Tab")
        if page.evaluate("one => document.activeElement.matches(one)", selector):
            style = page.evaluate("getComputedStyle(document.activeElement).outlineStyle")
            assert style == "solid"
            return
    raise AssertionError(f"Tab does not reach {selector}")


def test_sentences_turn_from_pending_to_their_status(visit, service, caplog) -> None:
    page = visit.page
    reply, source = build_long_work(400)
    page.goto("/")
    page.locator("#reply").fill(reply)
    page.locator("#source-text").fill(source)
    page.locator("#start").click()
    page.locator("#live-words .said").nth(2).wait_for()
    assert len(page.locator("#live-words .pending").inner_text()) > 100
    shown = page.locator("#live-words").evaluate(
        "one => [...one.querySelectorAll('.said')].map(said => [said.firstChild.data, said.dataset.status])"
    )
    assert shown[0][0] == "The mill number 1 on the river Arle has 1 sails."
    assert {status for _, status in shown} <= {
        "supported",
        "partial",
        "contradicted",
        "unsupported",
        "unknown",
    }
    assert re.match(r"\d+ sentences judged", page.locator("#progress").inner_text())
    assert service.metric("ascribe_running") == 1
    page.locator("#stop").click()
    page.locator("#check-form").wait_for()
    assert page.locator("#reply").input_value() == reply
    assert not page.locator("#alert").is_visible()
    wait_until(lambda: service.metric("ascribe_running") == 0)
    assert [one.getMessage() for one in caplog.records if one.levelname == "ERROR"] == []


def test_a_reply_from_a_file_with_characters_outside_the_basic_plane(visit) -> None:
    page = visit.page
    page.goto("/")
    page.locator("#reply-file").set_input_files(
        {
            "name": "reply.md",
            "mimeType": "text/markdown",
            "buffer": "🌾 The mill 𝟷 is red.\n\nIt was built in 1871.".encode(),
        }
    )
    assert not page.locator("#reply").is_visible()
    page.locator("#source-text").fill(MILL)
    page.locator("#start").click()
    page.wait_for_selector(READY)
    assert page.locator(".reply .said").first.inner_text().startswith("🌾 The mill 𝟷")


def test_files_are_dropped(visit) -> None:
    page = visit.page
    page.goto("/")
    for place, name, text in (
        ("#reply-drop", "reply.md", "The mill has 14 sails."),
        ("#sources-drop", "mill.txt", MILL),
    ):
        files = page.evaluate_handle(
            "([name, text]) => { const moved = new DataTransfer();"
            " moved.items.add(new File([text], name)); return moved; }",
            [name, text],
        )
        page.dispatch_event(place, "drop", {"dataTransfer": files})
        assert page.get_by_text(name, exact=True).is_visible()
    page.locator("#start").click()
    page.wait_for_selector(READY)
    assert page.locator("article.card.contradicted .document").first.inner_text() == "mill.txt"


def test_what_is_missing_is_said(visit) -> None:
    page = visit.page
    page.goto("/")
    page.locator("#start").click()
    assert page.locator("#reply-problem").inner_text() == "Paste a reply or choose its file."
    assert page.evaluate("document.activeElement.id") == "reply"
    assert page.locator("#reply").get_attribute("aria-invalid") == "true"
    page.locator("#reply").fill("It has 12 sails.")
    page.locator("#start").click()
    assert page.locator("#reply-problem").inner_text() == ""
    assert page.locator("#source-text-problem").inner_text() == "Add at least one source."


@pytest.mark.parametrize("language", ["en-US", "de-DE"])
def test_on_a_phone_what_is_missing_is_in_view_beside_its_field(browser, service, language) -> None:
    visit = Visit(browser, service, viewport=NARROW, locale=language, is_mobile=True, has_touch=True)
    page = visit.page
    page.goto("/")
    page.wait_for_load_state("networkidle")
    page.locator("#reply").fill("It has 12 sails.")
    page.locator("#start").click()
    assert page.evaluate("document.activeElement.id") == "source-text"
    said = page.locator(f"#{page.locator('#source-text').get_attribute('aria-describedby')}")
    box = said.bounding_box()
    assert said.inner_text()
    assert 0 <= box["y"] <= NARROW["height"] - box["height"]
    assert page.evaluate("document.documentElement.scrollWidth") <= NARROW["width"]
    assert visit.problems == []
    visit.leave()


def test_without_a_script_the_page_says_so_beside_its_button(browser, service) -> None:
    context = browser.new_context(base_url=str(service.base_url), java_script_enabled=False)
    page = context.new_page()
    page.goto("/")
    assert page.locator("noscript .problem").inner_text().startswith("This page needs JavaScript.")
    context.close()


def test_the_verdict_of_a_wide_row_is_in_view_on_a_phone(browser, service) -> None:
    head, row = (
        "| Mill | Where | When | What for |",
        "| Velm | near the river Arle | built in 1871 | grinding corn |",
    )
    reply = f"{head}\n|---|---|---|---|\n{row}\n"
    body = {"reply": reply, "sources": [{"text": "The Velm has 12 sails."}], "tier": "rules"}
    got = service.post("/v1/check", json=body)
    visit = Visit(browser, service, viewport=NARROW, is_mobile=True, has_touch=True)
    page = visit.page
    open_check(page, f"/checks/{got.headers['x-ascribe-check']}")
    box = page.locator(".reply tbody .flag").bounding_box()
    assert box["x"] >= 0
    assert box["x"] + box["width"] <= NARROW["width"]
    assert visit.problems == []
    visit.leave()


def test_an_error_of_the_service_is_said_and_nothing_is_lost(visit) -> None:
    page = visit.page
    page.goto("/")
    page.locator("#reply").fill("It has 12 sails.")
    page.locator("#source-files").set_input_files(
        {"name": "broken.pdf", "mimeType": "application/pdf", "buffer": b"%PDF-1.4 no"}
    )
    page.locator("#start").click()
    page.get_by_role("alert").wait_for()
    assert "broken.pdf" in page.get_by_role("alert").inner_text()
    assert page.locator("#reply").input_value() == "It has 12 sails."
    visit.problems[:] = [one for one in visit.problems if "422" not in one]  # the browser logs every 422


# --- The source in a dialog ---


def test_the_boxes_lie_on_the_words(visit, velm) -> None:
    page = visit.page
    open_check(page, velm)
    page.locator("article.card.contradicted").first.locator(".show-source").click()
    wait_for_picture(page)
    quote = page.locator("#viewer-words mark").inner_text()
    number, wanted = find_words_on_paper(quote)
    assert page.locator("#page-number").inner_text() == f"{number} / 2"
    for press in (None, "+", "+", "-"):
        if press:
            page.keyboard.press(press)
        got = page.evaluate(
            """() => {
              const stage = document.getElementById("viewer-stage").getBoundingClientRect();
              const box = document.querySelector("#viewer-stage .words").getBoundingClientRect();
              return [(box.left - stage.left) / stage.width, (box.top - stage.top) / stage.height,
                (box.right - stage.left) / stage.width, (box.bottom - stage.top) / stage.height];
            }"""
        )
        assert got[0] == pytest.approx(wanted[0], abs=0.004)
        assert got[2] == pytest.approx(wanted[2], abs=0.004)
        assert got[1] <= wanted[1] + 0.002
        assert got[3] >= wanted[3] - 0.002
        assert got[3] - got[1] < 0.03  # one line, no more
    assert page.locator("#viewer-stage .words").is_visible()
    assert page.locator("#viewer-stage img").evaluate("one => one.naturalWidth") > 800


def test_pages_turn_and_the_mark_stays_on_its_own(visit, velm) -> None:
    page = visit.page
    open_check(page, velm)
    page.locator("article.card.contradicted").first.locator(".show-source").click()
    wait_for_picture(page)
    assert page.get_by_role("button", name="Previous page").is_disabled()
    page.get_by_role("button", name="Next page").click()
    page.get_by_role("heading", name="velm.pdf, page 2").wait_for()
    wait_for_picture(page)
    assert page.locator("#viewer-stage .words").count() == 0
    assert page.get_by_role("button", name="Next page").is_disabled()
    page.keyboard.press("PageUp")
    page.get_by_role("heading", name="velm.pdf, page 1").wait_for()
    page.locator("#viewer-stage .words").first.wait_for()


def test_the_words_of_a_text_are_marked_and_in_view(visit, service) -> None:
    page = visit.page
    source = "The river is long.\n\n" * 300 + "The mill has 12 sails.\n\n" + "The road is old.\n\n" * 300
    made = service.check("The mill has 12 sails.", source).headers["x-ascribe-check"]
    open_check(page, f"/checks/{made}")
    page.locator(".reply a.marker").first.click()
    mark = page.locator("#viewer-stage mark")
    mark.wait_for()
    assert mark.inner_text() == "The mill has 12 sails."
    box, scroll = mark.bounding_box(), page.locator("#viewer-scroll").bounding_box()
    assert scroll["y"] < box["y"] < scroll["y"] + scroll["height"]


def test_a_picture_of_the_words_is_beside_each_problem(visit, velm) -> None:
    page = visit.page
    open_check(page, velm)
    preview = page.locator("article.card.contradicted .preview").first
    preview.scroll_into_view_if_needed()
    preview.locator("img").wait_for()
    mark, frame = preview.locator(".words").first.bounding_box(), preview.bounding_box()
    assert frame["x"] <= mark["x"]
    assert mark["x"] + mark["width"] <= frame["x"] + frame["width"]
    assert frame["y"] <= mark["y"]
    assert mark["y"] + mark["height"] <= frame["y"] + frame["height"]


def test_the_page_does_not_jump_while_it_loads(visit, velm) -> None:
    page = visit.page
    page.add_init_script(
        "window.shift = 0;"
        "new PerformanceObserver(list => list.getEntries().forEach(one => {"
        "  if (!one.hadRecentInput) window.shift += one.value;"
        "})).observe({type: 'layout-shift', buffered: true})"
    )
    open_check(page, velm)
    page.locator("article.card .preview img").first.wait_for()
    assert page.evaluate("window.shift") < 0.05


# --- History, corrections, files ---


def test_corrections_are_what_calibrate_reads(visit, service) -> None:
    from ascribe.evaluation.datasets import scan_file

    page = visit.page
    made = service.check("The mill has 14 sails. It was built in 1871.", MILL).headers["x-ascribe-check"]
    open_check(page, f"/checks/{made}")
    page.locator("article.card").first.get_by_role("button", name="Correct the verdict of sentence 1").click()
    page.get_by_role("menuitem", name="supported", exact=False).first.click()
    page.locator(".state[data-status='supported']").wait_for()
    open_check(page, f"/checks/{made}")
    assert page.locator("article.card .state").first.inner_text() == "Corrected: ✓ supported"
    page.goto("/history")
    page.locator("#checks li").first.wait_for()
    with page.expect_download() as coming:
        page.get_by_role("button", name="Download corrections").click()
    assert coming.value.suggested_filename == "corrections.jsonl"
    lines = Path(coming.value.path()).read_text(encoding="utf-8").splitlines()
    found = [one for one in map(json.loads, lines) if one["check"] == made]
    assert [(one["claim"], one["label"]) for one in found] == [("The mill has 14 sails.", "supported")]
    kept = Path(coming.value.path()).with_suffix(".jsonl")
    kept.write_text("\n".join(lines), encoding="utf-8")
    assert scan_file(kept)


def test_the_history_lists_opens_and_deletes(browser, tmp_path) -> None:
    with serving(tmp_path, tier="rules") as own:
        for number in range(3):
            own.check(f"The mill has {number + 10} sails.", MILL, question=f"Question {number}?")
        visit = Visit(browser, own)
        page = visit.page
        page.goto("/history")
        titles = page.locator("#checks .title")
        titles.first.wait_for()
        assert titles.all_inner_texts() == ["Question 2?", "Question 1?", "Question 0?"]
        assert "deleted after 30 days" in page.locator(".lede").inner_text()
        page.get_by_role("button", name="Delete the check “Question 1?”").click()
        page.locator("#sure").get_by_role("button", name="Cancel").click()
        assert titles.count() == 3
        page.get_by_role("button", name="Delete the check “Question 1?”").click()
        page.locator("#sure").get_by_role("button", name="Delete").click()
        expect_count(page, "#checks li", 2)
        titles.first.click()
        page.wait_for_selector(READY)
        assert page.locator("h1").inner_text() == "Question 2?"
        page.locator("#delete").click()
        page.locator("#sure").get_by_role("button", name="Delete").click()
        page.wait_for_url("**/history")
        titles.first.wait_for()
        assert titles.all_inner_texts() == ["Question 0?"]
        page.get_by_role("button", name="Delete all").click()
        page.locator("#sure").get_by_role("button", name="Delete").click()
        page.locator("#empty").wait_for()
        assert own.get("/v1/checks").json()["checks"] == []
        assert visit.problems == []
        visit.leave()


def test_a_check_that_is_gone_says_so(visit) -> None:
    visit.page.goto("/checks/nothing")
    visit.page.get_by_role("alert").wait_for()
    assert "There is no such check" in visit.page.get_by_role("alert").inner_text()
    visit.problems[:] = [one for one in visit.problems if "404" not in one]


def download(page, name: str) -> bytes:
    page.locator("#export").click()
    with page.expect_download() as coming:
        page.locator(f"#exports a[data-format='{name}']").click()
    assert coming.value.suggested_filename.endswith(f".{name}")
    return Path(coming.value.path()).read_bytes()


def test_every_format_is_downloaded(visit, velm) -> None:
    from docx import Document

    page = visit.page
    open_check(page, velm)
    page.locator("#style").select_option("apa")
    page.locator("#reference-list", has_text="(n.d.)").wait_for()
    answer = ascribe.Answer.from_json(download(page, "json").decode())
    assert len(answer.sentences) == 21
    assert b'<div class="ascribe-report">' in download(page, "html")
    assert "contradicted" in download(page, "md").decode()
    rows = list(csv.DictReader(io.StringIO(download(page, "csv").decode("utf-8-sig"))))
    assert len(rows) == 21
    file = Document(io.BytesIO(download(page, "docx")))
    text = "\n".join(one.text for one in file.paragraphs)
    assert "The lighthouse is 72 metres high." in text
    assert "✗ contradicted" in text
    assert "[1]" in text
    headings = [one.text for one in file.paragraphs if one.style and one.style.name.startswith("Heading")]
    assert headings[1:3] == ["The reply", "The harbour of Velm"]
    assert headings[-2:] == ["Sentence by sentence", "References"]


@pytest.mark.parametrize("style", ["own", "apa", "chicago", "ieee", "vancouver", "bibtex", "csl-json", "ris"])
def test_the_list_of_references_in_every_style(visit, velm, style) -> None:
    page = visit.page
    open_check(page, velm)
    before = page.locator("#reference-list").inner_text()
    assert "[2] note.txt." in before
    page.locator("#style").select_option(style)
    if style != "own":
        from playwright.sync_api import expect

        expect(page.locator("#reference-list")).not_to_have_text(before)
    assert "note" in page.locator("#reference-list").inner_text()


# --- Ask ---


def test_questions_follow_up_questions_and_refusals(browser, tmp_path) -> None:
    with serving(tmp_path, tier="rules") as own:
        visit = Visit(browser, own)
        page = visit.page
        page.goto("/ask")
        page.get_by_text("No documents have been uploaded.").wait_for()
        page.locator("#document-files").set_input_files(
            [PDF, {"name": "mill.txt", "mimeType": "text/plain", "buffer": MILL.encode()}]
        )
        expect_count(page, "#documents button", 2)
        first = ask(page, "How high is the lighthouse?")
        assert "27 metres" in first.locator(".reply").inner_text()
        first.locator("a.marker").first.click()
        wait_for_picture(page)
        assert "27 metres" in page.locator("#viewer-words mark").inner_text()
        page.keyboard.press("Escape")
        second = ask(page, "And when?")
        assert second.get_by_text("Asked as: How high is the lighthouse? And when?").is_visible()
        third = ask(page, "What does butter cost in Peru?")
        assert "No answer was given" in third.locator(".headline").inner_text()
        assert third.locator(".reply").count() == 0
        third.get_by_role("link").click()
        page.wait_for_url("**/checks/*")
        page.wait_for_selector(READY)
        page.goto("/ask")
        page.get_by_role("button", name="Remove mill.txt").click()
        page.locator("#sure").get_by_role("button", name="Delete").click()
        expect_count(page, "#documents button", 1)
        assert visit.problems == []
        visit.leave()


def test_of_several_files_the_unreadable_one_is_named_and_the_others_are_taken(browser, tmp_path) -> None:
    with serving(tmp_path, tier="rules") as own:
        visit = Visit(browser, own)
        page = visit.page
        page.goto("/ask")
        prices = {"name": "prices.csv", "mimeType": "text/csv", "buffer": b"a,b"}
        mill = {"name": "mill.txt", "mimeType": "text/plain", "buffer": MILL.encode()}
        page.locator("#document-files").set_input_files([prices, mill, PDF])
        expect_count(page, "#documents button", 2)
        said = page.locator("#alert").inner_text()
        assert said.startswith("Not uploaded: prices.csv: no reader supports files ending in .csv")
        assert visit.problems == []
        visit.leave()


@pytest.mark.parametrize(
    ("locale", "said"),
    [("en-US", "Upload a document first."), ("de-DE", "Laden Sie zuerst ein Dokument hoch.")],
)
def test_a_question_without_a_document_asks_for_one(browser, tmp_path, locale: str, said: str) -> None:
    with serving(tmp_path, tier="rules") as own:
        visit = Visit(browser, own, locale=locale)
        page = visit.page
        page.goto("/ask")
        page.wait_for_load_state("networkidle")
        page.locator("#question").fill("How many sails does the mill have?")
        page.locator("#question").press("Enter")
        page.locator("#alert").get_by_text(said).wait_for()
        assert page.locator(".turn").count() == 0
        assert page.locator("#question").input_value()
        assert page.evaluate("document.activeElement.id") == "document-files"
        # Another tab may have uploaded one meanwhile.
        own.post("/v1/documents", files=[("files", ("mill.txt", MILL.encode()))])
        turn = ask(page, "How many sails does the mill have?")
        assert "12 sails" in turn.locator(".reply").inner_text()
        assert not page.locator("#alert").is_visible()
        assert visit.problems == []
        visit.leave()


def test_an_answer_in_german_has_its_words_and_its_references(browser, tmp_path) -> None:
    with serving(tmp_path, tier="rules") as own:
        visit = Visit(browser, own, locale="de-DE")
        page = visit.page
        page.goto("/ask")
        page.locator("#document-files").set_input_files(
            [{"name": "mill.txt", "mimeType": "text/plain", "buffer": MILL.encode()}]
        )
        expect_count(page, "#documents button", 1)
        turn = ask(page, "How many sails does the mill have?")
        assert re.search(r"beantwortet", turn.locator(".headline").inner_text())
        assert turn.locator(".references li").count() >= 1
        assert turn.locator(".references .used").count() == 0
        assert "mill.txt" in turn.locator(".references").inner_text()
        assert visit.problems == []
        visit.leave()


def ask(page, question: str):
    turn = page.locator(".turn").nth(page.locator(".turn").count())
    page.locator("#question").fill(question)
    page.locator("#question").press("Enter")
    turn.locator(".ascribe-report").wait_for()
    return turn


# --- Languages, looks, accessibility ---


def test_german_by_the_browser_and_by_choice(browser, service, velm) -> None:
    visit = Visit(browser, service, locale="de-AT")
    page = visit.page
    open_check(page, velm)
    assert page.locator("html").get_attribute("lang") == "de"
    assert page.locator("article.card .badge").first.inner_text() == "✗ widersprochen"
    assert re.match(r"\d+ von 18 Aussagen belegt; 2 widersprochen", page.locator(".headline").inner_text())
    assert page.locator(".evidence .where").first.inner_text().startswith("Widersprochen durch")
    page.get_by_role("link", name="English").click()
    page.wait_for_selector(READY)
    assert page.locator("html").get_attribute("lang") == "en"
    page.goto("/history")
    assert page.locator("h1").inner_text() == "History"
    assert visit.problems == []
    visit.leave()


@pytest.mark.parametrize("path", ["/", "velm", "/ask", "/history"])
def test_a_phone_scrolls_only_downwards(browser, service, velm, path) -> None:
    visit = Visit(browser, service, viewport=PHONE, device_scale_factor=2, is_mobile=True, has_touch=True)
    page = visit.page
    page.goto(velm if path == "velm" else path)
    if path == "velm":
        page.wait_for_selector(READY)
    page.wait_for_load_state("networkidle")
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    if path == "velm":
        page.locator("article.card .show-source").first.click()
        wait_for_picture(page)
        mark = page.locator("#viewer-stage .words").first.bounding_box()
        assert 0 <= mark["y"] <= PHONE["height"]
        assert mark["x"] < PHONE["width"]
    visit.leave()


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("viewport", [WIDE, PHONE], ids=["wide", "phone"])
def test_axe_finds_nothing(browser, service, velm, scheme, viewport) -> None:
    from axe_playwright_python.base import AXE_FILE_PATH

    axe = Path(AXE_FILE_PATH).read_text(encoding="utf-8")
    visit = Visit(browser, service, color_scheme=scheme, viewport=viewport, bypass_csp=True)
    page = visit.page

    def scan(where: str) -> None:
        page.evaluate(axe)
        found = page.evaluate("axe.run()")
        assert len(found["passes"]) > 10
        shown = [
            (one["id"], one["impact"], [n["html"][:200] for n in one["nodes"]]) for one in found["violations"]
        ]
        assert shown == [], where

    for path in ("/", "/ask", "/history"):
        page.goto(path)
        page.wait_for_load_state("networkidle")
        scan(path)
    open_check(page, velm)
    page.evaluate("document.querySelectorAll('details').forEach(one => one.open = true)")
    scan("result")
    page.locator("article.card .correct").first.click()
    scan("menu")
    page.keyboard.press("Escape")
    page.locator("article.card .show-source").first.click()
    wait_for_picture(page)
    scan("viewer")
    background = page.evaluate("getComputedStyle(document.body).backgroundColor")
    assert (background == "rgb(18, 22, 27)") == (scheme == "dark")
    visit.leave()


# --- Hostile texts, keys, policy ---


def test_hostile_texts_are_text_everywhere(visit) -> None:
    page = visit.page
    page.goto("/")
    page.locator("#reply").fill(f"The mill {HOSTILE} has 12 sails.\n\n[x](javascript:alert(1)) <b>Bold</b>.")
    page.locator("#question").fill(HOSTILE)
    page.locator("#source-files").set_input_files(
        {
            "name": "<img src=x onerror=alert(1)>.txt",
            "mimeType": "text/plain",
            "buffer": f"The mill {HOSTILE} has 12 sails.".encode(),
        }
    )
    page.locator("#start").click()
    page.wait_for_selector(READY)
    page.locator(".show-source").first.dispatch_event("click")
    page.locator("#viewer-stage mark").wait_for()
    assert HOSTILE in page.locator("#viewer-stage mark").inner_text()
    page.keyboard.press("Escape")
    assert page.locator("h1").inner_text().startswith("<img src=x")
    page.goto("/history")
    page.locator("#checks .title").first.wait_for()
    assert page.locator("#checks .title").first.inner_text().startswith("<img src=x")
    assert "bad" not in page.title()
    assert page.locator("main img, main script:not([type])").count() == 0


def test_the_policy_lets_nothing_in(service) -> None:
    for path in ("/", "/ask", "/history", "/checks/nothing"):
        got = service.get(path)
        policy = dict(one.strip().split(" ", 1) for one in got.headers["content-security-policy"].split(";"))
        assert policy["default-src"] == "'none'"
        assert policy["script-src"] == policy["style-src"] == policy["connect-src"] == "'self'"
        assert policy["frame-ancestors"] == policy["base-uri"] == "'none'"
        assert not re.search(r"\son\w+=|\sstyle=|https?://", got.text)


def test_files_of_the_pages_are_kept_by_browsers(service) -> None:
    (address,) = re.findall(r'src="(/assets/[^"]+)"', service.get("/").text)
    got = service.get(address)
    assert "immutable" in got.headers["cache-control"]
    again = service.get(address, headers={"If-None-Match": got.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")
    assert service.get("/assets/0000000000000000/check.js").status_code == 404
    assert service.get(address.replace("check.js", "..%2Fpages.py")).status_code == 404


def test_the_key_is_asked_for_once_and_kept_in_the_tab(browser, tmp_path) -> None:
    from ascribe.apps.server.keys import KeyFile

    key = KeyFile(tmp_path / "keys.json").add("anna")
    with serving(tmp_path, tier="rules") as own:
        own.headers["Authorization"] = f"Bearer {key}"
        made = own.post(
            "/v1/check",
            files=[
                ("reply", ("r.md", b"The lighthouse is 72 metres high.")),
                ("sources", ("velm.pdf", PDF["buffer"])),
            ],
        ).headers["x-ascribe-check"]
        visit = Visit(browser, own)
        page = visit.page
        page.goto(f"/checks/{made}")
        page.locator("#key").fill("wrong")
        page.keyboard.press("Enter")
        page.locator("#key-problem").wait_for()
        assert "lighthouse" not in page.content()
        page.locator("#key").fill(key)
        page.keyboard.press("Enter")
        page.wait_for_selector(READY)
        page.locator("article.card .show-source").first.click()
        wait_for_picture(page)
        page.keyboard.press("Escape")
        assert b"72 metres" in download(page, "json")
        page.goto("/history")
        page.locator("#checks li").first.wait_for()
        assert page.evaluate("localStorage.length") == 0
        assert "key" not in page.evaluate("document.cookie")
        visit.leave()
        del own.headers["Authorization"]
        for path in (
            f"/v1/checks/{made}/report",
            f"/checks/{made}/export/json",
            f"/v1/checks/{made}/sources/0",
        ):
            assert own.get(path).status_code == 401


def test_a_service_that_keeps_nothing_shows_the_result_all_the_same(browser, tmp_path) -> None:
    with serving(tmp_path, tier="rules", retention_days=0) as own:
        visit = Visit(browser, own)
        page = visit.page
        page.goto("/")
        page.locator("#reply").fill("The mill has 14 sails.")
        page.locator("#source-text").fill(MILL)
        page.locator("#start").click()
        page.locator("article.card.contradicted").wait_for()
        page.locator(".show-source").first.click()
        assert "12 sails" in page.locator("#viewer-stage mark").inner_text()
        assert page.locator(".correct").count() == 0
        assert visit.problems == []
        visit.leave()

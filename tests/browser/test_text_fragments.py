"""Text fragments in a real Chromium: the link scrolls to the quote, wherever its words stand before."""

from pathlib import Path

import pytest

import ascribe
from ascribe.write.links import build_link, build_text_directive

pytestmark = pytest.mark.browser

PARAGRAPHS = [
    f"<p>Mill {n}, the well-known one, has {n * 7} sails<sup>[{n}]</sup>, &amp; it is <b>very</b> old. "
    f"It was built in {1500 + n} by Anna Kohl, who sold it.</p>"
    for n in range(120)
]
PAGE = "<!doctype html><title>Mills</title><nav>Mill 90</nav><h1>Mills</h1>" + "".join(PARAGRAPHS)

IN_VIEW = """words => {
  const selected = [...document.querySelectorAll('p')].filter(p => p.innerText.includes(words));
  return selected.length === 1 && selected.every(p => {
    const box = p.getBoundingClientRect();
    return box.top < innerHeight && box.bottom > 0;
  });
}"""


@pytest.fixture
def page_file(tmp_path: Path) -> Path:
    path = tmp_path / "my mills.html"
    path.write_text(PAGE, encoding="utf-8")
    return path


@pytest.mark.parametrize("number", [20, 60, 90, 119])
def test_the_link_of_a_reference_scrolls_to_its_words(browser, page_file, number) -> None:
    answer = ascribe.check(
        f"Mill {number}, the well-known one, has {number * 7} sails.", page_file, tier="rules"
    )
    reference = answer.sentences[0].references[0]
    assert f"has {number * 7} sails" in reference.quote
    page = browser.new_page(viewport={"width": 800, "height": 600})
    page.goto(build_link(reference, answer.documents))
    page.wait_for_function("scrollY > 0", timeout=5000)
    assert page.evaluate("typeof document.fragmentDirective") == "object"
    assert page.evaluate(IN_VIEW, f"Mill {number}, the")
    page.close()


@pytest.mark.parametrize("tenth", range(1, 10))
def test_sentences_of_a_real_page(browser, shared_data, tenth) -> None:
    path = shared_data / "docs" / "wikipedia_duck.html"
    document = ascribe.read_sources([path])[0]
    long = [s for s in document.sentences if len(s.text) > 60 and "|" not in s.text]
    span = long[len(long) * tenth // 10].span
    directive = build_text_directive(document.full_text or "", span.char_start, span.char_end)
    page = browser.new_page()
    page.route(
        "**/*", lambda route: route.continue_() if route.request.url.startswith("file") else route.abort()
    )
    page.goto(f"{path.as_uri()}#:~:{directive}", wait_until="domcontentloaded")
    page.wait_for_function("scrollY > 0", timeout=5000)
    page.close()


def test_words_that_are_not_there_do_not_scroll(browser, page_file) -> None:
    page = browser.new_page()
    page.goto(f"{page_file.as_uri()}#:~:text=nowhere%20at%20all")
    page.wait_for_load_state("load")
    assert page.evaluate("scrollY") == 0
    page.close()

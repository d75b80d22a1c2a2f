"""Links to the page of a PDF and to the words of an HTML page."""

from __future__ import annotations

from pathlib import Path
from urllib.parse import unquote

import pytest

import ascribe
from ascribe.write.links import build_text_directive
from ascribe.write.view_builder import build_view

TEXT = (
    "Mills\n\nThe mill has 12 sails. The well-known mill has 14 sails, and it, too, is old.\n\n"
    "The mill has 12 sails. End."
)


@pytest.mark.parametrize(
    ("quote", "number", "directive"),
    [
        ("Mills", 0, "text=Mills"),
        ("The mill has 12 sails.", 0, "text=The mill has 12 sails."),
        (
            "The well-known mill has 14 sails, and it, too, is old.",
            0,
            "text=The well%2Dknown mill,too%2C is old.",
        ),
        ("The mill has 12 sails.", 1, "text=The mill has 12 sails.,-End."),
        ("End.", 0, "text=End."),
    ],
)
def test_a_directive_is_short_and_leads_to_its_own_words(quote, number, directive) -> None:
    start = [at for at in range(len(TEXT)) if TEXT.startswith(quote, at)][number]
    made = build_text_directive(TEXT, start, start + len(quote))
    assert made.replace("%20", " ") == directive
    assert "&" not in made


def test_what_holds_no_word_has_no_directive() -> None:
    assert build_text_directive("a — b", 2, 3) == ""


def linked(reply: str, source: object, **metadata: str) -> list[str]:
    sources = [{"id": "a", "text": source, "metadata": metadata}] if isinstance(source, str) else source
    return [
        e.link for s in build_view(ascribe.check(reply, sources, tier="rules")).sentences for e in s.evidence
    ]


def test_kinds_of_sources(made_files, tmp_path, monkeypatch) -> None:
    monkeypatch.chdir(tmp_path)
    words = "The mill has 12 sails."
    Path("my mill.pdf").write_bytes(made_files["pdf"][1])
    Path("p.html").write_text(f"<p>{words}</p>", encoding="utf-8")
    Path("n.txt").write_text(words, encoding="utf-8")
    assert linked("It has 12 sails.", Path("my mill.pdf")) == ["my%20mill.pdf#page=2"]
    fragment = "The%20mill%20has%2012%20sails."
    assert linked(words, Path("p.html")) == [f"p.html#:~:text={fragment}"]
    assert linked(words, Path("p.html").resolve()) == [
        f"{Path('p.html').resolve().as_uri()}#:~:text={fragment}"
    ]
    for kind in (".txt", ".md", ".docx"):
        Path("n" + kind).write_bytes(made_files["docx"][1] if kind == ".docx" else words.encode())
        said = "It was built in 1871." if kind == ".docx" else words
        assert set(linked(said, Path("n" + kind))) == {"n" + kind}
    assert linked(words, words) == [""]
    assert linked(words, words, url="https://e.org/a?b#c") == [f"https://e.org/a?b#c:~:text={fragment}"]
    assert linked(words, words, url="javascript:alert(1)") == [""]
    assert linked(words, words, url="https://e.org/a.pdf") == ["https://e.org/a.pdf"]


def test_reports_have_the_links_and_they_stay_links() -> None:
    source = {
        "id": "a [b](c) <i>",
        "text": "The mill has 12 sails.",
        "metadata": {"url": "https://e.org/a_(b)"},
    }
    answer = ascribe.check("The mill has 12 sails.", [source], tier="rules")
    link = "https://e.org/a_%28b%29#:~:text=The%20mill%20has%2012%20sails."
    assert f'<a href="{link}" rel="noopener nofollow">' in answer.to_html()
    assert f"](<{link}>)" in answer.to_markdown()
    from markdown_it import MarkdownIt

    hrefs = [
        str(child.attrs["href"])
        for token in MarkdownIt().parse(answer.to_markdown())
        for child in token.children or []
        if child.type == "link_open"
    ]
    assert [unquote(href) for href in hrefs] == [unquote(link)]

"""Pages become the text that a person reads on them."""

from __future__ import annotations

import json
import re
import unicodedata
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ascribe.errors import SourceError
from ascribe.protocols import Extract, Limits
from ascribe.read.html import HtmlReader
from tests.read.extract_laws import check_extract


def read(markup: str | bytes) -> Extract:
    data = markup if isinstance(markup, bytes) else markup.encode()
    return HtmlReader().read(data, "a.html", Limits())


def blocks(markup: str | bytes) -> list[tuple[str, str]]:
    return check_extract(read(markup))


@pytest.mark.parametrize(
    ("markup", "expected"),
    [
        ("<p>One <b>bo</b>ld\n\n  word.</p><p>Two", [("prose", "One bold word."), ("prose", "Two")]),
        (
            "a<div>b</div>c<span>d</span><section>e</section>f",
            [("prose", t) for t in ("a", "b", "cd", "e", "f")],
        ),
        ("<h1>Top</h1><h3>Low\n er</h3>", [("heading", "Top"), ("heading", "Low er")]),
        ("<div role=heading aria-level=4>Head</div>text", [("heading", "Head"), ("prose", "text")]),
        ("<p>line one<br>line two<br><br>new", [("prose", "line one\nline two"), ("prose", "new")]),
        (
            "<p>10<sup>6</sup> m<sup>-2</sup> of H<sub>2</sub>O, 1<sup>st</sup>",
            [("prose", "10⁶ m⁻² of H2O, 1st")],
        ),
        ("<p>soft\u00adhyphen zero\u200bwidth", [("prose", "softhyphen zerowidth")]),
        ("<p>&lt;b&gt; &amp; &eacute;&nbsp;5", [("prose", "<b> & é\u00a05")]),
        ("<ruby>漢<rt>かん</rt>字<rt>じ</rt></ruby>", [("prose", "漢字")]),
        ("<blockquote>Said.</blockquote><pre>x = 1\n  y</pre>", [("prose", "Said."), ("code", "x = 1\n  y")]),
        ("<figure><img alt=no><figcaption>A duck.</figcaption></figure>", [("prose", "A duck.")]),
        ("<p>keep <s>not</s> <del>not this</del> <ins>this</ins>", [("prose", "keep this")]),
        ("<p>keep <span style='text-decoration: line-through'>not</span> this", [("prose", "keep this")]),
        ("<details><summary>More</summary>inside</details>", [("prose", "More"), ("prose", "inside")]),
    ],
)
def test_elements(markup: str, expected: list[tuple[str, str]]):
    assert blocks(markup) == expected


def test_heading_levels():
    extract = read("<h2>A</h2><p>x</p><h6>B</h6>")
    assert [block.level for block in extract.blocks] == [2, 0, 6]


class TestLists:
    def test_nested(self):
        inner = "<ul><li>one a</li><li>one b</li></ul>"
        markup = f"<ul><li>one{inner}</li><li><p>two</p><p>more</p></li></ul><p>end</p>"
        assert blocks(markup) == [
            ("list_item", "one"),
            ("list_item", "one a"),
            ("list_item", "one b"),
            ("list_item", "two"),
            ("prose", "more"),
            ("prose", "end"),
        ]

    def test_items_of_one_list_stand_together(self):
        assert read("<ol><li>a<li>b</ol><ol><li>c</ol>").text == "1. a\n2. b\n\n1. c"

    def test_definitions(self):
        found = blocks("<dl><dt>Drake<dd>A male duck.<dt>Hen<dd>A female duck.</dl>")
        assert found == [("list_item", t) for t in ("Drake", "A male duck.", "Hen", "A female duck.")]


class TestTables:
    def test_rows(self):
        markup = """<table><caption>Weights</caption><tr><th>Bird</th><th>kg</th></tr>
            <tr><th>Duck</th><td><p>1.2</p></td></tr><tr><td>Goose<br>grey</td><td></td><td>x</td></tr></table>"""
        assert blocks(markup) == [
            ("prose", "Weights"),
            ("table_header", "Bird | kg"),
            ("table_row", "Duck | 1.2"),
            ("table_row", "Goose grey |  | x"),
        ]
        assert "Bird | kg\nDuck | 1.2" in read(markup).text

    def test_head_and_foot(self):
        markup = (
            "<table><thead><tr><td>a</td><td>b</td></thead><tbody><tr><td>1</td><td>2</td></tbody></table>"
        )
        assert blocks(markup) == [("table_header", "a | b"), ("table_row", "1 | 2")]

    @pytest.mark.parametrize(
        "markup",
        [
            "<table><tr><td><h1>T</h1><p>One.</p><p>Two.</p></td></tr></table>",
            "<table><tr><td>T</td></tr><tr><td><table><tr><td>One.</td></tr><tr><td>Two.</td></tr></table></table>",
            "<table role=presentation><tr><td>T</td><td>One.</td><td>Two.</td></tr></table>",
        ],
    )
    def test_tables_that_only_arrange(self, markup: str):
        assert [text for _, text in blocks(markup)] == ["T", "One.", "Two."]

    def test_a_row_too_long_for_one_unit(self):
        long = "A sentence of a page from the nineties. " * 40
        assert ("prose", "left") in blocks(f"<table><tr><td>left</td><td>{long}</td></tr></table>")


class TestWhatIsLeftOut:
    ARTICLE = "<p>The article has a first sentence. It has a second one.</p><p>And a second paragraph.</p>"

    @pytest.mark.parametrize(
        "noise",
        [
            "<nav>NOISE</nav>",
            "<script>NOISE</script><style>NOISE</style><template>NOISE</template><p><noscript>NOISE</noscript>",
            "<header>NOISE</header><footer><p>NOISE</p></footer><aside>NOISE</aside>",
            "<div hidden>NOISE</div><p aria-hidden=true>NOISE</p><div style='display: none'>NOISE</div>",
            "<div role=navigation>NOISE</div><div role=banner>NOISE</div>",
            "<div class='menu'><a href=/a>NOISE</a> <a href=/b>NOISE</a></div>",
            "<ul class='breadcrumb x'><li><a href=/a>NOISE</a></ul><b class=mw-editsection>[NOISE]</b>",
            "<button>NOISE</button><select><option>NOISE</select><textarea>NOISE</textarea>",
            "<p><a href='#text'>NOISE</a></p><div><a href=/a>NOISE</a> | <a href=/b>NOISE</a></div>",
            "<div class=x-breadcrumb-list><a href=/a>NOISE</a> › NOISE</div>",
            "<ol itemtype='https://schema.org/BreadcrumbList'><li><a href=/a>NOISE</a> › NOISE</ol>",
            "<div id=cookie-law><p>NOISE is eaten.</p><button>Eat</button></div>",
            "<div aria-modal=true><p>NOISE by mail?</p></div>",
            "<div class=share-buttons><span>NOISE on</span> <a href=/a>NOISE</a> <a href=/b>NOISE</a></div>",
            "<aside><b>NOISE</b><ul><li><a href=/a>NOISE and more NOISE</a></ul></aside>",
            "<h3>Title <span class=x>[<a href=/edit>NOISE</a>]</span></h3>",
            "<svg><text>NOISE</text></svg><iframe>NOISE</iframe><!-- NOISE -->",
        ],
    )
    def test_the_site_around_the_text(self, noise: str):
        for page in (
            f"{noise}{self.ARTICLE}",
            f"{self.ARTICLE}{noise}",
            f"<main>{self.ARTICLE}{noise}</main>",
        ):
            if "<aside>" in noise and "<main>" in page:
                continue  # within the main part they belong to the text
            text = read(page).text
            assert "NOISE" not in text
            assert "first sentence" in text
            assert "second paragraph" in text

    def test_links_under_a_heading_and_between_texts_are_text(self):
        links = "<ul><li><a href=/a>France</a><li><a href=/b>Germany</a></ul>"
        for page in (f"{self.ARTICLE}<h2>Members</h2>{links}", f"{self.ARTICLE}{links}{self.ARTICLE}", links):
            assert "France\nGermany" in read(page).text

    def test_what_has_more_than_links_is_text(self):
        by = "<p>By <a href=/ann>Ann Reed</a></p>"
        source = "<p><a href=/r>The whole report on ducks of the northern lakes</a></p>"
        named = "<header><h2><a href=/d>Ducks</a></h2></header>"
        cakes = "<div class=cookie-cake>Bake it.</div>"
        text = read(f"<article>{named}{by}{cakes}{self.ARTICLE}{source}</article>").text
        for words in ("Ducks", "By Ann Reed", "Bake it.", "The whole report"):
            assert words in text

    def test_a_list_whose_first_link_went_stands_apart_from_what_is_before(self):
        page = f"<p>By A.</p><ul><li><a href=/a>Log in</a><li>Two ducks</ul>{self.ARTICLE}"
        assert read(page).text.startswith("By A.\n\nTwo ducks\n\n")

    def test_a_menu_of_dishes_is_text(self):
        assert (
            "Roast duck" in read("<div class=menu>Roast duck with orange, 24.00</div><p>Open daily.</p>").text
        )

    def test_the_header_of_an_article_is_text(self):
        markup = f"<body><article><header><h1>Ducks</h1><p>By A. Author</p></header>{self.ARTICLE}</article>"
        assert blocks(markup)[:2] == [("heading", "Ducks"), ("prose", "By A. Author")]

    def test_a_header_with_a_heading_is_text_anywhere(self):
        markup = f"<div class=post><header><h2>Ducks</h2></header>{self.ARTICLE}</div>"
        assert blocks(markup)[0] == ("heading", "Ducks")

    def test_the_main_part_is_preferred(self):
        markup = f"<div>Log in to comment</div><main>{self.ARTICLE}</main>"
        assert "Log in" not in read(markup).text

    def test_a_main_part_without_most_of_the_text_is_not_trusted(self):
        markup = f"<main><p>Teaser.</p></main><div>{self.ARTICLE * 3}</div>"
        text = read(markup).text
        assert "Teaser." in text
        assert "first sentence" in text

    @pytest.mark.parametrize(
        "mark",
        [
            '<sup class="reference"><a href="#cite_note-1">[12]</a></sup>',
            '<sup><a href="#fn1">3</a></sup>',
            '<a href="#fn1"><sup>3</sup></a>',
            "<sup>[<i>citation needed</i>]</sup>",
            '<a href="#ref4">[4]</a>',
            '<a role="doc-noteref" href="#n">*</a>',
        ],
    )
    def test_marks_of_notes(self, mark: str):
        assert blocks(f"<p>Ducks swim{mark} and fly.{mark}</p>") == [("prose", "Ducks swim and fly.")]

    def test_other_links_and_brackets_stay(self):
        text = "See [appendix] and (12) in part 2."
        markup = '<p>See [<a href="#a">appendix</a>] and (12) in <a href="#p2">part 2</a>.</p>'
        assert blocks(markup) == [("prose", text)]


class TestPreformatted:
    def test_prose_is_split(self):
        paragraph = "The court held that the statute applies to every duck in the state. " * 4
        markup = f"<pre>{paragraph}\n\n{paragraph}</pre>"
        assert [kind for kind, _ in blocks(markup)] == ["prose", "prose"]

    def test_code_is_one_unit(self):
        assert [
            kind for kind, _ in blocks("<pre><code>" + "for x in y: print(x)\n\n" * 30 + "</code></pre>")
        ] == ["code"]


class TestEncodings:
    @pytest.mark.parametrize(
        ("head", "encoding"),
        [
            ('<meta charset="iso-8859-1">', "latin-1"),
            ('<meta http-equiv="Content-Type" content="text/html; charset=windows-1251">', "cp1251"),
            ("<meta charset=utf-8>", "utf-8"),
            ('<?xml version="1.0" encoding="koi8-r"?>', "koi8-r"),
            ("<meta charset=utf-8>", "cp1251"),
            ("<meta charset=no-such-thing>", "cp1251"),
            ("", "utf-16"),
            ("", "utf-8-sig"),
        ],
    )
    def test_declared_or_found(self, head: str, encoding: str):
        text = (
            "Élève modèle, où êtes-vous allé ?"
            if encoding == "latin-1"
            else "Вчера вечером я пошёл в магазин."
        )
        assert blocks(f"{head}<p>{text}</p>".encode(encoding)) == [("prose", text)]


def test_xhtml_closes_its_elements():
    head = '<?xml version="1.0"?><html><head><title/><script src="x"/></head>'
    markup = f'{head}<body><a id="t"/><p>Ducks.</p></body></html>'
    assert blocks(markup) == [("prose", "Ducks.")]


def test_title_and_language():
    markup = '<html lang="de"><head><title> Die\n Ente </title></head><body>Sie schwimmt.'
    assert read(markup).metadata == {"title": "Die Ente", "language": "de"}


@pytest.mark.parametrize("markup", ["<html></html>", "<script>x</script>", "<p> \n </p>", "<p>\u200b</p>"])
def test_no_text(markup: str):
    with pytest.raises(SourceError, match=r"a\.html: the page contains no text"):
        read(markup)


@pytest.mark.parametrize(
    "markup",
    ["<div>" * 50_000 + "x", "".join(f"<b id={i}>" for i in range(1_900)) + "<p>x" * 30_000],
    ids=["deep", "reopened"],
)
def test_pages_made_to_hang_are_refused(markup: str):
    with pytest.raises(SourceError, match="nested too deeply"):
        read(markup)


def test_a_deep_page_within_the_limit_is_read():
    assert blocks("<div>" * 1_500 + "deep") == [("prose", "deep")]


def test_the_limit_of_depth_can_be_set():
    with pytest.raises(SourceError, match="nested too deeply"):
        HtmlReader().read(b"<div><div><div>deep", "page.html", Limits(max_depth=2))


TAGS = re.findall(
    r"[^ ]+",
    "<p> </p> <div> </div> <ul> <li> </ul> <table> <tr> <td> <th> </table> <h2> </h2> <br> <pre> </pre> "
    "<b> </b> <sup> </sup> <a\u2003href='#x'> </a> <header> <nav> </nav> <dl> <dt> <dd> [1] One. two "
    "\u200b &nbsp; &amp; \u2028 <!-- --> <article> </article> <main> <caption> <blockquote> <math> <svg>",
)
MARKUP = st.lists(st.sampled_from(TAGS) | st.text(max_size=4), max_size=30)


@given(MARKUP)
def test_any_markup_obeys_the_law(parts: list[str]):
    try:
        extract = read(" ".join(parts).replace("\u2003", " ").encode("utf-8", "replace"))
    except SourceError:
        return
    assert check_extract(extract)


def plain(text: str) -> str:
    text = unicodedata.normalize("NFKC", text).translate(str.maketrans("‘’“”", "''\"\""))
    return re.sub(r"\s+", " ", text)


def test_shared_article_holds_every_gold_quote(shared_data: Path):
    docs = shared_data / "docs"
    text = plain(read((docs / "wikipedia_duck.html").read_bytes()).text)
    questions = [json.loads(line) for line in (docs / "questions.jsonl").read_text().splitlines()]
    answers = [json.loads(line) for line in (docs / "answers.jsonl").read_text().splitlines()]
    holders = [q for q in questions if q["doc"] == "wikipedia_duck.html"]
    holders += [s for a in answers if a["doc"] == "wikipedia_duck.html" for s in a["sentences"]]
    quotes = [quote["text"] for holder in holders for quote in holder["quotes"]]
    assert len(quotes) > 20
    assert [quote for quote in quotes if plain(quote) not in text] == []
    assert "Jump to content" not in text
    assert "[edit]" not in text
    assert not re.search(r"\[\d+\]", text)

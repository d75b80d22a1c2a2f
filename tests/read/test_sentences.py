import time
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ascribe.protocols import Block
from ascribe.read.blocks import split_blocks
from ascribe.read.sentences import split_block, split_sentences
from ascribe.text.word_lists import list_known_languages, load_abbreviations

_CASES = [
    line.partition(": ")[::2]
    for line in (Path(__file__).parent / "sentence_cases.txt").read_text(encoding="utf-8").splitlines()
    if not line.startswith("#")
]
_PIECES = (
    'a|B|é|e\u0301|1|²|.|?|!|…|。|？|।|؟|;|,|:|"|“|”|„|«|»|「|」|’|(|)|[|]|{|}|<|>|/|#|-|*|_|`|~|=|$|\\|^'
    "|【|】|†|1.|- |> |[1]| |\n|\n\n|\r\n|\r|\t|\f|\x85|\u2028|\u2029|\u00a0|\u3000|\ufeff|\u200b|\u200f"
    "|\u202e|\ufe0f|🎉|𝒳|ab|Dr.|The |水|ม|ش|```|~~~|$$|<!--|-->|---|\x1c|\ue200"
)
_NASTY = st.lists(st.sampled_from([*_PIECES.split("|"), "|"]), max_size=60).map("".join)


@pytest.mark.parametrize(("language", "marked"), _CASES)
def test_own_cases(language: str, marked: str) -> None:
    text = marked.replace("¦", "")
    assert [text[a:b] for a, b in split_sentences(text, language)] == [
        part.strip() for part in marked.split("¦")
    ]


def test_cases_cover_all_languages() -> None:
    assert {language for language, _ in _CASES} == set(list_known_languages())
    assert len(list_known_languages()) == 21


@given(text=_NASTY, language=st.sampled_from([None, "en", "de", "ja", "th", "xx"]))
@settings(max_examples=600, deadline=None)
def test_units_are_ordered_disjoint_and_bare(text: str, language: str | None) -> None:
    last = 0
    for start, end in split_sentences(text, language):
        assert last <= start < end <= len(text)
        assert text[start:end] == text[start:end].strip()
        last = end


@given(text=_NASTY)
@settings(max_examples=600, deadline=None)
def test_no_visible_character_is_lost(text: str) -> None:
    """Where there is no table, comment or front matter, units hold every character but white space."""
    text = text.replace("|", "").replace("<!--", "").replace("+++", "").lstrip("-+\ufeff")
    kept = "".join("".join(text[a:b].split()) for a, b in split_sentences(text))
    assert kept == "".join(text.split())


def test_separators_comments_and_front_matter_are_the_only_gaps() -> None:
    text = "---\ntitle: A\n---\n<!-- b -->\n| C | D |\n|---|---|\n| E | F |"
    assert [text[a:b] for a, b in split_sentences(text)] == ["| C | D |", "| E | F |"]


def test_astral_characters_count_as_one() -> None:
    assert split_sentences("𝒳 🪁 up. On 🪁.") == [(0, 7), (8, 13)]


def test_prose_of_a_pdf_is_not_read_as_markdown() -> None:
    text = "# of cases fell.\n- 5 per cent. Then it rose."
    assert split_block(text, Block("prose", 0, len(text)), "en") == [(0, 16), (17, 30), (31, 44)]


@pytest.mark.parametrize(
    ("item", "parts"),
    [
        ("a. One here. Two.", ["a. One here.", "Two."]),
        ("12) One here. Two.", ["12) One here.", "Two."]),
        ("✓ One here. Two.", ["✓ One here.", "Two."]),
        ("Yes. It did.", ["Yes.", "It did."]),
    ],
)
def test_only_the_mark_of_a_list_item_is_no_sentence(item: str, parts: list[str]) -> None:
    assert [item[a:b] for a, b in split_block(item, Block("list_item", 0, len(item)), "en")] == parts


_MARKS = (
    "[1]|[2-4]|[1][3]|[^note]|[[2]](http://a.b)|[2](http://a.b)|(Source 2)|[doc 3]|(ID: 3)|{{source: 4}}"
    "|[@moss2019]|【4:0†a.pdf】|［1］|(Moss et al., 2019)|<cite id=1/>|([a.b](http://a.b))"
)


@pytest.mark.parametrize("mark", _MARKS.split("|"))
def test_a_mark_after_the_stop_belongs_to_the_sentence_before_it(mark: str) -> None:
    sentences = [f"It fell. {mark}", f"Then it rose. {mark}"]
    text = " ".join(sentences)
    assert [text[a:b] for a, b in split_sentences(text, "en")] == sentences


@pytest.mark.parametrize("mark", ["\\\n", "\\\r\n", "<br>", "<br/>\n", "<BR /> ", "<br> <br>"])
def test_a_hard_break_after_a_stop_parts_sentences(mark: str) -> None:
    text = f"It fell.{mark}Then it rose."
    assert [text[a:b] for a, b in split_sentences(text, "en")] == [f"It fell.{mark}".strip(), "Then it rose."]


@pytest.mark.parametrize(
    "parts",
    [
        ["**Depth:** 12 m  ", "**Width:** 30 m"],
        ["**Depth:** 12 m\\", "**Width:** 30 m\\", "**Eels:** none"],
        ["The lake is 12 m deep<br>", "It is 30 m wide<br/>", "Eels live in its mud"],
        ["- The lake is 12 m deep  ", "  It is 30 m wide"],
        ["湖の深さは十二メートルである  ", "湖の幅は三十メートルである"],
    ],
)
def test_a_hard_break_parts_lines_that_each_state_something(parts: list[str]) -> None:
    text = "\n".join(parts)
    found = [text[a:b] for a, b in split_sentences(text, "en")]
    assert found == [part.strip() for part in parts]


@pytest.mark.parametrize(
    "text",
    [
        "The lake is 12 m deep  \nand it is 30 m wide.",
        "The lake is 12 m deep,  \nIts mud has many eels.",
        "Lake Road 5  \nArle",
        "The lake is 12 m deep\nIt is 30 m wide",
        "The lake:  \n**Depth:** 12 m",
    ],
)
def test_other_lines_stay_together(text: str) -> None:
    assert split_sentences(text, "en") == [(0, len(text))]


def test_bibliography_entry_is_one_unit() -> None:
    text = "[12] Moss, A. B. (2019). On eels. Journal of Eels. Vol. 3. Press."
    assert split_block(text, Block("prose", 0, len(text)), "en") == [(0, len(text))]


def test_sentence_in_a_block_quote_keeps_its_mark() -> None:
    text = "> One here.\n> Two here."
    assert [text[a:b] for a, b in split_sentences(text)] == ["> One here.", "> Two here."]


def test_language_is_told_from_the_text() -> None:
    text = (
        "Am 3. Oktober endete es und das war der 2. Versuch in dem Jahr. Danach war nichts mehr wie es war."
    )
    assert len(split_sentences(text)) == 2


def test_language_code_may_carry_a_region() -> None:
    text = "Es war am 3. Oktober. Danach nicht."
    assert split_sentences(text, "de-AT") == split_sentences(text, "de") == [(0, 21), (22, 35)]


def test_an_unknown_language_has_no_abbreviations() -> None:
    assert load_abbreviations("xx").inside == frozenset()


@pytest.mark.parametrize(
    "piece",
    [
        "[1] ",
        "\n",
        "a.b.",
        "|",
        "`",
        "A.[1] ",
        '" a. B ',
        "“a. b ",
        "a “b. c” d ",
        "(a. B ",
        ". ",
        "。」",
        ". (",
        ".*",
        "[^a.]",
        "[1](a.) ",
        "U.S.' ",
        "a  \n",
        "a b c d  \nA ",
        "a: b<br>",
    ],
)
def test_time_is_linear(piece: str) -> None:
    text = piece * (100_000 // len(piece))
    started = time.process_time()
    split_sentences(text, "en")
    assert time.process_time() - started < 3


def test_empty() -> None:
    assert split_sentences("") == split_sentences(" \n\t ") == []
    assert split_blocks("") == []


@pytest.mark.parametrize(("name", "least"), [("sentences.jsonl", 0.95), ("sentences_more.jsonl", 0.8)])
def test_share_of_exact_cases(shared_data: Path, name: str, least: float) -> None:
    import json

    cases = [json.loads(line) for line in (shared_data / "dev" / name).read_text("utf-8").splitlines()]
    exact = [split_sentences(c["text"], c["language"]) == [tuple(s) for s in c["sentences"]] for c in cases]
    assert sum(exact) >= least * len(cases)

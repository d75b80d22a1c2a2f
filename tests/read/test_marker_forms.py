"""Every form of marker that replies of today's systems have, and what looks like one."""

import pytest

from ascribe.read.markers import KnownSources, parse_markers, strip_markers


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("A fact [1](id=3).", [("[1](id=3)", ("3",))]),
        ("A fact (pqac-ab12cd34).", [("(pqac-ab12cd34)", ("pqac-ab12cd34",))]),
        (
            "A fact (pqac-ab12cd34, pqac-00ff1234).",
            [("(pqac-ab12cd34, pqac-00ff1234)", ("pqac-ab12cd34", "pqac-00ff1234"))],
        ),
        ("It is <co: 0,2>a fact</co: 0,2>.", [("<co: 0,2>a fact</co: 0,2>", (1, 3))]),
        ("<co:1>A</co:1> b", [("<co:1>A</co:1>", (2,))]),
        ("<co>A</co> b", []),
        (
            "A fact \ue200cite\ue202turn0search1\ue202turn1file2\ue201.",
            [("\ue200cite\ue202turn0search1\ue202turn1file2\ue201", ("turn0search1", "turn1file2"))],
        ),
        (
            "A fact \ue200filecite\ue202turn0file1\ue202L8-L13\ue201.",
            [("\ue200filecite\ue202turn0file1\ue202L8-L13\ue201", ("turn0file1",))],
        ),
        ("A fact [4:0†source].", [("[4:0†source]", ("4:0",))]),
        ("A fact 【3†L1-L4】.", [("【3†L1-L4】", ("3",))]),
        ("A fact [Source 1, Source 2].", [("[Source 1, Source 2]", (1, 2))]),
        ("A fact [Sources: 1, 2].", [("[Sources: 1, 2]", (1, 2))]),
        ("A fact [doc1, doc3].", [("[doc1, doc3]", (1, 3))]),
        ("A fact (Source 2).", [("(Source 2)", (2,))]),
        ("A fact [^1^].", [("[^1^]", (1,))]),
        ("A fact.[^1,2]", [("[^1,2]", (1, 2))]),
        ("A fact<sup>2</sup>.", [("<sup>2</sup>", (2,))]),
        ("It is 30 m⁽²⁾ high, or 18 m².", [("⁽²⁾", (2,))]),
        ("In 1953⁽¹,³⁻⁵⁾.", [("⁽¹,³⁻⁵⁾", (1, 3, 4, 5))]),
        ("A fact<sup>[1, 2]</sup>.", [("<sup>[1, 2]</sup>", (1, 2))]),
        ("Of 18 m<sup>2</sup> and 10<sup>3</sup>.", []),
        ("事实［１、２］。", [("［１、２］", (1, 2))]),
        ("事实【1，3】。", [("【1，3】", (1, 3))]),
        ("事实〔2〕。", [("〔2〕", (2,))]),
        ("A fact [1−3].", [("[1−3]", (1, 2, 3))]),
        ("A fact [1]–[3].", [("[1]–[3]", (1, 2, 3))]),
        ("A fact [2] - [4][6].", [("[2] - [4]", (2, 3, 4)), ("[6]", (6,))]),
        ("事实［1～3］。", [("［1～3］", (1, 2, 3))]),
        ("A fact (Moss, 2019a).", [("(Moss, 2019a)", ("Moss, 2019a",))]),
        ("A fact (Moss, 2019, p. 4).", [("(Moss, 2019, p. 4)", ("Moss, 2019",))]),
        ("A fact (Moss & Lee, 2020).", [("(Moss & Lee, 2020)", ("Moss & Lee, 2020",))]),
        ("A fact (Moss et al. 2020, pp. 3-4).", [("(Moss et al. 2020, pp. 3-4)", ("Moss et al. 2020",))]),
        ("A fact (see Moss et al., 2020).", [("(see Moss et al., 2020)", ("Moss et al., 2020",))]),
        ("A fact [@moss2019, p. 3].", [("[@moss2019, p. 3]", ("moss2019",))]),
        ("A fact [see @moss2019; @lee].", [("[see @moss2019; @lee]", ("moss2019", "lee"))]),
        ("A fact {{source:2}}.", [("{{source:2}}", (2,))]),
        ("A fact [[1]](http://a.b).", [("[[1]](http://a.b)", (1,))]),
        ("A fact [ID:3].", [("[ID:3]", (4,))]),
        ("A fact [ID:0, ID:2].", [("[ID:0, ID:2]", (1, 3))]),
        ('<cite id="s1">A fact.</cite> B', [('<cite id="s1">A fact.</cite>', ("s1",))]),
        ("<cite id='s1,s2'>A</cite>", [("<cite id='s1,s2'>A</cite>", ("s1", "s2"))]),
        ("A fact [1, p. 3].", [("[1, p. 3]", (1,))]),
        ("A fact [1, pp. 3–5].", [("[1, pp. 3–5]", (1,))]),
        ("A fact (Ada, 36).", []),
        ("A fact [1 and 2].", [("[1 and 2]", (1, 2))]),
        ("A fact [1, 3, and 4].", [("[1, 3, and 4]", (1, 3, 4))]),
        ("A fact [1 & 2].", [("[1 & 2]", (1, 2))]),
        ("Ein Satz [1 und 2].", [("[1 und 2]", (1, 2))]),
        ("A fact [1: 3].", [("[1: 3]", (1,))]),
        ("A fact [1: 3–5].", [("[1: 3–5]", (1,))]),
        ("A ratio [1:3].", []),
        (r"A fact \[1\].", [(r"\[1\]", (1,))]),
        (r"A fact \[1, 2\].", [(r"\[1, 2\]", (1, 2))]),
        (r"It is \[x_1 + [1]\].", []),
        ("It was built in 1871².", [("²", (2,))]),
        ("Of 1600² = 2560000 and 12².", []),
        ("A fact [Moss et al., 2020].", [("[Moss et al., 2020]", ("Moss et al., 2020",))]),
        ("A fact (mill.txt).", []),
    ],
)
def test_forms(text: str, expected: list[tuple[str, tuple[int | str, ...]]]) -> None:
    markers = parse_markers(text, 5)
    assert [(text[m.start : m.end], m.documents) for m in markers] == expected
    assert parse_markers(strip_markers(text, 5), 5) == []


@pytest.mark.parametrize(
    "text",
    [
        "The games (Paris, 1998; London, 2012) were lost.",
        "She moved (Berlin, 2014) again.",
        "An area of 18 m<sup>2</sup>, x<sup>3</sup> and 10<sup>6</sup>.",
        "The flag <co>stays</co> and <cost: 3> too.",
        "See [3](part.html) and [the note](id=3x).",
        "Set `<co: 0>` and `(pqac-ab12cd34)` in code.",
        "A dagger [died†] and [12 a†b].",
        "The range （1，3） in prose.",
    ],
)
def test_no_markers(text: str) -> None:
    assert parse_markers(text, 5) == []
    assert strip_markers(text, 5) == text


KNOWN = KnownSources(
    works=frozenset(("moss 2019", "ruiz 2021")),
    authors=frozenset(("hale", "may")),
    names=frozenset(("mill.txt", "mill", "the old mill", "inn.md")),
)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("A fact (Moss 2019).", ["Moss 2019"]),
        ("A fact (Moss, 2019).", ["Moss, 2019"]),
        ("A fact (see Moss, 2019, p. 4).", ["Moss, 2019"]),
        ("A fact (Moss, 2019; Hill & Ruiz, 2020).", ["Moss, 2019", "Hill & Ruiz, 2020"]),
        ("Moss (2019) says so.", ["Moss, 2019"]),
        ("As Ruiz and Moss (2021) say, it is so.", ["Ruiz and Moss, 2021"]),
        ("A fact (Leeds, 2019).", []),
        ("A fact (May 2019).", []),
        ("A fact [Moss 2019].", ["Moss 2019"]),
        ("A fact [Leeds 2019].", []),
        ("A fact (Hale, 2018).", ["Hale, 2018"]),
        ("A fact [Hale 2018].", ["Hale 2018"]),
        ("A fact (Hale 2018).", ["Hale 2018"]),
        ("A fact (May, 2018).", []),
        ("Hale (2018) is a film.", []),
        ("A fact (Moss 2020).", []),
        ("Leeds (2019) is a film.", []),
        ("It opened in Moss, (2019).", []),
    ],
)
def test_an_author_and_a_year_are_a_marker_if_a_source_has_them(text: str, expected: list[str]) -> None:
    assert [key for marker in parse_markers(text, known=KNOWN) for key in marker.documents] == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("A fact (mill.txt).", ["mill.txt"]),
        ("A fact (Mill.txt, p. 3).", ["Mill.txt"]),
        ("A fact (mill.txt, inn.md) here.", ["mill.txt", "inn.md"]),
        ("A fact (`mill.txt`).", ["mill.txt"]),
        ("A fact [mill.txt].", ["mill.txt"]),
        ("A fact [mill].", ["mill"]),
        ("A fact (source: mill).", ["mill"]),
        ("A fact (Source: [mill.txt]).", ["mill.txt"]),
        ("A fact [see The Old Mill].", ["The Old Mill"]),
        ("The wheel (mill) is old.", []),
        ("The [mill] owner is old.", []),
        ("A fact (mill.pdf).", []),
        ("A fact (mill.txt and others).", []),
        ("A fact [mill.txt](http://a.b).", []),
        ("In code, `x [mill.txt]`.", []),
        ("Take rows[mill.txt].", []),
    ],
)
def test_the_exact_name_of_a_source_in_brackets_is_a_marker(text: str, expected: list[str]) -> None:
    assert [key for marker in parse_markers(text, known=KNOWN) for key in marker.documents] == expected

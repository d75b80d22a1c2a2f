"""Generated replies: true, false and vague sentences about five sources, with markers of every style."""

from __future__ import annotations

from hypothesis import strategies as st

SOURCES = [
    {"id": "mill", "text": "The mill on the Arle has 12 sails and is 30 m high. It must not be painted."},
    {"id": "bridge.txt", "text": "The bridge over the Arle was built in 1871 by Anna Kohl."},
    {"id": "museum of Horn", "text": "The museum of Horn opens at nine and is closed on Mondays."},
    {"id": "again", "text": "The bridge over the Arle was built in 1871. Nothing else is known of it."},
    {"id": "kohl2019", "text": "Anna Kohl was born in Horn.", "metadata": {"title": "Kohl and Brandt, 2019"}},
]

SENTENCES = (
    "The bridge over the Arle was built in 1871",
    "The mill on the Arle has 12 sails",
    "The mill on the Arle has 14 sails",
    "The museum of Horn opens at nine, and the bridge over the Arle was built in 1871",
    "The moon is made of yellow cheese",
    "Some say that the mill is quite a sight",
    "**The museum of Horn** is closed on *Mondays*",
    "I hope this helps",
    "Anna Kohl was born in Horn",
    "See [the list](http://a.b/c) of `x[1]`",
    "阿尔勒河上的桥建于1871年",
)

NUMBERED = (
    "[{}]", "[{0}, 9]", "[{0}-5]", "[ {} ]", "[[{}]]", "［{}］", "【{}】", "[^{}]", "[Source {}]", "(doc {})",
    "[ID:{}]", "{{{{source:{}}}}}", "[[{}]](http://a.b/c)", "[{}, p. 4]", "[{0}][{0}]", "[{}] [2]",
    '<cite id="s{}"/>', "[0]", "[{}–9; 2]",
)  # fmt: skip
KEYED = (
    "[@mill]", "[@mill; @kohl2019, p. 3]", "[@none]", '<cite id="bridge.txt"/>', "【4:0†bridge.txt】",
    "【4:0†source】", "(Kohl and Brandt, 2019)", "(Moss et al., 2011)", "[^note]",
    "\ue200cite\ue202turn0search1\ue201",
)  # fmt: skip
RAISED = "¹²³⁴⁵⁹"


@st.composite
def markers(draw: st.DrawFn) -> str:
    """One marker, right or wrong, with or without a blank before it; often none."""
    kind = draw(st.sampled_from(["", "", "number", "number", "number", "key"]))
    if not kind:
        return ""
    if kind == "key":
        written = draw(st.sampled_from(KEYED))
    else:
        written = draw(st.sampled_from(NUMBERED)).format(draw(st.sampled_from([1, 2, 3, 4, 5, 9])))
    return draw(st.sampled_from(["", " ", " "])) + written


@st.composite
def sentences(draw: st.DrawFn) -> str:
    """One sentence, its markers before the stop, after it, in the middle or round it."""
    words = draw(st.sampled_from(SENTENCES))
    stop = draw(st.sampled_from([".", ".", "!", "", "。"]))
    if draw(st.integers(0, 7)) == 0:
        return f'<cite id="{draw(st.sampled_from(["s1", "s2,s9", "mill", "x"]))}">{words}</cite>{stop}'
    if draw(st.integers(0, 7)) == 0:
        return words + stop + draw(st.sampled_from(RAISED))
    if draw(st.integers(0, 4)) == 0:
        first, _, rest = words.partition(", ")
        words = f"{first}{draw(markers())}, {rest}" if rest else words
    return words + draw(markers()) + stop + draw(markers())


@st.composite
def replies(draw: st.DrawFn) -> str:
    """Paragraphs, list items, headings, table rows and quotes of such sentences."""
    lines = []
    for _ in range(draw(st.integers(1, 4))):
        inside = " ".join(draw(st.lists(sentences(), min_size=1, max_size=3)))
        shape = draw(
            st.sampled_from(["{}", "{}", "{}", "- {}", "## {}", "> {}", "| {} |", "{}\n[^1]: A note."])
        )
        lines.append(shape.format(inside))
    return draw(st.sampled_from(["\n\n", "\n", "\r\n\r\n"])).join(lines)

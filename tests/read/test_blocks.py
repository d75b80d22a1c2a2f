import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ascribe.read.blocks import split_blocks


def _parts(text: str) -> list[tuple[str, str]]:
    return [(block.kind, text[block.start : block.end]) for block in split_blocks(text)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("# A\nB\nC", [("heading", "# A"), ("prose", "B\nC")]),
        ("#hashtag here", [("prose", "#hashtag here")]),
        ("Title\n=====\nText.", [("heading", "Title\n====="), ("prose", "Text.")]),
        ("Title\r\n---\r\nText.", [("heading", "Title\r\n---"), ("prose", "Text.")]),
        ("A full sentence.\n---\nB", [("prose", "A full sentence."), ("prose", "---"), ("prose", "B")]),
        ("A\n\n\nB", [("prose", "A"), ("prose", "B")]),
        (
            "A:\n- b\n  - c\n    d\n* e",
            [("prose", "A:"), ("list_item", "- b"), ("list_item", "- c\n    d"), ("list_item", "* e")],
        ),
        ("1. a\n2) b\n10. c", [("list_item", "1. a"), ("list_item", "2) b"), ("list_item", "10. c")]),
        ("A. b\nB. c\n   d", [("list_item", "A. b"), ("list_item", "B. c\n   d")]),
        (
            "So:\ni. b\nii. c\niii. d",
            [("prose", "So:"), *[("list_item", t) for t in ("i. b", "ii. c", "iii. d")]],
        ),
        ("A. Smith and\nC. Doe", [("prose", "A. Smith and\nC. Doe")]),
        ("so wrote\nB. Smith and\nC. Doe", [("prose", "so wrote\nB. Smith and\nC. Doe")]),
        ("It was\n8. Then it fell.", [("prose", "It was\n8. Then it fell.")]),
        ("- 3 °C\n-3 °C", [("list_item", "- 3 °C\n-3 °C")]),
        ("> a\n> b\nc", [("prose", "> a\n> b"), ("prose", "c")]),
        ("> a\n>\n> b", [("prose", "> a"), ("prose", ">\n> b")]),
        ("> # T\n> - i", [("heading", "> # T"), ("list_item", "> - i")]),
        ("```\na\n\n# b\n```\nc", [("code", "```\na\n\n# b\n```"), ("prose", "c")]),
        ("~~~py\n```\n~~~\nc", [("code", "~~~py\n```\n~~~"), ("prose", "c")]),
        ("````\n```\n````\nc", [("code", "````\n```\n````"), ("prose", "c")]),
        ("a\n```\nb\n\nc\n", [("prose", "a"), ("code", "```\nb\n\nc")]),
        (
            "- a\n  ```\n  x\n  ```\n- b",
            [("list_item", "- a"), ("code", "```\n  x\n  ```"), ("list_item", "- b")],
        ),
        ("a | b\n--|--\n1 | 2\nend", [("table_header", "a | b"), ("table_row", "1 | 2"), ("prose", "end")]),
        (
            "| a |\n|:-:|\n| 1 |\n\n| x | y |",
            [("table_header", "| a |"), ("table_row", "| 1 |"), ("table_row", "| x | y |")],
        ),
        ("a | b is or", [("prose", "a | b is or")]),
        ("$$\nx = 1. y\n$$\nA.", [("code", "$$\nx = 1. y\n$$"), ("prose", "A.")]),
        ("\\[ x \\]", [("code", "\\[ x \\]")]),
        ("$$x$$ is a formula. Yes.", [("prose", "$$x$$ is a formula. Yes.")]),
        ("$$x$$>", [("prose", "$$x$$>")]),
        ("$$ open", [("prose", "$$ open")]),
        ("<!-- a\n\nb -->c", [("prose", "c")]),
        ("<!-- open\n\nb", [("prose", "<!-- open"), ("prose", "b")]),
        ("---\na: 1\n---\nb", [("prose", "b")]),
        ("---\na: 1\nb", [("prose", "---"), ("prose", "a: 1\nb")]),
        ("[^1]: a\n[2]: http://b.c", [("list_item", "[^1]: a"), ("list_item", "[2]: http://b.c")]),
        (
            "[1] Moss. Eels.\n[2] Reed. Owls.",
            [("list_item", "[1] Moss. Eels."), ("list_item", "[2] Reed. Owls.")],
        ),
        ("[1] Moss shows that. More.", [("prose", "[1] Moss shows that. More.")]),
        ("**Causes**\nText.", [("heading", "**Causes**"), ("prose", "Text.")]),
        ("\ufeff# T\na", [("heading", "\ufeff# T"), ("prose", "a")]),
        ("a\u2029b\fc\u2028d", [("prose", "a"), ("prose", "b"), ("prose", "c\u2028d")]),
        ("a\rb\r\rc", [("prose", "a\rb"), ("prose", "c")]),
        ("(a) first\n(b) second", [("list_item", "(a) first"), ("list_item", "(b) second")]),
        ("✅ B\n✅ C\n  d", [("list_item", "✅ B"), ("list_item", "✅ C\n  d")]),
        ("So:\n✔️ b\n\n❌ c", [("prose", "So:"), ("list_item", "✔️ b"), ("list_item", "❌ c")]),
        ("1️⃣ b\n2️⃣ c", [("list_item", "1️⃣ b"), ("list_item", "2️⃣ c")]),
        ("> – b\n> – c", [("list_item", "> – b"), ("list_item", "> – c")]),
        ("It fell.\n— b\n— c", [("prose", "It fell."), ("list_item", "— b"), ("list_item", "— c")]),
        ("✅ alone", [("prose", "✅ alone")]),
        ("✅ b\n– c", [("prose", "✅ b\n– c")]),
        (
            "The eel – long\n– and the owl\n– small – met.",
            [("prose", "The eel – long\n– and the owl\n– small – met.")],
        ),
        ("“An eel.”\n— A. Moss\n\nIt swam.", [("prose", "“An eel.”\n— A. Moss"), ("prose", "It swam.")]),
    ],
)
def test_blocks(text: str, expected: list[tuple[str, str]]) -> None:
    assert _parts(text) == expected


def test_levels() -> None:
    assert [b.level for b in split_blocks("# a\n\n### b\n\nc\n=\n\nd\n--\n\ne")] == [1, 3, 1, 2, 0]


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r", "\x0b", "\x85", "\u2028"])
def test_the_level_of_an_item_is_counted_from_the_start_of_its_line(end: str) -> None:
    assert [b.level for b in split_blocks(end.join(["- a", "  - b", "- c"]))] == [1, 3, 1]


@given(st.text(max_size=200) | st.text(st.sampled_from("ab \n>-#|`~$\\<!=*1.[]\r\f\ufeff"), max_size=80))
@settings(max_examples=600, deadline=None)
def test_blocks_are_ordered_bare_slices(text: str) -> None:
    last = 0
    for block in split_blocks(text):
        assert last <= block.start < block.end <= len(text)
        words = text[block.start : block.end]
        assert words == words.strip()
        last = block.end


@pytest.mark.parametrize(
    "piece",
    [
        "[1] ",
        "\n",
        "a.b.",
        "|",
        "`",
        ">",
        "> \n",
        "|a\n",
        "<!-- \n",
        "<!---->",
        "$$ a\n",
        "\\[ a\n",
        "```\n",
        "- ",
        "---\n",
        "** a\n",
        "– a\n",
        "✅ ",
    ],
)
def test_time_is_linear(piece: str) -> None:
    text = piece * (200_000 // len(piece))
    started = time.process_time()
    split_blocks(text)
    assert time.process_time() - started < 3

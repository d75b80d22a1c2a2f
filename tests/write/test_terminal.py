from __future__ import annotations

import re

from hypothesis import given

from ascribe.records import Answer, CitedSentence, SkippedSource
from ascribe.records.outcomes import STATUS_WORDS, STATUSES
from ascribe.write.display_text import count_columns
from ascribe.write.terminal import TerminalWriter
from tests.write.answers import answers
from tests.write.conftest import bare_answer, judged_answer

PLAIN = TerminalWriter(color=False)
_COLOR = re.compile(r"\x1b\[[0-9]+m")


def test_signs_follow_their_sentences(answer: Answer) -> None:
    text = PLAIN.write(answer).text
    assert "delivers 4.2 m³ per hour. [✓ 1] The seal" in text
    assert "installed in May 2019. [3] [✗ contradicted: see reference 2]\n" in text
    assert "parts & labour [6] [≈ partly supported] |\n" in text


def test_every_status_is_readable_without_color() -> None:
    for status in STATUSES:
        text = PLAIN.write(judged_answer("It is so.", status)).text
        said = {"supported": "[✓]", "not_checkable": "[–]"}.get(status, STATUS_WORDS[status] + "]")
        assert said in text.splitlines()[0]


@given(answers())
def test_color_adds_nothing_but_color(answer: Answer) -> None:
    assert _COLOR.sub("", TerminalWriter(color=True).write(answer).text) == PLAIN.write(answer).text


@given(answers())
def test_nothing_but_our_colors_reaches_the_terminal(answer: Answer) -> None:
    shown = _COLOR.sub("", TerminalWriter(color=True).write(answer).text)
    assert not re.search(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]", shown)


def test_escapes_of_reply_and_sources_are_shown_as_codes() -> None:
    text = PLAIN.write(
        judged_answer(
            "\x1b[2JGone.",
            "unsupported",
            "\x1b]0;own\x07 words",
            skipped=[SkippedSource("\x1b[31ma", "\x9b1m")],
        )
    ).text
    assert "\x1b" not in text
    assert text.startswith("⟦U+001B⟧[2JGone.")
    assert "⟦U+001B⟧]0;own⟦U+0007⟧" in text
    assert "⟦U+001B⟧[31ma: ⟦U+009B⟧1m" in text


def test_a_color_ends_with_its_line() -> None:
    lines = TerminalWriter().write(judged_answer("One\ntwo.", "contradicted")).text.splitlines()
    assert lines[0] == "\x1b[31mOne\x1b[0m"
    assert lines[1].startswith("\x1b[31mtwo.\x1b[0m ")


def test_findings_wrap_to_the_width_and_the_reply_does_not(answer: Answer) -> None:
    lines = TerminalWriter(color=False, width=40).write(answer).text.splitlines()
    below = next(i for i, line in enumerate(lines) if line.startswith("2 of 7 statements"))
    assert max(map(count_columns, lines[below:])) <= 40
    assert max(map(len, lines[:below])) > 100


def test_nothing_checked_is_said() -> None:
    text = PLAIN.write(bare_answer("Hello.", [CitedSentence("Hello.", (), 0.0, 0, 6)])).text
    assert (
        text == "Hello.\n\nNothing was checked. 1 not checked.\n"
        or text == "Hello.\n\nNothing was checked.\n"
    )


def test_a_refusal_is_said() -> None:
    text = PLAIN.write(bare_answer("", [], was_refused=True, refusal_reason="No source fits.")).text
    assert text.strip() == "No answer was given: No source fits. Nothing was checked."


def test_str_of_an_answer_is_its_plain_rendering(answer: Answer) -> None:
    assert str(answer) == PLAIN.write(answer).text

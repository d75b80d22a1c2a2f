"""Every writer says the same of a sentence: the message of its verdict, without figures for developers."""

from __future__ import annotations

import html
import re

import pytest

from ascribe.records import Answer, CitedSentence, Reference
from ascribe.write.citations import CitedWriter
from ascribe.write.display_text import unescape_controls
from tests.write.conftest import bare_answer
from tests.write.test_golden import FILES

SHOWN = ("answer.txt", "answer.md", "answer.html")


def read_text(name: str, answer: Answer) -> str:
    """The rendering as a reader sees it: on one line, without tags and escapes."""
    text = FILES[name].write(answer).text
    if name.endswith(".html"):
        text = re.sub(r"<details class=\"figures\">.*?</details>", "", text, flags=re.DOTALL)
        text = html.unescape(re.sub(r"<style>.*?</style>|<[^>]+>", "", text, flags=re.DOTALL))
        text = text[: text.index("How it was checked")]
    return re.sub(r"\s+", " ", unescape_controls(text.replace("\\", "")))


@pytest.mark.parametrize("name", SHOWN)
def test_every_problem_has_its_message(name: str, answer: Answer) -> None:
    text = read_text(name, answer)
    problems = [
        s for s in answer.sentences if s.verdict and s.verdict.status not in ("supported", "not_checkable")
    ]
    assert len(problems) == 5
    for sentence in (*problems, *answer.removed):
        assert sentence.verdict is not None
        assert sentence.verdict.message in text


@pytest.mark.parametrize("name", SHOWN)
def test_figures_of_developers_are_out_of_sight(name: str, answer: Answer) -> None:
    text = read_text(name, answer)
    for figure in (
        "coverage",
        "threshold",
        "0.741",
        "0.314",
        "models alone",
        "cosine",
        "number_mismatch",
        "acme_half_covered",
        "0.04",
    ):
        assert figure.casefold() not in text.casefold()


def unchecked_answer() -> Answer:
    """An answer as another system builds it: sentences with references, and no verdict."""
    reference = Reference(0, 4, 0, 9, 0.5, "doc", 1, "supports", "Oak.", (0,))
    against = Reference(5, 9, 0, 9, 0.5, "doc", 1, "contradicts", "Elm.", (0,))
    return bare_answer("It is so.", [CitedSentence("It is so.", (), 0.5, 0, 9, (reference, against))])


@pytest.mark.parametrize("name", SHOWN)
def test_what_was_not_checked_is_never_called_supported(name: str) -> None:
    text = read_text(name, unchecked_answer())
    assert "not checked" in text
    assert "Nothing was checked." in text
    assert not re.search(r"supported by|contradicted by|✓|see 2", text, re.IGNORECASE)


@pytest.mark.parametrize("name", ["answer.txt", "answer.md"])
def test_the_marker_of_what_was_not_checked_has_the_words_beside_it(name: str) -> None:
    assert read_text(name, unchecked_answer()).startswith("It is so. [1] [not checked]")


def test_citations_of_what_was_not_checked_come_with_a_warning() -> None:
    assert "Nothing was checked." in CitedWriter().write(unchecked_answer()).text

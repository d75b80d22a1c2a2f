"""A quote that may not answer the question: no output gives it a ✓, and each says that it may not."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from ascribe import Answer, check
from ascribe.write.wording import describe_unanswered

TEXT = "The Runa was launched in 1904."
DOUBT = "This may not answer the question: the probability that it does is 20 %."


def quoted(confidence: float | None) -> Answer:
    answer = check(TEXT, [TEXT], "Who built the Runa?", tier="rules")
    doubtful = confidence is not None and confidence < 0.5
    return replace(answer, confidence=confidence, warnings=[DOUBT] if doubtful else [])


@pytest.mark.parametrize("writer", ["terminal", "md", "html"])
def test_a_doubtful_quote_gets_no_tick(writer: str) -> None:
    options = {"color": False} if writer == "terminal" else {}
    shown = quoted(0.2).render(writer, **options).text
    assert "✓" not in shown
    assert "low confidence" in shown
    assert shown.count(DOUBT) == 1


@pytest.mark.parametrize("confidence", [0.5, 0.9, None])
@pytest.mark.parametrize("writer", ["terminal", "html"])
def test_other_quotes_keep_theirs(writer: str, confidence: float | None) -> None:
    options = {"color": False} if writer == "terminal" else {}
    shown = quoted(confidence).render(writer, **options).text
    assert "✓" in shown
    assert "low confidence" not in shown


def test_json_says_it_and_is_read_back() -> None:
    answer = quoted(0.2)
    assert answer.to_dict()["warnings"] == [DOUBT]
    assert Answer.from_json(answer.to_json()) == answer
    assert (answer.is_doubtful, quoted(0.5).is_doubtful, quoted(None).is_doubtful) == (True, False, False)


def test_word_files_say_it(tmp_path: Path) -> None:
    docx = pytest.importorskip("docx")
    file = docx.Document(str(quoted(0.2).to_docx(tmp_path / "a.docx")))
    text = "\n".join(paragraph.text for paragraph in file.paragraphs)
    assert DOUBT in text
    assert "[? low confidence]" in text
    assert "✓" not in text


def test_a_citation_style_says_it() -> None:
    assert DOUBT in str(quoted(0.2).with_citations("bracket"))


def test_a_refusal_is_not_doubtful() -> None:
    refused = replace(quoted(0.2), was_refused=True, refusal_reason="no_evidence")
    assert not refused.is_doubtful


def test_parts_without_an_answer_are_named() -> None:
    assert describe_unanswered(()) == ""
    assert describe_unanswered(("who?", "when?")) == "No answer was found to “who?” and “when?”."

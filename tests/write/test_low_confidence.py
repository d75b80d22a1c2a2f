"""A quote that may not answer the question: no output gives it a ✓, and each says that it may not."""

from __future__ import annotations

import csv
import io
import json
from dataclasses import replace
from pathlib import Path
from xml.etree.ElementTree import fromstring

import pytest

from ascribe import Answer, check
from ascribe.apps import web
from ascribe.apps.formats import print_result
from ascribe.records.answer_warnings import describe_unanswered, list_warnings
from ascribe.write.highlights import DOUBTFUL, SUPPORTED, build_highlights, build_summary

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


UNANSWERED = "No answer was found to “who owned her?”."


def test_the_doubt_is_a_warning_of_every_answer_with_a_low_confidence() -> None:
    bare = replace(quoted(0.2), warnings=[UNANSWERED])
    assert list_warnings(bare) == [DOUBT, UNANSWERED]
    assert list_warnings(quoted(0.2)) == [DOUBT]
    assert list_warnings(quoted(0.9)) == []


def test_sarif_has_a_note_for_a_doubtful_sentence() -> None:
    (run,) = json.loads(quoted(0.2).render("sarif").text)["runs"]
    (found,) = run["results"]
    assert (found["ruleId"], found["level"]) == ("low_confidence", "note")
    assert found["message"]["text"] == f"{DOUBT} Statement: {TEXT}"
    assert "low_confidence" in [rule["id"] for rule in run["tool"]["driver"]["rules"]]
    (sure,) = json.loads(quoted(0.9).render("sarif").text)["runs"]
    assert (sure["results"], "invocations" in sure) == ([], False)


def test_sarif_notifies_of_every_warning() -> None:
    answer = replace(quoted(0.2), warnings=[DOUBT, UNANSWERED])
    (run,) = json.loads(answer.render("sarif").text)["runs"]
    (call,) = run["invocations"]
    assert [one["message"]["text"] for one in call["toolExecutionNotifications"]] == [DOUBT, UNANSWERED]


def test_a_doubtful_test_case_of_junit_is_skipped_with_its_reason() -> None:
    answer = replace(quoted(0.2), warnings=[DOUBT, UNANSWERED])
    suite = fromstring(answer.render("junit").text)[0]
    assert (suite.get("tests"), suite.get("failures"), suite.get("skipped")) == ("1", "0", "1")
    skipped = suite.find("testcase/skipped")
    assert skipped is not None
    assert skipped.get("message") == f"low confidence: {DOUBT}"
    assert suite.findtext("system-err") == f"{DOUBT}\n{UNANSWERED}"
    sure = fromstring(quoted(0.9).render("junit").text)[0]
    assert (sure.get("skipped"), sure.find("system-err")) == ("0", None)


def test_csv_has_the_warnings() -> None:
    (row,) = csv.DictReader(io.StringIO(quoted(0.2).to_csv()))
    assert (row["status"], row["warnings"]) == ("supported", DOUBT)
    (sure,) = csv.DictReader(io.StringIO(quoted(0.9).to_csv()))
    assert sure["warnings"] == ""


def test_web_annotations_have_the_warnings() -> None:
    found = json.loads(quoted(0.2).to_annotations())
    assert found["ascribe:warnings"] == [DOUBT]
    assert "ascribe:warnings" not in json.loads(quoted(0.9).to_annotations())


def test_the_copy_of_a_pdf_is_not_green() -> None:
    for answer, color in ((quoted(0.2), DOUBTFUL), (quoted(0.9), SUPPORTED)):
        assert [one.color for marks in build_highlights(answer).values() for one in marks] == [color]
    answer = replace(quoted(0.2), warnings=[DOUBT, UNANSWERED])
    assert build_summary(answer, answer.documents) == f"{DOUBT}\n\n{UNANSWERED}"
    assert build_summary(quoted(0.9), answer.documents) == ""


def test_the_page_has_every_warning_as_one_and_no_green_bar() -> None:
    page = replace(quoted(0.2), warnings=[DOUBT, UNANSWERED]).to_html()
    assert f'<p class="headline warning">{UNANSWERED}</p>' in page
    assert page.count(UNANSWERED) == 1
    assert '<rect class="supported doubtful"' in page
    assert '<rect class="supported"' in quoted(0.9).to_html()


def test_the_command_prints_every_warning_if_the_report_goes_to_a_file(
    capsys: pytest.CaptureFixture[str],
) -> None:
    print_result(replace(quoted(0.2), warnings=[DOUBT, UNANSWERED]), Path("out.xml"))
    assert capsys.readouterr().err.splitlines() == [
        f"ascribe: {DOUBT}",
        f"ascribe: {UNANSWERED}",
        "1 of 1 supported → out.xml",
    ]


def test_the_web_page_translates_the_warnings_as_they_are_written() -> None:
    folder = Path(web.__file__).parent / "texts"
    english, german = (json.loads((folder / f"{code}.json").read_text("utf-8")) for code in ("en", "de"))
    assert english["report_unanswered"].format(parts="“who?”") == describe_unanswered(["who?"])
    assert english["report_doubt"].format(share=20) == DOUBT
    assert "{parts}" in german["report_unanswered"]

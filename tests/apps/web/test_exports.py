"""Files to download: each is read again by what reads such files."""

import csv
import io
import json
import re

import pytest
from docx import Document

import ascribe
from ascribe.apps.web.exports import FORMATS, build_title, write_export
from ascribe.records import Answer

MILL = "The old mill on the Arle has 12 sails and is 30 m high. It was built in 1871 by Anna Kohl."
ODD = "The mill has 14 sails\x00\x1b[31m. It was built in 1871.\u202e"


@pytest.fixture(scope="module")
def answer() -> Answer:
    return ascribe.check(
        "The mill has 14 sails. It was built in 1871.", {"id": "mill.txt", "text": MILL}, tier="rules"
    )


@pytest.mark.parametrize("name", FORMATS)
@pytest.mark.parametrize("reply", [ODD, "", "<script>alert(1)</script> The mill has 12 sails."])
def test_every_format_takes_every_reply(name, reply) -> None:
    made = ascribe.check(reply, MILL, "<b>Why?</b>\x07", tier="rules")
    content = write_export(made, name, "own", "2026-03-01")
    if name != "bib" or made.cited_sentence_ids:
        assert isinstance(content, bytes)
    if name == "html":
        assert b"<script" not in content


def test_a_word_document_has_statuses_markers_evidence_and_references(answer) -> None:
    file = Document(io.BytesIO(write_export(answer, "docx", "own", "2026-03-01")))
    lines = [paragraph.text for paragraph in file.paragraphs]
    assert lines[1] == "2026-03-01 · tier rules, level balanced"
    assert lines[2] == "1 of 2 statements supported; 1 contradicted."
    reply = lines[lines.index("The reply") + 1]
    assert reply.startswith("The mill has 14 sails. [✗ contradicted: see reference ")
    assert re.search(r"It was built in 1871\. \[\d\]$", reply)
    assert any(line.startswith("✗ contradicted · 1. The mill has 14 sails.") for line in lines)
    assert any("contradicted by mill.txt: “" in line for line in lines)
    assert "mill.txt" in lines[-1]
    coloured = [run for paragraph in file.paragraphs for run in paragraph.runs if run.font.color.rgb]
    assert {str(run.font.color.rgb) for run in coloured} == {"14532D", "8A1224"}


def test_control_characters_are_shown_in_a_word_document() -> None:
    made = ascribe.check(ODD, MILL, tier="rules")
    text = "\n".join(
        one.text for one in Document(io.BytesIO(write_export(made, "docx", "own", ""))).paragraphs
    )
    assert "⟦U+0000⟧" in text
    assert "\u202e" not in text


def test_tables_and_records_are_read_again(answer) -> None:
    assert Answer.from_json(write_export(answer, "json", "own", "").decode()) == answer
    rows = list(csv.DictReader(io.StringIO(write_export(answer, "csv", "own", "").decode("utf-8-sig"))))
    assert len(rows) == 2
    assert json.dumps(rows[0]).count("14 sails") >= 1


def test_markdown_gets_the_list_in_the_chosen_style(answer) -> None:
    plain = write_export(answer, "md", "own", "").decode()
    styled = write_export(answer, "md", "apa", "").decode()
    assert styled.startswith(plain)
    assert "(n.d.)" in styled.removeprefix(plain)


def test_a_check_is_called_by_its_question_or_its_first_words(answer) -> None:
    assert build_title(answer).startswith("The mill has 14 sails.")
    assert build_title(ascribe.check("", MILL, tier="rules")) == "Ascribe report"

"""Claims about tables with merged cells: a cell holds for each row and column that it covers."""

from __future__ import annotations

from pathlib import Path

import docx
import pytest
from docx.oxml import OxmlElement
from selectolax.lexbor import LexborHTMLParser

from ascribe import check
from ascribe.read.reply_files import read_reply_file

TEAMS = """<p>The teams of the regatta and the age of their members.</p><table>
<tr><th>Team</th><th>Name</th><th>Age</th></tr>
<tr><td rowspan="2">Kittiwake</td><td>Lindqvist</td><td>29</td></tr><tr><td>Moreau</td><td>41</td></tr>
<tr><td rowspan="2">Guillemot</td><td>Tanaka</td><td>33</td></tr><tr><td>Abara</td><td>52</td></tr>
</table>"""

FARES = """<p>The fares of the ferry by route and season.</p><table>
<tr><th rowspan="2">Route</th><th colspan="2">Summer</th><th colspan="2">Winter</th></tr>
<tr><th>Adult</th><th>Child</th><th>Adult</th><th>Child</th></tr>
<tr><td>Harwich</td><td>72</td><td>36</td><td>58</td><td>29</td></tr>
<tr><td>Esbjerg</td><td colspan="2">44</td><td>31</td><td>17</td></tr>
</table>"""


def write_docx(page: str, path: Path) -> None:
    """Write the paragraph and the table of a page as a Word file, with cells that Word merges."""
    parsed = LexborHTMLParser(page)
    file = docx.Document()
    for paragraph in parsed.css("p"):
        file.add_paragraph(paragraph.text())
    rows = [
        [
            (cell.text(), int(cell.attributes.get("colspan") or 1), int(cell.attributes.get("rowspan") or 1))
            for cell in row.iter()
        ]
        for row in parsed.css("tr")
    ]
    table = file.add_table(len(rows), sum(columns for _, columns, _ in rows[0]))
    covered: set[tuple[int, int]] = set()
    for number, row in enumerate(rows):
        column = 0
        for text, columns, deep in row:
            while (number, column) in covered:
                column += 1
            last = table.cell(number + deep - 1, column + columns - 1)
            table.cell(number, column).merge(last).text = text
            covered |= {(number + down, column + over) for down in range(deep) for over in range(columns)}
            column += columns
    for head in range(len(parsed.css("tr:has(th)"))):
        table.rows[head]._tr.get_or_add_trPr().append(OxmlElement("w:tblHeader"))
    file.save(str(path))


def build_source(page: str, kind: str, folder: Path) -> str | Path:
    """Return the page as a text with tags, or as a file of that kind."""
    if kind == "str":
        return page
    path = folder / f"table.{kind}"
    if kind == "html":
        path.write_text(page, encoding="utf-8")
    else:
        write_docx(page, path)
    return path


KINDS = ("html", "docx", "str")


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("tier", ["rules", "builtin"])
@pytest.mark.parametrize(
    ("page", "claim", "expected"),
    [
        (TEAMS, "Lindqvist is in the Kittiwake team.", "supported"),
        (TEAMS, "Abara is in the Guillemot team.", "supported"),
        (TEAMS, "Abara is in the Kittiwake team.", "open"),
        (TEAMS, "Moreau is in the Guillemot team.", "open"),
        (TEAMS, "| Team | Name | Age |\n|---|---|---|\n| Guillemot | Abara | 52 |", "supported"),
        (TEAMS, "| Team | Name | Age |\n|---|---|---|\n| Kittiwake | Abara | 52 |", "open"),
        (TEAMS, "| Team | Name | Age |\n|---|---|---|\n| Guillemot | Moreau | 41 |", "open"),
        (FARES, "The winter child fare for Harwich is 29.", "supported"),
        (FARES, "The winter child fare for Harwich is 36.", "contradicted"),
        (FARES, "The summer child fare for Esbjerg is 44.", "supported"),
        (FARES, "The summer child fare for Esbjerg is 31.", "contradicted"),
        (FARES, "The winter adult fare for Esbjerg is 44.", "contradicted"),
        (FARES, "| Route | Summer adult | Winter adult |\n|---|---|---|\n| Esbjerg | 44 | 31 |", "supported"),
        (
            FARES,
            "| Route | Summer adult | Winter adult |\n|---|---|---|\n| Esbjerg | 31 | 44 |",
            "contradicted",
        ),
    ],
)
def test_a_cell_holds_for_all_that_it_covers(
    tmp_path: Path, kind: str, tier: str, page: str, claim: str, expected: str
) -> None:
    sentence = check(claim, build_source(page, kind, tmp_path), tier=tier).sentences[-1]
    assert sentence.verdict is not None
    status = sentence.verdict.status
    assert status == expected or (expected == "open" and status in ("unknown", "contradicted"))
    for reference in sentence.references:
        assert "columns" in {one.kind for one in reference.context}


REGATTA = """The teams of the regatta and the age of their members.

| Team | Name | Age |
|---|---|---|
| Kittiwake | Lindqvist | 29 |
| Kittiwake | Moreau | 41 |
| Guillemot | Tanaka | 33 |
| Guillemot | Abara | 52 |
"""

FERRY = """The fares of the ferry by route and season.

| Route | Summer adult | Summer child | Winter adult | Winter child |
|---|---|---|---|---|
| Harwich | 72 | 36 | 58 | 29 |
| Esbjerg | 44 | 44 | 31 | 17 |
"""


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize(
    ("source", "page", "wrong"),
    [
        (REGATTA, TEAMS, ()),
        (REGATTA, TEAMS.replace("<td>41</td>", "<td>52</td>"), ("Moreau",)),
        (REGATTA, TEAMS.replace("Moreau", "Lee").replace("Abara", "Moreau"), ("Lee", "Moreau")),
        (FERRY, FARES, ()),
        (FERRY, FARES.replace("<td>31</td><td>17</td>", "<td>17</td><td>31</td>"), ("Esbjerg",)),
        (FERRY, FARES.replace("<td>72</td><td>36</td>", "<td>36</td><td>72</td>"), ("Harwich",)),
    ],
)
def test_a_reply_with_merged_cells_is_judged_row_by_row(
    tmp_path: Path, kind: str, source: str, page: str, wrong: tuple[str, ...]
) -> None:
    reply = build_source(page, kind, tmp_path)
    if isinstance(reply, Path):
        reply = read_reply_file(reply)
    answer = check(reply, source, tier="rules")
    rows = [one for one in answer.sentences if one.verdict and one.verdict.status != "not_checkable"][1:]
    assert len(rows) == (4 if source is REGATTA else 2)
    for row in rows:
        assert row.verdict is not None
        assert (row.verdict.status == "supported") != any(name in row.text for name in wrong), row.text


def test_a_reference_to_a_row_replays(tmp_path: Path) -> None:
    claim = "The summer child fare for Esbjerg is 44."
    for kind in KINDS:
        answer = check(claim, build_source(FARES, kind, tmp_path), tier="rules")
        again = check(claim, answer.sentences[0].references, tier="rules")
        assert [one.verdict.status for one in again.sentences if one.verdict] == ["supported"]

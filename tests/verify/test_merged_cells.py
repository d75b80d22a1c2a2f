"""Claims about tables with merged cells: a cell holds for each row and column that it covers."""

from __future__ import annotations

from pathlib import Path

import pytest

from ascribe import check

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
    tmp_path: Path, tier: str, page: str, claim: str, expected: str
) -> None:
    source = tmp_path / "table.html"
    source.write_text(page, encoding="utf-8")
    sentence = check(claim, source, tier=tier).sentences[-1]
    assert sentence.verdict is not None
    status = sentence.verdict.status
    assert status == expected or (expected == "open" and status in ("unknown", "contradicted"))
    for reference in sentence.references:
        assert reference.context[-1].kind == "columns"

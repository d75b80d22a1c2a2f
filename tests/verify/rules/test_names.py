import pytest

from ascribe.verify.comparison import Text
from ascribe.verify.rules.names import compare_names


@pytest.mark.parametrize(
    ("claim", "evidence", "language", "expected"),
    [
        ("The tower by Anna Kohl stands.", "Anna Kohl built it.", "en", ["agree", "agree"]),
        ("The tower by Anna Kohl stands.", "Anna Pell built it.", "en", ["agree", "missing"]),
        ("Towers are high.", "A low hut.", "en", ["missing"]),
        ("A race of European cups.", "A cup of Europe", "en", ["agree"]),
        ("A race of Australian cups.", "A cup of Austria", "en", ["missing"]),
        ("Towers are high.", "The towers are high.", "en", ["agree"]),
        ("It runs on BM25 and iOS.", "BM25 on iOS", "en", ["agree", "agree"]),
        ("It runs on BM25.", "It runs on BM26.", "en", ["missing"]),
        ("Der Turm steht am Fluss.", "Ein Haus.", "de", []),
        ("The pump was replaced in May.", "The pump was replaced in June.", "en", ["missing"]),
        ("The pump was replaced in May.", "In May the pump was replaced.", "en", ["agree"]),
        ("May the pump be replaced?", "The pump was replaced.", "en", []),
        ("The launch is in mid-September.", "The launch is in mid-October.", "en", ["missing"]),
        ("The launch is in mid-May.", "The launch is in mid-June.", "en", ["missing"]),
        ("A pre-Roman wall stands.", "A wall of Roman bricks stands.", "en", ["agree"]),
        ("the PostgreSQL server", "a Postgre SQL server", "en", ["agree"]),
    ],
)
def test_findings(claim, evidence, language, expected) -> None:
    assert [c.finding for c in compare_names(Text(claim, language), Text(evidence, language))] == expected

"""What each finding of the rules is worth: counted by hand, and read from ``check`` on a small folder."""

import json
import math
import subprocess
import sys
from pathlib import Path

import pytest

from ascribe.evaluation.calibration.report import LabelledVerdict
from ascribe.inference.model_files import is_installed
from ascribe.records import Verdict
from ascribe.verify.decision import OBJECTIONS
from training import findings

MILL = "The mill at Arle stands on the river. It was built in 1871 by Anna Kohl. It has 12 sails."


def judged(rules: str, supported: bool, alone: float, threshold: float = 0.5) -> LabelledVerdict:
    objects = rules in OBJECTIONS or rules.endswith("_mismatch")
    denied = {"best_contradicted": 3.0 if alone < 0.3 else -3.0}
    details = {"rules": rules, "models_alone": alone, "objects": objects, "features": denied}
    return LabelledVerdict(
        "mine", "one", supported, Verdict("unknown", "uncertain", "builtin", 0.5, threshold, (), details)
    )


FOUND = (
    judged("confirmed", True, 0.4, threshold=0.3),
    judged("confirmed", False, 0.2, threshold=0.3),
    judged("confirmed", True, 0.9, threshold=0.3),
    judged("partly_covered", True, 0.4),
    judged("number_not_found", False, 0.8),
    judged("number_not_found", True, 0.7),
    judged("date_mismatch", False, 0.95),
)


def test_every_finding_is_counted_and_so_are_the_groups() -> None:
    lines = findings.render_markdown(FOUND).splitlines()
    assert lines[2:-4] == [
        "| confirmed | 3 | 67 % | 2 | 100 % |",
        "| number_not_found | 2 | 50 % | 2 | 50 % |",
        "| date_mismatch | 1 | 0 % | 1 | 0 % |",
        "| partly_covered | 1 | 100 % | 0 | – |",
        "| objections | 2 | 50 % | 2 | 50 % |",
        "| contradictions | 1 | 0 % | 1 | 0 % |",
        "| all others | 4 | 75 % | 2 | 100 % |",
        "| all | 7 | 57 % | 5 | 60 % |",
    ]
    assert lines[-2:] == [
        "Contradicted with at least 0.5 by the models: 1 statements, 0 % supported  ",
        "Contradicted with at least 0.95 by the models: 1 statements, 0 % supported",
    ]


def test_groups_hold_every_statement_once() -> None:
    *single, objections, contradictions, others, everything = findings.compute_findings(FOUND)
    parts = (objections, contradictions, others)
    for rows in (single, parts):
        assert sum(len(row.labels) for row in rows) == len(everything.labels) == len(FOUND)
        assert sum(len(row.at_bar) for row in rows) == len(everything.at_bar)


@pytest.mark.parametrize(("odds", "share"), [(1.99, 1.0), (2.01, 0.0), (-1.99, 1.0), (-2.01, 0.0)])
def test_log_odds_within_two_of_zero_are_hesitant(odds, share) -> None:
    assert findings.compute_hesitant_share([judged("confirmed", True, 1 / (1 + math.exp(-odds)))]) == share


def test_of_nothing_there_is_no_share() -> None:
    assert "within 2 of zero: –" in findings.render_markdown([])


def test_the_command_judges_a_folder_and_prints_a_table(tmp_path: Path) -> None:
    if not is_installed("verifier"):
        pytest.skip("needs the files of the built-in models")
    claims = {
        "The mill at Arle has 12 sails.": "supported",
        "It was built in 1872 by Anna Kohl.": "unsupported",
        "It was built by Anna Kohl.": "supported",
        "Thanks!": "unsupported",
    }
    lines = [json.dumps({"claim": c, "source": MILL, "label": label}) for c, label in claims.items()]
    (tmp_path / "mills.jsonl").write_text("\n".join(lines) + "\n", encoding="utf-8")
    command = [sys.executable, "-m", "training.findings", str(tmp_path)]
    root = Path(__file__).parents[2]
    done = subprocess.run(command, cwd=root, capture_output=True, encoding="utf-8", check=True)
    rows = done.stdout.splitlines()
    assert rows[0] == "| the rules find | statements | supported | at the threshold | supported of those |"
    assert "| confirmed | 2 | 100 % | 2 | 100 % |" in rows
    assert any(row.startswith("| date_mismatch | 1 | 0 % |") for row in rows)
    assert any(row.startswith("| all | 3 | 67 % |") for row in rows)

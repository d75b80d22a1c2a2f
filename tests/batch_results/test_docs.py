"""The page of docs on many replies shows what the commands of its example print."""

import subprocess
import sys
from pathlib import Path

from docs.generate import HERE
from typer.testing import CliRunner

from ascribe import batch
from ascribe.apps.cli import app
from ascribe.batch_results import summarize
from ascribe.batch_results.page import describe_rate


def test_the_example_prints_what_the_page_says(tmp_path: Path, monkeypatch) -> None:
    monkeypatch.chdir(tmp_path)
    maker = HERE.parent / "examples" / "fleet" / "make_replies.py"
    subprocess.run([sys.executable, str(maker), "."], check=True)
    files = [f"{run}-results.jsonl" for run in ("monday", "friday")]
    for run, file in zip(("monday", "friday"), files, strict=True):
        batch(f"{run}.jsonl", file, tier="rules", keep=["metadata.model"])
    shown = CliRunner().invoke(app, ["compare", *files, "--limit", "3"]).stdout
    page = (HERE / "fleet-reports.md").read_text(encoding="utf-8")
    assert f"```markdown\n{shown}```" in page
    summary = summarize(files)
    assert f"{summary.total.answers} answers; {describe_rate(summary.total)} → fleet.html" in page
    models = next(grouping for grouping in summary.groupings if grouping.title == "model")
    assert [group.name for group in models.groups] == ["large", "small"]

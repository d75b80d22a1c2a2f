"""``ascribe doctor`` as a process of its own, with real packages that are broken on purpose."""

import hashlib
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from ascribe import registry
from ascribe.apps import diagnosis
from ascribe.apps.doctor import build_listings
from ascribe.apps.listings import Listing, render_markdown, render_terminal
from ascribe.apps.tier_probe import TierCost
from ascribe.inference import model_files
from ascribe.install_command import build_install_command
from ascribe.records.outcomes import TIERS
from tests.llm.server import Sent, Server, judged

PACKAGE = """\
[ascribe.components]
score.gone = nowhere_at_all:Scorer
score.typo = third_party:Missing
score.angry = third_party_exits:Scorer
write.fine = third_party:Writer
verify.mine = third_party:Writer
write.html = third_party:Writer
read.scans = third_party:Reader
"""


@pytest.fixture(scope="module")
def third_party(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with an installed package whose components are fine, misspelt, missing, and fatal."""
    folder = tmp_path_factory.mktemp("site")
    (folder / "third_party.py").write_text(
        "class Writer: pass\nclass Reader: extensions = ('.pdf', '.scan')\n"
    )
    (folder / "third_party_exits.py").write_text("raise SystemExit(3)\n")
    described = folder / "third_party-1.0.dist-info"
    described.mkdir()
    (described / "METADATA").write_text("Metadata-Version: 2.1\nName: third-party\nVersion: 1.0\n")
    (described / "entry_points.txt").write_text(PACKAGE)
    return folder


def doctor(path: Path, *arguments: str, **variables: str):
    paths = os.pathsep.join([str(path), *filter(None, [os.environ.get("PYTHONPATH")])])
    environment = {**os.environ, "PYTHONPATH": paths, "PYTHONIOENCODING": "utf-8", **variables}
    command = [sys.executable, "-m", "ascribe", "doctor", *arguments]
    return subprocess.run(command, cwd=path, env=environment, capture_output=True, text=True, check=False)


NOTHING_CONFIGURED = {"ASCRIBE_LLM_URL": "", "ASCRIBE_LLM_MODEL": "", "ASCRIBE_HF_MODEL": ""}
NO_MODELS = {"ASCRIBE_THREADS": "many"}
"""The models are not loaded, which takes seconds, where a test looks at something else."""


@pytest.fixture(scope="module")
def found(third_party: Path) -> dict[str, Any]:
    done = doctor(third_party, "--format", "json", **NOTHING_CONFIGURED)
    assert done.returncode in (0, 1), done.stderr
    shown: dict[str, Any] = json.loads(done.stdout)
    assert done.returncode == (0 if shown["works"] else 1)
    return shown


def test_every_component_has_a_row_and_a_broken_one_only_its_error(found) -> None:
    rows = {(row["stage"], row["name"]): row for row in found["components"]}
    assert {(row.stage, row.name) for row in registry.components()} <= set(rows)
    assert rows["write", "fine"]["state"] == "loads"
    clash = [row["state"] for row in found["components"] if row["name"] == "html" and row["stage"] == "write"]
    assert clash == ["loads", "refused"]
    assert rows["read", "scans"]["state"] == "loads"
    assert rows["read", "scans"]["problem"].startswith("files ending in .pdf stay with the built-in reader; ")
    assert rows["score", "gone"]["state"] == "missing"
    assert "needs nowhere_at_all; install it, or uninstall" in rows["score", "gone"]["problem"]
    assert rows["score", "typo"]["state"] == "broken"
    assert (
        "no attribute 'Missing'); repair or uninstall that package, which declares third_party:Missing."
        in rows["score", "typo"]["problem"]
    )
    assert rows["score", "angry"] == {
        "stage": "score",
        "name": "angry",
        "summary": "from third_party_exits:Scorer",
        "state": "broken",
        "problem": "The scorer 'angry' of the package third-party cannot be loaded (SystemExit: 3); repair "
        "or uninstall that package, which declares third_party_exits:Scorer.",
    }


def test_tier_rules_is_ready_and_its_cost_is_measured(found) -> None:
    tiers = {tier["name"]: tier for tier in found["tiers"]}
    cost = tiers["rules"]["cost"]
    assert tiers["rules"]["state"] == "ready"
    assert cost["first_ms"] > cost["warm_ms"] > 0
    if Path("/proc/self/statm").exists():
        assert cost["memory_mb"] > 1


def test_every_tier_has_a_row_and_only_safe_ones_are_tried(found) -> None:
    tiers = {tier["name"]: tier for tier in found["tiers"]}
    assert set(tiers) == {*TIERS, "mine"}
    assert tiers["mine"]["state"] == "not tried"
    assert sum(tier["is_default"] for tier in tiers.values()) == 1
    assert all((tier["state"] == "ready") == (tier["cost"] is not None) for tier in tiers.values())


def find_tier(found: dict[str, Any], name: str) -> dict[str, Any]:
    (tier,) = (one for one in found["tiers"] if one["name"] == name)
    return dict(tier)


def test_of_tiers_that_are_not_configured_it_says_how(found) -> None:
    for name, problem in (
        ("llm", "set ASCRIBE_LLM_URL"),
        ("hf", "or in ASCRIBE_HF_MODEL"),
    ):
        tier = find_tier(found, name)
        assert tier["state"] == "missing"
        assert problem in tier["problem"]


def configure(server: Server) -> dict[str, str]:
    return {
        "ASCRIBE_LLM_URL": server.url,
        "ASCRIBE_LLM_MODEL": "small",
        "ASCRIBE_LLM_KEY": "key-not-to-show",
        "ASCRIBE_HF_MODEL": "somebody/some-model",
    }


def test_what_is_configured_is_named_and_not_tried(server, tmp_path) -> None:
    done = doctor(tmp_path, "-f", "json", **configure(server), **NO_MODELS)
    shown = json.loads(done.stdout)
    for name, problem in (
        ("llm", "uses small at 127.0.0.1:"),
        ("hf", "loads somebody/some-model from the Hugging Face hub"),
    ):
        tier = find_tier(shown, name)
        assert tier["state"] == "not tried"
        assert problem in tier["problem"]
    assert server.requests == []
    assert "key-not-to-show" not in done.stdout + done.stderr
    machine = shown["machine"]
    assert machine["threads"] is None
    assert machine["problem"].startswith("ASCRIBE_THREADS is 'many'")
    assert machine["cores"] >= 1


@pytest.mark.parametrize(
    ("sent", "variables", "state", "problem"),
    [
        (judged("not_found"), {}, "ready", ""),
        (Sent(b"no such key", 401), NO_MODELS, "broken", "status 401: no such key"),
    ],
)
def test_an_endpoint_is_asked_on_request(server, tmp_path, sent, variables, state, problem) -> None:
    server.replies = [sent]
    done = doctor(tmp_path, "-f", "json", "--ask-endpoint", **configure(server), **variables)
    tier = find_tier(json.loads(done.stdout), "llm")
    assert tier["state"] == state
    assert problem in tier["problem"]
    assert server.requests
    assert "key-not-to-show" not in done.stdout + done.stderr


def test_without_a_working_default_tier_it_exits_with_1(tmp_path) -> None:
    (tmp_path / "sentencex.py").write_text("raise RuntimeError('built for another machine')\n")
    done = doctor(tmp_path)
    assert done.returncode == 1, done.stderr
    assert "## Ascribe does not work here" in done.stdout
    assert "| broken: RuntimeError: built for another machine |" in done.stdout
    assert "Traceback" not in done.stderr


def test_a_missing_package_is_said_with_the_command_that_installs_it(tmp_path) -> None:
    (tmp_path / "numpy.py").write_text("import no_such_numbers\n")
    done = doctor(tmp_path, "-f", "json")
    shown = json.loads(done.stdout)
    lexical = next(row for row in shown["components"] if row["name"] == "lexical")
    assert done.returncode == 1
    assert lexical["state"] == "missing"
    assert lexical["problem"] == f"'lexical' needs no_such_numbers; run: {build_install_command()}"
    assert {tier["state"] for tier in shown["tiers"]} == {"missing"}


def test_markdown_in_a_file(tmp_path) -> None:
    done = doctor(tmp_path, "-o", "found.md", **NO_MODELS)
    assert (done.stdout, done.stderr) == ("", "")
    shown = (tmp_path / "found.md").read_text(encoding="utf-8")
    assert shown.startswith("## Ascribe ")
    assert "| rules" in shown
    assert doctor(tmp_path, "-f", "doc").returncode == 2


def test_model_files_are_ok_damaged_or_missing(tmp_path) -> None:
    (tmp_path / "encoder.onnx").write_bytes(b"as it was made")
    (tmp_path / "verifier.onnx").write_bytes(b"cut off")
    digest = hashlib.sha256(b"as it was made").hexdigest()
    (tmp_path / model_files.DIGESTS).write_text(f"{digest}  encoder.onnx\n{digest}  verifier.onnx\n")
    found = [diagnosis._inspect_file(tmp_path / name, name, "", ("en",)) for name in diagnosis.MODEL_FILES]
    assert [file.state for file in found] == ["ok", "damaged", *["missing"] * 3]
    assert [file.size for file in found] == [14, 7, *[None] * 3]
    assert "is damaged (sha256" in found[1].problem
    (tmp_path / model_files.DIGESTS).unlink()
    without_list = diagnosis._inspect_file(tmp_path / "encoder.onnx", "encoder.onnx", "", ())
    assert "list of model files" in without_list.problem


def test_a_table_fits_the_terminal_and_says_the_same() -> None:
    cost = TierCost(812.4, 9.31, None)
    tiers = (diagnosis.FoundTier("rules", True, "ready", cost=cost),)
    files = (diagnosis.FoundFile("a.onnx", "reads", "damaged", 2_000_000, (), "it is cut off."),)
    machine = diagnosis.Machine("1.0", "3.11", "Linux", 2, 1)
    found = diagnosis.Diagnosis(machine, tiers, files, (), ())
    assert found.works
    shown = render_terminal(build_listings(found), 80, color=False)
    assert max(map(len, shown.splitlines())) <= 80
    assert "\x1b" not in shown
    for text in ("rules (default)", "812", "9.3", "damaged: it is cut off.", "2.0 MB"):
        assert text in shown
        assert text in render_markdown(build_listings(found))


def test_a_bar_in_a_cell_does_not_end_it() -> None:
    assert "| a\\|b c |" in render_markdown([Listing("t", ("x",), (("a|b\nc",),))])


def test_the_weights_of_the_large_tier_are_listed(found) -> None:
    large = [row for row in found["models"] if row["name"].startswith("large/")]
    assert [(row["name"], row["state"]) for row in large] == [
        ("large/verifier.onnx", "ok"),
        ("large/combiner.json", "ok"),
    ]

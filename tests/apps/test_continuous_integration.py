"""What continuous integration runs: several replies, SARIF, JUnit, the baseline, the action, the hook."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

import pytest
import yaml
from typer.testing import CliRunner

from ascribe import check
from ascribe.apps.cli import app
from ascribe.write.sarif import build_log, build_region

ROOT = Path(__file__).resolve().parents[2]
RIGHT = "The mill has 12 sails."
WRONG = "# The mill\n\nThe mill was built in 1872.\nThe mill has **14** sails."


@pytest.fixture
def repository(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with two replies and a source, which is the working folder."""
    for folder in ("replies", "docs", "out"):
        (tmp_path / folder).mkdir()
    (tmp_path / "replies" / "right.md").write_text(RIGHT)
    (tmp_path / "replies" / "wrong.md").write_text(WRONG)
    (tmp_path / "docs" / "mill.txt").write_text("The mill has 12 sails. The mill was built in 1872.")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def run(*options: str) -> Any:
    replies = ["replies/right.md", "replies/wrong.md"]
    return CliRunner().invoke(app, ["check", *replies, "-s", "docs", "--tier", "rules", *options])


def test_several_replies_make_a_page_each(repository: Path) -> None:
    assert run("-o", "out", "-f", "html").exit_code == 1
    pages = {path.name: path.read_text() for path in (repository / "out").iterdir()}
    assert sorted(pages) == ["right.html", "wrong.html"]
    assert "<title>wrong.md</title>" in pages["wrong.html"]


@pytest.mark.parametrize("name", ["json", "jsonld"])
def test_several_replies_on_the_screen_are_json_lines(repository: Path, name: str) -> None:
    assert repository.is_dir()
    result = run("-f", name)
    reports = [json.loads(line) for line in result.stdout.splitlines()]
    assert result.exit_code == 1
    assert ["**14**" in json.dumps(report) for report in reports] == [False, True]


def test_several_replies_to_read_have_their_names(repository: Path) -> None:
    assert repository.is_dir()
    for options in ((), ("-f", "md"), ("--style", "bracket", "-f", "md")):
        shown = run(*options).stdout.splitlines()
        assert [line for line in shown if line.startswith("== ")] == [
            "== replies/right.md",
            "== replies/wrong.md",
        ]


def test_cited_replies_have_the_suffix_of_their_markup(repository: Path) -> None:
    assert run("-o", "out", "-f", "html", "--style", "bracket").exit_code == 1
    assert sorted(path.name for path in (repository / "out").iterdir()) == ["right.html", "wrong.html"]


def test_sarif_points_at_the_words(repository: Path) -> None:
    assert run("-o", "found.sarif").exit_code == 1
    log = json.loads((repository / "found.sarif").read_text())
    right, wrong = log["runs"]
    assert right["results"] == []
    (result,) = wrong["results"]
    assert (result["ruleId"], result["level"]) == ("contradicted", "error")
    place = result["locations"][0]["physicalLocation"]
    region = place["region"]
    assert place["artifactLocation"]["uri"] == "replies/wrong.md"
    assert (region["startLine"], region["startColumn"], region["endLine"]) == (4, 1, 4)
    assert WRONG[region["charOffset"] :][: region["charLength"]] == region["snippet"]["text"]
    assert "mill.txt" in result["relatedLocations"][0]["message"]["text"]
    assert {rule["id"] for rule in wrong["tool"]["driver"]["rules"]} >= {result["ruleId"]}


def test_fingerprints_survive_a_move_and_not_an_edit() -> None:
    def prints(reply: str) -> list[str]:
        log = build_log(check(reply, ["The mill has 12 sails."], tier="rules", language="en"), "r.md")
        return [each["partialFingerprints"]["statement/v1"] for each in log["runs"][0]["results"]]

    moved = prints("Here is more.\n\nThe mill has 14\nsails.")
    assert prints("The mill has 14 sails.")[0] in moved
    assert prints("The mill has 15 sails.")[0] not in moved


@pytest.mark.parametrize("span", [(0, 3), (4, 9), (3, 4), (0, 9), (9, 9)])
def test_regions_are_lines_and_columns(span: tuple[int, int]) -> None:
    text = "ab\ncd\nefg"
    region = build_region(text, *span)
    lines = text.split("\n")
    before = [len(line) + 1 for line in lines]
    start = sum(before[: region["startLine"] - 1]) + region["startColumn"] - 1
    end = sum(before[: region["endLine"] - 1]) + region["endColumn"] - 1
    assert (start, end) == span


def test_junit_has_a_case_for_each_sentence(repository: Path) -> None:
    assert run("-o", "found.xml").exit_code == 1
    root = ET.parse(repository / "found.xml").getroot()
    suites = {suite.get("name"): suite for suite in root}
    assert suites["replies/right.md"].get("failures") == "0"
    wrong = suites["replies/wrong.md"]
    assert (wrong.get("tests"), wrong.get("failures"), wrong.get("skipped")) == ("3", "1", "1")
    failure = wrong.find("testcase/failure")
    assert failure is not None
    assert failure.get("type") == "contradicted"
    assert "14" in str(failure.get("message"))


def test_only_new_failures_count(repository: Path) -> None:
    assert run("--write-baseline", "known.json").exit_code == 0
    assert run("--baseline", "known.json").exit_code == 0
    (repository / "replies" / "wrong.md").write_text(WRONG + " The mill has 15 sails.")
    assert run("--baseline", "known.json").exit_code == 1
    (repository / "known.json").write_text("{}")
    result = CliRunner().invoke(app, ["check", "replies/right.md", "-s", "docs", "--baseline", "known.json"])
    assert "this is no baseline" in str(result.exception)


def test_known_failures_are_suppressed_in_every_format(repository: Path) -> None:
    assert run("--write-baseline", "known.json").exit_code == 0
    (repository / "replies" / "right.md").write_text("The mill was built in 1875.")
    result = run("--baseline", "known.json", "-o", "found.sarif")
    assert (result.exit_code, "known.json: 1 of 2 failures known" in result.stderr) == (1, True)
    runs = json.loads((repository / "found.sarif").read_text())["runs"]
    new, known = (each["results"][0] for each in runs)
    assert (new["baselineState"], new["level"], "suppressions" in new) == ("new", "error", False)
    assert (known["baselineState"], known["level"]) == ("unchanged", "note")
    assert known["suppressions"][0]["status"] == "accepted"
    assert run("--baseline", "known.json", "-o", "found.xml").exit_code == 1
    suites = ET.parse(repository / "found.xml").getroot()
    assert [suite.get("failures") for suite in suites] == ["1", "0"]
    (skipped,) = [each for each in suites[1].iter("skipped") if "known" in str(each.get("message"))]
    assert "known failure: contradicted: " in str(skipped.get("message"))


def test_a_partial_run_keeps_entries_and_a_full_one_reports_what_is_gone(repository: Path) -> None:
    assert run("--write-baseline", "known.json").exit_code == 0
    before = (repository / "known.json").read_text()
    one = ["check", "./replies/right.md", "-s", "docs", "--tier", "rules"]
    result = CliRunner().invoke(app, [*one, "--write-baseline", "known.json"])
    assert "known.json: kept 1 entry of replies that were not checked" in result.stderr
    assert (repository / "known.json").read_text() == before
    (repository / "replies" / "wrong.md").write_text(RIGHT)
    result = run("--baseline", "known.json")
    assert result.exit_code == 0
    assert "1 known failure does not occur any more" in result.stderr
    assert "replies/wrong.md: contradicted: The mill has **14** sails." in result.stderr
    assert "any more" not in CliRunner().invoke(app, [*one, "--baseline", "known.json"]).stderr
    assert run("--write-baseline", "known.json").exit_code == 0
    assert json.loads((repository / "known.json").read_text())["failures"] == []


def test_a_known_failure_of_one_reply_excuses_no_other(repository: Path) -> None:
    assert run("--write-baseline", "known.json").exit_code == 0
    (repository / "replies" / "right.md").write_text(WRONG)
    result = run("--baseline", "known.json", "-o", "found.sarif")
    assert (result.exit_code, "1 of 2 failures known" in result.stderr) == (1, True)
    states = [
        run["results"][0]["baselineState"] for run in json.loads(Path("found.sarif").read_text())["runs"]
    ]
    assert states == ["new", "unchanged"]
    run("--baseline", "known.json", "-o", "found.xml")
    suites = ET.parse("found.xml").getroot().findall("testsuite")
    assert [one.get("failures") for one in suites] == ["1", "0"]
    absolute = str(repository / "replies" / "wrong.md")
    again = CliRunner().invoke(
        app, ["check", absolute, "-s", "docs", "--tier", "rules", "--baseline", "known.json"]
    )
    assert again.exit_code == 0, "the reply is the same, however its path is written"


def test_a_baseline_is_not_written_over_another_file(repository: Path) -> None:
    (repository / "known.json").write_text("{}")
    assert "this is no baseline; write one to another file" in str(
        run("--write-baseline", "known.json").exception
    )
    assert (repository / "known.json").read_text() == "{}"
    assert "there is no such baseline; write one with --write-baseline" in str(
        run("--baseline", "none.json").exception
    )


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (("-o", "out", "-f", "pdf"), "-f pdf takes one reply"),
        (("-o", "page.html"), "-o is a folder"),
        (("-f", "html"), "-f html needs -o with a folder"),
        (("-f", "html", "--style", "bracket"), "-f html needs -o with a folder"),
        (("--references", "csl-json"), "--references csl-json without --style takes one reply"),
        (("--stream",), "--stream reads standard input"),
    ],
)
def test_what_several_replies_cannot_do(repository: Path, options: tuple[str, ...], message: str) -> None:
    assert repository.is_dir()
    assert message in str(run(*options).exception)


def test_a_reply_may_be_a_docx_file(repository: Path) -> None:
    import docx

    document = docx.Document()
    document.add_paragraph("The mill has 14 sails.")
    document.save(str(repository / "reply.docx"))
    result = CliRunner().invoke(app, ["check", "reply.docx", "-s", "docs", "--tier", "rules"])
    assert result.exit_code == 1
    assert "contradicted" in result.output


def read_workflow() -> dict[str, Any]:
    """The workflow of the documentation."""
    page = (ROOT / "docs" / "continuous-integration.md").read_text(encoding="utf-8")
    text = page.split("```yaml\n# .github/workflows/ascribe.yml\n")[1].split("```")[0]
    found: dict[str, Any] = yaml.safe_load(text)
    return found


def run_action(repository: Path, **given: str) -> subprocess.CompletedProcess[str]:
    """Run the script of the action, with the variables that the action gives it."""
    if shutil.which("bash") is None:
        pytest.skip("bash is not installed")
    action = yaml.safe_load((ROOT / "action.yml").read_text())
    assert given.keys() <= action["inputs"].keys()
    inputs = {name: each.get("default", "") for name, each in action["inputs"].items()} | given
    variables = {
        variable: inputs[value.removeprefix("${{ inputs.").removesuffix(" }}")]
        for variable, value in action["runs"]["steps"][0]["env"].items()
    }
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    outputs = {
        "GITHUB_OUTPUT": str(repository / "outputs"),
        "GITHUB_STEP_SUMMARY": str(repository / "summary"),
    }
    environment = {**os.environ, "PATH": path, **variables, **outputs}
    script = [str(ROOT / "action" / "check.sh")]
    return subprocess.run(
        script, env=environment, cwd=repository, capture_output=True, text=True, check=False
    )


def test_the_action_checks_a_repository(repository: Path) -> None:
    done = run_action(repository, replies="replies/*.md", sources="docs", tier="rules")
    assert done.returncode == 1, done.stderr
    assert (repository / "outputs").read_text() == "sarif=ascribe.sarif\n"
    assert len(json.loads((repository / "ascribe.sarif").read_text())["runs"]) == 2
    assert "14" in (repository / "summary").read_text()
    gate = {"replies": "replies/*.md", "sources": "docs", "tier": "rules", "fail-on": "none"}
    assert run_action(repository, **gate).returncode == 0
    assert run_action(repository, **gate, **{"fail-under": "0.9"}).returncode == 1
    done = run_action(repository, replies="nothing/*.md", sources="docs", tier="rules")
    assert (done.returncode, "no file matches" in done.stderr) == (2, True)


def test_the_workflow_of_the_docs_checks_replies_and_uploads_what_it_found(repository: Path) -> None:
    workflow = read_workflow()
    assert workflow["permissions"]["security-events"] == "write"
    *_, action, upload = workflow["jobs"]["replies"]["steps"]
    assert run("--write-baseline", action["with"]["baseline"]).exit_code == 0
    done = run_action(repository, **action["with"], tier="rules")
    assert done.returncode == 0, done.stderr
    assert upload["if"].startswith("always()")
    runs = json.loads((repository / upload["with"]["sarif_file"]).read_text())["runs"]
    assert [each["baselineState"] for one in runs for each in one["results"]] == ["unchanged"]
    assert "known.json: 1 of 1 failure known" in (repository / "summary").read_text()


def test_the_workflow_of_the_docs_runs_pytest(repository: Path) -> None:
    install, tests = (step["run"] for step in read_workflow()["jobs"]["tests"]["steps"][-2:])
    assert install.split() == ["pip", "install", "./ascribe", "pytest"]
    (repository / "tests").mkdir()
    (repository / "tests" / "test_replies.py").write_text(
        f"def test_wrong(assert_supported):\n    assert_supported('The mill has 14 sails.', [{RIGHT!r}])\n"
    )
    command = [sys.executable, *tests.split()[1:]]
    done = subprocess.run(command, cwd=repository, capture_output=True, text=True, check=False)
    assert done.returncode == 1, done.stdout + done.stderr
    (suite,) = ET.parse(repository / "pytest.xml").getroot()
    assert (suite.get("tests"), suite.get("failures")) == ("1", "1")


def test_the_hook_names_a_command_that_takes_files(repository: Path) -> None:
    assert repository.is_dir()
    (hook,) = yaml.safe_load((ROOT / ".pre-commit-hooks.yaml").read_text())
    entry = hook["entry"].split()
    assert entry[0] == "ascribe"
    files = ["replies/right.md", "replies/wrong.md"]
    result = CliRunner().invoke(app, [*entry[1:], "-s", "docs", "--tier", "rules", *files])
    assert result.exit_code == 1


@pytest.mark.parametrize(
    ("fail_on", "failures"),
    [
        (
            "miscited",
            [
                (
                    "miscited",
                    "Citation: [2] (bridge.txt) does not say this; the support is in mill.txt (source 1).",
                )
            ],
        ),
        ("uncited", [("uncited", "Citation: none; the support is in mill.txt (source 1).")]),
        ("contradicted", []),
        ("none", []),
    ],
)
def test_junit_fails_for_what_the_command_fails_for(
    repository: Path, fail_on: str, failures: list[tuple[str, str]]
) -> None:
    (repository / "docs" / "bridge.txt").write_text("The bridge is 40 metres long.")
    (repository / "replies" / "cited.md").write_text("The mill has 12 sails [2]. The mill was built in 1872.")
    sources = ["-s", "docs/mill.txt", "-s", "docs/bridge.txt", "--tier", "rules", "-f", "junit"]
    result = CliRunner().invoke(app, ["check", "replies/cited.md", *sources, "--fail-on", fail_on])
    assert result.exit_code == int(bool(failures))
    found = [(each.get("type"), each.get("message")) for each in ET.fromstring(result.stdout).iter("failure")]
    assert found == failures


def test_junit_keeps_the_message_of_a_failing_sentence_that_is_let_through(repository: Path) -> None:
    assert run("--fail-on", "none", "-o", "found.xml").exit_code == 0
    root = ET.parse(repository / "found.xml").getroot()
    assert [suite.get("failures") for suite in root] == ["0", "0"]
    (said,) = (each.text for each in root.iter("system-out") if str(each.text).startswith("contradicted: "))
    assert "14" in str(said)


@pytest.mark.parametrize(
    ("reply", "says"),
    [("", True), ("Hello!", True), ("The mill has 12 sails.", False), ("It is old.", False)],
)
def test_sarif_says_that_nothing_was_checked(reply: str, says: bool) -> None:
    (made,) = build_log(check(reply, "The mill has 12 sails. It was old.", tier="rules"), "reply.md")["runs"]
    assert ("invocations" in made) == says
    assert ("Nothing was checked." in json.dumps(made)) == says


def test_sarif_says_of_a_citation_what_the_other_reports_say() -> None:
    answer = check(
        "The mill has 12 sails [7].", [{"id": "mill", "text": "The mill has 12 sails."}], tier="rules"
    )
    (result,) = build_log(answer, "r.md")["runs"][0]["results"]
    told = "[7] does not exist among the sources; the support is in mill (source 1)"
    assert result["message"]["text"].startswith(f"Citation: {told}. Statement: ")
    assert told in answer.render("terminal").text

"""``ascribe calibrate`` and ``--calibration``, with the real models on invented statements."""

import json
from pathlib import Path
from typing import Any

import pytest

import ascribe
from ascribe.apps.calibrate import build_listings
from ascribe.apps.listings import render_terminal
from ascribe.errors import InputError
from ascribe.evaluation.calibration import Report, calibrate_combiner
from ascribe.inference.model_files import FOLDER
from ascribe.records.verdict import STRICTNESS
from ascribe.verify.combiner import load_combiner, load_shipped_combiner
from tests.apps.command import run_command
from tests.evaluation.labelled import ATTRIBUTION, VERIFICATION, write

MILLS = 26
MILL = "The mill at {0} stands on the river. It was built in {1} by {2}. It has {3} sails and an oak tower."
TRUE = ("The mill at {0} has {3} sails.", "The mill at {0} was built by {2}.")
FALSE = ("The mill at {0} was sold to a bank.", "The tower was painted green by {2}.")


def statements() -> list[dict[str, Any]]:
    """Two true statements and two others about each of 26 mills."""
    made = []
    for number in range(MILLS):
        place = "".join(part[number % len(part)] for part in (("Ar", "So", "Lu"), ("le", "rn", "nd", "va")))
        facts = (f"{place}{number}", 1800 + number, ("Anna", "Piet", "Eva")[number % 3], 4 + number % 5)
        made += [
            {"claim": claim.format(*facts), "source": MILL.format(*facts), "label": claim in TRUE}
            for claim in TRUE + FALSE
        ]
    return made


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("labelled")
    greetings = [
        {"claim": "Thanks!", "source": "A mill.", "label": False},
        {"claim": "The mill is old. It has sails.", "source": "A mill.", "label": False},
    ]
    write(folder / "mills.jsonl", [*statements(), *greetings])
    write(folder / "few.jsonl", VERIFICATION)
    write(folder / "other.jsonl", ATTRIBUTION)
    write(folder / "one_document.jsonl", [{**row, "title": "the same"} for row in statements()])
    (folder / "reply.md").write_text("The mill has 12 sails.\n", encoding="utf-8")
    (folder / "source.txt").write_text("The mill has 12 sails.\n", encoding="utf-8")
    return folder


@pytest.fixture(scope="module")
def models() -> None:
    if not (FOLDER / "combiner.json").is_file():
        pytest.skip("needs the files of the built-in models")


@pytest.fixture(scope="module")
def report(request: pytest.FixtureRequest, folder: Path) -> Report:
    request.getfixturevalue("models")
    return calibrate_combiner([folder / "mills.jsonl"], seed=3)


def test_seeds_do_not_touch_the_combiner(report, folder) -> None:
    assert report.combiner == calibrate_combiner([folder / "mills.jsonl"], seed=7).combiner
    assert report.combiner.fitted_on == {"mills": 4 * MILLS}


def test_it_says_what_was_fitted_and_what_was_left_out(report) -> None:
    (count,) = report.files
    assert (count.name, count.fitted) == ("mills.jsonl", 4 * MILLS)
    assert count.left_out == {"several sentences": 1, "nothing to check": 1}
    assert report.documents == MILLS


def test_every_level_has_its_threshold_and_what_it_does_to_statements_not_fitted(report) -> None:
    assert [level.name for level in report.levels] == list(STRICTNESS)
    assert [level.threshold for level in report.levels] == list(report.combiner.supported.values())
    assert [level.shipped_threshold for level in report.levels] == [
        load_shipped_combiner().supported[n] for n in STRICTNESS
    ]
    assert report.why_not == ""
    for level in report.levels:
        assert level.after is not None
        for figure in (level.before.recall, level.before.false_positive_rate, level.after.recall):
            assert figure.value is not None
            assert 0.0 <= figure.value <= 1.0
    assert report.auroc_after is not None
    assert report.auroc_after.value is not None
    assert report.auroc_after.value > 0.8  # words alone tell these statements apart


def test_the_same_seed_gives_the_same_figures(report, folder) -> None:
    assert calibrate_combiner([folder / "mills.jsonl"], seed=3) == report


@pytest.mark.usefixtures("models")
def test_with_one_document_nothing_is_held_out_and_it_says_so(folder) -> None:
    found = calibrate_combiner([folder / "one_document.jsonl"])
    assert found.why_not == "the statements come from fewer than 5 source documents"
    assert found.auroc_after is None
    assert all(level.after is None for level in found.levels)
    shown = render_terminal(build_listings(found, Path("c.json"), "builtin"), 80, color=False)
    assert "After is not known: the statements come from fewer than 5" in shown
    assert max(map(len, shown.splitlines())) <= 80


@pytest.mark.usefixtures("models")
def test_the_command_writes_a_file_that_check_and_evaluate_take(folder) -> None:
    done = run_command(folder, "calibrate", "mills.jsonl", "-o", "mine.json")
    assert (done.returncode, done.stderr.decode()) == (0, "")
    assert "| mills.jsonl | 104 | 1 nothing to check, 1 several sentences |" in done.stdout.decode()
    assert "--tier builtin --calibration mine.json" in done.stdout.decode()
    assert "the shipped numbers on the same statements" in done.stdout.decode()
    mine = load_combiner(folder / "mine.json")
    assert json.loads((folder / "mine.json").read_text(encoding="utf-8"))["bias"] == mine.bias
    answer = ascribe.check(
        "The mill has 12 sails.", ["The mill has 12 sails."], tier="builtin", calibration=folder / "mine.json"
    )
    assert answer.settings is not None
    assert answer.settings.thresholds["supported"] == mine.supported["balanced"]
    options = ("--tier", "builtin", "--calibration", "mine.json")
    checked = run_command(folder, "check", "reply.md", "-s", "source.txt", *options, "-f", "json")
    assert json.loads(checked.stdout)["settings"]["thresholds"]["supported"] == mine.supported["balanced"]
    measured = run_command(folder, "evaluate", "few.jsonl", *options, "-f", "json", "--resamples", "0")
    assert json.loads(measured.stdout)["settings"]["calibration"] == "mine.json"


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("calibrate", "mills.jsonl", "-o", "-"), "-o takes the name of a file"),
        (("calibrate", "mills.jsonl", "-o", "mills.jsonl"), "would overwrite a labelled file"),
        (("calibrate", "mills.jsonl", "-o", "no/where.json"), "cannot be written"),
        (("check", "reply.md", "-s", "source.txt", "--tier", "rules", "--calibration", "c.json"), "takes no"),
        (("evaluate", "few.jsonl", "--tier", "rules", "--calibration", "c.json"), "takes no calibration"),
        (
            ("check", "reply.md", "-s", "source.txt", "--tier", "builtin", "--calibration", "c.json"),
            "cannot be read (No such file",
        ),
    ],
)
def test_what_cannot_run_exits_with_2_in_one_sentence(folder, arguments, message) -> None:
    done = run_command(folder, *arguments)
    assert (done.returncode, done.stdout.decode()) == (2, "")
    assert message in done.stderr.decode()
    assert len(done.stderr.decode().splitlines()) == 1


def test_a_calibration_that_is_no_path_is_refused() -> None:
    with pytest.raises(InputError, match="calibration must be the path of a file, got int"):
        ascribe.check("The mill has 12 sails.", ["A mill."], calibration=5)  # type: ignore[arg-type]
    with pytest.raises(InputError, match="The tier rules takes no calibration"):
        ascribe.check("The mill has 12 sails.", ["A mill."], tier="rules", calibration="c.json")


@pytest.mark.usefixtures("models")
@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("few.jsonl", "at least 50 statements that are supported, got 6"),
        ("other.jsonl", "other.jsonl: calibration needs claim, source and label, got attribution"),
        ("none.jsonl", "none.jsonl: no such file"),
    ],
)
def test_files_that_cannot_be_fitted_are_refused(folder, name, message) -> None:
    with pytest.raises(InputError, match=message):
        calibrate_combiner([folder / name])

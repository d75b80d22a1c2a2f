"""``ascribe calibrate --questions`` and ``ascribe ask --calibration``, on invented documents in German.

No model reads German, so that the confidence is the share of the question's words, on any machine.
"""

import json
from pathlib import Path

import pytest

from ascribe.apps.calibrate import build_answer_listings
from ascribe.apps.listings import render_terminal
from ascribe.evaluation.calibration import calibrate_answer_threshold
from ascribe.evaluation.calibration.answer_threshold import compute_upper_bound
from ascribe.library import Library
from ascribe.library.answering.threshold import load_abstention_threshold
from ascribe.library.options import AskOptions
from tests.apps.command import run_command

PLACES = ["Arle", "Sorn", "Lund", "Teva", "Bruk", "Moor", "Hain", "Olt", "Wied", "Kamp"]
THINGS = ["Mühle", "Brücke", "Kirche", "Schule", "Burg"]


def told(place: str, thing: str, year: int) -> str:
    return f"Die {thing} von {place} wurde im Jahr {year} gebaut."


def questions() -> list[dict[str, object]]:
    """Fifty that the documents answer, and ten that share half of their words with them."""
    facts = [
        (place, thing, 1700 + 7 * i + 31 * j)
        for i, place in enumerate(PLACES)
        for j, thing in enumerate(THINGS)
    ]
    answered = [
        {"question": f"Wann wurde die {f[1]} von {f[0]} gebaut?", "answerable": True, "quotes": [told(*f)]}
        for f in facts
    ]
    unanswered = [
        {"question": f"Wer kaufte das Rathaus von {place}?", "answerable": False, "quotes": []}
        for place in PLACES
    ]
    return [*answered, *unanswered]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("questions")
    rows = questions()
    texts = [row["quotes"][0] for row in rows if row["answerable"]]  # type: ignore[index]
    (folder / "towns.txt").write_text("\n\n".join(map(str, texts)), encoding="utf-8")
    (folder / "q.jsonl").write_text("\n".join(map(json.dumps, rows)), encoding="utf-8")
    (folder / "few.jsonl").write_text("\n".join(map(json.dumps, rows[:20])), encoding="utf-8")
    lies = [{**row, "quotes": ["Nobody wrote this sentence."]} if row["quotes"] else row for row in rows]
    (folder / "wrong.jsonl").write_text("\n".join(map(json.dumps, lies)), encoding="utf-8")
    (folder / "rules.toml").write_text('tier = "rules"\nencode = false\n', encoding="utf-8")
    done = run_command(folder, "add", "towns.txt", "--config", "rules.toml", "--language", "de")
    assert done.returncode == 0, done.stderr.decode()
    return folder


def test_the_command_writes_a_file_that_ask_takes(folder) -> None:
    done = run_command(
        folder, "calibrate", "--questions", "q.jsonl", "--config", "rules.toml", "-o", "ask.json"
    )
    assert (done.returncode, done.stderr.decode()) == (0, "")
    assert "## Answers to 60 questions" in done.stdout.decode()
    assert "at most 10 % of the answers wrong, with 95 % confidence" in done.stdout.decode()
    assert "ascribe ask … --calibration ask.json" in done.stdout.decode()
    made = load_abstention_threshold(folder / "ask.json")
    assert (made.asked, made.answered, made.wrong) == (60, 50, 0)
    assert made.bound == compute_upper_bound(0, 50, 0.95)
    (folder / "ask.toml").write_text('tier = "rules"\ncalibration = "ask.json"\n', encoding="utf-8")
    question = "Wann wurde die Burg von Olt gebaut?"
    for options in (("--tier", "rules", "--calibration", "ask.json"), ("--config", "ask.toml")):
        asked = run_command(folder, "ask", question, *options)
        assert asked.returncode == 0, asked.stderr.decode()
        assert told("Olt", "Burg", 1700 + 7 * 7 + 31 * 4) in asked.stdout.decode()
    other = run_command(folder, "ask", question, "--config", "ask.toml", "--top", "3")
    assert other.returncode == 2
    assert "made with top 5, not 3" in other.stderr.decode()


@pytest.mark.parametrize(
    ("file", "options", "message"),
    [
        ("few.jsonl", (), "it takes at least 29 answers, all of them right, and there are 20."),
        ("q.jsonl", ("--risk", "0.01"), "it takes at least 299 answers, all of them right"),
        ("wrong.jsonl", (), "are wrong: up to 100.0 % may be."),
    ],
)
def test_where_no_bar_keeps_the_risk_it_says_why_and_writes_nothing(folder, file, options, message) -> None:
    done = run_command(
        folder, "calibrate", "--questions", file, "--config", "rules.toml", "-o", "none.json", *options
    )
    assert (done.returncode, done.stderr.decode()) == (1, "")
    assert message in done.stdout.decode()
    assert "Nothing was written." in done.stdout.decode()
    assert not (folder / "none.json").exists()


def test_the_figures_fit_a_narrow_terminal(folder) -> None:
    with Library(folder / "library.ascribe", options=AskOptions(tier="rules")) as library:
        report = calibrate_answer_threshold(folder / "q.jsonl", library)
    shown = render_terminal(build_answer_listings(report, Path("ask.json")), 60, color=False)
    assert "found" in shown
    assert max(map(len, shown.splitlines())) <= 60


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("-o", "a.json"), "calibrate takes labelled files, or --questions"),
        (("q.jsonl", "--questions", "q.jsonl", "-o", "a.json"), "give one of them"),
        (("q.jsonl", "--library", "l", "-o", "a.json"), "--library and --config need --questions"),
        (("--questions", "q.jsonl", "-o", "-"), "-o takes the name of a file"),
        (("--questions", "q.jsonl", "-o", "q.jsonl"), "would overwrite"),
        (("--questions", "q.jsonl", "-o", "a.json", "--library", "none"), "none: there is no library"),
        (("--questions", "none.jsonl", "-o", "a.json"), "none.jsonl: cannot be read"),
        (("--questions", "towns.txt", "-o", "a.json"), "towns.txt, line 1: is not JSON"),
        (
            ("--questions", "q.jsonl", "-o", "a.json", "--risk", "1"),
            "risk must be above 0 and below 1, got 1",
        ),
        (("--questions", "q.jsonl", "-o", "a.json", "--confidence", "0"), "confidence must be above 0"),
        (
            ("--questions", "q.jsonl", "-o", "a.json", "--config", "own.toml"),
            "only the generator 'extractive'",
        ),
    ],
)
def test_what_cannot_run_exits_with_2_in_one_sentence(folder, arguments, message) -> None:
    (folder / "own.toml").write_text("[generator]\nthreshold = 0.3\n", encoding="utf-8")
    done = run_command(folder, "calibrate", *arguments)
    assert done.returncode == 2
    assert message in done.stderr.decode()
    assert len(done.stderr.decode().strip().splitlines()) == 1

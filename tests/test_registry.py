import re
import warnings
from typing import Any

import pytest
from typer.testing import CliRunner

from ascribe import InputError, MissingExtraError, check, registry
from ascribe.apps.cli import app
from ascribe.errors import BrokenComponentError, IgnoredComponentWarning, UnknownComponentError
from ascribe.install_command import build_install_command
from tests.conftest import Declare


@pytest.fixture(autouse=True)
def _fresh_rows():
    registry._list_rows.cache_clear()
    yield
    registry._list_rows.cache_clear()


def test_every_row_names_a_class_that_exists() -> None:
    rows = registry.components()
    assert len({(row.stage, row.name) for row in rows}) == len(rows)
    for row in rows:
        assert callable(registry.load(row.stage, row.name)), row


def test_an_unknown_name_lists_the_known_ones_and_the_nearest() -> None:
    message = r"known: lexical, embedding, hybrid\. Did you mean 'lexical'\?"
    with pytest.raises(UnknownComponentError, match=message):
        registry.load("score", "lexcial")


def test_a_third_party_adds_a_component_by_entry_point(declare: Declare) -> None:
    declare(
        ("score.ordered", "collections:OrderedDict [extra]"), ("write.inner", "types:SimpleNamespace.mro")
    )
    assert registry.load("score", "ordered").__name__ == "OrderedDict"
    assert registry.load("score", "lexical").__name__ == "LexicalScorer"
    assert registry.load("write", "inner")()[0].__name__ == "SimpleNamespace"
    assert registry.make("score", "ordered", a=1) == {"a": 1}
    assert [row.package for row in registry.components("score")] == ["", "", "", "collections"]


def test_a_built_in_name_stays_built_in_and_the_other_package_is_told(declare: Declare) -> None:
    declare(("score.lexical", "mine:Scorer"))
    with pytest.warns(
        IgnoredComponentWarning, match="package mine declares the scorer 'lexical', but the built-in one"
    ):
        assert registry.load("score", "lexical").__name__ == "LexicalScorer"
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        registry.load("score", "hybrid")
    assert [row.package for row in registry.list_refused()] == ["mine"]


@pytest.mark.parametrize("given", [("b:X", "a:X"), ("a:X", "b:X")])
def test_of_two_packages_none_wins(declare: Declare, given) -> None:
    declare(*(("score.same", target) for target in given))
    with pytest.raises(BrokenComponentError, match="'same'; uninstall all but one") as refused:
        registry.load("score", "same")
    assert {"a", "b"} <= set(str(refused.value).split())
    assert len(registry.list_refused()) == 2


@pytest.mark.parametrize("name", ["scorer.mine", "mine", "score.", ""])
def test_a_name_without_a_stage_is_refused(declare: Declare, name: str) -> None:
    declare((name, "mine:Scorer"))
    (row,) = registry.list_refused()
    assert "which is not a component name: it must be one of the stages read, score," in row.refused
    assert row not in registry.components()


def test_a_path_in_place_of_a_tier_is_told_how_one_is_registered() -> None:
    message = r"verify\.NAME among the entry points ascribe\.components of an installed package, as docs/ext"
    with pytest.raises(UnknownComponentError, match=message):
        registry.load("verify", "five/long.py:FiveLong")


def test_help_lists_the_tiers_of_other_packages(declare: Declare) -> None:
    assert "Also installed" not in CliRunner().invoke(app, ["check", "--help"]).stdout
    declare(("verify.fivelong", "mine:FiveLong"), ("score.far", "mine:Scorer"))
    for command in ("check", "evaluate"):
        shown = " ".join(CliRunner().invoke(app, [command, "--help"]).stdout.split())
        assert "Also installed: fivelong." in shown


def test_a_missing_extra_gives_the_install_command(monkeypatch) -> None:
    row = registry.Component("score", "far", "no_such_package_here:Thing", "", extra="hf")
    monkeypatch.setattr(registry, "_BUILT_IN", (row,))
    with pytest.raises(MissingExtraError, match=re.escape(build_install_command("hf"))):
        registry.load("score", "far")


def test_what_another_package_needs_is_named(declare: Declare) -> None:
    declare(("score.far", "no_such_package_here:Thing"))
    with pytest.raises(
        MissingExtraError, match="'far' of the package no_such_package_here needs no_such_pack"
    ):
        registry.load("score", "far")


def test_a_declaration_that_leads_nowhere_is_named(declare: Declare) -> None:
    declare(("verify.lost", "collections:NoSuch"))
    with pytest.raises(
        BrokenComponentError, match=r"tier 'lost' of the package collections cannot be loaded"
    ):
        registry.load("verify", "lost")


@pytest.mark.parametrize(
    ("stage", "target"),
    [("score", "collections:Counter.total"), ("cite", "builtins:len"), ("read", "os:remove")],
)
def test_what_cannot_be_made_is_named(declare: Declare, stage: str, target: str) -> None:
    declare((f"{stage}.mine", target))
    with pytest.raises(
        BrokenComponentError, match=r"'mine' of the package \w+ cannot be created \(TypeError: "
    ):
        registry.make(stage, "mine")


def test_an_error_of_our_own_goes_through(declare: Declare) -> None:
    declare(("cite.mine", "ascribe.cite.best_evidence:BestEvidence"))
    with pytest.raises(InputError, match="floor must be"):
        registry.make("cite", "mine", floor=2)


def test_a_bug_inside_a_component_is_not_taken_for_a_missing_extra(monkeypatch) -> None:
    row = registry.Component("score", "broken", "no_such_package_here:Thing", "")
    monkeypatch.setattr(registry, "_BUILT_IN", (row,))
    with pytest.raises(ModuleNotFoundError):
        registry.load("score", "broken")


@pytest.mark.parametrize("argument", ["scorer", "policy", "tier"])
def test_check_refuses_a_name_before_it_reads_anything(argument: str, tmp_path) -> None:
    with pytest.raises(UnknownComponentError, match="is called 'mine'; known: "):
        check_with(tmp_path / "no_such_file.txt", argument, "mine")


@pytest.mark.parametrize(
    ("argument", "given", "message"),
    [
        ("scorer", object(), "scorer: expected a name or an object with 'score', got an object"),
        ("scorer", dict, "scorer: expected a name or an object with 'score', got a dict"),
        (
            "scorer",
            warnings.WarningMessage,
            "WarningMessage must take language, by name, and return a scorer",
        ),
        ("policy", warnings.WarningMessage, "WarningMessage must take no argument and return a policy"),
        ("policy", 3, "policy: expected a name or an object with 'cite' and 'thresholds', got an int"),
        ("tier", ["rules"], "tier: expected a name or an object with 'verify' and 'tier' and 'thresholds'"),
    ],
)
def test_check_refuses_what_is_no_component(argument: str, given, message: str) -> None:
    with pytest.raises(InputError, match=message):
        check_with("A.", argument, given)


def check_with(sources: Any, argument: str, given: Any) -> None:
    options: dict[str, Any] = {argument: given}
    check("A.", sources, **options)

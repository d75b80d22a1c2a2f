import importlib.metadata

import pytest

from ascribe import MissingExtraError, UnknownComponentError, registry


@pytest.fixture(autouse=True)
def _fresh_rows():
    registry._rows.cache_clear()
    yield
    registry._rows.cache_clear()


def test_every_row_names_a_class_that_exists() -> None:
    rows = registry.components()
    assert len({(row.stage, row.name) for row in rows}) == len(rows)
    for row in rows:
        assert callable(registry.load(row.stage, row.name)), row


def test_an_unknown_name_lists_the_known_ones_and_the_nearest() -> None:
    message = r"known: lexical, embedding, hybrid\. Did you mean 'lexical'\?"
    with pytest.raises(UnknownComponentError, match=message):
        registry.load("score", "lexcial")


def test_a_third_party_adds_a_component_by_entry_point(monkeypatch) -> None:
    point = importlib.metadata.EntryPoint("score.ordered", "collections:OrderedDict", registry.GROUP)
    monkeypatch.setattr(registry, "entry_points", lambda group: [point] if group == registry.GROUP else [])
    assert registry.load("score", "ordered").__name__ == "OrderedDict"
    assert registry.load("score", "lexical").__name__ == "LexicalScorer"


def test_a_missing_extra_gives_the_install_command(monkeypatch) -> None:
    row = registry.Component("score", "far", "no_such_package_here:Thing", "", extra="hf")
    monkeypatch.setattr(registry, "_BUILT_IN", (row,))
    with pytest.raises(MissingExtraError, match=r'pip install "ascribe\[hf\]"'):
        registry.load("score", "far")


def test_a_declaration_that_leads_nowhere_is_named(monkeypatch) -> None:
    row = registry.Component("verify", "lost", "collections:NoSuch", "")
    monkeypatch.setattr(registry, "_BUILT_IN", (row,))
    with pytest.raises(UnknownComponentError, match=r"tier 'lost' is declared as collections:NoSuch"):
        registry.load("verify", "lost")


def test_a_bug_inside_a_component_is_not_taken_for_a_missing_extra(monkeypatch) -> None:
    row = registry.Component("score", "broken", "no_such_package_here:Thing", "")
    monkeypatch.setattr(registry, "_BUILT_IN", (row,))
    with pytest.raises(ModuleNotFoundError):
        registry.load("score", "broken")

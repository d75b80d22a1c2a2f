"""One passage says it, another denies it: the table of ``mark_conflict``, cell by cell."""

from typing import Any

import pytest

from ascribe import Answer, check
from ascribe.records import Verdict

SAYS, DENIES, SILENT = "says", "denies", "silent"

FACTS = {
    "numbers": ("The mill has 12 sails.", "The mill has 12 sails.", "The mill has 14 sails."),
    "dates": ("The museum opened in 1921.", "The museum opened in 1921.", "The museum opened in 1931."),
    "negation": (
        "The lake is open to visitors.",
        "The lake is open to visitors.",
        "The lake is not open to visitors.",
    ),
    "opposites": (
        "The board approved the plan.",
        "The board approved the plan.",
        "The board rejected the plan.",
    ),
}
"""Claim, a passage that says it, a passage that denies it."""

OTHER = "Bread rises faster in a warm kitchen."

STATUSES = {
    (SAYS, SILENT): {"supported"},
    (SAYS, DENIES): {"unknown"},
    (SILENT, DENIES): {"contradicted"},
    (SILENT, SILENT): {"unsupported", "unknown"},
}


def answered(claim: str, sources: Any, tier: str = "rules", **options: Any) -> Answer:
    return check(claim, sources, tier=tier, language="en", **options)


def verdict(claim: str, sources: Any, tier: str = "rules", **options: Any) -> Verdict:
    (sentence,) = answered(claim, sources, tier, **options).sentences
    assert sentence.verdict is not None
    return sentence.verdict


@pytest.mark.parametrize("tier", ["rules", "builtin"])
@pytest.mark.parametrize("kind", FACTS)
@pytest.mark.parametrize("cell", STATUSES)
def test_each_cell_of_the_table(cell, kind, tier) -> None:
    claim, says, denies = FACTS[kind]
    sources = [says if cell[0] == SAYS else OTHER, denies if cell[1] == DENIES else OTHER]
    found = verdict(claim, sources, tier)
    assert found.status in STATUSES[cell]
    assert (found.reason == "sources_disagree") == (cell == (SAYS, DENIES))


@pytest.mark.parametrize("tier", ["rules", "builtin"])
@pytest.mark.parametrize("kind", FACTS)
@pytest.mark.parametrize("strictness", ["loose", "balanced", "strict", "paranoid"])
def test_both_are_shown_at_every_level_and_in_any_order(kind, strictness, tier) -> None:
    claim, says, denies = FACTS[kind]
    for sources in ([says, denies], [denies, says], [f"{says} {denies}"]):
        found = verdict(claim, sources, tier, strictness=strictness)
        assert (found.status, found.reason) == ("unknown", "sources_disagree")
        assert [(r.label, r.quote) for r in found.references] == [("supports", says), ("contradicts", denies)]
        assert found.details["against"][0]["rule"] == kind


@pytest.mark.parametrize(
    ("claim", "says", "other"),
    [
        ("The Aldford mill has 12 rooms.", "The Aldford mill has 12 rooms.", "The Lorne mill has 14 rooms."),
        ("The mill has 12 sails.", "The old mill has 12 sails.", "The new mill has 14 sails."),
        ("The inn has 12 rooms.", "The inn has 12 rooms.", "The east wing of the inn has 5 rooms."),
        ("The inn has 12 rooms.", "The inn has 12 rooms.", "A second inn has 14 rooms."),
        ("The inn has 12 rooms.", "The inn has 12 rooms.", "The inn next to the station has 14 rooms."),
        ("The club had 12 members.", "The club had 12 members in 2021.", "The club had 14 members in 2022."),
        ("The club has 12 members.", "The club has 12 members.", "The club originally had 40 members."),
        ("The club has 12 members.", "The club has 12 members.", "The club hopes for more than 14 members."),
        (
            "The lake is open to visitors.",
            "The lake is open to visitors.",
            "The lake is not open to visitors in winter.",
        ),
        ("The lake is open.", "The lake is open.", "If it rains, the lake is not open."),
        ("The mill has 12 sails.", "The mill has 12 sails.", "The barn stands by the mill. It has 14 sails."),
        ("Lorne bought 12 boats.", "Lorne bought 12 boats.", "Lorne sold 14 boats."),
    ],
)
def test_two_facts_of_one_shape_are_no_conflict(claim, says, other) -> None:
    found = verdict(claim, [says, other])
    assert found.status == "supported"
    assert {r.label for r in found.references} == {"supports"}


def test_what_the_models_alone_support_is_denied_too() -> None:
    claim = "Children under twelve can visit the museum for free."
    says = "Entry to the museum is free for children under twelve."
    denies = "Children under sixteen can visit the museum for free."
    assert verdict(claim, [says], "builtin").reason == "entailed"
    found = verdict(claim, [says, denies], "builtin")
    assert found.status != "supported"
    assert "contradicts" in {r.label for r in found.references}


@pytest.mark.parametrize(
    ("render", "words"),
    [
        ("to_markdown", ("supported by [1]", "contradicted by [2]")),
        ("__str__", ("supported by [1]", "contradicted by [2]")),
        ("to_html", ("Supported by <a", "Contradicted by <a")),
        ("to_json", ('"supports"', '"contradicts"')),
    ],
)
def test_every_writer_shows_both_passages(render, words) -> None:
    claim, says, denies = FACTS["numbers"]
    text = " ".join(getattr(answered(claim, [says, denies]), render)().replace("\\", "").split())
    assert all(word in text for word in (says, denies, *words))


def test_a_disputed_sentence_counts_as_not_decided() -> None:
    claim, says, denies = FACTS["numbers"]
    answer = answered(claim, [says, denies])
    assert answer.supported_sentences == []
    assert not answer.verification_ran


@pytest.mark.parametrize(
    ("headings", "status"),
    [
        (("Level 2", "Level 3"), "supported"),
        (("Level 2", "Level 2"), "unknown"),
        (("Chapter 2", "Chapter 3"), "unknown"),
    ],
)
def test_only_sections_about_two_things_do_not_disagree(headings: tuple[str, str], status: str) -> None:
    out = "A user is logged out after {} idle minutes.".format
    text = f"# {headings[0]}\n\n{out(30)}\n\n# {headings[1]}\n\n{out(15)}\n"
    for minutes in (15, 30):
        (sentence,) = answered(out(minutes), [{"id": "a.md", "text": text}]).sentences
        assert sentence.verdict is not None
        assert sentence.verdict.status == status

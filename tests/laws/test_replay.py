"""What is printed decides: a verdict comes out again from its printed references, and they hold its words."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from importlib.util import find_spec

import pytest
from tests.laws.replays import (
    Case,
    find_change,
    find_change_undeclared,
    find_unprinted,
    list_document_cases,
    list_pair_cases,
    list_suite_cases,
    replay_cases,
)

from ascribe import InputError, check, registry
from ascribe.inference.model_files import is_installed
from ascribe.protocols import Claim
from ascribe.records import Verdict
from ascribe.records.verdict import STRICTNESS
from ascribe.sentence_replay import replay_sentence
from ascribe.source_sentences import list_source_sentences

needs_weights = pytest.mark.skipif(not is_installed("verifier"), reason="needs the built-in models' weights")
needs_large = pytest.mark.skipif(find_spec("ascribe_large") is None, reason="needs the package ascribe-large")

TIERS = ["rules", pytest.param("builtin", marks=needs_weights), pytest.param("large", marks=needs_large)]
POLICIES = [row.name for row in registry.components("cite")]

EVERY = {"rules": 7, "builtin": 31, "large": 121}
"""Tier → which of the cases it checks: every seventh … Truths and lies take turns: odd steps meet both."""

EVERY_DOCUMENT = {"rules": 2, "builtin": 8, "large": 24}
"""Tier → which of the whole replies it checks."""

LEAST_SUPPORTED, LEAST_CONTRADICTED = 5, 2
"""Verdicts of each kind without which a run would say nothing."""


@cache
def list_cases(tier: str, *, suites: bool = True) -> tuple[Case, ...]:
    """Return those of the whole replies, the suites and the pairs that the tier checks."""
    files = ("cases", "language_cases", "figures", "truths", "restatements") if suites else ("cases",)
    chosen = [*list_suite_cases(*files), *list_pair_cases()]
    return (*list_document_cases()[:: EVERY_DOCUMENT[tier]], *chosen[:: EVERY[tier]])


@pytest.mark.parametrize("policy", POLICIES)
@pytest.mark.parametrize("tier", TIERS)
def test_a_verdict_comes_out_again_from_its_printed_references(tier: str, policy: str) -> None:
    cases = list_cases(tier, suites=policy == POLICIES[0])
    outcome = replay_cases(cases, find_change, tier=tier, policy=policy)
    assert outcome.supported >= LEAST_SUPPORTED, outcome
    assert outcome.contradicted >= LEAST_CONTRADICTED, outcome
    assert not outcome.violations, outcome


@pytest.mark.parametrize("policy", POLICIES)
@pytest.mark.parametrize("tier", TIERS)
def test_references_hold_every_figure_date_name_and_negation_of_a_supported_sentence(
    tier: str, policy: str
) -> None:
    cases = list_cases(tier, suites=policy == POLICIES[0])
    outcome = replay_cases(cases, find_unprinted, tier=tier, policy=policy)
    assert outcome.supported >= LEAST_SUPPORTED, outcome
    assert not outcome.violations, outcome


@pytest.mark.parametrize("strictness", STRICTNESS)
def test_a_verdict_of_every_level_comes_out_again(strictness: str) -> None:
    cases = [*list_document_cases()[::5], *list_suite_cases("cases")[::5]]
    outcome = replay_cases(cases, find_change, tier="rules", strictness=strictness)
    assert outcome.supported >= LEAST_SUPPORTED, outcome
    assert outcome.contradicted >= LEAST_CONTRADICTED, outcome
    assert not outcome.violations, outcome


def test_a_verdict_comes_out_again_where_no_language_is_given() -> None:
    """A sentence alone may be too short to tell its language, as may be the words that are printed for it."""
    cases = [Case(one.name, one.reply, one.sources) for one in list_suite_cases("language_cases")]
    outcome = replay_cases(cases, find_change_undeclared, tier="rules")
    assert outcome.supported >= LEAST_SUPPORTED, outcome
    assert outcome.contradicted >= LEAST_CONTRADICTED, outcome
    assert not outcome.violations, outcome


MILL = "The mill has 12 sails. It was built in 1871 by Anna Kohl."


@pytest.mark.parametrize(
    ("reply", "quoted", "missing"),
    [
        ("The mill has 13 sails.", 0, "13"),
        ("The mill was built in 1872.", 1, "1872"),
        ("It was built by Berta Kohl.", 1, "Berta"),
        ("The mill does not have 12 sails.", 0, "the negation"),
        ("It was built in 1871 by Anna Kohl.", 1, ""),
    ],
)
def test_what_is_not_printed_is_found(reply: str, quoted: int, missing: str) -> None:
    """The law above can fail: a verdict of support that is made up here breaks it."""
    assert _find_unprinted_in_forgery(reply, quoted) == (f"not printed: {missing}" if missing else "")


def _find_unprinted_in_forgery(reply: str, quoted: int) -> str:
    """Return what is not printed if a reply were supported by one sentence of the source."""
    answer = check(reply, MILL, tier="rules", language="en")
    claim = Claim(reply, 0, len(reply), "prose", reply)
    reference = list_source_sentences(list(answer.documents))[quoted].reference(claim, 1.0, "supports")
    verdict = Verdict("supported", "entailed", "builtin", references=(reference,))
    forged = replace(answer.sentences[0], references=(reference,), verdict=verdict)
    return find_unprinted(forged, [reference], answer)


PACKING = """Do not pack:

- scissors

You may pack:

- one umbrella
"""
PRICES = "| Room | Price |\n|---|---|\n| Attic | 40 € |\n| Cellar | 55 € |\n"


@pytest.mark.parametrize("tier", TIERS[:2])
@pytest.mark.parametrize(
    ("reply", "status"),
    [
        ("You cannot pack:\n\n- one umbrella", "contradicted"),
        ("You may pack:\n\n- one umbrella", "supported"),
        ("Do not pack:\n\n- scissors", "supported"),
        ("| Room | Price |\n|---|---|\n| Attic | 40 € |", "supported"),
        ("According to the list, you may pack one umbrella.", "supported"),
    ],
)
def test_an_item_and_a_row_are_replayed_as_they_were_read(tier: str, reply: str, status: str) -> None:
    answer = check(reply, [{"id": "list", "text": PACKING}, PRICES], tier=tier, language="en")
    sentence = answer.sentences[-1]
    assert sentence.verdict is not None
    assert sentence.verdict.status == status
    assert replay_sentence(answer, sentence).status == status


def test_a_sentence_of_another_reply_is_not_replayed() -> None:
    answer = check("The mill has 12 sails.", MILL, tier="rules")
    other = check("It was built in 1871.", MILL, tier="rules").sentences[0]
    with pytest.raises(InputError, match=r"not in the reply"):
        replay_sentence(answer, other)
    with pytest.raises(InputError, match=r"not checked"):
        replay_sentence(answer, replace(answer.sentences[0], verdict=None))

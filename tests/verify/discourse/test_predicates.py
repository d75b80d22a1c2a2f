"""Clauses with subjects of their own: what is said of one thing is not said of another."""

import pytest

from ascribe import check
from ascribe.verify.comparison import Text
from ascribe.verify.discourse.predicates import takes_other_predicate

DUCKS = "A male is called a drake and the female is called a duck, or in ornithology a hen."
STATES = (
    "Louisiana lacks suitable sites and the upstream States (Texas and Oklahoma) were unwilling to release "
    "water."
)
BELLS = (
    "The bells of the north tower (like those of the chapel, the mill that stood by the ford and the lock) "
    "ring at noon while the siren is heard at six."
)
YARD = "Nordal Shipping bought the yard in 2003. The company closed it five years later."


@pytest.mark.parametrize(
    ("claim", "passages", "taken"),
    [
        ("A male is called a hen.", [DUCKS], True),
        ("A female duck is called a drake.", [DUCKS], True),
        ("A male is called a drake.", [DUCKS], False),
        ("A male duck is called a drake.", [DUCKS], False),
        ("The bells of the north tower ring at noon.", [BELLS], False),
        ("The bells are heard at six.", [BELLS], True),
        ("The female is called a hen.", [DUCKS], False),
        ("A male is called a drake and the female is called a hen.", [DUCKS], False),
        ("Texas has no suitable sites.", [STATES], True),
        ("Louisiana has no suitable sites.", [STATES], False),
        ("Serious reactions are common.", ["Serious reactions are rare.", "Common effects are mild."], True),
        ("Serious reactions are rare.", ["Serious reactions are rare.", "Common effects are mild."], False),
        ("Nordal Shipping closed the yard.", YARD.split(". "), False),
        ("Die Katze heißt Kater.", ["Der Hund heißt Rüde und die Katze ist ein Kater."], False),
    ],
)
def test_a_predicate_belongs_to_the_subject_of_its_clause(
    claim: str, passages: list[str], taken: bool
) -> None:
    language = "de" if claim.startswith("Die") else "en"
    texts = [Text(passage, language) for passage in passages]
    assert takes_other_predicate(Text(claim, language), texts) is taken


@pytest.mark.parametrize("tier", ["rules", "builtin"])
@pytest.mark.parametrize(
    ("claim", "source"),
    [("A male is called a hen.", DUCKS), ("Texas has no suitable sites.", STATES)],
)
def test_the_predicate_of_another_clause_supports_nothing(tier: str, claim: str, source: str) -> None:
    assert "supported" not in check(claim, [source], tier=tier).status_counts()

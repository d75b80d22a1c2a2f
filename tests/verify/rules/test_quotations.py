"""What a claim quotes is in the source word for word, and said there by the same person."""

import pytest
from tests.verdicts import get_verdict

from ascribe.records import Verdict

TALK = 'Ana Ruiz said: "The old tunnel is badly cracked and very wet."'
INTERVIEW = (
    'Interview with the painter Ana Ruiz. "I grew up beside this tunnel," she says. '
    '"My mother kept us away from it."'
)


def verdict(claim: str, source: str, tier: str, language: str = "en") -> Verdict:
    return get_verdict(claim, [source, "Bo Lind founded the museum."], tier=tier, language=language)


@pytest.mark.parametrize("tier", ["rules", "builtin"])
@pytest.mark.parametrize(
    ("claim", "source", "reason"),
    [
        ("Ana Ruiz said: “The old tunnel is cracked and very wet.”", TALK, "quotation_changed"),
        ("Ana Ruiz said that “the tunnel is badly cracked”.", TALK, "quotation_changed"),
        (
            'The note says: "The dam is safe."',
            'The note says: "The dam is quite safe."',
            "quotation_changed",
        ),
        ('"My mother kept us away from it," Bo Lind said.', INTERVIEW, "speaker_unclear"),
    ],
)
def test_a_changed_quotation_is_not_confirmed(claim: str, source: str, reason: str, tier: str) -> None:
    found = verdict(claim, source, tier)
    assert (found.status, found.reason) == ("unknown", reason)


@pytest.mark.parametrize("tier", ["rules", "builtin"])
@pytest.mark.parametrize(
    ("claim", "source"),
    [
        ("Ana Ruiz said: “The old tunnel is badly cracked and very wet.”", TALK),
        ("Ana Ruiz said: “The old tunnel is … very wet.”", TALK),
        ("“THE OLD TUNNEL is badly cracked,” said Ana Ruiz.", TALK),
        ('"My mother kept us away from it," Ana Ruiz said.', INTERVIEW),
        ("The “old tunnel” is cracked and wet.", "The old tunnel is cracked and wet."),
    ],
)
def test_a_quotation_of_the_source_is_confirmed(claim: str, source: str, tier: str) -> None:
    assert verdict(claim, source, tier).status == "supported"


@pytest.mark.parametrize("tier", ["rules", "builtin"])
@pytest.mark.parametrize("verb", ["told Bo Lind", "said to Bo Lind"])
def test_whoever_is_spoken_to_says_nothing(verb: str, tier: str) -> None:
    claim = "Bo Lind said: “The old tunnel is badly cracked and very wet.”"
    assert verdict(claim, TALK.replace("said", verb), tier).status != "supported"


def test_words_are_quoted_in_every_language() -> None:
    source = "Ana Ruiz sagte: „Der alte Tunnel ist sehr nass.“"
    assert verdict(source, source, "rules", "de").status == "supported"
    changed = verdict(source.replace("sehr ", ""), source, "rules", "de")
    assert (changed.status, changed.reason) == ("unknown", "quotation_changed")

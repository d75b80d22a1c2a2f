"""Frames and hedges: what keeps a claim in another language than English from being confirmed."""

from __future__ import annotations

import pytest

from ascribe import check
from ascribe.records import Verdict


def get_verdict(claim: str, source: str, language: str) -> Verdict:
    verdict = check(claim, source, tier="rules", language=language).sentences[0].verdict
    assert verdict is not None
    return verdict


@pytest.mark.parametrize(
    ("claim", "source", "language"),
    [
        (
            "Im dritten Quartal stiegen die Umsätze um 4,5 %.",
            "Die Umsätze stiegen im dritten Quartal um 4,5 Prozent.",
            "de",
        ),
        (
            "L'atelier de Lormes a été racheté par la société Brivaux en 2016.",
            "La société Brivaux a racheté l'atelier de Lormes en 2016.",
            "fr",
        ),
        (
            "هذا العام ارتفعت أسعار القمح بنسبة 11 في المئة.",
            "ارتفعت أسعار القمح بنسبة 11 في المئة هذا العام.",
            "ar",
        ),
        ("चावल की कीमत इस साल बढ़ी।", "इस साल चावल की कीमत बढ़ी।", "hi"),
    ],
)
def test_what_has_a_small_word_or_tells_when_may_move(claim: str, source: str, language: str) -> None:
    assert get_verdict(claim, source, language).status == "supported"


@pytest.mark.parametrize(
    ("claim", "source", "language", "reason"),
    [
        ("Tarn hat Veld übernommen.", "Veld hat Tarn übernommen.", "de", "wording_unclear"),
        ("Die Mühle brannte 1902 ab.", "Angeblich brannte die Mühle 1902 ab.", "de", "modality_unclear"),
        ("Der Bus hält hier.", "Der Bus hält hier kaum.", "de", "quantifier_unclear"),
    ],
)
def test_the_reason_is_that_of_the_rule(claim: str, source: str, language: str, reason: str) -> None:
    found = get_verdict(claim, source, language)
    assert (found.status, found.reason) == ("unknown", reason)


@pytest.mark.parametrize(
    ("claim", "source", "language"),
    [
        (
            "Begroot was voor de brug 2,1 miljoen euro.",
            "De totale kosten vielen met 2,4 miljoen euro drie ton hoger uit dan begroot.",
            "nl",
        ),
        (
            "Les habitants de la rue peuvent circuler pendant la fête.",
            "Cette interdiction ne s'applique pas aux habitants de la rue pendant la fête.",
            "fr",
        ),
    ],
)
def test_words_in_other_frames_contradict_nothing(claim: str, source: str, language: str) -> None:
    assert get_verdict(claim, source, language).status == "unknown"


def test_another_figure_in_the_same_frames_contradicts() -> None:
    found = get_verdict("De brug is 31 meter lang.", "De brug is 40 meter lang.", "nl")
    assert found.status == "contradicted"

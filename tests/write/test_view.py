from __future__ import annotations

from ascribe.records import Answer, CitedSentence, Reference, VerificationResult
from ascribe.write.view_builder import build_view
from tests.write.conftest import bare_answer


def test_sentences_keep_the_order_of_the_answer_and_numbers_that_of_the_reply() -> None:
    late = Reference(5, 9, 5, 9, 0.5, "doc", 1, "supports", "late")
    early = Reference(0, 4, 0, 4, 0.5, "doc", 1, "supports", "earl")
    answer = bare_answer(
        "One. Two.",
        [CitedSentence("Two.", (), 0.5, 5, 9, (late,)), CitedSentence("One.", (), 0.5, 0, 4, (early,))],
    )
    view = build_view(answer)
    assert [s.text for s in view.sentences] == ["Two.", "One."]
    assert [e.quote for e in view.references] == ["earl", "late"]
    assert [s.number for _, s in view.placed] == [2, 1]


def test_a_reference_given_twice_is_shown_once() -> None:
    reference = Reference(0, 4, 0, 4, 0.5, "doc", 1, "supports", "word")
    view = build_view(bare_answer("One.", [CitedSentence("One.", (), 0.5, 0, 4, (reference, reference))]))
    assert len(view.sentences[0].evidence) == 1


def test_results_without_verdicts_give_the_status() -> None:
    sentences = [CitedSentence(text, (), 0.5) for text in ("One.", "Two.", "Three.")]
    results = [VerificationResult(0, "One.", True, 0.9), VerificationResult(1, "Two.", False, 0.1)]
    view = build_view(bare_answer(None, sentences, verification_results=results))
    assert [s.status for s in view.sentences] == ["supported", "unsupported", None]
    assert view.headline == "1 of 2 statements supported; 1 not in the sources. 1 not checked."


def test_flag_names_the_evidence_against(answer: Answer) -> None:
    flags = {s.number: s.flag for s in build_view(answer).failing}
    assert flags == {
        3: "contradicted: see reference 2",
        5: "contradicted: see reference 5",
        7: "partly supported",
        8: "not in the sources",
        9: "not decided",
    }

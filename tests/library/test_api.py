"""Documents that are handed in and asked once."""

from typing import Any

import pytest

from ascribe import Answer, ask
from ascribe.library import single_question
from ascribe.library.config import Config

PETS = "Dogs may be brought along on a lead. The garden is open until nine. Bicycles stay at the gate."


def asked(**options: Any) -> Answer:
    return ask("Is my puppy welcome?", [PETS], generator=lambda _, texts: texts[0], tier="rules", **options)


def test_few_sentences_are_found_by_meaning_too(monkeypatch: pytest.MonkeyPatch) -> None:
    assert asked().retrieved_chunks
    monkeypatch.setattr(single_question, "MAX_ENCODED_SENTENCES", 2)
    assert not asked().retrieved_chunks


def test_a_library_in_place_of_documents_is_told_how_to_be_asked() -> None:
    from ascribe import InputError, Library
    from ascribe.library import stream_answer

    with Library(":memory:") as kept:
        kept.add([PETS])
        for call in (ask, lambda *given: list(stream_answer(*given))):
            with pytest.raises(InputError, match=r"which is asked itself: library\.ask\(question\)"):
                call("Is my puppy welcome?", kept)


def test_a_config_that_leaves_the_vectors_out_is_followed() -> None:
    assert not asked(config=Config(encode=False)).retrieved_chunks


def test_a_quote_is_read_in_its_own_language() -> None:
    source = "The tenant may repair and sell bicycles. The tenant is Ada Brandt."
    answer = ask("Wer ist der tenant?", [source], generator=lambda *_: source, tier="rules")
    assert answer.status_counts() == {"supported": 2}

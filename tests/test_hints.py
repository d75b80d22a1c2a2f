"""What people guess first leads to the name that exists."""

import copy
import pickle
from collections.abc import Callable
from typing import Any

import pytest

import ascribe
from ascribe.errors import UnknownComponentError, UnknownOptionError
from ascribe.option_names import SYNONYMS, find_meant_name
from ascribe.records.missing_fields import HINTS

SOURCE = "The mill has 12 sails. It was built in 1872."


@pytest.fixture(scope="module")
def answer() -> ascribe.Answer:
    return ascribe.check("The mill has 12 sails. The mill has 14 sails.", SOURCE, tier="rules")


@pytest.mark.parametrize(
    ("guess", "meant"),
    [
        ("query", "question"), ("context", "sources"), ("contexts", "sources"), ("documents", "sources"),
        ("chunks", "sources"), ("verifier", "tier"), ("model", "tier"), ("threshold", "strictness"),
        ("level", "strictness"), ("answer", "reply"), ("strictnes", "strictness"),
    ],
)  # fmt: skip
@pytest.mark.parametrize("call", [ascribe.check, ascribe.stream])
def test_a_natural_guess_names_the_option(call: Callable[..., Any], guess: str, meant: str) -> None:
    if (call, meant) == (ascribe.stream, "reply"):
        pytest.skip("a stream takes chunks")
    if (call, guess) == (ascribe.stream, "chunks"):
        pytest.skip("chunks are an option of stream")
    with pytest.raises(
        UnknownOptionError, match=f"{call.__name__}\\(\\) has no option '{guess}'; .*'{meant}'"
    ):
        call(**{guess: "x"})


@pytest.mark.parametrize("guess", SYNONYMS)
def test_the_first_synonym_that_is_there_is_meant(guess: str) -> None:
    meant = [each for each in SYNONYMS[guess] if each != guess]
    assert find_meant_name(guess, [*reversed(meant), "sails"]) == meant[0]


@pytest.mark.parametrize("guess", ["markdown", "md5", "MD"])
def test_render_names_the_writer(answer: ascribe.Answer, guess: str) -> None:
    with pytest.raises(UnknownComponentError, match="Did you mean 'md'"):
        answer.render(guess)


def test_hints_name_what_a_record_has(answer: ascribe.Answer) -> None:
    sentence = answer.sentences[0]
    event = next(iter(ascribe.stream([SOURCE], SOURCE, tier="rules")))
    records = {"Answer": answer, "CitedSentence": sentence, "Verdict": sentence.verdict, "StreamEvent": event}
    assert records.keys() == HINTS.keys()
    for kind, record in records.items():
        for name, hint in HINTS[kind].items():
            assert not hasattr(record, name), (kind, name)
            with pytest.raises(AttributeError, match=f"{kind}.* has no attribute {name!r}; ") as caught:
                getattr(record, name)
            assert hint in str(caught.value)
            if hint.startswith("use "):
                told = hint.removeprefix("use ").split(",")[0].removesuffix("()").split(".")[0]
                assert hasattr(record, told), hint


def test_other_names_are_plain_attribute_errors(answer: ascribe.Answer) -> None:
    with pytest.raises(AttributeError, match=r"'Answer' object has no attribute 'sails'$"):
        getattr(answer, "sa" + "ils")
    assert copy.deepcopy(answer) == answer
    assert pickle.loads(pickle.dumps(answer)) == answer


def test_contradicted_sentences(answer: ascribe.Answer) -> None:
    assert [each.text for each in answer.contradicted_sentences] == ["The mill has 14 sails."]

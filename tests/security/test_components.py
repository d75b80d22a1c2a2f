"""Components that misbehave, processes that fork and texts that fill the memory."""

import asyncio
import os
import tracemalloc
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from benchmarks.fuzz import build_pdf

from ascribe import Verdict, acheck, check
from ascribe.cite.best_evidence import BestEvidence
from ascribe.compat.reference_predictor.models import Labelling
from ascribe.errors import AscribeError, BrokenComponentError, InputError, ModelFileError
from ascribe.inference.model_files import verify_file
from ascribe.library import Library
from ascribe.pdfium import open_pdf
from ascribe.records.verdict import STRICTNESS
from ascribe.score.lexical import LexicalScorer
from ascribe.text.language_detection import confirm_language
from ascribe.text.text_cache import cache_by_text

MILL = "The mill has 12 sails."
FALSE = "The mill was demolished by a Spanish bank."


class WrongScores:
    """Scores that are no probabilities."""

    def __init__(self, value: float, shape: tuple[int, int]) -> None:
        self.value, self.matrix = value, np.full(shape, 0.5)

    def joint(self, *_: Any) -> float:
        return self.value


@pytest.mark.parametrize("value", [float("nan"), float("inf"), -float("inf"), 1e300, 7.0])
def test_no_number_of_a_scorer_supports_a_false_sentence(value: float) -> None:
    class WrongScorer:
        def score(self, claims: Sequence[str], evidence: Sequence[str]) -> WrongScores:
            return WrongScores(value, (len(claims), len(evidence)))

    for strictness in STRICTNESS:
        try:
            (sentence,) = check(
                FALSE, [MILL], tier="rules", strictness=strictness, scorer=WrongScorer()
            ).sentences
        except AscribeError:
            continue
        assert sentence.verdict is not None
        assert sentence.verdict.status != "supported"


def test_a_verifier_that_gives_too_few_verdicts_lets_nobody_wait() -> None:
    class Short:
        tier, calls = "mine", 0

        def __init__(self) -> None:
            self.thresholds: dict[str, float] = {}

        def verify(self, claims: Sequence[Any], *_: Any) -> list[Verdict]:
            self.calls += 1
            verdicts = [Verdict("unsupported", "not_found", "mine", 0.0) for _ in claims]
            return verdicts[: None if self.calls == 1 else -1]

    reply = "The mill was built in 1871, and a Spanish bank bought the castle."

    async def run() -> str:
        try:
            answer = await asyncio.wait_for(
                acheck(reply, ["The old mill was built in 1871."], tier=Short()), 30
            )
        except AscribeError:
            return "refused"
        verdict = answer.sentences[0].verdict
        return verdict.status if verdict else ""

    assert asyncio.run(run()) in ("refused", "unsupported", "unknown", "partial")


@pytest.mark.parametrize("value", [float("inf"), -float("inf"), float("nan")])
def test_a_model_of_a_predictor_that_gives_no_number_is_refused(value: float) -> None:
    with pytest.raises(InputError, match="not a finite number"):
        Labelling(("grounded",)).convert(np.array([[value]], np.float32))


@pytest.mark.parametrize("listed", [b"\xff\xfe", b"one", b"a b c"])
def test_a_damaged_list_of_digests_is_refused(tmp_path: Path, listed: bytes) -> None:
    (tmp_path / "SHA256SUMS").write_bytes(listed)
    (tmp_path / "encoder.onnx").write_bytes(b"x")
    with pytest.raises(ModelFileError, match="is damaged"):
        verify_file(tmp_path / "encoder.onnx")


@pytest.mark.skipif(not hasattr(os, "fork"), reason="this system does not fork")
def test_a_process_that_forks_while_a_pdf_is_open_can_open_another() -> None:
    with open_pdf(build_pdf(), "a.pdf"):
        child = os.fork()
        if child == 0:
            try:
                with open_pdf(build_pdf(), "b.pdf") as document:
                    os._exit(0 if len(document) == 1 else 3)
            except BaseException:
                os._exit(4)
        assert os.waitpid(child, 0)[1] == 0


def test_long_texts_do_not_stay_in_memory() -> None:
    counted: list[str] = []

    @cache_by_text(100)
    def find(text: str, language: str) -> int:
        counted.append(text)
        return len(text + language)

    for _ in range(3):
        for number in range(5):
            assert find("a" * (3_000 + number), "en") == 3_002 + number
            assert find("b" * number, "en") == 2 + number
    assert [len(text) for text in counted].count(4) == 1  # short texts are found once
    assert len(counted) == 5 + 15  # of the long ones only the latest are kept
    tracemalloc.start()
    for number in range(20):
        confirm_language(f"{'The old mill on the Arle has many sails. ' * 2_500}{number}", "en")
    assert tracemalloc.get_traced_memory()[0] < 1_000_000  # twenty of them have two
    tracemalloc.stop()


def test_memory_grows_with_the_words_in_common_and_not_with_claims_times_sentences() -> None:
    rng = np.random.default_rng(1)
    vocabulary = ["".join(rng.choice(list("abcdefghij"), 7)) for _ in range(4_000)]

    def write(count: int) -> list[str]:
        return [" ".join(rng.choice(vocabulary, 14)) for _ in range(count)]

    claims, evidence = write(100), write(2_000)
    scorer = LexicalScorer("en")
    scorer.score(claims[:1], evidence)
    tracemalloc.start()
    scores = scorer.score(claims, evidence)
    kept = tracemalloc.get_traced_memory()[0] - scores.matrix.nbytes
    tracemalloc.stop()
    dense = 14 * len(claims) * len(evidence) * 8
    assert kept < dense / 10


class Returning:
    """A verifier that returns what it is told to."""

    tier = "mine"

    def __init__(self, returned: object) -> None:
        self.returned = returned
        self.thresholds: dict[str, float] = {}

    def verify(self, *_: object) -> Any:
        return self.returned


@pytest.mark.parametrize(
    ("returned", "message"),
    [
        ([], "it gave 0 verdicts for 2 claims"),
        ([Verdict("supported", "found", "mine", 1.0)], "it gave 1 verdict for 2 claims"),
        ([Verdict("supported", "found", "mine", 1.0)] * 2, "it supports a claim without a reference"),
        (["supported", "supported"], "verify must return a list of Verdict"),
        (None, "verify must return a list of Verdict"),
    ],
)
def test_what_a_verifier_may_not_return_is_an_error_that_names_it(returned: object, message: str) -> None:
    with pytest.raises(BrokenComponentError, match=f"the verifier 'mine' cannot be used: {message}"):
        check("The mill has 12 sails. It is old.", [MILL], tier=Returning(returned))


@pytest.mark.parametrize("factory", [Returning, lambda: None])
def test_a_factory_that_takes_other_arguments_is_named(factory: Any) -> None:
    with pytest.raises(InputError, match="must take strictness and language, by name"):
        check("The mill has 12 sails.", [MILL], tier=factory)


def test_a_damaged_model_of_the_generator_is_an_error_and_no_refusal() -> None:
    class Damaged:
        def generate(self, *_: Any) -> Any:
            raise ModelFileError("The model file reader.onnx is damaged.")

    class DamagedStream(Damaged):
        stream = Damaged.generate

    for generator in (Damaged(), DamagedStream()):
        with Library(encode=False) as library:
            library.add(MILL)
            for ask in (library.ask, library.stream):
                with pytest.raises(ModelFileError):
                    list(ask("How many sails has the mill?", generator=generator, tier="rules"))


def test_numbers_in_details_that_json_does_not_have_become_none() -> None:
    details = {"joint": float("nan"), "rows": [1.0, {"at": float("inf")}], "name": "a"}
    verdict = Verdict("unknown", "uncertain", "mine", details=details)
    assert verdict.details == {"joint": None, "rows": [1.0, {"at": None}], "name": "a"}
    finite = {"joint": 0.5}
    assert Verdict("unknown", "uncertain", "mine", details=finite).details is finite


class ReturnedScores:
    """Scores with this matrix."""

    def __init__(self, matrix: Any) -> None:
        self.matrix = matrix

    def joint(self, claim: int, sentences: Sequence[int]) -> float:  # noqa: ARG002 (a Scores has it)
        return 0.5


class ReturningScorer:
    """A scorer that returns what it was made with, whatever it is asked."""

    def __init__(self, returned: Any) -> None:
        self.returned = returned

    def score(self, *_: Any) -> Any:
        return self.returned


@pytest.mark.parametrize(
    ("returned", "message"),
    [
        (None, "score returned None; it must return an object with 'matrix' and 'joint'"),
        ([[0.5]], "score returned a list; it must return an object with 'matrix' and 'joint'"),
        (ReturnedScores([[0.5]]), "its matrix is a list; it must be a NumPy array of floats"),
        (ReturnedScores(np.array([["a"]])), "its matrix is an array of <U1; it must be a NumPy array"),
        (ReturnedScores(np.zeros((1, 2))), r"its matrix has the shape \(1, 2\); .* \(1, 1\) here"),
        (ReturnedScores(np.zeros(1)), r"its matrix has the shape \(1,\); .* \(1, 1\) here"),
        (
            ReturnedScores(np.array([[np.nan]])),
            "its matrix has the score nan; every score must be from 0 to 1",
        ),
        (
            ReturnedScores(np.array([[7.5]])),
            r"its matrix has the score 7\.5; every score must be from 0 to 1",
        ),
    ],
)
@pytest.mark.parametrize("tier", ["rules", "builtin"])
def test_what_a_scorer_may_not_return_is_an_error_that_names_it(
    returned: object, message: str, tier: str
) -> None:
    with pytest.raises(BrokenComponentError, match=f"the scorer 'ReturningScorer' cannot be used: {message}"):
        check("The mill has 12 sails [1].", [MILL], tier=tier, scorer=ReturningScorer(returned))


class OwnScorer(LexicalScorer):
    """A scorer that is created for the language of the reply."""


def make_policy() -> BestEvidence:
    return BestEvidence()


def test_a_scorer_and_a_policy_may_be_a_class_or_a_function_as_a_tier_may() -> None:
    answer = check(
        "The mill has 12 sails.", [MILL], tier="rules", scorer=OwnScorer, policy=make_policy, language="en"
    )
    assert answer.status_counts() == {"supported": 1}
    assert answer.settings.components["score"] == "OwnScorer"
    assert answer.settings.components["cite"] == "BestEvidence"


@pytest.mark.parametrize("option", [{"scorer": ReturningScorer}, {"policy": ReturningScorer}])
def test_a_class_that_takes_other_arguments_is_named(option: dict[str, Any]) -> None:
    with pytest.raises(InputError, match=r"ReturningScorer must take .* and return a (scorer|policy) \("):
        check("The mill has 12 sails.", [MILL], **option)


def make_nothing(language: str | None) -> Any:
    return {"language": language}


def test_a_factory_that_makes_something_else_is_named() -> None:
    with pytest.raises(InputError, match="scorer: expected a name or an object with 'score', got a dict"):
        check("The mill has 12 sails.", [MILL], tier="rules", scorer=make_nothing)
